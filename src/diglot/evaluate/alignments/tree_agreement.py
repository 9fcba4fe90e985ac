"""How far two trees of bisegments over the same sentence pairs agree.

Reference: Black et al. 1991, "A procedure for quantitatively comparing the syntactic coverage of
    English grammars" (bracket precision and recall, crossing brackets), here over bisegments.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

import diglot
from diglot.evaluate.alignments.boxes import (
    Boxes,
    boxes_of,
    distinct,
    pair_of,
    standing_in,
    stretch_of,
)
from diglot.evaluate.alignments.cells import owners
from diglot.evaluate.alignments.word_trees import LABELS, overlap_score
from diglot.evaluate.statistics import aggregate
from diglot.model import Score, Signature

if TYPE_CHECKING:
    from diglot.model import BisegmentTrees

METRICS = ("brackets", "leaves", "links", "crossing")

# Nodes compared at a time with all gold nodes of their pair: memory stays flat for a huge tree.
_CHUNK = 1000

Counts = NDArray[np.float64]


def agreement(predicted: BisegmentTrees, gold: BisegmentTrees) -> dict[str, Score]:
    """Compare trees with gold trees; pairs where either has none are passed over.

    Args:
        predicted: trees of each pair.
        gold: trees of the same pairs.

    Returns:
        A score for each of ``METRICS``; their statistics have one row a pair.

        ``brackets``: ``precision``, ``recall`` and ``f1`` over the distinct bisegments of all
        nodes; ``leaves``: the same over leaves; ``links``: the same over the sure links that the
        trees stand for, their leaves of one word on each side; ``crossing``: share of the
        predicted bisegments that ``cross`` a gold one, so that no tree could hold both: neither
        holds the other, and they share a word on some side.

    Raises:
        InputError: the numbers of pairs differ.
    """
    stretch = stretch_of([], [predicted, gold])
    both = (np.diff(predicted.offsets) > 0) & (np.diff(gold.offsets) > 0)
    ours, theirs = (_parts(trees, both, stretch) for trees in (predicted, gold))

    def count(boxes: Boxes) -> Counts:
        return np.bincount(pair_of(boxes, stretch), minlength=gold.pairs).astype(np.float64)

    def rows(*columns: Boxes) -> Counts:
        labels = np.zeros(gold.pairs), np.arange(gold.pairs)
        return np.column_stack([*labels, *map(count, columns)])

    scores = {
        name: overlap_score(name, rows(found, found[standing_in(found, right)], right))
        for name, found, right in zip(METRICS[:3], ours, theirs, strict=True)
    }
    nodes = ours[0]
    scores["crossing"] = aggregate.score(
        "crossing",
        rows(nodes, nodes[crossing(nodes, theirs[0], stretch, gold.pairs)]),
        (*LABELS, "predicted", "crossing"),
        given=(),
        aggregate=_crossing_share,
        signature=Signature("trees.crossing", diglot.__version__),
    )
    return scores


def _parts(
    trees: BisegmentTrees, pairs: NDArray[np.bool_], stretch: int
) -> tuple[Boxes, Boxes, Boxes]:
    """Return the distinct nodes, leaves and single links of the chosen pairs, ascending."""
    here = pairs[owners(trees.offsets)]
    boxes = boxes_of(trees, stretch)
    leaves = distinct(boxes[here & trees.leaves])
    single = (leaves[:, 1::2] - leaves[:, 0::2] == 1).all(axis=1)
    return distinct(boxes[here]), leaves, leaves[single]


def crossing(nodes: Boxes, gold: Boxes, stretch: int, pairs: int) -> NDArray[np.bool_]:
    """Mark the nodes that cross a gold node; both ascend, so each pair is a stretch of them."""
    bounds = np.arange(pairs + 1) * stretch
    ours = pairwise(np.searchsorted(nodes[:, 0], bounds).tolist())
    theirs = pairwise(np.searchsorted(gold[:, 0], bounds).tolist())
    marks = np.zeros(len(nodes), dtype=np.bool_)
    chunks = (
        (start, min(start + _CHUNK, last), begin, end)
        for (first, last), (begin, end) in zip(ours, theirs, strict=True)
        for start in range(first, last, _CHUNK)
    )
    for first, last, begin, end in chunks:
        one, other = nodes[first:last, None], gold[None, begin:end]
        low, high = slice(0, None, 2), slice(1, None, 2)
        apart = (one[..., high] <= other[..., low]) | (other[..., high] <= one[..., low])
        inside = (one[..., low] >= other[..., low]) & (one[..., high] <= other[..., high])
        around = (one[..., low] <= other[..., low]) & (one[..., high] >= other[..., high])
        fits = apart.all(axis=-1) | inside.all(axis=-1) | around.all(axis=-1)
        marks[first:last] = ~fits.all(axis=-1)
    return marks


def _crossing_share(counts: Counts) -> dict[str, Counts]:
    return {"crossing": aggregate.divide(counts[..., 1], counts[..., 0])}
