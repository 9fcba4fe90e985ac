from __future__ import annotations

from typing import Any

from diglot.annotate.layers import LAYERS
from tests.annotate.layers.pairs import codes, pair

LAYER = LAYERS["word_labels"]
CANDIDATES = [
    {"source": 0, "target": 0, "score": 0.9},
    {"source": 4, "target": 3, "score": 0.1},
]
PAIR = pair("the house", "la maison", candidates=CANDIDATES)


def found(body: dict[str, Any], payload: dict[str, Any] = PAIR, **scheme: Any) -> list[str]:
    return codes(LAYER, payload, body, **scheme)


def test_every_candidate_needs_a_label() -> None:
    assert found({"l0-0": "sure"}) == ["missing"]
    assert found({"l0-0": "sure", "l4-3": "wrong"}) == []


def test_a_link_that_is_no_candidate_is_reported() -> None:
    assert found({"l0-0": "sure", "l4-3": "wrong", "l0-3": "wrong"}) == ["not-asked"]


def test_labels_outside_the_scheme_are_reported() -> None:
    assert found({"l0-0": "unknown:possible", "l4-3": "wrong"}) == ["unknown-label"]


def test_two_sure_links_of_a_word_are_doubted() -> None:
    both = [*CANDIDATES, {"source": 0, "target": 3, "score": None}]
    body = {"l0-0": "sure", "l0-3": "sure", "l4-3": "wrong"}
    assert found(body, {**PAIR, "candidates": both}) == ["two-sure"]


def test_partial_asks_for_the_group_it_is_a_part_of() -> None:
    body = {"l0-0": "partial", "l4-3": "sure"}
    assert found(body) == ["partial-alone"]
    assert found({**body, "g0-0": "1"}) == []


def test_labels_against_the_probability_are_doubted_where_a_project_wants_it() -> None:
    body = {"l0-0": "sure", "l4-3": "sure"}
    assert found(body) == []
    assert found(body, severities={"word_labels.posterior": "warning"}) == ["posterior"]


def test_links_join_words() -> None:
    scheme = LAYER.scheme
    assert LAYER.rules.fault(PAIR, scheme, "l4-3", "sure") is None
    assert LAYER.rules.fault(PAIR, scheme, "l1-3", "sure") is not None
    assert LAYER.rules.fault(PAIR, scheme, "g4-3", "") is not None


def test_labels_are_counted_for_lists() -> None:
    assert (
        LAYER.rules.label(PAIR, {"l0-0": "sure", "l4-3": "sure", "l0-3": "wrong"})
        == "2 sure, 1 wrong"
    )


def test_function_words_with_content_words_are_doubted_where_a_project_wants_it() -> None:
    asked = {"word_labels.function-word": "warning"}
    only = [{"source": 0, "target": 3, "score": None}]
    doubted = {**PAIR, "candidates": only}
    assert found({"l0-3": "sure"}, doubted) == []
    assert found({"l0-3": "sure"}, doubted, severities=asked) == ["function-word"]
    assert found({"l0-0": "sure", "l4-3": "sure"}, severities=asked) == []
