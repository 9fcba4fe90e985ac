"""The graph of words against dictionaries of Python."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings

from diglot.lexicons.graph.graph import FORTH, Graph
from diglot.lexicons.learned.features import merge_nodes
from diglot.model import Translation
from tests.lexicons.random_graphs import graph_of_rows, random_graphs, rows
from tests.lexicons.toy import graph_of, name

Edges = dict[tuple[int, int], Any]


def edges(graph: Graph) -> Edges:
    """Of every edge, at either end: how it may be used, and who says so."""
    return {
        (node, int(graph.neighbours[at])): (
            int(graph.allowed[at]),
            graph.witnesses[graph.witness[at]],
        )
        for node in range(graph.nodes)
        for at in range(graph.starts[node], graph.starts[node + 1])
    }


def twin(graph: Graph) -> Edges:
    found: Edges = {}
    word = graph.word.tolist()
    for (one, other), (way, who) in sorted(edges(graph).items()):
        ends = word[one], word[other]
        before, first = found.get(ends, (0, who))
        if ends[0] != ends[1]:
            found[ends] = before | way, first
    return found


@settings(max_examples=30)
@given(random_graphs())
def test_edges_of_one_word_are_taken_together(graph: Graph) -> None:
    assert edges(merge_nodes(graph)) == twin(graph)


@given(random_graphs())
def test_neighbours_ascend_and_every_edge_stands_at_both_ends(graph: Graph) -> None:
    found = merge_nodes(graph)
    listed = list(edges(found))
    assert listed == sorted(listed)
    assert {pair[::-1] for pair in listed} == set(listed)
    assert len(listed) == len(found.neighbours) == found.starts[-1] == 2 * found.edges


@given(random_graphs())
def test_a_word_is_written_as_its_first_lemma(graph: Graph) -> None:
    found = merge_nodes(graph)
    first = [graph.word.tolist().index(each) for each in range(found.nodes)]
    assert found.lemmas(np.arange(found.nodes)) == graph.lemmas(np.array(first))
    assert found.languages == graph.languages
    assert [found.languages[each] for each in found.language_of(np.arange(found.nodes))] == [
        graph.languages[each] for each in graph.language_of(np.array(first))
    ]


@given(rows(directions=("both",)))
def test_words_are_the_nodes_of_a_graph_that_never_told_them_apart(
    found: list[tuple[Translation, int]],
) -> None:
    ours = merge_nodes(graph_of_rows(found))
    theirs = graph_of_rows(found, case="fold", pos="ignore")
    assert [name(ours, node).lower().split("/")[0] for node in range(ours.nodes)] == [
        name(theirs, node) for node in range(theirs.nodes)
    ]
    assert ours.neighbours.tolist() == theirs.neighbours.tolist()
    assert ours.starts.tolist() == theirs.starts.tolist()


@given(random_graphs())
def test_merging_twice_is_merging_once(graph: Graph) -> None:
    once = merge_nodes(graph)
    assert merge_nodes(once) is once
    if once is not graph:
        assert (once.case, once.pos, once.parts) == ("fold", "ignore", ("",))


def test_a_graph_of_words_is_returned_as_it_is() -> None:
    graph = graph_of([("en:a", "es:b"), ("es:b", "fr:c")])
    assert merge_nodes(graph) is graph


def test_directions_of_merged_edges_are_added_up() -> None:
    found = merge_nodes(
        graph_of_rows(
            [
                (Translation("a", "b", "en", "fr", "noun", None, "forward"), 0),
                (Translation("a", "b", "en", "fr", "verb", None, "backward"), 1),
                (Translation("c", "d", "en", "fr", None, None, "forward"), 2),
            ]
        )
    )
    by_name = {
        (name(found, one), name(found, other)): way
        for (one, other), (way, _) in edges(found).items()
    }
    assert by_name["en:a", "fr:b"] == by_name["fr:b", "en:a"] == 3
    assert by_name["en:c", "fr:d"] == FORTH


def test_a_word_is_no_neighbour_of_itself() -> None:
    found = merge_nodes(graph_of([("en:Polish", "en:polish/verb"), ("en:polish/verb", "fr:cirer")]))
    assert set(edges(found)) == {(0, 1), (1, 0)}


def test_words_that_translate_only_themselves_are_left_without_edges() -> None:
    found = merge_nodes(graph_of([("en:Polish", "en:polish")]))
    assert (found.nodes, found.edges, found.starts.tolist()) == (1, 0, [0, 0])
