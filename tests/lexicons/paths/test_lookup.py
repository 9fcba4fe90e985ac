"""Words in a graph: found by spelling, what they reach, why they reach nothing."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.lexicons.paths.lookup import close_spellings, nodes_of, reachable_words, why_no_path
from diglot.lexicons.paths.paths import best_paths
from tests.lexicons.dictionaries import graph_of, words
from tests.lexicons.toy import graph_of as toy
from tests.lexicons.toy import random_edges


def test_a_word_is_found_in_every_case_and_part_of_speech():
    graph = graph_of(
        {
            "en-es": [
                ("Polish", "polaco", "adjective"),
                ("polish", "pulir", "verb"),
                ("polish", "betún", "noun"),
                ("polis", "polis"),
                ("polished", "pulido"),
            ]
        }
    )
    for wanted in ("polish", "POLISH", " Polish "):
        assert sorted(words(graph, nodes_of(graph, wanted, "en"))) == ["Polish", "polish", "polish"]
    assert len(nodes_of(graph, "poli", "en")) == 0
    assert len(nodes_of(graph, "polish", "es")) == 0


@given(st.lists(st.text(max_size=4).filter(str.strip), min_size=1, max_size=12))
def test_every_lemma_finds_itself(lemmas):
    graph = graph_of({"en-es": [(each, "x") for each in lemmas]})
    first, last = graph.range("en")
    for node in range(first, last):
        assert node in nodes_of(graph, graph.lemma(node), "en")


def test_close_spellings_come_closest_first():
    known = ["chien", "chienne", "chine", "Chien", "perro", "dog", "chaîne"]
    assert close_spellings("chein", known)[0] == "chien"
    assert "Chien" not in close_spellings("chein", known)
    assert close_spellings("CHINE", known)[0] == "chine"
    assert close_spellings("xyzzy", known) == ()
    assert "perro" in close_spellings("pero", known)


@settings(max_examples=20)
@given(random_edges(languages=("en", "es", "ca", "it", "fr")))
def test_what_is_reachable_is_what_has_a_path(edges):
    graph = toy(edges)
    first, last = graph.range("en")
    goals = np.arange(*graph.range("fr"))
    for node in range(first, last):
        found = reachable_words(graph, np.array([node], np.int32), "en", "fr")
        paths = best_paths(
            graph, np.full(len(goals), node), goals, source="en", target="fr", longest=3
        )
        assert found.tolist() == goals[paths.counts.sum(axis=1) > 0].tolist()


DICTIONARIES = {
    "en-es": [("dog", "perro"), ("cat", "gato")],
    "es-fr": [("gato", "chat"), ("sol", "soleil")],
    "en-it": [("sun", "sole")],
    "eo-fr": [("hundo", "chien")],
    "en-fr": [("tea", "thé")],
}


@pytest.mark.parametrize(
    ("word", "other", "message"),
    [
        ("dog", None, ("'dog' leads to es (perro), but nothing there leads on to fr: a dictionary "
                      "such as es-fr with these words would help")),
        ("tea", None, ("dictionaries lead from 'tea' to no third language: one of en and another "
                      "language than fr would help")),
        ("dog", "chat", "'dog' and 'chat' share no pivot: es: perro against gato"),
        ("sun", "chien", ("no pivot language is shared: 'sun' leads to it (sole), 'chien' to eo "
                         "(hundo); a dictionary such as it-eo would help")),
        ("dog", "thé", ("dictionaries lead from 'thé' to no third language: one of fr and another "
                       "language than en would help")),
    ],
)  # fmt: skip
def test_a_word_without_a_path_says_what_is_missing(word, other, message):
    graph = graph_of(DICTIONARIES)
    others = nodes_of(graph, other, "fr") if other else None
    assert why_no_path(graph, nodes_of(graph, word, "en"), others, "en", "fr") == message
