"""Both-word precision and recall of edges, against sets of edges."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.evaluate.lexicons.scores import evaluate
from diglot.evaluate.statistics.significance import bootstrap
from diglot.model import Translation

NODES = st.tuples(st.sampled_from("abcd"), st.sampled_from(["noun", "verb"]))
EDGES = st.sets(st.tuples(NODES, NODES), min_size=1, max_size=12)
LEXICON = st.none() | st.sets(NODES)


def translations(edges):
    return [Translation(s[0], t[0], "en", "fr", s[1], t[1]) for s, t in sorted(edges)]


def plain(reference, edges, lexicons):
    """Return right, extra and missed as the definition has them."""

    def classes(which, sources, targets):
        found = [0, 0, 0, 0]
        for s, t in which:
            found[(sources is None or s in sources) + 2 * (targets is None or t in targets)] += 1
        return tuple(found)

    known = {s for s, _ in reference}, {t for _, t in reference}
    return (
        len(reference & edges),
        classes(edges - reference, *known),
        classes(reference - edges, *lexicons),
    )


@given(EDGES, EDGES, LEXICON, LEXICON)
def test_edges_are_counted_by_which_of_their_words_are_known(reference, edges, sources, targets):
    known = {"source_words": sources, "target_words": targets}
    for words in known.values():
        # Gold wants a pair that both lexicons know.
        if words is not None:
            words.update(next(iter(reference)))
    found = evaluate(translations(reference), translations(edges), **known).edges
    right, extra, missed = plain(reference, edges, (sources, targets))
    assert (found.right, found.extra, found.missed) == (right, extra, missed)
    precision, recall = (right / (right + each[3]) if right else 0 for each in (extra, missed))
    assert found.score.values["precision"] == pytest.approx(precision)
    assert found.score.values["recall"] == pytest.approx(recall)
    assert found.pos


def test_a_noun_does_not_match_a_verb_but_without_parts_of_speech_words_do():
    noun = [Translation("walk", "marche", "en", "fr", "noun", "noun")]
    verb = [Translation("walk", "marche", "en", "fr", "verb", "noun")]
    found = evaluate(noun, verb)
    assert found.edges.right == 0
    assert found.both.values["recall"] == 1.0
    bare = evaluate(noun, [("walk", "marche")]).edges
    assert bare.right == 1
    assert not bare.pos
    assert "pos:ignore" in str(bare.score.signature)


def test_precision_is_judged_on_words_of_the_whole_reference():
    reference = [("dog", "chien"), ("cat", "chat")]
    found = evaluate(reference, [("dog", "chat")], source_words=["dog"], target_words=["chien"])
    assert found.judged_rows == 0
    assert found.edges.extra == (0, 0, 0, 1)
    assert found.edges.missed == (1, 0, 0, 1)


def test_rows_under_the_threshold_are_no_edges():
    found = evaluate([("a", "x"), ("b", "y")], [("a", "x", 0.5), ("b", "x", 0.4)])
    assert found.edges.score.values["precision"] == 1.0
    assert found.edges.missed == (0, 0, 0, 1)


def test_intervals_come_from_the_words():
    reference = [(str(number), str(number)) for number in range(30)]
    edges = [(str(number), str(number + number % 3 // 2)) for number in range(25)]
    found = bootstrap(evaluate(reference, edges).edges.score, draws=100)
    low, high = found.intervals["precision"]
    assert low < found.values["precision"] < high
