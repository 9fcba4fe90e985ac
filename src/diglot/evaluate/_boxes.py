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
from diglot.evaluate._cells import owners

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
        here: place of that word, shape (links,).
        there: place of the word on the other side.
    """

    here: Places
    there: Places

    @classmethod
    def of(cls, here: Places, there: Places) -> Axis:
        """Sort links along one side."""
        order = np.argsort(here, kind="stable")
        return cls(here[order], there[order])

    def reach(self, begin: Places, end: Places) -> tuple[Places, Places]:
        """Return the span of the words that are linked with a span; from 0 to -1 if none is."""
        first, last = np.searchsorted(self.here, begin), np.searchsorted(self.here, end)
        low, high = (
            runs_reduced(np.minimum, self.there, first, last),
            runs_reduced(np.maximum, self.there, first, last),
        )
        linked = first < last
        return np.where(linked, low, 0), np.where(linked, high + 1, -1)


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """The links of a corpus, sorted along both axes."""

    source: Axis
    target: Axis

    @classmethod
    def of(cls, links: WordLinks, stretch: int) -> Plane:
        """Place the links of all pairs."""
        shift = owners(links.offsets) * stretch
        source, target = links.source + shift, links.target + shift
        return cls(Axis.of(source, target), Axis.of(target, source))

    def consistent(self, boxes: Boxes) -> NDArray[np.bool_]:
        """Mark the boxes that hold a link and that no link leaves, neither up nor sideways."""
        reached = self._reached(boxes)
        linked = reached[:, 1] >= 0
        inside = (reached[:, 0::2] >= boxes[:, 0::2]) & (reached[:, 1::2] <= boxes[:, 1::2])
        # A link with one end inside shows on that side only, so both sides must hold one.
        marks: NDArray[np.bool_] = linked & (reached[:, 3] >= 0) & inside.all(axis=1)
        return marks

    def bisegments(self) -> Boxes:
        """Return the minimal consistent bisegments: the smallest box around each link."""
        boxes = np.column_stack(
            [self.source.here, self.source.here + 1, self.source.there, self.source.there + 1]
        )
        while True:
            # The reach of a box that holds a link holds the box's links again, so boxes only grow.
            reached = self._reached(boxes)
            grown = distinct(
                np.column_stack(
                    [
                        np.minimum(boxes[:, 0], reached[:, 0]),
                        np.maximum(boxes[:, 1], reached[:, 1]),
                        np.minimum(boxes[:, 2], reached[:, 2]),
                        np.maximum(boxes[:, 3], reached[:, 3]),
                    ]
                )
            )
            if np.array_equal(grown, boxes):
                return grown
            boxes = grown

    def _reached(self, boxes: Boxes) -> Boxes:
        """Return source and target spans of the links that start in each side of the boxes."""
        target = self.source.reach(boxes[:, 0], boxes[:, 1])
        source = self.target.reach(boxes[:, 2], boxes[:, 3])
        return np.column_stack([*source, *target])


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
