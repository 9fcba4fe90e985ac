"""Pinned quality of the sentence aligner: ``python -m tests.gates.sentences`` pins it anew."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from tests.gates import sentences

PINNED = sentences.pinned()
FAR_ABOVE = 0.02
FEW_WRONG = 0.1


@cache
def measured(folder: Path) -> sentences.Measured:
    return sentences.measure(folder)


@pytest.mark.parametrize("name", sentences.SETS)
def test_the_set_is_the_one_that_was_pinned(shared_data: Path, name: str) -> None:
    assert sentences.digest(shared_data / "sentences" / name) == PINNED[name]["sha256"]


@pytest.mark.parametrize("name", sentences.SETS)
def test_quality_is_at_its_floor(shared_data: Path, name: str) -> None:
    """Not below it; and where it is far above, the floor must rise, or what was won can be lost."""
    found = measured(shared_data / "sentences" / name)
    for metric in sentences.METRICS:
        floor = float(PINNED[name][metric])
        assert found.f1[metric] >= floor, metric
        assert found.f1[metric] < floor + sentences.MARGIN + FAR_ABOVE, f"pin {metric} again"


# One test, because every worker that runs one of these has to align all sets.
def test_probabilities_are_calibrated_and_point_to_the_wrong_links(shared_data: Path) -> None:
    found = [measured(shared_data / "sentences" / name).confidence for name in sentences.SETS]
    assert sum(each.ece for each in found) / len(found) <= 0.05
    good = [each for each in found if 0 < each.wrong < FEW_WRONG * each.links]
    assert len(good) >= 4
    shares = [each.found[sentences.LEAST_CERTAIN] for each in good]
    assert sum(shares) / len(shares) >= 0.6


def test_the_floors_were_pinned_with_the_weights_that_ship() -> None:
    """Other weights must be measured and pinned, even if they are better."""
    content = json.loads(sentences.PINNED.read_text("utf-8"))
    assert content["weights"] == sentences.weights_digest()
    assert content["margin"] == sentences.MARGIN
    assert set(content["sets"]) == set(sentences.SETS)


def table(strict: float, lax: float, sha256: str = "a") -> dict[str, dict[str, float | str]]:
    return {"one": {"sha256": sha256, "strict": strict, "lax": lax}}


def test_a_floor_is_not_lowered_without_saying_so(tmp_path: Path) -> None:
    path = tmp_path / "floors.json"
    assert sentences.update(table(0.9, 0.95), path) == []
    assert sentences.update(table(0.91, 0.95), path) == []
    assert sentences.pinned(path) == table(0.91, 0.95)
    assert sentences.update(table(0.92, 0.94), path) == ["one: lax 0.95 -> 0.94"]
    assert sentences.pinned(path) == table(0.91, 0.95)
    assert sentences.update(table(0.92, 0.94), path, allow_regression=True)
    assert sentences.pinned(path) == table(0.92, 0.94)


def test_other_content_of_a_set_has_a_floor_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "floors.json"
    sentences.update(table(0.9, 0.95), path)
    assert sentences.update(table(0.5, 0.6, sha256="b"), path) == []
    assert sentences.update({}, path) == ["one: not measured"]


def test_the_digest_of_a_set_sees_every_byte_and_every_name(tmp_path: Path) -> None:
    for name in ("001", "002"):
        folder = tmp_path / name
        folder.mkdir()
        for file in sentences.FILES:
            (folder / file).write_text("x\n", "utf-8")
    first = sentences.digest(tmp_path)
    assert sentences.digest(tmp_path) == first
    (tmp_path / "001" / "gold.txt").write_text("y\n", "utf-8")
    second = sentences.digest(tmp_path)
    (tmp_path / "001" / "gold.txt").write_text("x\n", "utf-8")
    (tmp_path / "002").rename(tmp_path / "003")
    assert len({first, second, sentences.digest(tmp_path)}) == 3
