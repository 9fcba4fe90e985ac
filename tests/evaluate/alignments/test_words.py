"""Alignment error rate and its relatives."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from diglot.errors import ConfigError, InputError
from diglot.evaluate.alignments.words import punctuation_of, score, sure_only
from diglot.evaluate.statistics.significance import bootstrap, paired_bootstrap
from diglot.model import WordLinks
from diglot.model.score import LABELS
from tests.evaluate.alignments.word_strategies import corpora, links

GOLD = links([[(0, 0), (1, 1)]], possible=[[(1, 2)]])
FOUND = links([[(0, 0), (1, 2), (2, 2)]])


def naive(predicted, sure, possible, alpha=0.5):
    """The formulas over sets of (pair, source, target)."""
    possible = possible | sure
    a, s = len(predicted), len(sure)
    p = len(predicted & possible) / a if a else float(not s)
    r = len(predicted & sure) / s if s else 1.0
    both = len(predicted & sure) + len(predicted & possible)
    return {
        "aer": 1 - both / (a + s) if a + s else 0.0,
        "precision": p,
        "recall": r,
        "f1": 2 * p * r / (p + r) if p + r else 0.0,
        "f_alpha": 1 / (alpha / p + (1 - alpha) / r) if p and r else 0.0,
    }


def placed(corpus, which):
    return {(number, *cell) for number, row in enumerate(corpus) for cell in row[which]}


def test_the_hand_made_fixture():
    result = score(FOUND, GOLD)
    assert result.values["precision"] == pytest.approx(2 / 3)
    assert result.values["recall"] == pytest.approx(1 / 2)
    assert result.values["aer"] == pytest.approx(0.4)
    assert not sure_only(result)


def test_counts_are_pooled_before_they_are_divided():
    gold = links([[(0, 0)], [(i, i) for i in range(9)]])
    found = links([[(0, 1)], [(i, i) for i in range(9)]])
    assert score(found, gold).values["precision"] == pytest.approx(0.9)


def test_a_perfect_answer_has_no_error():
    assert score(GOLD, GOLD).values["aer"] == 0
    sure = links([[(0, 0), (1, 1)]])
    for gold in (GOLD, sure):
        values = score(sure, gold).values
        assert (values["aer"], values["precision"], values["recall"]) == (0, 1, 1)


@given(corpora, st.sampled_from([0.0, 0.2, 0.5, 0.9, 1.0]))
def test_the_arrays_agree_with_sets(corpus, alpha):
    predicted, sure, possible = zip(*corpus, strict=True) if corpus else ([], [], [])
    result = score(links(predicted), links(sure, possible), alpha=alpha)
    expected = naive(*(placed(corpus, which) for which in range(3)), alpha=alpha)
    assert dict(result.values) == pytest.approx(expected)


@given(corpora)
def test_options_on_possible_links_change_the_gold(corpus):
    predicted, sure, possible = zip(*corpus, strict=True) if corpus else ([], [], [])
    found, gold = links(predicted), links(sure, possible)
    a, s, p = (placed(corpus, which) for which in range(3))
    all_sure = score(found, gold, all_sure=True)
    assert dict(all_sure.values) == pytest.approx(naive(a, s | p, set()))
    ignored = score(found, gold, ignore_possible=True)
    assert dict(ignored.values) == pytest.approx(naive(a, s, set()))
    assert sure_only(all_sure)
    assert sure_only(ignored)


@given(corpora)
def test_without_possible_links_the_error_rate_is_what_f_lacks(corpus):
    predicted, sure, _ = zip(*corpus, strict=True) if corpus else ([], [], [])
    assume(any(sure))
    values = score(links(predicted), links(sure)).values
    assert values["aer"] == pytest.approx(1 - values["f1"])


@given(corpora)
def test_the_rows_of_the_pairs_add_up_to_the_figures(corpus):
    predicted, sure, possible = zip(*corpus, strict=True) if corpus else ([], [], [])
    result = score(links(predicted), links(sure, possible))
    assert result.statistics.shape == (len(corpus), len(result.columns))
    totals = result.statistics[:, LABELS:].sum(axis=0)
    assert {name: float(value) for name, value in result.aggregate(totals).items()} == dict(
        result.values
    )


def test_nothing_predicted_is_imprecise_unless_nothing_was_sure():
    nothing = links([[]])
    values = score(nothing, GOLD).values
    assert (values["precision"], values["recall"], values["aer"]) == (0, 0, 1)
    values = score(nothing, nothing).values
    assert (values["precision"], values["recall"], values["aer"]) == (1, 1, 0)


def test_where_nothing_is_sure_nothing_is_missed():
    gold = links([[]], possible=[[(0, 0)]])
    values = score(links([[(0, 0), (1, 1)]]), gold).values
    assert (values["precision"], values["recall"], values["aer"]) == (0.5, 1, 0.5)


def test_a_low_alpha_favours_recall():
    gold = links([[(0, 0), (1, 1), (2, 2), (3, 3)]])
    careful, complete = links([[(0, 0)]]), links([[(i, i) for i in range(10)]])
    for alpha, better, worse in ((0.1, complete, careful), (0.9, careful, complete)):
        assert (
            score(better, gold, alpha=alpha).values["f_alpha"]
            > score(worse, gold, alpha=alpha).values["f_alpha"]
        )


def test_links_of_punctuation_are_left_out_on_both_sides():
    source, target = [["Eh", ",", "!"]], [["Oh", "...", "«"]]
    marks = punctuation_of(source), punctuation_of(target)
    gold = links([[(0, 0), (1, 1), (2, 2)]])
    found = links([[(0, 0), (0, 1), (2, 0)]])
    result = score(found, gold, punctuation=marks)
    assert (result.values["precision"], result.values["recall"]) == (1, 1)
    assert "punctuation:removed" in str(result.signature)


def test_a_word_with_a_stop_is_no_punctuation():
    marks = punctuation_of([["M.", "d'", "-", "3", "$", "…"], [], ["a"]])
    assert marks.marked.tolist() == [False, False, True, False, True, True, False]
    assert marks.offsets.tolist() == [0, 6, 6, 7]


def test_a_link_beyond_the_tokens_is_refused_with_its_pair():
    marks = punctuation_of([["a"], ["b"]])
    with pytest.raises(InputError, match="pair 2") as caught:
        score(links([[], [(0, 1)]]), links([[], []]), punctuation=(marks, marks))
    assert "prediction" in str(caught.value)


def test_every_option_stands_in_the_signature():
    line = str(score(FOUND, GOLD, all_sure=True, alpha=0.3).signature)
    for part in ("possible:sure", "alpha:0.3", "punctuation:kept", "gold:sure-only"):
        assert part in line


def test_pairs_must_be_as_many():
    with pytest.raises(InputError, match="the prediction has 1 pair, gold has 2"):
        score(FOUND, links([[], []]))


@pytest.mark.parametrize(
    ("source", "target"),
    [([1, 0], [0, 0]), ([0, 0], [1, 1]), ([0, -1], [0, 0]), ([0, 0], [1, 0]), ([-1, 0], [0, 0])],
)
def test_links_out_of_order_are_refused(source, target):
    odd = WordLinks(np.array([0, 0, 2]), np.array(source, np.int32), np.array(target, np.int32))
    with pytest.raises(InputError, match="pair 2"):
        score(odd, odd)


def test_positions_beyond_any_sentence_do_not_overflow():
    far = links([[(2**31 - 1, 2**31 - 1)], [], [], []])
    with pytest.raises(InputError, match="2147483647"):
        score(far, far)
    near = links([[(2**20, 2**20)]])
    assert score(near, near).values["aer"] == 0


def test_bad_options_are_refused():
    with pytest.raises(ConfigError, match="both"):
        score(FOUND, GOLD, all_sure=True, ignore_possible=True)
    for alpha in (-0.1, 1.1, float("nan")):
        with pytest.raises(ConfigError, match="alpha"):
            score(FOUND, GOLD, alpha=alpha)


def noisy(rate, seed, pairs=200):
    rng = np.random.default_rng(seed)
    return links([[(i, i + int(rng.random() < rate)) for i in range(10)] for _ in range(pairs)])


def test_intervals_and_paired_tests_draw_sentence_pairs():
    gold = noisy(0, 0)
    worse, better = score(noisy(0.3, 1), gold), score(noisy(0.2, 2), gold)
    low, high = bootstrap(better).intervals["aer"]
    assert low < better.values["aer"] < high
    # 2,000 independent links, right with probability .8.
    assert high - low == pytest.approx(2 * 1.96 * (0.16 / 2000) ** 0.5, rel=0.2)
    result = paired_bootstrap(worse, better, figure="aer")
    assert result.difference < 0
    assert result.p < 0.01
    assert "bootstrap:pair" in str(result.signature)
    with pytest.raises(ConfigError, match="available: pair, document"):
        bootstrap(better, unit="block")


def test_runs_scored_with_other_options_or_gold_are_not_compared():
    gold = noisy(0, 0, 5)
    one = score(noisy(0.3, 1, 5), gold)
    with pytest.raises(InputError, match="same gold"):
        paired_bootstrap(one, score(noisy(0.3, 1, 5), gold, alpha=0.2))
    with pytest.raises(InputError, match="same gold"):
        paired_bootstrap(one, score(gold, links([[(0, 0)]] * 5)))
