"""Findings for a code host: a summary in Markdown, and lines that annotate a change.

Reference: GitHub, Workflow commands for GitHub Actions; GitHub Flavored Markdown Spec 0.29.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from diglot.model import Checked
from diglot.model.findings import ERROR, SEVERITIES, WARNING, Span
from diglot.plurals import count_of
from diglot.report.check.groups import (
    NO_FACTS,
    CheckFacts,
    Group,
    Place,
    excerpt,
    groups,
    merged_spans,
    places,
    rule_id,
    rule_rows,
    show_controls,
    totals,
    totals_text,
)
from diglot.report.check.groups import severity_rank as _rank

# A step of a workflow may say a mebibyte; a comment on a change 65,536 characters.
LONGEST = 60_000
TOP = 25
_AROUND = 60
_COMMANDS = {ERROR: "error", WARNING: "warning"}
_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = {**_DATA, ":": "%3A", ",": "%2C"}


def markdown_summary(
    checked: Sequence[Checked],
    *,
    facts: CheckFacts = NO_FACTS,
    longest: int | None = LONGEST,
) -> str:
    """Return totals, the largest groups, and every finding in folded details.

    Args:
        checked: the checks of several files.
        facts: how they were checked.
        longest: characters after which details are cut, with their number; None for all.
    """
    several = [place for place in places(checked) if place.finding.suppressed is None]
    held = [place for place in places(checked) if place.finding.suppressed is not None]
    found = groups(several)
    parts = ["## Terminology", totals_text(totals(checked), len(checked)) + "."]
    header = ["rule", *(f"{severity}s" for severity in SEVERITIES)]
    parts += [_table(header, "lrrr", rule_rows(several)), _groups(found)]
    parts += [f"- {_text(note)}" for note in _notes(checked, facts)]
    length = sum(map(len, parts))
    details = [_details(f"{severity}s", _of(several, severity)) for severity in SEVERITIES]
    for title, lines in [*details, _details("suppressed", held)]:
        if not lines:
            continue
        kept: list[str] = []
        for line in lines:
            length += len(line) + 1
            if longest is not None and length > longest:
                kept.append(f"- … and {len(lines) - len(kept):,} more")
                break
            kept.append(line)
        body = "\n".join(kept)
        parts.append(f"<details><summary>{title}</summary>\n\n{body}\n\n</details>")
    return "\n\n".join(filter(None, parts)) + "\n"


def github_annotations(checked: Sequence[Checked], *, limit: int | None = None) -> Iterator[str]:
    """Give a workflow command for each finding that counts, the worst first.

    Args:
        checked: the checks of several files.
        limit: most lines to give; GitHub shows ten of a kind for a step.
    """
    several = [place for place in places(checked) if place.finding.suppressed is None]
    ordered = sorted(several, key=lambda place: _rank(place.finding.severity))
    for place in ordered[:limit]:
        finding, unit = place.finding, place.unit
        properties = {
            "file": place.path,
            "line": "" if unit.line is None else str(unit.line),
            "col": _column(place),
            "title": rule_id(finding.rule),
        }
        told = ",".join(f"{name}={_coded(v, _PROPERTY)}" for name, v in properties.items() if v)
        where = "" if unit.line is not None else f"unit {unit.number + 1}: "
        command = _COMMANDS.get(finding.severity, "notice")
        yield f"::{command} {told}::{_coded(where + finding.message, _DATA)}"


def _column(place: Place) -> str:
    """Return the column of the first marked place; empty where it is unknown."""
    unit = place.unit
    marked = merged_spans(place.finding.target, len(unit.target))
    if unit.line is None or unit.column is None or not marked:
        return ""
    return str(unit.column + marked[0][0])


def _coded(text: str, codes: dict[str, str]) -> str:
    # Pictures of controls, but line ends are said in their own way.
    lines = [show_controls(line) for line in text.splitlines()]
    return "".join(codes.get(character, character) for character in "\n".join(lines))


def _groups(found: Sequence[Group]) -> str:
    rows = [
        [
            group.severity,
            _text(group.term) or rule_id(group.rules[0]),
            _text(group.found) if group.found else "–",
            _text(", ".join(group.expected)),
            f"{len(group.places):,}",
            f"unit {group.places[0].unit.number + 1:,} of {_text(group.places[0].path)}",
        ]
        for group in found[:TOP]
    ]
    header = ["severity", "term", "found", "expected", "times", "first"]
    more = f"\n\n… and {count_of(len(found) - TOP, 'more group')}" if len(found) > TOP else ""
    return _table(header, "llllrl", rows) + more


def _table(header: Sequence[str], sides: str, rows: Sequence[Sequence[str]]) -> str:
    if not rows:
        return ""
    rule = ["--:" if side == "r" else "---" for side in sides]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [header, rule, *rows])


def _notes(checked: Sequence[Checked], facts: CheckFacts) -> list[str]:
    notes = [f"{one.path}: {note}" for one in checked for note in one.notes]
    if facts.expired:
        number = count_of(len(facts.expired), "suppression")
        notes.append(f"{number} expired, because the entry changed")
    return [*notes, *facts.notes]


def _of(several: Sequence[Place], severity: str) -> list[Place]:
    return [place for place in several if place.finding.severity == severity]


def _details(name: str, several: Sequence[Place]) -> tuple[str, list[str]]:
    return f"{len(several):,} {name}", [_line(place) for place in several]


def _line(place: Place) -> str:
    finding, unit = place.finding, place.unit
    number = f"unit {unit.number + 1:,}" + (f" ({_text(unit.id)})" if unit.id else "")
    lines = [
        f"- **{rule_id(finding.rule)}** {_text(place.path)}, {number}: {_text(finding.message)}"
    ]
    for text, spans in ((unit.source, finding.source), (unit.target, finding.target)):
        if text.strip():
            lines.append(f"  <br>{_marked(text, spans)}")
    if finding.suppressed is not None:
        lines.append(f"  <br>suppressed: {_text(finding.suppressed)}")
    return "\n".join(lines)


def _marked(text: str, spans: Sequence[Span]) -> str:
    return "".join(
        f"<mark>{_piece(piece)}</mark>" if is_marked else _piece(piece)
        for piece, is_marked in excerpt(text, spans, around=_AROUND).pieces()
    )


def _piece(text: str) -> str:
    """Write a part of a text, whose spaces at its ends count."""
    lead = " " if text[:1].isspace() else ""
    tail = " " if text[-1:].isspace() and text.strip() else ""
    return lead + _text(text) + tail


def _text(text: str) -> str:
    """Write a text such that nothing in it is markup of Markdown, HTML or GitHub."""
    return "".join(
        character
        if character.isalnum() or character in " ,;?%/=" or character > "\x7f"
        else f"&#{ord(character)};"
        for character in show_controls(text)
    )
