"""Tables of findings: one row each, safe in a spreadsheet, read back with what was answered."""

from __future__ import annotations

import io
from collections import Counter

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.consistency.suppressions import finding_fingerprint, learn_from_answers, suppress
from diglot.formats.judgements.findings import HEADER, read_answers
from diglot.model.findings import ALWAYS_FALSE, VERDICTS
from diglot.report.check.groups import CheckFacts, places
from diglot.report.check.sheet import sheet_rows, write_check_sheet
from tests.report.checks import CHECKED, FEW, clinic, hostile

ENDINGS = [".tsv", ".csv", ".xlsx"]
PLACE = HEADER.index("place")
MESSAGE = HEADER.index("message")


def test_rows_are_for_the_reviewer_first():
    rows = list(sheet_rows([clinic()], facts=CheckFacts(fingerprints={"c12": "f12"})))
    assert len(rows) == 42
    first = dict(zip(HEADER, rows[0], strict=True))
    assert (first["answer"], first["comment"]) == ("", "")
    assert (first["rule"], first["entry"], first["unit"]) == ("TERM-MISSING", "c12", "12")
    assert first["expected"] == "hisopo; hisopado"
    assert first["source_spans"] == "7:11"
    assert first["score"] == "0.8300"
    assert first["entry_fingerprint"] == "f12"


@FEW
@given(st.lists(CHECKED, max_size=2))
def test_every_finding_is_one_row(several):
    rows = list(sheet_rows(several))
    assert {len(row) for row in rows} <= {len(HEADER)}
    assert Counter(row[PLACE] for row in rows) == Counter(
        finding_fingerprint(place.finding, place.unit.source) for place in places(several)
    )
    assert sorted(row[MESSAGE].split()[0] for row in rows) == sorted(
        place.finding.message.split()[0] for place in places(several)
    )


@pytest.mark.parametrize("ending", ENDINGS)
def test_an_empty_check_is_a_header(tmp_path, ending):
    path = tmp_path / f"a{ending}"
    write_check_sheet(path, [])
    assert read_answers(path) == ()


@pytest.mark.parametrize("ending", [".tsv", ".csv"])
def test_cells_are_no_formulas(tmp_path, ending):
    path = tmp_path / f"a{ending}"
    write_check_sheet(path, [hostile()])
    text = path.read_text("utf-8-sig")
    delimiter = "\t" if ending == ".tsv" else ","
    for line in text.splitlines():
        for cell in line.split(delimiter):
            assert not cell.strip('"').startswith(("=", "+", "-", "@"))
    assert f"{delimiter}'=1+1{delimiter}" in text


def test_a_workbook_has_no_formulas_and_offers_answers(tmp_path):
    path = tmp_path / "a.xlsx"
    write_check_sheet(path, [hostile(), clinic()])
    sheet = openpyxl.load_workbook(io.BytesIO(path.read_bytes())).active
    assert sheet.max_row == 46
    assert all(cell.data_type != "f" for row in sheet.iter_rows() for cell in row)
    (choice,) = sheet.data_validations.dataValidation
    assert choice.formula1 == f'"{",".join(VERDICTS)}"'
    assert str(choice.sqref) == "A2:A46"


def filled_in(path, verdict):
    """Write a verdict into every row, as a person would."""
    if path.suffix == ".xlsx":
        book = openpyxl.load_workbook(path)
        for row in book.active.iter_rows(min_row=2):
            row[0].value = verdict
        book.save(path)
        return
    encoding = "utf-8-sig" if path.suffix == ".csv" else "utf-8"
    head, *lines = path.read_text(encoding).split("\n")[:-1]
    path.write_text("\n".join([head, *(verdict + line for line in lines), ""]), encoding)


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_filled_table_silences_what_was_answered(tmp_path, ending):
    path = tmp_path / f"a{ending}"
    several = [clinic(), hostile()]
    write_check_sheet(path, several)
    filled_in(path, ALWAYS_FALSE)
    answers = read_answers(path, author="MR", date="2026-01-02")
    assert len(answers) == 45
    done = suppress(several, learn_from_answers(answers, []).suppressions)
    assert all(f.suppressed is not None for one in done.checked for f in one.findings)


@settings(max_examples=15)
@given(CHECKED, st.sampled_from([".tsv", ".csv"]))
def test_answers_come_back_to_their_findings(tmp_path_factory, one, ending):
    path = tmp_path_factory.mktemp("sheet") / f"a{ending}"
    write_check_sheet(path, [one])
    filled_in(path, "no")
    answers = read_answers(path)
    assert Counter((each.rule, each.place) for each in answers) == Counter(
        (place.finding.rule, finding_fingerprint(place.finding, place.unit.source))
        for place in places([one])
    )
