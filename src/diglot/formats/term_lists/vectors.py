"""Word vectors: text as word2vec and fastText write it (``.vec``), or ``.npy`` beside a word list.

    2 3                 number of vectors and their width; may be missing
    wind 0.1 0.2 0.3    a word, then its numbers
    power .4 .5 .6

A line has as many numbers as the header says, else as the first line has; all that stands before
them is the word, so that it may hold spaces.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.errors import InputError
from diglot.files.atomic import atomic_open
from diglot.formats.blocks import Skips
from diglot.formats.term_lists.vectors_array import WORD_LISTS, read_array, word_list
from diglot.formats.term_lists.vectors_text import read_text

if TYPE_CHECKING:
    from collections.abc import Collection

    from diglot.model import WordVectors

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
