"""Terminology metrics as a whole: what holds for every test set and every hypothesis."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.evaluate.statistics.significance import (
    combine_scores,
    combined_intervals,
    compare_scores,
)
from diglot.evaluate.terminology.scores import score_terms
from diglot.evaluate.terminology.texts import Vocabulary, encode_set
from diglot.model.terms import AnnotatedSegment, AnnotatedSet, TermMark
from tests.evaluate.terminology.marked_texts import encoded, hypotheses_for, marked, marked_sets

# A ceiling below 1: segments without terms count as 0.
BELOW_ONE = {"all_segments"}


def figures(annotated: AnnotatedSet, hypotheses: list[str]) -> dict[str, float]:
    gold = encode_set(annotated, vocabulary=Vocabulary(str.lower, lambda word: word == "de"))
    heads = [[place - 1 for place in range(len(text.split()))] for text in hypotheses]
    references = [
        [place - 1 for place in range(len((each.reference or "").split()))]
        for each in annotated.segments
    ]
    found = score_terms(gold, gold.hypothesis(hypotheses), heads=(references, heads))
    return {
        f"{name}.{figure}": value
        for name, score in found.scores.items()
        for figure, value in score.values.items()
    }


@given(marked_sets())
def test_the_reference_scores_one_on_every_metric(annotated):
    if not any(segment.terms for segment in annotated.segments):
        return
    found = figures(annotated, [segment.reference for segment in annotated.segments])
    wrong = {
        name: value
        for name, value in found.items()
        if name.partition(".")[2] not in BELOW_ONE and value != pytest.approx(1)
    }
    assert not wrong


@given(marked_sets())
def test_an_empty_hypothesis_scores_zero_on_every_metric(annotated):
    assert not any(figures(annotated, [""] * len(annotated.segments)).values())


@settings(max_examples=20)
@given(st.data())
def test_no_figure_leaves_the_range_from_zero_to_one(data):
    annotated = data.draw(marked_sets())
    found = figures(annotated, data.draw(hypotheses_for(annotated)))
    assert all(0 <= value <= 1 + 1e-12 for value in found.values())


@settings(max_examples=20)
@given(st.data(), st.randoms(use_true_random=False))
def test_no_figure_depends_on_the_order_of_segments(data, shuffler: random.Random):
    annotated = data.draw(marked_sets())
    hypotheses = data.draw(hypotheses_for(annotated))
    pairs = list(zip(annotated.segments, hypotheses, strict=True))
    shuffler.shuffle(pairs)
    again = AnnotatedSet(tuple(segment for segment, _ in pairs))
    assert figures(again, [text for _, text in pairs]) == pytest.approx(
        figures(annotated, hypotheses)
    )


@settings(max_examples=20)
@given(st.data())
def test_a_further_segment_changes_nothing_in_the_others(data):
    annotated = data.draw(marked_sets())
    hypotheses = data.draw(hypotheses_for(annotated))
    longer = AnnotatedSet((*annotated.segments, marked("a [1 b] c", name="last")))
    gold, more = encode_set(annotated), encode_set(longer)
    before = score_terms(gold, gold.hypothesis(hypotheses)).terms
    after = score_terms(more, more.hypothesis([*hypotheses, "b"])).terms
    assert after[: len(before)] == before


def test_positions_are_not_available_where_terms_have_no_places():
    mark = TermMark("1", "fever", ("fiebre",))
    gold = encode_set(AnnotatedSet((AnnotatedSegment("1", "fever", "fiebre", (mark,)),)))
    found = score_terms(gold, gold.hypothesis(["fiebre"]))
    assert set(found.scores) == {"exact_match", "partial"}
    assert set(found.scores["partial"].values) == {"accuracy"}
    assert "where its terms stand" in found.missing["window_overlap_2"]


def test_what_was_not_given_is_said():
    gold = encoded(marked("[1 a]"))
    missing = score_terms(gold, gold.hypothesis(["a"])).missing
    assert "--parser" in missing["dependency_window"]
    assert "--align" in missing["aligned_partial"]


def test_a_set_without_terms_scores_zero():
    gold = encoded(marked("a b"))
    assert score_terms(gold, gold.hypothesis(["a b"])).scores["exact_match"].values == {
        "accuracy": 0.0,
        "surface": 0.0,
    }


def test_metrics_are_compared_on_the_same_resamples():
    gold = encoded(*(marked("a [1 t] b", name=str(number)) for number in range(30)))
    good = score_terms(gold, gold.hypothesis(["a t b"] * 20 + ["x"] * 10)).scores
    bad = score_terms(gold, gold.hypothesis(["a t b"] * 5 + ["x"] * 25)).scores
    better = combined_intervals(good, draws=200)
    low, high = better["exact_match"].intervals["accuracy"]
    assert low < 20 / 30 < high
    # The same draws for all: two figures that are equal have equal intervals.
    assert better["partial"].intervals["accuracy"] == (low, high)
    [(_, _, exact), (_, _, overlap)] = compare_scores(
        [combine_scores("all", each) for each in (good, bad)],
        ("exact_match.accuracy", "window_overlap_2.all_terms"),
        draws=200,
    )
    assert exact.difference == overlap.difference == pytest.approx(-0.5)
    assert exact.p < 0.02
    assert exact.interval == overlap.interval
