"""Memories of Wordfast Classic."""

from __future__ import annotations

import pytest

from diglot import formats
from diglot.errors import FormatError
from diglot.formats.blocks import Skips

HEADER = (
    "%20230101~120000\t%User ID,AB,AB Ann\t%TU=00000002\t%EN-US\t%Wordfast TM v.5.5\t%FR-FR\t%-\n"
)


def memory(tmp_path, *rows, encoding="utf-16"):
    path = tmp_path / "memory.txt"
    path.write_text(HEADER + "".join(f"{row}\n" for row in rows), encoding=encoding)
    return path


def test_units_with_escapes_and_without_tags(tmp_path):
    path = memory(
        tmp_path,
        "20230101~120001\tAB\t3\tEN-US\tThe &'93;cat&'94; &tA;sleeps.\tFR-FR\tLe chat dort.\tx",
        "20230101~120002\tAB\t0\tEN-US\tAlone.\tFR-FR\t",
    )
    skips = Skips()
    (unit,) = formats.read_units(path, format="wordfast", skips=skips)
    assert [(each.language, each.text) for each in unit.variants] == [
        ("EN-US", "The \u201ccat\u201d sleeps."),
        ("FR-FR", "Le chat dort."),
    ]
    assert unit.properties == (("date", "20230101~120001"), ("user", "AB"), ("reuse count", "3"))
    assert {each.kind for each in skips.entries()} == {
        "inline code",
        "unit without text on a side",
    }


def test_a_short_line_names_its_place(tmp_path):
    path = memory(tmp_path, "20230101~120001\tAB\t3\tEN-US\tThe cat", encoding="utf-8")
    with pytest.raises(FormatError, match=r"line 2.*has 5 columns instead of 7"):
        list(formats.read_units(path, format="wordfast"))


def test_other_text_is_no_memory(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("A text.\n")
    with pytest.raises(FormatError, match="not a Wordfast memory"):
        list(formats.read_units(path, format="wordfast"))
