"""Damaged files of every unit format: whatever happens, only an InputError leaves a reader."""

from __future__ import annotations

import io
import tempfile
import zipfile
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
SPICE = (
    *(b"<", b">", b"&", b'"', b"\\", b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\n", b"\t", b"{", b"]"),
    *(b"<!DOCTYPE a [<!ENTITY b 'c'>]>", b"&b;", b"]]>", b"<!--", b"\\ud800", b"msgstr[9]"),
    *(b"9" * 400, "\u2028".encode()),
)
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


def read(data: bytes, extension: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"f.{extension.removesuffix('2')}"
        path.write_bytes(data)
        line = None
        try:
            bitext_of(formats.read_units(path), path=path)
        except InputError as error:
            line = str(error)
        assert line is None or (str(path) in line and "\n" not in line)


def damages(extension):
    return damaged(sample(extension))


@st.composite
def damaged(draw, whole):
    """A valid sample with pieces cut, doubled, overwritten and moved."""
    data = bytearray(whole)
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, max(0, len(data) - 1)))
        end = min(len(data), start + draw(st.integers(0, 40)))
        match draw(st.integers(0, 4)):
            case 0:
                del data[start:end]
            case 1:
                data[start:start] = data[start:end] * draw(st.integers(1, 3))
            case 2:
                data[start:end] = draw(st.binary(max_size=12))
            case 3:
                data = data[:start]
            case 4:
                data[start:start] = draw(st.sampled_from(SPICE))
    return bytes(data)


@st.composite
def damaged_parts(draw, whole):
    """A valid container, one part of which is damaged."""
    with zipfile.ZipFile(io.BytesIO(whole)) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    name = draw(st.sampled_from(sorted(parts)))
    parts[name] = draw(damaged(parts[name]))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as new:
        for member, content in parts.items():
            new.writestr(member, content)
    return buffer.getvalue()


@pytest.mark.parametrize("extension", FORMATS)
@settings(max_examples=30, suppress_health_check=[HealthCheck.data_too_large])
@given(st.data())
def test_damaged_file_raises_nothing_but_input_errors(extension, data):
    read(data.draw(damages(extension)), extension)


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
@pytest.mark.parametrize(
    "data",
    [b"", b"\n", b"\0" * 1000, bytes(range(256)) * 4, b"\xff\xfe", b"PK\x03\x04" + b"\0" * 30],
    ids=["empty", "line", "zeros", "binary", "mark", "zip"],
)
def test_file_of_another_kind_is_one_clear_line(extension, data):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"f.{extension.removesuffix('2')}"
        path.write_bytes(data)
        with pytest.raises(InputError) as caught:
            bitext_of(formats.read_units(path), path=path)
        assert str(path) in str(caught.value)


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
