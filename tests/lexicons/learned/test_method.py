"""The default method: candidates of walks with the probabilities of a scorer."""

from __future__ import annotations

import importlib
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from diglot.errors import ConfigError
from diglot.lexicons.graph.graph import Graph
from diglot.lexicons.interface import LinkCounts, Resources
from diglot.lexicons.learned import evidence
from diglot.lexicons.learned.method import learned_scores
from diglot.lexicons.learned.scorer import Scorer
from tests.lexicons.concepts import CONCEPTS, drawn, right
from tests.lexicons.stumps import stump
from tests.lexicons.toy import Edge, graph_of, named, random_edges

method = importlib.import_module("diglot.lexicons.learned.method")  # the package has the function
SURE = Scorer(stump("pivots", 1.5), (1.0, 1.0, 0.0))
"""Believes pairs that two languages or more join."""
ALL = {"least": 0}


@pytest.fixture
def graph() -> Graph:
    """Dogs over two languages, and a wrong way over one."""
    return graph_of(
        [
            *(("en:dog", "es:perro"), ("en:dog", "ca:gos"), ("es:perro", "fr:chien")),
            *(("ca:gos", "fr:chien"), ("es:perro", "fr:chiot")),
        ]
    )


# --- the scorer


def test_the_given_scorer_scores(graph: Graph) -> None:
    found = named(graph, learned_scores(graph, "en", "fr", Resources(scorer=SURE)))
    low, high = (1 / (1 + np.exp(-odds)) for odds in (-2.0, 2.0))
    assert found == {
        ("en:dog", "fr:chien"): pytest.approx(high),
        ("en:dog", "fr:chiot"): pytest.approx(low),
    }


