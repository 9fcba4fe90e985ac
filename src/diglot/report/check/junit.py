"""Findings as JUnit XML, which build servers show as failed tests.

Reference: the schema of Jenkins' xUnit plug-in, ``junit-10.xsd``; JUnit itself has none.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from diglot.files.xml import remove_illegal_characters
from diglot.model.findings import ERROR
from diglot.report.check.excerpts import excerpt
from diglot.report.check.groups import NO_FACTS, places, rule_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml import etree

    from diglot.model import Checked
    from diglot.report.check.groups import CheckFacts, Place

_AROUND = 300
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
    for name, value in _properties(one, facts):
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


def _properties(one: Checked, facts: CheckFacts) -> list[tuple[str, str]]:
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
        f"source: {excerpt(unit.source, finding.source, around=_AROUND).text}",
        f"target: {excerpt(unit.target, finding.target, around=_AROUND).text}",
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
