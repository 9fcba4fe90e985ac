"""Several metrics of one run as one score."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from diglot.errors import ConfigError, InputError
from diglot.evaluate.statistics import aggregate
from diglot.evaluate.statistics.significance import (
    bootstrap,
    combine_scores,
    combined_intervals,
    compare_scores,
    holm,
    paired_bootstrap,
)
from diglot.model import Signature


def score(name: str, hits: list[int], documents: list[int] | None = None):
    rows = len(hits)
    labels = np.column_stack([documents or [0] * rows, np.arange(rows)])
    return aggregate.score(
        name,
        np.column_stack([labels, hits, np.full(rows, 2)]).astype(float),
        ("document", "segment", "hits", "terms"),
        lambda counts: {"share": aggregate.divide(counts[..., 0], counts[..., 1])},
        given=("terms",),
    )


FIRST = {"one": score("one", [1, 2, 0, 1] * 3), "two": score("two", [2, 2, 2, 0] * 3)}
SECOND = {"one": score("one", [2, 2, 1, 1] * 3), "two": score("two", [0, 0, 2, 0] * 3)}


def test_figures_are_named_after_their_metrics_and_equal_theirs():
    found = combine_scores("both", FIRST)
    assert found.values == {"one.share": 0.5, "two.share": 0.75}
    assert found.columns[2:] == ("one.hits", "one.terms", "two.hits", "two.terms")
    assert found.given == ("one.terms", "two.terms")
    sums = found.statistics[:, 2:].sum(axis=0)
    assert {name: float(value) for name, value in found.aggregate(sums).items()} == found.values


def test_intervals_are_those_of_each_score_alone_with_the_same_seed():
    found = combined_intervals(FIRST, draws=100, seed=3)
    for name, alone in FIRST.items():
        assert found[name].intervals == bootstrap(alone, draws=100, seed=3).intervals


def test_comparisons_are_those_of_each_figure_alone_with_the_same_seed():
    both = compare_scores(
        [combine_scores("all", each) for each in (FIRST, SECOND)],
        ("one.share", "two.share"),
        draws=100,
        seed=3,
    )
    for name, (_, _, found) in zip(FIRST, both, strict=True):
        alone = paired_bootstrap(FIRST[name], SECOND[name], figure="share", draws=100, seed=3)
        assert (found.difference, found.interval, found.p) == (
            alone.difference,
            alone.interval,
            alone.p,
        )


def test_scores_of_other_rows_cannot_be_combined():
    with pytest.raises(InputError, match="other rows"):
        combine_scores(
            "both", {"one": FIRST["one"], "two": score("two", [1, 1, 1, 1], [0, 0, 1, 1])}
        )
    with pytest.raises(InputError, match="no scores"):
        combine_scores("none", {})


def test_a_figure_that_is_not_there_is_named():
    with pytest.raises(ConfigError, match=r"unknown figure 'one\.f1'"):
        compare_scores([combine_scores("a", FIRST)] * 2, ("one.f1",), draws=5)


def test_all_pairs_are_compared_and_corrected_for_their_number():
    hits = ([2, 1] * 20, [1, 1] * 20, [2, 0] * 20)
    found = compare_scores([score("one", each) for each in hits], ("share",))
    assert [each[:2] for each in found] == [(0, 1), (0, 2), (1, 2)]
    raw = [each.p for _, _, each in found]
    assert [each.corrected for _, _, each in found] == pytest.approx(holm(raw))
    assert found[0][2].difference == -0.25


def test_too_few_units_give_neither_intervals_nor_tests_and_say_so():
    few = score("one", [1, 2, 0])
    assert bootstrap(few).intervals == {}
    assert bootstrap(few).note == "3 segments: too few for intervals and tests, which need 10"
    assert combined_intervals({"one": few})["one"].note == bootstrap(few).note
    assert math.isnan(paired_bootstrap(few, few, figure="share").corrected)


def test_the_signature_of_intervals_has_unit_draws_and_seed():
    known = replace(score("one", [1] * 12), signature=Signature("one", "0"))
    found = str(bootstrap(bootstrap(known), draws=50, seed=7).signature)
    assert found == "method:one|bootstrap:segment|draws:50|seed:7|version:0"
