"""Alignment by sentence lengths alone, as published, and with the ratio of the texts.

Reference: Gale and Church (1993), A program for aligning sentences in bilingual corpora, with the
mean length under the root as in their program, and in logarithms throughout.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from diglot.sentences.corpus import Corpus
from diglot.sentences.evidence.features import first_model, fitted_model
from diglot.sentences.link_types import Types
from diglot.sentences.models import rounds
from diglot.sentences.search import bands
from diglot.sentences.search.bands import SearchResult, search
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
        return by_length(pair.source.lengths, pair.target.lengths, types, RATIO)

    found = rounds.map_items(one, corpus.pairs, settings, "lengths")
    return rounds.alignments(types, found)


def align_by_ratio(corpus: Corpus, settings: Settings) -> list[Alignment]:
    """Align all pairs twice: with the ratio of the totals, then with that of the 1-1 links.

    The ratio of 1 of the paper fits European languages, an estimated one fits any pair. Its
    variance stays: one estimated from the links loses (1984 .964 against .922).
    """
    types = published_types(settings)

    def one(pair: Pair) -> SearchResult:
        source, target = pair.source.lengths, pair.target.lengths
        model = first_model(source, target, float(target.sum() / source.sum()))
        path = by_length(source, target, types, model.ratio).path
        single = (types.source[path.kinds] == 1) & (types.target[path.kinds] == 1)
        model = fitted_model(
            model, source, target, source[path.ends_i[single] - 1], target[path.ends_j[single] - 1]
        )
        return by_length(source, target, types, model.ratio)

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


def by_length(
    source: NDArray[np.float64], target: NDArray[np.float64], types: Types, ratio: float
) -> SearchResult:
    """Search by the length cost of units, in a band that widens until the path is clear of it."""
    return widen_search(length_search(source, target, types, ratio), len(source), len(target))


def length_search(
    source: NDArray[np.float64], target: NDArray[np.float64], types: Types, ratio: float
) -> Search:
    """Return what searches a band by the length cost.

    Args:
        source: characters of the source units, float64 (n,).
        target: characters of the target units, float64 (m,).
        types: link types.
        ratio: target characters for one source character.
    """
    from diglot.sentences.kernels import length

    chars_s, chars_t = prefix_sums(source), prefix_sums(target)

    def searched(band: bands.Band) -> SearchResult:
        return search(
            lambda begin, end: length.gale_church_scores(
                begin, end, band, types, chars_s, chars_t, ratio, VARIANCE
            ),
            band,
            types,
        )

    return searched


def widen_search(
    searched: Search, n: int, m: int, *, points: NDArray[np.int64] | None = None, half: int = 0
) -> SearchResult:
    """Search near a line, twice as far from it as long as the path comes near the border.

    The line goes through cells, int64 (points, 2), rows ascending, or is the diagonal; at first so
    many cells to each side are searched, 60 or a twentieth of a long text for 0.
    """
    half = half or max(60, max(n, m) // 20)
    line = np.zeros((0, 2), np.int64) if points is None else points
    for _ in range(WIDENINGS):
        band = bands.band_between(line, n, m, half)
        found = searched(band)
        if bands.border_share(band, found.path, max(2, half // 6), m) <= MAX_BORDER_SHARE:
            break
        half *= 2
    return found


def prefix_sums(values: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
    """Sums of the first k values, float64 (n + 1,)."""
    return np.concatenate(([0.0], np.cumsum(values)))
