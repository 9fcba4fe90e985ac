"""Agreement of two annotators on sets, spans, sentence links, word links and divisions, as F.

What neither chose does not count, and often cannot be counted. F is the same both ways, and is the
share of the chosen on which the other agrees. It is NaN where nobody chose anything.

Reference: Hripcsak and Rothschild 2005, "Agreement, the F-measure, and reliability in information
    retrieval".
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

import numpy as np

from diglot._version import __version__
from diglot.errors import InputError
from diglot.evaluate.agreement import coefficients
from diglot.evaluate.alignments import sentences
from diglot.evaluate.alignments.links import BLOCK
from diglot.evaluate.alignments.trees import DIRECT, INVERSE, mark_crossing, operations
from diglot.evaluate.alignments.words import (
    Boxes,
    boxes_of,
    check_range,
    count_boxes,
    distinct_boxes,
    mark_members,
    number_links,
    owners,
    stretch_of,
    sum_by_pair,
)
from diglot.evaluate.statistics import aggregate
from diglot.evaluate.statistics.aggregate import Flags, Floats, Ints
from diglot.flat_arrays import find_sorted
from diglot.model import BisegmentTrees, Link, Score, Signature, WordLinks

Thing = TypeVar("Thing", bound="Hashable")
COLUMNS = ("document", "pair", "first", "second", "shared")


def set_agreement(
    first: Collection[Thing],
    second: Collection[Thing],
    *,
    groups: Mapping[Thing, Hashable] | None = None,
) -> Score:
    """Compare what two annotators chose, such as links that are not wrong, or terms accepted.

    Args:
        first: what one chose, each once.
        second: what the other chose.
        groups: the sentence pair of each thing; None if each is a group of its own.

    Returns:
        The figure ``f`` and the counts ``first``, ``second`` and ``shared``, one row a group.
    """
    one, other = dict.fromkeys(first), dict.fromkeys(second)
    names: dict[Hashable, int] = {}
    cells: list[tuple[int, bool, bool]] = []
    for thing in {**one, **other}:
        group = names.setdefault(thing if groups is None else groups[thing], len(names))
        cells.append((group, thing in one, thing in other))
    table = np.array(cells, dtype=np.int64).reshape(-1, 3)
    rows = aggregate.number_rows(
        *(
            np.bincount(table[:, 0], marks, len(names))
            for marks in (table[:, 1], table[:, 2], table[:, 1] & table[:, 2])
        )
    )
    signature = Signature("agreement.sets", __version__, (("unit", "pair"),))
    return aggregate.score("sets", rows, COLUMNS, _figures, signature)


def f_score(shared: Floats, first: Floats, second: Floats) -> Floats:
    """Return F of sizes of two sets and of what they share; NaN for two empty ones."""
    return aggregate.divide(2 * shared, first + second, empty=np.nan)


def _figures(counts: Floats) -> dict[str, Floats]:
    return {"f": f_score(counts[..., 2], counts[..., 0], counts[..., 1])}


SPAN_COLUMNS = (
    *("document", "pair", "items", "identical"),
    *("first", "second", "shared", "first_weight", "second_weight", "shared_weight"),
)


def span_agreement(
    first: Sequence[Collection[int]],
    second: Sequence[Collection[int]],
    *,
    weights: Sequence[Sequence[int]] | None = None,
) -> Score:
    """Compare the places that two annotators marked in the same texts.

    Args:
        first: places marked by one in each text: numbers of words, or offsets of characters.
        second: the same of the other.
        weights: weight of every place of every text, such as the characters of each word; None if
            all weigh 1.

    Returns:
        Micro-averaged ``f`` over places, ``f_weighted`` over weights, and ``identical``, the share
        of texts with the same places; one row a text.

    Raises:
        InputError: numbers of texts differ, or a place is not in its text.
    """
    if len(first) != len(second) or (weights is not None and len(weights) != len(first)):
        raise InputError("spans of two annotators must be those of the same texts")
    rows = np.zeros((len(first), len(SPAN_COLUMNS)))
    for number, (ours, theirs) in enumerate(zip(first, second, strict=True)):
        one, other = set(ours), set(theirs)
        sets = one, other, one & other
        heavy = None if weights is None else weights[number]
        if any(place < 0 for place in one | other) or (
            heavy is not None and any(place >= len(heavy) for place in one | other)
        ):
            raise InputError("a marked place is not in its text", place=f"text {number + 1}")
        summed = [len(each) if heavy is None else sum(heavy[i] for i in each) for each in sets]
        rows[number] = (0, number, 1, one == other, *map(len, sets), *summed)
    signature = Signature("agreement.spans", __version__, (("unit", "text"),))
    return aggregate.score("spans", rows, SPAN_COLUMNS, _span_metrics, signature)


def _span_metrics(counts: Floats) -> dict[str, Floats]:
    items, identical, first, second, shared, *heavy = np.moveaxis(counts, -1, 0)
    return {
        "f": f_score(shared, first, second),
        "f_weighted": f_score(heavy[2], heavy[0], heavy[1]),
        "identical": aggregate.divide(identical, items, empty=np.nan),
    }


# Links between sentences.
#
# References: Langlais et al. 1998 (levels of links, sentences and characters); Cohen 1960 (kappa).

LEVELS = {"beads": "align", "sentences": "sentence", "words": "word", "characters": "char"}
"""Our names of the levels, with those of the metric."""


@dataclass(frozen=True, slots=True, eq=False)
class BeadAgreement:
    """Agreement of two annotators on the links of one pair of documents.

    Attributes:
        beads: number of links of each annotator, those to nothing included.
        boundaries: places between two segments of a side, by whether the first and the second
            annotator end a link there: both, only the first, only the second, neither; (2, 2).
        scores: by level: F as ``f1``, the same both ways; levels of words and characters need
            texts. ``boundaries``: Cohen's ``kappa`` and ``raw`` agreement over `boundaries`.
    """

    beads: tuple[int, int]
    boundaries: Ints
    scores: Mapping[str, Score]


def bead_agreement(
    first: Sequence[Link],
    second: Sequence[Link],
    *,
    texts: tuple[Sequence[str], Sequence[str]] | None = None,
) -> BeadAgreement:
    """Compare the links of two annotators.

    Args:
        first: links of one.
        second: links of the other between the same segments.
        texts: the source and the target segments, for the levels of words and characters.

    Raises:
        InputError: a link names a segment that the texts do not have.
    """
    sides = ([texts[0]], [texts[1]]) if texts is not None else ()
    found = sentences.score([second], [first], *sides, split_nulls=False)
    scores = {name: found[metric] for name, metric in LEVELS.items() if metric in found}
    cells, blocks = _boundaries(first, second)
    scores["boundaries"] = _kappa(cells, blocks)
    table = np.bincount(cells, minlength=4).reshape(2, 2)
    return BeadAgreement((len(first), len(second)), table, scores)


def _boundaries(first: Sequence[Link], second: Sequence[Link]) -> tuple[Ints, Ints]:
    """Return the cell of (2, 2) of every place between two segments, and its block."""
    cells: list[int] = []
    blocks: list[int] = []
    for side in ("source", "target"):
        owners = [
            {index: number for number, link in enumerate(links) for index in getattr(link, side)}
            for links in (first, second)
        ]
        size = 1 + max((max(each, default=-1) for each in owners), default=-1)
        for place, following in pairwise(range(size)):
            ends = [each.get(place, -1) != each.get(following, -2) for each in owners]
            cells.append(2 * (not ends[0]) + (not ends[1]))
            blocks.append(place // BLOCK)
    return np.array(cells, dtype=np.int64), np.array(blocks, dtype=np.int64)


def _kappa(cells: Ints, blocks: Ints) -> Score:
    count = int(blocks.max(initial=-1)) + 1
    tables = np.bincount(4 * blocks + cells, minlength=4 * count).reshape(-1, 4)
    columns = ("document", "block", "both", "first", "second", "neither")
    signature = Signature("agreement.boundaries", __version__, (("block", str(BLOCK)),))
    rows = aggregate.number_rows(tables)
    return aggregate.score("boundaries", rows, columns, _bead_metrics, signature)


def _bead_metrics(counts: Floats) -> dict[str, Floats]:
    tables = counts.reshape(*counts.shape[:-1], 2, 2)
    return {"raw": coefficients.diagonal_share(tables), "kappa": coefficients.kappa(tables)}


# Word links, sure and possible ones.
#
# References: Och and Ney 2000 (alignment error rate, with one annotator as reference);
# Melamed 1998, "Manual annotation of translational equivalence: the Blinker project".

CLASSES = ("none", "possible", "sure")
LINK_COLUMNS = ("document", "pair", *(f"{one}-{other}" for one in CLASSES for other in CLASSES))


@dataclass(frozen=True, slots=True, eq=False)
class LinkAgreement:
    """Agreement of two annotators on links.

    Attributes:
        pairs: number of sentence pairs.
        confusion: pairs of words by the ``CLASSES`` of the first and of the second annotator,
            shape (3, 3); the corner of those that neither links is 0 if lengths are not known.
        score: the figures, see `link_agreement`; one row a sentence pair.
    """

    pairs: int
    confusion: Ints
    score: Score


def link_agreement(
    first: WordLinks, second: WordLinks, *, lengths: tuple[Ints, Ints] | None = None
) -> LinkAgreement:
    """Compare the links of two annotators.

    Args:
        first: links of one; ``possible`` marks those that are not sure.
        second: links of the other to the same sentence pairs.
        lengths: numbers of source and of target words of the pairs, each of shape (pairs,).

    Returns:
        ``f_sure`` over sure links, ``f`` over all; ``aer_first`` and ``aer_second``, the error
        rate if the first or the second annotator is the reference; ``kappa``, Cohen's over all
        pairs of words, linked or not, which depends on how many are not: NaN without lengths.

    Raises:
        InputError: the numbers of pairs differ, or a link names a word that is not there.
    """
    ours, theirs = number_links([first, second])
    if lengths is not None:
        check_range(first, *lengths, of="the first annotator")
        check_range(second, *lengths, of="the second annotator")
    kinds = [_kinds(links) for links in (first, second)]
    place = find_sorted(ours, theirs)
    of_other = np.where(place >= 0, kinds[1][place] if len(kinds[1]) else 0, 0)
    alone = find_sorted(theirs, ours) < 0
    tables = np.zeros((first.pairs, 3, 3))
    for mine in (1, 2):
        for yours in (0, 1, 2):
            marks = (kinds[0] == mine) & (of_other == yours)
            tables[:, mine, yours] = sum_by_pair(first.offsets, marks)
        tables[:, 0, mine] = sum_by_pair(second.offsets, alone & (kinds[1] == mine))
    if lengths is not None:
        tables[:, 0, 0] = lengths[0] * lengths[1] - tables.sum(axis=(1, 2))
    rows = aggregate.number_rows(tables.reshape(-1, 9))
    signature = Signature("agreement.links", __version__, (("unit", "pair"),))
    score = aggregate.score("word_links", rows, LINK_COLUMNS, _link_metrics, signature)
    return LinkAgreement(first.pairs, tables.sum(axis=0).astype(np.int64), score)


def _kinds(links: WordLinks) -> Ints:
    """Return the position in ``CLASSES`` of each link."""
    if links.possible is None:
        return np.full(len(links.source), 2)
    return np.where(links.possible, 1, 2)


def _link_metrics(counts: Floats) -> dict[str, Floats]:
    cells = counts.reshape(*counts.shape[:-1], 3, 3)
    linked = cells[..., 1:, 1:].sum(axis=(-2, -1))
    first, second = cells[..., 1:, :].sum(axis=(-2, -1)), cells[..., :, 1:].sum(axis=(-2, -1))
    sure_first, sure_second = cells[..., 2, :].sum(axis=-1), cells[..., :, 2].sum(axis=-1)
    two = coefficients.collapse_labels(cells, 0)
    # Without the pairs of words that nobody links there is nothing to correct for chance.
    unknown = cells[..., 0, 0] == 0
    return {
        "f_sure": f_score(cells[..., 2, 2], sure_first, sure_second),
        "f": f_score(linked, first, second),
        "aer_first": _error_rate(cells[..., 2, 1:].sum(axis=-1), linked, second, sure_first),
        "aer_second": _error_rate(cells[..., 1:, 2].sum(axis=-1), linked, first, sure_second),
        "kappa": np.where(unknown, np.nan, coefficients.kappa(two)),
    }


def _error_rate(in_sure: Floats, in_all: Floats, predicted: Floats, sure: Floats) -> Floats:
    return 1 - aggregate.divide(in_sure + in_all, predicted + sure, empty=np.nan)


# Trees of bisegments. The root is the sentence pair itself and no decision, so it never counts.
#
# References: Black et al. 1991 (brackets and crossing brackets); Xu and Yvon 2016, section 3.3.

KINDS = ("brackets", "divided", "leaves", "links")
DIVISION_COLUMNS = (
    *("document", "pair"),
    *(f"{kind} {what}" for kind in KINDS for what in ("first", "second", "shared")),
    *("crossing first", "crossing second", "divided by both", "divided alike"),
)


def division_agreement(first: BisegmentTrees, second: BisegmentTrees) -> Score:
    """Compare the trees of two annotators; pairs where either has none are passed over.

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
    counted: list[Boxes] = []
    for one, other in zip(*sides, strict=True):
        counted += [one, other, one[mark_members(one, other)]]
    ours, theirs = sides[0][0], sides[1][0]
    splits = [_splits(trees, both, stretch) for trees in (first, second)]
    parents = [distinct_boxes(each[:, :4]) for each in splits]
    rows = count_boxes(
        first.pairs,
        stretch,
        *counted,
        ours[mark_crossing(ours, theirs, stretch, first.pairs)],
        theirs[mark_crossing(theirs, ours, stretch, first.pairs)],
        parents[0][mark_members(*parents)],
        splits[0][mark_members(*splits)][:, :4],
    )
    signature = Signature("agreement.trees", __version__, (("unit", "pair"),))
    return aggregate.score("divisions", rows, DIVISION_COLUMNS, _division_metrics, signature)


