from __future__ import annotations

from typing import Any

from diglot.annotate.layers import LAYERS
from diglot.annotate.layers.terms.rules import across, term_of
from tests.annotate.layers.pairs import codes

LAYER = LAYERS["terms"]
CONTEXT = {
    "source": "a beam", "target": "une poutre", "source_marks": [[2, 6]], "target_marks": [[4, 10]],
}  # fmt: skip
PAIR: dict[str, Any] = {
    "source": {"lang": "en", "text": "beam"},
    "target": {"lang": "fr", "text": "poutre"},
    "contexts": [CONTEXT],
    "concept": "7",
}


def found(body: dict[str, Any], payload: dict[str, Any] = PAIR, **scheme: Any) -> list[str]:
    return codes(LAYER, payload, body, **scheme)


def test_a_status_is_all_that_is_needed() -> None:
    assert found({}) == ["status-missing"]
    assert found({"status": "valid"}) == []
    assert found({"status": "unknown:ok"}) == ["unknown-label"]


def test_a_valid_pair_has_two_sides() -> None:
    assert found({"status": "valid", "target": " "}) == ["empty-side"]
    assert found({"status": "wrong", "target": " "}) == []


def test_a_pair_judged_elsewhere_is_a_duplicate() -> None:
    assert found({"status": "valid"}, {**PAIR, "duplicate_of": "3"}) == ["duplicate"]


def test_evidence_is_asked_for_on_both_sides() -> None:
    half = {**CONTEXT, "target_marks": []}
    assert found({"status": "valid"}, {**PAIR, "contexts": [half]}) == ["evidence-missing"]
    assert found({"status": "valid"}, {**PAIR, "contexts": []}) == ["evidence-missing"] * 2


def test_an_inflected_headword_is_doubted_until_it_is_corrected() -> None:
    payload = {**PAIR, "source": {"lang": "en", "text": "beams", "lemma": "beam"}}
    assert found({"status": "valid"}, payload) == ["inflected"]
    assert found({"status": "valid", "source": "beam"}, payload) == []


def test_a_term_is_not_preferred_and_forbidden() -> None:
    body = {"status": "valid", "preferred": True, "forbidden": True}
    assert found(body) == ["contradiction"]


def test_what_is_not_translated_looks_the_same() -> None:
    assert found({"status": "valid", "do_not_translate": True}) == ["differs"]
    assert found({"status": "valid", "do_not_translate": True, "target": "beam"}) == []


def test_fields_have_their_values() -> None:
    scheme = LAYER.scheme
    for cell, value in (
        ("relation", "broader"), ("reliability", 10), ("vsbeams", True), ("pos", "noun"),
        ("preferred", True), ("concept", "7"), ("status", "unsure"), ("target", "poutre"),
    ):  # fmt: skip
        assert LAYER.rules.fault(PAIR, scheme, cell, value) is None
    for cell, value in (
        ("relation", "near"), ("reliability", 11), ("reliability", True), ("vs ", True),
        ("preferred", False), ("concept", 7), ("status", "fine"), ("target", ["poutre"]),
    ):  # fmt: skip
        assert LAYER.rules.fault(PAIR, scheme, cell, value) is not None


def test_forms_are_those_corrected() -> None:
    assert term_of(PAIR, {}, "source") == "beam"
    assert term_of(PAIR, {"source": " girder "}, "source") == "girder"


def test_the_same_pair_in_two_items_is_a_duplicate() -> None:
    pairs = [("1", PAIR, {"status": "valid"}), ("2", PAIR, {"status": "valid"})]
    problems = across(pairs, LAYER.scheme)
    assert {name: [each.code for each in those] for name, those in problems.items()} == {
        "2": ["terms.duplicate"]
    }


def test_one_term_a_language_is_preferred_in_a_concept() -> None:
    other = {**PAIR, "target": {"lang": "fr", "text": "madrier"}}
    body = {"status": "valid", "preferred": True}
    problems = across([("1", PAIR, body), ("2", other, body)], LAYER.scheme)
    assert [each.code for each in problems["2"]] == ["terms.two-preferred"]
    assert across([("1", PAIR, body), ("2", other, {"status": "valid"})], LAYER.scheme) == {}
