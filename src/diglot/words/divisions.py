"""Where a pair of word sequences is best divided in two, by the links between its words.

A division at (i, j) is direct if the left parts of both sides correspond and the right ones, and
inverse if each left part corresponds to the right one of the other side. The fewer links it
crosses the better; links count by their probability, and of divisions that cross the same the
balanced one wins, unless it tears apart what belongs together.

Reference: Xu and Yvon 2016, Novel annotation schemes for sentential and sub-sentential alignments
    of bi-texts, LREC, section 3.3 (the divisions; balanced parts; linguistic units together).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from diglot.text.function_words import function_words

Links = Iterable[tuple[int, int] | tuple[int, int, float]]
Units = Iterable[tuple[int, int]]

Block: TypeAlias = tuple[int, int, int, int]
"""First source word and the one after the last, the same of the target."""

Side: TypeAlias = Literal["source", "target"]
Edge: TypeAlias = Literal["left", "right"]

BALANCE = 0.5
"""Links that a perfectly balanced division may cross more than one that is not balanced at all,
divided by the half that the balance is at most."""

UNLINKED = 0.2
"""Probability below which a link does not keep a word at the edge of a block."""

_DIRECTIONS: tuple[Literal["direct"], Literal["inverse"]] = ("direct", "inverse")
_SIDES: tuple[Side, Side] = ("source", "target")
_EDGES: tuple[Edge, Edge] = ("left", "right")


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What is known of a sentence pair before it is divided.

    Attributes:
        links: shape (source words, target words), float64, probability of each link.
        prices: of a division before each source word and before each target word, in links;
            shapes (source words,) and (target words,), float64.
        marks: which words are punctuation, same shapes, bool.
    """

    links: NDArray[np.float64]
    prices: tuple[NDArray[np.float64], NDArray[np.float64]]
    marks: tuple[NDArray[np.bool_], NDArray[np.bool_]]

    @property
    def root(self) -> Block:
        """The block of the whole pair."""
        return (0, self.links.shape[0], 0, self.links.shape[1])


@dataclass(frozen=True, slots=True)
class Split:
    """A division of a block in two on both sides.

    Attributes:
        direction: ``direct`` or ``inverse``.
        i: first word of the right source part.
        j: first word of the right target part.
        crossed: sum of the links between words of parts that do not correspond.
        balance: mean share of the shorter part, in (0, .5].
    """

    direction: Literal["direct", "inverse"]
    i: int
    j: int
    crossed: float
    balance: float


@dataclass(frozen=True, slots=True)
class Trim:
    """Words at one edge of one side that are left out of a block.

    Attributes:
        side: ``source`` or ``target``.
        edge: ``left`` or ``right``.
        count: how many, never all of the side.
    """

    side: Side
    edge: Edge
    count: int


@dataclass(frozen=True, slots=True)
class Suggestions:
    """What to do with a block.

    Attributes:
        splits: divisions, the best first.
        trim: words to drop before any division; None where no edge word lacks a link.
        leaf: whether to leave the block undivided rather than to divide it.
        closed: whether there is nothing to decide, so that the block is a leaf without a question.
    """

    splits: tuple[Split, ...]
    trim: Trim | None
    leaf: bool
    closed: bool


def evidence_of_links(
    size: tuple[int, int], links: Iterable[tuple[int, int] | tuple[int, int, float]]
) -> Evidence:
    """Evidence of links alone, each with its probability or 1.

    Args:
        size: numbers of source and of target words.
        links: source word, target word, and the probability if it is known.
    """
    table = np.zeros(size)
    for s, t, *probability in links:
        table[s, t] = probability[0] if probability else 1.0
    prices = (np.zeros(size[0]), np.zeros(size[1]))
    return Evidence(table, prices, (prices[0] > 0, prices[1] > 0))


