"""Which texts hold a string: an index of three-letter sequences in one SQLite file.

The index gives candidates, never too few: a string that is found nowhere in them is in no text.
Sequences are of characters, so that languages without spaces between words are served as well.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from diglot.errors import FormatError, InputError
from diglot.files.atomic import atomic_open

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

VERSION = 1
_GRAM = 3
# Behind every text, so that its last characters begin a sequence, too.
_PADDING = "\n" * (_GRAM - 1)
_MOST_GRAMS = 32  # of a long string: enough to leave few candidates


def supported() -> bool:
    """Tell whether this SQLite has full-text search with trigrams (version 3.34 and later)."""
    try:
        with closing(sqlite3.connect(":memory:")) as base:
            _create(base, "probe")
    except sqlite3.Error:
        return False
    return True


def write_index(path: Path, texts: Mapping[str, Iterable[str]], *, key: str) -> None:
    """Write an index of texts; the file is replaced when all of it has been written.

    Args:
        path: the file.
        texts: folded texts by the name of their collection; they are numbered from 0.
        key: what the index belongs to.

    Raises:
        InputError: it cannot be written.
    """
    with TemporaryDirectory(prefix="diglot-index-") as folder:
        made = Path(folder) / "index"
        try:
            _write(made, texts, key)
        except sqlite3.Error as error:
            raise InputError(
                f"cannot be written ({str(error).lower()})",
                path=path,
                cure="make room in the folder of temporary files",
            ) from error
        with made.open("rb") as read, atomic_open(path, "wb") as file:
            copyfileobj(read, file)


def _write(path: Path, texts: Mapping[str, Iterable[str]], key: str) -> None:
    """Write an index without a journal: a file that is not finished is thrown away anyway."""
    with closing(sqlite3.connect(path, isolation_level=None)) as base:
        base.execute("PRAGMA journal_mode = OFF")
        base.execute("PRAGMA synchronous = OFF")
        base.execute("BEGIN")
        base.execute("CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT)")
        about = {"key": key, "version": str(VERSION)}
        base.executemany("INSERT INTO about VALUES (?, ?)", about.items())
        for name, each in texts.items():
            _create(base, name)
            rows = ((number, text + _PADDING) for number, text in enumerate(each))
            base.executemany(f'INSERT INTO "{name}" (rowid, text) VALUES (?, ?)', rows)  # noqa: S608
            base.execute(f'INSERT INTO "{name}" ("{name}") VALUES (\'optimize\')')  # noqa: S608
        base.execute("COMMIT")


class TrigramIndex:
    """An open index; see `open_index`."""

    def __init__(self, base: sqlite3.Connection, path: Path) -> None:
        self._base = base
        self._path = path

    def candidates(self, name: str, needle: str) -> list[int]:
        """Return the numbers of the texts that may hold a string, ascending.

        Args:
            name: of the collection.
            needle: folded as the texts are, not empty.

        Raises:
            FormatError: the index is damaged.
        """
        try:
            if len(needle) < _GRAM:
                return self._holding_short(name, needle)
            grams = dict.fromkeys(needle[at : at + _GRAM] for at in range(len(needle) - _GRAM + 1))
            query = " AND ".join(_quoted(gram) for gram in [*grams][:_MOST_GRAMS])
            found = self._base.execute(
                f'SELECT rowid FROM "{name}" WHERE "{name}" MATCH ? ORDER BY rowid',  # noqa: S608
                (query,),
            )
            return [number for (number,) in found]
        except sqlite3.Error as error:
            raise _damaged(self._path, error) from error

    def _holding_short(self, name: str, needle: str) -> list[int]:
        """Look up all sequences that begin with a string of fewer characters."""
        self._base.execute(
            f'CREATE VIRTUAL TABLE IF NOT EXISTS temp."{name}_grams" '
            f"USING fts5vocab('main', '{name}', 'instance')"
        )
        # The end of the range: no character follows the last one of Unicode.
        found = self._base.execute(
            f'SELECT DISTINCT doc FROM temp."{name}_grams" WHERE term >= ? AND term <= ?',  # noqa: S608
            (needle, needle + "\U0010ffff" * _GRAM),
        )
        return sorted(number for (number,) in found)


@contextmanager
def open_index(path: Path, *, key: str) -> Iterator[TrigramIndex]:
    """Open an index for reading; the file and its folder may be write-protected.

    Raises:
        FormatError: it is no index, damaged, or belongs to something else.
        InputError: it does not exist or cannot be read.
    """
    if not path.is_file():
        raise InputError("there is no such file", path=path)
    try:
        base = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
    except sqlite3.Error as error:
        raise _damaged(path, error) from error
    with closing(base):
        try:
            about = dict(base.execute("SELECT name, value FROM about"))
        except sqlite3.Error as error:
            raise _damaged(path, error) from error
        if about.get("key") != key or about.get("version") != str(VERSION):
            raise FormatError("belongs to other texts", path=path)
        yield TrigramIndex(base, path)


def _create(base: sqlite3.Connection, name: str) -> None:
    # Without texts and positions the index is a third as large; who asks has the texts.
    base.execute(
        f"CREATE VIRTUAL TABLE \"{name}\" USING fts5(text, content='', detail=none, "
        "columnsize=0, tokenize='trigram case_sensitive 1')"
    )


def _quoted(gram: str) -> str:
    doubled = gram.replace('"', '""')
    return f'"{doubled}"'


def _damaged(path: Path, error: sqlite3.Error) -> FormatError:
    return FormatError(f"is no index of texts ({error})", path=path, cure="delete it")
