import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.words.storage.merging import prune
from tests.words.saved_models import counts_of, model_of, models


def plain_prune(model, minimum, keep, rare):
    frequency = {
        side: dict(
            zip(
                getattr(model, f"{side}_vocabulary").words,
                getattr(model, f"{side}_frequency").tolist(),
                strict=True,
            )
        )
        for side in ("source", "target")
    }
    by_source = {}
    for (e, f), both in counts_of(model).items():
        by_source.setdefault(e, []).append((f, both))
    kept = {}
    for e, row in by_source.items():
        best = sorted(row, key=lambda each: -sum(each[1]))[:keep]
        for f, both in row:
            common = frequency["source"][e] >= rare and frequency["target"][f] >= rare
            if common and (max(both) >= minimum or (f, both) in best):
                kept[e, f] = both
    return kept


@settings(max_examples=30)
@given(models(), st.integers(0, 40), st.integers(0, 4), st.integers(0, 6))
def test_pairs_that_a_plain_loop_keeps_are_kept(model, quarters, keep, rare):
    pruned = prune(model, quarters / 4, keep, rare=rare)
    assert counts_of(pruned) == plain_prune(model, quarters / 4, keep, rare)
    for side in ("source", "target"):
        size = getattr(pruned, f"{side}_vocabulary").size
        assert size == len(getattr(pruned, f"{side}_frequency"))
        assert (getattr(pruned, f"{side}_frequency")[1:] >= rare).all()
    assert len(pruned.null_forward) == len(pruned.target_frequency)
    assert len(pruned.null_backward) == len(pruned.rows) - 1
    assert len(pruned.fertility_forward) == len(pruned.source_frequency)


def test_the_best_of_each_word_survive_any_minimum():
    counts = {("a", f): (n / 100, 0.0) for n, f in enumerate("uvwxyz")}
    assert set(counts_of(prune(model_of(counts), 1.0, 2))) == {("a", "z"), ("a", "y")}
    assert counts_of(prune(model_of(counts), 1.0, 0)) == {}


def test_a_pair_below_the_minimum_may_be_better_than_one_above_it():
    model = model_of({("a", "x"): (2.5, 0.0), ("a", "y"): (2.25, 0.5)})
    assert set(counts_of(prune(model, 2.5, 1))) == {("a", "x"), ("a", "y")}


def test_one_direction_is_enough():
    model = model_of({("a", "x"): (0.0, 0.5), ("a", "y"): (0.005, 0.005)})
    assert list(counts_of(prune(model, keep=0))) == [("a", "x")]


def test_rare_words_go_and_the_others_are_numbered_anew():
    model = model_of(
        {("a", "x"): (1.0, 1.0), ("b", "x"): (1.0, 1.0), ("b", "y"): (1.0, 1.0)},
        source_frequency=np.array([0, 1, 5]),
        target_frequency=np.array([0, 5, 5]),
    )
    pruned = prune(model, rare=2)
    assert pruned.source_vocabulary.words == ["", "b"]
    assert pruned.source_vocabulary["B"] == 1
    assert pruned.rows.tolist() == [0, 0, 2]
    assert model.source_vocabulary.words == ["", "a", "b"]


def test_the_signature_tells():
    pruned = prune(prune(model_of({}, options=[("seed", "1")]), 0.5), 0.25, rare=2)
    assert pruned.signature.options == (
        ("seed", "1"),
        ("minimum", "0.25"),
        ("keep", "5"),
        ("rare", "2"),
    )


@pytest.mark.parametrize("numbers", [{"minimum": -1}, {"keep": -1}, {"rare": -1}])
def test_negative_limits_are_refused(numbers):
    with pytest.raises(ConfigError, match="from 0"):
        prune(model_of({}), **numbers)


def test_a_limit_that_is_no_number_is_refused():
    with pytest.raises(ConfigError, match="from 0"):
        prune(dataclasses.replace(model_of({})), float("nan"))
