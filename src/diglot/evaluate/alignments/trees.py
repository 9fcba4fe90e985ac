"""Scores of word links, and of trees of bisegments, against gold trees; what was done to each node.

A gold link that stands for a part of a larger group says little. A tree says which words belong
together at every size: its leaves are what cannot be divided further. Files hold only nodes and
parents: a direct division pairs the first parts and the second parts of both sides, an inverse one
crosswise; a trim drops words at one edge of one side (in the released data only).

References:
    Xu and Yvon 2016, Novel annotation schemes for sentential and sub-sentential alignments of
    bi-texts, LREC, section 3.3 (the gold; links that decompose into bisegments are good ones).
    Black et al. 1991, "A procedure for quantitatively comparing the syntactic coverage of English
    grammars" (bracket precision and recall, crossing brackets), here over bisegments.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from diglot._version import __version__
from diglot.errors import InputError
from diglot.evaluate.alignments.words import (
    Boxes,
    Plane,
    boxes_of,
    count_boxes,
    distinct_boxes,
    mark_members,
    number_links,
    owners,
    pairs_of_boxes,
    reduce_runs,
    select_links,
    stretch_of,
)
from diglot.evaluate.statistics import aggregate
from diglot.evaluate.statistics.aggregate import Flags, Floats, Ints
from diglot.flat_arrays import offsets_of
from diglot.model import BisegmentTrees, Score, Signature, WordLinks

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


METRICS = ("leaves", "nodes", "bisegments_leaves", "bisegments_nodes", "groups")
MAX_CELLS = 100_000_000
LABELS = ("document", "pair")
LEAF_COLUMNS = (
    *LABELS,
    *("predicted", "inside", "leaves", "touched", "found", "single", "single_found"),
)
NODE_COLUMNS = (*LABELS, "nodes", "consistent", "leaves", "consistent_leaves")
GROUP_COLUMNS = (*LABELS, "predicted", "good")


@dataclass(frozen=True, slots=True)
class DepthRow:
    """How the nodes of one depth fared.

    Attributes:
        depth: 0 at the roots.
        nodes: gold nodes of that depth.
        consistency: share of them that hold a link and that no link leaves.
        precision: share of the predicted bisegments that are such a node.
        recall: share of such nodes that are predicted.
    """

    depth: int
    nodes: int
    consistency: float
    precision: float
    recall: float


@dataclass(frozen=True, slots=True)
class LeafCounts:
    """How large the final bisegments are, and which links lie inside one.

    Attributes:
        leaves: number of them.
        sizes: how many have 1 word on both sides, 2 on one and 1 on the other, 3 and 1, more than 2
            on both, and any others.
        links: by class, ``sure`` and ``possible``: links inside a final bisegment, and all.
        shares: of the sizes among final bisegments, and of the links inside one among those of
            their class; its statistics have one row a pair.
    """

    leaves: int
    sizes: Mapping[str, int]
    links: Mapping[str, tuple[int, int]]
    shares: Score


def leaf_counts(links: WordLinks, trees: BisegmentTrees) -> LeafCounts:
    """Count the final bisegments of trees by size, and the links that lie inside them.

    Links of pairs without a tree are passed over.

    Raises:
        InputError: the numbers of pairs differ.

    Reference:
        Xu and Yvon 2016, section 3.3: 64.0 % of the final bisegments of their Hansard pairs are
        1-1; of 2,720 sure links all but 37 lie inside one, of 9,915 possible links 4,328.
    """
    links, stretch, nodes, _ = _laid_out(links, trees)
    leaves = nodes[trees.leaves]
    leaves = leaves[np.argsort(leaves[:, 0])]
    pair = owners(links.offsets)
    inside = _leaf_of(links.source + pair * stretch, links.target + pair * stretch, leaves) >= 0
    height, width = leaves[:, 1] - leaves[:, 0], leaves[:, 3] - leaves[:, 2]
    less, more = np.minimum(height, width), np.maximum(height, width)
    sizes = {f"{size}-1": (less == 1) & (more == size) for size in (1, 2, 3)}
    sizes["both > 2"] = less > 2
    sizes["other"] = ~np.any([*sizes.values()], axis=0)
    possible = np.zeros(len(inside), np.bool_) if links.possible is None else links.possible
    classes = {"sure": ~possible, "possible": possible}
    of = pairs_of_boxes(leaves, stretch)
    counts = {"leaves": np.bincount(of, minlength=links.pairs)}
    counts |= {name: np.bincount(of, own, links.pairs) for name, own in sizes.items()}
    for name, own in classes.items():
        counts[f"{name} inside"] = np.bincount(pair, inside & own, links.pairs)
        counts[f"all {name}"] = np.bincount(pair, own, links.pairs)
    columns = (*LABELS, *counts)
    parts = {name: (name, "leaves") for name in sizes}
    parts |= {name: (f"{name} inside", f"all {name}") for name in classes}
    return LeafCounts(
        len(leaves),
        {name: int(own.sum()) for name, own in sizes.items()},
        {name: (int((inside & own).sum()), int(own.sum())) for name, own in classes.items()},
        _score(
            "shares",
            aggregate.number_rows(*counts.values()),
            columns,
            aggregate.ratios(columns, parts),
        ),
    )


def score(predicted: WordLinks, trees: BisegmentTrees) -> dict[str, Score]:
    """Score word links against trees; pairs without a tree are passed over.

    Returns:
        A score for each of ``METRICS``; their statistics have one row a pair.

        ``leaves``: ``precision`` (links inside a leaf), ``recall`` (leaves with a link), ``f1``,
        ``weighted_recall`` and ``weighted_aer``, where each leaf weighs 1, however large it is.
        ``nodes``: ``consistency`` of all nodes and ``minimal_consistency`` of leaves.
        ``bisegments_leaves`` and ``bisegments_nodes``: ``precision``, ``recall``, ``f1`` of minimal
        consistent bisegments against leaves and against all nodes.
        ``groups``: share of ``good`` ones among the bisegments of more than two words: those that
        are a leaf or a union of leaves with the same parent.

    Raises:
        InputError: the numbers of pairs differ.
    """
    predicted, stretch, nodes, found = _laid_out(predicted, trees)
    leaves = nodes[trees.leaves]
    larger = found[(found[:, 1::2] - found[:, 0::2]).sum(axis=1) > 2]
    good = _united(larger, leaves, trees.parent[trees.leaves])
    consistent = Plane.of(predicted, stretch).consistent(nodes)
    rows = partial(count_boxes, trees.pairs, stretch)

    def against(gold: Boxes) -> Floats:
        gold = distinct_boxes(gold)
        return rows(found, found[mark_members(found, gold)], gold)

    held = {"consistency": ("consistent", "nodes")}
    held["minimal_consistency"] = ("consistent_leaves", "leaves")
    return {
        "leaves": _score(
            "leaves",
            _leaf_rows(predicted, leaves, stretch),
            LEAF_COLUMNS,
            _leaf_figures,
            given=("leaves", "single"),
        ),
        "nodes": _score(
            "nodes",
            rows(nodes, nodes[consistent], leaves, leaves[consistent[trees.leaves]]),
            NODE_COLUMNS,
            aggregate.ratios(NODE_COLUMNS, held),
            given=("nodes", "leaves"),
        ),
        "bisegments_leaves": overlap_score("bisegments_leaves", against(leaves)),
        "bisegments_nodes": overlap_score("bisegments_nodes", against(nodes)),
        "groups": _score(
            "groups",
            rows(larger, larger[good]),
            GROUP_COLUMNS,
            aggregate.ratios(GROUP_COLUMNS, {"good": ("good", "predicted")}),
        ),
    }


def by_depth(predicted: WordLinks, trees: BisegmentTrees) -> tuple[DepthRow, ...]:
    """Return consistency, precision and recall at every depth of the trees, the roots first.

    Raises:
        InputError: the numbers of pairs differ.
    """
    predicted, stretch, nodes, found = _laid_out(predicted, trees)
    consistent = Plane.of(predicted, stretch).consistent(nodes)
    table = []
    for depth in range(int(trees.depth.max(initial=-1)) + 1):
        here = trees.depth == depth
        gold = nodes[here]
        hits = int(np.count_nonzero(mark_members(found, gold)))
        table.append(
            DepthRow(
                depth=depth,
                nodes=len(gold),
                consistency=float(consistent[here].mean()),
                precision=hits / len(found) if len(found) else 0.0,
                recall=hits / len(gold),
            )
        )
    return tuple(table)


def induced_links(trees: BisegmentTrees) -> WordLinks:
    """Return the links that trees stand for: a 1-1 leaf is sure, a larger one possible throughout.

    Raises:
        InputError: there are more than ``MAX_CELLS`` of them.
    """
    leaves = trees.leaves
    source, target = trees.source[leaves], trees.target[leaves]
    height, width = np.diff(source)[:, 0], np.diff(target)[:, 0]
    sizes = height.astype(np.int64) * width
    if sizes.sum() > MAX_CELLS:
        raise InputError(f"the leaves of the trees stand for more than {MAX_CELLS:,} links")
    leaf = np.repeat(np.arange(len(sizes)), sizes)
    cell = np.arange(len(leaf)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    row = (source[leaf, 0] + cell // width[leaf]).astype(np.int32)
    column = (target[leaf, 0] + cell % width[leaf]).astype(np.int32)
    pair = owners(trees.offsets)[leaves][leaf]
    order = np.lexsort((column, row, pair))
    offsets = offsets_of(np.bincount(pair, minlength=trees.pairs))
    return WordLinks(offsets, row[order], column[order], possible=(sizes > 1)[leaf][order])


def overlap_score(name: str, rows: Floats) -> Score:
    """Return precision, recall and F1 from rows of predicted, common and gold things."""
    columns = (*LABELS, "predicted", "hits", "gold")
    return _score(name, rows, columns, _overlap_figures, given=("gold",))


def _laid_out(predicted: WordLinks, trees: BisegmentTrees) -> tuple[WordLinks, int, Boxes, Boxes]:
    """Return the links of pairs with a tree, the stretch, the nodes, the predicted bisegments."""
    number_links([predicted])  # refuses links that would land in another pair
    stretch = stretch_of([predicted], [trees])
    predicted = select_links(predicted, (np.diff(trees.offsets) > 0)[owners(predicted.offsets)])
    return predicted, stretch, boxes_of(trees, stretch), Plane.of(predicted, stretch).bisegments()


def _leaf_rows(predicted: WordLinks, leaves: Boxes, stretch: int) -> Floats:
    """Count links and leaves by pair, with the columns ``LEAF_COLUMNS``."""
    pairs = predicted.pairs
    leaves = leaves[np.argsort(leaves[:, 0])]
    owner = pairs_of_boxes(leaves, stretch)
    pair = owners(predicted.offsets)
    leaf = _leaf_of(predicted.source + pair * stretch, predicted.target + pair * stretch, leaves)
    inside = leaf >= 0
    hits = np.bincount(leaf[inside], minlength=len(leaves))
    sizes = (leaves[:, 1] - leaves[:, 0]) * (leaves[:, 3] - leaves[:, 2])
    single = sizes == 1
    of_leaves = (np.ones(len(leaves)), hits > 0, hits / sizes, single, single & (hits > 0))
    return aggregate.number_rows(
        np.bincount(pair, minlength=pairs),
        np.bincount(pair, inside, pairs),
        *(np.bincount(owner, weights, pairs) for weights in of_leaves),
    )


def _leaf_of(source: Ints, target: Ints, leaves: Boxes) -> Ints:
    """Return the leaf that each link lies in, -1 for none; leaves share no word and ascend."""
    if not len(leaves):
        return np.full(len(source), -1, dtype=np.int64)
    leaf = np.maximum(np.searchsorted(leaves[:, 0], source, side="right") - 1, 0)
    here = leaves[leaf]
    inside = (
        (source >= here[:, 0])
        & (source < here[:, 1])
        & (target >= here[:, 2])
        & (target < here[:, 3])
    )
    return np.where(inside, leaf, -1)


def _united(boxes: Boxes, leaves: Boxes, parents: Ints) -> Flags:
    """Mark the boxes that leaves with the same parent cover exactly."""
    order = np.argsort(leaves[:, 0])
    leaves, parents = leaves[order], parents[order]
    first = np.searchsorted(leaves[:, 0], boxes[:, 0])
    last = np.searchsorted(leaves[:, 0], boxes[:, 1])
    some = first < last

    def covers(side: int) -> Flags:
        begin, end = leaves[:, side], leaves[:, side + 1]
        length = offsets_of(end - begin)
        # Leaves share no word: those that lie inside and are as long together leave no gap.
        whole: Flags = (
            (length[last] - length[first] == boxes[:, side + 1] - boxes[:, side])
            & (reduce_runs(np.minimum, begin, first, last) >= boxes[:, side])
            & (reduce_runs(np.maximum, end, first, last) <= boxes[:, side + 1])
        )
        return whole

    siblings: Flags = reduce_runs(np.minimum, parents, first, last) == reduce_runs(
        np.maximum, parents, first, last
    )
    return some & covers(0) & covers(2) & siblings


def _leaf_figures(counts: Floats) -> dict[str, Floats]:
    predicted, inside, leaves, touched, found, single, single_found = (
        counts[..., column] for column in range(7)
    )
    # The links in a leaf weigh 1 together if they are all there, a link in none weighs 1.
    weight = found + predicted - inside
    return {
        **aggregate.precision_recall(inside, predicted, touched, leaves),
        "weighted_recall": aggregate.divide(found, leaves),
        "weighted_aer": 1 - aggregate.divide(single_found + found, weight + single, empty=1.0),
    }


def _overlap_figures(counts: Floats) -> dict[str, Floats]:
    predicted, hits, gold = (counts[..., column] for column in range(3))
    precision, recall = aggregate.divide(hits, predicted), aggregate.divide(hits, gold)
    f1 = aggregate.divide(2 * hits, predicted + gold)
    return {"precision": precision, "recall": recall, "f1": f1}


def _score(
    name: str,
    rows: Floats,
    columns: tuple[str, ...],
    figures: aggregate.Aggregate,
    *,
    given: tuple[str, ...] = (),
) -> Score:
    signature = Signature(f"trees.{name}", __version__)
    return aggregate.score(name, rows, columns, figures, signature, given=given)


# How far two trees of bisegments over the same sentence pairs agree.

AGREEMENT_METRICS = ("brackets", "leaves", "links", "crossing")

# Nodes compared at a time with all gold nodes of their pair: memory stays flat for a huge tree.
_CHUNK = 1000


def score_trees(predicted: BisegmentTrees, gold: BisegmentTrees) -> dict[str, Score]:
    """Compare trees with gold trees; pairs where either has none are passed over.

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
    rows = partial(count_boxes, gold.pairs, stretch)
    scores = {
        name: overlap_score(name, rows(found, found[mark_members(found, right)], right))
        for name, found, right in zip(AGREEMENT_METRICS[:3], ours, theirs, strict=True)
    }
    nodes = ours[0]
    crossing = rows(nodes, nodes[mark_crossing(nodes, theirs[0], stretch, gold.pairs)])
    columns = (*LABELS, "predicted", "crossing")
    share = aggregate.ratios(columns, {"crossing": ("crossing", "predicted")})
    return scores | {"crossing": _score("crossing", crossing, columns, share)}


def _parts(trees: BisegmentTrees, pairs: Flags, stretch: int) -> tuple[Boxes, Boxes, Boxes]:
    """Return the distinct nodes, leaves and single links of the chosen pairs, ascending."""
    here = pairs[owners(trees.offsets)]
    boxes = boxes_of(trees, stretch)
    leaves = distinct_boxes(boxes[here & trees.leaves])
    single = (leaves[:, 1::2] - leaves[:, 0::2] == 1).all(axis=1)
    return distinct_boxes(boxes[here]), leaves, leaves[single]


def mark_crossing(nodes: Boxes, gold: Boxes, stretch: int, pairs: int) -> Flags:
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
