"""Nothing of what is left translates anything else of what is left."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.terms.bucc import TermFinder, deparallelise

pairs = st.lists(st.tuples(st.sampled_from("abcde"), st.sampled_from("vwxyz")), max_size=12)


@given(pairs, st.floats(0, 1), st.integers(0, 99))
def test_no_pair_survives_on_both_sides(found, share, seed):
    source = [one for one, _ in found]
    target = [other for _, other in found]
    kept = deparallelise(source, target, drop_source=share, seed=seed)
    left = [
        {text for text, stays in zip(side, flags, strict=True) if stays}
        for side, flags in zip((source, target), kept, strict=True)
    ]
    assert not any(one in left[0] and other in left[1] for one, other in found)


def test_a_pair_never_stays_whole_nor_goes_whole_without_repetitions():
    numbers = [str(n) for n in range(500)]
    source, target = deparallelise(numbers, numbers, drop_source=0.3, seed=1)
    assert (source ^ target).all()
    assert target.mean() == pytest.approx(0.3, abs=0.06)


def test_case_and_punctuation_make_no_other_sentence():
    for seed in range(20):
        source, target = deparallelise(
            ["Wash your hands!", "wash your hands"], ["A b.", "a b"], drop_source=0.5, seed=seed
        )
        assert not (source.any() and target.any())


def test_the_seed_decides():
    texts = [str(n) for n in range(50)]
    first, again, other = (
        deparallelise(texts, texts, drop_source=0.5, seed=seed)[0] for seed in (1, 1, 2)
    )
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize(("share", "left"), [(0, (True, False)), (1, (False, True))])
def test_a_sure_draw_empties_one_side(share, left):
    source, target = deparallelise(["a", "b"], ["x", "y"], drop_source=share, seed=0)
    assert (source.all(), target.all()) == left


def test_no_pairs_leave_nothing():
    source, target = deparallelise([], [], drop_source=0.5, seed=0)
    assert (len(source), len(target)) == (0, 0)


def test_a_probability_is_one():
    with pytest.raises(ConfigError, match="from 0 to 1"):
        deparallelise(["a"], ["b"], drop_source=1.5, seed=0)


def marks(sentences, terms):
    finder = TermFinder([term.split() for term in terms])
    return [finder.holds(sentence.split()) for sentence in sentences], len(finder.found)


def test_sentences_hold_terms_as_runs_of_whole_words():
    sentences = ["the Viral Load fell", "load viral", "a viral", "overload"]
    assert marks(sentences, ["viral load", "load"]) == ([True, True, False, False], 2)


def test_a_term_at_the_end_of_a_sentence_is_found():
    assert marks(["high viral load"], ["viral load"]) == ([True], 1)


def test_blank_terms_hold_nothing():
    assert marks(["a b"], ["", " "]) == ([False], 0)
