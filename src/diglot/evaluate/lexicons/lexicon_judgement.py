"""Rows of an inferred dictionary, judged by gold: what counts, what is right.

Reference:
    TIAD 2021, evaluation process, steps 1 to 6 (results page of the shared task).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.evaluate.lexicons.lexicon_gold import place_in
from diglot.evaluate.lexicons.pairs import SLACK, Rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.evaluate.lexicons.lexicon_gold import Gold
    from diglot.evaluate.lexicons.pairs import Nodes

# Bits of a node in the number of a pair of nodes.
_HALF = 31

COUNTS = ("right", "kept", "found", "covered")
"""What a row may count for, the columns of `Judged.counts`."""


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """The rows that gold can judge (systemGS before the threshold), best first.

    Attributes:
        rows: the rows.
        entry: shape (rows,): number of the source word among the entries of gold.
        gold: shape (rows,): number of the gold pair that a row is; -1 if it is wrong.
        counts: shape (rows, 4), 0 or 1, for ``COUNTS``: the row is right; it counts; it is the
            best row of its gold pair; it is the best row of its entry.
        read: rows there were.
        distinct: rows without repetitions.
    """

    rows: Rows
    entry: Nodes
    gold: Nodes
    counts: NDArray[np.int64]
    read: int
    distinct: int

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def right(self) -> NDArray[np.bool_]:
        """Which rows are right, shape (rows,)."""
        return self.gold >= 0

    def kept(self, threshold: float) -> int:
        """Return how many rows have at least that score: they are the first."""
        return int(np.searchsorted(-self.rows.score, SLACK - threshold, side="right"))


def distinct_rows(predicted: Rows, *, duplicates: str) -> Rows:
    """Return the rows that differ, best first.

    Args:
        predicted: all rows.
        duplicates: ``max`` leaves the best of each pair of nodes, and of several with one score
            that whose part of speech is the first by name; ``keep`` leaves all that differ in score
            or part of speech.
    """
    chosen = np.arange(len(predicted))
    pair = _pairs(predicted)
    if duplicates == "max":
        chosen = _best(pair, predicted.score)
    parts = predicted.numbering.parts
    rank = np.empty(len(parts), np.int64)
    rank[sorted(range(len(parts)), key=parts.__getitem__)] = np.arange(len(parts))
    few = chosen if duplicates == "keep" else chosen[_repeated(pair[chosen])]
    keys = (
        rank[predicted.target_part[few]],
        rank[predicted.source_part[few]],
        -predicted.score[few],
        pair[few],
    )
    order = np.lexsort(keys)
    same = np.ones(len(order), np.bool_)
    same[:1] = False
    for key in keys if duplicates == "keep" else keys[-1:]:
        ordered = key[order]
        same[1:] &= ordered[1:] == ordered[:-1]
    left = np.ones(len(predicted), np.bool_)
    left[few[order[same]]] = False
    chosen = chosen[left[chosen]]
    return predicted.subset(chosen[np.argsort(-predicted.score[chosen], kind="stable")])


def _pairs(rows: Rows) -> Nodes:
    """Return a number for each row, the same for the same pair of nodes."""
    ends = [rows.source, rows.target]
    if max(int(each.max(initial=0)) for each in ends) >> _HALF:
        ends = [np.unique(each, return_inverse=True)[1] for each in ends]
    return (ends[0] << _HALF) | ends[1]


def _best(pair: Nodes, score: NDArray[np.float64]) -> Nodes:
    """Return the rows with the best score of their pair, equal ones included."""
    order = np.argsort(pair)
    starts = np.flatnonzero(np.diff(pair[order], prepend=-1))
    ordered = score[order]
    if not len(starts):
        return order
    best = np.repeat(np.maximum.reduceat(ordered, starts), np.diff(starts, append=len(order)))
    chosen: Nodes = order[ordered == best]
    return chosen


def _repeated(ordered: Nodes) -> NDArray[np.bool_]:
    """Return which of the values, equal ones side by side, come more than once."""
    same = ordered[1:] == ordered[:-1]
    found = np.zeros(len(ordered), np.bool_)
    found[1:] |= same
    found[:-1] |= same
    return found


def judged(distinct: Rows, gold: Gold, *, read: int, known: str) -> Judged:
    """Judge rows.

    Args:
        distinct: rows without repetitions, best first.
        gold: what is right.
        read: rows there were before repetitions were left out.
        known: ``both`` leaves rows out with a word that gold does not know, ``one`` those with
            such a source word.
    """
    by_node = np.argsort(gold.entries)
    at = place_in(distinct.source, gold.entries[by_node])
    target = place_in(distinct.target, gold.targets)
    inside = at >= 0
    if known == "both":
        inside &= target >= 0
    rows = distinct.subset(inside)
    entry, target = by_node[at[inside]], target[inside]
    # Codes of gold do not ascend by themselves: its rows are ordered by words, not by numbers.
    codes = gold.entry * len(gold.targets) + np.searchsorted(gold.targets, gold.rows.target)
    order = np.argsort(codes)
    found = place_in(np.where(target >= 0, entry * len(gold.targets) + target, -1), codes[order])
    pair = np.where(found >= 0, order[found], -1)
    counts = np.zeros((len(rows), len(COUNTS)), np.int64)
    counts[:, 0] = pair >= 0
    counts[:, 1] = 1
    hits = np.flatnonzero(pair >= 0)
    counts[hits[_first(pair[hits], len(gold))], 2] = 1
    counts[_first(entry, len(gold.entries)), 3] = 1
    return Judged(rows, entry, pair, counts, read, len(distinct))


def _first(values: Nodes, size: int) -> Nodes:
    """Return where each value comes for the first time; values are smaller than ``size``."""
    at = np.full(size, -1, np.int64)
    at[values[::-1]] = np.arange(len(values))[::-1]
    return at[at >= 0]
