"""Rows of an inferred dictionary, judged by gold: what counts, what is right.

Reference:
    TIAD 2021, evaluation process, steps 1 to 6 (results page of the shared task).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.evaluate.lexicon_gold import place_in
from diglot.evaluate.lexicon_pairs import SLACK, Rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.evaluate.lexicon_gold import Gold
    from diglot.evaluate.lexicon_pairs import Nodes

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
        duplicates: ``max`` leaves the best of each pair of nodes, ``keep`` all that differ in
            score or part of speech.
    """
    keys = (
        predicted.target_part,
        predicted.source_part,
        -predicted.score,
        predicted.target,
        predicted.source,
    )
    order = np.lexsort(keys)
    compared = keys if duplicates == "keep" else keys[3:]
    new = np.zeros(len(order), np.bool_)
    new[:1] = True
    for key in compared:
        ordered = key[order]
        new[1:] |= ordered[1:] != ordered[:-1]
    left = predicted.subset(order[new])
    return left.subset(np.argsort(-left.score, kind="stable"))


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
    counts[_first(pair), 2] = 1
    counts[pair < 0, 2] = 0
    counts[_first(entry), 3] = 1
    return Judged(rows, entry, pair, counts, read, len(distinct))


def _first(values: Nodes) -> Nodes:
    """Return where each value comes for the first time."""
    return np.unique(values, return_index=True)[1]
