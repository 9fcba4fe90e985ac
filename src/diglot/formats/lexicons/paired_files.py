"""Dictionaries that are several files of one name: an index, and the articles it points into."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.errors import InputError, UnsafeFileError
from diglot.files.gzip import unpacked
from diglot.files.text import read_bytes
from diglot.formats.lexicons.lexicon_names import unpacked_name

if TYPE_CHECKING:
    from pathlib import Path

MAX_ARTICLE = 1_000_000  # bytes of one article
# An index may point at the same bytes again, but not make a small file a large one.
MAX_REPEATED = 4
FLOOR = 1_000_000


def stem_of(path: str | Path) -> Path:
    """Return the name that the files of a dictionary share."""
    return unpacked_name(path).with_suffix("")


def beside(path: str | Path, *extensions: str) -> Path | None:
    """Return the file of the same dictionary with the first of the extensions that there is."""
    stem = stem_of(path)
    for extension in extensions:
        found = stem.with_name(stem.name + extension)
        if found.is_file():
            return found
    return None


def content_of(path: str | Path, *extensions: str) -> tuple[bytes, Path]:
    """Return the bytes of that file, unpacked, and its name.

    Raises:
        UnsafeFileError: it unpacks to far too much.
        InputError: there is none, or it cannot be read.
    """
    found = beside(path, *extensions)
    if found is None:
        raise InputError(
            f"lacks its other half: there is no {stem_of(path).name}{extensions[0]}",
            path=path,
            cure="put the files of a dictionary into one folder",
        )
    data = unpacked(found)
    return (read_bytes(found) if data is None else data), found


class Room:
    """Bounds what the articles of an index come to, all together."""

    def __init__(self, path: Path, size: int) -> None:
        self._path = path
        self._left = MAX_REPEATED * size + FLOOR

    def take(self, size: int) -> None:
        """Count the bytes of one article.

        Raises:
            UnsafeFileError: together they are more than the file could honestly hold.
        """
        self._left -= size
        if self._left < 0:
            raise UnsafeFileError("points at far more text than there is", path=self._path)
