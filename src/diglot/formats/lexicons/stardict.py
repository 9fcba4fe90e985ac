"""StarDict: ``.ifo`` says what a dictionary is, ``.idx`` where its articles in ``.dict`` are.

Articles are read from plain text, HTML, XDXF and Pango markup; phonetics and media are counted.
``.syn`` holds further heads.

Reference: Format for StarDict dictionary files, version 3.0.0.
"""

from __future__ import annotations

import html
import re
import struct
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from diglot.errors import FormatError
from diglot.files import text as _text
from diglot.formats.lexicons import sources
from diglot.formats.lexicons.dictd import read_article
from diglot.formats.termbases.data_categories import in_one_line
from diglot.model.lexicon import Origin, Translation

MAGIC = "StarDict's dict ifo file"
INDEX = (".idx", ".idx.gz", ".idx.dz")
BODIES = (".dict", ".dict.dz", ".dict.gz")
SYNONYMS = (".syn", ".syn.dz", ".syn.gz")
PLAIN = frozenset("ml")
MARKUP = frozenset("ghxkw")
MAX_HEAD = 1000  # bytes; the format allows 255
CURE = "check that .ifo, .idx and .dict belong together, or leave such entries out with --skip-bad"


def read_translations(reading: sources.Reading) -> Iterator[Translation]:
    """Give the translations of a dictionary, in the order of its index.

    Args:
        reading: of the ``.ifo`` file; the others lie beside it, in UTF-8 as the format demands.

    Raises:
        FormatError: an entry is damaged; it is named.
        UnsafeFileError: it unpacks, or its index points, to far too much.
        InputError: a file cannot be read, or is missing.
    """
    path, pair = reading.path, reading.languages
    about = _about(path)
    index, name = sources.content_of(path, *INDEX)
    data, _ = sources.content_of(path, *BODIES)
    reading = replace(reading, path=name)
    told = about.get("idxfilesize", "")
    if told.isdecimal() and told != str(len(index)):
        reading.bad(f"has {len(index)} bytes, not the {told} that .ifo says", None, cure=CURE)
    wide = about.get("idxoffsetbits") == "64"
    places: list[tuple[int, int]] = []
    keys: dict[tuple[int, int], list[str]] = {}
    for key, begin, size in _entries(index, reading, wide=wide):
        places.append((begin, size))
        if begin + size > len(data) or size > sources.MAX_ARTICLE:
            reading.bad("points outside of the dictionary", f"entry {key!r:.60}", cure=CURE)
        elif key:
            keys.setdefault((begin, size), []).append(key)
    for number, word in _synonyms(path, reading):
        if number >= len(places):
            reading.bad("names an entry that there is not", f"synonym {word!r:.60}", cure=CURE)
        elif places[number] in keys:
            keys[places[number]].append(word)
    budget = sources.ArticleBudget(name, len(data))
    types = about.get("sametypesequence", "")
    for (begin, size), heads in keys.items():
        budget.take(size)
        try:
            texts = list(_texts(data[begin : begin + size], types, reading))
        except (FormatError, ValueError, struct.error) as error:
            reason = error.message if isinstance(error, FormatError) else "ends too early"
            reading.bad(reason, f"entry {heads[0]!r:.60}", cure=CURE)
            continue
        for text in texts:
            yield from read_article(text, heads, reading.skips).translations(pair)


def read_origin(path: Path) -> Origin:
    """Return what ``.ifo`` says of the dictionary.

    Raises:
        InputError: it cannot be read, or is no ``.ifo`` file.
    """
    about = _about(path)
    named = ("bookname", "description", "author", "website", "date")
    said = (in_one_line(about.get(name, "").replace("<br>", " ")) for name in named)
    licence = about.get("license", about.get("licence", ""))
    return Origin(sources.name_of(path), "; ".join(each for each in said if each), licence)


def _about(path: Path) -> dict[str, str]:
    found = sources.sibling_file(path, ".ifo") or path
    lines = _text.split_lines(_text.read_text(found))
    if not lines or lines[0].strip() != MAGIC:
        raise FormatError(
            "is no .ifo file of StarDict", path=found, place=1, cure=f"name one that begins {MAGIC}"
        )
    pairs = (line.partition("=") for line in lines[1:])
    return {name.strip(): value.strip() for name, equals, value in pairs if equals}


