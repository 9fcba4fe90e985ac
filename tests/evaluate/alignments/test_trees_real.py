"""The trees of four short stories: the links they stand for, and what damage to them costs."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from diglot.evaluate.alignments.trees import by_depth, induced_links, score
from diglot.evaluate.alignments.words import owners, select_links
from diglot.formats.links.transread import read_trees
from diglot.model import BisegmentTrees
from tests.evaluate.alignments.word_strategies import links

TEXTS = {
    "BarbeBleue_BlueBeard": "LaBarbeBleue_BlueBeard",
    "ChatBotte_MasterCat": "ChatBotte_MasterCat",
    "LaVision_TheVision": "LaVision_TheVision",
    "Laderniereclasse_Thelastlesson": "LaDerniereClasse_TheLastLesson",
}


def joined(parts: list[BisegmentTrees]) -> BisegmentTrees:
    """Trees of several texts, one after the other."""
    shifts = np.cumsum([0, *(len(part.parent) for part in parts)])[:-1]
    shifted = list(zip(parts, shifts, strict=True))
    return BisegmentTrees(
        np.concatenate([[0], *(part.offsets[1:] + shift for part, shift in shifted)]),
        np.concatenate([part.source for part in parts]),
        np.concatenate([part.target for part in parts]),
        np.concatenate(
            [np.where(part.parent < 0, -1, part.parent + shift) for part, shift in shifted]
        ),
        np.concatenate([part.depth for part in parts]),
    )


@pytest.fixture(scope="module")
def gold(shared_data: Path) -> BisegmentTrees:
    folder = shared_data / "annotation/alibi/dat"
    return joined([read_trees(folder / f"{name}.ali.xml.gz") for name in TEXTS])


@pytest.mark.parametrize("name", TEXTS)
def test_trees_stand_for_the_released_flat_links(shared_data: Path, name: str) -> None:
    folder = shared_data / "annotation/alibi"
    trees = read_trees(folder / f"dat/{name}.ali.xml.gz")
    flat = TEXTS[name]
    lines = (folder / f"ali/{flat}/ali_w2w_{flat}.txt").read_text(encoding="utf-8").splitlines()
    # The flat files have no line for a pair without a tree.
    pairs = np.flatnonzero(np.diff(trees.offsets))
    assert len(lines) == len(pairs)
    found = induced_links(trees)
    for pair, line in zip(pairs, lines, strict=True):
        here = slice(found.offsets[pair], found.offsets[pair + 1])
        known = {
            (int(i), int(j), kind == "p")
            for i, kind, j in re.findall(r"(\d+)([-p])(\d+)", line.partition("\t")[2])
        }
        ends = zip(found.source[here], found.target[here], found.possible[here], strict=True)
        assert {(int(i), int(j), bool(possible)) for i, j, possible in ends} == known


@pytest.mark.slow
def test_there_are_318_trees(gold: BisegmentTrees) -> None:
    assert np.count_nonzero(np.diff(gold.offsets)) == 318


def sizes(gold: BisegmentTrees) -> tuple[list[int], list[int]]:
    """Length of every sentence, as far as its tree goes."""
    roots = np.flatnonzero(gold.parent < 0)
    source, target = np.zeros((2, gold.pairs), dtype=int)
    pairs = owners(gold.offsets)[roots]
    source[pairs], target[pairs] = gold.source[roots, 1], gold.target[roots, 1]
    return source.tolist(), target.tolist()


def figures(found, gold: BisegmentTrees) -> tuple[float, float, float]:
    """Node consistency, leaf precision, leaf recall."""
    result = score(found, gold)
    leaves = result["leaves"].values
    return result["nodes"].values["consistency"], leaves["precision"], leaves["recall"]


@pytest.mark.slow
def test_gold_is_perfect(gold: BisegmentTrees) -> None:
    found = induced_links(gold)
    assert figures(found, gold) == (1, 1, 1)
    assert all(row.consistency == 1 for row in by_depth(found, gold))
    assert score(found, gold)["groups"].values["good"] == 1


@pytest.mark.parametrize(
    ("rate", "expected"), [(0.1, (0.571, 0.909, 0.923)), (0.3, (0.274, 0.727, 0.762))]
)
def test_moved_links_cost_consistency_most(
    gold: BisegmentTrees, rate: float, expected: tuple[float, ...]
) -> None:
    rng = np.random.default_rng(0)
    _, widths = sizes(gold)
    found = induced_links(gold)
    moved = [
        {
            (i, int(rng.integers(widths[pair])) if rng.random() < rate else j)
            for i, j in found.of(pair)
        }
        for pair in range(gold.pairs)
    ]
    assert figures(links(moved), gold) == pytest.approx(expected, abs=0.02)


def test_the_diagonal_is_bad(gold: BisegmentTrees) -> None:
    diagonal = [
        [(i, min(width - 1, round(i * width / height))) for i in range(height)]
        for height, width in zip(*sizes(gold), strict=True)
    ]
    assert figures(links(diagonal), gold) == pytest.approx((0.237, 0.359, 0.398), abs=0.0005)


def test_dropped_links_cost_recall_only(gold: BisegmentTrees) -> None:
    found = induced_links(gold)
    kept = np.random.default_rng(0).random(len(found.source)) >= 0.2
    assert figures(select_links(found, kept), gold) == pytest.approx((0.913, 1, 0.837), abs=0.01)
