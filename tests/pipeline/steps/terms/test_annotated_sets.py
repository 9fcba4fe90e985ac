"""Making test sets: languages, notes, counts, and marks that are there already."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diglot.errors import ConfigError
from diglot.model import AnnotatedSegment, AnnotatedSet, Concept, ConceptTerm, Termbase, TermMark
from diglot.pipeline.steps.terms.annotated_sets import annotate_terms, count_matches, make_set
from diglot.pipeline.steps.terms.options import MakeSetOptions


def concept(identifier, **terms):
    return Concept(identifier, tuple(ConceptTerm(text, tag) for tag, text in terms.items()))


BASE = Termbase((concept("1", en="cough", fr="toux"), concept("2", en="symptom", fr="symptôme")))
SET = AnnotatedSet(
    (
        AnnotatedSegment("a", "A cough .", "Une toux ."),
        AnnotatedSegment("b", "Her symptoms .", "Ses symptômes ."),
        AnnotatedSegment("c", "A cough .", "Un rhume ."),
    ),
    "en",
    "fr",
)


def ids(annotated):
    return [[mark.id for mark in segment.terms] for segment in annotated.segments]


def test_terms_are_marked_on_both_sides():
    found = annotate_terms(SET, BASE)
    assert ids(found) == [["1"], ["2"], []]
    counts = count_matches(found)
    assert (counts.original, counts.lemmatised, counts.total, counts.segments) == (1, 1, 2, 2)
    assert ids(annotate_terms(SET, BASE, lemmas=False)) == [["1"], [], []]


def test_several_termbases_are_put_together():
    more = Termbase((concept("9", en="cough", fr="rhume"),))
    found = annotate_terms(SET, [BASE, more])
    assert ids(found) == [["1+9"], ["2"], ["1+9"]]
    assert found.segments[2].terms[0].alternatives == ("toux", "rhume")


def test_a_termbase_of_two_languages_tells_those_of_the_texts():
    silent = replace(SET, source_language=None, target_language=None)
    found = annotate_terms(silent, BASE)
    assert (found.source_language, found.target_language) == ("en", "fr")
    turned = annotate_terms(silent, BASE, source_language="fr")
    assert (turned.source_language, turned.target_language) == ("fr", "en")


def test_languages_that_nobody_says_are_asked_for():
    silent = replace(SET, source_language=None, target_language=None)
    three = Termbase((concept("1", en="cough", fr="toux", de="Husten"),))
    with pytest.raises(ConfigError, match=r"such as -s en -t fr \(the termbase has en, fr, de\)"):
        annotate_terms(silent, three)


@pytest.mark.slow
def test_a_termbase_without_these_languages_is_said():
    found = annotate_terms(SET, BASE, target_language="de")
    assert ids(found) == [[], [], []]
    assert any("2 entries without a term in de were left out" in note for note in found.notes)
    assert "the termbase has no terms in en with translations in de" in found.notes


def test_a_language_without_rules_turns_lemmas_off_and_says_so():
    base = Termbase((concept("1", en="cough", xx="toux"),))
    found = annotate_terms(replace(SET, target_language="xx"), base)
    assert ids(found)[0] == ["1"]
    assert any("lemma matching is off" in note for note in found.notes)


def test_marks_that_are_there_stay():
    mark = TermMark("k", "cough", ("toux",), (2, 7), (4, 8), verified=True)
    known = replace(SET, segments=(replace(SET.segments[0], terms=(mark,)), *SET.segments[1:]))
    assert annotate_terms(known, BASE).segments[0].terms == (mark,)


def test_a_set_is_made_from_files_and_written(tmp_path):
    (tmp_path / "t.en").write_text("A cough .\n", encoding="utf-8")
    (tmp_path / "t.fr").write_text("Une toux .\n", encoding="utf-8")
    (tmp_path / "g.csv").write_text("en,fr\ncough,toux\n", encoding="utf-8")
    made = make_set(
        tmp_path / "t.en",
        tmp_path / "t.fr",
        MakeSetOptions(termbases=(tmp_path / "g.csv",)),
        output=tmp_path / "set.jsonl",
    )
    assert made.paths == (tmp_path / "set.jsonl",)
    assert made.counts.total == 1
    again = make_set(tmp_path / "set.jsonl", options=MakeSetOptions(verified_only=True))
    assert again.counts.total == 0
    assert again.annotated.notes == ("left out: 1 unverified mark",)
