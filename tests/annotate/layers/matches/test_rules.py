from __future__ import annotations

from typing import Any

from diglot.annotate.layers import LAYERS
from diglot.annotate.layers.matches.rules import places
from tests.annotate.layers.pairs import codes, pair

LAYER = LAYERS["matches"]
PAIR = pair(
    "a dry cough is a cough",
    "une toux sèche est une toux",
    entry={"id": "1", "source": "cough", "targets": ["toux"]},
    source_span=[6, 11],
    target_spans=[[4, 8]],
    kinds=["surface", "surface"],
)


def found(body: dict[str, Any], payload: dict[str, Any] = PAIR, **scheme: Any) -> list[str]:
    return codes(LAYER, payload, body, **scheme)


def test_a_label_is_all_that_a_right_match_needs() -> None:
    assert found({}) == ["label-missing"]
    assert found({"label": "valid"}) == []
    assert found({"label": "unknown:so"}) == ["unknown-label"]


def test_places_outside_of_the_segment_are_reported() -> None:
    assert found({"label": "wrong sense"}, {**PAIR, "target_spans": [[20, 90]]}) == ["span-outside"]
    assert LAYER.rules.fault(PAIR, LAYER.scheme, "target", [[20, 90]]) is not None


def test_a_wrong_span_is_to_be_corrected() -> None:
    assert found({"label": "wrong span"}) == ["span-unfixed"]
    assert found({"label": "wrong span", "source": [2, 11]}) == []


def test_other_words_are_to_be_marked() -> None:
    assert found({"label": "translated otherwise"}) == ["target-missing"]
    assert found({"label": "translated otherwise", "target": [[9, 14]], "alternative": True}) == []


def test_two_places_of_an_entry_have_two_translations() -> None:
    sibling = {"source_span": [17, 22], "target_spans": [[4, 8]]}
    assert found({"label": "valid"}, {**PAIR, "siblings": [sibling]}) == ["claimed-twice"]
    sibling["target_spans"] = [[23, 27]]
    assert found({"label": "valid"}, {**PAIR, "siblings": [sibling]}) == []


def test_a_valid_target_is_a_form_of_an_alternative() -> None:
    assert found({"label": "valid", "target": [[9, 14]]}) == ["no-alternative"]
    plural = {**PAIR, "target": {**pair("", "des maisons")["target"]}, "target_spans": [[4, 11]]}
    plural["entry"] = {"id": "2", "source": "house", "targets": ["maison"]}
    assert found({"label": "valid"}, plural) == []


def test_spans_ascend_without_overlap() -> None:
    scheme = LAYER.scheme
    assert LAYER.rules.fault(PAIR, scheme, "target", [[0, 3], [4, 8]]) is None
    assert LAYER.rules.fault(PAIR, scheme, "target", [[0, 5], [4, 8]]) is not None
    assert LAYER.rules.fault(PAIR, scheme, "source", [4, 4]) is not None
    assert LAYER.rules.fault(PAIR, scheme, "rule", "first five") is None
    assert LAYER.rules.fault(PAIR, scheme, "alternative", "yes") is not None


def test_places_are_those_corrected() -> None:
    assert places(PAIR, {}) == ((6, 11), [(4, 8)])
    assert places(PAIR, {"source": [2, 11], "target": []}) == ((2, 11), [])
