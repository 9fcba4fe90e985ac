"""Answers of reviewers to findings, and suppressions of findings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from diglot.errors import FormatError
from diglot.files.atomic import atomic_open
from diglot.files.text import read_text
from diglot.formats.blocks import Skips
from diglot.formats.table_rows import cell_of, filled_rows, format_row, open_rows, unguard_formulas
from diglot.model import Signature, findings

SCHEMA = "diglot-answers"
VERSION = 1
PREFIX = "TERM-"

HEADER = (
    "answer", "comment", "severity", "rule", "file", "unit", "id", "entry", "term", "found",
    "expected", "source", "target", "message", "suggestion", "level", "score", "suppressed",
    "source_spans", "target_spans", "place", "entry_fingerprint",
)  # fmt: skip
"""Columns of a table of findings; the first two are for the reviewer."""

SIGNED = ("author", "date")
NEEDED = ("answer", "rule", "entry", "found", "place")
WORDS = {
    **{verdict: verdict for verdict in findings.VERDICTS},
    **dict.fromkeys(("yes", "y", "ok", "error", "true alarm"), findings.RIGHT),
    **dict.fromkeys(("no", "n", "wrong", "false"), findings.FALSE_ALARM),
    **dict.fromkeys(("never", "always false", "everywhere"), findings.ALWAYS_FALSE),
    **dict.fromkeys(("add", "allow", "accepted"), findings.ACCEPT),
}
FIELDS = tuple(field.name for field in fields(findings.Answer))
PROPOSALS = ("entry", "term", "form", "answers", "comment")
CURE = "give the file that the page of findings saved, or the table that was filled in"


def read_answers(
    path: str | Path, *, author: str = "", date: str = ""
) -> tuple[findings.Answer, ...]:
    """Return the answers of a file, ``.json`` from the page or a table of findings filled in.

    Args:
        path: ``.json``, ``.xlsx``, ``.csv``, or any other name for TSV.
        author: who answered, where the file does not say.
        date: when, where the file does not say.

    Raises:
        FormatError: it is no such file, or an answer is none of `VERDICTS`.
        InputError: it cannot be read.
    """
    path = Path(path)
    told = _json_answers(path) if path.suffix.lower() == ".json" else _table_answers(path)
    return tuple(
        _answer({"author": author, "date": date, **_said(each)}, path, place)
        for place, each in told
    )


def write_form_proposals(path: str | Path, proposals: Iterable[findings.FormProposal]) -> None:
    """Write forms that reviewers want the termbase to allow, one a row, most wanted first.

    Raises:
        InputError: the file cannot be written.
    """
    path = Path(path)
    delimiter = "," if path.suffix.lower() == ".csv" else "\t"
    with atomic_open(path, encoding="utf-8-sig" if delimiter == "," else "utf-8") as file:
        file.write(delimiter.join(PROPOSALS) + "\n")
        for each in sorted(proposals, key=lambda each: (-each.answers, each.entry, each.form)):
            cells = (each.entry, each.term, each.form, str(each.answers), each.comment)
            file.write(format_row(cells, delimiter))


def _json_answers(path: Path) -> list[tuple[str, Mapping[str, Any]]]:
    try:
        content = json.loads(read_text(path, encoding="utf-8").removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise FormatError("is not JSON", path=path, cure=CURE) from error
    if not isinstance(content, dict) or content.get("schema") != SCHEMA:
        raise FormatError("holds no answers to findings", path=path, cure=CURE)
    if content.get("version") != VERSION:
        raise FormatError(
            f"has version {str(content.get('version'))[:20]!r} of answers, not {VERSION}",
            path=path,
            cure="read it with the diglot that made the page",
        )
    answers = content.get("answers")
    if not isinstance(answers, list) or not all(isinstance(each, dict) for each in answers):
        raise FormatError("holds no list of answers", path=path, cure=CURE)
    everyone = {name: content[name] for name in SIGNED if content.get(name)}
    return [(f"answer {n}", {**everyone, **_said(each)}) for n, each in enumerate(answers, 1)]


def _table_answers(path: Path) -> list[tuple[str, Mapping[str, Any]]]:
    skips = Skips()
    table = open_rows(path, encoding=None, skips=skips)
    rows = filled_rows(table, skips)
    _, first = next(rows, (None, []))
    names = [cell.strip().lower() for cell in first]
    missing = [name for name in NEEDED if name not in names]
    if missing:
        raise FormatError(f"has no column {', '.join(missing)}", path=path, cure=CURE)
    columns = {name: names.index(name) for name in (*HEADER, *SIGNED) if name in names}
    found: list[tuple[str, Mapping[str, Any]]] = []
    for place, row in rows:
        # A workbook marks its texts otherwise than by an apostrophe.
        cells = row if path.suffix.lower() == ".xlsx" else unguard_formulas(row)
        told = {name: cell_of(cells, column) for name, column in columns.items()}
        if told["answer"].strip():
            where = f"line {place}" if isinstance(place, int) else place
            found.append((where, _of_row(told)))
    return found


def _of_row(told: Mapping[str, str]) -> dict[str, Any]:
    return {
        "verdict": told["answer"],
        "rule": told["rule"],
        "place": told["place"],
        "entry": told["entry"],
        "form": told["found"],
        "term": told.get("term", ""),
        "level": told.get("level", ""),
        "file": told.get("file", ""),
        "comment": told.get("comment", ""),
        "fingerprint": told.get("entry_fingerprint", ""),
        **{name: told.get(name, "") for name in SIGNED},
    }


def _said(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an answer can say and does say."""
    return {name: told[name] for name in FIELDS if told.get(name) not in (None, "")}


