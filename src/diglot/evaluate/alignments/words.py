"""Scores of word alignment: alignment error rate, precision, recall and F over links.

A gold link is sure or only possible; S are the sure links, P all of them, so S is a part of P. What
is predicted and stands in P is not wrong, and what stands in S has to be found. The links and
bisegments of a whole corpus are flat arrays of numbers.

References:
    Och and Ney 2000, "A comparison of alignment models for statistical machine translation"
    (sure and possible links, alignment error rate).
    Fraser and Marcu 2007, "Measuring word alignment quality for statistical machine translation",
    Computational Linguistics 33(3) (F with weight alpha of precision).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from diglot._version import __version__
from diglot.errors import ConfigError, InputError
from diglot.evaluate.statistics import aggregate
from diglot.evaluate.statistics.aggregate import Flags, Floats, Ints, number_rows
from diglot.flat_arrays import find_sorted, offsets_of
from diglot.model import BisegmentTrees, Score, Signature, WordLinks
from diglot.plurals import count_of

_LIMIT = 2**63


def owners(offsets: Ints) -> Ints:
    """Return the number of the pair that each entry of a flat array belongs to."""
    return np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))


def number_links(links: Sequence[WordLinks]) -> list[Ints]:
    """Number the links so that equal ones of several values have equal numbers.

    Returns:
        For each of ``links`` ascending numbers, shape (links,).

    Raises:
        InputError: the numbers of pairs differ, or the links of a pair are not ascending, distinct
            and at least zero.
    """
    check_pairs(*links)
    height, width = (
        1 + max(int(side.max(initial=0)) for side in sides)
        for sides in ([each.source for each in links], [each.target for each in links])
    )
    if links[0].pairs * height * width >= _LIMIT:
        raise InputError(f"a link names source word {height - 1} or target word {width - 1}")
    return [_numbers(each, height, width) for each in links]


def sum_by_pair(offsets: Ints, weights: Flags | Floats) -> Floats:
    """Sum the weights of the entries of each pair, shape (pairs,)."""
    return np.bincount(owners(offsets), weights, len(offsets) - 1).astype(np.float64)


def select_links(links: WordLinks, keep: Flags) -> WordLinks:
    """Return the links marked in ``keep``, shape (links,)."""
    return WordLinks(
        offsets_of(keep)[links.offsets],
        links.source[keep],
        links.target[keep],
        None if links.scores is None else links.scores[keep],
        None if links.possible is None else links.possible[keep],
    )


def check_pairs(*links: WordLinks) -> None:
    """Refuse links of different numbers of sentence pairs.

    Raises:
        InputError: the numbers differ.
    """
    sizes = [each.pairs for each in links]
    if len(set(sizes)) > 1:
        raise InputError(
            f"the prediction has {count_of(sizes[0], 'pair')}, gold has {sizes[-1]:,}",
            cure="give one line per sentence pair, empty where nothing is linked",
        )


def check_range(links: WordLinks, source: Ints, target: Ints, *, of: str) -> None:
    """Refuse links to words that the sentences do not have.

    Args:
        links: the links.
        source: number of tokens of each source sentence, shape (pairs,).
        target: the same of the target sentences.
        of: whose links they are, for the message.

    Raises:
        InputError: a link leaves its pair, or the numbers of pairs differ.
    """
    pair = owners(links.offsets)
    sides = (("source", links.source, source), ("target", links.target, target))
    for name, positions, lengths in sides:
        if len(lengths) != links.pairs:
            raise InputError(
                f"{of} has {count_of(links.pairs, 'pair')}, the text "
                f"{count_of(len(lengths), f'{name} sentence')}"
            )
        beyond = np.flatnonzero(positions >= lengths[pair])
        if len(beyond):
            first = int(beyond[0])
            raise InputError(
                f"{of} links {name} word {positions[first]}, but the sentence has "
                f"{count_of(int(lengths[pair[first]]), 'word')}, counted from 0",
                place=f"pair {pair[first] + 1}",
                cure="give the tokens that the links were made for, and the base of the numbers",
            )


def _numbers(links: WordLinks, height: int, width: int) -> Ints:
    pair = owners(links.offsets)
    numbers = (pair * height + links.source) * width + links.target
    wrong = np.flatnonzero(np.diff(numbers) <= 0) + 1
    below = np.flatnonzero((links.source < 0) | (links.target < 0))
    if len(wrong) or len(below):
        raise InputError(
            "the links of a pair must be ascending, distinct and count words from zero",
            place=f"pair {pair[min(*wrong[:1], *below[:1], len(pair) - 1)] + 1}",
        )
    return numbers


# Word links and bisegments of a whole corpus on one pair of axes: no loop runs over pairs.
#
# The axes are cut into stretches of equal length, one a sentence pair: word ``i`` of pair ``k``
# stands at ``k * stretch + i``. A box is a bisegment there: source begin and end, target begin and
# end.


Boxes = Ints
Places = Ints


def stretch_of(links: Sequence[WordLinks], trees: Sequence[BisegmentTrees]) -> int:
    """Return a length of stretch in which every word has its place.

    Raises:
        InputError: the numbers of pairs differ.
    """
    sizes = {each.pairs for each in links} | {each.pairs for each in trees}
    if len(sizes) > 1:
        raise InputError(
            f"there are {' and '.join(map(str, sorted(sizes)))} sentence pairs",
            cure="give one tree and one line of links per sentence pair",
        )
    positions = [each.source for each in links] + [each.target for each in links]
    ends = [each.source for each in trees] + [each.target for each in trees]
    return 1 + max(int(side.max(initial=0)) for side in positions + ends)


def boxes_of(trees: BisegmentTrees, stretch: int) -> Boxes:
    """Return the nodes of trees as boxes, shape (nodes, 4)."""
    shift = (owners(trees.offsets) * stretch)[:, None]
    return np.hstack([trees.source + shift, trees.target + shift])


def distinct_boxes(boxes: Boxes) -> Boxes:
    """Return every box once, in ascending order."""
    return np.unique(boxes, axis=0)


def mark_members(boxes: Boxes, others: Boxes) -> Flags:
    """Mark the boxes that stand among ``others``."""
    _, numbers = np.unique(np.vstack([boxes, others]), axis=0, return_inverse=True)
    numbers = numbers.reshape(-1)
    return np.isin(numbers[: len(boxes)], numbers[len(boxes) :])


def pairs_of_boxes(boxes: Boxes, stretch: int) -> Ints:
    """Return the sentence pair of each box."""
    pairs: Ints = boxes[:, 0] // stretch
    return pairs


def count_boxes(pairs: int, stretch: int, *several: Boxes) -> Floats:
    """Return a row of statistics for each sentence pair: how many boxes of each kind it has."""
    return number_rows(
        *(np.bincount(pairs_of_boxes(boxes, stretch), minlength=pairs) for boxes in several)
    )


@dataclass(frozen=True, slots=True, eq=False)
class Axis:
    """Links in ascending order of the word they have on one side.

    Attributes:
        places: place of that word, ascending, shape (links,).
        order: number of each link among all.
    """

    places: Places
    order: NDArray[np.intp]

    @classmethod
    def of(cls, places: Places) -> Axis:
        """Sort links along one side."""
        order = np.argsort(places, kind="stable")
        return cls(places[order], order)

    def runs(self, begin: Places, end: Places) -> tuple[Places, Places]:
        """Return where the links of each span stand in the order."""
        return np.searchsorted(self.places, begin), np.searchsorted(self.places, end)


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """The links of a corpus, and their order along both axes.

    Attributes:
        boxes: every link as a box of one word on each side, shape (links, 4).
        source: the links along the source.
        target: the links along the target.
    """

    boxes: Boxes
    source: Axis
    target: Axis

    @classmethod
    def of(cls, links: WordLinks, stretch: int) -> Plane:
        """Place the links of all pairs."""
        shift = owners(links.offsets) * stretch
        source, target = links.source + shift, links.target + shift
        boxes = np.column_stack([source, source + 1, target, target + 1])
        return cls(boxes, Axis.of(source), Axis.of(target))

    def consistent(self, boxes: Boxes) -> Flags:
        """Mark the boxes that hold a link and that no link leaves on one side only."""
        first, last = self.source.runs(boxes[:, 0], boxes[:, 1])
        reached = self._hulls(self.boxes, boxes)
        outside = (reached[:, 0::2] < boxes[:, 0::2]) | (reached[:, 1::2] > boxes[:, 1::2])
        marks: Flags = (first < last) & ~outside.any(axis=1)
        return marks

    def bisegments(self) -> Boxes:
        """Return the minimal consistent bisegments: the smallest box around each link."""
        boxes, of = np.unique(self.boxes, axis=0, return_inverse=True)
        while True:
            # What a link in the box needs, the box needs. Taking the links' whole boxes instead of
            # the links alone doubles the reach in every round.
            hulls = self._hulls(boxes[of.reshape(-1)], boxes)
            grown, numbers = np.unique(hulls, axis=0, return_inverse=True)
            if np.array_equal(grown, boxes):
                return grown
            boxes, of = grown, numbers.reshape(-1)[of.reshape(-1)]

    def _hulls(self, parts: Boxes, boxes: Boxes) -> Boxes:
        """Return each box with the parts of all links that have an end in it, one a link."""
        hulls = boxes.copy()
        for axis, side in ((self.source, 0), (self.target, 2)):
            first, last = axis.runs(boxes[:, side], boxes[:, side + 1])
            some = first < last
            for column in range(4):
                extreme = np.maximum if column % 2 else np.minimum
                found = reduce_runs(extreme, parts[axis.order, column], first, last)
                hulls[some, column] = extreme(hulls[some, column], found[some])
        return hulls


def reduce_runs(function: np.ufunc, values: Places, first: Places, last: Places) -> Ints:
    """Reduce ``values[first:last]`` for each run; what an empty run gives means nothing."""
    padded = np.append(values, 0)
    bounds = np.column_stack([first, last]).ravel()
    if not len(bounds):
        return np.zeros(0, dtype=np.int64)
    reduced: Ints = function.reduceat(padded, bounds)[::2]
    return reduced


ALPHA = 0.5
COLUMNS = ("document", "pair", "predicted", "possible_hits", "sure_hits", "sure", "possible")
GIVEN = ("sure", "possible")


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """Some tokens of one side of many sentence pairs, held flat.

    Attributes:
        offsets: where the tokens of each sentence begin, and the total, shape (pairs + 1,).
        marked: shape (tokens,).
    """

    offsets: Ints
    marked: Flags

    @property
    def lengths(self) -> Ints:
        """Number of tokens of each sentence, shape (pairs,)."""
        return np.diff(self.offsets)

    def of(self, links: WordLinks, positions: NDArray[np.int32]) -> Flags:
        """Return the marks of the tokens at ``positions``, one for each of ``links``."""
        marks: Flags = self.marked[self.offsets[owners(links.offsets)] + positions]
        return marks


def score(
    predicted: WordLinks,
    gold: WordLinks,
    *,
    all_sure: bool = False,
    ignore_possible: bool = False,
    punctuation: tuple[Marks, Marks] | None = None,
    alpha: float = ALPHA,
) -> Score:
    """Score word links against gold, pooled over sentence pairs.

    Args:
        predicted: links of each pair.
        gold: gold links of the same pairs; ``possible`` marks those that are not sure.
        all_sure: count possible links as sure.
        ignore_possible: count possible links as no links.
        punctuation: tokens of the source and of the target side whose links are left out on both
            sides (see `punctuation_of`).
        alpha: weight of the precision in ``f_alpha``, in [0, 1]; below .5 recall weighs more.

    Returns:
        The figures ``aer``, ``precision``, ``recall``, ``f1`` and ``f_alpha``; the statistics have
        one row a sentence pair.

    Raises:
        InputError: the numbers of pairs differ, or a link names a token that is not there.
        ConfigError: ``alpha`` is out of range, or both options on possible links are given.
    """
    if all_sure and ignore_possible:
        raise ConfigError("possible links cannot be both sure and ignored")
    if not 0 <= alpha <= 1:
        raise ConfigError(f"alpha is {alpha}; it must lie between 0 and 1")
    check_pairs(predicted, gold)
    if punctuation is not None:
        predicted = _without(predicted, *punctuation, of="the prediction")
        gold = _without(gold, *punctuation, of="gold")
    if gold.possible is not None and ignore_possible:
        gold = select_links(gold, ~gold.possible)
    sure = np.ones(len(gold.source), dtype=np.bool_)
    if gold.possible is not None and not all_sure:
        sure = ~gold.possible
    statistics = _rows(predicted, gold, sure)
    options = (
        ("possible", "sure" if all_sure else "ignored" if ignore_possible else "kept"),
        ("punctuation", "kept" if punctuation is None else "removed"),
        ("alpha", f"{alpha:g}"),
        ("gold", "sure-only" if _sure_only(statistics) else "sure+possible"),
    )
    metrics = partial(word_metrics, alpha=alpha)
    signature = Signature("words", __version__, options)
    return aggregate.score("words", statistics, COLUMNS, metrics, signature, given=GIVEN)


def word_metrics(counts: Floats, *, alpha: float = ALPHA) -> dict[str, Floats]:
    """Compute the figures of summed counts.

    Where nothing is sure, nothing was missed: the recall is 1. Where nothing is predicted, the
    precision is 0, or 1 if nothing is sure either.

    Args:
        counts: shape (..., 4 or more): predicted links, those in P, those in S, sure links.
        alpha: weight of the precision in ``f_alpha``.

    Returns:
        An array of shape (...) for each figure.
    """
    predicted, in_possible, in_sure, sure = (counts[..., column] for column in range(4))
    precision = aggregate.divide(in_possible, predicted)
    precision = np.where((predicted == 0) & (sure == 0), 1.0, precision)
    recall = aggregate.divide(in_sure, sure, empty=1.0)
    return {
        "aer": 1 - aggregate.divide(in_sure + in_possible, predicted + sure, empty=1.0),
        "precision": precision,
        "recall": recall,
        "f1": aggregate.harmonic_mean(precision, recall),
        "f_alpha": aggregate.divide(precision * recall, alpha * recall + (1 - alpha) * precision),
    }


def sure_only(score: Score) -> bool:
    """Tell whether gold has no possible links: such an AER must not be compared with others."""
    return _sure_only(score.statistics)


def punctuation_of(sentences: Sequence[Sequence[str]]) -> Marks:
    """Mark the tokens made of punctuation and symbols only."""
    offsets = offsets_of([*map(len, sentences)])
    marked = (_is_punctuation(token) for token in chain.from_iterable(sentences))
    return Marks(offsets, np.fromiter(marked, np.bool_, int(offsets[-1])))


def _rows(predicted: WordLinks, gold: WordLinks, sure: Flags) -> Floats:
    """Count the links of each pair; ``sure`` marks those of gold."""
    found = find_sorted(*number_links([predicted, gold]))
    hits = found >= 0
    sure_hits = hits.copy()
    sure_hits[hits] = sure[found[hits]]
    return aggregate.number_rows(
        np.diff(predicted.offsets),
        sum_by_pair(predicted.offsets, hits),
        sum_by_pair(predicted.offsets, sure_hits),
        sum_by_pair(gold.offsets, sure),
        np.diff(gold.offsets),
    )


def _sure_only(statistics: Floats) -> bool:
    return bool(statistics[:, 5].sum() == statistics[:, 6].sum())


def _without(links: WordLinks, source: Marks, target: Marks, *, of: str) -> WordLinks:
    """Drop the links with a marked end."""
    check_range(links, source.lengths, target.lengths, of=of)
    return select_links(links, ~(source.of(links, links.source) | target.of(links, links.target)))


def _is_punctuation(token: str) -> bool:
    return all(unicodedata.category(character)[0] in "PS" for character in token)
