"""The table of formats."""

from __future__ import annotations

import gzip
import json

import openpyxl
import pytest

from bench import formats as bench
from diglot import formats
from tests.formats.test_registry import bitext


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.rst.gz").write_bytes(gzip.compress(b"Title\n=====\n\nOne two.\n"))
    (tmp_path / "b.rst").write_bytes(b"\0")
    book = openpyxl.Workbook()
    book.active.append(["One two", 3])
    book.save(tmp_path / "c.xlsx")
    formats.write(tmp_path / "d.tmx", bitext())
    return tmp_path


def test_files_are_found_by_the_formats_they_may_have(folder):
    found = bench._files([folder], 200)
    assert {key: [path.name for path in paths] for key, paths in found.items()} == {
        "document/rst": ["b.rst", "a.rst.gz"],
        "document/workbook": ["c.xlsx"],
        "termbase/xlsx": ["c.xlsx"],
        "units/tmx": ["d.tmx"],
    }


def test_files_are_read_refused_and_compared_word_by_word(folder):
    found = bench._files([folder], 200)
    rst = bench.measure("document/rst", found["document/rst"])
    assert (rst.tried, list(rst.refused.values()), rst.failed) == (2, [1], [])
    book = bench.measure("document/workbook", found["document/workbook"])
    assert (book.compared, book.words, book.lost, book.worst[0]) == (1, 2, 0, 1.0)


def test_a_word_that_is_lost_is_counted(folder, monkeypatch):
    monkeypatch.setitem(bench.SECOND, "rst", lambda path: ["Title", "One two three"])
    figures = bench.measure("document/rst", [folder / "deep" / "a.rst.gz"])
    assert (figures.words, figures.lost, figures.worst) == (4, 1, (0.75, "a.rst.gz"))


def test_fuzz_inputs_of_all_extensions_of_a_format_add_up():
    counts = {"document/apple.strings": 2, "document/apple.stringsdict": 3, "units/po.po": 9}
    record = next(each for each in bench.registry.FORMATS if each.name == "apple")
    assert bench._inputs(counts, record) == 5


def test_the_table_goes_between_its_marks(folder, monkeypatch, capsys):
    page = folder / "page.md"
    page.write_text(f"before\n{bench.BEGIN}\nold\n{bench.END}\nafter\n")
    monkeypatch.setattr(bench, "_in_process", lambda key, files, _: bench.measure(key, files))
    monkeypatch.setattr(bench, "COUNTS", folder / "counts.json")
    (folder / "counts.json").write_text(json.dumps({"document/rst.rst": 1234}))
    command = ["bench.formats", str(folder), "--only", "rst", "--page", str(page)]
    monkeypatch.setattr("sys.argv", command)
    assert bench.main() == 0
    text = page.read_text()
    assert text.startswith("before\n")
    assert text.endswith("after\n")
    assert "old" not in text
    assert "| document | rst | 2 | 1 | - | - | 1,234 |" in text
    assert text.partition(bench.BEGIN)[2].partition(bench.END)[0].strip() in capsys.readouterr().out
