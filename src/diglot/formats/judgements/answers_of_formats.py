"""What reviewers answered to findings: saved from the page, or filled into a table."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.errors import FormatError
from diglot.files.atomic import atomic_open
from diglot.files.text import read_text
from diglot.formats.blocks import Skips
from diglot.formats.term_rows import cell_of, filled, open_rows, unguarded, written
from diglot.model.findings import LEVELS, RULES
from diglot.model.suppressions import ACCEPT, ALWAYS_FALSE, FALSE_ALARM, RIGHT, VERDICTS, Answer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from diglot.model.suppressions import FormProposal

SCHEMA = "diglot-answers"
VERSION = 1
PREFIX = "TERM-"

HEADER = (
    "answer",
    "comment",
    "severity",
    "rule",
    "file",
    "unit",
    "id",
    "entry",
    "term",
    "found",
    "expected",
    "source",
    "target",
    "message",
    "suggestion",
    "level",
    "score",
    "suppressed",
    "source_spans",
    "target_spans",
    "place",
    "entry_fingerprint",
)
"""Columns of a table of findings; the first two are for the reviewer."""

SIGNED = ("author", "date")
NEEDED = ("answer", "rule", "entry", "found", "place")
WORDS = {
    **{verdict: verdict for verdict in VERDICTS},
    **dict.fromkeys(("yes", "y", "ok", "error", "true alarm"), RIGHT),
    **dict.fromkeys(("no", "n", "wrong", "false"), FALSE_ALARM),
    **dict.fromkeys(("never", "always false", "everywhere"), ALWAYS_FALSE),
    **dict.fromkeys(("add", "allow", "accepted"), ACCEPT),
}
FIELDS = tuple(field.name for field in fields(Answer))
PROPOSALS = ("entry", "term", "form", "answers", "comment")
CURE = "give the file that the page of findings saved, or the table that was filled in"


def read_answers(path: str | Path, *, author: str = "", date: str = "") -> tuple[Answer, ...]:
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


def write_form_proposals(path: str | Path, proposals: Iterable[FormProposal]) -> None:
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
            file.write(written(cells, delimiter))


def _json_answers(path: Path) -> list[tuple[str, Mapping[str, Any]]]:
    try:
        content = json.loads(read_text(path, encoding="utf-8").removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise FormatError("is no JSON", path=path, cure=CURE) from error
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
    rows = filled(table, skips)
    _, first = next(rows, (None, []))
    names = [cell.strip().lower() for cell in first]
    missing = [name for name in NEEDED if name not in names]
    if missing:
        raise FormatError(f"has no column {', '.join(missing)}", path=path, cure=CURE)
    columns = {name: names.index(name) for name in (*HEADER, *SIGNED) if name in names}
    found: list[tuple[str, Mapping[str, Any]]] = []
    for place, row in rows:
        # A workbook marks its texts otherwise than by an apostrophe.
        cells = row if path.suffix.lower() == ".xlsx" else unguarded(row)
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


def _answer(told: dict[str, Any], path: Path, place: str) -> Answer:
    for name, value in told.items():
        if not isinstance(value, str):
            raise FormatError(f"has no text as its {name[:30]}", path=path, place=place, cure=CURE)
    word = " ".join(told.get("verdict", "").casefold().split())
    if word not in WORDS:
        raise FormatError(
            f"the answer {told.get('verdict', '')[:30]!r} is none of {', '.join(VERDICTS)}",
            path=path,
            place=place,
            cure="write one of them, or leave it empty",
        )
    rule = told.get("rule", "").strip().upper().removeprefix(PREFIX).lower()
    level = told.get("level")
    known = rule in RULES and level in (None, *LEVELS) and told.get("place")
    if not known:
        raise FormatError(
            "does not say which finding is answered: rule, level or place was changed",
            path=path,
            place=place,
            cure="change only the columns answer and comment",
        )
    return Answer(
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
