"""Scores of ranked term pairs: clean-up, lists, ties, queries, intervals."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError, InputError
from diglot.evaluate.rankings import pairs
from diglot.evaluate.rankings import pairs as pair_intervals
from diglot.evaluate.rankings.ranked_pairs import key_of, prepare_gold, similarity
from diglot.model import TermPair
from tests.text.kernels.test_edits import common


def listed(text):
    """Pairs from ``a-x b-y:0.5``."""
    found = []
    for word in text.split():
        pair, _, score = word.partition(":")
        source, _, target = pair.partition("-")
        found.append(TermPair(source, target, float(score) if score else None))
    return found


def scored(run, gold, *, lists=(None, None), keys=None, **options):
    right = prepare_gold(
        listed(gold),
        source_terms=lists[0],
        target_terms=lists[1],
        **({"keys": keys} if keys else {}),
    )
    return pairs.score(listed(run), right, **options)


GOLD = "a-x b-y c-z d-w"


def test_pairs_outside_the_lists_go_before_ranks_are_given():
    run = "a-x q-q b-y a-y c-z"
    lists = ("abcd", "xyzw")
    found = scored(run, GOLD, lists=lists)
    assert found.values["ap"] == pytest.approx((1 + 1 + 3 / 4) / 4)
    assert found.unfiltered["ap"] == pytest.approx((1 + 2 / 3 + 3 / 5) / 4)
    assert found.run.outside == 1
    kept = scored(run, GOLD, lists=lists, filter_oov=False)
    assert kept.values["ap"] == pytest.approx(0.56666667)
    assert kept.unfiltered is None


def test_of_repetitions_the_first_counts():
    found = scored("a-x a-x a-x b-y", GOLD)
    assert found.values["recall"] == 0.5
    assert found.values["ap"] == 0.5
    assert found.run.duplicates == 2


def test_of_repetitions_the_best_scored_counts():
    found = scored("a-x:.1 b-q:.5 a-x:.9", "a-x")
    assert found.values["ap"] == 1
    assert found.run.duplicates == 1


def test_scores_rank_whatever_the_order():
    assert scored("a-q:.1 a-x:.9", "a-x").values["ap"] == 1


def test_equal_scores_are_ties():
    found = scored("a-x:1 q-q:1", "a-x")
    assert found.values["ap"] == 1
    assert found.values["ap_expected"] == 0.75
    assert (found.values["ap_best"], found.values["ap_worst"]) == (1, 0.5)


def test_without_scores_there_are_no_ties():
    found = scored("q-q a-x", "a-x")
    assert found.values["ap_expected"] == found.values["ap_best"] == found.values["ap"] == 0.5


def test_some_scores_are_refused():
    with pytest.raises(InputError, match="1 of 2 pairs have no score"):
        scored("a-x:1 b-y", GOLD)


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_scores_are_finite(value):
    with pytest.raises(InputError, match="not a finite number"):
        pairs.score([TermPair("a", "x", value)], prepare_gold(listed(GOLD)))


def test_an_empty_gold_is_refused():
    with pytest.raises(InputError, match="gold holds no pair"):
        prepare_gold([])


def test_an_empty_run_has_zeros():
    found = scored("", GOLD, lists=("abcd", "xyzw"))
    assert set(found.values.values()) == {0.0}
    assert set(found.p_at.values()) == {0.0}


def test_too_few_source_terms_give_no_intervals_and_say_so():
    found = pairs.with_intervals(scored(GOLD, GOLD))
    assert found.intervals == found.source.score.intervals == {}
    assert "source terms of gold: too few for intervals" in found.note
    [(_, _, compared)] = pair_intervals.compare_runs([found, found])
    assert np.isnan([compared.p, *compared.interval]).all()


def test_a_perfect_run_has_ones():
    found = scored(GOLD, GOLD)
    assert set(found.values.values()) == {1.0}
    assert found.source.score.values["map"] == found.target.score.values["mrr"] == 1


def test_missing_pairs_count_as_wrong_at_a_rank():
    found = scored("a-x q-q b-y", GOLD, at=(1, 2, 10))
    assert found.p_at == {1: 1, 2: 0.5, 10: 0.2}


def test_the_precision_at_a_rank_inside_a_tie_is_a_mean():
    found = scored("a-x:1 b-q:1 c-z:0", GOLD, at=(1, 2))
    assert found.p_at_expected == {1: 0.5, 2: 0.5}
    assert found.p_at == {1: 1, 2: 0.5}


def test_the_ceiling_is_ten_times_the_mean_of_both_lists():
    gold = prepare_gold(
        listed(GOLD),
        source_terms=[str(n) for n in range(1270)],
        target_terms=[str(n) for n in range(9712)],
    )
    assert gold.ceiling == 54_910
    assert gold.outside == 4


def test_the_ceiling_cuts_only_when_asked():
    lists = (["a"], ["x"])
    run = " ".join(["q-q"] * 1 + [f"a-n{n}" for n in range(10)] + ["a-x"])
    kept = scored(run, "a-x", lists=lists, filter_oov=False)
    assert kept.beyond_ceiling == 2
    assert kept.values["recall"] == 1
    cut = scored(run, "a-x", lists=lists, filter_oov=False, enforce_ceiling=True)
    assert cut.values["recall"] == 0


def test_a_ceiling_needs_lists():
    with pytest.raises(ConfigError, match="needs the source and the target list"):
        scored(GOLD, GOLD, enforce_ceiling=True)


def test_one_list_filters_one_side():
    found = scored("a-x q-x a-q", GOLD, lists=("abcd", None))
    assert found.run.outside == 1
    assert found.gold.ceiling is None


def test_gold_outside_the_lists_is_counted():
    assert prepare_gold(listed(GOLD), source_terms="abc").outside == 1


def test_terms_match_exactly_unless_told_otherwise():
    assert scored("A-x", "a-x").values["ap"] == 0
    folded = (key_of("case"), key_of("case"))
    assert scored("A-x", "a-x", keys=folded).values["ap"] == 1


def test_lemmas_match_inflected_terms():
    keys = (key_of("lemma", "en"), key_of("lemma", "fr"))
    found = pairs.score(
        [TermPair("twin sisters", "sœurs jumelles")],
        prepare_gold([TermPair("twin sister", "sœur jumelle")], keys=keys),
    )
    assert found.values["ap"] == 1


def test_composed_and_decomposed_letters_are_the_same():
    found = pairs.score([TermPair("a", "e\u0301")], prepare_gold([TermPair("a", "\u00e9")]))
    assert found.values["ap"] == 1


def test_an_unknown_match_lists_the_known_ones():
    with pytest.raises(ConfigError, match="exact, case, lemma"):
        key_of("fuzzy")
    with pytest.raises(ConfigError, match="needs the language"):
        key_of("lemma")


def test_each_source_term_is_a_query():
    found = scored("a-q b-y a-x e-x a-y", "a-x a-y b-y c-z")
    values = found.source.score.values
    # a: wrong, right, right; b: right; c: nothing.
    assert values["map"] == pytest.approx(((1 / 2 + 2 / 3) / 2 + 1 + 0) / 3)
    assert values["mrr"] == pytest.approx((1 / 2 + 1 + 0) / 3)
    assert values["p@1"] == pytest.approx(1 / 3)
    assert values["p@5"] == pytest.approx(2 / 3)
    assert found.source.without_gold == 1


def test_each_target_term_is_a_query():
    found = scored("a-x b-x c-y", "b-x c-y")
    assert found.target.score.values["map"] == pytest.approx((1 / 2 + 1) / 2)


def query_figures(order, right):
    hits = [index for index, bit in enumerate(order, 1) if bit]
    precision = sum(number / rank for number, rank in enumerate(hits, 1)) / right
    first = hits[0] if hits else None
    return [
        precision,
        1 / first if first else 0,
        *(bool(first and first <= limit) for limit in (1, 5, 10)),
    ]


@given(st.lists(st.integers(0, 1), min_size=1, max_size=7), st.integers(0, 2))
def test_the_figures_of_a_tied_query_are_means_over_all_orders(bits, before):
    right = max(1, sum(bits))
    gold = [TermPair("a", f"t{n}") for n, bit in enumerate(bits) if bit] or [TermPair("a", "x")]
    run = [TermPair("a", f"w{n}", 9.0 - n) for n in range(before)]
    run += [TermPair("a", f"t{n}", 0.0) for n in range(len(bits))]
    values = pairs.score(run, prepare_gold(gold)).source.score.values
    every = [query_figures([0] * before + list(order), right) for order in permutations(bits)]
    expected = np.mean(every, axis=0)
    found = [values[name] for name in ("map", "mrr", "p@1", "p@5", "p@10")]
    assert found == pytest.approx(list(expected))


def long_run(seed, share):
    rng = np.random.default_rng(seed)
    gold = [TermPair(f"s{n // 2}", f"t{n}") for n in range(200)]
    run = [
        TermPair(pair.source, pair.target if rng.random() < share else f"w{n}", float(-(n // 3)))
        for n, pair in enumerate(gold)
    ]
    return gold, run


def test_intervals_hold_the_value_and_are_repeatable():
    gold, run = long_run(1, 0.6)
    found = pairs.with_intervals(pairs.score(run, prepare_gold(gold)), draws=300)
    for name, (low, high) in found.intervals.items():
        assert low <= found.values[name] <= high
        assert low < high
    again = pairs.with_intervals(pairs.score(run, prepare_gold(gold)), draws=300)
    assert again.intervals == found.intervals


def test_drawing_every_source_once_gives_the_value_itself():
    gold, run = long_run(2, 0.5)
    found = pairs.score(run, prepare_gold(gold))
    names = {f"s{n}": n for n in range(100)}
    table = pair_intervals._Table.of(found.run, found.gold, names)
    drawn = table.figures(np.ones((1, 100)))
    for name, values in drawn.items():
        assert values[0] == pytest.approx(found.values[name])


def test_a_source_drawn_twice_counts_as_two_tied_terms():
    gold, run = long_run(3, 0.5)
    found = pairs.score(run, prepare_gold(gold))
    names = {f"s{n}": n for n in range(100)}
    weights = np.random.default_rng(0).integers(0, 3, (1, 100)).astype(float)
    copies = [
        (pair, f"{pair.source}/{copy}")
        for pair in run
        for copy in range(int(weights[0, names[pair.source]]))
    ]
    doubled = [TermPair(source, pair.target, pair.score) for pair, source in copies]
    doubled_gold = [
        TermPair(f"{pair.source}/{copy}", pair.target)
        for pair in gold
        for copy in range(int(weights[0, names[pair.source]]))
    ]
    expected = pairs.score(doubled, prepare_gold(doubled_gold)).values
    drawn = pair_intervals._Table.of(found.run, found.gold, names).figures(weights)
    for name, values in drawn.items():
        assert values[0] == pytest.approx(expected[name])


def test_a_better_run_is_told_from_a_worse_one():
    gold, good = long_run(4, 0.8)
    _, bad = long_run(5, 0.3)
    right = prepare_gold(gold)
    [(_, _, compared)] = pair_intervals.compare_runs(
        [pairs.score(bad, right), pairs.score(good, right)], draws=300
    )
    assert compared.difference > 0
    assert compared.interval[0] > 0
    assert compared.p < 0.05


def test_a_run_is_not_told_from_itself():
    gold, run = long_run(6, 0.5)
    found = pairs.score(run, prepare_gold(gold))
    [(_, _, compared)] = pair_intervals.compare_runs([found, found], draws=50)
    assert compared.p == 1


def test_runs_against_different_gold_are_not_compared():
    one, other = scored(GOLD, GOLD), scored(GOLD, "a-x")
    with pytest.raises(InputError, match="same gold"):
        pair_intervals.compare_runs([one, other])


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("rotor", "rotor", 1),
        ("Éolienne", "eolienne", 1),
        ("distancing", "distanciation", 9 / 13),
        ("энергия", "energiya", 1),
        ("abc", "xyz", 0),
        ("", "x", 0),
    ],
)
def test_similarity_of_spelling(one, other, alike):
    assert similarity(one, other) == pytest.approx(alike)


@given(st.text(alphabet="abc", max_size=9), st.text(alphabet="abc", max_size=9))
def test_similarity_is_the_longest_common_subsequence(one, other):
    longer = max(len(one), len(other), 1)
    assert similarity(one, other) == pytest.approx(common(one, other) / longer)
