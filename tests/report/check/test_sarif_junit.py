"""JUnit XML as build servers read it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from diglot.report.check import write_report
from diglot.report.check.sarif import junit_xml
from tests.report.checks import CHECKED, FEW, checked, clinic, hostile


def suites(xml):
    root = etree.fromstring(xml)
    assert root.tag == "testsuites"
    for suite in root:
        assert suite.tag == "testsuite"
        cases = suite.findall("testcase")
        assert int(suite.get("tests")) == len(cases)
        assert int(suite.get("failures")) == sum(c.find("failure") is not None for c in cases)
        assert int(suite.get("skipped")) == sum(c.find("skipped") is not None for c in cases)
        assert all(case.get("name") is not None and case.get("classname") for case in cases)
    for name in ("tests", "failures", "errors", "skipped"):
        assert int(root.get(name)) == sum(int(suite.get(name)) for suite in root)
    return list(root)


def test_a_suite_for_each_file_and_a_case_for_each_entry(tmp_path):
    path = tmp_path / "check.xml"
    write_report("junit", path, [clinic(), checked("clean.po", [], [])])
    first, second = suites(path.read_bytes())
    assert first.get("name") == "clinic.xlf"
    assert [case.get("name") for case in first.findall("testcase")] == [
        "swab (c12)",
        "ventilator (c7)",
        "mask (c8)",
        "outbreak (c9)",
        "TERM-UNTRANSLATED",
        "everything else",
    ]
    assert second.get("tests") == "1"
    assert second.get("failures") == "0"


def test_errors_fail_warnings_are_told_and_suppressed_ones_skip():
    (suite,) = suites(junit_xml([clinic()]))
    cases = {case.get("name"): case for case in suite.findall("testcase")}
    failures = cases["swab (c12)"].findall("failure")
    assert len(failures) == 38
    assert failures[0].get("type") == "TERM-MISSING"
    assert "unit 12, id s11, line 12" in failures[0].text
    assert "target: Tome una muestra" in failures[0].text
    assert cases["mask (c8)"].find("failure") is None
    assert "TERM-INCONSISTENT" in cases["mask (c8)"].find("system-out").text
    assert cases["outbreak (c9)"].find("skipped") is not None


@pytest.mark.slow
@FEW
@given(st.lists(CHECKED, max_size=2))
def test_every_finding_is_told_once(several):
    xml = junit_xml(several)
    found = suites(xml)
    for one, suite in zip(several, found, strict=True):
        told = "\n".join(
            "".join(each.itertext())
            for case in suite.findall("testcase")
            for each in [*case.findall("failure"), *case.findall("system-out")]
        )
        markers = re.findall(r"finding-\d+-ends", told)
        assert sorted(markers) == sorted(each.message.split()[0] for each in one.findings)
        failures = [f for f in one.findings if f.severity == "error" and f.suppressed is None]
        assert len(suite.findall("testcase/failure")) == len(failures)


def test_characters_that_xml_forbids_are_left_out():
    (suite,) = suites(junit_xml([hostile()]))
    failure = suite.find("testcase/failure")
    assert "<img src=x onerror=alert(1)>]]></script>" in failure.text
    assert "\x1b" not in failure.text
