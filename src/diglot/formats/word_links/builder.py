"""Parallel text cut into words, and links between words made into `WordLinks`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diglot.errors import FormatError
from diglot.files.lines import line_blocks, stream_lines, words_of
from diglot.model import WordLinks

if TYPE_CHECKING:
    from diglot.formats.blocks import Skips

Lengths = tuple[ArrayLike, ArrayLike]

PAIRS_AT_ONCE = 16_384
"""So many pairs are written in one go."""
MAX_POSITION = (1 << 20) - 1
"""No sentence has a million words; a pair and two positions fit into one sort key."""
MAX_PAIRS = (1 << 23) - 1
"""Pairs that fit into the sort key beside the positions; a format without blocks has no more."""


class Sentences:
    """Numbers of words of both sides of every pair, against which links are checked.

    Args:
        lengths: source and target lengths, each of shape (pairs,); None accepts every position.
        path: the file of links, for errors.
    """

    def __init__(self, lengths: Lengths | None, path: str | Path) -> None:
        self.path = path
        self._sides = None if lengths is None else [np.asarray(side) for side in lengths]

    @property
    def pairs(self) -> int | None:
        """Number of sentence pairs, if it is known."""
        return None if self._sides is None else len(self._sides[0])

    def lengths(self, pair: int) -> tuple[int, int] | None:
        """Return the numbers of words of one pair (zero-based), if they are known."""
        if self._sides is None:
            return None
        return int(self._sides[0][pair]), int(self._sides[1][pair])

    def check_count(self, pairs: int) -> None:
        """Refuse a file that has more or fewer pairs than the text.

        Raises:
            FormatError: the numbers differ.
        """
        if self.pairs is not None and pairs != self.pairs:
            raise FormatError(
                f"holds links of {pairs:,} sentence pairs, the text has {self.pairs:,}",
                path=self.path,
                cure="give the links of this very text, one line per pair",
            )

    def check(
        self, pair: NDArray[np.int64], source: NDArray[np.int32], target: NDArray[np.int32]
    ) -> int | None:
        """Return the number of the first link that leaves its sentence, or None.

        Args:
            pair: shape (links,), zero-based.
            source: shape (links,), zero-based.
            target: shape (links,), zero-based.
        """
        if self._sides is None or not len(pair):
            return None
        wrong = pair >= len(self._sides[0])
        pair = np.where(wrong, 0, pair)
        if len(self._sides[0]):
            wrong |= (source >= self._sides[0][pair]) | (target >= self._sides[1][pair])
        return int(wrong.argmax()) if wrong.any() else None

    def complaint(self, pair: int, source: int, target: int) -> str:
        """Say in words why a link (zero-based) was refused by `check`."""
        if self._sides is None or pair >= len(self._sides[0]):
            return f"there is no sentence pair {pair + 1:,}, the text has {self.pairs:,}"
        sizes = [int(side[pair]) for side in self._sides]
        side, place = ("source", source) if source >= sizes[0] else ("target", target)
        size = sizes[side == "target"]
        return f"links word {place + 1} of a {side} sentence of {size}"


def build_word_links(
    pair: NDArray[np.int64],
    source: NDArray[np.int32],
    target: NDArray[np.int32],
    scores: NDArray[np.float32] | None,
    possible: NDArray[np.bool_] | None,
    *,
    pairs: int,
    skips: Skips | None = None,
) -> WordLinks:
    """Sort the links of some pairs and keep each once: sure before possible, then the likeliest.

    Args:
        pair: shape (links,), zero-based, below ``pairs``.
        source: shape (links,), at most `MAX_POSITION`.
        target: shape (links,), at most `MAX_POSITION`.
        scores: shape (links,), or None.
        possible: shape (links,), or None.
        pairs: number of pairs, at most `MAX_PAIRS`.
        skips: counts the repeated links.
    """
    key = (pair << 40) | (source.astype(np.int64) << 20) | target
    if len(key) and not (key[1:] > key[:-1]).all():
        ranks: list[NDArray[np.generic]] = [key]
        if possible is not None:
            ranks.append(possible)
        if scores is not None:
            ranks.append(-scores)
        order = np.lexsort(ranks[::-1]) if len(ranks) > 1 else np.argsort(key)
        key = key[order]
        order = order[np.concatenate(([True], key[1:] != key[:-1]))]
        if skips is not None:
            skips.add("link that stands twice", count=len(key) - len(order))
        pair, source, target = pair[order], source[order], target[order]
        scores = None if scores is None else scores[order]
        possible = None if possible is None else possible[order]
    offsets = np.searchsorted(pair, np.arange(pairs + 1)).astype(np.int64)
    return WordLinks(offsets, source, target, scores, possible)


def link_blocks(links: WordLinks | Iterable[WordLinks]) -> Iterator[WordLinks]:
    """Give links in blocks of at most `PAIRS_AT_ONCE` pairs, so that writing takes no room."""
    for whole in [links] if isinstance(links, WordLinks) else links:
        for start in range(0, whole.pairs, PAIRS_AT_ONCE):
            offsets = whole.offsets[start : start + PAIRS_AT_ONCE + 1]
            here = slice(offsets[0], offsets[-1])
            yield WordLinks(
                offsets - offsets[0],
                whole.source[here],
                whole.target[here],
                None if whole.scores is None else whole.scores[here],
                None if whole.possible is None else whole.possible[here],
            )


def join_blocks(blocks: Iterable[WordLinks]) -> WordLinks:
    """Put blocks of pairs one after the other; a link without a probability beside others has 1."""
    parts = list(blocks)
    if len(parts) == 1:
        return parts[0]
    sizes = [len(part.source) for part in parts]
    starts = np.cumsum([0, *sizes])
    offsets = [np.zeros(1, np.int64)]
    offsets += [part.offsets[1:] + start for part, start in zip(parts, starts, strict=False)]
    scores = possible = None
    if any(part.scores is not None for part in parts):
        scores = np.concatenate(
            [
                np.ones(size, np.float32) if part.scores is None else part.scores
                for part, size in zip(parts, sizes, strict=True)
            ]
        )
    if any(part.possible is not None for part in parts):
        possible = np.concatenate(
            [
                np.zeros(size, np.bool_) if part.possible is None else part.possible
                for part, size in zip(parts, sizes, strict=True)
            ]
        )
    none = np.zeros(0, np.int32)
    return WordLinks(
        np.concatenate(offsets),
        np.concatenate([none, *(part.source for part in parts)]),
        np.concatenate([none, *(part.target for part in parts)]),
        scores,
        possible,
    )


# Parallel text that is already cut into words: two files, or one of ``source ||| target``.
#
# Words stand between spaces or tabs. Other white space (a no-break space, U+2028) belongs to the
# word it stands in: each program takes other characters for space, and then positions of words
# differ from those of the program that tokenised.

SEPARATOR = "|||"


def read_line_pairs(
    source: str | Path, target: str | Path, *, encoding: str | None = None
) -> Iterator[tuple[str, str]]:
    """Give line n of both files, pair by pair, one space between its words.

    Args:
        source: the source file, plain or gzip.
        target: the target file, plain or gzip.
        encoding: where the files are not Unicode.

    Raises:
        FormatError: the files differ in their number of lines, known at the end of the shorter
            one; a NUL character; another encoding.
        InputError: a file is missing or cannot be read.
    """
    sides = [chain.from_iterable(_blocks(path, encoding)) for path in (source, target)]
    try:
        yield from zip(*sides, strict=True)
    except ValueError:
        counts = [sum(map(len, _blocks(path, encoding))) for path in (source, target)]
        if counts[0] == counts[1]:
            raise
        raise FormatError(
            f"has {_counted(counts[0])}, {Path(target)} has {counts[1]:,}: "
            f"{Path((source, target)[counts[1] < counts[0]]).name} ends first",
            path=source,
            cure="repair the files: line n of one must translate line n of the other",
        ) from None


def read_pairs(
    source: str | Path, target: str | Path, *, encoding: str | None = None
) -> Iterator[tuple[list[str], list[str]]]:
    """Give the words of `read_line_pairs`; an empty line has none."""
    for one, other in read_line_pairs(source, target, encoding=encoding):
        yield one.split(" ") if one else [], other.split(" ") if other else []


def read_joint_lines(
    path: str | Path, *, encoding: str | None = None
) -> Iterator[tuple[list[str], list[str]]]:
    """Give the words of both sides of every line ``source ||| target``; a side may be empty.

    Args:
        path: the file, plain or gzip.
        encoding: where it is not Unicode.

    Raises:
        FormatError: a line without the separator, or with more than one.
        InputError: the file is missing or cannot be read.
    """
    for number, line in enumerate(stream_lines(path, encoding=encoding), 1):
        words = words_of(line)
        found = words.count(SEPARATOR)
        if found != 1:
            raise FormatError(
                f"holds {found} separators {SEPARATOR}, not one",
                path=path,
                place=number,
                cure=f"write a line as: source words {SEPARATOR} target words",
            )
        middle = words.index(SEPARATOR)
        yield words[:middle], words[middle + 1 :]


def _blocks(path: str | Path, encoding: str | None) -> Iterator[list[str]]:
    """Give lines, one space between their words, without their numbers if they have some."""
    numbered = _is_numbered(path, encoding)
    for block in line_blocks(path, encoding=encoding):
        if numbered:
            block = [line.partition("\t")[2] for line in block]
        text = "\n".join(["", *block, ""])
        if any(blanks in text for blanks in ("  ", "\t", "\n ", " \n")):
            block = [" ".join(words_of(line)) for line in block]
        yield block


def _is_numbered(path: str | Path, encoding: str | None) -> bool:
    """Tell whether every line begins with its number, from 0, and a tab, as in ALIBI's files."""
    number = 0
    for number, line in enumerate(stream_lines(path, encoding=encoding), 1):
        if not line.startswith(f"{number - 1}\t"):
            return False
    return number > 0


def _counted(count: int) -> str:
    return f"{count:,} line{'' if count == 1 else 's'}"
