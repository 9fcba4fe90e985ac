"""Tables of occurrences with pseudo-references."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from diglot.errors import FormatError, InputError
from diglot.formats.marked_terms.shared_tasks import read_pseudo_references

HEADER = "\ttgt\tpseudoref_first\ttgt\tpseudoref_frequent\ttgt\tpseudoref_predefined\n"
TABLE = HEADER + '0\thaus\thaus\thaus\tbau\thaus\t▁1\n1\t"ein "\thaus\t\tbau\tbau\tbau\n'


def written(tmp_path: Path, content: str, *, packed: bool = False) -> Path:
    path = tmp_path / ("table.tsv.gz" if packed else "table.tsv")
    path.write_bytes(gzip.compress(content.encode()) if packed else content.encode())
    return path


@pytest.mark.parametrize("packed", [True, False], ids=["packed", "plain"])
def test_columns_of_one_name_are_told_apart_by_their_order(tmp_path: Path, packed: bool) -> None:
    assert read_pseudo_references(written(tmp_path, TABLE, packed=packed)) == {
        "first": (("haus", "haus"), ('"ein "', "haus")),
        "frequent": (("haus", "bau"), ("", "bau")),
        "predefined": (("haus", "▁1"), ("bau", "bau")),
    }


def test_a_line_with_other_columns_is_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="line 4: 3 columns where the header has 7"):
        read_pseudo_references(written(tmp_path, TABLE + "2\ta\tb\n"))


@pytest.mark.parametrize("content", ["", "a\tb\n1\t2\n", "pseudoref_first\ttgt\n"])
def test_another_table_is_refused(tmp_path: Path, content: str) -> None:
    with pytest.raises(FormatError, match="holds no pseudo-references; give a table with"):
        read_pseudo_references(written(tmp_path, content))


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, TABLE * 50, packed=True)
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(FormatError, match="not a complete gzip file"):
        read_pseudo_references(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_pseudo_references(tmp_path / "none.tsv")