def test_with_a_scorer_nothing_is_learnt(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(method, "train_for_pair")
    assert len(learned_scores(graph, "en", "fr", Resources(scorer=SURE))) == 2


def test_without_one_it_is_learnt_for_the_pair_with_the_seed(
    graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def trained(_: Graph, source: str, target: str, *, seed: int) -> Scorer:
        asked.append((source, target, seed))
        return SURE

    monkeypatch.setattr(method, "train_for_pair", trained)
    found = learned_scores(graph, "en", "fr", Resources(seed=7))
    assert asked == [("en", "fr", 7)]
    assert len(found) == 2


def test_a_graph_that_is_too_small_to_learn_from_is_told(graph: Graph) -> None:
    with pytest.raises(ConfigError, match=r"too few dictionaries confirm each other.*--scorer"):
        learned_scores(graph, "en", "fr", Resources())


@pytest.mark.parametrize("scorer", ["model", 5, {}, stump("pivots", 1.5)])
def test_what_is_no_scorer_of_this_method_is_refused(graph: Graph, scorer: object) -> None:
    with pytest.raises(ConfigError, match="not for the method learned"):
        learned_scores(graph, "en", "fr", Resources(scorer=scorer))


# --- options and languages


def test_only_pairs_of_the_least_probability_are_returned(graph: Graph) -> None:
    for least, pairs in ((0, 2), (0.5, 1), ("0.95", 0)):
        resources = Resources(scorer=SURE, options={"least": least})
        assert len(learned_scores(graph, "en", "fr", resources)) == pairs


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"leest": 0.1}, "unknown option 'leest' .did you mean least"),
        ({"least": 1.5}, "least is 1.5: give a number from 0 to 1"),
        ({"least": "much"}, "give a number"),
    ],
)
def test_a_wrong_option_is_told(graph: Graph, options: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        learned_scores(graph, "en", "fr", Resources(scorer=SURE, options=options))


def test_one_language_alone_is_refused(graph: Graph) -> None:
    with pytest.raises(ConfigError, match="source and target are both 'en'"):
        learned_scores(graph, "en", "en", Resources(scorer=SURE))


@pytest.mark.parametrize("pair", [("en", "xx"), ("xx", "fr")])
def test_a_language_without_words_is_told(graph: Graph, pair: tuple[str, str]) -> None:
    with pytest.raises(ConfigError, match="no dictionary has words of 'xx'"):
        learned_scores(graph, *pair, Resources(scorer=SURE))


def test_languages_that_nothing_joins_have_no_pairs() -> None:
    apart = graph_of([("en:a", "es:b"), ("fr:c", "ca:d")])
    assert len(learned_scores(apart, "en", "fr", Resources(scorer=SURE, options=ALL))) == 0


# --- what comes of it


@settings(max_examples=20)
@given(random_edges())
def test_pairs_come_once_in_order_with_probabilities(edges: set[Edge]) -> None:
    graph = graph_of(edges)
    found = learned_scores(graph, "en", "fr", Resources(scorer=SURE, options=ALL))
    keys = found.source.astype(np.int64) * graph.nodes + found.target
    assert (np.diff(keys) > 0).all()
    assert ((found.score >= 0) & (found.score <= 1)).all()
    for nodes, language in ((found.source, "en"), (found.target, "fr")):
        first, last = graph.range(language)
        assert ((nodes >= first) & (nodes < last)).all()


@pytest.mark.slow
def test_a_scorer_learnt_in_secret_finds_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    from diglot.lexicons.learned import scorer as training

    monkeypatch.setattr(training, "EXAMPLES", 1200)
    monkeypatch.setattr(training, "GROWTH", replace(training.GROWTH, rounds=20, least_leaf=50))
    graph = drawn()
    found = learned_scores(graph, "en", "fr", Resources())
    true = right(graph, found.source, found.target)
    likely = found.score >= 0.5
    assert true[likely].mean() > 0.85
    assert (true & likely).sum() > 0.8 * CONCEPTS


def test_what_dictionaries_of_the_two_languages_say_changes_nothing() -> None:
    one, other = (
        learned_scores(graph, "en", "fr", Resources(scorer=SURE, options=ALL))
        for graph in (drawn(300, known=1.0), drawn(300, known=1.0, direct=0.9, misled=2.0))
    )
    np.testing.assert_array_equal(one.source, other.source)
    np.testing.assert_array_equal(one.target, other.target)
    np.testing.assert_array_equal(one.score, other.score)


def test_links_of_parallel_text_move_the_scores() -> None:
    graph = drawn(300)
    plain = learned_scores(graph, "en", "fr", Resources(scorer=SURE, options=ALL))
    true = right(graph, plain.source, plain.target)
    ends = list(zip(graph.lemmas(plain.source), graph.lemmas(plain.target), strict=True))
    links = {pair: 9.0 for pair, good in zip(ends, true.tolist(), strict=True) if good}
    counts = LinkCounts(links, dict.fromkeys(ends, 10), 1000)
    linked = learned_scores(graph, "en", "fr", Resources(scorer=SURE, options=ALL, links=counts))
    np.testing.assert_array_equal(linked.source, plain.source)
    assert (linked.score[true] > plain.score[true]).all()
    assert (linked.score[~true] <= plain.score[~true]).all()
    assert linked.score[~true].mean() < plain.score[~true].mean() - 0.05


def test_a_pair_that_is_linked_but_joined_by_no_path_has_its_links_as_reason(
    graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evidence, "FEWEST", 1)
    edges = [("en:dog", "es:perro"), ("en:dog", "ca:gos"), ("es:perro", "fr:chien")]
    edges += [("ca:gos", "fr:chien"), ("en:lone", "es:solo"), ("ca:sol", "fr:seul")]
    graph = graph_of(edges)
    counts = dict.fromkeys([("dog", "chien"), ("lone", "seul")], 9.0)
    links = LinkCounts(counts, dict.fromkeys(counts, 9), 1000)
    knows = replace(SURE, ranker=replace(SURE.ranker, reached=np.array([9, 6, 3], np.int32)))
    found = learned_scores(graph, "en", "fr", Resources(scorer=knows, links=links))
    assert set(named(graph, found)) == {("en:dog", "fr:chien"), ("en:lone", "fr:seul")}
    at = graph.lemmas(found.source).index("lone")
    assert found.score[at] == pytest.approx(1 / (1 + np.exp(-2)))
    assert found.grounds is not None
    assert found.grounds.reasons()[at][0] == "for: linked in parallel text (0.47)"
