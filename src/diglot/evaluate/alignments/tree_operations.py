"""What was done to each node of trees of bisegments: divided, trimmed or left as it is.

Files hold only nodes and parents. A direct division pairs the first parts and the second parts of
both sides, an inverse one crosswise; a trim drops words at one edge of one side.

Reference: Xu and Yvon 2016, Novel annotation schemes for sentential and sub-sentential alignments
    of bi-texts, LREC, section 3.3 (divisions); trims are in the released data only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.evaluate.alignments.word_links import owners

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.model import BisegmentTrees

LEAF, DIRECT, INVERSE, TRIM, IDLE, OTHER = range(6)
OPERATIONS = ("leaf", "direct", "inverse", "trim", "idle", "other")
"""Names of the operations; ``idle`` repeats its node, ``other`` fits the scheme in no way."""
EDGES = (("source", "left"), ("source", "right"), ("target", "left"), ("target", "right"))


@dataclass(frozen=True, slots=True, eq=False)
class Operations:
    """What was done to the nodes of trees.

    Attributes:
        kinds: position in ``OPERATIONS`` for each node, shape (nodes,).
        splits: first token of the second part, source and target, where a node was divided, else
            -1, shape (nodes, 2).
        trimmed: number of words dropped at each of ``EDGES``, shape (nodes, 4).
    """

    kinds: NDArray[np.int8]
    splits: NDArray[np.int32]
    trimmed: NDArray[np.int32]

    def count(self, kind: int) -> int:
        """Return how many nodes one operation was done to."""
        return int(np.count_nonzero(self.kinds == kind))

    def trims(self) -> dict[tuple[str, str], int]:
        """Return the number of trims at each of ``EDGES``, those at several counting at each."""
        trims = self.trimmed[self.kinds == TRIM] > 0
        return dict(zip(EDGES, trims.sum(axis=0).tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class TreeFault:
    """A node that breaks the rules of division.

    Attributes:
        code: ``no-op-trim``, ``not-a-division`` or ``trim-of-several-edges``.
        pair: number of the sentence pair, from 0.
        node: row of the node in the arrays of the trees.
        message: what is wrong with it, in words.
    """

    code: str
    pair: int
    node: int
    message: str


def operations(trees: BisegmentTrees) -> Operations:
    """Tell what was done to each node, from the node and its children alone."""
    count = len(trees.parent)
    parent = trees.parent
    rows = np.flatnonzero(parent >= 0)
    children = np.bincount(parent[rows], minlength=count)
    kinds = np.full(count, OTHER, dtype=np.int8)
    kinds[children == 0] = LEAF
    spans = np.hstack([trees.source, trees.target])
    first, second = np.full((2, count), -1, dtype=np.int64)
    # Of the children of a node, the first and the last in the order of the arrays.
    first[parent[rows[::-1]]] = rows[::-1]
    second[parent[rows]] = rows
    trimmed = np.zeros((count, 4), dtype=np.int32)
    single = np.flatnonzero(children == 1)
    below, here = spans[first[single]], spans[single]
    trimmed[single] = np.abs(below - here)
    kinds[single] = np.where(trimmed[single].any(axis=1), TRIM, IDLE)
    splits = np.full((count, 2), -1, dtype=np.int32)
    double = np.flatnonzero(children == 2)
    ascending = trees.source[first[double], 0] <= trees.source[second[double], 0]
    left = spans[np.where(ascending, first[double], second[double])]
    right = spans[np.where(ascending, second[double], first[double])]
    whole = spans[double]
    halves = (
        (left[:, 0] == whole[:, 0]) & (left[:, 1] == right[:, 0]) & (right[:, 1] == whole[:, 1])
    )
    straight = (
        halves
        & (left[:, 2] == whole[:, 2])
        & (left[:, 3] == right[:, 2])
        & (right[:, 3] == whole[:, 3])
    )
    crossed = (
        halves
        & (right[:, 2] == whole[:, 2])
        & (right[:, 3] == left[:, 2])
        & (left[:, 3] == whole[:, 3])
    )
    kinds[double[straight]] = DIRECT
    kinds[double[crossed]] = INVERSE
    splits[double[straight]] = right[straight][:, [0, 2]]
    splits[double[crossed]] = np.column_stack([right[crossed][:, 0], left[crossed][:, 2]])
    return Operations(kinds, splits, trimmed)


def faults(trees: BisegmentTrees) -> tuple[TreeFault, ...]:
    """List the nodes that break the rules of division, in the order of the trees."""
    done = operations(trees)
    pairs = owners(trees.offsets)
    several = (done.kinds == TRIM) & ((done.trimmed > 0).sum(axis=1) > 1)
    found = []
    for node in np.flatnonzero((done.kinds == IDLE) | (done.kinds == OTHER) | several).tolist():
        kind = int(done.kinds[node])
        code, what = {
            IDLE: ("no-op-trim", "a trim drops no word"),
            OTHER: ("not-a-division", "the parts do not cover it as a division in two does"),
        }.get(kind, ("trim-of-several-edges", "one trim drops words at several edges"))
        found.append(TreeFault(code, int(pairs[node]), node, f"{what}: {_named(trees, node)}"))
    return tuple(found)


def shapes(trees: BisegmentTrees) -> dict[tuple[int, int], int]:
    """Count the leaves by their numbers of source and target words, most frequent first."""
    leaves = trees.leaves
    sizes = np.column_stack([np.diff(trees.source[leaves]), np.diff(trees.target[leaves])])
    found, counts = np.unique(sizes, axis=0, return_counts=True)
    order = np.lexsort((found[:, 1], found[:, 0], -counts))
    return {(int(found[k, 0]), int(found[k, 1])): int(counts[k]) for k in order}


def _named(trees: BisegmentTrees, node: int) -> str:
    """Return a node as people write it: level, source words, target words, ends included."""
    (a, b), (c, d) = trees.source[node].tolist(), trees.target[node].tolist()
    return f"level {int(trees.depth[node])}, source words {a}-{b - 1}, target words {c}-{d - 1}"
