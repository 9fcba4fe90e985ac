"""Terms, matches and questions: what is shown, what is doubted, what stays hidden."""

from __future__ import annotations

import json
from typing import Any

import pytest

from diglot.annotate.items import NewItem
from diglot.annotate.layers import LAYERS
from diglot.annotate.layers.matches.files import match_items
from diglot.annotate.layers.payloads import marks_in
from diglot.annotate.layers.questions.files import question_items
from diglot.annotate.layers.terms.files import term_items
from diglot.model import (
    AnnotatedSegment,
    AnnotatedSet,
    Concept,
    ConceptTerm,
    Context,
    Hypotheses,
    Termbase,
    TermMark,
)

BEAM = Concept(
    "7",
    (
        ConceptTerm(
            "beam", "en", contexts=(Context("Beams carry it.", "Des poutres le portent."),)
        ),
        ConceptTerm("girder", "en-GB"),
        ConceptTerm("poutre", "fr", status="preferred", part_of_speech="noun", frequency=4),
        ConceptTerm("balk", "de"),
    ),
)


def rules(item: NewItem, kind: str, **cells: Any) -> list[str]:
    layer = LAYERS[kind]
    body = {**item.cells, **cells}
    assert all(
        layer.rules.fault(item.payload, layer.scheme, *cell) is None for cell in body.items()
    )
    problems = layer.rules.problems(item.payload, layer.scheme, body)
    return [problem.code.split(".", 1)[1] for problem in problems]


def test_every_term_of_a_concept_meets_every_translation() -> None:
    items = term_items(Termbase((BEAM,)), "en", "fr")
    assert [item.key for item in items] == ["7:beam:poutre", "7:girder:poutre"]
    assert [item.payload["concept"] for item in items] == ["7", "7"]
    assert items[0].cells == {"preferred": True, "pos": "noun"}
    assert items[0].payload["frequency"] == [None, 4, None]


def test_a_concept_in_several_forms_is_one_row_with_its_forms() -> None:
    terms = (
        *(ConceptTerm("beam", "en"), ConceptTerm("beams", "en", kind="variant")),
        *(ConceptTerm("poutre", "fr"), ConceptTerm("poutres", "fr", kind="variant")),
    )
    (item,) = term_items(Termbase((Concept("7", terms),)), "en", "fr")
    assert (item.key, item.cells) == ("7:beam:poutre", {"vsbeams": True, "vtpoutres": True})
    assert rules(item, "terms", status="wrong") == []


def test_contexts_mark_terms_in_whatever_form_they_stand() -> None:
    item = term_items(Termbase((BEAM,)), "en", "fr")[0]
    (context,) = item.payload["contexts"]
    assert context["source_marks"] == [[0, 5]]
    assert context["target_marks"] == [[4, 11]]
    assert rules(item, "terms", status="valid") == []
    assert rules(term_items(Termbase((BEAM,)), "en", "fr")[1], "terms", status="valid") == [
        "evidence-missing", "evidence-missing",
    ]  # fmt: skip


def test_odd_pairs_have_reasons() -> None:
    pairs = (
        (ConceptTerm("bridge", "en"), ConceptTerm("pont", "fr", score=0.75)),
        (ConceptTerm("Bridge 2", "en", frequency=0), ConceptTerm("pont", "fr", frequency=3)),
    )
    concepts = tuple(Concept(str(number), pair) for number, pair in enumerate(pairs))
    first, second = term_items(Termbase(concepts), "en", "fr")
    assert first.score == 0.75
    assert first.payload["reasons"] == ["“pont” also translates “Bridge 2”"]
    assert second.payload["reasons"] == [
        "seen 0 times in the source, 3 times in the target",
        "capitalisation differs",
        "2 ≠ no number",
        "“pont” also translates “bridge”",
    ]


@pytest.mark.parametrize(
    ("source", "target", "language"),
    [
        ("Debian package", "pacchetto Debian", "it"),
        ("Window", "창", "ko"),
        ("bridge", "Brücke", "de"),
    ],
)
def test_capitals_differ_only_where_both_languages_have_them_for_names(
    source: str, target: str, language: str
) -> None:
    terms = (ConceptTerm(source, "en"), ConceptTerm(target, language))
    (item,) = term_items(Termbase((Concept("1", terms),)), "en", language)
    assert item.payload["reasons"] == []


