"""SARIF as the specification demands it: what has to be there, and what it may hold."""

from __future__ import annotations

import json
from dataclasses import replace
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.model.findings import RULES
from diglot.report.check import write_report
from diglot.report.check.groups import CheckFacts
from diglot.report.check.json import json_text
from diglot.report.check.sarif import sarif_log, uri_of
from tests.report.checks import CHECKED, FEW, clinic, hostile


def check(log):
    """Hold a log against the properties that SARIF 2.1.0 requires (sections 3.13 to 3.49)."""
    assert set(log) == {"$schema", "version", "runs"}
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert run["columnKind"] in {"utf16CodeUnits", "unicodeCodePoints"}
    driver = run["tool"]["driver"]
    assert driver["name"]
    ids = [rule["id"] for rule in driver["rules"]]
    assert len(set(ids)) == len(ids)
    for rule in driver["rules"]:
        assert rule["shortDescription"]["text"]
        assert rule["defaultConfiguration"]["level"] in {"none", "note", "warning", "error"}
    for artifact in run["artifacts"]:
        check_uri(artifact["location"]["uri"])
    for invocation in run["invocations"]:
        assert invocation["executionSuccessful"] is True
        for told in invocation["toolExecutionNotifications"]:
            assert told["message"]["text"]
    # 3.27.23: all results have suppressions, or none has.
    assert len({"suppressions" in result for result in run["results"]}) <= 1
    for result in run["results"]:
        check_result(result, run, ids)


def check_result(result, run, ids):
    assert result["message"]["text"]
    assert result["level"] in {"none", "note", "warning", "error"}
    assert ids[result["ruleIndex"]] == result["ruleId"]
    assert -1.0 <= result.get("rank", -1.0) <= 100.0
    assert all(isinstance(value, str) for value in result["partialFingerprints"].values())
    for each in result["suppressions"]:
        assert each["kind"] in {"inSource", "external"}
        assert each["status"] in {"accepted", "underReview", "rejected"}
    for location in result["locations"]:
        physical = location["physicalLocation"]
        check_uri(physical["artifactLocation"]["uri"])
        index = physical["artifactLocation"]["index"]
        assert run["artifacts"][index]["location"]["uri"] == physical["artifactLocation"]["uri"]
        region = physical.get("region", {"startLine": 1})
        assert region["startLine"] >= 1
        assert region.get("startColumn", 1) >= 1
        for logical in location["logicalLocations"]:
            assert logical["name"] or logical["fullyQualifiedName"]


def check_uri(uri):
    assert uri.isascii()
    assert not set(uri) & set(' <>"{}|\\^`\n\t')
    assert urlsplit(uri).scheme in {"", "file"}


@FEW
@given(st.lists(CHECKED, max_size=2))
def test_every_finding_is_one_valid_result(several):
    log = json.loads(json_text(sarif_log(several)))
    check(log)
    results = log["runs"][0]["results"]
    findings = [finding for one in several for finding in one.findings]
    assert [each["message"]["text"] for each in results] == [each.message for each in findings]
    assert [bool(each["suppressions"]) for each in results] == [
        each.suppressed is not None for each in findings
    ]


def test_the_log_names_files_rules_and_places(tmp_path):
    path = tmp_path / "check.sarif"
    facts = CheckFacts(inputs=(("clinic.xlf", "ab" * 32), ("terms.tbx", "cd" * 32)))
    write_report("sarif", path, [clinic()], facts=facts)
    log = json.loads(path.read_text("utf-8"))
    check(log)
    (run,) = log["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    assert [each["id"] for each in run["tool"]["driver"]["rules"]][:2] == [
        *("TERM-MISSING", "TERM-MISPLACED")
    ]
    assert len(run["tool"]["driver"]["rules"]) == len(RULES)
    assert run["artifacts"] == [
        {"location": {"uri": "clinic.xlf"}, "hashes": {"sha-256": "ab" * 32}},
        {"location": {"uri": "terms.tbx"}, "hashes": {"sha-256": "cd" * 32}},
    ]
    first = run["results"][0]
    assert first["level"] == "error"
    location = first["locations"][0]
    assert location["physicalLocation"]["region"]["startLine"] == 12
    assert location["logicalLocations"][0]["name"] == "s11"
    assert first["properties"]["targetSpans"] == [[9, 16]]
    held = next(each for each in run["results"] if each["suppressions"])
    assert held["suppressions"][0]["justification"] == "usual here (MR, 2026-01-02)"
    assert "region" not in held["locations"][0]["physicalLocation"]


def test_columns_count_from_the_beginning_of_the_line():
    one = clinic()
    units = {n: replace(each, column=3) for n, each in one.units.items()}
    result = sarif_log([replace(one, units=units)])["runs"][0]["results"][0]
    region = result["locations"][0]["physicalLocation"]["region"]
    assert {name: region[name] for name in ("startLine", "startColumn", "endColumn")} == {
        "startLine": 12,
        "startColumn": 12,
        "endColumn": 19,
    }
    without = replace(one, units=units, findings=(replace(one.findings[0], target=()),))
    result = sarif_log([without])["runs"][0]["results"][0]
    assert "startColumn" not in result["locations"][0]["physicalLocation"]["region"]


def prints(one):
    return [
        each["partialFingerprints"]["diglotFinding/v1"]
        for each in sarif_log([one])["runs"][0]["results"]
    ]


def test_moved_units_keep_their_fingerprints():
    one = clinic()
    moved = replace(
        one,
        findings=tuple(replace(each, unit=each.unit + 5) for each in one.findings),
        units={n + 5: replace(each, number=n + 5, line=None) for n, each in one.units.items()},
    )
    assert prints(moved) == prints(one)


def test_the_same_finding_twice_in_a_file_is_told_apart():
    one = clinic()
    twice = replace(one, findings=(one.findings[0], one.findings[0]))
    first, second = prints(twice)
    assert first.removesuffix(":1") == second.removesuffix(":2")


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("a b/ü.xlf", "a%20b/%C3%BC.xlf"),
        ("a:b#c?.po", "a%3Ab%23c%3F.po"),
        ("/data/x.po", "file:///data/x.po"),
        ("./x.po", "x.po"),
    ],
)
def test_paths_become_uris(path, uri):
    assert uri_of(path) == uri
    assert unquote(uri).endswith(path.lstrip("./"))


def test_hostile_texts_make_a_valid_log():
    check(json.loads(json_text(sarif_log([hostile()]))))
