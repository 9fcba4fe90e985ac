"""Blame for rejected translations: which edge explains them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.lexicons.paths.lookup import blamed_edges
from diglot.lexicons.paths.paths import best_paths, lexical_paths
from tests.lexicons.paths.test_paths import node, pairs_of
from tests.lexicons.toy import graph_of, random_edges

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
    return lexical_paths(graph, paths), [not good for _, _, good in judgements]


def names(found):
    return [
        {f"{code}:{word}" for code, word in zip(each.languages, each.words, strict=True)}
        for each in found
    ]


def test_one_wrong_edge_explains_many_wrong_pairs():
    graph = graph_of(BANKS)
    words = ("banque", "établissement", "caisse")
    paths, rejected = judged(
        graph,
        [*(("bench", word, False) for word in words), *(("bank", word, True) for word in words)],
    )
    found = blamed_edges(paths, rejected)
    assert names(found)[0] == {"en:bench", "es:banco"}
    assert found[0].dictionaries == ("en-es",)
    assert (found[0].rejected, found[0].accepted) == (3, 0)
    assert found[0].wrong > 0.4 > 0.1 > max(each.wrong for each in found[1:])
    assert found[0].explained > 2
    # What the good pairs go over is hardly to blame.
    assert [(each.rejected, each.accepted) for each in found[1:]] == [(1, 1)] * 3


def test_edges_of_accepted_pairs_alone_are_not_listed():
    graph = graph_of(BANKS)
    paths, rejected = judged(graph, [("bench", "banc", True), ("bench", "banque", False)])
    assert {"ca:banc", "fr:banc"} not in names(blamed_edges(paths, rejected))


def test_without_rejections_nothing_is_blamed():
    graph = graph_of(BANKS)
    paths, rejected = judged(graph, [("bank", "banque", True)])
    assert len(blamed_edges(paths, rejected)) == 0


@pytest.mark.slow
@settings(max_examples=20)
@given(edges=random_edges(), data=st.data())
def test_blame_is_a_probability_and_never_more_than_the_rejections(edges, data):
    graph = graph_of(edges)
    found = best_paths(graph, *pairs_of(graph), source="en", target="fr")
    size = len(found)
    rejected = data.draw(st.lists(st.booleans(), min_size=size, max_size=size))
    blamed = blamed_edges(lexical_paths(graph, found), rejected)
    assert all(0 < each.wrong < 1 for each in blamed)
    assert all(0 < each.explained <= each.rejected + 1e-9 for each in blamed)
    assert all(each.languages[0] <= each.languages[1] for each in blamed)
    order = [each.explained for each in blamed]
    assert order == sorted(order, reverse=True)
    assert len(set(map(frozenset, names(blamed)))) == len(blamed)


def test_an_acceptance_clears_edges_and_a_rejection_charges_them():
    graph = graph_of(BANKS)
    base = [("bench", "banque", False)]
    alone, more, cleared = (
        blamed_edges(*judged(graph, base + extra))
        for extra in ([], [("bench", "caisse", False)], [("bench", "caisse", True)])
    )
    edge = {"en:bench", "es:banco"}
    charge = [each[names(each).index(edge)].wrong for each in (cleared, alone, more)]
    assert charge == sorted(charge)
    assert charge[0] < charge[2]


def test_judgements_are_one_a_pair():
    graph = graph_of(BANKS)
    paths, _ = judged(graph, [("bank", "banque", True)])
    with pytest.raises(ConfigError, match="2 judgements of 1 pairs"):
        blamed_edges(paths, [True, False])
