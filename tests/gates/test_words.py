"""Pinned error rates of the word aligner: ``python -m tests.gates.words`` pins them anew."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from tests.gates import words

FAR_BELOW = 0.02


@cache
def measured(name: str) -> words.Measured:
    return words.measure(name)


@pytest.mark.usefixtures("shared_data")
@pytest.mark.parametrize("name", words.SETS)
def test_error_rate_keeps_its_ceiling(name: str) -> None:
    """Not above it; and where it is far below, the ceiling must fall, or what was won can be lost.

    The set has to be the one that was pinned.
    """
    found, pin = measured(name), words.pinned()[name]
    assert found.digest == pin["sha256"]
    assert found.aer <= float(pin["aer"])
    assert found.aer > float(pin["aer"]) - words.MARGIN - FAR_BELOW, "pin again"


@pytest.mark.usefixtures("shared_data")
@pytest.mark.parametrize("name", [name for name in words.SETS if name.startswith("xlwa")])
def test_probabilities_are_calibrated_where_all_links_are_sure(name: str) -> None:
    assert measured(name).ece[0] == measured(name).ece[1] <= 0.06


@pytest.mark.usefixtures("shared_data")
def test_probabilities_lie_between_gold_with_and_without_possible_links() -> None:
    """A possible link counts half: calibrated in P alone they would be far too high in S."""
    assert max(measured("alibi-fr-en").ece) <= 0.15


def test_the_ceilings_were_pinned_with_the_weights_that_ship() -> None:
    """Other weights must be measured and pinned, even if they are better."""
    content = json.loads(words.PINNED.read_text("utf-8"))
    assert content["weights"] == words.weights_digest()
    assert content["margin"] == words.MARGIN
    assert set(content["sets"]) == set(words.SETS)


def table(aer: float, sha256: str = "a") -> dict[str, dict[str, float | str]]:
    return {"one": {"sha256": sha256, "aer": aer}}


def test_a_ceiling_is_not_raised_without_saying_so(tmp_path: Path) -> None:
    path = tmp_path / "ceilings.json"
    assert words.update(table(0.1), path) == []
    assert words.update(table(0.09), path) == []
    assert words.pinned(path) == table(0.09)
    assert words.update(table(0.11), path) == ["one: aer 0.09 -> 0.11"]
    assert words.pinned(path) == table(0.09)
    assert words.update(table(0.11), path, allow_regression=True)
    assert words.pinned(path) == table(0.11)


def test_other_content_of_a_set_has_a_ceiling_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "ceilings.json"
    words.update(table(0.1), path)
    assert words.update(table(0.5, sha256="b"), path) == []
    assert words.update({}, path) == ["one: not measured"]


def test_the_digest_of_a_set_sees_words_sides_and_gold() -> None:
    pairs = [(["a", "b"], ["c"])]
    found = {
        words.digest(pairs, b"0-0\n"),
        words.digest(pairs, b"1-0\n"),
        words.digest([(["a"], ["b", "c"])], b"0-0\n"),
        words.digest([(["c"], ["a", "b"])], b"0-0\n"),
        words.digest([*pairs, (["d"], ["e"])], b"0-0\n"),
    }
    assert len(found) == 5
    assert words.digest(pairs, b"0-0\n") in found
