from __future__ import annotations

from typing import Any

import pytest

from diglot.annotate.layers import LAYERS
from tests.annotate.layers.pairs import codes, pair, sized

LAYER = LAYERS["trees"]
PAIR = pair("a b", "c d")
DONE = {"n": ["direct", 2, 2], "n0": ["leaf", "1-1"], "n1": ["leaf", "1-1"]}


def found(body: dict[str, Any], payload: dict[str, Any] = PAIR, **scheme: Any) -> list[str]:
    return codes(LAYER, payload, body, **scheme)


def test_a_tree_down_to_single_words_is_complete() -> None:
    assert found(DONE) == []


def test_open_nodes_are_named() -> None:
    assert found({}) == ["open"]
    assert found({"n": ["inverse", 2, 2], "n0": ["leaf", "1-1"]}) == ["open"]


def test_a_pair_with_an_empty_side_has_nothing_to_divide() -> None:
    payload = {**PAIR, "target": {"text": "", "tokens": []}}
    assert found({}, payload) == []


@pytest.mark.parametrize("value", [["direct", 0, 2], ["inverse", 2, 0], ["direct", 1, 2]])
def test_a_division_leaves_no_part_empty_and_cuts_no_word(value: list[Any]) -> None:
    assert "split-place" in found({"n": value})


def test_nodes_below_a_changed_one_are_orphans() -> None:
    assert found({**DONE, "n": ["leaf", "non-compositional"]}) == ["orphan", "orphan"]


def test_a_trim_removes_words_and_leaves_some() -> None:
    trimmed = {"n": ["trim", "source", "left", 2], "n0": ["leaf", "non-compositional"]}
    assert found(trimmed) == []
    assert found({**trimmed, "n": ["trim", "target", "right", 1]}) == []
    assert "trim-place" in found({**trimmed, "n": ["trim", "target", "right", 2]})


def test_a_trim_of_nothing_is_an_error_and_its_child_is_still_looked_at() -> None:
    body = {"n": ["trim", "source", "left", 0], "n0": ["leaf", "non-compositional"]}
    assert found(body) == ["trim-nothing"]
    assert found({"n": ["trim", "source", "right", 3]}) == ["trim-nothing", "open"]


def test_a_leaf_is_called_by_its_size() -> None:
    assert found({"n": ["leaf", "1-1"]}) == ["leaf-reason"]
    assert found({"n": ["leaf", "non-compositional"]}) == []
    assert found({**DONE, "n1": ["leaf", "skipped"]}) == ["leaf-reason"]


def test_long_leaves_are_doubted() -> None:
    body = {"n": ["leaf", "non-compositional"]}
    assert found(body, sized(7, 2)) == ["leaf-long"]
    assert found(body, sized(7, 2), settings={"words": 7}) == []


def imbalanced(links: list[list[Any]]) -> list[str]:
    payload = sized(10, 10, links=links)
    body: dict[str, Any] = {"n": ["direct", 3, 3], "n0": ["leaf", "1-1"]}
    body["n1"] = ["leaf", "non-compositional"]
    return [code for code in found(body, payload) if code == "imbalance"]


def test_a_tiny_part_is_doubted_where_a_balanced_division_crosses_no_link() -> None:
    diagonal = [[3 * k, 3 * k, 1.0] for k in range(10)]
    assert imbalanced(diagonal) == ["imbalance"]
    assert imbalanced([]) == []


def test_a_tiny_part_is_fine_where_every_other_division_crosses_links() -> None:
    # All but the first words are linked with the last and the second word alike.
    tangled = [[0, 0, 1.0], *([3 * k, 3, 1.0] for k in range(1, 10))]
    tangled += [[3 * k, 27, 1.0] for k in range(1, 10)]
    assert imbalanced(tangled) == []


def test_a_division_inside_of_a_known_term_is_doubted() -> None:
    payload = {**PAIR, "terms": {"source": [[0, 3]], "target": []}}
    assert found(DONE, payload) == ["cut-term"]


def test_content_words_that_are_trimmed_are_doubted_where_a_project_wants_it() -> None:
    payload = pair("house of", "maison de")
    body = {"n": ["trim", "source", "left", 6], "n0": ["leaf", "non-compositional"]}
    assert found(body, payload) == []
    asked = {"trees.trim-content": "warning"}
    assert found(body, payload, severities=asked) == ["trim-content"]


def test_cells_have_the_shape_of_an_operation() -> None:
    scheme = LAYER.scheme
    for value in (["direct", 2, 2], ["leaf", "1-1"], ["trim", "source", "left", 2]):
        assert LAYER.rules.fault(PAIR, scheme, "n01", value) is None
    for value in (
        ["direct", 2],
        ["leaf", "tired"],
        ["trim", "both", "left", 2],
        ["direct", 2, 9],
        [],
        True,
    ):
        assert LAYER.rules.fault(PAIR, scheme, "n01", value) is not None


def test_a_note_is_no_node() -> None:
    assert found({**DONE, "note": "odd"}) == []


def test_leaves_and_open_nodes_are_counted_for_lists() -> None:
    assert LAYER.rules.label(PAIR, DONE) == "2 leaves"
    assert LAYER.rules.label(PAIR, {"n": ["direct", 2, 2]}) == "0 leaves, 2 open"
