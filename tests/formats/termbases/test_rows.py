"""Glossaries of strings: several translations in a cell, several rows for one source."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.formats import read_termbase
from diglot.formats.termbases.rows import alternatives_in

HEADER = "stringID,sourceLang,targetLang,pos,description,sourceString,targetString\n"


def read(tmp_path, rows, header=HEADER):
    path = tmp_path / "g.csv"
    path.write_text(header + rows, encoding="utf-8-sig")
    return read_termbase(path)


def targets(concept, language="fr"):
    return [term.text for term in concept.of(language)]


@pytest.mark.parametrize(
    ("cell", "texts"),
    [
        ("toux", ["toux"]),
        ("toux; tousser", ["toux", "tousser"]),
        ("toux/tousser", ["toux", "tousser"]),
        ("toux\ntousser", ["toux", "tousser"]),
        ("(poner/estar) en cuarentena", ["(poner/estar) en cuarentena"]),
        ("[a;b] c; d", ["[a;b] c", "d"]),
        ("la saison 2019/2020", ["la saison 2019/2020"]),
        ("a (b/c", ["a (b", "c"]),
        (" ; / ", []),
        ("", []),
    ],
)
def test_a_cell_is_divided_outside_of_parentheses_only(cell, texts):
    assert alternatives_in(cell) == texts


def test_a_cell_full_of_signs_takes_no_time():
    assert len(alternatives_in("(" * 200_000 + ";" * 200_000 + "x" + "[" * 200_000)) == 2


@given(st.text(alphabet="ab ;/()[]\n12", max_size=40))
def test_dividing_loses_no_letter(cell):
    kept = "".join(alternatives_in(cell))
    assert [sign for sign in kept if sign in "ab12"] == [sign for sign in cell if sign in "ab12"]


def test_alternatives_of_a_cell_are_terms_of_one_concept(tmp_path):
    (concept,) = read(tmp_path, "1,en,fr,noun,,cough,toux; tousser\n").concepts
    assert targets(concept) == ["toux", "tousser"]
    assert targets(concept, "en") == ["cough"]


def test_rows_with_one_source_string_are_one_concept(tmp_path):
    termbase = read(
        tmp_path,
        "14,en,fr,noun,a rest,quarantine,quarantaine\n"
        "15,en,fr,verb,to shut in,quarantine,mettre en quarantaine\n"
        "16,en,fr,noun,,isolation,isolement\n",
    )
    first, second = termbase.concepts
    assert (first.id, second.id) == ("14", "16")
    assert targets(first) == ["quarantaine", "mettre en quarantaine"]
    assert first.definitions == (("", "a rest"), ("", "to shut in"))
    assert [term.part_of_speech for term in first.of("fr")] == ["noun", "verb"]
    assert termbase.notes == ('1 row put to an earlier one with the same source: "quarantine"',)


def test_a_row_without_a_target_is_counted_and_named(tmp_path):
    termbase = read(tmp_path, "1,en,fr,,,cough,\n2,en,fr,,,fever,fièvre\n")
    assert termbase.notes == ('1 row with one term only: "cough"',)


def test_a_stroke_in_the_source_belongs_to_the_term(tmp_path):
    (concept,) = read(tmp_path, "1,en,fr,,,km/h,km/h\n").concepts
    assert targets(concept) == ["km/h"]


def test_other_tables_of_pairs_are_not_divided(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("source,target\ncough,toux; tousser\n", encoding="utf-8")
    (concept,) = read_termbase(path, languages=("en", "fr")).concepts
    assert targets(concept) == ["toux; tousser"]
