"""Blame for rejected translations: which edge explains them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.lexicons.blame import blamed_edges
from diglot.lexicons.paths import best_paths
from tests.lexicons.test_paths import node, pairs_of
from tests.lexicons.toy import graph_of, name, random_edges

# es:banco is both words; "en:bench" and "es:banco" is the edge that leads from money to parks.
BANKS = [
    ("en:bank", "es:banco"),
    ("en:bench", "es:banco"),
    *(("es:banco", f"fr:{word}") for word in ("banque", "établissement", "caisse")),
    ("en:bench", "ca:banc"),
    ("ca:banc", "fr:banc"),
]


def judged(graph, judgements):
    """Paths of pairs such as ``("bench", "banque", False)`` and whether they are rejected."""
    rows = np.array([node(graph, f"en:{one}") for one, _, _ in judgements])
    columns = np.array([node(graph, f"fr:{other}") for _, other, _ in judgements])
    paths = best_paths(graph, rows, columns, source="en", target="fr")
    return paths, np.array([not good for _, _, good in judgements])


def names(graph, found):
    return [
        {name(graph, one), name(graph, other)}
        for one, other in zip(found.source.tolist(), found.target.tolist(), strict=True)
    ]


def test_one_wrong_edge_explains_many_wrong_pairs():
    graph = graph_of(BANKS)
    words = ("banque", "établissement", "caisse")
    paths, rejected = judged(
        graph,
        [*(("bench", word, False) for word in words), *(("bank", word, True) for word in words)],
    )
    found = blamed_edges(graph, paths, rejected)
    assert names(graph, found)[0] == {"en:bench", "es:banco"}
    assert found.rejected[0] == 3
    assert found.accepted[0] == 0
    assert found.wrong[0] > 0.4 > 0.1 > found.wrong[1:].max()
    assert found.explained[0] > 2
    # What the good pairs go over is hardly to blame.
    assert found.rejected[1:].tolist() == [1, 1, 1]
    assert found.accepted[1:].tolist() == [1, 1, 1]


def test_edges_of_accepted_pairs_alone_are_not_listed():
    graph = graph_of(BANKS)
    paths, rejected = judged(graph, [("bench", "banc", True), ("bench", "banque", False)])
    assert {"ca:banc", "fr:banc"} not in names(graph, blamed_edges(graph, paths, rejected))


def test_without_rejections_nothing_is_blamed():
    graph = graph_of(BANKS)
    paths, rejected = judged(graph, [("bank", "banque", True)])
    assert len(blamed_edges(graph, paths, rejected)) == 0


@settings(max_examples=40, deadline=None)
@given(edges=random_edges(), data=st.data())
def test_blame_is_a_probability_and_never_more_than_the_rejections(edges, data):
    graph = graph_of(edges)
    paths = best_paths(graph, *pairs_of(graph), source="en", target="fr")
    rejected = np.array(
        data.draw(st.lists(st.booleans(), min_size=len(paths), max_size=len(paths))), np.bool_
    )
    found = blamed_edges(graph, paths, rejected)
    assert ((found.wrong > 0) & (found.wrong < 1)).all()
    assert (found.explained <= found.rejected + 1e-9).all()
    assert (np.diff(found.explained) <= 1e-12).all()
    assert (found.source < found.target).all()
    assert (graph.neighbours[found.edge] == found.target).all()
    assert found.rejected.min(initial=1) > 0
    assert found.explained.sum() <= rejected.sum() * 4 + 1e-9


def test_an_acceptance_clears_edges_and_a_rejection_charges_them():
    graph = graph_of(BANKS)
    base = [("bench", "banque", False)]
    alone, more, cleared = (
        blamed_edges(graph, *judged(graph, base + extra))
        for extra in ([], [("bench", "caisse", False)], [("bench", "caisse", True)])
    )
    edge = {"en:bench", "es:banco"}
    charge = [each.wrong[names(graph, each).index(edge)] for each in (cleared, alone, more)]
    assert charge == sorted(charge)
    assert charge[0] < charge[2]


@pytest.mark.parametrize("wrong", [{"prior": 0}, {"drift": 1}, {"weight": 0}])
def test_numbers_out_of_range_are_refused(wrong):
    graph = graph_of(BANKS)
    with pytest.raises(ConfigError, match="between 0 and 1"):
        blamed_edges(graph, *judged(graph, [("bank", "banque", True)]), **wrong)


def test_judgements_are_one_a_pair():
    graph = graph_of(BANKS)
    paths, _ = judged(graph, [("bank", "banque", True)])
    with pytest.raises(ConfigError, match="2 judgements of 1 pairs"):
        blamed_edges(graph, paths, np.array([True, False]))
