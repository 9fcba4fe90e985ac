"""Paths over pivots with the evidence of parallel text."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from diglot.errors import ConfigError
from diglot.lexicons.graph.graph import edges_between
from diglot.lexicons.interface import LinkCounts, Resources
from diglot.lexicons.methods.pivotalign import path_links, pivotalign, synonyms
from diglot.lexicons.paths.pivots import pivots_of
from tests.lexicons.toy import Edge, graph_of, named, random_edges

DOG = (
    ("en:Dog/noun", "es:perro/noun"),
    ("es:perro/noun", "fr:chien/noun"),
    ("en:Dog/noun", "ca:gos/noun"),
    ("ca:gos/noun", "eo:hundo/noun"),
    ("eo:hundo/noun", "fr:toutou/noun"),
    ("en:hot dog/noun", "es:perrito/noun"),
    ("es:perrito/noun", "fr:hot-dog/noun"),
)


def counts(
    links: dict[tuple[str, str], float], *, together: int = 0, sentences: int = 1024
) -> LinkCounts:
    return LinkCounts(links, {pair: together or int(n) for pair, n in links.items()}, sentences)


def scores(
    edges: tuple[Edge, ...], links: LinkCounts | None, **options: object
) -> dict[tuple[str, str], float]:
    graph = graph_of(edges)
    pairs = pivotalign(graph, "en", "fr", Resources(links=links, options=options))
    return {
        (one.partition(":")[2].partition("/")[0], other.partition(":")[2].partition("/")[0]): score
        for (one, other), score in named(graph, pairs).items()
    }


def test_the_published_measure_stands_at_one_half() -> None:
    # 10 links in 20 sentence pairs of a thousand: 10 / (20 + log2 1024) = 1/3.
    found = scores(DOG, counts({("dog", "chien"): 10}, together=20))
    assert found == {("Dog", "chien"): pytest.approx(0.5 + 0.5 * (1 / 3 - 0.12) / (1 - 0.12))}


def test_a_pair_on_the_border_of_a_setting_gets_one_half() -> None:
    # 12 / (90 + 10) = .12
    links = counts({("dog", "chien"): 12}, together=90)
    by_setting = {each: scores(DOG, links, setting=each)[("Dog", "chien")] for each in "PFR"}
    assert by_setting["F"] == pytest.approx(0.5)
    assert by_setting["P"] < 0.5 < by_setting["R"]


def test_more_links_than_sentence_pairs_count_one() -> None:
    assert scores(DOG, counts({("dog", "chien"): 99}, together=5)) == {("Dog", "chien"): 1.0}


def test_links_without_a_path_are_no_pair() -> None:
    assert scores(DOG, counts({("dog", "hot-dog"): 50})) == {}


def test_three_edges_reach_farther_than_two() -> None:
    links = counts({("dog", "toutou"): 50})
    assert set(scores(DOG, links)) == {("Dog", "toutou")}
    assert scores(DOG, links, steps=2) == {}


def test_words_of_several_parts_that_are_linked_count_one() -> None:
    links = counts({("hot dog", "hot-dog"): 1}, together=9)
    assert scores(DOG, links) == {("hot dog", "hot-dog"): 1.0}


def test_proper_nouns_that_are_identical_count_one_without_links() -> None:
    edges = (
        ("en:Berlin/properNoun", "es:Berlín/properNoun"),
        ("es:Berlín/properNoun", "fr:Berlin/properNoun"),
        ("en:son/noun", "es:hijo/noun"),
        ("es:hijo/noun", "fr:son/noun"),
    )
    assert scores(edges, counts({})) == {("Berlin", "Berlin"): 1.0}


def test_the_part_of_speech_is_carried_along() -> None:
    edges = (("en:walk/noun", "es:paseo/noun"), ("es:paseo/noun", "fr:marcher/verb"))
    links = counts({("walk", "marcher"): 50})
    assert scores(edges, links) == {}
    assert set(scores(edges, links, pos="any")) == {("walk", "marcher")}


def test_synonyms_bring_pairs_that_no_path_joins() -> None:
    edges = (
        ("en:dog/noun", "es:perro/noun"),
        ("en:hound/noun", "es:perro/noun"),
        ("en:hound/noun", "es:sabueso/noun"),
        ("es:sabueso/noun", "fr:limier/noun"),
    )
    links = counts({("dog", "limier"): 50})
    assert scores(edges, links) == {}
    assert set(scores(edges, links, synonyms=True)) == {("dog", "limier")}


def test_synonyms_need_more_than_two_fifths_of_the_languages() -> None:
    edges = [("en:a", "es:x"), ("en:b", "es:x"), ("en:a", "ca:y"), ("en:b", "ca:z")]
    graph = graph_of([*edges, ("fr:f", "es:x")])
    assert synonyms(graph, "en", "fr").toarray().tolist() == [[1, 1], [1, 1]]
    graph = graph_of([*edges, ("en:a", "eo:v"), ("en:b", "eo:w"), ("fr:f", "es:x")])
    assert synonyms(graph, "en", "fr").toarray().tolist() == [[1, 0], [0, 1]]


def test_without_text_pivot_words_are_the_sentences() -> None:
    # One translation each over two pivots: 2 links in 2 of 2 sentences, 2 / (2 + 1).
    edges = (
        ("en:dog", "es:perro"), ("es:perro", "fr:chien"),
        ("en:dog", "ca:gos"), ("ca:gos", "fr:chien"),
    )  # fmt: skip
    graph = graph_of(edges)
    assert path_links(graph, "en", "fr", ("ca", "es")).toarray().tolist() == [
        [pytest.approx(2 / 3)]
    ]


def test_model_1_tells_which_of_several_translations_go_together() -> None:
    edges = (
        ("en:bank", "es:banco"), ("en:bench", "es:banco"),
        ("es:banco", "fr:banque"), ("es:banco", "fr:banc"),
        ("en:bank", "ca:banca"), ("ca:banca", "fr:banque"),
        ("en:bench", "ca:seient"), ("ca:seient", "fr:banc"),
    )  # fmt: skip
    found = scores(edges, None)
    assert min(found["bank", "banque"], found["bench", "banc"]) > 3 * max(
        found["bank", "banc"], found["bench", "banque"]
    )


@settings(max_examples=20)
@given(random_edges())
def test_links_of_paths_are_shares_and_stand_where_paths_do(edges: set[Edge]) -> None:
    graph = graph_of(edges)
    pivots = pivots_of(graph, "en", "fr")
    found = path_links(graph, "en", "fr", pivots)
    assert ((found.data > 0) & (found.data <= 1)).all()
    paths = sum(
        edges_between(graph, "en", each) @ edges_between(graph, each, "fr") for each in pivots
    )
    assert ((found.toarray() > 0) == (paths.toarray() > 0)).all()


@settings(max_examples=20)
@given(random_edges())
def test_pairs_come_once_in_order_with_scores_in_range(edges: set[Edge]) -> None:
    graph = graph_of(edges)
    pairs = pivotalign(graph, "en", "fr", Resources())
    keys = pairs.source.astype(np.int64) * graph.nodes + pairs.target
    assert (np.diff(keys) > 0).all()
    assert ((pairs.score >= 0) & (pairs.score <= 1)).all()


def test_an_empty_text_gives_no_pair() -> None:
    assert scores(DOG, LinkCounts({}, {}, 0)) == {}


def test_a_wrong_setting_names_those_that_there_are() -> None:
    with pytest.raises(ConfigError, match=r"setting.*F, P, R"):
        scores(DOG, None, setting="G")


def test_without_a_common_pivot_paths_of_two_edges_are_refused() -> None:
    edges = (("en:dog", "es:perro"), ("es:perro", "ca:gos"), ("ca:gos", "fr:chien"))
    with pytest.raises(ConfigError, match="steps=3"):
        scores(edges, None, steps=2)
    assert set(scores(edges, counts({("dog", "chien"): 50}))) == {("dog", "chien")}
