from __future__ import annotations

from typing import Any

from diglot.annotate.layers import LAYERS
from tests.annotate.layers.pairs import codes, pair, sized

LAYER = LAYERS["groups"]
PAIR = pair("the red house", "la maison rouge")


def found(body: dict[str, Any], payload: dict[str, Any] = PAIR, **scheme: Any) -> list[str]:
    return codes(LAYER, payload, body, **scheme)


def test_groups_of_any_size_fit() -> None:
    assert found({"g1": [[0], [0], "S"], "g2": [[4, 8], [3, 10], "P"]}) == []


def test_words_may_have_no_counterpart() -> None:
    assert found({"g1": [[0], [], "S"]}) == []


def test_a_group_without_words_is_refused() -> None:
    assert found({"g1": [[], [], "S"]}) == ["empty"]


def test_a_word_in_two_groups_is_refused_unless_the_scheme_allows_it() -> None:
    body = {"g1": [[0], [0], "S"], "g2": [[0], [3], "S"]}
    assert found(body) == ["shared-word"]
    assert found(body, settings={"shared": True}) == []


def test_large_groups_are_doubted() -> None:
    payload = sized(6, 6)
    starts = [token[0] for token in payload["source"]["tokens"]]
    assert found({"g1": [starts[:5], starts[:5], "S"]}, payload) == ["large"]
    assert found({"g1": [starts[:5], starts[:4], "S"]}, payload) == []


def test_words_of_a_group_are_words_and_ascend() -> None:
    scheme = LAYER.scheme
    assert LAYER.rules.fault(PAIR, scheme, "g1", [[4, 8], [3], "S"]) is None
    for value in (
        [[8, 4], [3], "S"],
        [[4, 4], [3], "S"],
        [[1], [3], "S"],
        [[4], "S"],
        [[4], [3], "Q"],
    ):
        assert LAYER.rules.fault(PAIR, scheme, "g1", value) is not None


def test_groups_are_counted_for_lists() -> None:
    assert LAYER.rules.label(PAIR, {"g1": [[0], [0], "S"], "g2": [[4], [3], "S"]}) == "2 S"
