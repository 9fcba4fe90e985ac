"""dictd: a dictionary of the DICT protocol, ``.index`` and ``.dict`` or ``.dict.dz``.

An index has a line a head: ``head<TAB>offset<TAB>length``, numbers in base 64, most significant
digit first, and perhaps the head as it is written. Heads that begin with ``00`` say something of
the dictionary as a whole.

Reference: RFC 2229, A Dictionary Server Protocol, 1997; dictfmt(1), dictzip(1).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.errors import FormatError
from diglot.files import text as _text
from diglot.formats.blocks import Skips
from diglot.formats.lexicons.dictionary_articles import article
from diglot.formats.lexicons.lexicon_faults import Faults
from diglot.formats.lexicons.lexicon_names import languages_of, name_of
from diglot.formats.lexicons.paired_files import MAX_ARTICLE, Room, beside, content_of
from diglot.formats.termbases.termbase import in_one_line
from diglot.model.lexicon import Origin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diglot.model.lexicon import Translation

DIGITS = {
    digit: value
    for value, digit in enumerate(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    )
}
MAX_DIGITS = 8
INDEX = (".index", ".index.gz", ".index.dz")
BODIES = (".dict", ".dict.dz", ".dict.gz")
ABOUT = re.compile(r"00-?database")
# "00databasealphabet" and its like are for the server.
INFO = ("00databaseinfo", "00-database-info")
LICENCE = re.compile(r"licen[cs]e|copyright|public domain|creative commons", re.IGNORECASE)
CURE = "check that .index and .dict belong together, or leave such entries out with --skip-bad"


def read_translations(
    path: str | Path,
    *,
    languages: tuple[str, str] | None = None,
    encoding: str | None = None,
    skips: Skips | None = None,
    skip_bad: bool = False,
) -> Iterator[Translation]:
    """Give the translations of a dictionary, in the order of its index.

    Args:
        path: ``.index``, ``.dict`` or ``.dict.dz``; the other one lies beside it.
        languages: of source and target; by default those in the name, else ``und``.
        encoding: where it is not UTF-8.
        skips: collects what is left out.
        skip_bad: leave entries out, and count them, that are damaged.

    Raises:
        FormatError: an entry is damaged; it is named.
        UnsafeFileError: it unpacks, or its index points, to far too much.
        InputError: a file cannot be read, or there is only one of them.
    """
    path = Path(path)
    pair = languages or languages_of(path)
    index, name = content_of(path, *INDEX)
    data, _ = content_of(path, *BODIES)
    faults = Faults(name, skips, skip_bad=skip_bad)
    keys: dict[tuple[int, int], list[str]] = {}
    for key, begin, size in _entries(index, faults, encoding):
        if ABOUT.match(key):
            continue
        if begin + size > len(data) or size > MAX_ARTICLE:
            faults.bad("points outside of the dictionary", f"entry {key!r:.60}", cure=CURE)
            continue
        keys.setdefault((begin, size), []).append(key)
    room = Room(name, len(data))
    for (begin, size), heads in keys.items():
        room.take(size)
        try:
            text = _text.decode(data[begin : begin + size], path=name, encoding=encoding)
        except FormatError as error:
            faults.bad(error.message, f"entry {heads[0]!r:.60}", cure=CURE)
            continue
        yield from article(text, heads, faults.skips).translations(pair)


def read_origin(path: str | Path) -> Origin:
    """Return what the dictionary says of itself under ``00databaseinfo``.

    Raises:
        UnsafeFileError: it unpacks to far too much.
        InputError: a file cannot be read.
    """
    origin = Origin(name_of(path))
    if beside(path, *INDEX) is None or beside(path, *BODIES) is None:
        return origin
    index, name = content_of(path, *INDEX)
    data, _ = content_of(path, *BODIES)
    faults = Faults(name, Skips(), skip_bad=True)
    for key, begin, size in _entries(index, faults, None):
        if key in INFO and size <= MAX_ARTICLE:
            text = data[begin : begin + size].decode("utf-8", "replace")
            lines = [in_one_line(line) for line in text.split("\n")]
            statement = " ".join(line for line in lines if line and line not in INFO)
            licence = " ".join(line for line in lines if LICENCE.search(line))
            return Origin(origin.name, statement, licence)
    return origin


def _entries(index: bytes, faults: Faults, encoding: str | None) -> Iterator[tuple[str, int, int]]:
    """Give head, offset and length of every line of an index."""
    for number, line in enumerate(index.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            cells = _text.decode(line, path=faults.path, encoding=encoding).split("\t")
        except FormatError as error:
            faults.bad(error.message, number, cure=CURE)
            continue
        begin, size = (_number(cell) for cell in (*cells, "", "", "")[1:3])
        key = (cells[3] if len(cells) > 3 else cells[0]).strip()
        if begin is None or size is None or not key:
            faults.bad("is no line of an index", number, in_one_line(" ".join(cells)), cure=CURE)
            continue
        yield key, begin, size


def _number(text: str) -> int | None:
    """Read a number in base 64."""
    text = text.strip()
    if not 0 < len(text) <= MAX_DIGITS:
        return None
    value = 0
    for digit in text:
        if digit not in DIGITS:
            return None
        value = value * 64 + DIGITS[digit]
    return value
