"""Damaged and hostile files of terms: whatever happens, only an InputError leaves a reader."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diglot import formats
from diglot.errors import FormatError, InputError, UnsafeFileError
from diglot.model import Concept, ConceptTerm, Context, Termbase
from tests.hostile.damage import OTHERS, damaged, damaged_parts, refusal

TERMBASE = Termbase(
    (
        Concept(
            "594",
            (
                ConceptTerm(
                    "bread & butter",
                    "en",
                    "preferred",
                    "noun",
                    "full form",
                    0.25,
                    3,
                    (Context("One.", "Un.", "a:1"),),
                    "s",
                    "n\nm",
                    (("admin:x", "y"),),
                ),
                ConceptTerm("pain", "fr", "admitted"),
            ),
            (("fr", "déf"),),
            "food",
            0.5,
            "s",
            "n",
            (("skos:broader", "<http://e.org/x>"),),
        ),
        Concept("b", (ConceptTerm("=x", "en"), ConceptTerm("𝒜", "fr", "forbidden"))),
    ),
    "T",
)
KINDS = {
    "tbx": {},
    "dct.tbx": {"version": "3-dct"},
    "v2.tbx": {"version": "2"},
    "csv": {},
    "tsv": {"layout": "terms"},
    "xlsx": {},
    "ttl": {},
    "nt": {"vocabulary": "ontolex"},
    "rdf": {},
    "jsonld": {"vocabulary": "ontolex"},
}


@cache
def sample(kind: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"s.{kind}"
        formats.write_termbase(path, TERMBASE, **KINDS[kind])
        return path.read_bytes()


def read(data: bytes, kind: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"f.{kind}"
        path.write_bytes(data)
        return refusal(lambda each: formats.read_termbase(each, languages=("en", "fr")), path)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=20, suppress_health_check=[HealthCheck.data_too_large])
@given(st.data())
def test_damaged_file_raises_nothing_but_input_errors(kind, data):
    read(data.draw(damaged(sample(kind))), kind)


@settings(max_examples=20, suppress_health_check=[HealthCheck.data_too_large])
@given(st.data())
def test_damaged_part_of_a_workbook_raises_nothing_but_input_errors(data):
    read(data.draw(damaged_parts(sample("xlsx"))), "xlsx")


@pytest.mark.parametrize("kind", KINDS)
def test_truncated_file_raises_nothing_but_input_errors(kind):
    whole = sample(kind)
    for length in range(0, len(whole), max(1, len(whole) // 20)):
        read(whole[:length], kind)


@pytest.mark.parametrize("kind", ["tbx", "v2.tbx", "rdf"])
def test_truncated_xml_is_an_error_that_says_so(kind):
    line = read(sample(kind)[:-20], kind)
    assert "check that the file is complete" in line


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("data", OTHERS.values(), ids=OTHERS)
def test_file_of_another_kind_is_one_clear_line(kind, data):
    assert read(data, kind)


LAUGHS = (
    '<!DOCTYPE martif [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY a{i} "{f"&a{i - 1};" * 9 if i else "&a;"}">' for i in range(9))
    + "]>"
)
PROLOGS = {
    "harmless entity": '<!DOCTYPE martif [<!ENTITY a8 "x">]>',
    "external entity": '<!DOCTYPE martif [<!ENTITY a8 SYSTEM "file:///etc/passwd">]>',
    "parameter entity": '<!DOCTYPE martif [<!ENTITY % a8 SYSTEM "file:///etc/passwd"> %a8;]>',
    "billion laughs": LAUGHS,
}
BODY = (
    "<martif type='TBX'><text><body><termEntry><langSet xml:lang='en'><tig><term>{}</term></tig>"
    "</langSet></termEntry></body></text></martif>"
)


@pytest.mark.parametrize("name", PROLOGS)
def test_termbase_that_declares_entities_is_refused(tmp_path, name):
    (tmp_path / "t.tbx").write_text(PROLOGS[name] + BODY.format("&a8;"))
    with pytest.raises(UnsafeFileError, match="declares the entity"):
        formats.read_termbase(tmp_path / "t.tbx")


@pytest.mark.parametrize(
    "dtd", ["TBXcoreStructV02.dtd", "file:///etc/passwd", "http://e.org/t.dtd"]
)
def test_external_dtd_is_never_loaded(tmp_path, dtd):
    (tmp_path / "t.tbx").write_text(f'<!DOCTYPE martif SYSTEM "{dtd}">' + BODY.format("bread"))
    assert formats.read_termbase(tmp_path / "t.tbx").concepts[0].terms[0].text == "bread"


def test_entity_of_the_unread_dtd_is_one_clear_line(tmp_path):
    content = '<!DOCTYPE martif SYSTEM "TBXcoreStructV02.dtd">' + BODY.format("caf&eacute;")
    (tmp_path / "t.tbx").write_text(content)
    with pytest.raises(FormatError, match="uses the entity &eacute;, which it does not declare"):
        formats.read_termbase(tmp_path / "t.tbx")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("t.tbx", BODY.format("café").encode("cp1252")),
        ("t.csv", "source,target\ncafé,coffee\n".encode("cp1252")),
        ("t.ttl", "<urn:a> <urn:b> 'café' .".encode("cp1252")),
    ],
)
def test_wrong_encoding_is_an_error_with_its_cure(tmp_path, name, data):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(FormatError, match="--encoding"):
        formats.read_termbase(tmp_path / name, languages=("fr", "en"))
    assert formats.read_termbase(
        tmp_path / name, languages=("fr", "en"), encoding="cp1252"
    ).concepts or name.endswith("ttl")


def test_utf_16_with_a_mark_is_read(tmp_path):
    (tmp_path / "t.tbx").write_bytes(BODY.format("café").encode("utf-16"))
    (tmp_path / "t.csv").write_bytes("source,target\ncafé,coffee\n".encode("utf-16"))
    for name in ("t.tbx", "t.csv"):
        termbase = formats.read_termbase(tmp_path / name, languages=("fr", "en"))
        assert termbase.concepts[0].terms[0].text == "café"


@pytest.mark.parametrize("depth", [300, 20_000])
@pytest.mark.parametrize(
    ("name", "opening", "closing"),
    [
        ("t.tbx", "<martif>", "</martif>"),
        ("t.ttl", "[<urn:a> ", "]"),
        ("t.jsonld", '[{"urn:a":', "}]"),
    ],
)
def test_deep_nesting_ends_in_an_input_error_or_well(tmp_path, name, opening, closing, depth):
    inside = {"t.ttl": "1", "t.jsonld": '"x"'}.get(name, "")
    end = " ." if name == "t.ttl" else ""
    (tmp_path / name).write_text(opening * depth + inside + closing * depth + end)
    found, line = None, None
    try:
        found = formats.read_termbase(tmp_path / name).concepts
    except InputError as error:
        line = str(error)
    assert found == () or (line is not None and "\n" not in line)


@pytest.mark.parametrize("kind", ["tbx", "csv", "xlsx", "ttl"])
def test_interrupt_in_the_middle_keeps_the_old_file(tmp_path, kind, monkeypatch):
    path = tmp_path / f"f.{kind}"
    path.write_bytes(b"old")

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("os.fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        formats.write_termbase(path, TERMBASE)
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == [path.name]
