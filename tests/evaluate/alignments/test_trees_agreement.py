"""Trees against trees."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import InputError
from diglot.evaluate.alignments.trees import AGREEMENT_METRICS, score_trees
from diglot.evaluate.statistics.significance import bootstrap
from tests.evaluate.alignments import tree_twin
from tests.evaluate.alignments.tree_strategies import divisions, trees

LEFT = [(0, 3, 0, 3, None), (0, 1, 0, 1, 0), (1, 3, 1, 3, 0), (1, 2, 1, 2, 2), (2, 3, 2, 3, 2)]
RIGHT = [(0, 3, 0, 3, None), (0, 2, 0, 2, 0), (2, 3, 2, 3, 0), (0, 1, 0, 1, 1), (1, 2, 1, 2, 1)]
INVERSE = [(0, 2, 0, 2, None), (0, 1, 1, 2, 0), (1, 2, 0, 1, 0)]
DIRECT = [(0, 2, 0, 2, None), (0, 1, 0, 1, 0), (1, 2, 1, 2, 0)]


def figures(one, other):
    return {name: dict(each.values) for name, each in score_trees(one, other).items()}


def test_a_tree_agrees_with_itself():
    values = figures(trees([LEFT, []]), trees([LEFT, []]))
    assert tuple(values) == AGREEMENT_METRICS
    for name in ("brackets", "leaves", "links"):
        assert values[name] == {"precision": 1, "recall": 1, "f1": 1}
    assert values["crossing"] == {"crossing": 0}


def test_another_order_of_splits_crosses_in_one_node():
    values = figures(trees([LEFT]), trees([RIGHT]))
    assert values["brackets"]["f1"] == pytest.approx(4 / 5)
    assert values["leaves"]["f1"] == 1
    assert values["crossing"]["crossing"] == pytest.approx(1 / 5)


def test_a_direct_split_crosses_an_inverse_one_in_every_part():
    values = figures(trees([DIRECT]), trees([INVERSE]))
    assert values["brackets"]["f1"] == pytest.approx(1 / 3)
    assert values["links"]["f1"] == 0
    assert values["crossing"]["crossing"] == pytest.approx(2 / 3)


def test_a_tree_that_stops_early_is_precise_and_crosses_nothing():
    values = figures(trees([LEFT[:3]]), trees([LEFT]))
    assert values["brackets"] == pytest.approx({"precision": 1, "recall": 3 / 5, "f1": 3 / 4})
    assert values["leaves"]["precision"] == 1 / 2
    assert values["links"] == pytest.approx({"precision": 1, "recall": 1 / 3, "f1": 1 / 2})
    assert values["crossing"]["crossing"] == 0


def test_nodes_that_repeat_their_parent_count_once():
    idle = [(0, 2, 0, 2, None), (0, 2, 0, 2, 0), (0, 1, 0, 1, 1), (1, 2, 1, 2, 1)]
    assert figures(trees([idle]), trees([DIRECT]))["brackets"]["f1"] == 1


def test_pairs_where_one_has_no_tree_do_not_count():
    values = figures(trees([LEFT, DIRECT, []]), trees([LEFT, [], DIRECT]))
    assert values["brackets"]["f1"] == 1


def fits(one, other):
    """Tell whether two nodes could stand in one tree."""
    a, b = tree_twin.cells(one), tree_twin.cells(other)
    rows, columns = ([{cell[side] for cell in each} for each in (a, b)] for side in (0, 1))
    return a <= b or b <= a or not (rows[0] & rows[1] or columns[0] & columns[1])


@given(st.lists(st.tuples(divisions(), divisions()), max_size=3))
def test_the_arrays_agree_with_the_definitions(pairs):
    ours, theirs = [one for one, _ in pairs], [other for _, other in pairs]
    values = figures(trees(ours), trees(theirs))

    def f1(kind):
        one, other = ([kind(nodes) for nodes in side] for side in (ours, theirs))
        hits = sum(len(a & b) for a, b in zip(one, other, strict=True))
        size = sum(map(len, one)) + sum(map(len, other))
        return 2 * hits / size if size else 0.0

    def spans(nodes):
        return {node[:4] for node in nodes}

    def leaves(nodes):
        return {nodes[number][:4] for number in tree_twin.leaves(nodes)}

    def single(nodes):
        return {leaf for leaf in leaves(nodes) if len(tree_twin.cells(leaf)) == 1}

    for name, kind in (("brackets", spans), ("leaves", leaves), ("links", single)):
        assert values[name]["f1"] == pytest.approx(f1(kind))
    crossing = [
        not all(fits(node, other) for other in spans(right))
        for left, right in pairs
        for node in spans(left)
    ]
    expected = sum(crossing) / len(crossing) if crossing else 0.0
    assert values["crossing"]["crossing"] == pytest.approx(expected)


def test_intervals_come_for_free():
    scores = score_trees(trees([LEFT] * 20), trees([LEFT] * 10 + [RIGHT] * 10))
    low, high = bootstrap(scores["brackets"]).intervals["f1"]
    assert low < 0.9 < high


def test_pairs_must_be_as_many():
    with pytest.raises(InputError, match="1 and 2 sentence pairs"):
        score_trees(trees([LEFT]), trees([LEFT, LEFT]))
