"""Lexicons as JSON lines: nothing is lost, and a bad line is named."""

from __future__ import annotations

import gzip
import json
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import FormatError
from diglot.formats.blocks import Skips
from diglot.formats.lexicons import read_translations as read_any
from diglot.formats.lexicons.jsonl import (
    Header,
    read_header,
    read_origin,
    read_signature,
    write_lexicon,
)
from diglot.model import Signature
from diglot.model.lexicon import LexicalPath, Lexicon, Origin, Translation
from tests.formats.lexicons.strategies import translations
from tests.formats.strategies import texts

PATH = LexicalPath(("dog", "perro", "chien"), ("en", "es", "fr"), (("eng-spa",), ("a", "b")), 0.25)
FULL = Translation(
    "dog", "chien", "en", "fr", "noun", "n", "forward", 0.5, "animal", ("two paths",), (PATH,)
)

read_translations = partial(read_any, format="jsonl")


def whole(path):
    header = read_header(path)
    found = tuple(read_translations(path))
    return Lexicon(found, header.origin, header.notes, header.signature)


WORDS = texts().filter(lambda text: text.strip() != "")


def write(tmp_path, *lines):
    path = tmp_path / "en-fr.jsonl"
    made = [each if isinstance(each, str) else json.dumps(each) for each in lines]
    path.write_text("\n".join(made), encoding="utf-8")
    return path


def line(**more):
    return {"source": "dog", "target": "chien"} | more


@given(st.lists(translations(word=WORDS), max_size=4), texts(), texts())
def test_everything_that_is_written_is_read_again(found, statement, note):
    lexicon = Lexicon(
        tuple(found),
        Origin("en-fr", statement, "GPL", "Ergane"),
        (note,),
        Signature("learned", "1.0", (("top", "3"),), "abc"),
    )
    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.jsonl"
        assert write_lexicon(path, lexicon) == len(found)
        assert whole(path) == lexicon
        assert read_signature(path) == lexicon.signature


def test_a_line_holds_what_says_something_and_nothing_else(tmp_path):
    path = tmp_path / "x.jsonl"
    write_lexicon(path, Lexicon((Translation("a", "b", "en", "fr"), FULL), Origin("x")))
    head, first, second = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    assert head == {"diglot": "lexicon", "version": 1, "origin": {"name": "x"}}
    assert first == {
        "source": "a",
        "target": "b",
        "source_language": "en",
        "target_language": "fr",
    }
    assert second["paths"] == [
        {
            "words": ["dog", "perro", "chien"],
            "languages": ["en", "es", "fr"],
            "dictionaries": [["eng-spa"], ["a", "b"]],
            "score": 0.25,
        }
    ]


def test_lines_without_header_take_what_is_missing_from_the_name_or_the_user(tmp_path):
    path = write(tmp_path, line(), line(target_language="oc"))
    first, second = read_translations(path)
    assert (first.source_language, first.target_language) == ("en", "fr")
    assert second.target_language == "oc"
    assert next(iter(read_translations(path, languages=("a", "b")))).source_language == "a"
    assert read_header(path) == Header(Origin("en-fr"))


def test_a_packed_file_is_read(tmp_path):
    plain, packed = tmp_path / "x.jsonl", tmp_path / "x.jsonl.gz"
    write_lexicon(plain, Lexicon((FULL,), Origin("o", "s")))
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert list(read_translations(packed)) == [FULL]
    assert read_origin(packed) == Origin("o", "s")


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ("{", "line 2: is not a translation"),
        ("[1]", "it is not an object"),
        ({"source": "dog"}, "the key 'target' is missing"),
        (line(source=" "), "is not a word or not a language"),
        (line(source=3), "is not a word or not a language"),
        (line(source_pos=3), "3 is not text"),
        (line(direction="up"), "the direction is 'up'"),
        (line(score=2), "not between 0 and 1"),
        (line(score=True), "True is not a number"),
        (line(score=10**400), "is far too large"),
        ('{"source":"a","target":"b","score":1e999}', "is far too large"),
        ('{"source":"a","target":"b","score":NaN}', "NaN is not JSON"),
        (line(reasons="x"), "'x' is not a list"),
        (line(reasons=[1]), "not text"),
        (line(paths=[1]), "a path is not an object"),
        (line(paths=[{"words": ["a"]}]), "the key 'languages' is missing"),
        (
            line(paths=[{"words": ["a"], "languages": ["en"], "dictionaries": [["x"]]}]),
            "of a path do not match",
        ),
        ('{"source":"\\ud800","target":"b"}', "is not a translation"),
        ("[" * 100_000, "is not a translation"),
    ],
)
def test_a_bad_line_is_named_or_counted(tmp_path, bad, message):
    path = write(tmp_path, line(), bad, line(target="clebs"))
    with pytest.raises(FormatError, match=message) as error:
        list(read_translations(path))
    assert "line 2" in str(error.value)
    assert "\n" not in str(error.value)
    skips = Skips()
    found = list(read_translations(path, skips=skips, skip_bad=True))
    assert [each.target for each in found] == ["chien", "clebs"]
    assert sum(each.count for each in skips.entries()) == 1


@pytest.mark.parametrize(
    "header", [{"diglot": "units", "version": 1}, {"diglot": "lexicon", "version": 2}]
)
def test_the_header_of_something_else_is_refused(tmp_path, header):
    path = write(tmp_path, header, line())
    for read in (read_header, lambda path: list(read_translations(path, skip_bad=True))):
        with pytest.raises(FormatError, match="not 'lexicon' of version 1"):
            read(path)


@pytest.mark.parametrize(
    "header",
    [
        {"origin": 3},
        {"origin": {"name": 3}},
        {"origin": {}, "signature": 3},
        {"origin": {}, "signature": {"method": "a", "version": 1}},
        {"origin": {}, "signature": {"method": "a", "version": "1", "options": [["a"]]}},
        {"origin": {}, "notes": "x"},
    ],
)
def test_a_damaged_header_is_refused(tmp_path, header):
    path = write(tmp_path, {"diglot": "lexicon", "version": 1} | header)
    with pytest.raises(FormatError, match="has no header of a lexicon"):
        read_header(path)


def test_unknown_keys_and_blank_lines_are_counted(tmp_path):
    skips = Skips()
    path = write(tmp_path, line(more=1), " ", line())
    assert len(list(read_translations(path, skips=skips))) == 2
    assert [(each.kind, each.example) for each in skips.entries()] == [
        ("unknown key", "more"),
        ("blank line", ""),
    ]