def _answer(told: dict[str, Any], path: Path, place: str) -> findings.Answer:
    for name, value in told.items():
        if not isinstance(value, str):
            raise FormatError(f"has no text as its {name[:30]}", path=path, place=place, cure=CURE)
    word = " ".join(told.get("verdict", "").casefold().split())
    if word not in WORDS:
        raise FormatError(
            f"the answer {told.get('verdict', '')[:30]!r} is not one of "
            f"{', '.join(findings.VERDICTS)}",
            path=path,
            place=place,
            cure="write one of them, or leave it empty",
        )
    rule = told.get("rule", "").strip().upper().removeprefix(PREFIX).lower()
    level = told.get("level")
    known = rule in findings.RULES and level in (None, *findings.LEVELS) and told.get("place")
    if not known:
        raise FormatError(
            "does not say which finding is answered: rule, level or place was changed",
            path=path,
            place=place,
            cure="change only the columns answer and comment",
        )
    return findings.Answer(
        verdict=WORDS[word],
        rule=rule,
        place=told["place"],
        entry=told.get("entry"),
        term=_line(told, "term"),
        form=_line(told, "form"),
        level=level,
        file=_line(told, "file"),
        author=_line(told, "author"),
        date=_line(told, "date"),
        comment=_line(told, "comment"),
        fingerprint=told.get("fingerprint"),
    )


def _line(told: Mapping[str, Any], name: str) -> str:
    return " ".join(str(told.get(name, "")).split())


# Suppressions as a TOML file that lives beside the translations and is edited by people, too.

