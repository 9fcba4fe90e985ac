"""The JSON of findings keeps its contract."""

from __future__ import annotations

import json
from dataclasses import asdict

from hypothesis import given
from hypothesis import strategies as st

import diglot
from diglot.model import CheckedUnit
from diglot.model.findings import Suppression
from diglot.report.check import write_report
from diglot.report.check.groups import CheckFacts
from diglot.report.check.json import check_object, json_text
from tests.report.checks import CHECKED, FEW, TEXTS, clinic, hostile

FINDING_KEYS = {
    *("rule", "severity", "file", "unit", "id", "line", "entry", "term", "source_spans"),
    *("target_spans", "found", "lemmas", "expected", "level", "message", "suggestion"),
    *("score", "suppressed", "fingerprint"),
}


def test_the_document_says_what_was_checked_and_how(tmp_path):
    path = tmp_path / "check.json"
    facts = CheckFacts(
        profile="strict",
        inputs=(("clinic.xlf", "ab" * 32),),
        notes=("run note",),
        expired=(Suppression(entry="c1", rule="form"),),
    )
    write_report("json", path, [clinic()], facts=facts)
    told = json.loads(path.read_text("utf-8"))
    assert told["schema"] == "diglot-check"
    assert told["version"] == 1
    assert told["tool"] == {"name": "diglot", "version": diglot.__version__}
    assert told["profile"] == "strict"
    assert told["inputs"] == [{"path": "clinic.xlf", "sha256": "ab" * 32}]
    assert told["notes"] == ["run note"]
    (file,) = told["files"]
    assert file["source_language"] == "en"
    assert file["passed_over"] == {"empty": 2, "locked": 5}
    assert file["signature"] == "method:check|lemmas:auto|version:0.6"
    assert told["totals"]["findings"] == 41
    assert told["totals"]["suppressed"] == 1
    assert told["totals"]["severities"] == {"error": 40, "warning": 1, "note": 0}
    assert told["totals"]["rules"]["TERM-MISSING"] == 38
    assert told["expired_suppressions"][0]["rule"] == "TERM-FORM"


def test_a_finding_says_where_and_why():
    told = check_object([clinic()])
    first = told["findings"][0]
    assert set(first) == FINDING_KEYS
    assert (first["rule"], first["unit"], first["id"]) == ("TERM-MISSING", 11, "s11")
    (unit,) = [each for each in told["units"] if each["unit"] == 11]
    begin, end = first["source_spans"][0]
    assert unit["source"][begin:end] == "swab"
    assert first["fingerprint"] != told["findings"][1]["fingerprint"]


@FEW
@given(st.lists(CHECKED, max_size=2))
def test_every_finding_is_there_once_with_all_it_says(several):
    told = json.loads(json_text(check_object(several)))
    findings = [finding for one in several for finding in one.findings]
    assert len(told["findings"]) == len(findings)
    for each, finding in zip(told["findings"], findings, strict=True):
        for name, value in asdict(finding).items():
            if name in {"source", "target"}:
                assert each[f"{name}_spans"] == [list(span) for span in value]
            elif name == "rule":
                assert each["rule"] == f"TERM-{value.upper()}"
            else:
                assert each[name] == (list(value) if isinstance(value, tuple) else value)
    units = [unit for one in several for unit in one.units.values()]
    assert len(told["units"]) == len(units)
    assert all(isinstance(unit, CheckedUnit) for unit in units)


@given(
    st.recursive(
        st.none() | st.integers() | TEXTS,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    ),
    st.integers(0, 3),
)
def test_json_is_what_it_was_at_any_depth_of_lines(value, depth):
    text = json_text(value, depth=depth)
    assert json.loads(text.encode("utf-8")) == value


def test_broken_texts_are_written_as_escapes(tmp_path):
    write_report("json", tmp_path / "a.json", [hostile()])
    told = json.loads((tmp_path / "a.json").read_text("utf-8"))
    assert told["units"][0]["document"] == "\ud800"
