"""Workbooks in one language."""

from __future__ import annotations

import openpyxl
import pytest
from openpyxl.comments import Comment

from diglot import formats
from diglot.errors import FormatError
from diglot.formats.units import xlsx
from diglot.model import Unit, Variant
from tests.formats.documents.packages import check, skipped, strict, texts


def made(path, rows, *, name="Parts", prepare=lambda sheet: None):
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = name
    for row in rows:
        sheet.append(row)
    prepare(sheet)
    book.save(path)
    return path


def read(path):
    document = formats.read(path, format="workbook")
    check(document)
    return document


def test_cells_with_words_are_blocks_and_say_where_they_stand(tmp_path):
    rows = [["Part", "Price"], ["Valve, left", 12.5], [None, "two\nlines"]]
    document = read(made(tmp_path / "a.xlsx", rows))
    assert texts(document) == ["Part", "Price", "Valve, left", "two lines"]
    assert [block.anchor for block in document.blocks] == [
        "Parts!A1", "Parts!B1", "Parts!A2", "Parts!B3",
    ]  # fmt: skip
    assert skipped(document) == {"cell without words": 1}


def test_a_merged_area_counts_once(tmp_path):
    path = made(
        tmp_path / "a.xlsx", [["Title", None], ["a", "b"]],
        prepare=lambda sheet: sheet.merge_cells("A1:B1"),
    )  # fmt: skip
    assert texts(read(path)) == ["Title", "a", "b"]


def test_hidden_sheets_comments_and_charts_are_listed(tmp_path):
    def prepare(sheet):
        sheet["A1"].comment = Comment("check this", "ann")
        other = sheet.parent.create_sheet("Secret")
        other["A1"] = "unseen"
        other.sheet_state = "hidden"

    document = read(made(tmp_path / "a.xlsx", [["Part"]], prepare=prepare))
    assert texts(document) == ["Part"]
    assert skipped(document) == {"hidden sheet": 1, "comment": 1}


def test_strict_workbooks_are_read(tmp_path):
    path = made(tmp_path / "a.xlsx", [["Part"], ["Valve"]])
    assert texts(read(strict(path))) == ["Part", "Valve"]


@pytest.mark.parametrize("header", [["source", "target"], ["en", "de-DE"]])
def test_a_workbook_in_two_languages_is_refused(tmp_path, header):
    with pytest.raises(FormatError, match="sheet 'Parts': holds both languages already"):
        read(made(tmp_path / "a.xlsx", [header, ["a", "b"]]))


def test_our_own_sheets_are_units_and_no_text(tmp_path):
    xlsx.write_units(tmp_path / "a.xlsx", [Unit((Variant("en", "a"), Variant("fr", "b")))])
    with pytest.raises(FormatError, match="diglot convert"):
        read(tmp_path / "a.xlsx")
