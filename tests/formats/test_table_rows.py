"""What names of columns say, alike in every kind of table."""

from __future__ import annotations

import pytest

from diglot.formats import read_lexicon, read_termbase, read_units
from diglot.formats.table_rows import (
    Heading,
    columns_of_languages,
    find_columns,
    normalise_heading,
    read_heading,
)
from diglot.formats.term_lists import read_term_pairs
from diglot.text.languages import language_table, read_table

HEADERS = [
    "English,German",
    "EN,DE",
    "en-GB,de-DE",
    "Englisch,Deutsch",
    "anglais,allemand",
    "英语,德语",
    "English term,German term",
    "Term EN,Term DE",
    "Source (en),Target (de)",
]


@pytest.fixture(params=HEADERS)
def table(request, tmp_path):
    path = tmp_path / "table.csv"
    path.write_text(f"{request.param}\nstrong coffee,starker Kaffee\n", encoding="utf-8")
    return path


def test_the_same_header_tells_the_languages_of_units(table):
    (unit,) = read_units(table)
    texts = [(variant.language[:2], variant.text) for variant in unit.variants]
    assert texts == [("en", "strong coffee"), ("de", "starker Kaffee")]


def test_the_same_header_tells_the_languages_of_a_termbase(table):
    (concept,) = read_termbase(table).concepts
    terms = [(term.language[:2], term.text) for term in concept.terms]
    assert terms == [("en", "strong coffee"), ("de", "starker Kaffee")]


def test_the_same_header_tells_the_languages_of_a_lexicon(table):
    (found,) = read_lexicon(table).translations
    assert (found.source, found.target) == ("strong coffee", "starker Kaffee")
    assert (found.source_language[:2], found.target_language[:2]) == ("en", "de")


def test_the_same_header_is_no_pair_of_terms(table):
    (pair,) = read_term_pairs(table)
    assert (pair.source, pair.target) == ("strong coffee", "starker Kaffee")


@pytest.mark.parametrize(
    ("name", "heading"),
    [
        ("sourceText", Heading("source")),
        ("Übersetzung", Heading("target")),
        ("译文", Heading("target")),
        ("Target [fr-CA]", Heading("target", "fr-CA")),
        ("Source (final)", Heading("source")),
        ("Definition (Deutsch)", Heading("definition", "de")),
        ("Term (de)", Heading("term", "de")),
        ("chinois", Heading("", "zh")),
        ("PT_br", Heading("", "pt-br")),
        ("No", Heading()),
        ("The cat sat on the mat.", Heading()),
        ("", Heading()),
    ],
)
def test_a_name_says_what_a_column_holds_and_in_which_language(name, heading):
    assert read_heading(name) == heading


def test_a_kind_of_table_has_names_of_its_own():
    assert read_heading("kind", {"kind": "type"}) == Heading("type")


def test_a_term_beside_its_translation_is_the_source():
    headings = [read_heading(name) for name in ("term", "translation")]
    assert find_columns(headings) == {"target": 1, "source": 0}


@pytest.mark.parametrize("row", [["Deutsch", "German"], ["Source", "Quelle"], ["de"], ["No", "Is"]])
def test_words_that_translate_each_other_are_no_header(row):
    headings = [read_heading(cell) for cell in row]
    assert columns_of_languages(headings) == []
    assert not {"source", "target"} <= set(find_columns(headings))


def test_no_name_of_a_column_has_two_meanings():
    meanings: dict[str, str] = {}
    for meaning, names in read_table("column_names.tsv"):
        for name in names.split("|"):
            assert meanings.setdefault(name, meaning) == meaning
            assert normalise_heading(name) == name
            assert read_heading(name) == Heading(meaning)


def test_no_foreign_name_of_a_language_is_that_of_another():
    owners: dict[str, str] = {}
    for code, language in language_table().items():
        for name in (*language.names, *language.aliases, *language.foreign_names):
            assert name in language.names or owners.setdefault(name.casefold(), code) == code, name
