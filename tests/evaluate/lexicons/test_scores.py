"""Scores of inferred dictionaries, against a plain reading of the rules of TIAD."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.errors import ConfigError, InputError
from diglot.evaluate.lexicons.gold import build_gold
from diglot.evaluate.lexicons.pairs import Rules, WordPairs
from diglot.evaluate.lexicons.scores import average, evaluate, part_scores
from diglot.evaluate.statistics.significance import bootstrap, paired_bootstrap
from diglot.model import Translation

FIGURES = ("precision", "recall", "f1", "coverage")
EN_FR = [
    ("dog", "chien"),
    ("cat", "chat"),
    ("bank", "banque"),
    ("bank", "rive"),
    ("horse", "cheval"),
]


@dataclass(frozen=True)
class Row:
    """A row of the oracle: words, part of speech of each, score."""

    source: str
    target: str
    parts: tuple[str, str]
    score: float


def plain(gold, rows, lexicons, threshold, rules):
    """Return the figures by the pseudo-code of the rules, row by row."""

    def key(word, part):
        word = " ".join(word.split())
        word = word.casefold() if rules.case == "fold" else word
        return (word, part) if rules.pos == "match" else word

    right = {(key(g.source, g.parts[0]), key(g.target, g.parts[1])) for g in gold}
    known = [None if each is None else {key(w, p) for w, p in each} for each in lexicons]
    right = {
        (s, t)
        for s, t in right
        if (known[0] is None or s in known[0]) and (known[1] is None or t in known[1])
    }
    if not right:
        return None
    sources, targets = {s for s, _ in right}, {t for _, t in right}
    keyed = [(key(r.source, r.parts[0]), key(r.target, r.parts[1]), r) for r in rows]
    if rules.duplicates == "max":
        best = {}
        for s, t, r in keyed:
            best[s, t] = max(best.get((s, t), 0.0), r.score)
        system = [(s, t, score) for (s, t), score in best.items()]
    else:
        system = [
            (s, t, score) for s, t, _, score in {(s, t, r.parts, r.score) for s, t, r in keyed}
        ]
    system = [
        each
        for each in system
        if each[0] in sources and (rules.filter == "one" or each[1] in targets)
    ]
    kept = [(s, t) for s, t, score in system if score >= threshold - 1e-9]
    correct = [each for each in kept if each in right]
    precision = len(correct) / len(kept) if kept else 0.0
    recall = len(set(correct)) / len(right)
    total = precision + recall
    return {
        "precision": precision,
        "recall": recall,
        "f1": 2 * precision * recall / total if total else 0.0,
        "coverage": len({s for s, _ in kept}) / len(sources),
    }


def translations(rows):
    return [
        Translation(r.source, r.target, "en", "fr", r.parts[0], r.parts[1], score=r.score)
        for r in rows
    ]


WORDS = st.sampled_from(["a", "A", "b", "ab", "a  b", "é", "E", "c"])
PARTS = st.sampled_from([("noun", "noun"), ("verb", "verb"), ("noun", "verb")])
SCORES = st.sampled_from([0.0, 0.1 + 16 * 0.025, 0.5, 0.25, 1.0, 0.4999])
ROWS = st.lists(st.builds(Row, WORDS, WORDS, PARTS, SCORES), max_size=14)
LEXICON = st.none() | st.lists(st.tuples(WORDS, st.sampled_from(["noun", "verb"])), min_size=4)
RULES = st.builds(
    Rules,
    st.sampled_from(["ignore", "match"]),
    st.sampled_from(["fold", "keep"]),
    st.sampled_from(["max", "keep"]),
    st.sampled_from(["both", "one"]),
)


@given(ROWS.filter(bool), ROWS.filter(bool), LEXICON, LEXICON, SCORES, RULES)
def test_figures_are_those_of_the_plain_reading(gold, rows, sources, targets, threshold, rules):
    expected = plain(gold, rows, (sources, targets), threshold, rules)
    words = {"source_words": sources, "target_words": targets, "rules": rules}
    if expected is None:
        with pytest.raises(InputError, match="no gold pair"):
            build_gold(translations(gold), **words)
        return
    found = evaluate(translations(gold), translations(rows), threshold=threshold, **words)
    assert found.main.values == pytest.approx(expected)


@pytest.mark.slow
@settings(max_examples=20)
@given(ROWS.filter(bool), ROWS.filter(bool), st.randoms(), RULES)
def test_the_order_of_rows_does_not_matter(gold, rows, rng, rules):
    first = evaluate(translations(gold), translations(rows), rules=rules)
    rng.shuffle(gold)
    rng.shuffle(rows)
    second = evaluate(translations(gold), translations(rows), rules=rules)
    assert first.main.values == second.main.values
    assert np.array_equal(first.main.statistics, second.main.statistics)
    assert first.sweep == second.sweep
    assert part_scores(first) == part_scores(second)


@settings(max_examples=20)
@given(ROWS.filter(bool), RULES)
def test_a_perfect_answer_is_perfect(gold, rules):
    found = evaluate(translations(gold), perfect(gold), rules=rules)
    assert set(found.main.values.values()) == {1.0}
    assert found.auc == pytest.approx(1.0)
    assert found.best.f1 == 1.0


def perfect(gold):
    return translations([Row(each.source, each.target, each.parts, 1.0) for each in gold])


@settings(max_examples=20)
@given(ROWS.filter(bool), ROWS.filter(bool), SCORES)
def test_read_the_other_way_round_precision_and_recall_stay(gold, rows, threshold):
    gold, rows = WordPairs.of(translations(gold)), WordPairs.of(translations(rows))
    there = evaluate(gold, rows, threshold=threshold)
    back = evaluate(gold.reverse(), rows.reverse(), threshold=threshold)
    for name in ("precision", "recall", "f1"):
        assert there.both.values[name] == pytest.approx(back.both.values[name])


def test_sums_that_miss_the_threshold_by_rounding_are_kept():
    # 0.1 + 16 * 0.025 is 0.5 in decimals; in binary it may come out under it.
    score = sum([0.1] * 5) - 1e-16 * 3
    assert score < 0.5
    found = evaluate(EN_FR, [("dog", "chien", score), ("cat", "chat", 1 / 2)])
    assert found.both.values["recall"] == 2 / 5


def test_exactly_half_is_kept_and_just_under_it_is_not():
    rows = [("dog", "chien", 0.5), ("cat", "chat", 0.4999999)]
    assert evaluate(EN_FR, rows).both.values["recall"] == 1 / 5


def test_gold_is_what_both_lexicons_know():
    gold = build_gold(EN_FR, source_words=["dog", "bank"], target_words=["chien", "rive", "chat"])
    assert gold.texts == [("bank", "rive"), ("dog", "chien")]
    assert gold.restriction == "both"
    assert len(gold.whole) == 5
    found = evaluate(gold, [("bank", "banque"), ("dog", "chien"), ("cat", "chat")])
    assert found.both.values == {"precision": 1.0, "recall": 0.5, "f1": 2 / 3, "coverage": 0.5}


def test_a_translation_that_gold_forgot_is_wrong_by_one_word_and_not_judged_by_both():
    rows = [("dog", "chien"), ("dog", "clébard")]
    found = evaluate(EN_FR, rows)
    assert found.both.values["precision"] == 1.0
    assert found.one.values["precision"] == 0.5
    assert evaluate(EN_FR, rows, rules=Rules(filter="one")).main is not found.one


def test_words_of_a_list_have_every_part_of_speech_and_those_of_a_graph_their_own():
    gold = [Translation("bank", "banque", "en", "fr", "noun", "noun")]
    rules = Rules(pos="match")
    assert len(build_gold(gold, source_words=["bank"], rules=rules)) == 1
    assert len(build_gold(gold, source_words=[("bank", "noun")], rules=rules)) == 1
    with pytest.raises(InputError, match="no gold pair"):
        build_gold(gold, source_words=[("bank", "verb")], rules=rules)


def test_nothing_kept_has_no_precision_to_speak_of():
    found = evaluate(EN_FR, [("dog", "chien", 0.2)])
    assert found.judged_rows == 0
    assert found.both.values == dict.fromkeys(FIGURES, 0.0)
    assert found.best.f1 == pytest.approx(1 / 3)


def test_no_rows_at_all():
    found = evaluate(EN_FR, [])
    assert found.judged_rows == 0
    assert found.auc == 0.0
    assert found.best.threshold == 1.0


@pytest.mark.parametrize("score", [1.5, -0.1, math.nan, math.inf])
def test_a_score_that_is_no_probability_is_refused(score):
    with pytest.raises(InputError, match=r"'cat' and 'chat'.*outside 0 to 1"):
        evaluate(EN_FR, [("dog", "chien", 0.5), ("cat", "chat", score)])


@pytest.mark.parametrize("pair", [("", "chien"), ("dog", " \t"), ("\u00a0", "chien")])
def test_a_blank_word_is_refused(pair):
    with pytest.raises(InputError, match="blank word"):
        evaluate(EN_FR, [pair])
    with pytest.raises(InputError, match="blank word"):
        evaluate([pair], EN_FR)


def test_parts_of_speech_to_match_must_be_there():
    rules = Rules(pos="match")
    noun = [Translation("dog", "chien", "en", "fr", "noun", "noun")]
    with pytest.raises(InputError, match="gold has no parts of speech"):
        evaluate(EN_FR, noun, rules=rules)
    with pytest.raises(InputError, match="predictions have no parts of speech"):
        evaluate(noun, EN_FR, rules=rules)


@pytest.mark.parametrize("threshold", [-0.1, 1.1, math.nan])
def test_a_threshold_lies_between_0_and_1(threshold):
    with pytest.raises(ConfigError, match="threshold"):
        evaluate(EN_FR, EN_FR, threshold=threshold)


def test_unknown_switches_are_refused():
    with pytest.raises(ConfigError, match="available: max, keep"):
        Rules(duplicates="first")


def test_words_do_not_come_with_a_made_gold():
    with pytest.raises(ConfigError, match="gold_of"):
        evaluate(build_gold(EN_FR), EN_FR, source_words=["dog"])


def test_the_average_is_the_mean_of_f_and_not_f_of_the_means():
    one = evaluate(EN_FR, [("dog", "chien")])
    other = evaluate([("a", "x")], [("a", "x")])
    found = average([one.both, other.both])
    assert found.values["f1"] == pytest.approx((one.both.values["f1"] + 1) / 2)
    assert found.values["precision"] == 1.0
    f_of_means = 2 * 1.0 * found.values["recall"] / (1 + found.values["recall"])
    assert found.values["f1"] != pytest.approx(f_of_means)


def test_an_average_is_resampled_within_each_direction():
    gold = [(f"{word}{k}", f"{word}{k}") for k in range(5) for word in "ab"]
    one = evaluate(gold, gold[::2])
    other = evaluate(gold, gold[::3])
    found = bootstrap(average([one.both, other.both]), draws=200)
    low, high = found.intervals["f1"]
    assert low <= found.values["f1"] <= high
    assert low < high


def test_an_average_needs_directions_of_the_same_rules():
    one = evaluate(EN_FR, EN_FR)
    with pytest.raises(ConfigError, match="same rules"):
        average([one.both, one.one])
    with pytest.raises(ConfigError, match="no direction"):
        average([])


def test_runs_with_their_own_thresholds_are_compared():
    gold = build_gold(EN_FR)
    rows = [("dog", "chien", 0.3), ("cat", "chien", 0.9)]
    first, second = evaluate(gold, rows, threshold=0.5), evaluate(gold, rows, threshold=0.3)
    found = paired_bootstrap(first.both, second.both, draws=100)
    assert found.difference == pytest.approx(second.both.values["f1"])


def test_the_signature_names_every_switch():
    text = str(evaluate(EN_FR, EN_FR, rules=Rules(case="keep")).signature)
    for part in ("threshold:0.5", "pos:ignore", "case:keep", "duplicates:max", "filter:both"):
        assert part in text
    assert "restricted:none" in text


def test_columns_of_different_lengths_are_refused():
    with pytest.raises(InputError, match="differ in length"):
        evaluate(EN_FR, WordPairs(["a"], ["b", "c"], np.array([1.0])))


def test_a_gold_is_not_changed_by_what_it_judges():
    gold = build_gold(EN_FR)
    before = list(gold.numbering.texts)
    evaluate(gold, [("mouse", "souris"), ("dog", "chien")])
    assert gold.numbering.texts == before


def test_rows_that_differ_in_part_of_speech_count_once_or_as_often_as_they_stand():
    rows = [
        Translation("dog", "chien", "en", "fr", part, part, score=score)
        for part, score in (("noun", 0.9), ("verb", 0.6), ("noun", 0.9))
    ]
    rows.append(Translation("cat", "chien", "en", "fr", score=1.0))
    once = evaluate(EN_FR, rows)
    assert (once.judged_rows, once.both.values["precision"]) == (2, 1 / 2)
    each = evaluate(EN_FR, rows, rules=Rules(duplicates="keep"))
    assert (each.judged_rows, each.both.values["precision"]) == (3, 2 / 3)
    assert each.both.values["recall"] == once.both.values["recall"] == 1 / 5
