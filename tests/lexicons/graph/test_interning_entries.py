"""What a dictionary lists of scored pairs, and in which order."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.lexicons.graph.graph import Graph
from diglot.lexicons.graph.interning import alphabetical_ranks, entries
from diglot.lexicons.interface import ScoredPairs
from tests.lexicons.dictionaries import graph_of, words

Row = tuple[str, str, str, str, float]


def node(graph: Graph, language: str, lemma: str, part: str) -> int:
    """The number of a node."""
    begin, end = graph.range(language)
    for at in range(begin, end):
        if graph.lemma(at) == lemma and graph.parts[graph.part[at]] == part:
            return at
    raise LookupError(lemma)


def scored(rows: list[Row]) -> tuple[Graph, ScoredPairs]:
    """A graph that has the words, and the pairs with their scores."""
    graph = graph_of({"en-fr": [(one, other, part, to) for one, part, other, to, _ in rows]})
    found = sorted(
        (node(graph, "en", one, part), node(graph, "fr", other, to), score)
        for one, part, other, to, score in rows
    )
    source, target, score = (np.array(column) for column in zip(*found, strict=True))
    return graph, ScoredPairs(source.astype(np.int32), target.astype(np.int32), score)


def listed(rows: list[Row], **options: float) -> list[tuple[str, str, float]]:
    graph, pairs = scored(rows)
    found = entries(graph, pairs, **options)  # type: ignore[arg-type]
    return list(
        zip(
            words(graph, found.source),
            words(graph, found.target),
            found.score.tolist(),
            strict=True,
        )
    )


def test_headwords_come_by_the_alphabet_and_the_best_translation_first() -> None:
    rows = [
        ("zoo", "noun", "zoo", "noun", 0.9),
        ("house", "noun", "foyer", "noun", 0.6),
        ("house", "noun", "maison", "noun", 0.8),
    ]
    assert listed(rows) == [("house", "maison", 0.8), ("house", "foyer", 0.6), ("zoo", "zoo", 0.9)]


def test_letters_with_marks_stand_beside_those_without() -> None:
    rows = [(word, "", "x", "", 0.5) for word in ("zebra", "éclair", "eclipse", "Ebb", "e-mail")]
    assert [row[0] for row in listed(rows)] == ["Ebb", "éclair", "eclipse", "e-mail", "zebra"]


def test_a_score_at_the_threshold_stays_in_spite_of_rounding() -> None:
    rows = [("a", "", "b", "", 0.1 + 0.4 - 1e-12), ("a", "", "c", "", 0.499)]
    assert [row[1] for row in listed(rows, threshold=0.5)] == ["b"]


def test_parts_of_speech_are_entries_of_their_own() -> None:
    rows = [("run", "noun", "course", "noun", 0.6), ("run", "verb", "courir", "verb", 0.9)]
    assert listed(rows, top=1) == [("run", "course", 0.6), ("run", "courir", 0.9)]


def test_of_equal_lemmas_with_one_part_of_speech_the_best_is_listed() -> None:
    rows = [
        ("red", "adjective", "rouge", "noun", 0.7),
        ("red", "adjective", "rouge", "adjective", 0.8),
    ]
    assert listed(rows) == [("red", "rouge", 0.8)]


def test_among_equal_scores_the_same_part_of_speech_wins() -> None:
    rows = [("red", "noun", "rouge", "adjective", 0.7), ("red", "noun", "rouge", "noun", 0.7)]
    graph, pairs = scored(rows)
    found = entries(graph, pairs)
    assert graph.parts[graph.part[found.target[0]]] == "noun"


def test_an_unknown_part_of_speech_is_taken_from_the_translation() -> None:
    rows = [("red", "", "rouge", "noun", 0.7), ("red", "noun", "rouge", "noun", 0.6)]
    assert listed(rows) == [("red", "rouge", 0.7)]


def test_lemmas_that_differ_in_case_stay_apart() -> None:
    rows = [("Polish", "", "polonais", "", 0.9), ("polish", "", "polir", "", 0.8)]
    assert len(listed(rows)) == 2


def test_top_counts_translations_of_a_headword() -> None:
    rows = [("a", "", other, "", score) for other, score in (("x", 0.5), ("y", 0.7), ("z", 0.6))]
    assert [row[1] for row in listed(rows, top=2)] == ["y", "z"]


def test_less_than_one_translation_is_refused() -> None:
    graph, pairs = scored([("a", "", "b", "", 0.5)])
    with pytest.raises(ConfigError, match="--top is 0"):
        entries(graph, pairs, top=0)


def test_nothing_above_the_threshold_is_an_empty_dictionary() -> None:
    assert listed([("a", "", "b", "", 0.4)], threshold=0.5) == []


word = st.sampled_from(["a", "A", "b", "é", "e f", "e-f"])
part = st.sampled_from(["", "noun", "verb"])
row = st.tuples(word, part, word, part, st.sampled_from([0.0, 0.25, 0.5, 1.0]))


@given(st.lists(row, min_size=1, max_size=12, unique_by=lambda each: each[:4]))
def test_every_entry_comes_once_with_its_best_score(rows: list[Row]) -> None:
    best: dict[tuple[str, str, str], float] = {}
    for one, part, other, to, score in rows:
        key = (one, other, part or to)
        best[key] = max(score, best.get(key, 0.0))
    graph, pairs = scored(rows)
    found = entries(graph, pairs)
    parts = [
        graph.parts[graph.part[one] or graph.part[other]]
        for one, other in zip(found.source, found.target, strict=True)
    ]
    keys = list(zip(words(graph, found.source), words(graph, found.target), parts, strict=True))
    assert dict(zip(keys, found.score.tolist(), strict=True)) == best
    assert len(keys) == len(best)
    order = list(
        zip(
            alphabetical_ranks(graph, found.source).tolist(),
            parts,
            (-found.score).tolist(),
            strict=True,
        )
    )
    assert order == sorted(order)
