"""Divisions as cells and as trees of bisegments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diglot.annotate.layers import LAYERS
from diglot.annotate.layers.trees.nodes import links_of_tree, tree_cells, trees_of
from diglot.annotate.layers.words import join_links, split_links
from diglot.evaluate.alignments.trees import induced_links
from diglot.formats.links.transread import read_trees_with_tokens
from diglot.model import BisegmentTrees
from tests.annotate.layers.divided import divisions
from tests.annotate.layers.pairs import sized

if TYPE_CHECKING:
    from pathlib import Path

LAYER = LAYERS["trees"]
Divided = tuple[dict[str, Any], dict[str, Any]]


def trees(rows: list[tuple[int, int, int, int, int]]) -> BisegmentTrees:
    """One tree of rows of source and target ranges and the row of the parent."""
    table = np.array(rows, dtype=np.int64).reshape(-1, 5)
    return BisegmentTrees(
        np.array([0, len(rows)]),
        table[:, :2].astype(np.int32),
        table[:, 2:4].astype(np.int32),
        table[:, 4],
        np.zeros(len(rows), np.int32),
    )


@given(divisions())
def test_complete_divisions_break_no_rule(divided: Divided) -> None:
    payload, cells = divided
    scheme = LAYER.scheme
    assert all(LAYER.rules.fault(payload, scheme, *cell) is None for cell in cells.items())
    assert not [
        each for each in LAYER.rules.problems(payload, scheme, cells) if each.severity == "error"
    ]


@given(divisions())
def test_cells_come_back_from_the_tree_they_stand_for(divided: Divided) -> None:
    payload, cells = divided
    assert tree_cells(payload, trees_of([divided]), 0) == (dict(sorted(cells.items())), 0)


@given(st.lists(divisions(), min_size=1, max_size=4))
def test_flat_links_are_those_that_the_trees_stand_for(many: list[Divided]) -> None:
    ours = join_links([links_of_tree(*divided) for divided in many])
    theirs = induced_links(trees_of(many))
    assert split_links(ours) == split_links(theirs)


def test_a_part_that_drops_words_on_both_sides_is_several_trims() -> None:
    cells, lost = tree_cells(sized(4, 3), trees([(0, 4, 0, 3, -1), (1, 3, 0, 2, 0)]), 0)
    assert (cells, lost) == (
        {
            "n": ["trim", "source", "left", 3],
            "n0": ["trim", "source", "right", 8],
            "n00": ["trim", "target", "right", 5],
            "n000": ["leaf", "non-compositional"],
        },
        0,
    )


def test_a_gap_between_two_parts_is_a_division_and_a_trim() -> None:
    rows = [(0, 3, 0, 2, -1), (0, 1, 0, 1, 0), (2, 3, 1, 2, 0)]
    cells, _ = tree_cells(sized(3, 2), trees(rows), 0)
    assert cells["n"] == ["direct", 6, 3]
    assert cells["n0"] == ["trim", "source", "right", 2]


def test_three_parts_in_a_row_are_divided_one_after_the_other() -> None:
    rows = [(0, 3, 0, 3, -1), (0, 1, 2, 3, 0), (1, 2, 1, 2, 0), (2, 3, 0, 1, 0)]
    cells, lost = tree_cells(sized(3, 3), trees(rows), 0)
    assert (cells["n"], cells["n1"], lost) == (["inverse", 3, 6], ["inverse", 6, 3], 0)


def test_parts_that_no_cut_separates_are_counted_as_lost() -> None:
    # The order 2 4 1 3 has no two halves that correspond.
    order = [(0, 1), (1, 3), (2, 0), (3, 2)]
    rows = [(0, 4, 0, 4, -1), *((s, s + 1, t, t + 1, 0) for s, t in order)]
    assert tree_cells(sized(4, 4), trees(rows), 0) == ({"n": ["leaf", "skipped"]}, 4)


def test_a_pair_without_a_tree_has_no_cells() -> None:
    assert tree_cells(sized(2, 2), trees([]), 0) == ({}, 0)
    assert trees_of([(sized(2, 2), {})]).offsets.tolist() == [0, 0]


def test_released_trees_have_three_trims_of_nothing_and_no_other_error(shared_data: Path) -> None:
    """Figures of the released trees: divisions, trims, leaves, errors; flat links of all pairs."""
    kinds: dict[str, int] = {}
    errors: list[str] = []
    empty = 0
    for path in sorted((shared_data / "annotation" / "alibi" / "dat").glob("*.xml.gz")):
        text = read_trees_with_tokens(path)
        flat = split_links(induced_links(text.trees))
        for pair in range(text.trees.pairs):
            payload = {
                name: sized(0, 0)[name] | _side(words)
                for name, words in (("source", text.source[pair]), ("target", text.target[pair]))
            }
            cells, lost = tree_cells(payload, text.trees, pair)
            assert lost == 0
            empty += not cells
            for value in cells.values():
                assert isinstance(value, list)
                kinds[str(value[0])] = kinds.get(str(value[0]), 0) + 1
            if cells:
                found = LAYER.rules.problems(payload, LAYER.scheme, cells)
                errors += [each.code for each in found if each.severity == "error"]
            assert links_of_tree(payload, cells) == flat[pair]
    assert kinds == {"direct": 5802, "inverse": 440, "trim": 982, "leaf": 6560}
    assert errors == ["trees.trim-nothing"] * 3
    assert empty == 4


def _side(words: tuple[str, ...]) -> dict[str, Any]:
    tokens, at = [], 0
    for word in words:
        tokens.append([at, at + len(word)])
        at += len(word) + 1
    return {"text": " ".join(words), "tokens": tokens}
