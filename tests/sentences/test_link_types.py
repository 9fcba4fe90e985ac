"""Link types and their priors."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.sentences.link_types import Types, counts, link_types, tilt
from diglot.sentences.values import Path


def pairs(types: Types) -> list[tuple[int, int]]:
    return list(zip(types.source.tolist(), types.target.tolist(), strict=True))


def test_the_default_types_are_all_of_seven_sentences() -> None:
    types = link_types()
    wanted = {(a, b) for a in range(1, 7) for b in range(1, 8 - a)} | {(1, 0), (0, 1)}
    assert len(types) == len(wanted)
    assert set(pairs(types)) == wanted
    assert pairs(types)[0] == (1, 1)
    assert (2, 0) not in pairs(types)
    assert np.exp(types.log_prior).sum() == pytest.approx(1.0, abs=0.02)


def test_limits_leave_types_out() -> None:
    assert pairs(link_types(1, 2)) == [(1, 1), (1, 0), (0, 1)]
    assert max(max(pair) for pair in pairs(link_types(4, 7))) == 4
    assert max(sum(pair) for pair in pairs(link_types(6, 5))) == 5


@pytest.mark.parametrize("most", [8, 20])
def test_more_merges_have_lower_priors_and_fit_into_a_byte(most: int) -> None:
    types = link_types(most, most + 1, null_runs=(2, 3, 4, 5))
    prior = dict(zip(pairs(types), types.log_prior.tolist(), strict=True))
    assert prior[1, most] < prior[1, most - 1] < prior[1, 6]
    assert min(min(pair) for pair in prior if all(pair)) == 1
    assert len(types) < 128


@given(st.integers(1, 400), st.integers(1, 400))
def test_tilted_priors_have_links_of_the_ratio_of_the_texts(n: int, m: int) -> None:
    types = link_types(null_runs=(5, 10))
    tilted = tilt(types, n, m)
    both = (types.source > 0) & (types.target > 0)
    prior = np.exp(tilted.log_prior)
    assert prior[both].sum() == pytest.approx(np.exp(types.log_prior)[both].sum())
    assert (tilted.log_prior == types.log_prior)[~both].all()
    if 1 / 5 < n / m < 5:
        ratio = (prior * types.target)[both].sum() / (prior * types.source)[both].sum()
        assert ratio == pytest.approx(m / n, rel=1e-3)


def test_texts_of_one_size_keep_their_priors() -> None:
    types = link_types()
    np.testing.assert_allclose(tilt(types, 50, 50).log_prior, types.log_prior, atol=1e-6)


def test_runs_of_nulls_are_types_of_their_own_on_request() -> None:
    more = set(pairs(link_types(1, 2, null_runs=(2, 5)))) - set(pairs(link_types(1, 2)))
    assert more == {(2, 0), (0, 2), (5, 0), (0, 5)}


def test_types_are_symmetric() -> None:
    types = link_types(null_runs=(2, 3, 4, 5))
    prior = dict(zip(pairs(types), types.log_prior.tolist(), strict=True))
    assert all(prior[b, a] == prior[a, b] for a, b in prior)


def test_priors_follow_the_counts_but_never_reach_zero() -> None:
    types = link_types(2, 3)
    found = types.reestimate(np.array([0, 0, 0, 980, 0]))
    prior = dict(zip(pairs(found), np.exp(found.log_prior).tolist(), strict=True))
    assert prior[1, 2] == pytest.approx((980 + 20 * 0.08) / 1000)
    assert prior[1, 0] == pytest.approx(20 * 0.006 / 1000)
    unchanged = types.reestimate(np.zeros(5, np.int64))
    np.testing.assert_allclose(unchanged.log_prior, types.log_prior)


def test_counts_move_to_the_types_of_the_next_round() -> None:
    old, new = link_types(3, 4), link_types(2, 3)
    kinds = np.array([pairs(old).index(pair) for pair in [(1, 1), (1, 1), (2, 1), (2, 2), (0, 1)]])
    path = Path(np.cumsum(old.source[kinds]), np.cumsum(old.target[kinds]), kinds)
    found = dict(zip(pairs(new), counts([path, path], old, new).tolist(), strict=True))
    assert found == {(1, 1): 4, (1, 0): 0, (0, 1): 2, (1, 2): 0, (2, 1): 2}


def test_a_run_without_counterpart_counts_once() -> None:
    old, new = link_types(2, 3, null_runs=(5,)), link_types(2, 3, null_runs=(2,))
    wanted = [(1, 1), (1, 0), (5, 0), (0, 1), (0, 1), (1, 1), (0, 5)]
    kinds = np.array([pairs(old).index(pair) for pair in wanted])
    path = Path(np.cumsum(old.source[kinds]), np.cumsum(old.target[kinds]), kinds)
    found = dict(zip(pairs(new), counts([path], old, new).tolist(), strict=True))
    assert found == {(1, 1): 2, (1, 0): 1, (0, 1): 2, (1, 2): 0, (2, 1): 0, (2, 0): 0, (0, 2): 0}
