"""How far two annotators agree who divided the same sentence pairs into trees of bisegments.

The root is the sentence pair itself and no decision, so it never counts.

References:
    Black et al. 1991, "A procedure for quantitatively comparing the syntactic coverage of English
    grammars" (brackets and crossing brackets), here over bisegments.
    Xu and Yvon 2016, Novel annotation schemes for sentential and sub-sentential alignments of
    bi-texts, LREC, section 3.3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

import diglot
from diglot.evaluate.agreement.set_agreement import f_of
from diglot.evaluate.alignments.boxes import (
    Boxes,
    boxes_of,
    distinct,
    pair_of,
    standing_in,
    stretch_of,
)
from diglot.evaluate.alignments.cells import owners
from diglot.evaluate.alignments.tree_agreement import crossing
from diglot.evaluate.alignments.tree_operations import DIRECT, INVERSE, operations
from diglot.evaluate.statistics import aggregate
from diglot.model import Score, Signature

if TYPE_CHECKING:
    from diglot.model import BisegmentTrees

KINDS = ("brackets", "divided", "leaves", "links")
COLUMNS = (
    *("document", "pair"),
    *(f"{kind} {what}" for kind in KINDS for what in ("first", "second", "shared")),
    *("crossing first", "crossing second", "divided by both", "divided alike"),
)

Counts = NDArray[np.float64]


def division_agreement(first: BisegmentTrees, second: BisegmentTrees) -> Score:
    """Compare the trees of two annotators; pairs where either has none are passed over.

    Args:
        first: trees of one.
        second: trees of the other, of the same sentence pairs.

    Returns:
        F over distinct bisegments: ``brackets`` (all but the roots), ``divided`` (those that are
        no leaves either), ``leaves``, ``links`` (sure links: leaves of one word on each side);
        ``crossing``: share of the brackets that cross one of the other, so that no tree could hold
        both; ``splits``: of the bisegments that both divided in two, the share with the same two
        parts. NaN where there is nothing to compare. One row a sentence pair.

    Raises:
        InputError: the numbers of pairs differ.
    """
    stretch = stretch_of([], [first, second])
    both = (np.diff(first.offsets) > 0) & (np.diff(second.offsets) > 0)
    sides = [_parts(trees, both, stretch) for trees in (first, second)]

    def count(boxes: Boxes) -> Counts:
        return np.bincount(pair_of(boxes, stretch), minlength=first.pairs).astype(np.float64)

    columns: list[Counts] = [np.zeros(first.pairs), np.arange(first.pairs, dtype=np.float64)]
    for one, other in zip(*sides, strict=True):
        columns += [count(one), count(other), count(one[standing_in(one, other)])]
    ours, theirs = sides[0][0], sides[1][0]
    columns.append(count(ours[crossing(ours, theirs, stretch, first.pairs)]))
    columns.append(count(theirs[crossing(theirs, ours, stretch, first.pairs)]))
    splits = [_splits(trees, both, stretch) for trees in (first, second)]
    parents = [distinct(each[:, :4]) for each in splits]
    columns.append(count(parents[0][standing_in(*parents)]))
    columns.append(count(splits[0][standing_in(*splits)][:, :4]))
    return aggregate.score(
        "divisions",
        np.column_stack(columns),
        COLUMNS,
        given=(),
        aggregate=_figures,
        signature=Signature("agreement.trees", diglot.__version__, (("unit", "pair"),)),
    )


def _parts(
    trees: BisegmentTrees, pairs: NDArray[np.bool_], stretch: int
) -> tuple[Boxes, Boxes, Boxes, Boxes]:
    """Return the distinct bisegments of the chosen pairs for each of ``KINDS``, ascending."""
    here = pairs[owners(trees.offsets)]
    boxes = boxes_of(trees, stretch)
    roots = distinct(boxes[here & (trees.parent < 0)])
    leaves = distinct(boxes[here & trees.leaves])
    brackets = _without(distinct(boxes[here]), roots)
    single = (leaves[:, 1::2] - leaves[:, 0::2] == 1).all(axis=1)
    return brackets, _without(brackets, leaves), _without(leaves, roots), leaves[single]


def _without(boxes: Boxes, others: Boxes) -> Boxes:
    return boxes[~standing_in(boxes, others)]


def _splits(trees: BisegmentTrees, pairs: NDArray[np.bool_], stretch: int) -> Boxes:
    """Return the divided bisegments with where and how, shape (divisions, 7), each once."""
    done = operations(trees)
    marks = pairs[owners(trees.offsets)] & ((done.kinds == DIRECT) | (done.kinds == INVERSE))
    boxes = boxes_of(trees, stretch)[marks]
    return distinct(np.column_stack([boxes, done.splits[marks], done.kinds[marks]]))


def _figures(counts: Counts) -> dict[str, Counts]:
    columns = np.moveaxis(counts, -1, 0)
    found = {
        kind: f_of(columns[3 * number + 2], columns[3 * number], columns[3 * number + 1])
        for number, kind in enumerate(KINDS)
    }
    crossed, nodes = columns[12] + columns[13], columns[0] + columns[1]
    found["crossing"] = aggregate.divide(crossed, nodes, empty=np.nan)
    found["splits"] = aggregate.divide(columns[15], columns[14], empty=np.nan)
    return found
