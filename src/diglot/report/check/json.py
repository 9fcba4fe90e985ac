"""Findings as JSON; docs/commands/check-reports.md says what the keys mean."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from diglot._version import __version__
from diglot.consistency.suppressions import finding_fingerprint
from diglot.model import Checked
from diglot.model.findings import Suppression
from diglot.report.check.groups import NO_FACTS, CheckFacts, Place, places, rule_id, totals

SCHEMA = "diglot-check"
VERSION = 1
_HALVES = re.compile("[\ud800-\udfff]")


def check_json(checked: Sequence[Checked], *, facts: CheckFacts = NO_FACTS) -> str:
    """Return findings as one JSON document (see `check_object`)."""
    return json_text(check_object(checked, facts=facts))


def json_text(value: object, *, depth: int = 2) -> str:
    """Return a value as JSON, inner values down to a depth on lines of their own.

    UTF-8 can write it whatever it holds: halves of surrogate pairs stay as escapes.
    """
    text = "".join(_lines(value, depth, ""))
    return _HALVES.sub(lambda match: f"\\u{ord(match[0]):04x}", text) + "\n"


def _lines(value: object, depth: int, indent: str) -> Iterator[str]:
    # The encoder of the library is ten times slower when it is to break lines.
    if not depth or not value or not isinstance(value, (dict, list)):
        yield json.dumps(value, ensure_ascii=False, allow_nan=False)
        return
    named = isinstance(value, dict)
    inner = indent + " "
    yield "{" if named else "["
    for number, each in enumerate(value):
        yield f",\n{inner}" if number else f"\n{inner}"
        if isinstance(value, dict):
            yield f"{json.dumps(each, ensure_ascii=False)}: "
            yield from _lines(value[each], depth - 1, inner)
        else:
            yield from _lines(each, depth - 1, inner)
    yield f"\n{indent}" + ("}" if named else "]")


def check_object(checked: Sequence[Checked], *, facts: CheckFacts = NO_FACTS) -> dict[str, Any]:
    """Return the document of `check_json` as what JSON can hold."""
    counted = totals(checked)
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "tool": {"name": "diglot", "version": __version__},
        "profile": facts.profile,
        "inputs": [{"path": path, "sha256": digest} for path, digest in facts.inputs],
        "notes": list(facts.notes),
        "files": [_file(one) for one in checked],
        "totals": {
            "findings": counted.findings,
            "suppressed": counted.suppressed,
            "severities": dict(counted.severities),
            "rules": {rule_id(rule): count for rule, count in counted.rules.items()},
            "levels": dict(counted.levels),
        },
        "units": [
            {
                "file": one.path,
                "unit": unit.number,
                "id": unit.id,
                "document": unit.document,
                "line": unit.line,
                "source": unit.source,
                "target": unit.target,
            }
            for one in checked
            for _, unit in sorted(one.units.items())
        ],
        "findings": [_finding(place) for place in places(checked)],
        "expired_suppressions": [_suppression(each) for each in facts.expired],
    }


def _file(one: Checked) -> dict[str, Any]:
    return {
        "path": one.path,
        "source_language": one.languages[0],
        "target_language": one.languages[1],
        "units": one.total,
        "passed_over": dict(one.passed_over),
        "occurrences": one.occurrences,
        "levels": dict(one.levels),
        "entries": one.entries,
        "notes": list(one.notes),
        "signature": str(one.signature) if one.signature else None,
    }


def _finding(place: Place) -> dict[str, Any]:
    finding, unit = place.finding, place.unit
    return {
        "rule": rule_id(finding.rule),
        "severity": finding.severity,
        "file": place.path,
        "unit": finding.unit,
        "id": unit.id,
        "line": unit.line,
        "entry": finding.entry,
        "term": finding.term,
        "source_spans": [list(span) for span in finding.source],
        "target_spans": [list(span) for span in finding.target],
        "found": finding.found,
        "lemmas": list(finding.lemmas),
        "expected": list(finding.expected),
        "level": finding.level,
        "message": finding.message,
        "suggestion": finding.suggestion,
        "score": finding.score,
        "suppressed": finding.suppressed,
        "fingerprint": finding_fingerprint(finding, unit.source),
    }


def _suppression(each: Suppression) -> dict[str, Any]:
    return {
        "entry": each.entry,
        "form": each.form,
        "level": each.level,
        "rule": each.rule and rule_id(each.rule),
        "file": each.file,
        "reason": each.reason,
        "author": each.author,
        "date": each.date,
    }
