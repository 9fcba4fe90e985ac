"""What was done to each node of a tree, and what breaks the rules."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from diglot.evaluate.alignments.trees import (
    DIRECT,
    IDLE,
    INVERSE,
    LEAF,
    OPERATIONS,
    OTHER,
    TRIM,
    faults,
    operations,
    shapes,
)
from tests.evaluate.alignments.tree_strategies import divisions, trees


def kinds(*nodes):
    return [OPERATIONS[kind] for kind in operations(trees([list(nodes)])).kinds]


def test_direct_and_inverse_divisions_with_their_split_points():
    tree = trees(
        [
            [
                (0, 3, 0, 3, None),
                (0, 1, 2, 3, 0),
                (1, 3, 0, 2, 0),
                (1, 2, 0, 1, 2),
                (2, 3, 1, 2, 2),
            ],
        ]
    )
    found = operations(tree)
    assert found.kinds.tolist() == [INVERSE, LEAF, DIRECT, LEAF, LEAF]
    assert found.splits.tolist() == [[1, 2], [-1, -1], [2, 1], [-1, -1], [-1, -1]]


def test_trims_by_side_and_edge():
    tree = trees([[(0, 4, 0, 4, None), (1, 4, 0, 4, 0), (1, 4, 0, 2, 1), (1, 4, 1, 2, 2)]])
    found = operations(tree)
    assert found.kinds.tolist() == [TRIM, TRIM, TRIM, LEAF]
    assert found.trimmed.tolist()[:3] == [[1, 0, 0, 0], [0, 0, 0, 2], [0, 0, 1, 0]]
    assert found.trims() == {
        ("source", "left"): 1,
        ("source", "right"): 0,
        ("target", "left"): 1,
        ("target", "right"): 1,
    }


def test_parts_that_leave_words_out_or_are_more_than_two_are_no_division():
    assert kinds((0, 3, 0, 2, None), (0, 1, 0, 1, 0), (2, 3, 1, 2, 0))[0] == "other"
    three = [(k, k + 1, k, k + 1, 0) for k in range(3)]
    assert kinds((0, 3, 0, 3, None), *three)[0] == "other"


def test_faults_name_the_pair_and_the_words():
    idle = [(0, 2, 0, 1, None), (0, 2, 0, 1, 0)]
    corner = [(0, 2, 0, 2, None), (1, 2, 0, 1, 0)]
    gap = [(0, 3, 0, 2, None), (0, 1, 0, 1, 0), (2, 3, 1, 2, 0)]
    found = faults(trees([[], idle, corner, gap]))
    assert [(each.code, each.pair, each.node) for each in found] == [
        ("no-op-trim", 1, 0),
        ("trim-of-several-edges", 2, 2),
        ("not-a-division", 3, 4),
    ]
    assert found[0].message == "a trim drops no word: level 0, source words 0-1, target words 0-0"


@given(st.lists(divisions(), max_size=4))
def test_random_divisions_have_no_fault_but_the_idle_ones(pairs):
    tree = trees(pairs)
    found = operations(tree)
    assert found.count(OTHER) == 0
    assert found.count(LEAF) == tree.leaves.sum() == sum(shapes(tree).values())
    assert [each.code for each in faults(tree)] == ["no-op-trim"] * found.count(IDLE)