def suggest(evidence: Evidence, block: Block, *, limit: int = 5) -> Suggestions:
    """Suggest what to do with a block.

    A block with one word on a side can only be trimmed or closed. It is closed by itself unless
    punctuation without a link stands at an edge: nothing else is trimmed so often.
    """
    splits = rank_divisions(evidence, block, limit=limit)
    inside = _inside(evidence, block)
    total = float(inside.sum())
    if not splits:
        trim = _trim(evidence, block, marks_only=True) if inside.size > 1 else None
        return Suggestions((), trim, leaf=True, closed=trim is None)
    fewest = min(split.crossed for split in splits)
    leaf = total > 0 and fewest >= total / 2
    return Suggestions(splits, _trim(evidence, block), leaf, closed=False)


def rank_divisions(
    evidence: Evidence, block: Block, *, limit: int | None = None, balance: float = BALANCE
) -> tuple[Split, ...]:
    """All divisions of a block, the best first; ties by place, direct before inverse.

    Args:
        evidence: of the sentence pair; links that leave the block count for nothing.
        block: the words to divide.
        limit: most divisions given; None for all.
        balance: weight of the balance; below 2, so that no link that is certain weighs less.
    """
    inside = _inside(evidence, block)
    n, m = inside.shape
    if n < 2 or m < 2:
        return ()
    crossed = _crossed(inside)
    shares = _balance(n, m)
    score = _scores(evidence, block, crossed, shares, balance)
    order = np.argsort(-score.transpose(1, 2, 0).ravel(), kind="stable")[:limit]
    cells, directions = np.divmod(order, 2)
    rows, columns = np.divmod(cells, m - 1)
    return tuple(
        Split(
            _DIRECTIONS[direction],
            block[0] + row + 1,
            block[2] + column + 1,
            float(crossed[direction, row, column]),
            float(shares[row, column]),
        )
        for row, column, direction in zip(
            rows.tolist(), columns.tolist(), directions.tolist(), strict=True
        )
    )


def partners(evidence: Evidence, block: Block) -> tuple[dict[int, int], dict[int, int]]:
    """The best place on the other side for every place of a division.

    Returns:
        Target places by source place, and source places by target place.
    """
    inside = _inside(evidence, block)
    n, m = inside.shape
    if n < 2 or m < 2:
        return {}, {}
    score = _scores(evidence, block, _crossed(inside), _balance(n, m), BALANCE).max(axis=0)
    first, begin = block[0] + 1, block[2] + 1
    return (
        {first + row: begin + column for row, column in enumerate(score.argmax(axis=1).tolist())},
        {begin + column: first + row for column, row in enumerate(score.argmax(axis=0).tolist())},
    )


def best_free(evidence: Evidence, block: Block) -> Split | None:
    """The most balanced division that crosses no link, or None."""
    inside = _inside(evidence, block)
    n, m = inside.shape
    if n < 2 or m < 2:
        return None
    shares = np.where(_crossed(inside) < UNLINKED, _balance(n, m), 0.0)
    direction, row, column = np.unravel_index(int(shares.argmax()), shares.shape)
    share = float(shares[direction, row, column])
    if not share:
        return None
    place = block[0] + int(row) + 1, block[2] + int(column) + 1
    return Split(_DIRECTIONS[int(direction)], *place, crossed=0.0, balance=share)


def _inside(evidence: Evidence, block: Block) -> NDArray[np.float64]:
    first, last, begin, end = block
    return evidence.links[first:last, begin:end]


def _scores(
    evidence: Evidence,
    block: Block,
    crossed: NDArray[np.float64],
    shares: NDArray[np.float64],
    balance: float,
) -> NDArray[np.float64]:
    """What divisions are ranked by, shape (2, n - 1, m - 1)."""
    first, last, begin, end = block
    source, target = (
        prices[edge[0] + 1 : edge[1]]
        for prices, edge in zip(evidence.prices, ((first, last), (begin, end)), strict=True)
    )
    score = balance * shares - crossed - source[:, None] - target[None, :]
    # Equal sums must tie whatever the order of addition.
    return np.round(score, 9)


