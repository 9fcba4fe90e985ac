"""Suppressions as a TOML file that lives beside the translations and is edited by people, too."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.errors import FormatError
from diglot.files.atomic import atomic_open
from diglot.files.text import read_text
from diglot.model.findings import LEVELS, RULES
from diglot.model.suppressions import Suppression

if TYPE_CHECKING:
    from collections.abc import Iterable

VERSION = 1
TABLE = "suppress"
# In the order in which they are written: what people read first.
KEYS = {
    "entry": "entry",
    "term": "term",
    "form": "form",
    "level": "level",
    "rule": "rule",
    "place": "place",
    "file": "file",
    "reason": "reason",
    "author": "author",
    "date": "date",
    "entry-fingerprint": "fingerprint",
}
# One of these at least says which findings are meant.
MEANT = ("entry", "form", "rule", "place")
HEAD = f"""\
# Findings of diglot check that reviewers do not want to see again. A suppression needs an entry, a
# form, a rule or a place; each further key narrows it. diglot writes this file in a fixed order.
version = {VERSION}
"""
# What a basic string of TOML may not hold as it is.
ESCAPED = re.compile('[\x00-\x1f\x7f"\\\\\ud800-\udfff]')
SHORT = {"\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
LINE = re.compile(r"\s*\(at line (\d+), column \d+\)")
CURE = "see the page on the reports of diglot check for the keys"


def read_suppressions(path: str | Path) -> tuple[Suppression, ...]:
    """Return the suppressions of a file, in its order.

    Raises:
        FormatError: it is no such file.
        InputError: it cannot be read.
    """
    import tomllib

    path = Path(path)
    text = read_text(path, encoding="utf-8").removeprefix("\ufeff")
    try:
        content = tomllib.loads(text.replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        found = LINE.search(str(error))
        raise FormatError(
            f"is no TOML ({LINE.sub('', str(error)) or 'nested too deeply'})",
            path=path,
            place=int(found[1]) if found else None,
            cure="correct that line; two versions may have been merged badly",
        ) from error
    if content.get("version", VERSION) != VERSION:
        raise FormatError(
            f"has version {str(content['version'])[:20]!r} of suppressions, not {VERSION}",
            path=path,
            cure="read it with the diglot that wrote it",
        )
    several = content.get(TABLE, [])
    unknown = sorted(set(content) - {"version", TABLE})
    if unknown or not isinstance(several, list):
        raise FormatError(
            f"has no list of [[{TABLE}]]" + (f" but {unknown[0][:30]!r}" if unknown else ""),
            path=path,
            cure=CURE,
        )
    return tuple(_suppression(each, path, number) for number, each in enumerate(several, 1))


def write_suppressions(path: str | Path, suppressions: Iterable[Suppression]) -> None:
    """Write suppressions in a fixed order, each once.

    Raises:
        InputError: the file cannot be written.
    """
    ordered = sorted(dict.fromkeys(suppressions), key=_order)
    with atomic_open(path) as file:
        file.write(HEAD)
        for each in ordered:
            file.write(f"\n[[{TABLE}]]\n")
            for key, name in KEYS.items():
                value = getattr(each, name)
                # An empty form says that nothing stands there; other empty texts say nothing.
                if value or (value == "" and key in ("entry", "form")):
                    file.write(f"{key} = {_string(value)}\n")


def _suppression(value: Any, path: Path, number: int) -> Suppression:
    place = f"suppression {number}"
    if not isinstance(value, dict):
        raise FormatError("is no table of keys", path=path, place=place, cure=CURE)
    for key, told in value.items():
        if key not in KEYS:
            raise FormatError(
                f"has the key {key[:30]!r}; known are: {', '.join(KEYS)}", path=path, place=place
            )
        # A date may stand without quotes, as TOML has them.
        if not isinstance(told, str) and not (key == "date" and hasattr(told, "isoformat")):
            raise FormatError(f"has no text as its {key}", path=path, place=place, cure=CURE)
    if not any(key in value for key in MEANT):
        raise FormatError(
            f"would suppress everything: it has neither {' nor '.join(MEANT)}",
            path=path,
            place=place,
            cure="add one of them, or take it out",
        )
    for key, known in (("level", LEVELS), ("rule", tuple(RULES))):
        if key in value and value[key] not in known:
            raise FormatError(
                f"has the {key} {value[key][:30]!r}; it can be {', '.join(known)}",
                path=path,
                place=place,
            )
    fields = {KEYS[key]: _text(told) for key, told in value.items()}
    return Suppression(**fields)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else str(value.isoformat())


def _order(suppression: Suppression) -> tuple[tuple[str, bool], ...]:
    values = [getattr(suppression, name) for name in ("entry", "form", *KEYS.values())]
    # An empty form says something else than none; told apart nowhere, they would keep the order of
    # the input.
    return tuple((value or "", value is not None) for value in values)


def _string(text: str) -> str:
    """Return a basic string of TOML on one line; halves of surrogate pairs are replaced."""
    return '"' + ESCAPED.sub(_escape, text) + '"'


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    if "\ud800" <= character <= "\udfff":
        return "\ufffd"
    return SHORT.get(character) or f"\\u{ord(character):04X}"
