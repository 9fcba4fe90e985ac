"""Word links against trees of bisegments."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import InputError
from diglot.evaluate.alignments.trees import METRICS, by_depth, induced_links, leaf_counts, score
from diglot.evaluate.statistics.significance import bootstrap, paired_bootstrap
from diglot.model import WordLinks
from diglot.model.score import LABELS
from tests.evaluate.alignments import tree_twin
from tests.evaluate.alignments.tree_strategies import divisions, trees
from tests.evaluate.alignments.word_strategies import cell_sets, links

SMALL = [(0, 2, 0, 3, None), (0, 1, 0, 1, 0), (1, 2, 1, 3, 0)]
FOUND = [(0, 0), (1, 1), (0, 2)]
pairs = st.lists(st.tuples(st.one_of(divisions(), st.just([])), cell_sets), max_size=4)


def test_the_hand_made_fixture():
    result = score(links([FOUND]), trees([SMALL]))
    leaves, nodes = result["leaves"].values, result["nodes"].values
    assert leaves["precision"] == pytest.approx(2 / 3)
    assert leaves["recall"] == 1
    assert leaves["weighted_recall"] == pytest.approx(0.75)
    assert leaves["weighted_aer"] == pytest.approx(1 - 2.5 / 3.5)
    assert nodes == pytest.approx({"consistency": 1 / 3, "minimal_consistency": 0})


def test_final_bisegments_are_counted_by_size_and_the_links_inside_them_by_class():
    found = leaf_counts(links([FOUND[:1]], possible=[FOUND[1:]]), trees([SMALL]))
    assert found.leaves == 2
    assert found.sizes == {"1-1": 1, "2-1": 1, "3-1": 0, "both > 2": 0, "other": 0}
    assert found.links == {"sure": (1, 1), "possible": (1, 2)}


@given(pairs)
def test_leaf_counts_agree_with_leaf_precision(corpus):
    given_links = links([found for _, found in corpus])
    gold = trees([nodes for nodes, _ in corpus])
    found = leaf_counts(given_links, gold)
    assert sum(found.sizes.values()) == found.leaves == int(gold.leaves.sum())
    inside, all_links = found.links["sure"]
    precision = score(given_links, gold)["leaves"].values["precision"]
    assert precision == pytest.approx(inside / all_links if all_links else 0.0)


@given(pairs)
def test_the_arrays_agree_with_the_definitions(corpus):
    result = score(links([found for _, found in corpus]), trees([nodes for nodes, _ in corpus]))
    assert tuple(result) == METRICS
    expected = tree_twin.figures(corpus)
    for name, each in result.items():
        assert dict(each.values) == pytest.approx(expected[name]), name


@given(pairs)
def test_the_rows_of_the_pairs_add_up_to_the_figures(corpus):
    result = score(links([found for _, found in corpus]), trees([nodes for nodes, _ in corpus]))
    for each in result.values():
        assert each.statistics.shape == (len(corpus), len(each.columns))
        totals = each.statistics[:, LABELS:].sum(axis=0)
        assert {name: float(value) for name, value in each.aggregate(totals).items()} == dict(
            each.values
        )


@given(st.lists(divisions(), min_size=1, max_size=4))
def test_the_links_of_a_tree_are_perfect(divided):
    gold = trees(divided)
    result = score(induced_links(gold), gold)
    assert result["leaves"].values == pytest.approx(
        {"precision": 1, "recall": 1, "f1": 1, "weighted_recall": 1, "weighted_aer": 0}
    )
    assert result["nodes"].values == {"consistency": 1, "minimal_consistency": 1}
    assert result["bisegments_leaves"].values == {"precision": 1, "recall": 1, "f1": 1}
    assert result["bisegments_nodes"].values["precision"] == 1
    assert result["groups"].values["good"] in (0, 1)


@given(st.lists(divisions(), max_size=3))
def test_trees_stand_for_the_cells_of_their_leaves(divided):
    found = induced_links(trees(divided))
    for number, nodes in enumerate(divided):
        ends = [tree_twin.cells(nodes[leaf]) for leaf in tree_twin.leaves(nodes)]
        assert found.of(number) == sorted(cell for leaf in ends for cell in leaf)
        sure = {cell for leaf in ends if len(leaf) == 1 for cell in leaf}
        here = slice(found.offsets[number], found.offsets[number + 1])
        flags = dict(zip(found.of(number), found.possible[here], strict=True))
        assert {cell for cell, possible in flags.items() if not possible} == sure


@given(pairs)
def test_depths_agree_with_the_definitions(corpus):
    gold = trees([nodes for nodes, _ in corpus])
    rows = by_depth(links([found for _, found in corpus]), gold)
    assert sum(row.nodes for row in rows) == len(gold.parent)
    known = [(nodes, found, tree_twin.bisegments(found)) for nodes, found in corpus if nodes]
    boxes = sum(len(each) for *_, each in known)
    for row in rows:
        count = right = hits = 0
        for nodes, found, segments in known:
            depths = []
            for node in nodes:
                depths.append(0 if node[4] is None else depths[node[4]] + 1)
            here = [node for node, d in zip(nodes, depths, strict=True) if d == row.depth]
            count += len(here)
            right += sum(tree_twin.consistent(node, found) for node in here)
            hits += len(segments & {node[:4] for node in here})
        assert row.nodes == count
        assert row.consistency == pytest.approx(right / count)
        assert row.recall == pytest.approx(hits / count)
        assert row.precision == pytest.approx(hits / boxes if boxes else 0)


def test_a_link_that_leaves_a_node_breaks_every_node_below_the_split():
    chain = [(0, 3, 0, 3, None), (0, 2, 0, 2, 0), (2, 3, 2, 3, 0), (0, 1, 0, 1, 1), (1, 2, 1, 2, 1)]
    values = score(links([[(0, 0), (1, 1), (2, 2), (0, 2)]]), trees([chain]))["nodes"].values
    assert values["consistency"] == pytest.approx(2 / 5)  # the root and (1, 1)


def test_a_trimmed_word_may_be_linked_to_nothing():
    trimmed = [(0, 2, 0, 1, None), (1, 2, 0, 1, 0)]
    assert score(links([[(1, 0)]]), trees([trimmed]))["nodes"].values["consistency"] == 1


def test_two_sibling_leaves_taken_together_are_a_good_link():
    gold = trees([[(0, 2, 0, 2, None), (0, 1, 1, 2, 0), (1, 2, 0, 1, 0)]])
    whole = links([[(0, 0), (0, 1), (1, 0), (1, 1)]])
    assert score(whole, gold)["groups"].values["good"] == 1


def test_leaves_of_different_parents_taken_together_are_no_good_link():
    split = [(0, 3, 0, 3, None), (0, 1, 0, 1, 0), (1, 3, 1, 3, 0), (1, 2, 1, 2, 2), (2, 3, 2, 3, 2)]
    assert score(links([[(0, 0), (0, 1), (1, 1), (2, 2)]]), trees([split]))["groups"].values == {
        "good": 0
    }


def test_links_of_pairs_without_a_tree_do_not_count():
    result = score(links([FOUND, [(0, 0), (7, 9)]]), trees([SMALL, []]))
    assert result["leaves"].values["precision"] == pytest.approx(2 / 3)
    assert result["leaves"].statistics[1, LABELS:].sum() == 0


def test_no_pairs_and_no_links_give_figures_without_a_fault():
    for gold in (trees([]), trees([[]]), trees([SMALL])):
        for each in score(links([[]] * gold.pairs), gold).values():
            assert all(0 <= value <= 1 for value in each.values.values())
        by_depth(links([[]] * gold.pairs), gold)


def test_intervals_and_comparisons_come_from_the_same_code():
    gold = trees([SMALL] * 40)
    good = links([[(0, 0), (1, 1), (1, 2)]] * 30 + [FOUND] * 10)
    poor = links([FOUND] * 40)
    one, other = score(poor, gold)["nodes"], score(good, gold)["nodes"]
    low, high = bootstrap(other).intervals["consistency"]
    assert low < other.values["consistency"] < high
    assert paired_bootstrap(one, other, figure="consistency").p < 0.01


def test_a_long_chain_of_entangled_words_is_closed_in_few_rounds():
    count = 4000
    entangled = [(i, 2 * i) for i in range(count)] + [(i, 2 * i + 3) for i in range(count)]
    whole = trees([[(0, count, 0, 2 * count + 2, None)]])
    result = score(links([entangled]), whole)
    assert result["groups"].statistics[0, LABELS] < count / 100
    assert result["nodes"].values["consistency"] == 1


@pytest.mark.slow
def test_a_block_of_all_links_is_one_bisegment():
    side = 300
    block = links([[(i, j) for i in range(side) for j in range(side)]])
    result = score(block, trees([[(0, side, 0, side, None)]]))
    assert result["bisegments_leaves"].values == {"precision": 1, "recall": 1, "f1": 1}
    assert result["leaves"].values["weighted_recall"] == 1


def test_leaves_of_a_hostile_size_are_refused():
    with pytest.raises(InputError, match="100,000,000"):
        induced_links(trees([[(0, 100_000, 0, 100_000, None)]]))


def test_pairs_must_be_as_many_and_links_in_order():
    with pytest.raises(InputError, match="1 and 2 sentence pairs"):
        score(links([[], []]), trees([SMALL]))
    odd = WordLinks(np.array([0, 2]), np.array([1, 0], np.int32), np.array([0, 0], np.int32))
    with pytest.raises(InputError, match="ascending"):
        score(odd, trees([SMALL]))
