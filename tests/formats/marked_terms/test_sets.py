"""Reading test sets with marked terms: which format a file has, and what comes back."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given

from diglot.errors import ConfigError, DiglotError, FormatError
from diglot.formats.marked_terms import (
    read_annotated_set,
    read_hypotheses,
    set_format,
    texts_for,
    write_annotated_set,
)
from diglot.model import AnnotatedSegment, AnnotatedSet, Hypotheses, TermMark
from tests.formats.marked_terms.strategies import annotated_sets

MARK = TermMark("7", "cough", ("toux", "tousser | x"), (2, 7), (4, 8), False, True)
SET = AnnotatedSet(
    (
        AnnotatedSegment("s1", "a cough", "une toux\tsèche", (MARK,), "d"),
        AnnotatedSegment("s2", '"quoted', "ligne\nbrisée", ()),
    ),
    "en",
    "fr",
    "set",
)


def put(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_the_format_is_seen_from_name_and_first_line(tmp_path):
    own = put(tmp_path, "a.jsonl", "")
    write_annotated_set(own, SET)
    assert set_format(own).name == "jsonl"
    assert (
        set_format(put(tmp_path, "b.jsonl", '{"en": "a", "de": "b", "proper": {}}\n')).name
        == "wmt25"
    )
    assert set_format(put(tmp_path, "c.jsonl", '{"source": "a", "target": "b"}\n')).kind == "units"
    table = tmp_path / "a.tsv"
    write_annotated_set(table, SET)
    assert set_format(table).name == "tsv"
    assert set_format(put(tmp_path, "d.tsv", "a\tb\n")).kind == "units"
    assert set_format("x.SGM").name == "sgml"
    assert set_format("x.en").name == "lines"
    assert set_format("x.tmx").kind == "units"
    assert set_format("x.en", "sgml").name == "sgml"


def test_an_unknown_format_lists_those_there_are():
    with pytest.raises(
        ConfigError, match=r"unknown format of test sets 'doc'; available: sgml, jsonl"
    ):
        set_format("x", "doc")


@pytest.mark.parametrize("extension", ["jsonl", "tsv"])
def test_a_set_comes_back_as_it_was_written(tmp_path, extension):
    path = tmp_path / f"set.{extension}"
    assert write_annotated_set(path, SET) == ((path,), ())
    assert read_annotated_set(path) == SET


@pytest.mark.parametrize("extension", ["jsonl", "tsv"])
@given(annotated=annotated_sets())
def test_any_set_comes_back_as_it_was_written(tmp_path_factory, extension, annotated):
    path = tmp_path_factory.getbasetemp() / f"set.{extension}"
    write_annotated_set(path, annotated)
    found = read_annotated_set(path)
    # A table has no column for a language without a text, and none for remarks.
    if extension == "tsv" and annotated.segments[0].reference is None:
        annotated = replace(annotated, target_language=None)
    assert replace(found, notes=()) == annotated


@given(annotated=annotated_sets())
def test_any_set_in_sgml_keeps_its_texts(tmp_path_factory, annotated):
    path = tmp_path_factory.getbasetemp() / "set.sgm"
    paths, _ = write_annotated_set(path, annotated)
    found = read_annotated_set(*paths)
    assert [(each.source, each.reference) for each in found.segments] == [
        (each.source, each.reference) for each in annotated.segments
    ]
    for before, after in zip(annotated.segments, found.segments, strict=True):
        spans = [mark.source_span for mark in before.terms]
        assert all(mark.source_span in spans for mark in after.terms)


def test_sgml_is_a_file_a_language(tmp_path):
    paths, lost = write_annotated_set(tmp_path / "set.sgm", SET)
    assert [path.name for path in paths] == ["set.en.sgm", "set.fr.sgm"]
    assert [each.kind for each in lost] == ["translation that holds a |"]
    nameless = replace(SET, source_language=None, target_language=None)
    paths, _ = write_annotated_set(tmp_path / "set.sgm", nameless)
    assert [path.name for path in paths] == ["set.source.sgm", "set.reference.sgm"]


def test_marks_that_a_person_rejected_are_left_out(tmp_path):
    marks = tuple(
        replace(MARK, id=name, verified=told)
        for name, told in (("a", True), ("b", False), ("c", None))
    )
    made = replace(SET, segments=(replace(SET.segments[0], terms=marks),))
    for extension in ("jsonl", "tsv"):
        path = tmp_path / f"set.{extension}"
        write_annotated_set(path, made)
        found = read_annotated_set(path)
        assert [mark.id for mark in found.segments[0].terms] == ["a", "c"]
        assert found.notes == (
            "left out: 1 rejected mark",
            "kept: 1 unverified mark",
        )
        assert read_annotated_set(path, keep_rejected=True) == made


def test_a_person_answers_in_the_last_column(tmp_path):
    path = tmp_path / "set.tsv"
    write_annotated_set(path, SET)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    assert lines[0].endswith("\tverified\n")
    for answer, left in (("No", 0), ("yes", 1), ("?", 1)):
        path.write_text(lines[0] + lines[1].rstrip("\n") + f"{answer}\n", encoding="utf-8")
        assert len(read_annotated_set(path).segments[0].terms) == left


def test_rows_of_a_table_may_stand_in_any_order(tmp_path):
    path = tmp_path / "set.tsv"
    two = replace(SET.segments[0], terms=(MARK, replace(MARK, id="8")))
    write_annotated_set(path, replace(SET, segments=(two, SET.segments[1])))
    head, *rows = path.read_text(encoding="utf-8").split("\n", 3)
    path.write_text("\n".join([head, rows[1], rows[2].rstrip("\n"), rows[0], ""]), encoding="utf-8")
    found = read_annotated_set(path)
    assert [mark.id for mark in found.segments[0].terms] == ["8", "7"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("2-7", "2-6", r"set.tsv, line 2: the characters 2-6 of the source are not 'cough'"),
        ("2-7", "2-70", r"line 2: the characters 2-70"),
        ("2-7", "two", r"line 2: 'two' is not a range of characters such as 12-20"),
        ("original", "original", None),
        ("\tentry", "\tEintrag", r"line 1: has no column entry; keep the first row"),
        ("s1", "", r"line 2: a row without the id of its segment"),
        ("s2", "s1", r"line 3: the rows of the segment 's1' differ in their texts"),
    ],
)
def test_a_table_that_was_changed_by_mistake_is_refused(tmp_path, old, new, message):
    path = tmp_path / "set.tsv"
    write_annotated_set(path, SET)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    if message is None:
        assert read_annotated_set(path, format="tsv").segments == SET.segments
        return
    with pytest.raises(FormatError, match=message):
        read_annotated_set(path, format="tsv")


def test_an_answer_that_is_none_names_its_line(tmp_path):
    path = tmp_path / "set.tsv"
    write_annotated_set(path, SET)
    lines = path.read_text(encoding="utf-8").split("\n")
    path.write_text("\n".join([lines[0], lines[1] + "maybe", *lines[2:]]), encoding="utf-8")
    with pytest.raises(
        FormatError, match=r"line 2: 'maybe' is not an answer: write yes or no; change"
    ):
        read_annotated_set(path)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"source": "a"}, "'id' is missing"),
        ({"id": "1", "source": 5}, "'5' is not a str"),
        ({"id": "1", "source": "a", "terms": [{"id": "x"}]}, "'alternatives' is missing"),
        (
            {"id": "1", "source": "a", "terms": [{"id": "x", "source": "a", "alternatives": []}]},
            "without alternatives",
        ),
        (
            {
                "id": "1",
                "source": "a",
                "terms": [{"id": "x", "source": "a", "alternatives": ["b"], "source_span": [0, 9]}],
            },
            r"\[0, 9\] is not a range of the text",
        ),
        ([], r"'\[\]' is not a dict"),
    ],
)
def test_a_line_that_is_no_segment_names_its_fault(tmp_path, value, message):
    path = put(tmp_path, "set.jsonl", json.dumps(value) + "\n")
    with pytest.raises(FormatError, match=rf"set.jsonl, line 1: is not a segment .*{message}"):
        read_annotated_set(path, format="jsonl")


@pytest.mark.parametrize("line", ['{"id": "\\ud800"}', "{", "[" * 100_000, "NaN", "\x00"])
def test_broken_json_is_a_line_of_error(tmp_path, line):
    path = put(tmp_path, "set.jsonl", line + "\n")
    for name in ("jsonl", "wmt25"):
        with pytest.raises(DiglotError):
            read_annotated_set(path, format=name)


def test_lines_of_text_are_a_set_without_marks(tmp_path):
    source = put(tmp_path, "t.en", "one\n\nthree\n")
    reference = put(tmp_path, "t.fr", "un\ndeux\ntrois\n")
    found = read_annotated_set(source, reference, source_language="en", target_language="fr")
    assert [(each.id, each.source, each.reference) for each in found.segments] == [
        ("1", "one", "un"),
        ("2", "", "deux"),
        ("3", "three", "trois"),
    ]
    assert read_annotated_set(source).segments[0].reference is None


def test_files_of_different_length_are_refused(tmp_path):
    source, reference = put(tmp_path, "t.en", "one\ntwo\n"), put(tmp_path, "t.fr", "un\n")
    with pytest.raises(FormatError, match=r"has 2 lines, t.fr has 1"):
        read_annotated_set(source, reference)


def test_translation_units_are_a_set_without_marks(tmp_path):
    path = put(tmp_path, "t.tsv", "source\ttarget\nbread\tpain\n")
    found = read_annotated_set(path, source_language="en", target_language="fr")
    assert [(each.source, each.reference) for each in found.segments] == [("bread", "pain")]


def test_options_that_do_not_suit_a_file_are_refused(tmp_path):
    lines = put(tmp_path, "t.en", "one\n")
    both = tmp_path / "t.jsonl"
    write_annotated_set(both, SET)
    with pytest.raises(ConfigError, match="holds both sides"):
        read_annotated_set(both, lines)
    with pytest.raises(ConfigError, match="says its terms itself"):
        read_annotated_set(both, terms=lines)
    with pytest.raises(ConfigError, match="no dictionaries to choose 'proper'"):
        read_annotated_set(lines, mode="proper")
    with pytest.raises(ConfigError, match="is a test set with its reference"):
        read_hypotheses(both)
    with pytest.raises(ConfigError, match=r"written as sgml, jsonl, tsv; end the name in .sgm"):
        write_annotated_set(tmp_path / "t.tmx", SET)


def test_translations_are_put_to_segments_by_id_or_by_order():
    assert texts_for(SET, Hypotheses(("a", "b"))) == ("a", "b")
    assert texts_for(SET, Hypotheses(("a", "b"), ("s2", "s1"))) == ("b", "a")


@pytest.mark.parametrize(
    ("hypotheses", "message"),
    [
        (Hypotheses(("a",)), "holds 1 translations for 2 segments"),
        (Hypotheses(("a",), ("s1",)), "lacks 1 of 2 segments, such as 's2'"),
        (Hypotheses(("a", "b"), ("x", "y")), "lacks 2 of 2 segments, such as 's1'"),
        (
            Hypotheses(("a", "b", "c"), ("s1", "s2", "s3")),
            "holds 1 segments that are not asked for, such as 's3'",
        ),
    ],
)
def test_translations_of_other_segments_are_refused(hypotheses, message):
    with pytest.raises(FormatError, match=rf"h.sgm: {message}; name the translation of this"):
        texts_for(SET, hypotheses, "h.sgm")


def test_a_blank_line_is_the_translation_of_its_segment(tmp_path):
    assert read_hypotheses(put(tmp_path, "h.txt", "a\n\nc\n")).texts == ("a", "", "c")
