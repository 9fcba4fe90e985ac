"""Findings as SARIF, which editors and code hosts show beside the file.

Reference: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0, 2020.
"""

from __future__ import annotations

from collections import Counter
from pathlib import PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from diglot._version import __version__
from diglot.consistency.suppressions import finding_fingerprint
from diglot.model.findings import RULES
from diglot.report.check.excerpts import excerpt, merged_spans
from diglot.report.check.groups import NO_FACTS, places, rule_id
from diglot.report.check.json import json_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.model import Checked
    from diglot.report.check.groups import CheckFacts, Place

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
FINGERPRINT = "diglotFinding/v1"
_AROUND = 200
_NUMBERS = {rule: number for number, rule in enumerate(RULES)}


def check_sarif(checked: Sequence[Checked], *, facts: CheckFacts = NO_FACTS) -> str:
    """Return findings as a SARIF log with one run."""
    return json_text(sarif_log(checked, facts=facts), depth=4)


def sarif_log(checked: Sequence[Checked], *, facts: CheckFacts = NO_FACTS) -> dict[str, Any]:
    """Return the log of `check_sarif` as what JSON can hold."""
    digests = dict(facts.inputs)
    artifacts = {path: number for number, path in enumerate(dict.fromkeys(_paths(checked, facts)))}
    seen: Counter[str] = Counter()
    told = [*facts.notes, *(note for one in checked for note in one.notes)]
    run = {
        "tool": {
            "driver": {
                "name": "diglot",
                "version": __version__,
                "rules": [_rule(name) for name in RULES],
            }
        },
        "columnKind": "unicodeCodePoints",
        "artifacts": [_artifact(path, digests.get(path)) for path in artifacts],
        "invocations": [
            {
                "executionSuccessful": True,
                "toolExecutionNotifications": [
                    {"level": "note", "message": {"text": note}} for note in told if note
                ],
            }
        ],
        "results": [_result(place, artifacts, seen) for place in places(checked)],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _paths(checked: Sequence[Checked], facts: CheckFacts) -> list[str]:
    return [*(one.path for one in checked), *(path for path, _ in facts.inputs)]


def _rule(name: str) -> dict[str, Any]:
    severity, meaning = RULES[name]
    return {
        "id": rule_id(name),
        "name": "".join(part.capitalize() for part in name.split("-")),
        "shortDescription": {"text": meaning},
        "defaultConfiguration": {"level": severity},
    }


def _artifact(path: str, digest: str | None) -> dict[str, Any]:
    found: dict[str, Any] = {"location": {"uri": uri_of(path)}}
    if digest:
        found["hashes"] = {"sha-256": digest}
    return found


def uri_of(path: str) -> str:
    """Return a path as a URI reference: relative as it is, absolute with its scheme."""
    plain = PurePath(path)
    encoded = quote(plain.as_posix(), safe="/", errors="replace")
    return f"file://{encoded}" if plain.is_absolute() else encoded


def _result(place: Place, artifacts: dict[str, int], seen: Counter[str]) -> dict[str, Any]:
    finding, unit = place.finding, place.unit
    fingerprint = finding_fingerprint(finding, unit.source)
    # The same sentence may stand twice, and a term twice in it.
    seen[f"{place.file}:{fingerprint}"] += 1
    found: dict[str, Any] = {"ruleId": rule_id(finding.rule)}
    if finding.rule in RULES:
        found["ruleIndex"] = _NUMBERS[finding.rule]
    found |= {
        "level": finding.severity,
        "message": {"text": finding.message or finding.rule},
        "locations": [_location(place, artifacts)],
        "partialFingerprints": {
            FINGERPRINT: f"{fingerprint}:{seen[f'{place.file}:{fingerprint}']}"
        },
        # All results of a run have the property, or none.
        "suppressions": []
        if finding.suppressed is None
        else [{"kind": "external", "status": "accepted", "justification": finding.suppressed}],
        "properties": _properties(place),
    }
    if finding.score is not None:
        found["rank"] = round(100 * finding.score, 2)
    return found


def _location(place: Place, artifacts: dict[str, int]) -> dict[str, Any]:
    unit = place.unit
    name = unit.id if unit.id is not None else str(unit.number + 1)
    physical: dict[str, Any] = {
        "artifactLocation": {"uri": uri_of(place.path), "index": artifacts[place.path]}
    }
    if unit.line is not None:
        part = excerpt(unit.target or unit.source, place.finding.target, around=_AROUND)
        physical["region"] = _region(place) | {"snippet": {"text": part.text}}
    logical = {"name": name, "kind": "unit", "fullyQualifiedName": f"{place.path}#{name}"}
    if unit.document is not None:
        logical["fullyQualifiedName"] = f"{place.path}#{unit.document}#{name}"
    return {"physicalLocation": physical, "logicalLocations": [logical]}


def _region(place: Place) -> dict[str, int]:
    """Return lines and columns of the first marked place; of the unit where they are unknown."""
    unit = place.unit
    line = max(1, unit.line or 1)
    marked = merged_spans(place.finding.target, len(unit.target))
    if unit.column is None or not marked:
        return {"startLine": line}
    begin, end = marked[0]
    return {"startLine": line, "startColumn": unit.column + begin, "endColumn": unit.column + end}


def _properties(place: Place) -> dict[str, Any]:
    """Return what SARIF has no property for; offsets count code points of the unit's texts."""
    finding = place.finding
    told = {
        "unit": finding.unit,
        "entry": finding.entry,
        "term": finding.term or None,
        "found": finding.found,
        "expected": list(finding.expected) or None,
        "level": finding.level,
        "suggestion": finding.suggestion,
        "sourceSpans": [list(span) for span in finding.source] or None,
        "targetSpans": [list(span) for span in finding.target] or None,
    }
    return {name: value for name, value in told.items() if value is not None}
