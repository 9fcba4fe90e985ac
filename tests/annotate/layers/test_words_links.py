"""Labels, groups and divisions as links, and links as cells."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from diglot.annotate.layers import LAYERS
from diglot.annotate.layers.groups.files import group_cells, links_of_groups
from diglot.annotate.layers.trees.nodes import links_of_tree
from diglot.annotate.layers.word_labels.files import label_cells, labelled_links, links_of_labels
from diglot.annotate.layers.words import join_links, split_links
from tests.annotate.layers.pairs import sized

PAIR = sized(5, 6)
GROUPS, LABELS = (LAYERS[name].scheme for name in ("groups", "word_labels"))
PLACES = st.tuples(st.integers(0, 4), st.integers(0, 5))


@given(st.dictionaries(PLACES, st.sampled_from(LABELS.names)))
def test_labelled_links_come_back_from_their_cells(links: dict[tuple[int, int], str]) -> None:
    rows = sorted((s, t, label) for (s, t), label in links.items())
    assert labelled_links(PAIR, label_cells(PAIR, rows)) == rows


@given(st.dictionaries(PLACES, st.sampled_from(["S", "P"])))
def test_groups_stand_for_exactly_the_links_they_are_made_of(links: dict[Any, Any]) -> None:
    rows = sorted((s, t, label) for (s, t), label in links.items())
    cells = group_cells(PAIR, rows)
    assert links_of_groups(PAIR, GROUPS, cells) == rows
    layer = LAYERS["groups"]
    assert all(layer.rules.fault(PAIR, GROUPS, *cell) is None for cell in cells.items())


def test_words_that_are_all_linked_with_each_other_are_one_group() -> None:
    links = [(s, t, "S") for s in (0, 1) for t in (2, 4)]
    assert list(group_cells(PAIR, [*links, (3, 0, "P")]).values()) == [
        [[0, 3], [6, 12], "S"],
        [[9], [0], "P"],
    ]


def test_a_link_of_two_groups_is_sure_if_one_of_them_is() -> None:
    cells: dict[str, Any] = {"g1": [[0, 3], [0], "P"], "g2": [[0], [0], "S"]}
    assert links_of_groups(PAIR, GROUPS, cells) == [(0, 0, "S"), (1, 0, "P")]


def test_omitted_words_have_no_links() -> None:
    assert links_of_groups(PAIR, GROUPS, {"g1": [[0], [], "S"]}) == []


def test_labels_become_sure_possible_or_no_links_as_the_scheme_says() -> None:
    rows = [
        (0, 0, "sure"),
        (1, 1, "contextual"),
        (2, 2, "partial"),
        (3, 3, "wrong"),
        (4, 4, "unknown:x"),
    ]
    assert links_of_labels(PAIR, LABELS, label_cells(PAIR, rows)) == [
        (0, 0, "S"), (1, 1, "P"), (2, 2, "P"),
    ]  # fmt: skip


def test_single_words_of_a_division_are_sure_and_larger_leaves_possible_throughout() -> None:
    pair = sized(3, 3)
    cells: dict[str, Any] = {
        "n": ["inverse", 3, 6], "n0": ["leaf", "1-1"], "n1": ["leaf", "non-compositional"],
    }  # fmt: skip
    assert links_of_tree(pair, cells) == [
        (0, 2, "S"), (1, 0, "P"), (1, 1, "P"), (2, 0, "P"), (2, 1, "P"),
    ]  # fmt: skip


def test_trimmed_words_have_no_links() -> None:
    pair = sized(2, 1)
    assert links_of_tree(pair, {"n": ["trim", "source", "left", 3], "n0": ["leaf", "1-1"]}) == [
        (1, 0, "S")
    ]


@given(st.lists(st.dictionaries(PLACES, st.sampled_from(["S", "P"])), min_size=1))
def test_links_of_many_pairs_come_back_from_one_value(pairs: list[dict[Any, Any]]) -> None:
    rows = [sorted((s, t, kind) for (s, t), kind in links.items()) for links in pairs]
    assert split_links(join_links(rows)) == rows
