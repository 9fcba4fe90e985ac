"""Word vectors as text, read line by line; only needed ones are kept."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from diglot.errors import FormatError
from diglot.files.line_blocks import byte_blocks
from diglot.model import WordVectors

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from diglot.formats.blocks import Skips

HEADER = re.compile(rb"[ \t]*([0-9]{1,12})[ \t]+([0-9]{1,12})[ \t]*\r?")
NUMBER = re.compile(rb"[+-]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+)(?:[eE][+-]?[0-9]+)?")
MAX_DIMENSIONS = 16_384
MAX_WORD = 1000  # bytes
ROWS = 4096
TEXT_CURE = "give vectors as text (.vec): a word and its numbers a line"


def read_text(
    path: Path,
    only: Collection[str] | None,
    limit: int | None,
    encoding: str | None,
    skips: Skips,
) -> WordVectors:
    """Read vectors; see `vectors.read_vectors`."""
    chosen = "utf-8"
    needed: set[bytes] | None = None
    rows = _Rows()
    width = stated = None
    seen = 0
    for number, line, chosen in _numbered(path, encoding):
        if number == 1:
            if only is not None:
                needed = {word.encode(chosen, "ignore") for word in only}
            stated, width = _header(line, path)
            if stated is not None:
                continue
        if limit is not None and seen >= limit:
            break
        found = _plain(line, width) or _split(line, width, path, number)
        if found is None:
            skips.add("blank line")
            continue
        word, rest, width = found
        seen += 1
        if needed is not None and word not in needed:
            continue
        if word in rows.words:
            skips.add("further vector of a word", word.decode(chosen, "replace"))
            continue
        rows.add(word, _numbers(rest, width, path, number))
    if width is None or not seen:
        raise FormatError("holds no vectors", path=path, cure=TEXT_CURE)
    if limit is None and stated is not None and stated != seen:
        few = "vector that the header announces but the file lacks"
        skips.add(
            few if stated > seen else "vector more than the header announces",
            count=abs(stated - seen),
        )
    return _decoded(rows, width, chosen, path, skips)


def _numbered(path: Path, encoding: str | None) -> Iterator[tuple[int, bytes, str]]:
    """Give number, line and encoding; a NUL is refused before anything is made of its line."""
    number = 0
    for block, chosen in byte_blocks(path, encoding=encoding):
        if b"\0" in block:
            place = number + block.count(b"\n", 0, block.index(b"\0")) + 1
            raise FormatError(
                "holds a NUL character: it is binary or in another encoding",
                path=path,
                place=place,
                cure=TEXT_CURE,
            )
        lined = block.split(b"\n")
        if not lined[-1]:
            lined.pop()
        for line in lined:
            number += 1
            yield number, line, chosen


def _header(line: bytes, path: Path) -> tuple[int | None, int | None]:
    """Return number and width of the vectors if the first line tells them."""
    header = HEADER.fullmatch(line)
    if not header:
        return None, None
    stated, width = int(header[1]), int(header[2])
    if not 0 < width <= MAX_DIMENSIONS:
        raise FormatError(
            f"the header says {width} numbers a vector; there can be 1 to {MAX_DIMENSIONS}",
            path=path,
            place=1,
            cure=TEXT_CURE,
        )
    return stated, width


def _plain(line: bytes, width: int | None) -> tuple[bytes, bytes, int] | None:
    """Split a line as programs write it: one space before each number, maybe one at the end."""
    spaces = line.count(b" ") - line.endswith((b" ", b" \r"))
    word, _, rest = line.partition(b" ")
    if spaces != width or not word or b"\t" in line:
        return None
    return word, rest, spaces


def _split(
    line: bytes, width: int | None, path: Path, number: int
) -> tuple[bytes, bytes, int] | None:
    """Split any other line into word and numbers, and give the width; None if it is blank."""
    parts = line.split()
    if not parts:
        return None
    if width is None:
        width = len(parts) - 1
        if not 0 < width <= MAX_DIMENSIONS or not NUMBER.fullmatch(parts[-1]):
            raise FormatError(
                "has no word with its numbers", path=path, place=number, cure=TEXT_CURE
            )
    words = len(parts) - width
    # A word may hold spaces, but a number behind one is a number too many.
    if words < 1 or (words > 1 and NUMBER.fullmatch(parts[words - 1])):
        raise FormatError(
            f"has a vector of {len(parts) - 1}, not of {width} numbers",
            path=path,
            place=number,
            cure="make all vectors of one width, and write the file again",
        )
    return b" ".join(parts[:words]), b" ".join(parts[words:]), width


def _numbers(rest: bytes, width: int, path: Path, number: int) -> NDArray[np.float32]:
    import numpy as np

    parts = rest.split()
    try:
        with np.errstate(over="ignore"):
            row = np.array([float(part) for part in parts], np.float32)
    except ValueError:
        row = None
    # Python also reads 1_000.
    if row is None or len(row) != width or b"_" in rest:
        bad = next((part for part in parts if not NUMBER.fullmatch(part)), rest)
        shown = bad[:40].decode("ascii", "replace")
        raise FormatError(f"{shown!r} is not a number", path=path, place=number, cure=TEXT_CURE)
    if not np.isfinite(row).all():
        raise FormatError(
            "holds a number that is not finite",
            path=path,
            place=number,
            cure="make the vectors again, or remove the line",
        )
    return row


def _decoded(rows: _Rows, width: int, encoding: str, path: Path, skips: Skips) -> WordVectors:
    """Decode the words; a few broken ones, as large files have them, are left out."""
    import numpy as np

    matrix = rows.matrix(width)
    words: list[str] = []
    keep = np.ones(len(matrix), bool)
    for at, raw in enumerate(rows.words):
        if len(raw) > MAX_WORD:
            keep[at] = False
            skips.add("word of too many bytes", raw[:60].decode(encoding, "replace"))
            continue
        try:
            words.append(raw.decode(encoding))
        except UnicodeDecodeError:
            keep[at] = False
            skips.add(f"word that is not {encoding.upper()}", raw.decode("latin-1"))
    broken = len(matrix) - len(words)
    if broken > max(10, len(matrix) // 100) or (broken and not words):
        raise FormatError(
            f"{broken} of {len(matrix)} words are not {encoding.upper()}",
            path=path,
            cure="name the encoding with --encoding NAME (for example cp1252)",
        )
    return WordVectors(tuple(words), matrix if keep.all() else matrix[keep])


class _Rows:
    """Vectors as they are collected, in blocks: a Python object a number would cost ten times."""

    def __init__(self) -> None:
        self.words: dict[bytes, None] = {}
        self._blocks: list[NDArray[np.float32]] = []
        self._filled = 0

    def add(self, word: bytes, row: NDArray[np.float32]) -> None:
        import numpy as np

        if not self._blocks or self._filled == ROWS:
            self._blocks.append(np.empty((ROWS, len(row)), np.float32))
            self._filled = 0
        self._blocks[-1][self._filled] = row
        self._filled += 1
        self.words[word] = None

    def matrix(self, width: int) -> NDArray[np.float32]:
        import numpy as np

        if not self._blocks:
            return np.zeros((0, width), np.float32)
        return np.concatenate([*self._blocks[:-1], self._blocks[-1][: self._filled]])
