"""Findings as SARIF for editors and code hosts, and as JUnit XML for build servers.

Reference: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0, 2020; the schema
of Jenkins' xUnit plug-in, ``junit-10.xsd``, as JUnit itself has none.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from diglot._version import __version__
from diglot.consistency.suppressions import finding_fingerprint
from diglot.files.xml import remove_illegal_characters
from diglot.model.findings import ERROR, RULES
from diglot.report.check.groups import NO_FACTS, excerpt, merged_spans, places, rule_id
from diglot.report.check.json import json_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml import etree

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


_AROUND_IN_JUNIT = 300
_UNNAMED = "translation"  # a file whose name has no character that XML allows


def junit_xml(checked: Sequence[Checked], *, facts: CheckFacts = NO_FACTS) -> bytes:
    """Return findings as JUnit XML: a suite for each file, a case for each entry of the termbase.

    Every error is a failure of its test case; warnings, notes and suppressed findings stand in its
    output, and a case with nothing but suppressed findings is skipped.
    """
    from lxml import etree

    root = etree.Element("testsuites", name="diglot check")
    for one in checked:
        root.append(_suite(one, facts))
    for name in ("tests", "failures", "errors", "skipped"):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in root)))
    return etree.tostring(root, encoding="utf-8", xml_declaration=True, pretty_print=True)


def _suite(one: Checked, facts: CheckFacts) -> etree._Element:
    from lxml import etree

    suite = etree.Element("testsuite", name=_clean(one.path))
    cases: dict[str, list[Place]] = defaultdict(list)
    for place in places([one]):
        cases[_name(place)].append(place)
    properties = etree.SubElement(suite, "properties")
    for name, value in _junit_properties(one, facts):
        etree.SubElement(properties, "property", name=name, value=_clean(value))
    for name, members in cases.items():
        suite.append(_case(name, one.path, members))
    # A suite without tests is taken for one that did not run.
    etree.SubElement(
        suite, "testcase", classname=_clean(one.path) or _UNNAMED, name="everything else"
    )
    failed = sum(case.find("failure") is not None for case in suite.iter("testcase"))
    skipped = sum(case.find("skipped") is not None for case in suite.iter("testcase"))
    for key, number in (
        ("tests", len(cases) + 1),
        ("failures", failed),
        ("errors", 0),
        ("skipped", skipped),
    ):
        suite.set(key, str(number))
    return suite


def _junit_properties(one: Checked, facts: CheckFacts) -> list[tuple[str, str]]:
    return [
        ("languages", "-".join(one.languages)),
        ("units", str(one.total)),
        ("occurrences", str(one.occurrences)),
        ("entries", str(one.entries)),
        *(("profile", each) for each in (facts.profile,) if each),
        *(("note", note) for note in (*one.notes, *facts.notes)),
        *(("signature", str(each)) for each in (one.signature,) if each),
    ]


def _name(place: Place) -> str:
    finding = place.finding
    if finding.entry is None:
        return rule_id(finding.rule)
    return f"{finding.term} ({finding.entry})" if finding.term else finding.entry


def _case(name: str, path: str, members: Sequence[Place]) -> etree._Element:
    from lxml import etree

    found = etree.Element("testcase", classname=_clean(path) or _UNNAMED, name=_clean(name))
    counted = [place for place in members if place.finding.suppressed is None]
    if not counted:
        etree.SubElement(found, "skipped", message="all findings are suppressed")
    output = []
    for place in members:
        if place.finding.severity == ERROR and place.finding.suppressed is None:
            failure = etree.SubElement(
                found,
                "failure",
                message=_clean(place.finding.message),
                type=rule_id(place.finding.rule),
            )
            failure.text = _clean(_told(place))
        else:
            output.append(_told(place))
    if output:
        etree.SubElement(found, "system-out").text = _clean("\n\n".join(output))
    return found


def _told(place: Place) -> str:
    """Return a finding in lines of plain text."""
    finding, unit = place.finding, place.unit
    where = f"unit {unit.number + 1}"
    if unit.id is not None:
        where += f", id {unit.id}"
    if unit.line is not None:
        where += f", line {unit.line}"
    lines = [
        f"{finding.severity} {rule_id(finding.rule)}, {where}: {finding.message}",
        f"suppressed: {finding.suppressed}" if finding.suppressed is not None else "",
        f"source: {excerpt(unit.source, finding.source, around=_AROUND_IN_JUNIT).text}",
        f"target: {excerpt(unit.target, finding.target, around=_AROUND_IN_JUNIT).text}",
        f"found: {finding.found}" if finding.found is not None else "",
        f"expected: {', '.join(finding.expected)}" if finding.expected else "",
        f"level: {finding.level}" if finding.level else "",
        f"score: {finding.score:.3f}" if finding.score is not None else "",
        f"suggestion: {finding.suggestion}" if finding.suggestion else "",
    ]
    return "\n".join(filter(None, lines))


def _clean(text: str) -> str:
    """Return a text without the characters that XML 1.0 forbids."""
    return remove_illegal_characters(text)[0]