def test_the_same_pair_in_two_concepts_is_marked_as_a_duplicate() -> None:
    terms = (ConceptTerm("beam", "en"), ConceptTerm("poutre", "fr"))
    items = term_items(Termbase((Concept("1", terms), Concept("2", terms))), "en", "fr")
    assert items[1].payload["duplicate_of"] == "1:beam:poutre"
    assert "duplicate" in rules(items[1], "terms", status="valid")


def test_inflected_headwords_are_told_by_their_lemma() -> None:
    terms = (ConceptTerm("beams", "en"), ConceptTerm("poutre", "fr"))
    (item,) = term_items(Termbase((Concept("1", terms),)), "en", "fr")
    assert item.payload["source"]["lemma"] == "beam"
    assert "inflected" in rules(item, "terms", status="valid")


def test_parts_of_words_are_no_marks() -> None:
    assert marks_in("a car in the cargo", "car", "en") == [[2, 5]]
    assert marks_in("(a+b) and a+b", "a+b", "en") == [[1, 4], [10, 13]]
    assert marks_in("text", " ", "en") == []


COUGH = AnnotatedSet(
    (
        AnnotatedSegment(
            "s1",
            "a dry cough and a cough",
            "une toux sèche et une toux",
            (
                TermMark("1", "cough", ("toux",), (6, 11), (4, 8)),
                TermMark("1", "cough", ("toux",), (18, 23), (4, 8)),
                TermMark("2", "dry cough", ("toux sèche",), (2, 11), (4, 14), True, False),
                TermMark("3", "dry", ("aride",), None, None),
            ),
        ),
        AnnotatedSegment("s2", "a fever", None, (TermMark("4", "fever", ("fièvre",), (2, 7)),)),
    ),
    "en",
    "fr",
)


def test_every_match_with_a_place_is_an_item_nested_ones_too() -> None:
    items = match_items(COUGH)
    assert [item.key for item in items] == ["s1:1:6-11", "s1:1:18-23", "s1:2:2-11"]
    assert items[2].payload["kinds"] == ["lemma", "surface"]
    assert [item.cells for item in items] == [{}, {}, {}]


def test_two_places_of_an_entry_see_each_other() -> None:
    first, second, nested = match_items(COUGH)
    assert rules(first, "matches", label="valid") == ["claimed-twice"]
    assert rules(second, "matches", label="valid", target=[[22, 26]]) == []
    assert rules(nested, "matches", label="valid") == []


def test_targets_far_from_their_source_and_forms_seen_once_are_doubted() -> None:
    segment = AnnotatedSegment(
        "s", "fever and much more than that", "beaucoup de choses et des fièvres",
        (TermMark("4", "fever", ("fièvre",), (0, 5), (26, 33)),),
    )  # fmt: skip
    (item,) = match_items(AnnotatedSet((segment,), "en", "fr"))
    assert item.payload["reasons"] == [
        "source at 0% of its text, target at 79%",
        "the form 'fièvres' is seen here only",
    ]


OUTPUTS = [
    Hypotheses(("une toux sèche", "une fièvre"), name="SystemA"),
    Hypotheses(("la toux", ""), name="SystemB"),
    Hypotheses(("toux", "fièvre"), ids=("s1", "s2"), name="SystemC"),
]


def test_every_output_of_every_term_is_asked_about() -> None:
    items, systems = question_items(COUGH, OUTPUTS)
    assert len(items) == 3 * 3 + 2
    assert sorted(systems.values()) == ["SystemA"] * 4 + ["SystemB"] * 3 + ["SystemC"] * 4
    assert {item.key for item in items} == set(systems)


def test_nobody_can_see_which_system_made_an_output() -> None:
    items, _ = question_items(COUGH, OUTPUTS)
    shown = json.dumps([[item.key, dict(item.payload), dict(item.cells)] for item in items])
    assert "System" not in shown


def test_outputs_of_a_term_are_as_far_apart_as_can_be() -> None:
    items, _ = question_items(COUGH, [OUTPUTS[0], OUTPUTS[2]])
    asked = [(item.payload["segment"], tuple(item.payload["source_span"])) for item in items]
    assert asked[:4] == asked[4:]
    assert len(set(asked)) == 4


def test_the_order_depends_on_the_seed_alone() -> None:
    first, again, other = (question_items(COUGH, OUTPUTS, seed=seed)[0] for seed in (1, 1, 2))
    assert first == again
    assert [item.key for item in first] != [item.key for item in other]


def test_answers_to_questions_fit_their_layer() -> None:
    items, _ = question_items(COUGH, OUTPUTS)
    assert rules(items[0], "questions", term="yes", context="yes") in ([], ["term-not-found"])