def _entries(
    index: bytes, reading: sources.Reading, *, wide: bool
) -> Iterator[tuple[str, int, int]]:
    """Give head, offset and size of every record; a damaged head is empty, to keep its place."""
    record = struct.Struct(">QI" if wide else ">II")
    place, number = 0, 0
    while place < len(index):
        number += 1
        end = index.find(b"\0", place, place + MAX_HEAD)
        if end < 0 or end + 1 + record.size > len(index):
            reading.bad("breaks off or holds no heads", f"entry {number}", cure=CURE)
            return
        begin, size = record.unpack_from(index, end + 1)
        yield _head(index[place:end], number, reading), begin, size
        place = end + 1 + record.size


def _synonyms(path: Path, reading: sources.Reading) -> Iterator[tuple[int, str]]:
    """Give number of the entry and word of every synonym."""
    if sources.sibling_file(path, *SYNONYMS) is None:
        return
    data, name = sources.content_of(path, *SYNONYMS)
    own = replace(reading, path=name)
    place, number = 0, 0
    while place < len(data):
        number += 1
        end = data.find(b"\0", place, place + MAX_HEAD)
        if end < 0 or end + 5 > len(data):
            own.bad("breaks off or holds no heads", f"synonym {number}", cure=CURE)
            return
        word = _head(data[place:end], number, own)
        if word:
            yield struct.unpack_from(">I", data, end + 1)[0], word
        place = end + 5


def _head(data: bytes, number: int, reading: sources.Reading) -> str:
    try:
        return in_one_line(_text.decode_text(data, path=reading.path, encoding=reading.encoding))
    except FormatError as error:
        reading.bad(error.message, f"entry {number}", cure=CURE)
        return ""


def _texts(data: bytes, types: str, reading: sources.Reading) -> Iterator[str]:
    """Give the texts of an article; raise ValueError or struct.error if it is cut short."""
    for kind, field in _fields(data, types):
        if kind in PLAIN:
            yield _text.decode_text(field, path=reading.path, encoding=reading.encoding)
        elif kind in MARKUP:
            yield plain_text(
                _text.decode_text(field, path=reading.path, encoding=reading.encoding), kind
            )
        elif kind not in "ty":
            reading.skips.add(f"field of type {kind!r}")


def _fields(data: bytes, types: str) -> Iterator[tuple[str, bytes]]:
    """Give type and bytes of the fields: types stand in front of each unless all have the same."""
    place, number = 0, 0
    while number < len(types) if types else place < len(data):
        if types:
            kind, is_last = types[number], number == len(types) - 1
        else:
            kind, is_last = chr(data[place]), False
            place += 1
        number += 1
        if is_last:
            yield kind, data[place:].removesuffix(b"\0")
            return
        if kind.isupper():
            (size,) = struct.unpack_from(">I", data, place)
            begin, end = place + 4, place + 4 + size
            if end > len(data):
                raise ValueError
            place = end
        else:
            begin, end = place, data.index(b"\0", place)
            place = end + 1
        yield kind, data[begin:end]


# Articles in HTML, XDXF or Pango markup as plain text: lines, without examples and phonetics.

# Possessive: a tag that never ends must not be tried again from each of its letters.
TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*+)([^<>]*+)>")
BREAKS = frozenset({"br", "p", "div", "li", "ol", "ul", "dl", "dt", "dd", "tr", "table", "hr"})
BREAKS_OF_XDXF = frozenset({"def", "dtrn", "br", "sense", "deftext", "ar"})
DROPPED = frozenset({"script", "style", "ex", "head"})
# In XDXF the head comes from the index, and "tr" is a transcription, no row of a table.
DROPPED_OF_XDXF = frozenset({"k", "tr", "ex", "co", "rref", "etm"})


def plain_text(text: str, kind: str) -> str:
    """Return the text of an article of one of the types of StarDict; one pass, no nesting needed.

    Args:
        text: the article.
        kind: ``x`` for XDXF, any other for HTML and what is like it.
    """
    is_xdxf = kind == "x"
    breaks = BREAKS_OF_XDXF if is_xdxf else BREAKS
    dropped = DROPPED_OF_XDXF if is_xdxf else DROPPED
    parts: list[str] = []
    place, inside, until = 0, 0, ""
    for tag in TAG.finditer(text):
        closing, name, empty = tag[1], tag[2].lower(), tag[3].endswith("/")
        if not inside:
            parts.append(html.unescape(text[place : tag.start()]))
        place = tag.end()
        if inside:
            if name == until and not empty:
                inside += -1 if closing else 1
        elif name in dropped:
            if not closing and not empty:
                inside, until = 1, name
        elif name == "gr" and is_xdxf:
            parts.append(">" if closing else "<")
        elif name in breaks:
            parts.append("\n")
    if not inside:
        parts.append(html.unescape(text[place:]))
    return "".join(parts)