def _parts(trees: BisegmentTrees, pairs: Flags, stretch: int) -> tuple[Boxes, Boxes, Boxes, Boxes]:
    """Return the distinct bisegments of the chosen pairs for each of ``KINDS``, ascending."""
    here = pairs[owners(trees.offsets)]
    boxes = boxes_of(trees, stretch)
    roots = distinct_boxes(boxes[here & (trees.parent < 0)])
    leaves = distinct_boxes(boxes[here & trees.leaves])
    brackets = _without(distinct_boxes(boxes[here]), roots)
    single = (leaves[:, 1::2] - leaves[:, 0::2] == 1).all(axis=1)
    return brackets, _without(brackets, leaves), _without(leaves, roots), leaves[single]


def _without(boxes: Boxes, others: Boxes) -> Boxes:
    return boxes[~mark_members(boxes, others)]


def _splits(trees: BisegmentTrees, pairs: Flags, stretch: int) -> Boxes:
    """Return the divided bisegments with where and how, shape (divisions, 7), each once."""
    done = operations(trees)
    marks = pairs[owners(trees.offsets)] & ((done.kinds == DIRECT) | (done.kinds == INVERSE))
    boxes = boxes_of(trees, stretch)[marks]
    return distinct_boxes(np.column_stack([boxes, done.splits[marks], done.kinds[marks]]))


def _division_metrics(counts: Floats) -> dict[str, Floats]:
    columns = np.moveaxis(counts, -1, 0)
    found = {
        kind: f_score(columns[3 * number + 2], columns[3 * number], columns[3 * number + 1])
        for number, kind in enumerate(KINDS)
    }
    crossed, nodes = columns[12] + columns[13], columns[0] + columns[1]
    found["crossing"] = aggregate.divide(crossed, nodes, empty=np.nan)
    found["splits"] = aggregate.divide(columns[15], columns[14], empty=np.nan)
    return found
