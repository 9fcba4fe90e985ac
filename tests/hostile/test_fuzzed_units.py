"""Damaged files of every unit format: whatever happens, only an InputError leaves a reader."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diglot import formats
from diglot.errors import InputError
from diglot.formats.units import bitext_of
from diglot.model import Markup, Unit, Variant
from tests.formats.units.test_bilingual_xml import QT, TTX, TXML
from tests.hostile.damage import OTHERS, damaged, damaged_parts, refusal

UNITS = [
    Unit(
        (
            Variant("en", "One & two. Three", (Markup(3, 3, "ph", "<ph/>"),), (10, 5)),
            Variant("fr", "Un «deux» 𝒜.\r\nTrois", (Markup(0, 2, "hi", "<hi/>"),)),
        ),
        "id-1",
        0.25,
        "k",
        ("length 2.4×",),
        "method:crf|version:1",
        "d",
        (0, 1),
        (("client", "x"),),
        ("note",),
    ),
    Unit((Variant("en", '=a;b,"c"\td'), Variant("fr", ""))),
]
PO = """msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

#: a.c:1
#, fuzzy
msgctxt "m"
msgid "%d file"
msgid_plural "%d files"
msgstr[0] "un"
msgstr[1] "deux"
"""
CATALOGUE = (
    '{"sourceLanguage": "en", "strings": {"a": {"localizations": {"fr": {"variations": {"plural": '
    '{"one": {"stringUnit": {"state": "translated", "value": "b"}}}}}}}}}'
)
TEXTS = {"po": PO, "ts": QT.format(attributes=""), "ttx": TTX, "txml": TXML, "xcstrings": CATALOGUE}
FORMATS = ("tmx", "xlf", "xlf2", "tsv", "csv", "xlsx", "jsonl", *TEXTS)


@cache
def sample(extension: str) -> bytes:
    if extension in TEXTS:
        return TEXTS[extension].encode()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"s.{extension.removesuffix('2')}"
        options = {"version": "2.1"} if extension == "xlf2" else {}
        formats.write_units(path, UNITS, **options)
        return path.read_bytes()


def read(data: bytes, extension: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"f.{extension.removesuffix('2')}"
        path.write_bytes(data)
        return refusal(lambda each: bitext_of(formats.read_units(each), path=each), path)


@pytest.mark.parametrize("extension", FORMATS)
@settings(max_examples=30, suppress_health_check=[HealthCheck.data_too_large])
@given(st.data())
def test_damaged_file_raises_nothing_but_input_errors(extension, data):
    read(data.draw(damaged(sample(extension))), extension)


@settings(max_examples=30, suppress_health_check=[HealthCheck.data_too_large])
@given(st.data())
def test_damaged_part_of_a_workbook_raises_nothing_but_input_errors(data):
    read(data.draw(damaged_parts(sample("xlsx"))), "xlsx")


@pytest.mark.parametrize("extension", FORMATS)
def test_truncated_file_raises_nothing_but_input_errors(extension):
    whole = sample(extension)
    for length in range(0, len(whole), max(1, len(whole) // 40)):
        read(whole[:length], extension)


@pytest.mark.parametrize("extension", FORMATS)
@pytest.mark.parametrize("data", OTHERS.values(), ids=OTHERS)
def test_file_of_another_kind_is_one_clear_line(extension, data):
    assert read(data, extension)


@pytest.mark.parametrize("extension", ["tmx", "xlf", "tsv", "xlsx", "jsonl"])
def test_interrupt_in_the_middle_keeps_the_old_file(tmp_path, extension):
    path = tmp_path / f"f.{extension}"
    path.write_bytes(b"old")

    def interrupted():
        yield UNITS[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        formats.write_units(path, interrupted())
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("extension", ["tmx", "xlf", "tsv", "csv", "xlsx", "jsonl"])
def test_target_in_a_missing_folder_is_one_clear_line(tmp_path, extension):
    path = tmp_path / "no" / f"f.{extension}"
    with pytest.raises(InputError, match="create the folder first"):
        formats.write_units(path, UNITS)
