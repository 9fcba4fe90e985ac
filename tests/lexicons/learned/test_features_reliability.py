"""How far dictionaries confirm each other, counted with sets."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest
from hypothesis import given

from diglot.lexicons.graph.graph import Graph
from diglot.lexicons.learned.features import DRAWN, measure_reliability
from tests.lexicons.random_graphs import random_graphs
from tests.lexicons.toy import graph_of, neighbours
from tests.lexicons.walk_twin import Around, confirmed_edges


@given(random_graphs())
def test_the_share_of_a_dictionary_is_that_of_its_confirmed_edges(graph: Graph) -> None:
    held = confirmed_edges(neighbours(graph))
    witness = Around(graph, "en", "fr").witness
    for dictionary, share in enumerate(measure_reliability(graph).share.tolist()):
        its = [held[edge] for edge in held if dictionary in graph.witnesses[witness[edge]]]
        assert share == pytest.approx((sum(its) + DRAWN / 2) / (len(its) + DRAWN))


@given(random_graphs())
def test_shares_and_trust_are_neither_nothing_nor_certain(graph: Graph) -> None:
    found = measure_reliability(graph)
    for features in (found.share, found.trust):
        assert features.min() > 0
        assert features.max() < 1


@given(random_graphs())
def test_edges_are_counted_by_their_languages(graph: Graph) -> None:
    found = measure_reliability(graph)
    language = graph.language_of(np.arange(graph.nodes)).tolist()
    edges, confirmed = np.zeros((2, *found.edges.shape), np.int64)
    for (one, other), held in confirmed_edges(neighbours(graph)).items():
        edges[language[one], language[other]] += 1
        confirmed[language[one], language[other]] += held
    assert found.edges.tolist() == edges.tolist()
    assert found.confirmed.tolist() == confirmed.tolist()


@given(random_graphs())
def test_a_set_of_dictionaries_fails_only_if_all_of_it_fail(graph: Graph) -> None:
    found = measure_reliability(graph)
    expected = [1 - prod(1 - found.share[each] for each in those) for those in graph.witnesses]
    assert found.trust.tolist() == pytest.approx(expected, rel=1e-6)


def test_a_triangle_confirms_all_of_its_edges() -> None:
    found = measure_reliability(graph_of([("en:a", "es:b"), ("es:b", "fr:c"), ("en:a", "fr:c")]))
    # An edge is met at both its ends.
    assert found.share.tolist() == pytest.approx([(2 + DRAWN / 2) / (2 + DRAWN)] * 3)
    assert found.confirmed.tolist() == found.edges.tolist()


def test_a_square_confirms_nothing() -> None:
    edges = (("en:a", "es:b"), ("en:a", "ca:c"), ("es:b", "fr:d"), ("ca:c", "fr:d"))
    found = measure_reliability(graph_of(edges))
    assert found.confirmed.sum() == 0
    assert found.share.max() < 0.5
