"""Pairs that are believed without vectors."""

from __future__ import annotations

from diglot.lexicons.graph.graph import Graph
from diglot.lexicons.methods.mapped_vectors import identical_words, mutual_best_pairs
from diglot.lexicons.paths.pivots import pivot_pairs, pivots_of
from tests.lexicons.toy import graph_of


def lemmas(graph: Graph, pairs: list[list[int]]) -> list[tuple[str, str]]:
    starts = graph.range("en")[0], graph.range("fr")[0]
    return [(graph.lemma(starts[0] + one), graph.lemma(starts[1] + other)) for one, other in pairs]


def test_identical_words_share_letters_and_part_of_speech() -> None:
    graph = graph_of([
        ("en:Table/noun", "es:mesa/noun"), ("fr:table/noun", "es:mesa/noun"),
        ("en:son/noun", "es:hijo/noun"), ("fr:son/determiner", "es:su/determiner"),
    ])  # fmt: skip
    assert lemmas(graph, identical_words(graph, "en", "fr").tolist()) == [("Table", "table")]


def certain_pairs(*edges: tuple[str, str]) -> list[tuple[str, str]]:
    graph = graph_of(edges)
    paths = pivot_pairs(graph, "en", "fr", pivots_of(graph, "en", "fr"))
    return lemmas(graph, mutual_best_pairs(paths).tolist())


DOG = (
    ("en:dog", "es:perro"), ("es:perro", "fr:chien"),
    ("en:dog", "ca:gos"), ("ca:gos", "fr:chien"), ("es:perro", "fr:toutou"),
)  # fmt: skip


def test_certain_pairs_are_best_for_both_words() -> None:
    assert certain_pairs(*DOG) == [("dog", "chien")]


def test_one_pivot_is_not_enough_where_others_have_two() -> None:
    more = (("en:cat", "es:gato"), ("es:gato", "fr:chat"))
    assert certain_pairs(*DOG, *more) == [("dog", "chien")]
    assert certain_pairs(*more) == [("cat", "chat")]


def test_without_paths_nothing_is_certain() -> None:
    assert certain_pairs(("en:a", "es:b"), ("fr:c", "es:d")) == []
