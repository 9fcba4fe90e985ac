from __future__ import annotations

from typing import Any

from diglot.annotate.layers import LAYERS
from tests.annotate.layers.pairs import codes, pair, side

LAYER = LAYERS["questions"]
ITEM = {
    **pair("a red house", "x"),
    "output": side("une maison rouge", "fr"),
    "expected": ["maison"],
}


def found(body: dict[str, Any], **more: Any) -> list[str]:
    return codes(LAYER, {**ITEM, **more}, body)


def test_both_questions_are_to_be_answered() -> None:
    assert found({}) == ["unanswered", "unanswered"]
    assert found({"term": "yes"}) == ["unanswered"]
    assert found({"term": "yes", "context": "no"}) == []


def test_yes_to_a_term_that_no_level_finds_is_doubted() -> None:
    assert found({"term": "yes", "context": "yes"}, expected=["toit"]) == ["term-not-found"]


def test_a_term_in_another_form_is_found_by_its_lemma() -> None:
    houses = side("des Maisons rouges", "fr")
    assert found({"term": "yes", "context": "yes"}, output=houses) == []


def test_no_to_a_term_that_is_there_letter_for_letter_is_doubted() -> None:
    assert found({"term": "no", "context": "yes"}) == ["term-found"]


def test_nothing_is_hinted_at_before_both_answers_are_given() -> None:
    assert found({"term": "no"}) == ["unanswered"]


def test_words_that_render_the_term_run_from_word_to_word() -> None:
    scheme = LAYER.scheme
    assert LAYER.rules.fault(ITEM, scheme, "w4", 10) is None
    assert LAYER.rules.fault(ITEM, scheme, "w5", 10) is not None
    assert LAYER.rules.fault(ITEM, scheme, "term", "maybe") is not None


def test_both_answers_make_the_label() -> None:
    assert LAYER.rules.label(ITEM, {"term": "yes", "context": "no"}) == "yes/no"
    assert LAYER.rules.label(ITEM, {"term": "yes"}) == "yes/-"
    assert LAYER.rules.label(ITEM, {}) == ""
