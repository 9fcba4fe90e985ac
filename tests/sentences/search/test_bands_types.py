"""Link types and their priors."""

from __future__ import annotations

import numpy as np
import pytest

from diglot.sentences.search.bands import Types, counts, link_types
from diglot.sentences.values import Path


def pairs(types: Types) -> list[tuple[int, int]]:
    return list(zip(types.source.tolist(), types.target.tolist(), strict=True))


def test_the_default_types_are_the_seventeen() -> None:
    types = link_types()
    assert len(types) == 17
    assert pairs(types)[0] == (1, 1)
    assert {(6, 1), (1, 6), (3, 3), (2, 3)} <= set(pairs(types))
    assert (2, 0) not in pairs(types)
    assert np.exp(types.log_prior).sum() == pytest.approx(1.0, abs=0.02)


def test_limits_leave_types_out() -> None:
    assert pairs(link_types(1, 2)) == [(1, 1), (1, 0), (0, 1)]
    assert max(max(pair) for pair in pairs(link_types(4, 7))) == 4
    assert max(sum(pair) for pair in pairs(link_types(6, 5))) == 5


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
