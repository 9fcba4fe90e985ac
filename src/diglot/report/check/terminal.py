"""Findings as a short list for a terminal: groups that people act on, then single findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from diglot.model import Checked
from diglot.model.findings import NOTE, SEVERITIES, WARNING, Span
from diglot.plurals import count_of
from diglot.report.check.groups import (
    NO_FACTS,
    CheckFacts,
    Group,
    Place,
    excerpt,
    groups,
    places,
    rule_id,
    rule_rows,
    severity_rank,
    show_controls,
    totals,
    totals_text,
)
from diglot.report.tables.layout import table

LIMIT = 20
NOTES = 10
"""Most groups of findings of a lower severity that are told apart."""
_AROUND = 50
_LONGEST = 300
_MARK = "›", "‹"
_WIDTH = max(len(severity) for severity in SEVERITIES)


def check_text(
    checked: Sequence[Checked],
    *,
    facts: CheckFacts = NO_FACTS,
    least: str = WARNING,
    limit: int | None = LIMIT,
) -> str:
    """Return findings as plain text, without a line feed at its end.

    Args:
        checked: the checks of several files.
        facts: how they were checked.
        least: findings of a lower severity are only told apart, the largest groups of them.
        limit: most groups, and half as many single findings, to list; None for all.
    """
    several = [place for place in places(checked) if place.finding.suppressed is None]
    listed = [
        place for place in several if severity_rank(place.finding.severity) <= severity_rank(least)
    ]
    found = groups(listed)
    few = None if limit is None else limit // 2
    most = NOTES if limit is None else min(NOTES, limit)
    many = [group for group in found if len(group.places) > 1]
    single = [group.places[0] for group in found if len(group.places) == 1]
    named = len(checked) > 1
    told = groups(place for place in several if place not in listed)
    parts = [
        *_part("Groups", [_group(group, named) for group in many[:limit]], many, limit, "group"),
        *_part(
            "Single findings",
            [_single(place, named) for place in single[:few]],
            single,
            few,
            "finding",
        ),
        *_part("Notes", [_group(group, named) for group in told[:most]], told, most, "group"),
        _counts(several),
        "\n".join(_facts(checked, facts, len(several) - len(listed))),
        totals_text(totals(checked), len(checked)),
    ]
    return "\n\n".join(filter(None, parts))


def _part(
    title: str, lines: list[str], everything: Sequence[object], limit: int | None, name: str
) -> list[str]:
    if not lines:
        return []
    rest = len(everything) - len(lines)
    more = [f"… and {count_of(rest, f'more {name}')}"] if rest and limit is not None else []
    return ["\n".join([title, *lines, *more])]


def _group(group: Group, named: bool) -> str:
    return f"{group.severity:<{_WIDTH}}  {_about(group)}; first at {_where(group.places[0], named)}"


def _about(group: Group) -> str:
    """Return what is wrong, and how often, such as ``swab: 37 times muestra, expected hisopo``."""
    times = count_of(len(group.places), "time")
    rules = ", ".join(rule_id(rule) for rule in group.rules)
    if not group.term:
        return f"{rules}: {times}"
    found = times
    if group.found:
        found += f" {_short(group.found)}"
    elif group.entry is not None:
        found += " nothing in its place"
    expected = ", ".join(map(_short, group.expected))
    return (
        f"{_short(group.term)}: {found}"
        + (f", expected {expected}" if expected else "")
        + f" ({rules})"
    )


def _single(place: Place, named: bool) -> str:
    finding = place.finding
    doubt = "" if finding.score is None else f" ({finding.score:.0%} sure)"
    head = f"{finding.severity:<{_WIDTH}}  {_where(place, named)}: {_short(finding.message)}"
    lines = [f"{head} [{rule_id(finding.rule)}]{doubt}"]
    for text, spans in ((place.unit.source, finding.source), (place.unit.target, finding.target)):
        if text.strip():
            lines.append(f"{'':{_WIDTH}}  │ {_marked(text, spans)}")
    if finding.suggestion:
        lines.append(f"{'':{_WIDTH}}  → {_short(finding.suggestion)}")
    return "\n".join(lines)


def _where(place: Place, named: bool) -> str:
    """Return the unit by its number from 1, its id and, among several files, its file."""
    unit = place.unit
    parts = [
        f"{show_controls(place.path)} unit {unit.number + 1}"
        if named
        else f"unit {unit.number + 1}"
    ]
    if unit.id is not None and unit.id != str(unit.number + 1):
        parts.append(f"id {show_controls(unit.id)}")
    return " ".join([parts[0], *(f"({part})" for part in parts[1:])])


def _short(text: str) -> str:
    """Return a text on one line that is not a whole screen."""
    line = show_controls(text[: 4 * _LONGEST])
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1].rstrip() + "…"


def _marked(text: str, spans: Sequence[Span]) -> str:
    pieces = excerpt(text, spans, around=_AROUND).pieces()
    return show_controls(
        "".join(piece.join(_MARK) if is_marked else piece for piece, is_marked in pieces)
    )


def _counts(several: Sequence[Place]) -> str:
    """Return a table of rules and severities; empty without findings."""
    rows = rule_rows(several)
    if not rows:
        return ""
    levels = Counter(place.finding.level for place in several if place.finding.level)
    told = ", ".join(f"{level} {number:,}" for level, number in levels.most_common())
    found = table(["rule", *(f"{severity}s" for severity in SEVERITIES)], rows)
    return found + (f"\nnearest form: {told}" if told else "")


def _facts(checked: Sequence[Checked], facts: CheckFacts, hidden: int) -> list[str]:
    lines = []
    for one in checked:
        passed = sum(one.passed_over.values())
        reasons = ", ".join(f"{count:,} {name}" for name, count in one.passed_over.items())
        lines.append(
            f"{show_controls(one.path)}: {count_of(one.total, 'unit')}, "
            f"{count_of(one.occurrences, 'source term')} of {count_of(one.entries, 'entry')}"
            + (f"; {passed:,} not checked ({show_controls(reasons)})" if passed else "")
        )
    lines += [f"note: {show_controls(note)}" for one in checked for note in one.notes]
    lines += [f"note: {show_controls(note)}" for note in facts.notes]
    if facts.expired:
        lines.append(
            f"note: {count_of(len(facts.expired), 'suppression')} expired: the entry changed"
        )
    if hidden:
        lines.append(
            f"{count_of(hidden, 'finding')} of lower severity ({NOTE}s); --notes lists all"
        )
    return lines
