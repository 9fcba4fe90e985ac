from __future__ import annotations

from typing import Any

from diglot.annotate.layers import LAYERS
from tests.annotate.layers.pairs import codes, pair

LAYER = LAYERS["confidence"]
PAIR = pair("the red house", "la maison rouge")


def found(body: dict[str, Any], payload: dict[str, Any] = PAIR, **scheme: Any) -> list[str]:
    return codes(LAYER, payload, body, **scheme)


def test_a_label_is_all_that_is_needed() -> None:
    assert found({"label": "sure"}) == []


def test_the_old_name_of_erroneous_is_known() -> None:
    assert LAYER.scheme.name_of("not corresponding") == "erroneous"


def test_labels_of_files_outside_the_scheme_are_kept_and_reported() -> None:
    assert LAYER.rules.fault(PAIR, LAYER.scheme, "label", "unknown:fine") is None
    assert LAYER.rules.fault(PAIR, LAYER.scheme, "label", "fine") is not None
    assert found({"label": "unknown:fine"}) == ["unknown-label"]


def test_partial_needs_a_span_on_one_side() -> None:
    assert found({"label": "partial"}) == ["span-missing"]
    assert found({"label": "partial", "s4": 7}) == []


def test_spans_belong_to_partial_alone() -> None:
    assert found({"label": "sure", "t0": 2}) == ["span-stray"]


def test_spans_that_cover_both_sentences_are_refused() -> None:
    assert found({"label": "partial", "s0": 13, "t0": 15}) == ["span-whole"]
    assert found({"label": "partial", "s0": 13}) == []


def test_words_marked_twice_are_reported() -> None:
    assert found({"label": "partial", "s0": 7, "s4": 13}) == ["span-overlap"]


def test_a_span_runs_from_word_to_word() -> None:
    scheme = LAYER.scheme
    assert LAYER.rules.fault(PAIR, scheme, "s4", 13) is None
    assert LAYER.rules.fault(PAIR, scheme, "s5", 13) is not None
    assert LAYER.rules.fault(PAIR, scheme, "s4", 12) is not None
    assert LAYER.rules.fault(PAIR, scheme, "s4", 3) is not None


def test_unperfect_with_odd_lengths_is_doubted() -> None:
    long = pair("a short source text", "a target text that is very much longer than the source is")
    assert found({"label": "unperfect"}, long) == ["length-ratio"]
    assert found({"label": "unperfect"}, {**long, "ratio": 3.0}) == []


def test_erroneous_beside_a_sure_neighbour_with_the_same_source_is_doubted() -> None:
    context = {"before": [["the red house", "la maison rouge", 0.95]], "after": []}
    assert found({"label": "erroneous"}, {**PAIR, "context": context}) == ["sure-neighbour"]
    context["before"][0][2] = 0.4
    assert found({"label": "erroneous"}, {**PAIR, "context": context}) == []


def test_the_aligner_may_speak_against_a_label_where_a_project_wants_it() -> None:
    doubted = {**PAIR, "score": 0.1}
    assert found({"label": "sure"}, doubted) == []
    asked = {"confidence.posterior": "warning"}
    assert found({"label": "sure"}, doubted, severities=asked) == ["posterior"]


def test_the_label_is_the_judgement_in_a_word() -> None:
    assert LAYER.rules.label(PAIR, {"label": "partial", "s4": 7}) == "partial"
