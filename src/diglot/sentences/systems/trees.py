"""LORIA and ISSCO: units larger than sentences are aligned first, from the top of the tree down.

Both compare units by their characters, with the cost and the link types of Gale and Church at every
level; the ratio is that of the whole texts. LORIA aligns divisions of the same depth with each
other, then paragraphs, then sentences, and skips a level that only one side has. ISSCO aligns the
children of aligned nodes, whatever they are, so that unequal trees can be compared.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import numpy as np

from diglot.sentences.models import rounds
from diglot.sentences.models.gale_church import by_length, published_types
from diglot.sentences.settings import Alignment, Settings
from diglot.sentences.values import PARAGRAPH, Pair, Path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from diglot.sentences.corpus import Corpus
    from diglot.sentences.link_types import Types

    Range = tuple[int, int]
    Descend = Callable[["_Trees", Range, Range, int, int], Iterator["_Step"]]
    _Step = tuple[Range, Range, int, int]
    """Ranges of sentences of aligned units, and the level on each side below them."""
    _Part = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]
    """Ends of blocks on both sides, their types and probabilities, as in `Path`."""


def loria(corpus: Corpus, settings: Settings) -> list[Alignment]:
    """Align divisions by depth, paragraphs within them, sentences within these."""
    return _align(corpus, settings, _next_level)


def issco(corpus: Corpus, settings: Settings) -> list[Alignment]:
    """Align the children of aligned nodes by their weights, and sentences at the leaves."""
    return _align(corpus, settings, _children)


class _Trees:
    """The trees of a pair, as the places where units begin at each level."""

    def __init__(self, pair: Pair, types: Types) -> None:
        self.pair, self.types = pair, types
        self.lengths = pair.source.lengths, pair.target.lengths
        none = np.zeros(max(pair.source.size, pair.target.size), np.int8)
        self.outlines = outlines = pair.outlines or (none, none)
        self.ratio = float(self.lengths[1].sum() / self.lengths[0].sum())
        known = [each[(each > 0) & (each < PARAGRAPH)] for each in outlines]
        deepest = max((int(each.max()) for each in known if len(each)), default=0)
        self.levels = (*range(1, deepest + 1), PARAGRAPH)

    def units(self, side: int, within: Range, level: int) -> NDArray[np.int64]:
        """Bounds of the units of a level within a range of sentences, its ends included."""
        begin, end = within
        marks = self.outlines[side][begin + 1 : end]
        starts = np.flatnonzero((marks > 0) & (marks <= self.levels[level])) + begin + 1
        return np.concatenate(([begin], starts, [end])).astype(np.int64)

    def blocks(self, bounds: Sequence[NDArray[np.int64]]) -> Iterator[tuple[Range, Range]]:
        """Ranges of sentences of the units that are aligned with each other."""
        weights = [
            np.add.reduceat(lengths[: each[-1]], each[:-1])
            for lengths, each in zip(self.lengths, bounds, strict=True)
        ]
        path = by_length(weights[0], weights[1], self.types, self.ratio).path
        ends = bounds[0][path.ends_i].tolist(), bounds[1][path.ends_j].tolist()
        before = int(bounds[0][0]), int(bounds[1][0])
        for here in zip(*ends, strict=True):
            yield (before[0], here[0]), (before[1], here[1])
            before = here


def _next_level(trees: _Trees, source: Range, target: Range, level: int, _: int) -> Iterator[_Step]:
    """LORIA: the units of the next level that both sides have."""
    for deeper in range(level, len(trees.levels)):
        bounds = trees.units(0, source, deeper), trees.units(1, target, deeper)
        if min(map(len, bounds)) > 2:
            for block in trees.blocks(bounds):
                yield (*block, deeper + 1, deeper + 1)
            return


def _children(
    trees: _Trees, source: Range, target: Range, level: int, other: int
) -> Iterator[_Step]:
    """ISSCO: the children of both nodes, each at the first level that divides it."""
    sides = []
    for side, (within, first) in enumerate(((source, level), (target, other))):
        divided = (
            (bounds, deeper + 1)
            for deeper in range(first, len(trees.levels))
            if len(bounds := trees.units(side, within, deeper)) > 2
        )
        sides.append(next(divided, None))
    if sides[0] is not None and sides[1] is not None:
        (ours, below), (theirs, other_below) = sides[0], sides[1]
        for block in trees.blocks((ours, theirs)):
            yield (*block, below, other_below)


def _align(corpus: Corpus, settings: Settings, descend: Descend) -> list[Alignment]:
    types = published_types(settings)

    def one(pair: Pair) -> Alignment:
        return _align_pair(_Trees(pair, types), descend)

    return rounds.map_items(one, corpus.pairs, settings, "trees")


def _align_pair(trees: _Trees, descend: Descend) -> Alignment:
    sizes = trees.pair.source.size, trees.pair.target.size
    lonely = np.zeros(sizes[0]), np.zeros(sizes[1])
    parts: list[_Part] = []
    waiting: deque[_Step] = deque([((0, sizes[0]), (0, sizes[1]), 0, 0)])
    while waiting:
        source, target, level, other = waiting.popleft()
        if source[0] == source[1] or target[0] == target[1]:
            parts.append(_omitted(trees.types, source, target))
            for side, within in zip(lonely, (source, target), strict=True):
                side[slice(*within)] = 1.0
            continue
        below = list(descend(trees, source, target, level, other))
        if below:
            waiting.extend(below)
            continue
        here = slice(*source), slice(*target)
        found = by_length(
            trees.lengths[0][here[0]], trees.lengths[1][here[1]], trees.types, trees.ratio
        )
        lonely[0][here[0]], lonely[1][here[1]] = found.lonely_source, found.lonely_target
        path = found.path
        parts.append(
            (path.ends_i + source[0], path.ends_j + target[0], path.kinds, found.posterior)
        )
    parts.sort(key=lambda part: (part[0][-1], part[1][-1]))
    ends_i, ends_j, kinds, posterior = map(np.concatenate, zip(*parts, strict=True))
    return Alignment(Path(ends_i, ends_j, kinds), trees.types, posterior, *lonely)


def _omitted(types: Types, source: Range, target: Range) -> _Part:
    """Sentences of one side without counterpart, as a part of a path."""
    counts = source[1] - source[0], target[1] - target[0]
    total = max(counts)
    steps = np.arange(1, total + 1)
    kind = next(
        k
        for k, each in enumerate(zip(types.source.tolist(), types.target.tolist(), strict=True))
        if each == ((1, 0) if counts[0] else (0, 1))
    )
    rows = steps if counts[0] else np.zeros(total, np.int64)
    columns = np.zeros(total, np.int64) if counts[0] else steps
    kinds = np.full(total, kind, np.int64)
    return rows + source[0], columns + target[0], kinds, np.ones(total)
