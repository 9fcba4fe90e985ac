"""Symmetrisations: small cases by hand, and all of them against plain sets."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.words.decoding.links import SYMMETRISATIONS, symmetrise

Links = set[tuple[int, int]]
Pair = tuple[list[int], list[int]]
"""Best source position of each target word, best target position of each source word."""


def joined(pairs: list[Pair], method: str) -> list[list[tuple[int, int]]]:
    forward = np.array([x for one, _ in pairs for x in one], np.int32)
    backward = np.array([x for _, one in pairs for x in one], np.int32)
    found = symmetrise(
        forward,
        backward,
        np.cumsum([0, *(len(one) for _, one in pairs)]),
        np.cumsum([0, *(len(one) for one, _ in pairs)]),
        method=method,
    )
    return [found.of(k) for k in range(found.pairs)]


def directions(pair: Pair) -> tuple[Links, Links]:
    forward = {(i, j) for j, i in enumerate(pair[0]) if i >= 0}
    return forward, {(i, j) for i, j in enumerate(pair[1]) if j >= 0}


def plain(pair: Pair, method: str) -> Links:
    """The definition, with sets."""
    rule = SYMMETRISATIONS[method]
    forward, backward = directions(pair)
    links = forward | backward if rule.union else forward & backward

    def free(link: tuple[int, int], both: bool) -> bool:
        ends = [all(link[side] != other[side] for other in links) for side in (0, 1)]
        return all(ends) if both else any(ends)

    def touching(link: tuple[int, int]) -> bool:
        steps = [abs(link[0] - i) + abs(link[1] - j) for i, j in links]
        kings = [max(abs(link[0] - i), abs(link[1] - j)) for i, j in links]
        return 1 in (kings if rule.neighbours == 8 else steps)

    size = -1
    while rule.neighbours and size != len(links):
        size = len(links)
        for link in sorted((forward | backward) - links):
            if touching(link) and free(link, rule.strict):
                links.add(link)
    if rule.final:
        for side in (forward, backward):
            for link in sorted(side - links):
                if free(link, rule.final == "and"):
                    links.add(link)
    return links


def pairs() -> st.SearchStrategy[Pair]:
    def of_size(size: tuple[int, int]) -> st.SearchStrategy[Pair]:
        n, m = size
        return st.tuples(
            st.lists(st.integers(-1, n - 1), min_size=m, max_size=m),
            st.lists(st.integers(-1, m - 1), min_size=n, max_size=n),
        )

    return st.tuples(st.integers(0, 7), st.integers(0, 7)).flatmap(of_size)


@given(st.lists(pairs(), max_size=4), st.sampled_from(sorted(SYMMETRISATIONS)))
def test_every_symmetrisation_equals_its_definition_with_sets(
    given_pairs: list[Pair], method: str
) -> None:
    expected = [sorted(plain(pair, method)) for pair in given_pairs]
    assert joined(given_pairs, method) == expected


@given(pairs(), st.sampled_from(sorted(SYMMETRISATIONS)))
def test_links_lie_between_intersection_and_union(pair: Pair, method: str) -> None:
    forward, backward = directions(pair)
    links = set(joined([pair], method)[0])
    assert forward & backward <= links <= forward | backward


EXAMPLE: Pair = ([0, 1, 1], [0, -1, 2])
"""Forward 0-0 1-1 1-2, backward 0-0 2-2."""


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("intersection", [(0, 0)]),
        ("union", [(0, 0), (1, 1), (1, 2), (2, 2)]),
        ("grow", [(0, 0)]),
        ("grow-diag", [(0, 0), (1, 1), (1, 2), (2, 2)]),
        ("grow-diag-strict", [(0, 0), (1, 1), (2, 2)]),
    ],
)
def test_the_two_readings_of_grow_diag_differ(method: str, expected: list[tuple[int, int]]) -> None:
    assert joined([EXAMPLE], method) == [expected]


def test_growth_goes_round_the_corner_in_later_scans() -> None:
    # 3-3 is common; 2-3, 1-3, 0-3 hang on it one after the other, against the order of a scan.
    pair: Pair = ([-1, -1, -1, 3], [3, 3, 3, 3])
    assert joined([pair], "grow") == [[(0, 3), (1, 3), (2, 3), (3, 3)]]


def test_final_and_wants_both_words_unaligned() -> None:
    # Far from 0-0: 3-3 has two free words, 3-0 one.
    pair: Pair = ([0, -1, -1, 3], [0, -1, -1, 0])
    assert joined([pair], "grow-diag") == [[(0, 0)]]
    assert joined([pair], "grow-diag-final-and") == [[(0, 0), (3, 3)]]
    assert joined([pair], "grow-diag-final") == [[(0, 0), (3, 3)]]
    pair = ([0, -1, -1, -1], [0, -1, -1, 0])
    assert joined([pair], "grow-diag-final-and") == [[(0, 0)]]
    assert joined([pair], "grow-diag-final") == [[(0, 0), (3, 0)]]


def test_final_takes_the_forward_links_first() -> None:
    pair: Pair = ([-1, -1, 0], [0, -1, -1])
    assert joined([pair], "grow-diag-final-and") == [[(0, 2)]]


def test_strict_growth_can_be_followed_by_either_end() -> None:
    assert joined([EXAMPLE], "grow-diag-strict-final") == [[(0, 0), (1, 1), (2, 2)]]
    pair: Pair = ([0, 0, -1], [0, -1, -1])
    assert joined([pair], "grow-diag-strict") == [[(0, 0)]]
    assert joined([pair], "grow-diag-strict-final") == [[(0, 0), (0, 1)]]
    assert joined([pair], "grow-diag-strict-final-and") == [[(0, 0)]]


def test_an_unknown_name_is_answered_with_the_names() -> None:
    with pytest.raises(ConfigError, match="grow-diag-strict-final-and"):
        joined([EXAMPLE], "grow-diagonal")
