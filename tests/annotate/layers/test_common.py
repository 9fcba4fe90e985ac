"""What all layers share."""

from __future__ import annotations

import pytest

from diglot.annotate.layers import LAYERS
from diglot.annotate.layers.standard import STANDARD
from tests.annotate.layers.pairs import pair

PAYLOAD = {**pair("one two", "un deux"), "output": pair("a", "b")["source"]}
COLOURS = {"blue", "orange", "green", "vermilion", "purple", "sky", "yellow", "grey"}


def test_every_kind_is_there_under_its_name() -> None:
    assert list(LAYERS) == [
        "sentences", "confidence", "word_labels", "groups",
        "trees", "terms", "matches", "questions",
    ]  # fmt: skip
    assert all(layer.kind == name for name, layer in LAYERS.items())
    assert set(STANDARD) == set(LAYERS)


@pytest.mark.parametrize("kind", LAYERS)
def test_labels_have_colours_of_the_palette_and_signs_of_their_own(kind: str) -> None:
    labels = LAYERS[kind].scheme().labels
    assert {label.colour for label in labels} <= COLOURS
    assert len({label.sign for label in labels}) == len(labels)
    assert all(label.key and label.meaning for label in labels)


@pytest.mark.parametrize("kind", LAYERS)
def test_notes_reasons_and_acknowledgements_fit_every_layer(kind: str) -> None:
    layer, scheme = LAYERS[kind], LAYERS[kind].scheme()
    assert layer.fault(PAYLOAD, scheme, "note", "perhaps") is None
    assert layer.fault(PAYLOAD, scheme, "reason", "slip") is None
    assert layer.fault(PAYLOAD, scheme, f"ack:{kind}.rule", True) is None
    assert layer.fault(PAYLOAD, scheme, "note", 3) is not None
    assert layer.fault(PAYLOAD, scheme, "reason", "mood") is not None
    assert layer.fault(PAYLOAD, scheme, "ack:", True) is not None
    assert layer.fault(PAYLOAD, scheme, "ack:x", 1) is not None


@pytest.mark.parametrize("kind", LAYERS)
def test_names_of_no_cell_are_refused(kind: str) -> None:
    layer, scheme = LAYERS[kind], LAYERS[kind].scheme()
    for name in ("", "unheard", "s01", "s-1", "b1", "c1-", "n2", "l1", "g", "w", "vs", "é"):
        assert layer.fault(PAYLOAD, scheme, name, "sure") is not None


@pytest.mark.parametrize("kind", LAYERS)
def test_an_empty_judgement_of_an_empty_item_breaks_no_code(kind: str) -> None:
    layer = LAYERS[kind]
    problems = layer.problems({}, layer.scheme(), {})
    assert all(problem.code.startswith(f"{kind}.") for problem in problems)
    assert isinstance(layer.label({}, {}), str)


def test_a_project_may_change_severities_and_leave_rules_out() -> None:
    from dataclasses import replace

    layer = LAYERS["confidence"]
    scheme = layer.scheme()
    assert [p.severity for p in layer.problems(PAYLOAD, scheme, {})] == ["error"]
    warned = replace(scheme, severities={"confidence.label-missing": "warning"})
    assert [p.severity for p in layer.problems(PAYLOAD, warned, {})] == ["warning"]
    silent = replace(scheme, severities={"confidence.label-missing": "off"})
    assert layer.problems(PAYLOAD, silent, {}) == []
