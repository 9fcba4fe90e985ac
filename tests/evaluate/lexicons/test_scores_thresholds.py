"""Figures of inferred dictionaries at every threshold, and of their parts."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.evaluate.lexicons.gold import build_gold
from diglot.evaluate.lexicons.pairs import Rules
from diglot.evaluate.lexicons.scores import (
    GRID,
    evaluate,
    levels_of,
    mean_curve,
    part_scores,
    threshold_curve,
    threshold_grid,
)
from diglot.model import Translation

GOLD = [("a", "x"), ("a", "y"), ("b", "y"), ("c", "z"), ("d", "w")]
SCORES = st.sampled_from([round(0.05 * step, 2) for step in range(21)] + [1 / 3, 0.123])
PAIRS = st.tuples(st.sampled_from("abcde"), st.sampled_from("wxyzv"), SCORES)
RULES = st.builds(
    Rules, duplicates=st.sampled_from(["max", "keep"]), filter=st.sampled_from(["both", "one"])
)


def test_the_grid_holds_the_numbers_nearest_to_its_decimals():
    assert threshold_grid("0.05") == tuple(float(Decimal(step * 5) / 100) for step in range(21))
    assert GRID[7] == 0.35
    assert threshold_grid("0.3") == (0.0, 0.3, 0.6, 0.9)


@pytest.mark.parametrize("step", ["0", "2", "-1", "NaN", "0.00001", "a"])
def test_a_step_of_the_grid_lies_above_0(step):
    with pytest.raises(ConfigError, match="step"):
        threshold_grid(step)


@pytest.mark.slow
@settings(max_examples=20)
@given(st.lists(PAIRS, max_size=20), RULES)
def test_each_row_of_the_sweep_is_the_score_at_its_threshold(rows, rules):
    gold = build_gold(GOLD, rules=rules)
    for row in evaluate(gold, rows).sweep:
        there = evaluate(gold, rows, threshold=row.threshold)
        assert there.main.values == pytest.approx(
            {name: getattr(row, name) for name in ("precision", "recall", "f1", "coverage")}
        )
        assert row.kept == there.judged_rows


@given(st.lists(PAIRS, max_size=20), RULES)
def test_no_threshold_is_better_than_the_best(rows, rules):
    gold = build_gold(GOLD, rules=rules)
    found = evaluate(gold, rows)
    assert found.best.f1 >= max(row.f1 for row in found.sweep) - 1e-12
    there = evaluate(gold, rows, threshold=found.best.threshold)
    assert there.main.values["f1"] == pytest.approx(found.best.f1)


@given(st.lists(PAIRS, max_size=20))
def test_the_area_is_the_sum_of_steps_of_recall(rows):
    found = evaluate(GOLD, rows)
    best = {}
    for source, target, score in rows:
        if source in "abcd" and target in "xyzw":
            best[source, target] = max(best.get((source, target), 0), score)
    area, before = 0.0, 0.0
    for level in sorted(set(best.values()), reverse=True):
        kept = [pair for pair, score in best.items() if score >= level]
        right = len(set(kept) & set(GOLD))
        area += (right / len(GOLD) - before) * right / len(kept)
        before = right / len(GOLD)
    assert found.auc == pytest.approx(area)


@pytest.mark.slow
def test_the_error_of_the_area_is_that_of_drawing_source_words_again():
    rng = np.random.default_rng(5)
    words = [str(number) for number in range(150)]
    gold = [(word, f"{word}{end}") for word in words for end in "ab"[: rng.integers(1, 3)]]
    rows = [
        (word, f"{word}{end}", round(float(rng.random()), 1))
        for word in words
        for end in "abc"[: rng.integers(0, 4)]
    ]
    found = evaluate(gold, rows)
    areas = []
    for _ in range(300):
        drawn = rng.choice(words, len(words))
        again, answers = ([], [])
        for number, word in enumerate(drawn):  # a word that is drawn twice is two words
            again += [(f"{number}", target) for source, target in gold if source == word]
            answers += [(f"{number}", *rest) for source, *rest in rows if source == word]
        areas.append(evaluate(again, answers).auc)
    assert found.auc_error == pytest.approx(np.std(areas), rel=0.15)
    assert evaluate(gold[:8], rows).auc_error is None


def test_a_random_order_has_the_area_of_its_share():
    gold = [(str(number), str(number)) for number in range(100)]
    rows = [(str(one), str(one), 0.5) for one in range(50)]
    rows += [(str(one), str(one + 1), 0.5) for one in range(50)]
    found = evaluate(gold, rows)
    assert found.auc == pytest.approx(0.5 * 0.5)


def test_curves_of_directions_are_averaged_threshold_by_threshold():
    one = evaluate(GOLD, [("a", "x", 0.9), ("b", "x", 0.2)])
    other = evaluate([("p", "q")], [("p", "q", 0.4)])
    levels = levels_of([one.run, other.run])
    assert levels.tolist() == [0.9, 0.4, 0.2]
    found = mean_curve([threshold_curve(each.run, each.gold, levels) for each in (one, other)])
    assert found.precision.tolist() == [0.5, 1.0, 0.75]
    assert found.coverage == pytest.approx([0.125, 0.625, 0.75])
    assert found.best.threshold == 0.4
    assert np.isclose(found.best.f1, (1 / 3 + 1) / 2)


def parts_of(found, split):
    return {row.part: row for row in part_scores(found) if row.split == split}


def test_parts_by_the_number_of_translations_in_gold():
    found = evaluate(GOLD, [("a", "x"), ("a", "z"), ("b", "y"), ("c", "y")])
    parts = parts_of(found, "translations in gold")
    assert (parts["2"].gold, parts["2"].kept, parts["2"].right) == (2, 2, 1)
    assert (parts["1"].gold, parts["1"].kept, parts["1"].right) == (3, 2, 1)
    assert parts["1"].recall == pytest.approx(1 / 3)
    assert set(parts) == {"1", "2"}


def test_names_that_are_the_same_in_both_languages_stand_apart():
    gold = [("Paris", "Paris"), ("dog", "chien"), ("guinea pig", "cobaye")]
    found = evaluate(gold, [("paris", "PARIS"), ("guinea pig", "chien"), ("dog", "chien")])
    spelling = parts_of(found, "spelling")
    assert spelling["identical"].f1 == 1.0
    assert spelling["not identical"].precision == 0.5
    words = parts_of(found, "words")
    assert (words["multi-word"].gold, words["multi-word"].kept) == (1, 1)
    assert words["multi-word"].f1 == 0.0


def test_a_right_row_has_the_part_of_speech_of_gold():
    gold = [Translation("walk", "marche", "en", "fr", "noun", "noun")]
    rows = [Translation("walk", "marche", "en", "fr", "verb", "verb", score=1.0)]
    parts = parts_of(evaluate(gold, rows), "part of speech")
    assert set(parts) == {"noun"}
    assert parts["noun"].f1 == 1.0


def test_without_parts_of_speech_in_gold_recall_by_them_is_unknown():
    rows = [Translation("a", "x", "en", "fr", "verb", "verb", score=1.0)]
    row = parts_of(evaluate(GOLD, rows), "part of speech")["verb"]
    assert (row.gold, row.recall, row.f1) == (None, None, None)
    assert row.precision == 1.0


def test_without_parts_of_speech_anywhere_there_are_none():
    assert not parts_of(evaluate(GOLD, GOLD), "part of speech")


def test_rows_under_the_threshold_are_in_no_part():
    found = evaluate(GOLD, [("a", "x", 0.9), ("a", "y", 0.1)])
    assert parts_of(found, "words")["single-word"].kept == 1
    assert parts_of(evaluate(GOLD, [("a", "x", 0.1)]), "words")["single-word"].precision is None