def _crossed(inside: NDArray[np.float64]) -> NDArray[np.float64]:
    """Links crossed by direct and by inverse divisions, shape (2, n - 1, m - 1)."""
    sums = inside.cumsum(axis=0).cumsum(axis=1)
    both_left = sums[:-1, :-1]
    source_left, target_left, total = sums[:-1, -1:], sums[-1:, :-1], sums[-1, -1]
    direct = source_left + target_left - 2 * both_left
    both: NDArray[np.float64] = np.maximum(np.stack([direct, total - direct]), 0.0)
    return both


def _balance(n: int, m: int) -> NDArray[np.float64]:
    """Mean share of the shorter part of every division, shape (n - 1, m - 1)."""
    source, target = (
        np.minimum(np.arange(1, size), size - np.arange(1, size)) / size for size in (n, m)
    )
    return (source[:, None] + target[None, :]) / 2


def _trim(evidence: Evidence, block: Block, *, marks_only: bool = False) -> Trim | None:
    """The longest run of edge words without a link, source and left edge first; None if none."""
    linked = _inside(evidence, block) >= UNLINKED
    best: Trim | None = None
    for side in _SIDES:
        axis = 1 - _SIDES.index(side)
        words = np.flatnonzero(linked.any(axis=axis))
        if not len(words):
            return None
        first, last = block[2 - 2 * axis : 4 - 2 * axis]
        marks = evidence.marks[1 - axis]
        free = int(words[0]), last - first - 1 - int(words[-1])
        for number, outermost in enumerate((first, last - 1)):
            count = free[number]
            if count > (best.count if best else 0) and (marks[outermost] or not marks_only):
                best = Trim(side, _EDGES[number], count)
    return best


# What speaks for and against dividing at a place: links, small words, marks.

AFTER_FUNCTION_WORD = 0.35
"""Price of a division after a function word: it belongs to what follows."""

AT_MARK = 0.05
"""Price of a division that sets punctuation apart from what it closes; gain of one behind it."""

CUT = 0.5
"""Price of a division inside of a known term."""

_OPENING = frozenset({"Ps", "Pi"})


def evidence(
    source: Sequence[str],
    target: Sequence[str],
    links: Links,
    *,
    languages: tuple[str | None, str | None] = (None, None),
    units: tuple[Units, Units] = ((), ()),
) -> Evidence:
    """What is known of a sentence pair.

    Prices are in links and small, so that they decide between divisions that cross about the same.

    Args:
        source: words of the source.
        target: words of the target.
        links: source word, target word, and the probability if it is known. Unlikely links count,
            too: they tell where the parts of a word without a sure link belong.
        languages: of both sides; one that is unknown has no function words.
        units: source and target words that belong together, as half-open ranges.
    """
    plain = evidence_of_links((len(source), len(target)), links)
    marks = tuple(_marks(words) for words in (source, target))
    prices = tuple(
        _prices(words, here, language, together)
        for words, here, language, together in zip(
            (source, target), marks, languages, units, strict=True
        )
    )
    return Evidence(plain.links, (prices[0], prices[1]), (marks[0], marks[1]))


def _marks(words: Sequence[str]) -> NDArray[np.bool_]:
    return np.array([not any(sign.isalnum() for sign in word) for word in words], dtype=np.bool_)


def _prices(
    words: Sequence[str], marks: NDArray[np.bool_], language: str | None, units: Units
) -> NDArray[np.float64]:
    """Price of a division before each word, shape (words,)."""
    prices = np.zeros(len(words))
    if not len(words):
        return prices
    small = function_words(language) if language else frozenset()
    opening = np.array([unicodedata.category(word[-1:] or " ") in _OPENING for word in words])
    before = np.array([word.lower() in small for word in words], dtype=np.bool_)
    closing = marks & ~opening
    prices[1:] += AFTER_FUNCTION_WORD * before[:-1]
    prices[1:] += AT_MARK * (opening[:-1] | (closing[1:] & ~closing[:-1]))
    prices[1:] -= AT_MARK * closing[:-1]
    for begin, end in units:
        prices[max(begin + 1, 0) : max(end, 0)] += CUT
    return prices
