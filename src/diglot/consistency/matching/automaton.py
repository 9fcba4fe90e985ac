"""Many sequences of numbers looked for at once, by the automaton of Aho and Corasick."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

_SEPARATOR, _OTHER = 0, 1
LETTERS = 8192
"""Characters that numbers are written with, two of them for a number where these do not do: with
100,000 characters it takes 16 seconds to make the automaton, with these half a second."""

BLOCK = 250_000
"""Tokens that are searched at once: a Python object is made for every place where something ends.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Hits:
    """Where patterns were found, in the order of the texts and of the ends of the hits.

    Attributes:
        text: shape (hits,), int32, number of the text.
        begin: shape (hits,), int32, first token in that text.
        end: shape (hits,), int32, token behind the last.
        pattern: shape (hits,), int32, number of the pattern.
    """

    text: NDArray[np.int32]
    begin: NDArray[np.int32]
    end: NDArray[np.int32]
    pattern: NDArray[np.int32]

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.text)


class Automaton:
    """Finds all patterns in texts, those that overlap, nest or are equal included.

    Every number becomes a character, so that a text is a short string and a hit begins and ends
    at a word whatever the words look like. Numbers of no pattern share one character.

    Args:
        patterns: numbers of each, none negative; an empty one is never found.
        size: of the table by number, one more than the largest number that a pattern may have.
        letters: characters that may be used; with fewer than numbers, a number takes several.
        certain: shape (patterns,), bool: what ends such a pattern is of no interest when patterns
            inside others are not asked for; None: any pattern is certain.
        wanted: shape (patterns,), bool: always of interest; None: none is.

    Reference:
        Aho and Corasick (1975), Efficient string matching: an aid to bibliographic search.
    """

    def __init__(
        self,
        patterns: Sequence[Sequence[int]],
        size: int,
        *,
        letters: int = LETTERS,
        certain: NDArray[np.bool_] | None = None,
        wanted: NDArray[np.bool_] | None = None,
    ) -> None:
        from daachorse import CharwiseDoubleArrayAhoCorasick

        same: dict[tuple[int, ...], list[int]] = {}
        for number, pattern in enumerate(patterns):
            if len(pattern):
                same.setdefault(tuple(pattern), []).append(number)
        self._written = _alphabet(same, size, letters)
        self._width = self._written.shape[1]
        self._engine: CharwiseDoubleArrayAhoCorasick | None = None
        if same:
            lengths = np.fromiter(map(len, same), np.int64, len(same))
            joined = np.fromiter(chain.from_iterable(same), np.int64, int(lengths.sum()))
            text = _string(self._written[joined].ravel())
            ends = (np.cumsum(lengths) * self._width).tolist()
            begins = [0, *ends[:-1]]
            self._engine = CharwiseDoubleArrayAhoCorasick(
                [text[begin:end] for begin, end in zip(begins, ends, strict=True)]
            )
        self._lengths = np.fromiter(map(len, patterns), np.int32, len(patterns))
        every = np.ones(len(patterns), np.bool_)
        # Many texts are never asked for patterns inside others.
        self._nested = cache(lambda: _endings(same, ~every, every))
        self._longest = _endings(
            same, every if certain is None else certain, ~every if wanted is None else wanted
        )

    def find(
        self, keys: NDArray[np.int32], offsets: NDArray[np.int64], *, nested: bool = True
    ) -> Hits:
        """Find all patterns in texts.

        Args:
            keys: shape (tokens,), the numbers of all texts; what no pattern has may be anything.
            offsets: shape (texts + 1,), where texts begin in ``keys``.
            nested: False leaves out patterns that end others; those that lie inside without
                ending them are found all the same.
        """
        endings = self._nested() if nested else self._longest
        blocks = [self._block(keys, offsets, endings, *bounds) for bounds in _blocks(offsets)]
        texts, ends, patterns = (
            np.concatenate([block[column] for block in blocks]) if blocks else np.zeros(0, np.int32)
            for column in range(3)
        )
        return Hits(texts, ends - self._lengths[patterns], ends, patterns)

    def _block(
        self,
        keys: NDArray[np.int32],
        offsets: NDArray[np.int64],
        endings: tuple[NDArray[np.int32], NDArray[np.int64]],
        first: int,
        last: int,
    ) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
        """Return text, end and pattern of the hits of some texts."""
        bounds = offsets[first : last + 1] - offsets[first]
        part = keys[offsets[first] : offsets[last]]
        # One place of every text is its separator, the one before its first token.
        at = np.arange(len(part)) + np.repeat(np.arange(1, last - first + 1), np.diff(bounds))
        letters = np.full((len(part) + last - first, self._width), _SEPARATOR, np.uint32)
        inside = (part >= 0) & (part < len(self._written) - 1)
        letters[at] = self._written[np.where(inside, part, len(self._written) - 1)]
        found = (
            self._engine.find_overlapping_no_suffix(_string(letters.ravel()))
            if self._engine
            else []
        )
        table = np.fromiter(chain.from_iterable(found), np.int64, 3 * len(found)).reshape(-1, 3)
        # Only the longest hit that ends at a place is told; the others follow from the pattern.
        ending = table[:, 2]
        members, member_offsets = endings
        counts = np.diff(member_offsets)[ending]
        ends = np.repeat(table[:, 1] // self._width, counts)
        begins = member_offsets[ending]
        patterns = members[
            np.repeat(begins - np.cumsum(counts) + counts, counts) + np.arange(len(ends))
        ]
        places = bounds[:-1] + np.arange(last - first) + 1
        text = np.searchsorted(places, ends, side="right") - 1
        return (
            (text + first).astype(np.int32),
            (ends - places[text]).astype(np.int32),
            patterns,
        )


def _alphabet(
    patterns: dict[tuple[int, ...], list[int]], size: int, letters: int
) -> NDArray[np.uint32]:
    """Return the characters of every number, shape (size + 1, width); the last is of all others."""
    used = np.unique(np.fromiter(chain.from_iterable(patterns), np.int64))
    if len(used) and (used[0] < 0 or used[-1] >= size):
        raise ValueError(f"patterns have numbers from 0 to {size - 1}")
    width = 1
    while (letters // width) ** width < len(used):
        width += 1
        if letters // width < 2:
            raise ValueError(f"{letters} characters are too few for {len(used)} numbers")
    base = letters // width
    written = np.full((size + 1, width), _OTHER, np.uint32)
    rank = np.arange(len(used))
    for column in range(width):
        # Every column has its own characters: no pattern is found across two numbers.
        written[used, column] = rank // base**column % base + column * base + 2
    return written


def _endings(
    patterns: dict[tuple[int, ...], list[int]],
    certain: NDArray[np.bool_],
    wanted: NDArray[np.bool_],
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return what ends where a pattern ends: itself, its equals, and patterns that end it.

    Behind a pattern that is certain only those that are wanted follow.
    """
    sure, asked = certain.tolist(), wanted.tolist()
    found: list[int] = []
    offsets = [0]
    for pattern, equals in patterns.items():
        found += equals
        closed = any(sure[number] for number in equals)
        for cut in range(1, len(pattern)):
            shorter = patterns.get(pattern[cut:])
            if shorter is None:
                continue
            found += [number for number in shorter if asked[number] or not closed]
            closed = closed or any(sure[number] for number in shorter)
        offsets.append(len(found))
    return np.array(found, np.int32), np.array(offsets, np.int64)


def _string(letters: NDArray[np.uint32]) -> str:
    return letters.astype("<u4").tobytes().decode("utf-32-le")


def _blocks(offsets: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """Yield ranges of texts of about `BLOCK` tokens."""
    first, texts = 0, len(offsets) - 1
    while first < texts:
        wanted = int(np.searchsorted(offsets, offsets[first] + BLOCK, side="right")) - 1
        last = min(max(wanted, first + 1), texts)
        yield first, last
        first = last
