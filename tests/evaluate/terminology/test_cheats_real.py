"""Cheats and their detection on the development set of 2021."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from diglot.evaluate.terminology.cheat_detection import detect_cheating
from diglot.evaluate.terminology.cheats import cheat
from diglot.formats.marked_terms.sgml import read_annotated_set, read_hypotheses
from diglot.model import AnnotatedSet

# Segments flagged at edges, segments with repeated terms, exact match, guarded exact match.
PLAIN = (3, 9, 0.8446, 0.8413)
REFERENCE = (0, 0, 1.0, 1.0)
CHEATS = {
    ("naive", "end"): (465, 431, 1.0, 0.8535),
    ("naive", "front"): (497, 431, 1.0, 0.8357),
    ("smart", "end"): (157, 9, 1.0, 0.8524),
    ("smart", "front"): (165, 9, 1.0, 0.8435),
    ("interleave", "end"): (20, 422, 1.0, 0.9956),
}


@pytest.fixture(scope="module")
def folder(shared_data: Path) -> Path:
    return shared_data / "consistency" / "terminology_evaluation"


@pytest.fixture(scope="module")
def test_set(folder: Path) -> AnnotatedSet:
    return read_annotated_set(folder / "dev.en-fr.en.sgm", folder / "dev.en-fr.fr.sgm")


@pytest.fixture(scope="module")
def plain(folder: Path) -> tuple[str, ...]:
    return read_hypotheses(folder / "en-fr.dev.txt.truecased.sgm").texts


def row(test_set: AnnotatedSet, hypotheses: tuple[str, ...]) -> tuple[float, ...]:
    found = detect_cheating(test_set, hypotheses)
    shares = (found.exact_match, found.guarded_exact_match)
    assert found.segments == 498
    return found.at_edges, found.repeating, *(round(each, 4) for each in shares)


@pytest.mark.parametrize(("kind", "changed"), [("naive", 498), ("smart", 166)])
def test_cheats_are_those_of_the_reference_files(
    kind: str, changed: int, folder: Path, test_set: AnnotatedSet, plain: tuple[str, ...]
) -> None:
    made = cheat(test_set, plain, kind)
    wanted = read_hypotheses(folder / "derived" / f"{kind}.sgm").texts
    assert [each.split() for each in made] == [each.split() for each in wanted]
    assert sum(one != other for one, other in zip(made, plain, strict=True)) == changed


def test_honest_translations_are_not_called_cheating(
    test_set: AnnotatedSet, plain: tuple[str, ...]
) -> None:
    reference = tuple(each.reference or "" for each in test_set.segments)
    assert row(test_set, plain) == PLAIN
    assert row(test_set, reference) == REFERENCE
    assert not detect_cheating(test_set, plain).cheating
    assert not detect_cheating(test_set, reference).cheating


@pytest.mark.parametrize(("kind", "where"), CHEATS)
def test_cheating_translations_are_flagged(
    kind: str, where: str, test_set: AnnotatedSet, plain: tuple[str, ...]
) -> None:
    made = cheat(test_set, plain, kind, where=where)
    assert row(test_set, made) == CHEATS[kind, where]
    assert detect_cheating(test_set, made).cheating


def test_the_order_of_the_segments_makes_no_difference(
    test_set: AnnotatedSet, plain: tuple[str, ...]
) -> None:
    turned = replace(test_set, segments=test_set.segments[::-1])
    assert row(turned, plain[::-1]) == PLAIN