SUPPRESSIONS_VERSION = 1
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
version = {SUPPRESSIONS_VERSION}
"""
# What a basic string of TOML may not hold as it is.
ESCAPED = re.compile('[\x00-\x1f\x7f"\\\\\ud800-\udfff]')
SHORT = {"\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
LINE = re.compile(r"\s*\(at line (\d+), column \d+\)")
SUPPRESSIONS_CURE = "see the page on the reports of diglot check for the keys"


def read_suppressions(path: str | Path) -> tuple[findings.Suppression, ...]:
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
            f"is not TOML ({LINE.sub('', str(error)) or 'nested too deeply'})",
            path=path,
            place=int(found[1]) if found else None,
            cure="correct that line; two versions may have been merged badly",
        ) from error
    if content.get("version", SUPPRESSIONS_VERSION) != SUPPRESSIONS_VERSION:
        raise FormatError(
            f"has version {str(content['version'])[:20]!r} of suppressions, "
            f"not {SUPPRESSIONS_VERSION}",
            path=path,
            cure="read it with the diglot that wrote it",
        )
    several = content.get(TABLE, [])
    unknown = sorted(set(content) - {"version", TABLE})
    if unknown or not isinstance(several, list):
        raise FormatError(
            f"has no list of [[{TABLE}]]" + (f" but {unknown[0][:30]!r}" if unknown else ""),
            path=path,
            cure=SUPPRESSIONS_CURE,
        )
    return tuple(_suppression(each, path, number) for number, each in enumerate(several, 1))


def write_suppressions(path: str | Path, suppressions: Iterable[findings.Suppression]) -> None:
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


def _suppression(value: Any, path: Path, number: int) -> findings.Suppression:
    place = f"suppression {number}"
    if not isinstance(value, dict):
        raise FormatError("is not a table of keys", path=path, place=place, cure=SUPPRESSIONS_CURE)
    for key, told in value.items():
        if key not in KEYS:
            raise FormatError(
                f"has the key {key[:30]!r}; available: {', '.join(KEYS)}", path=path, place=place
            )
        # A date may stand without quotes, as TOML has them.
        if not isinstance(told, str) and not (key == "date" and hasattr(told, "isoformat")):
            raise FormatError(
                f"has no text as its {key}", path=path, place=place, cure=SUPPRESSIONS_CURE
            )
    if not any(key in value for key in MEANT):
        raise FormatError(
            f"would suppress everything: it has neither {' nor '.join(MEANT)}",
            path=path,
            place=place,
            cure="add one of them, or take it out",
        )
    for key, known in (("level", findings.LEVELS), ("rule", tuple(findings.RULES))):
        if key in value and value[key] not in known:
            raise FormatError(
                f"has the {key} {value[key][:30]!r}; it can be {', '.join(known)}",
                path=path,
                place=place,
            )
    fields = {KEYS[key]: _text(told) for key, told in value.items()}
    return findings.Suppression(**fields)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else str(value.isoformat())


def _order(suppression: findings.Suppression) -> tuple[tuple[str, bool], ...]:
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


# What the check of one file gave, while others are still checked.

KIND = "diglot-checked"


def write_checked(path: Path, checked: findings.Checked, fingerprints: Mapping[str, str]) -> None:
    """Write what the check of a file gave, with the fingerprints of the entries that took part.

    Raises:
        InputError: the file cannot be written.
    """
    value = {"schema": KIND, "format": VERSION, "fingerprints": dict(fingerprints)}
    with atomic_open(path) as file:
        json.dump(value | {"checked": asdict(checked)}, file, ensure_ascii=False)


def read_checked(path: Path) -> tuple[findings.Checked, dict[str, str]]:
    """Read that again.

    Raises:
        FormatError: it is something else, or damaged.
        InputError: it cannot be read.
    """
    try:
        value = json.loads(read_text(path))
        known = {(KIND, VERSION): value["checked"]}[value["schema"], value["format"]]
        made = known["signature"]
        return (
            findings.Checked(
                **known
                | {
                    "languages": tuple(known["languages"]),
                    "findings": tuple(map(_finding, known["findings"])),
                    "units": {
                        int(number): findings.CheckedUnit(**unit)
                        for number, unit in known["units"].items()
                    },
                    "notes": tuple(known["notes"]),
                    "signature": made
                    and Signature(**made | {"options": tuple(map(tuple, made["options"]))}),
                }
            ),
            dict(value["fingerprints"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise FormatError(
            "is not what a check found", path=path, cure="run the check again"
        ) from error


def _finding(value: Mapping[str, Any]) -> findings.Finding:
    spans = {side: tuple(map(tuple, value[side])) for side in ("source", "target")}
    texts = {name: tuple(value[name]) for name in ("expected", "lemmas")}
    return findings.Finding(**{**value, **spans, **texts})
