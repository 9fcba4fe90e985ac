"""The default method: a semi-Markov conditional random field over blocks.

A first pass by length and identical tokens, then two rounds that each learn a lexicon from the
links so far, score every block in a band round the last path and search it. The weights are
language-independent and ship with the package; ``bench/train_sentences.py`` makes them.

Reference: Sarawagi and Cohen (2004) for semi-Markov CRFs; Gale and Church (1993), Moore (2002) and
Brown et al. (1993) for the evidence it weighs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.sentences.evidence.features import Weights, generative_weights, shipped_weights
from diglot.sentences.models import rounds
from diglot.sentences.search.bands import link_types
from diglot.sentences.zones import find_zones

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.sentences.corpus import Corpus
    from diglot.sentences.settings import Alignment, Settings


def align(corpus: Corpus, settings: Settings) -> list[Alignment]:
    """Align all pairs with the shipped weights."""
    return align_with(corpus, settings, [generative_weights(), shipped_weights()])


def align_with(corpus: Corpus, settings: Settings, weights: Sequence[Weights]) -> list[Alignment]:
    """Align all pairs in one round for each of the given weights.

    All rounds but the last look at their posteriors with doubt, because these make the band of the
    next round.
    """
    state = rounds.start(corpus, settings)
    searched = rounds.first_bands(corpus, state)
    types = link_types(settings.max_merge, settings.max_total, null_runs=rounds.NULL_RUNS)
    for number, weight in enumerate(weights):
        last = number == len(weights) - 1
        prepared = rounds.prepare(corpus, state, types)
        state, found = rounds.run(
            prepared,
            searched,
            weight,
            settings,
            stage=f"round {number + 1} of {len(weights)}",
            inverse_temperature=1.0 if last else rounds.DOUBT,
        )
        if not last:
            searched = rounds.next_bands(corpus, searched, found)
    zones = find_zones(corpus, found, state.types, prepared.scorer)
    return rounds.alignments(state.types, found, zones)
