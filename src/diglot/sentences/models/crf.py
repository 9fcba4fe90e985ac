"""The default method: a semi-Markov conditional random field over blocks.

A first pass by length and identical tokens, then two rounds that each learn a lexicon from the
links so far, score every block in a band round the last path and search it. The weights are
language-independent and ship with the package; ``bench/train_sentences.py`` makes them.

Reference: Sarawagi and Cohen (2004) for semi-Markov CRFs; Gale and Church (1993), Moore (2002) and
Brown et al. (1993) for the evidence it weighs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from diglot.sentences.corpus import count_tokens
from diglot.sentences.doubts import find_remarks
from diglot.sentences.evidence.features import (
    Weights,
    fit_breaks,
    generative_weights,
    shipped_weights,
)
from diglot.sentences.evidence.lexicon import learn as learn_lexicon
from diglot.sentences.evidence.lexicon import learn_halves
from diglot.sentences.knowledge import SentenceModel
from diglot.sentences.link_types import link_types
from diglot.sentences.models import rounds
from diglot.sentences.search.bands import SearchResult
from diglot.sentences.zones import find_zones

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.sentences import doubts
    from diglot.sentences.corpus import Corpus
    from diglot.sentences.link_types import Types
    from diglot.sentences.settings import Alignment, Settings


def align(corpus: Corpus, settings: Settings) -> list[Alignment]:
    """Align all pairs with the shipped weights."""
    return align_with(corpus, settings, [generative_weights(), shipped_weights()])


def align_by_score(corpus: Corpus, settings: Settings) -> list[Alignment]:
    """Align all pairs by the generative score: likelihood ratios of lengths and lexicon alone.

    Reference:
        Gale and Church (1993) for lengths, Brown et al. (1993) for the lexicon; the ratio form with
        a split penalty is ours.
    """
    return align_with(corpus, settings, [generative_weights(), generative_weights()])


def align_with(
    corpus: Corpus,
    settings: Settings,
    weights: Sequence[Weights],
    judges: doubts.Judges | None = None,
) -> list[Alignment]:
    """Align all pairs in one round for each of the given weights.

    All rounds but the last look at their posteriors with doubt, because these make the band of the
    next round. What speaks against links is judged by ``judges``, or the shipped ones.
    """
    prepared, found = search_rounds(corpus, settings, weights)
    scorers = (
        (each.begin, prepared.joined_scorer(each)) for each in rounds.stretches(prepared.own)
    )
    remarks = find_remarks(corpus, found, prepared.types, scorers, prepared.lexicon, judges)
    # A few links are changed last: to judge all with types for long ones would take twice the time.
    longer, changed = rounds.lengthen(prepared, found, weights[-1], settings)
    changed = rounds.link_lone(changed, longer.types)
    zones = find_zones(corpus, changed, longer.types, longer.scorer)
    kept = []
    for said, before, after in zip(remarks, found, changed, strict=True):
        place = {block: number for number, block in enumerate(_blocks(after, longer.types))}
        blocks = _blocks(before, prepared.types)
        kept.append({place[blocks[k]]: said[k] for k in said if blocks[k] in place})
    return rounds.alignments(longer.types, changed, zones, kept)


def _blocks(found: SearchResult, types: Types) -> list[tuple[int, ...]]:
    """Where the blocks of a path end, and their sizes."""
    path = found.path
    parts = path.ends_i, path.ends_j, types.source[path.kinds], types.target[path.kinds]
    return list(zip(*(part.tolist() for part in parts), strict=True))


def learn(corpus: Corpus, settings: Settings) -> SentenceModel:
    """Learn from all pairs what others can be aligned by."""
    prepared, found = search_rounds(corpus, settings, [generative_weights(), shipped_weights()])
    sizes, characters = rounds.totals(corpus)
    paths = [each.path for each in found]
    lexicon = learn_lexicon(corpus, paths, prepared.types, prepared.lexicon)
    return SentenceModel(
        *corpus.forms,
        corpus.probability_s,
        corpus.probability_t,
        (
            count_tokens([pair.source for pair in corpus.pairs], corpus.vocabulary_s),
            count_tokens([pair.target for pair in corpus.pairs], corpus.vocabulary_t),
        ),
        corpus.seeds,
        lexicon,
        learn_halves(corpus, paths, prepared.types, lexicon),
        prepared.types,
        prepared.calibration,
        prepared.breaks,
        sizes,
        characters,
    )


def search_rounds(
    corpus: Corpus, settings: Settings, weights: Sequence[Weights]
) -> tuple[rounds.Round, list[SearchResult]]:
    """Return what the last round had learned, and the path that it found for each pair."""
    state = rounds.start(corpus, settings)
    searched = rounds.first_bands(corpus, state)
    types = link_types(settings.max_merge, settings.max_total, null_runs=rounds.NULL_RUNS)
    if corpus.learned:
        weights = weights[-1:]  # earlier rounds are for learning
    for number, weight in enumerate(weights):
        last = number == len(weights) - 1
        for repeat in range(rounds.MAX_REPEATS + 1):
            before, prepared = state, rounds.prepare(corpus, state, types)
            state, found = rounds.run(
                prepared,
                searched,
                weight,
                settings,
                stage=f"round {number + 1} of {len(weights)}" + f", repeat {repeat}" * (repeat > 0),
                inverse_temperature=1.0 if last else rounds.DOUBT,
            )
            if last:
                break
            searched = rounds.next_bands(corpus, searched, found)
            changed = rounds.share_changed(before, state)
            if changed < (rounds.SETTLED if repeat else rounds.LOST):
                break
    if not corpus.learned and (longer := rounds.longer_types(corpus.pairs, state, settings)):
        breaks = fit_breaks(corpus.pairs, state.paths, state.types)
        prepared = replace(rounds.prepare(corpus, state, longer), breaks=breaks)
        _, found = rounds.run(prepared, searched, weights[-1], settings, stage="longer links")
    return prepared, found
