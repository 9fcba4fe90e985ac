"""Anchors: pairs of segments that a pattern of the user's finds, and chains of rare tokens."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np
import regex

from diglot.errors import ConfigError
from diglot.flat_arrays import join_ranges

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diglot.sentences.values import Postings, Seeds


# Hard anchors: segments that a pattern of the user's (--anchor) finds on both sides.

# A pattern that needs longer on one segment is one of the exponential kind.
_SECONDS = 1.0


def compile_anchor(pattern: str) -> regex.Pattern[str]:
    """Compile the user's pattern.

    Raises:
        ConfigError: it is no regular expression.
    """
    try:
        return regex.compile(pattern)
    except regex.error as error:
        raise ConfigError(f"--anchor is not a regular expression: {error}") from error


def find_anchors(
    source: Sequence[str], target: Sequence[str], pattern: regex.Pattern[str]
) -> tuple[tuple[tuple[int, int], ...], tuple[str, ...]]:
    """Pair the segments that match ``pattern`` and agree in its first group (or whole match).

    A mark that stands equally often on both sides (``* * *``) is paired in order; one that does
    not is left out, as are pairs that cross the others.

    Returns:
        (source, target) indices in ascending order, and notes on what was left out.

    Raises:
        ConfigError: the pattern takes forever on a segment.
    """
    marks = _marks(source, pattern), _marks(target, pattern)
    pairs = [
        pair
        for mark, places in marks[0].items()
        if len(places) == len(marks[1].get(mark, ()))
        for pair in zip(places, marks[1][mark], strict=True)
    ]
    kept = _in_order(pairs)
    found = max(sum(map(len, side.values())) for side in marks)
    if found == 0:
        return (), ("no segment matches --anchor",)
    left_out = found - len(kept)
    notes = (f"{left_out} of {found} anchors have no counterpart in order and were ignored",)
    return kept, notes if left_out else ()


def _marks(texts: Sequence[str], pattern: regex.Pattern[str]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for index, text in enumerate(texts):
        try:
            match = pattern.search(text, timeout=_SECONDS)
        except TimeoutError as error:
            raise ConfigError(
                f"--anchor takes too long on {text[:40]!r}: simplify the pattern"
            ) from error
        if match:
            mark = match[1] if pattern.groups and match[1] is not None else match[0]
            found[" ".join(mark.casefold().split())].append(index)
    return found


def _in_order(pairs: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the longest chain of pairs that ascends on both sides."""
    points = np.array(pairs, np.int64).reshape(-1, 2)
    return tuple((int(i), int(j)) for i, j in longest_increasing(points))


# Anchor chains: rare tokens common to both texts that show where the diagonal runs.
#
# Reference: Simard and Plamondon (1996) for isolated cognates as anchors; the chain is a longest
# increasing subsequence.

MAX_SHIFT = 0.3
"""Largest difference of relative positions of an anchor's two ends."""
WINDOW = 11
MAX_OFFSET = 10


def anchor_chain(
    source: Postings, target: Postings, seeds: Seeds, n: int, m: int
) -> NDArray[np.int64]:
    """Points (source sentence, target sentence) of a monotone chain of anchors.

    A key is a candidate when it occurs in the same number of sentences on both sides, at most
    ``3 + n / 5000``. Points that stray from their neighbours are dropped.

    Returns:
        int64 (points, 2), strictly increasing on both sides.
    """
    rows = np.flatnonzero(seeds.identical >= 0)
    columns = seeds.identical[rows]
    count_s = source.first[rows + 1] - source.first[rows]
    count_t = target.first[columns + 1] - target.first[columns]
    limit = 3 + n // 5000
    chosen = (count_s == count_t) & (count_s > 0) & (count_s <= limit)
    rows, columns, counts = rows[chosen], columns[chosen], count_s[chosen]
    points = np.stack(
        [
            source.sentence[join_ranges(source.first[rows], counts)],
            target.sentence[join_ranges(target.first[columns], counts)],
        ],
        axis=1,
    ).astype(np.int64)
    near = np.abs(points[:, 0] / max(n, 1) - points[:, 1] / max(m, 1)) < MAX_SHIFT
    return drop_strays(longest_increasing(points[near]))


def longest_increasing(points: NDArray[np.int64]) -> NDArray[np.int64]:
    """Longest chain of points that increases strictly on both sides (patience search)."""
    if not len(points):
        return points.reshape(0, 2)
    points = np.unique(points, axis=0)
    points = points[np.lexsort((-points[:, 1], points[:, 0]))]
    tails = np.empty(len(points), np.int64)
    tail_at = np.empty(len(points), np.int64)
    before = np.full(len(points), -1, np.int64)
    size = 0
    for index, value in enumerate(points[:, 1].tolist()):
        place = int(np.searchsorted(tails[:size], value))
        tails[place] = value
        tail_at[place] = index
        before[index] = tail_at[place - 1] if place else -1
        size = max(size, place + 1)
    chain = []
    index = int(tail_at[size - 1])
    while index >= 0:
        chain.append(index)
        index = int(before[index])
    return points[chain[::-1]]


def drop_strays(chain: NDArray[np.int64]) -> NDArray[np.int64]:
    """Drop points whose offset differs by more than 10 from the median of 11 neighbours."""
    if len(chain) < WINDOW:
        return chain
    offset = chain[:, 1] - chain[:, 0]
    padded = np.pad(offset, WINDOW // 2, mode="edge")
    medians = np.median(np.lib.stride_tricks.sliding_window_view(padded, WINDOW), axis=1)
    kept: NDArray[np.int64] = chain[np.abs(offset - medians) <= MAX_OFFSET]
    return kept


# The sentences with the nearest vectors.

CHUNK = 1024
WHOLE = 10_000
CONVINCING, CHANCE = 0.35, 3.0
"""Share of sentences that the chain must hold at most, and links for the root of the number of
mutual neighbours: one of random vectors holds 2."""


def nearest_chain(source: NDArray[np.float32], target: NDArray[np.float32]) -> NDArray[np.int64]:
    """Chain of sentence pairs that are each other's nearest, int64 (points, 2), increasing.

    Texts of more than ``WHOLE`` sentences are compared near the diagonal only. A chain that leaves
    most sentences out is chance, and no chain at all.
    """
    n, m = len(source), len(target)
    best_target = np.full(n, -1, np.int64)
    best_source = np.full(m, -1, np.int64)
    nearest = np.full(m, -np.inf, np.float32)
    for begin in range(0, n, CHUNK):
        end = min(n, begin + CHUNK)
        low, high = 0, m
        if m > WHOLE:
            low = max(0, begin * m // n - WHOLE // 2)
            high = min(m, end * m // n + WHOLE // 2)
        cosines = source[begin:end] @ target[low:high].T
        best_target[begin:end] = low + cosines.argmax(axis=1)
        rows = cosines.argmax(axis=0)
        values = cosines[rows, np.arange(high - low)]
        better = values > nearest[low:high]
        nearest[low:high][better] = values[better]
        best_source[low:high][better] = begin + rows[better]
    mutual = best_source[best_target] == np.arange(n)
    points = np.stack([np.flatnonzero(mutual), best_target[mutual]], axis=1)
    chain = drop_strays(longest_increasing(points))
    least = min(CONVINCING * min(n, m), CHANCE * len(points) ** 0.5)
    return chain if len(chain) >= least else chain[:0]
