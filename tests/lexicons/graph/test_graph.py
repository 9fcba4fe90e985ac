"""Graphs with fewer edges, and which languages are connected."""

from __future__ import annotations

import numpy as np
import pytest

from diglot.errors import ConfigError
from diglot.lexicons.graph.graph import (
    Graph,
    among_languages,
    check_pair,
    connected_languages,
    direct_edges,
    edges_between,
    language_edge_counts,
    with_edges,
    without_direct,
)
from tests.lexicons.dictionaries import graph_of


@pytest.fixture
def triangle() -> Graph:
    """English, Spanish and French, each with each, and Basque with Spanish."""
    return graph_of(
        {
            "en-es": [("house", "casa"), ("dog", "perro")],
            "es-fr": [("casa", "maison"), ("perro", "chien")],
            "en-fr": [("house", "maison")],
            "eu-es": [("etxe", "casa")],
        }
    )


def test_direct_edges_are_seen_at_both_ends(triangle: Graph) -> None:
    assert direct_edges(triangle, "en", "fr").sum() == 2
    assert (direct_edges(triangle, "en", "fr") == direct_edges(triangle, "fr", "en")).all()


def test_without_direct_edges_every_other_stays(triangle: Graph) -> None:
    rest = without_direct(triangle, "fr", "en")
    assert rest.nodes == triangle.nodes
    assert rest.edges == triangle.edges - 1
    assert edges_between(rest, "en", "fr").nnz == 0
    for pair in (("en", "es"), ("es", "fr"), ("eu", "es")):
        assert (edges_between(rest, *pair) != edges_between(triangle, *pair)).nnz == 0


def test_a_graph_without_direct_edges_is_the_graph_itself(triangle: Graph) -> None:
    assert without_direct(triangle, "en", "eu") is triangle


def test_among_some_languages_the_others_have_no_edges(triangle: Graph) -> None:
    rest = among_languages(triangle, ("en", "es", "fr"))
    assert rest.edges == triangle.edges - 1
    assert edges_between(rest, "eu", "es").nnz == 0


def test_what_an_edge_says_stays_with_it(triangle: Graph) -> None:
    kept = ~direct_edges(triangle, "en", "es")
    rest = with_edges(triangle, kept)
    assert (rest.witness == triangle.witness[kept]).all()
    assert (rest.neighbours == triangle.neighbours[kept]).all()
    assert rest.starts[-1] == kept.sum()


def test_edges_are_counted_between_languages(triangle: Graph) -> None:
    counts = language_edge_counts(triangle)
    names = triangle.languages
    assert counts[names.index("en"), names.index("es")] == 2
    assert counts[names.index("es"), names.index("eu")] == 1
    assert (counts == counts.T).all()
    assert counts.sum() == 2 * triangle.edges
    assert not np.diag(counts).any()


def test_connected_languages_may_be_steps_away(triangle: Graph) -> None:
    assert connected_languages(without_direct(triangle, "en", "fr"), "en") == ("es", "eu", "fr")


def test_two_languages_without_a_path_are_refused_with_what_they_are_connected_with() -> None:
    graph = graph_of(
        {"en-es": [("house", "casa")], "fr-de": [("maison", "Haus")], "de-nl": [("Haus", "huis")]}
    )
    with pytest.raises(ConfigError, match=r"en with es; fr with de, nl; add a dictionary"):
        check_pair(graph, "en", "fr")


def test_a_language_that_lost_its_edges_is_connected_with_none(triangle: Graph) -> None:
    with pytest.raises(ConfigError, match="eu with none"):
        check_pair(among_languages(triangle, ("en", "es")), "en", "eu")


def test_a_language_is_not_inferred_into_itself(triangle: Graph) -> None:
    with pytest.raises(ConfigError, match="both en"):
        check_pair(triangle, "en", "en")
