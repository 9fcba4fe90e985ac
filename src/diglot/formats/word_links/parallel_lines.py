"""Parallel text that is already cut into words: two files, or one of ``source ||| target``.

Words stand between spaces or tabs. Other white space (a no-break space, U+2028) belongs to the
word it stands in: each program takes other characters for space, and then positions of words
differ from those of the program that tokenised.
"""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.errors import FormatError
from diglot.files.line_blocks import line_blocks, lines, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

SEPARATOR = "|||"


def read_pairs(
    source: str | Path, target: str | Path, *, encoding: str | None = None
) -> Iterator[tuple[list[str], list[str]]]:
    """Give the words of line n of both files, pair by pair; an empty line has none.

    Args:
        source: the source file, plain or gzip.
        target: the target file, plain or gzip.
        encoding: where the files are not Unicode.

    Raises:
        FormatError: the files differ in their number of lines, known at the end of the shorter
            one; a NUL character; another encoding.
        InputError: a file is missing or cannot be read.
    """
    sides = (_words(source, encoding), _words(target, encoding))
    for pairs, (one, other) in enumerate(itertools.zip_longest(*sides)):
        if one is None or other is None:
            rest = 1 + sum(1 for _ in sides[one is None])
            counts = [pairs, pairs + rest] if one is None else [pairs + rest, pairs]
            paths = (Path(source), Path(target))
            raise FormatError(
                f"has {_counted(counts[0])}, {paths[1]} has {counts[1]:,}: "
                f"{paths[one is not None].name} ends first",
                path=source,
                cure="repair the files: line n of one must translate line n of the other",
            )
        yield one, other


def read_joined(
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
    for number, line in enumerate(lines(path, encoding=encoding), 1):
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


def _words(path: str | Path, encoding: str | None) -> Iterator[list[str]]:
    for block in line_blocks(path, encoding=encoding):
        yield from map(words_of, block)


def _counted(count: int) -> str:
    return f"{count:,} line{'' if count == 1 else 's'}"
