"""Word vectors as an array of NumPy, mapped into memory, beside a list of their words."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.errors import FormatError, InputError
from diglot.files.line_blocks import lines
from diglot.files.text import open_binary
from diglot.formats.term_lists.vectors_text import MAX_DIMENSIONS, ROWS, TEXT_CURE
from diglot.model import WordVectors

if TYPE_CHECKING:
    from collections.abc import Collection

    import numpy as np
    from numpy.typing import NDArray

    from diglot.formats.blocks import Skips

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
        cure=f"write the words, one a line, to one of {names}",
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
    listed = list(islice(lines(list_path, encoding=encoding), len(matrix) + 1))
    if len(listed) != len(matrix):
        more = "more than " if len(listed) > len(matrix) else ""
        raise FormatError(
            f"has {more}{min(len(listed), len(matrix))} lines, {path.name} has {len(matrix)} rows",
            path=list_path,
            cure="write one word a line, in the order of the rows",
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
