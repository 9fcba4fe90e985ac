"""The default method: a semi-Markov conditional random field over blocks.

A first pass by length and identical tokens, then two rounds that each learn a lexicon from the
links so far, score every block in a band round the last path and search it. The weights are
language-independent and ship with the package; ``bench/train_sentences.py`` makes them.

Reference: Sarawagi and Cohen (2004) for semi-Markov CRFs; Gale and Church (1993), Moore (2002) and
Brown et al. (1993) for the evidence it weighs.
"""

from __future__ import annotations

from diglot.sentences import rounds
from diglot.sentences.corpus import Corpus
from diglot.sentences.settings import Alignment, Settings
from diglot.sentences.types import link_types
from diglot.sentences.weights import Weights, generative, shipped


def align(corpus: Corpus, settings: Settings) -> list[Alignment]:
    """Align all pairs with the shipped weights."""
    return align_with(corpus, settings, generative(), shipped())


def align_with(
    corpus: Corpus, settings: Settings, middle: Weights, last: Weights
) -> list[Alignment]:
    """Align all pairs with given weights for the middle and the last round."""
    state = rounds.start(corpus, settings)
    narrow = link_types(min(settings.max_merge, 4), min(settings.max_total, 5))
    bands = rounds.first_bands(corpus, state)
    state, found = rounds.run(
        rounds.prepare(corpus, state, narrow), bands, middle, settings,
        stage="second pass", inverse_temperature=rounds.MIDDLE_TEMPERATURE,
    )
    bands = rounds.next_bands(corpus, bands, found)
    wide = link_types(settings.max_merge, settings.max_total)
    state, found = rounds.run(
        rounds.prepare(corpus, state, wide), bands, last, settings, stage="last pass"
    )
    return rounds.alignments(state, found)
