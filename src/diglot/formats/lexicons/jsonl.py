"""Lexicons as JSON lines, nothing lost: a header, then one translation a line.

The header says what the file is, where the lexicon comes from and how it was inferred:
``{"diglot": "lexicon", "version": 1, "origin": {…}, "signature": {…}, "notes": […]}``. A line has
the fields of `diglot.model.Translation`; those that say nothing are left out. ``diglot infer``
writes such a file beside its output, and ``diglot explain`` reads it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from diglot.errors import FormatError
from diglot.files.atomic import atomic_open
from diglot.formats.blocks import Skips
from diglot.formats.lexicons.sources import (
    Reading,
    first_lines,
    name_of,
    numbered_blocks,
)
from diglot.formats.units.jsonl import reason_of, refuse_constant
from diglot.model import Signature
from diglot.model.lexicon import BOTH, DIRECTIONS, LexicalPath, Lexicon, Origin, Translation

KIND = "lexicon"
VERSION = 1
MAX_NUMBER = 1e300
FIELDS = frozenset(Translation.__slots__)
TEXTS = ("source", "target", "source_language", "target_language")  # in every line
HEADER_CURE = "see the page on formats for its keys"
CURE = "fix it, name its format (wiktextract?), or leave such lines out with --skip-bad"


_DECODE = json.JSONDecoder(parse_constant=refuse_constant).decode


@dataclass(frozen=True, slots=True)
class Header:
    """What the first line says of the lexicon as a whole."""

    origin: Origin
    signature: Signature | None = None
    notes: tuple[str, ...] = ()


def is_own(line: str) -> bool:
    """Return whether a line is the first one of a lexicon that diglot wrote."""
    return '"diglot":' in line and f'"{KIND}"' in line


def read_translations(reading: Reading) -> Iterator[Translation]:
    """Give the translations of a file one by one; it may lack the header.

    Raises:
        FormatError: a line is no translation; it is named.
    """
    pair = reading.languages
    # Many paths pass through the same languages and dictionaries: they share one tuple.
    share: Callable[[Any, Any], Any] = {}.setdefault
    for first, block in numbered_blocks(reading):
        for number, line in enumerate(block, first):
            if not line or line.isspace():
                reading.skips.add("blank line")
                continue
            try:
                value = _DECODE(line)
                if number == 1 and type(value) is dict and "diglot" in value:
                    _check_kind(value, reading.path)
                    continue
                if "\\u" in line:
                    # Half a character, which JSON can spell and no file can hold.
                    json.dumps(value, ensure_ascii=False).encode()
                found = _translation(value, pair, share)
            except (ValueError, TypeError, KeyError, RecursionError) as error:
                reading.bad(f"is not a translation ({reason_of(error)})", number, line, cure=CURE)
                continue
            if unknown := value.keys() - FIELDS:
                reading.skips.add("unknown key", min(unknown))
            yield found


def read_header(path: str | Path) -> Header:
    """Return what the first line says of origin, signature and notes.

    Raises:
        FormatError: it is the header of something else, or damaged.
        InputError: the file cannot be read.
    """
    path = Path(path)
    line = next(iter(first_lines(path, count=1)), "")
    try:
        value = _DECODE(line)
        if type(value) is not dict or "diglot" not in value:
            return Header(Origin(name_of(path)))
        _check_kind(value, path)
        json.dumps(value, ensure_ascii=False).encode()
        return Header(
            _origin(value.get("origin"), path),
            _signature(value.get("signature")),
            _texts(value.get("notes", [])),
        )
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise FormatError(
            f"has no header of a lexicon ({reason_of(error)})", path=path, place=1, cure=HEADER_CURE
        ) from error


def read_origin(path: str | Path) -> Origin:
    """Return where a lexicon comes from.

    Raises:
        InputError: as `read_header`.
    """
    return read_header(path).origin


def read_signature(path: str | Path) -> Signature | None:
    """Return how a lexicon was inferred; None for a dictionary of people.

    Raises:
        InputError: as `read_header`.
    """
    return read_header(path).signature


def write_lexicon(
    path: str | Path,
    lexicon: Lexicon,
    *,
    skips: Skips | None = None,  # noqa: ARG001 - nothing is lost
) -> int:
    """Write a lexicon with everything it says; return the number of its translations."""
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    with atomic_open(path) as file:
        file.write(encode(_header_object(lexicon)) + "\n")
        for each in lexicon.translations:
            file.write(encode(_object(each)) + "\n")
    return len(lexicon.translations)


def path_of(value: Any, share: Callable[[Any, Any], Any] | None = None) -> LexicalPath:
    """Return a path that JSON spells.

    Args:
        value: an object with ``words``, ``languages``, ``dictionaries`` and perhaps ``score``.
        share: gives a tuple that is equal to its argument and perhaps there already.

    Raises:
        ValueError, TypeError, KeyError: it is no such object.
    """
    share = share or dict[Any, Any]().setdefault
    if type(value) is not dict:
        raise TypeError("a path is not an object")
    words, languages = _texts(value["words"]), _texts(value["languages"])
    dictionaries = tuple(map(_texts, _listed(value["dictionaries"])))
    if not len(words) == len(languages) == len(dictionaries) + 1:
        raise ValueError("words, languages and dictionaries of a path do not match")
    return LexicalPath(
        words,
        share(languages, languages),
        share(dictionaries, dictionaries),
        _number(value.get("score")),
    )


def _header_object(lexicon: Lexicon) -> dict[str, Any]:
    origin, signature = lexicon.origin, lexicon.signature
    found: dict[str, Any] = {"diglot": KIND, "version": VERSION}
    found["origin"] = {
        name: getattr(origin, name) for name in Origin.__slots__ if getattr(origin, name)
    }
    if signature is not None:
        found["signature"] = {
            "method": signature.method,
            "version": signature.version,
            "options": [list(pair) for pair in signature.options],
            "data": signature.data,
        }
    if lexicon.notes:
        found["notes"] = list(lexicon.notes)
    return found


def _object(each: Translation) -> dict[str, Any]:
    """Return a translation as an object; what says nothing is left out."""
    found: dict[str, Any] = {name: getattr(each, name) for name in TEXTS}
    for name in ("source_pos", "target_pos"):
        if (part := getattr(each, name)) is not None:
            found[name] = part
    if each.direction != BOTH:
        found["direction"] = each.direction
    if each.score is not None:
        found["score"] = float(each.score)
    if each.sense is not None:
        found["sense"] = each.sense
    if each.reasons:
        found["reasons"] = each.reasons
    if each.paths:
        found["paths"] = [
            {
                "words": path.words,
                "languages": path.languages,
                "dictionaries": path.dictionaries,
                **({} if path.score is None else {"score": float(path.score)}),
            }
            for path in each.paths
        ]
    return found


def _translation(
    value: Any, pair: tuple[str, str], share: Callable[[Any, Any], Any]
) -> Translation:
    if type(value) is not dict:
        raise TypeError("it is not an object")
    get = value.get
    words = (value["source"], value["target"])
    languages = (get("source_language", pair[0]), get("target_language", pair[1]))
    for text in (*words, *languages):
        if type(text) is not str or not text or text.isspace():
            raise TypeError(f"{text!r:.40} is not a word or not a language")
    told = (get("source_pos"), get("target_pos"), get("sense"))
    for text in told:
        if text is not None and type(text) is not str:
            raise TypeError(f"{text!r:.40} is not text")
    direction = get("direction", BOTH)
    if direction not in DIRECTIONS:
        raise ValueError(f"the direction is {direction!r:.40}, not one of {', '.join(DIRECTIONS)}")
    return Translation(
        *words,
        *languages,
        told[0],
        told[1],
        direction,
        _score(get("score")),
        told[2],
        _texts(value["reasons"]) if "reasons" in value else (),
        tuple([path_of(each, share) for each in _listed(value["paths"])])
        if "paths" in value
        else (),
    )


def _origin(value: Any, path: Path) -> Origin:
    if type(value) is not dict:
        raise TypeError("the origin is not an object")
    told = {name: value[name] for name in Origin.__slots__ if name in value}
    _texts(list(told.values()))
    return Origin(**{"name": name_of(path)} | told)


def _signature(value: Any) -> Signature | None:
    if value is None:
        return None
    if type(value) is not dict:
        raise TypeError("the signature is not an object")
    data = value.get("data")
    options = tuple(_texts(each) for each in _listed(value.get("options", [])))
    _texts([value["method"], value["version"], data or ""])
    pairs = tuple((name, text) for name, text in options)
    return Signature(value["method"], value["version"], pairs, data)


def _check_kind(value: dict[str, Any], path: Path) -> None:
    """Refuse files of another kind, whatever the user wants skipped."""
    told = value["diglot"], value.get("version")
    if told != (KIND, VERSION):
        raise FormatError(
            f"holds {told[0]!r:.40} of version {told[1]!r:.20}, not {KIND!r} of version {VERSION}",
            path=path,
            place=1,
            cure="name another file, or use the diglot that wrote it",
        )


def _score(value: Any) -> float | None:
    score = _number(value)
    if score is not None and not 0 <= score <= 1:
        raise ValueError("the score is not between 0 and 1")
    return score


def _number(value: Any) -> float | None:
    if value is None:
        return None
    if type(value) not in (float, int):
        raise TypeError(f"{value!r:.40} is not a number")
    if not -MAX_NUMBER < value < MAX_NUMBER:
        raise ValueError(f"{value!r:.40} is far too large")
    return float(value)


def _texts(value: Any) -> tuple[str, ...]:
    if type(value) is not list:
        raise TypeError(f"{value!r:.40} is not a list")
    try:
        "".join(value)  # the fastest way to see that all are texts
    except TypeError:
        raise TypeError(f"{value!r:.40} holds something that is not text") from None
    return tuple(value)


def _listed(value: Any) -> list[Any]:
    if type(value) is not list:
        raise TypeError(f"{value!r:.40} is not a list")
    return value
