"""XLSX: the sheet that terminologists review, and what they changed in it."""

from __future__ import annotations

from dataclasses import replace

import openpyxl
import pytest
from hypothesis import given, settings

from diglot.errors import FormatError
from diglot.formats import read_termbase, workbooks, write_termbase
from diglot.model import Concept, ConceptTerm, Context, Termbase
from tests.formats.termbases.strategies import in_order, termbases

TERMBASE = Termbase(
    (
        Concept(
            "p1",
            (
                ConceptTerm("bread", "en"),
                ConceptTerm("pain", "fr", None, "noun", None, 0.75, 3, (Context("Du pain."),)),
                ConceptTerm("=miche", "fr", None, None, None, 0.25),
            ),
        ),
        Concept("p2", (ConceptTerm("1-2", "en"), ConceptTerm("10/3", "fr"))),
    )
)


def edited(path, change):
    book = openpyxl.load_workbook(path)
    sheet = book.active
    names = {cell.value: cell.column for cell in sheet[1]}
    change(sheet, names)
    book.save(path)


def test_cells_are_text_numbers_are_numbers_and_statuses_can_be_chosen(tmp_path):
    path = tmp_path / "t.xlsx"
    assert write_termbase(path, TERMBASE) == ()
    sheet = openpyxl.load_workbook(path).active
    rows = list(sheet.iter_rows(values_only=True))
    assert rows[0][:7] == (
        "id",
        "source",
        "target",
        "status",
        "score",
        "frequency",
        "part of speech",
    )
    assert rows[1][:6] == ("p1", "bread", "pain", None, 0.75, 3)
    assert rows[2][:3] == ("p1", "bread", "=miche")
    assert rows[3][:3] == ("p2", "1-2", "10/3")
    assert sheet["C3"].data_type == "s"
    assert sheet["C3"].quotePrefix
    (choice,) = [
        each for each in sheet.data_validations.dataValidation if "D2:D4" in str(each.sqref)
    ]
    assert choice.formula1 == '"preferred,admitted,forbidden,do-not-translate,rejected"'
    assert (sheet.freeze_panes, sheet.auto_filter.ref.split(":")[0]) == ("D2", "A1")


def test_statuses_that_a_reviewer_chose_come_back_to_their_terms(tmp_path):
    path = tmp_path / "t.xlsx"
    write_termbase(path, TERMBASE)

    def review(sheet, names):
        sheet.cell(2, names["status"], "preferred")
        sheet.cell(3, names["status"], "rejected")
        sheet.cell(4, names["note"], "check")
        sheet.cell(1, sheet.max_column + 1, "who")
        sheet.cell(2, sheet.max_column, "Ann")

    edited(path, review)
    first, second = read_termbase(path).concepts
    assert [term.status for term in first.terms] == [None, "preferred", "rejected"]
    assert second.terms[1].note == "check"
    assert first.properties == (("who", "Ann"),)
    assert [term.contexts for term in first.terms] == [
        term.contexts for term in TERMBASE.concepts[0].terms
    ]


def test_a_verdict_is_on_the_term_that_its_row_is_there_for(tmp_path):
    path = tmp_path / "t.xlsx"
    terms = (ConceptTerm("bread", "en"), ConceptTerm("breads", "en"), ConceptTerm("pain", "fr"))
    write_termbase(path, Termbase((Concept("p1", terms),)))

    def review(sheet, names):
        sheet.cell(2, names["status"], "preferred")
        sheet.cell(3, names["status"], "rejected")
        assert sheet.cell(3, names["about"]).value == "source"

    edited(path, review)
    termbase = read_termbase(path)
    assert [(term.text, term.status) for term in termbase.concepts[0].terms] == [
        ("bread", None),
        ("breads", "rejected"),
        ("pain", "preferred"),
    ]
    assert termbase.notes == ()


