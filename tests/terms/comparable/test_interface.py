"""Scored pairs: the best of rows, margins, and the way to pairs of terms and back."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.learning.mapping import best_of_rows
from diglot.model import TermPair
from diglot.terms.comparable.interface import (
    TermPairScores,
    margin_scores,
    rank_standing,
    score_pairs,
)


@given(
    st.integers(1, 5).flatmap(
        lambda width: st.lists(
            st.lists(st.integers(0, 3), min_size=width, max_size=width), min_size=1, max_size=4
        )
    ),
    st.integers(1, 6),
)
def test_best_of_rows_is_a_stable_sort(rows: list[list[int]], best: int) -> None:
    expected = [
        (row, column)
        for row, values in enumerate(rows)
        for column in sorted(sorted(range(len(values)), key=lambda k: (-values[k], k))[:best])
    ]
    found = best_of_rows(np.array(rows, np.float64), best)
    assert list(zip(*(each.tolist() for each in found), strict=True)) == expected


def test_margin_compares_with_row_and_column() -> None:
    pairs = TermPairScores(np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([0.8, 0.4, 0.5]))
    assert margin_scores(pairs) == pytest.approx([0.8, 0.4 * 0.5 * 0.8, 0.5])


def test_margin_of_negative_scores_is_nothing() -> None:
    pairs = TermPairScores(np.array([0, 1]), np.array([0, 0]), np.array([-0.5, 0.0]))
    assert margin_scores(pairs).tolist() == [0.0, 0.0]


def test_margin_of_no_pairs() -> None:
    none = np.zeros(0, np.int64)
    assert not len(margin_scores(TermPairScores(none, none, np.zeros(0))))


def test_there_and_back() -> None:
    pairs = [TermPair("b", "y", score=0.5), TermPair("a", "x", score=None)]
    found = score_pairs(pairs, ["a", "b"], ["x", "y"])
    assert found.pairs(["a", "b"], ["x", "y"]) == [
        TermPair("b", "y", score=0.5),
        TermPair("a", "x", score=0.0),
    ]


@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from([0.0, 0.25, 0.5, 1.0])), max_size=8))
def test_standing_is_what_sorting_shows(rows: list[tuple[int, float]]) -> None:
    found = rank_standing(
        np.array([row[0] for row in rows], np.int64), np.array([r[1] for r in rows])
    )
    for at, (term, score) in enumerate(rows):
        others = [each for k, (owner, each) in enumerate(rows) if owner == term and k != at]
        best = max([score, *others])
        assert found.share[at] == (score / best if best else 0)
        assert found.gap[at] == score - max(others, default=0.0)
        assert found.place[at] == sum(each > score for each in others)
