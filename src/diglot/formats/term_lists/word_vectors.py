"""Word vectors: text as word2vec and fastText write it (``.vec``), or ``.npy`` beside a word list.

    2 3                 number of vectors and their width; may be missing
    wind 0.1 0.2 0.3    a word, then its numbers
    power .4 .5 .6

A line has as many numbers as the header says, else as the first line has; all that stands before
them is the word, so that it may hold spaces.
"""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.errors import FormatError, InputError
from diglot.files.atomic import atomic_open
from diglot.files.binary import open_binary
from diglot.files.lines import byte_blocks, stream_lines
from diglot.formats.blocks import Skips
from diglot.model import WordVectors
from diglot.plurals import count_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    import numpy as np
    from numpy.typing import NDArray


SPACE = re.compile(r"\s")


def read_vectors(
    path: str | Path,
    *,
    only: Collection[str] | None = None,
    words: str | Path | None = None,
    limit: int | None = None,
    encoding: str | None = None,
    skips: Skips | None = None,
) -> WordVectors:
    """Read vectors of words; of a word that comes twice the first one.

    Args:
        path: text, plain or gzip; or ``.npy`` with an array of shape (words, dimensions), which is
            mapped into memory.
        only: words that are needed; of others' lines only the width is looked at, of others' rows
            nothing. None for all.
        words: the list of words that belongs to an ``.npy`` file, one a line; by default the file
            beside it with the extension ``.words``, ``.vocab`` or ``.txt``.
        limit: lines or rows to read at most, since the most frequent words come first.
        encoding: of the words, when it is not UTF-8; its characters below 128 must be ASCII.
        skips: collects what is left out.

    Raises:
        FormatError: lines or rows of another width, numbers that are none or not finite, no
            vectors, NUL characters, words of another encoding, damaged archives.
        InputError: the file or the list of words is missing or cannot be read.
        ConfigError: there is no encoding of that name.
    """
    path = Path(path)
    skips = Skips() if skips is None else skips
    if path.suffix.lower() == ".npy":
        return read_array(path, word_list(path, words), only, limit, encoding, skips)
    if words is not None:
        raise InputError("holds the words itself", path=path, cure="leave the list of words out")
    return read_text(path, only, limit, encoding, skips)


def write_vectors(path: str | Path, vectors: WordVectors) -> None:
    """Write vectors as text with a header, or as ``.npy`` with the words beside it (``.words``).

    The shortest decimals are written that give the same float32 again.

    Raises:
        InputError: the file cannot be written, or a word holds white space or nothing.
    """
    import numpy as np

    path = Path(path)
    array = path.suffix.lower() == ".npy"
    for word in vectors.words:
        if not word or ("\n" in word or "\r" in word if array else SPACE.search(word)):
            raise InputError(
                f"the word {word!r} cannot be written into a file of vectors",
                path=path,
                cure="leave it out",
            )
    if array:
        with atomic_open(path.with_suffix(WORD_LISTS[0])) as file:
            file.writelines(f"{word}\n" for word in vectors.words)
        with atomic_open(path, "wb") as binary:
            np.save(binary, np.ascontiguousarray(vectors.matrix, np.float32), allow_pickle=False)
        return
    with atomic_open(path) as file:
        file.write(f"{len(vectors.words)} {vectors.dimensions}\n")
        for word, row in zip(vectors.words, vectors.matrix, strict=True):
            numbers = " ".join(map(str, row.astype(np.float32, copy=False)))
            file.write(f"{word} {numbers}\n")


# Word vectors as text, read line by line; only needed ones are kept.

HEADER = re.compile(rb"[ \t]*([0-9]{1,12})[ \t]+([0-9]{1,12})[ \t]*\r?")
NUMBER = re.compile(rb"[+-]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+)(?:[eE][+-]?[0-9]+)?")
MAX_DIMENSIONS = 16_384
MAX_WORD = 1000  # bytes
ROWS = 4096
TEXT_CURE = "give vectors as text (.vec): a word and its numbers per line"


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


# Word vectors as an array of NumPy, mapped into memory, beside a list of their words.


WORD_LISTS = (".words", ".vocab", ".txt")


def word_list(path: Path, words: str | Path | None) -> Path:
    """Return the list of words that belongs to an array; see `vectors.read_vectors`."""
    if words is not None:
        return Path(words)
    found = [path.with_suffix(suffix) for suffix in WORD_LISTS]
    for candidate in found:
        if candidate.is_file():
            return candidate
    names = ", ".join(candidate.name for candidate in found)
    raise InputError(
        "has no list of words beside it",
        path=path,
        cure=f"write the words, one per line, to one of {names}",
    )


def read_array(
    path: Path,
    list_path: Path,
    only: Collection[str] | None,
    limit: int | None,
    encoding: str | None,
    skips: Skips,
) -> WordVectors:
    """Read an array and its words; see `vectors.read_vectors`."""
    import numpy as np

    matrix = _mapped(path)
    listed = list(islice(stream_lines(list_path, encoding=encoding), len(matrix) + 1))
    if len(listed) != len(matrix):
        more = "more than " if len(listed) > len(matrix) else ""
        lines = count_of(min(len(listed), len(matrix)), "line")
        raise FormatError(
            f"has {more}{lines}, {path.name} has {count_of(len(matrix), 'row')}",
            path=list_path,
            cure="write one word per line, in the order of the rows",
        )
    stop = len(listed) if limit is None else max(0, min(limit, len(listed)))
    rows: dict[str, int] = {}
    for row, word in enumerate(listed[:stop]):
        if not word.strip():
            skips.add("blank word")
        elif word in rows:
            skips.add("further vector of a word", word)
        elif only is None or word in only:
            rows[word] = row
    chosen = np.fromiter(rows.values(), np.int64, len(rows))
    whole = len(chosen) == len(matrix) and matrix.dtype == np.float32
    with np.errstate(over="ignore"):
        vectors = matrix if whole else np.asarray(matrix[chosen], np.float32)
    for begin in range(0, len(vectors), ROWS):
        finite = np.isfinite(vectors[begin : begin + ROWS]).all(axis=1)
        if not finite.all():
            row = int(chosen[begin + int(np.argmin(finite))])
            raise FormatError(
                "holds a number that is not finite",
                path=path,
                place=f"row {row} (from 0)",
                cure="make the vectors again, or remove the row",
            )
    return WordVectors(tuple(rows), vectors)


def _mapped(path: Path) -> NDArray[np.floating]:
    """Map an ``.npy`` file into memory after a look at what it holds."""
    import numpy as np

    with open_binary(path):  # says what is wrong with a file that cannot be read
        pass
    try:
        matrix = np.load(path, mmap_mode="r", allow_pickle=False)
    except Exception as error:  # numpy parses the header in ways that fail in many others
        raise FormatError(
            "is not an .npy file of numbers, or is cut short",
            path=path,
            cure="save it with numpy.save",
        ) from error
    if not isinstance(matrix, np.ndarray) or matrix.dtype.kind != "f" or matrix.ndim != 2:
        found = (
            f"an array of {matrix.dtype} with the shape {matrix.shape}"
            if isinstance(matrix, np.ndarray)
            else "several arrays"
        )
        raise FormatError(
            f"holds {found}, not one of floats with the shape (words, dimensions)",
            path=path,
            cure="save it with numpy.save",
        )
    if not all(matrix.shape) or matrix.shape[1] > MAX_DIMENSIONS:
        raise FormatError(f"holds vectors of the shape {matrix.shape}", path=path, cure=TEXT_CURE)
    return matrix
