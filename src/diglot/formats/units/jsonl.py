"""JSON lines: one unit a line, everything kept; the first line says what the others are."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from diglot.errors import FormatError
from diglot.files.atomic import atomic_open
from diglot.files.lines import stream_lines
from diglot.model import Markup, Skipped, Unit, Variant
from diglot.text.languages import UNDETERMINED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from diglot.formats.blocks import Skips

SCHEMA = "diglot-units"
VERSION = 1


def read_units(
    path: Path, *, encoding: str | None = None, skips: Skips | None = None
) -> Iterator[Unit]:
    """Give the units of a file one by one.

    Beside diglot's own files, objects with ``source`` and ``target``, or with a ``translation``
    from language to text, are read; their other keys become properties.

    Raises:
        InputError: the file cannot be read as such lines.
    """
    for number, line in enumerate(stream_lines(path, encoding=encoding), 1):
        if not line.strip():
            if skips is not None:
                skips.add("blank line")
            continue
        try:
            value = _typed(json.loads(line, parse_constant=refuse_constant), dict)
            if number == 1 and "schema" in value:
                _check_schema(value)
                continue
            unit = _own(value, number) if "variants" in value else foreign_unit(value, number)
            if "\\u" in line:
                _check_surrogates(unit)
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise FormatError(
                f"is not a translation unit ({reason_of(error)})",
                path=path,
                place=number,
                cure="see the page on formats for the keys",
            ) from error
        yield unit


def write_units(path: Path, units: Iterable[Unit]) -> tuple[Skipped, ...]:
    """Write units, one a line, in UTF-8; nothing is lost."""
    with atomic_open(path) as file:
        file.write(json.dumps({"schema": SCHEMA, "version": VERSION}) + "\n")
        for unit in units:
            file.write(json.dumps(_object(unit), ensure_ascii=False) + "\n")
    return ()


def _object(unit: Unit) -> dict[str, Any]:
    """Return a unit as an object; what says nothing is left out."""
    found: dict[str, Any] = {}
    for name in ("id", "score", "kind", "method", "document"):
        value = getattr(unit, name)
        if value is not None:
            found[name] = value
    if unit.reasons:
        found["reasons"] = list(unit.reasons)
    if unit.paragraphs is not None:
        found["paragraphs"] = list(unit.paragraphs)
    if unit.properties:
        found["properties"] = [list(pair) for pair in unit.properties]
    if unit.notes:
        found["notes"] = list(unit.notes)
    found["variants"] = [_variant_object(variant) for variant in unit.variants]
    return found


def _variant_object(variant: Variant) -> dict[str, Any]:
    found: dict[str, Any] = {"language": variant.language, "text": variant.text}
    if variant.segments:
        found["segments"] = list(variant.segments)
    if variant.markup:
        found["markup"] = [[mark.start, mark.end, mark.kind, mark.data] for mark in variant.markup]
    if variant.properties:
        found["properties"] = [list(pair) for pair in variant.properties]
    return found


def _own(value: dict[str, Any], line: int) -> Unit:
    paragraphs = value.get("paragraphs")
    score = value.get("score")
    if score is not None and not 0 <= _typed(score, (int, float)) <= 1:
        raise ValueError("score is not between 0 and 1")
    return Unit(
        tuple(_variant(each) for each in _typed(value["variants"], list)),
        _text(value, "id"),
        None if score is None else float(score),
        _text(value, "kind"),
        _texts(value.get("reasons", [])),
        _text(value, "method"),
        _text(value, "document"),
        None if paragraphs is None else _two(paragraphs),
        _pairs(value.get("properties", [])),
        _texts(value.get("notes", [])),
        line,
    )


def _variant(value: Any) -> Variant:
    value = _typed(value, dict)
    text = _typed(value["text"], str)
    marks = []
    for start, end, kind, data in _typed(value.get("markup", []), list):
        if not 0 <= _typed(start, int) <= _typed(end, int) <= len(text):
            raise ValueError("markup lies outside the text")
        marks.append(Markup(start, end, _typed(kind, str), _typed(data, str)))
    return Variant(
        _typed(value["language"], str),
        text,
        tuple(marks),
        tuple(_typed(length, int) for length in _typed(value.get("segments", []), list)),
        _pairs(value.get("properties", [])),
    )


def foreign_unit(value: dict[str, Any], line: int | None) -> Unit:
    """Read the two shapes that corpora of other tools come in.

    Raises:
        KeyError, TypeError: it has neither.
    """
    rest = dict(value)
    if isinstance(value.get("translation"), dict):
        texts = list(rest.pop("translation").items())
    elif "source" in value and "target" in value:
        texts = [
            (
                rest.pop(f"{side}_language", None)
                or rest.pop(f"{side}_lang", None)
                or UNDETERMINED,
                rest.pop(side),
            )
            for side in ("source", "target")
        ]
    else:
        raise KeyError("variants")
    score = rest.get("score")
    probable = isinstance(score, (int, float)) and not isinstance(score, bool) and 0 <= score <= 1
    if probable:
        del rest["score"]
    return Unit(
        tuple(Variant(_typed(language, str), _typed(text, str)) for language, text in texts),
        str(rest.pop("id")) if isinstance(rest.get("id"), (str, int)) else None,
        score=float(score) if probable and score is not None else None,
        properties=tuple(
            (name, each if isinstance(each, str) else json.dumps(each, ensure_ascii=False))
            for name, each in rest.items()
        ),
        line=line,
    )


def _check_schema(value: dict[str, Any]) -> None:
    if value["schema"] != SCHEMA:
        raise ValueError(f"the schema is {value['schema']!r}, not {SCHEMA!r}")
    if value.get("version") != VERSION:
        raise ValueError(f"version {value.get('version')!r} is not known; {VERSION} is")


def _check_surrogates(unit: Unit) -> None:
    """Refuse half a character, which JSON can spell and no file can hold."""
    json.dumps(_object(unit), ensure_ascii=False).encode()


def _text(value: dict[str, Any], name: str) -> str | None:
    found = value.get(name)
    return None if found is None else str(_typed(found, str))


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(_typed(each, str) for each in _typed(value, list))


def _pairs(value: Any) -> tuple[tuple[str, str], ...]:
    return tuple((_typed(name, str), _typed(each, str)) for name, each in _typed(value, list))


def _two(value: Any) -> tuple[int, int]:
    first, second = _typed(value, list)
    return _typed(first, int), _typed(second, int)


def _typed(value: Any, kind: type | tuple[type, ...]) -> Any:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise TypeError(f"{value!r:.40} has the wrong type")
    return value


def refuse_constant(constant: str) -> None:
    """Refuse NaN and infinities, which JSON does not have."""
    raise ValueError(f"{constant} is not JSON")


def reason_of(error: Exception) -> str:
    """Say why a line could not be read."""
    if isinstance(error, KeyError):
        return f"the key {error.args[0]!r} is missing"
    return "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
