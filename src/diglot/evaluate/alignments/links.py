"""Links as the metrics see them.

Distinct pairs, blocks of the bootstrap, weights of segments, and what two sets of links share.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import InputError
from diglot.flat_arrays import find_sorted, offsets_of, take_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from diglot.evaluate.statistics.aggregate import Flags, Floats, Ints
    from diglot.model import Link

Pair = tuple[tuple[int, ...], tuple[int, ...]]


def distinct_links(links: Iterable[Link], *, split_nulls: bool) -> list[Pair]:
    """Return the links as a set in order of first appearance.

    Args:
        links: links of one document, in any order.
        split_nulls: turn an n-0 or 0-n link into n links of one segment each.

    Raises:
        InputError: an index is below zero.
    """
    found: dict[Pair, None] = {}
    for link in links:
        source, target = _ascending(link.source), _ascending(link.target)
        if source and target:
            found[source, target] = None
        elif not split_nulls:
            if source or target:
                found[source, target] = None
        else:
            found.update(dict.fromkeys(((i,), ()) for i in source))
            found.update(dict.fromkeys(((), (j,)) for j in target))
    return list(found)


def without_nulls(pairs: Iterable[Pair]) -> list[Pair]:
    """Return the pairs that have both sides."""
    return [pair for pair in pairs if pair[0] and pair[1]]


@dataclass(frozen=True, slots=True)
class Runs:
    """Lists of numbers of different length, end to end.

    Attributes:
        values: all numbers, shape (total,).
        offsets: where each list begins, and the total, shape (lists + 1,).
    """

    values: Ints
    offsets: Ints

    @classmethod
    def of(cls, lists: Sequence[Sequence[int]]) -> Runs:
        """Flatten ``lists``."""
        offsets = offsets_of([*map(len, lists)])
        values = np.fromiter(chain.from_iterable(lists), np.int64, int(offsets[-1]))
        return cls(values, offsets)

    @property
    def sizes(self) -> Ints:
        """Length of every list."""
        return np.diff(self.offsets)

    @property
    def owners(self) -> Ints:
        """Number of the list that each value stands in."""
        return np.repeat(np.arange(len(self.offsets) - 1), self.sizes)

    def take(self, lists: Ints) -> Runs:
        """Return the chosen lists, in the order given, with repetition."""
        places, offsets = take_rows(self.offsets, lists)
        return Runs(self.values[places], offsets)


def _ascending(indices: tuple[int, ...]) -> tuple[int, ...]:
    """Return ``indices`` as an ascending tuple without repetition."""
    if len(indices) > 1 and any(a >= b for a, b in pairwise(indices)):
        indices = tuple(sorted(set(indices)))
    if indices and indices[0] < 0:
        raise InputError(
            f"a link names segment {indices[0]}", cure="count segments from zero in link files"
        )
    return indices


# Where a link counts: blocks of consecutive source segments, laid out by the gold links alone.


BLOCK = 25


@dataclass(frozen=True, slots=True)
class Blocks:
    """The blocks of one document.

    The layout depends on the gold links and on nothing else, so that two runs scored against the
    same gold have the same rows and can be compared row by row.

    Attributes:
        count: number of blocks, at least 1.
        positions: for every target segment the source segment it stands at, shape (targets,).
    """

    count: int
    positions: Ints

    @classmethod
    def of(cls, gold: Sequence[Pair]) -> Blocks:
        """Lay out the blocks of a document from its gold links."""
        last = max((source[-1] for source, _ in gold if source), default=0)
        linked = [(source[0], target) for source, target in gold if source and target]
        targets = Runs.of([target for _, target in linked])
        firsts = np.fromiter((first for first, _ in linked), np.int64, len(linked))
        size = int(targets.values.max()) + 1 if len(targets.values) else 1
        positions = np.full(size, -1, dtype=np.int64)
        positions[targets.values] = firsts[targets.owners]
        # A target without a partner stands where the linked target before it stands.
        filled = np.maximum.accumulate(np.where(positions >= 0, np.arange(size), 0))
        return cls(last // BLOCK + 1, np.maximum(positions[filled], 0))

    def of_sources(self, sources: Ints) -> Ints:
        """Return the block of each source segment."""
        return np.minimum(sources // BLOCK, self.count - 1)

    def of_links(self, pairs: Sequence[Pair]) -> Ints:
        """Return the block of each link: that of its first source, or of its first target."""
        firsts = np.fromiter(
            (source[0] if source else ~target[0] for source, target in pairs), np.int64, len(pairs)
        )
        targets = np.clip(~firsts, 0, len(self.positions) - 1)
        return self.of_sources(np.where(firsts >= 0, firsts, self.positions[targets]))

    def count_in(self, blocks: Ints, weights: Floats | Flags) -> Floats:
        """Sum ``weights`` by block, shape (count,)."""
        return np.bincount(blocks, weights, self.count).astype(np.float64)


# What a segment weighs at the word and the character level.

UNITS = {"word": "whitespace+unspaced", "char": "all-but-line-breaks"}

# Scripts written without spaces, where whitespace would count a whole sentence as one word: Thai,
# Lao, Myanmar, Khmer, kana, Han. Each of their letters counts as a word; Hangul has spaces.
_UNSPACED = re.compile(
    "[\u0e01-\u0e5b\u0e81-\u0edf\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u3096"
    "\u30a1-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]"
)


def count_words(segments: Sequence[str]) -> Floats:
    """Count the words of each segment: runs without whitespace, unspaced letters singly."""
    return np.fromiter(map(_count_words, segments), np.float64, len(segments))


def count_characters(segments: Sequence[str]) -> Floats:
    """Count the characters of each segment: inner spaces included, line breaks not."""
    return np.fromiter(
        (len(text) - text.count("\n") - text.count("\r") for text in segments),
        np.float64,
        len(segments),
    )


def word_starts(text: str) -> Flags:
    """Mark the characters of ``text`` that begin a word, as ``words`` counts them."""
    starts = np.zeros(len(text), dtype=np.bool_)
    for match in re.finditer(rf"{_UNSPACED.pattern}|(?:(?!{_UNSPACED.pattern})\S)+", text):
        starts[match.start()] = True
    return starts


def _count_words(text: str) -> int:
    if text.isascii():
        return len(text.split())
    spaced, unspaced = _UNSPACED.subn(" ", text)
    return unspaced + len(spaced.split())


# Pairs of units that two sets of links have in common, without listing the pairs.
#
# A link is a rectangle: every source unit with every target unit. The pairs of source unit i are
# then {i} x (the union of the targets of its links), and what two files share at i depends on two
# sets of targets only. So the work is linear in the number of units, even when one link holds a
# whole glossary.
#
# Reference: Langlais et al. 1998, section 4 (sentence, word and character levels).


@dataclass(frozen=True, slots=True)
class _Partners:
    """For every source unit the set of its target units.

    Attributes:
        chosen: number of the set of each source unit, -1 when it has none, shape (sources,).
        sets: the sets, each ascending.
    """

    chosen: Ints
    sets: Runs


@dataclass(frozen=True, slots=True)
class Overlap:
    """Unit pairs of two files, ready to be weighed.

    Attributes:
        predicted: sets of target units of the prediction.
        gold: the same of the gold.
        couples: distinct (predicted set, gold set) that meet at some source unit, shape (k, 2).
        couple_of: couple of each source unit, -1 where a side has no set, shape (sources,).
        shared: target units common to the two sets of each couple.
    """

    predicted: _Partners
    gold: _Partners
    couple_of: Ints
    shared: Runs

    def weigh(self, source: Floats, target: Floats) -> tuple[Floats, Floats, Floats]:
        """Return for each source unit the weight of its common, predicted and gold pairs.

        Args:
            source: weight of every source unit, e.g. its length in characters, shape (sources,).
            target: weight of every target unit, shape (targets,).
        """
        return (
            source * _pick(_sums(self.shared, target), self.couple_of),
            source * _pick(_sums(self.predicted.sets, target), self.predicted.chosen),
            source * _pick(_sums(self.gold.sets, target), self.gold.chosen),
        )


def overlap(predicted: Sequence[Pair], gold: Sequence[Pair], sources: int, targets: int) -> Overlap:
    """Find the unit pairs of two files and those in common.

    Args:
        predicted: links without nulls.
        gold: links without nulls.
        sources: number of source units.
        targets: number of target units.
    """
    ours, theirs = _partners(predicted, sources), _partners(gold, sources)
    both = np.flatnonzero((ours.chosen >= 0) & (theirs.chosen >= 0))
    width = len(theirs.sets.offsets)
    keys, which = np.unique(ours.chosen[both] * width + theirs.chosen[both], return_inverse=True)
    couple_of = np.full(sources, -1, dtype=np.int64)
    couple_of[both] = which
    shared = _intersect(ours.sets, theirs.sets, keys // width, keys % width, targets)
    return Overlap(ours, theirs, couple_of, shared)


def _partners(pairs: Sequence[Pair], sources: int) -> _Partners:
    """Give every source unit its set of target units."""
    left = Runs.of([source for source, _ in pairs])
    right = Runs.of([target for _, target in pairs])
    chosen = np.full(sources, -1, dtype=np.int64)
    chosen[left.values] = left.owners
    often = np.flatnonzero(np.bincount(left.values, minlength=sources) > 1)
    if not len(often):
        return _Partners(chosen, right)
    # Units in several links: the union of their targets becomes a set of its own.
    links_of: dict[int, list[int]] = {int(unit): [] for unit in often}
    inside = np.isin(left.values, often)
    for unit, link in zip(left.values[inside], left.owners[inside], strict=True):
        links_of[int(unit)].append(int(link))
    unions: dict[tuple[int, ...], int] = {}
    for unit, links in links_of.items():
        chosen[unit] = len(pairs) + unions.setdefault(tuple(links), len(unions))
    sets = [sorted(set().union(*(pairs[link][1] for link in links))) for links in unions]
    extra = Runs.of(sets)
    return _Partners(
        chosen,
        Runs(
            np.concatenate([right.values, extra.values]),
            np.concatenate([right.offsets, right.offsets[-1] + extra.offsets[1:]]),
        ),
    )


def _intersect(ours: Runs, theirs: Runs, left: Ints, right: Ints, targets: int) -> Runs:
    """Intersect ``ours[left[k]]`` with ``theirs[right[k]]`` for every k."""
    # Walk through the smaller set of each couple, look the units up in the larger one.
    smaller = ours.sizes[left] <= theirs.sizes[right]
    owners, values = [], []
    for walk, look, walked, looked, here in (
        (ours, theirs, left, right, np.flatnonzero(smaller)),
        (theirs, ours, right, left, np.flatnonzero(~smaller)),
    ):
        candidates = walk.take(walked[here])
        # Sets are ascending and stored in order, so these keys are ascending as a whole.
        known = look.owners * targets + look.values
        wanted = looked[here][candidates.owners] * targets + candidates.values
        found = find_sorted(wanted, known) >= 0
        owners.append(here[candidates.owners[found]])
        values.append(candidates.values[found])
    owner, value = np.concatenate(owners), np.concatenate(values)
    order = np.argsort(owner, kind="stable")
    offsets = offsets_of(np.bincount(owner, minlength=len(left)))
    return Runs(value[order], offsets)


def _sums(sets: Runs, weights: Floats) -> Floats:
    """Sum the weights of the units of every set."""
    sums = np.bincount(sets.owners, weights[sets.values], len(sets.offsets) - 1)
    return sums.astype(np.float64)


def _pick(sums: Floats, chosen: Ints) -> Floats:
    """Return the sum of each unit's set, 0 for units without one."""
    return np.append(sums, 0.0)[chosen]
