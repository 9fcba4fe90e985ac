"""Word links and bisegments of a whole corpus on one pair of axes: no loop runs over pairs.

The axes are cut into stretches of equal length, one a sentence pair: word ``i`` of pair ``k``
stands at ``k * stretch + i``. A box is a bisegment there: source begin and end, target begin and
end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diglot.errors import InputError
from diglot.evaluate.alignments.cells import owners

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.model import BisegmentTrees, WordLinks

Boxes = NDArray[np.int64]
Places = NDArray[np.int64]


def stretch_of(links: Sequence[WordLinks], trees: Sequence[BisegmentTrees]) -> int:
    """Return a length of stretch in which every word has its place.

    Raises:
        InputError: the numbers of pairs differ.
    """
    sizes = {each.pairs for each in links} | {each.pairs for each in trees}
    if len(sizes) > 1:
        raise InputError(
            f"there are {' and '.join(map(str, sorted(sizes)))} sentence pairs",
            cure="give one tree and one line of links a sentence pair",
        )
    positions = [each.source for each in links] + [each.target for each in links]
    ends = [each.source for each in trees] + [each.target for each in trees]
    return 1 + max(int(side.max(initial=0)) for side in positions + ends)


def boxes_of(trees: BisegmentTrees, stretch: int) -> Boxes:
    """Return the nodes of trees as boxes, shape (nodes, 4)."""
    shift = (owners(trees.offsets) * stretch)[:, None]
    return np.hstack([trees.source + shift, trees.target + shift])


def distinct(boxes: Boxes) -> Boxes:
    """Return every box once, in ascending order."""
    return np.unique(boxes, axis=0)


def standing_in(boxes: Boxes, others: Boxes) -> NDArray[np.bool_]:
    """Mark the boxes that stand among ``others``."""
    _, numbers = np.unique(np.vstack([boxes, others]), axis=0, return_inverse=True)
    numbers = numbers.reshape(-1)
    return np.isin(numbers[: len(boxes)], numbers[len(boxes) :])


def pair_of(boxes: Boxes, stretch: int) -> NDArray[np.int64]:
    """Return the sentence pair of each box."""
    pairs: NDArray[np.int64] = boxes[:, 0] // stretch
    return pairs


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

    def consistent(self, boxes: Boxes) -> NDArray[np.bool_]:
        """Mark the boxes that hold a link and that no link leaves on one side only."""
        first, last = self.source.runs(boxes[:, 0], boxes[:, 1])
        reached = self._hulls(self.boxes, boxes)
        outside = (reached[:, 0::2] < boxes[:, 0::2]) | (reached[:, 1::2] > boxes[:, 1::2])
        marks: NDArray[np.bool_] = (first < last) & ~outside.any(axis=1)
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
                found = runs_reduced(extreme, parts[axis.order, column], first, last)
                hulls[some, column] = extreme(hulls[some, column], found[some])
        return hulls


def runs_reduced(
    function: np.ufunc, values: Places, first: Places, last: Places
) -> NDArray[np.int64]:
    """Reduce ``values[first:last]`` for each run; what an empty run gives means nothing."""
    padded = np.append(values, 0)
    bounds = np.column_stack([first, last]).ravel()
    if not len(bounds):
        return np.zeros(0, dtype=np.int64)
    reduced: NDArray[np.int64] = function.reduceat(padded, bounds)[::2]
    return reduced
