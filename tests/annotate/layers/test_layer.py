"""What all layers share."""

from __future__ import annotations

from pathlib import Path

import pytest

from diglot.annotate.layers import LAYERS
from diglot.annotate.layers.layer import Files, Rules
from tests.annotate.layers.pairs import pair

PAYLOAD = {**pair("one two", "un deux"), "output": pair("a", "b")["source"]}
COLOURS = {"blue", "orange", "green", "vermilion", "purple", "sky", "yellow", "grey"}


def test_every_kind_is_there_under_its_name() -> None:
    assert list(LAYERS) == [
        "sentences", "confidence", "word_labels", "groups",
        "trees", "terms", "matches", "questions",
    ]  # fmt: skip
    assert all(layer.kind == name for name, layer in LAYERS.items())


def test_every_kind_has_a_folder_here_and_in_the_page(project: Path) -> None:
    for parent in (project / "src/diglot/annotate/layers", project / "web/src/editors"):
        folders = {each.name for each in parent.iterdir() if each.is_dir()}
        assert folders - {"__pycache__"} == set(LAYERS)


@pytest.mark.parametrize("kind", LAYERS)
def test_the_modules_of_every_kind_offer_what_its_record_promises(kind: str) -> None:
    layer = LAYERS[kind]
    for module, protocol in (
        (layer.rules, Rules),
        (layer.files, Files),
    ):
        offered = {name for name in dir(protocol) if not name.startswith("_")}
        assert offered <= set(dir(module))
    assert layer.files.FORMATS


@pytest.mark.parametrize("kind", LAYERS)
def test_labels_have_colours_of_the_palette_and_signs_of_their_own(kind: str) -> None:
    labels = LAYERS[kind].scheme.labels
    assert {label.colour for label in labels} <= COLOURS
    assert len({label.sign for label in labels}) == len(labels)
    assert all(label.key and label.meaning for label in labels)


@pytest.mark.parametrize("kind", LAYERS)
def test_notes_reasons_and_acknowledgements_fit_every_layer(kind: str) -> None:
    layer, scheme = LAYERS[kind], LAYERS[kind].scheme
    assert layer.rules.fault(PAYLOAD, scheme, "note", "perhaps") is None
    assert layer.rules.fault(PAYLOAD, scheme, "reason", "slip") is None
    assert layer.rules.fault(PAYLOAD, scheme, f"ack:{kind}.rule", True) is None
    assert layer.rules.fault(PAYLOAD, scheme, "note", 3) is not None
    assert layer.rules.fault(PAYLOAD, scheme, "reason", "mood") is not None
    assert layer.rules.fault(PAYLOAD, scheme, "ack:", True) is not None
    assert layer.rules.fault(PAYLOAD, scheme, "ack:x", 1) is not None


@pytest.mark.parametrize("kind", LAYERS)
def test_names_of_no_cell_are_refused(kind: str) -> None:
    layer, scheme = LAYERS[kind], LAYERS[kind].scheme
    for name in ("", "unheard", "s01", "s-1", "b1", "c1-", "n2", "l1", "g", "w", "vs", "é"):
        assert layer.rules.fault(PAYLOAD, scheme, name, "sure") is not None


@pytest.mark.parametrize("kind", LAYERS)
def test_an_empty_judgement_of_an_empty_item_breaks_no_code(kind: str) -> None:
    layer = LAYERS[kind]
    problems = layer.rules.problems({}, layer.scheme, {})
    assert all(problem.code.startswith(f"{kind}.") for problem in problems)
    assert isinstance(layer.rules.label({}, {}), str)


def test_a_project_may_change_severities_and_leave_rules_out() -> None:
    from dataclasses import replace

    layer = LAYERS["confidence"]
    scheme = layer.scheme
    assert [p.severity for p in layer.rules.problems(PAYLOAD, scheme, {})] == ["error"]
    warned = replace(scheme, severities={"confidence.label-missing": "warning"})
    assert [p.severity for p in layer.rules.problems(PAYLOAD, warned, {})] == ["warning"]
    silent = replace(scheme, severities={"confidence.label-missing": "off"})
    assert layer.rules.problems(PAYLOAD, silent, {}) == []
