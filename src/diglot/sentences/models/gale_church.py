"""Alignment by sentence lengths alone, as published.

Reference: Gale and Church (1993), A program for aligning sentences in bilingual corpora, with the
mean length under the root as in their program, and in logarithms throughout.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from diglot.sentences.models import rounds
from diglot.sentences.search import bands
from diglot.sentences.search.bands import Types
from diglot.sentences.search.paths import SearchResult, search

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.sentences.corpus import Corpus
    from diglot.sentences.settings import Alignment, Settings
    from diglot.sentences.values import Pair

RATIO = 1.0
VARIANCE = 6.8
PRIORS = {
    (1, 1): 0.89,
    (1, 0): 0.0099,
    (0, 1): 0.0099,
    (1, 2): 0.089,
    (2, 1): 0.089,
    (2, 2): 0.011,
}
MAX_BORDER_SHARE = 0.003
Search = Callable[[bands.Band], SearchResult]
WIDENINGS = 6


def align(corpus: Corpus, settings: Settings) -> list[Alignment]:
    """Align all pairs with ratio 1 and variance 6.8."""
    types = published_types(settings)

    def one(pair: Pair) -> SearchResult:
        return by_length(pair, types, RATIO, VARIANCE)

    found = rounds.map_items(one, corpus.pairs, settings, "lengths")
    return rounds.alignments(types, found)


def published_types(settings: Settings) -> Types:
    """The six link types of the paper, fewer if merges are limited."""
    return types_of(PRIORS, settings)


def types_of(priors: dict[tuple[int, int], float], settings: Settings) -> Types:
    """Link types with given priors within the limits of the settings."""
    kept = [
        pair
        for pair in priors
        if max(pair) <= settings.max_merge and sum(pair) <= settings.max_total
    ]
    pairs = np.array(kept, np.int64)
    return Types(
        np.ascontiguousarray(pairs[:, 0]),
        np.ascontiguousarray(pairs[:, 1]),
        np.log([priors[pair] for pair in kept]),
    )


def by_length(pair: Pair, types: Types, ratio: float, variance: float) -> SearchResult:
    """Search one pair by the length cost, in a band that widens until the path is clear of it."""
    from diglot.sentences.kernels import length

    chars_s, chars_t = prefix_sums(pair.source.lengths), prefix_sums(pair.target.lengths)

    def searched(band: bands.Band) -> SearchResult:
        return search(
            lambda begin, end: length.gale_church_scores(
                begin, end, band, types, chars_s, chars_t, ratio, variance
            ),
            band,
            types,
        )

    return widen_search(searched, pair.source.size, pair.target.size)


def widen_search(searched: Search, n: int, m: int) -> SearchResult:
    """Search round the diagonal, twice as wide as long as the path comes near the border."""
    half = max(60, max(n, m) // 20)
    for _ in range(WIDENINGS):
        band = bands.band_between(np.zeros((0, 2), np.int64), n, m, half)
        found = searched(band)
        if bands.border_share(band, found.path, max(2, half // 6), m) <= MAX_BORDER_SHARE:
            break
        half *= 2
    return found


def prefix_sums(values: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
    """Sums of the first k values, float64 (n + 1,)."""
    return np.concatenate(([0.0], np.cumsum(values)))