def test_sorted_and_deleted_rows_do_no_harm(tmp_path):
    path = tmp_path / "t.xlsx"
    bread, pain, miche = TERMBASE.concepts[0].terms
    first = replace(TERMBASE.concepts[0], terms=(bread, pain, replace(miche, text="miche")))
    write_termbase(path, Termbase((first, TERMBASE.concepts[1])))

    def sort(sheet, names):
        rows = [list(row) for row in sheet.iter_rows(min_row=2, values_only=True)]
        for number, row in enumerate(reversed(rows), 2):
            for column, value in enumerate(row, 1):
                sheet.cell(number, column).value = value
        sheet.delete_rows(2)

    edited(path, sort)
    (concept,) = read_termbase(path).concepts
    assert concept.id == "p1"
    assert {term.text for term in concept.terms} == {"bread", "pain", "miche"}


def test_rows_beyond_a_sheet_go_to_the_next_one_and_come_back(tmp_path, monkeypatch):
    monkeypatch.setattr(workbooks, "MAX_ROWS", 3)
    path = tmp_path / "t.xlsx"
    write_termbase(path, TERMBASE)
    assert openpyxl.load_workbook(path).sheetnames == ["terms", "terms 2"]
    assert read_termbase(path).concepts == TERMBASE.concepts


def test_sheets_of_other_hands_number_their_concepts_anew(tmp_path):
    book = openpyxl.Workbook()
    book.active.append(["id", "en", "fr"])
    book.active.append([1, "bread", "pain"])
    other = book.create_sheet()
    other.append(["id", "en", "fr"])
    other.append([1, "oven", "four"])
    book.create_sheet("empty")
    book.save(tmp_path / "t.xlsx")
    termbase = read_termbase(tmp_path / "t.xlsx")
    assert [(each.id, each.terms[0].text) for each in termbase.concepts] == [
        ("1", "bread"),
        ("1~2", "oven"),
    ]
    assert len(termbase.notes) == 2


def test_sheets_of_notes_beside_a_glossary_are_left_out_and_told(tmp_path):
    book = openpyxl.Workbook()
    book.active.append(["Ask Anna before you change anything."])
    glossary = book.create_sheet()
    glossary.append(["English", "French"])
    glossary.append(["bread", "pain"])
    changes = book.create_sheet("Changes")
    changes.append(["bread added", "by Anna"])
    book.save(tmp_path / "t.xlsx")
    termbase = read_termbase(tmp_path / "t.xlsx")
    assert [each.text for each in termbase.concepts[0].terms] == ["bread", "pain"]
    assert len(termbase.concepts) == 1
    assert any("2 sheets without languages" in str(each) for each in termbase.notes)


def test_a_text_too_long_for_a_cell_is_cut_and_counted(tmp_path):
    long = Termbase((Concept("a", (ConceptTerm("x", "en", note="n" * 40_000),)),))
    (lost,) = write_termbase(tmp_path / "t.xlsx", long)
    assert "32767" in lost.kind


def test_same_termbase_same_bytes(tmp_path):
    write_termbase(tmp_path / "1.xlsx", TERMBASE)
    write_termbase(tmp_path / "2.xlsx", TERMBASE)
    assert (tmp_path / "1.xlsx").read_bytes() == (tmp_path / "2.xlsx").read_bytes()


def test_a_sheet_of_pairs_without_languages_names_the_sheet(tmp_path):
    book = openpyxl.Workbook()
    book.active.append(["source", "target"])
    book.active.append(["bread", "pain"])
    book.save(tmp_path / "t.xlsx")
    with pytest.raises(FormatError, match="sheet 'Sheet': does not state the languages"):
        read_termbase(tmp_path / "t.xlsx")


def rounded(concept):
    """Spreadsheets keep fifteen digits of a number."""

    def cut(score):
        return None if score is None else float(f"{score:.12g}")

    terms = tuple(replace(term, score=cut(term.score)) for term in concept.terms)
    return replace(in_order(concept), terms=terms, score=cut(concept.score))


@pytest.mark.slow
@pytest.mark.parametrize(("layout", "languages"), [("pairs", ("en", "fr")), ("terms", None)])
@settings(max_examples=8)
@given(termbase=termbases(languages=("en", "fr")))
def test_every_termbase_comes_back(tmp_path_factory, layout, languages, termbase):
    path = tmp_path_factory.mktemp("sheets") / "t.xlsx"
    assert write_termbase(path, termbase, layout=layout, languages=languages) == ()
    back = read_termbase(path)
    assert list(map(rounded, back.concepts)) == list(map(rounded, termbase.concepts))
