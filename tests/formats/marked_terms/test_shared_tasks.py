"""Test sets whose terms are dictionaries beside the text: the shared tasks of 2023 and 2025."""

from __future__ import annotations

import json

import pytest

from diglot.errors import ConfigError, FormatError
from diglot.formats.marked_terms import read_annotated_set, read_hypotheses, texts_for

ROW = {
    "en": "The storage space.",
    "de": "Der Speicherplatz.",
    "proper": {"storage": "Speicher", "space": ["Platz", "Raum", ""]},
    "random": {"The": "Der"},
    "noterm": {},
}


def put(tmp_path, name, *values):
    path = tmp_path / name
    path.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    return path


def terms(segment):
    return {mark.source: mark.alternatives for mark in segment.terms}


def test_a_dictionary_gives_terms_without_places(tmp_path):
    found = read_annotated_set(put(tmp_path, "d.jsonl", ROW))
    assert (found.source_language, found.target_language) == ("en", "de")
    (segment,) = found.segments
    assert (segment.source, segment.reference) == (ROW["en"], ROW["de"])
    assert terms(segment) == {"storage": ("Speicher",), "space": ("Platz", "Raum")}
    assert all(mark.source_span is mark.target_span is None for mark in segment.terms)


def test_the_mode_chooses_the_dictionary(tmp_path):
    path = put(tmp_path, "d.jsonl", ROW)
    assert terms(read_annotated_set(path, mode="random").segments[0]) == {"The": ("Der",)}
    assert terms(read_annotated_set(path, mode="noterm").segments[0]) == {}
    with pytest.raises(
        ConfigError, match=r"no dictionary 'porper'; available: proper, random, not"
    ):
        read_annotated_set(path, mode="porper")


def test_the_languages_are_keys_whatever_their_order(tmp_path):
    path = put(tmp_path, "d.jsonl", ROW)
    found = read_annotated_set(path, source_language="de", target_language="en")
    assert found.segments[0].source == ROW["de"]
    assert read_annotated_set(path, source_language="de").target_language == "en"


def test_a_set_without_references_has_none(tmp_path):
    path = put(tmp_path, "d.jsonl", {"en": "a", "de": "b", "terms": {}}, {"en": "a", "terms": {}})
    assert [each.reference for each in read_annotated_set(path).segments] == ["b", None]


def test_a_submission_gives_its_translations(tmp_path):
    test_set = read_annotated_set(put(tmp_path, "d.jsonl", ROW))
    path = put(tmp_path, "s.jsonl", {"en": "a", "terms": {"a": "b"}, "de": "Ein Wort."})
    found = read_hypotheses(path)
    assert (found.texts, found.ids, found.name) == (("Ein Wort.",), None, "s")
    assert texts_for(test_set, found) == ("Ein Wort.",)
    assert read_hypotheses(path, target_language="en").texts == ("a",)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], "is not a JSON object"),
        ({"en": "a"}, "holds no two texts"),
        ({"en": "a", "de": "b", "proper": {"a": 5}}, "'5' is not a translation of a term"),
        ({"en": "a", "de": "b", "proper": {"a": ["b", None]}}, ".*is not a translation of a term"),
    ],
)
def test_a_line_of_another_kind_is_refused(tmp_path, value, message):
    path = put(tmp_path, "d.jsonl", value)
    with pytest.raises(FormatError, match=rf"d.jsonl, line 1: {message}"):
        read_annotated_set(path, format="wmt25")


def test_a_line_that_lacks_a_text_names_its_key(tmp_path):
    path = put(tmp_path, "d.jsonl", ROW, {"en": 5, "de": "b"})
    with pytest.raises(FormatError, match=r"line 2: has no text under 'en'.*name the languages"):
        read_annotated_set(path)
    with pytest.raises(FormatError, match=r"line 2: has no text under 'en'; name the language"):
        read_hypotheses(path, target_language="en")


def test_lists_of_pairs_belong_to_lines_of_text(tmp_path):
    (tmp_path / "t.en").write_text("the virus\nnothing\n", encoding="utf-8")
    (tmp_path / "t.de").write_text("das Virus\nnichts\n", encoding="utf-8")
    pairs = put(tmp_path, "t.terms", [{"en": "virus", "de": "Virus"}], [])
    found = read_annotated_set(tmp_path / "t.en", tmp_path / "t.de", terms=pairs)
    assert [terms(each) for each in found.segments] == [{"virus": ("Virus",)}, {}]
    swapped = read_annotated_set(
        tmp_path / "t.de", terms=pairs, source_language="de", target_language="en"
    )
    assert terms(swapped.segments[0]) == {"Virus": ("virus",)}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{}", r"line 1: is not a list of terms \('{}' is not a list\); write one list per line"),
        ("[5]", r"line 1: is not a list of terms \(5 is not a pair\)"),
        ('[{"en": "a"}]', "names no term with its translation"),
        ("x", r"line 1: is not a list of terms"),
        ("[]\n[]", r"has 2 lines, .*t.en has 1; name files whose lines belong together"),
    ],
)
def test_lists_that_are_none_are_refused(tmp_path, line, message):
    (tmp_path / "t.en").write_text("the virus\n", encoding="utf-8")
    (tmp_path / "t.terms").write_text(line + "\n", encoding="utf-8")
    with pytest.raises(FormatError, match=message):
        read_annotated_set(tmp_path / "t.en", terms=tmp_path / "t.terms")


def test_the_development_set_of_2025_has_its_known_figures(shared_data):
    folder = shared_data / "consistency" / "wmt25-en-de"
    for mode, count in (("proper", 543), ("random", 615), ("noterm", 0)):
        found = read_annotated_set(folder / "full_data.ende.jsonl", mode=mode)
        assert len(found.segments) == 500
        assert sum(len(segment.terms) for segment in found.segments) == count
    submissions = sorted((folder / "submissions").glob("*.jsonl"))
    assert len(submissions) > 50
    for path in submissions:
        assert len(texts_for(found, read_hypotheses(path, target_language="de"), path)) == 500
