"""Suggested divisions against trees that people made: ranks and keys."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest

from bench.divisions import Ranks, judged, keys, own_links, texts_behind, trees

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.divisions import Links, Tree

pytestmark = pytest.mark.usefixtures("shared_data")

# Measured elsewhere with the same rules; links are moved at random, hence the margin.
MARGIN = 0.015
EXPECTED = {
    "gold links": (0.609, 0.854, 0.932),
    "gold links, no balance": (0.551, 0.789, 0.878),
    "10% of the gold links moved": (0.572, 0.800, 0.883),
    "10% of the gold links moved, no balance": (0.531, 0.754, 0.843),
    "30% of the gold links moved": (0.51, 0.71, 0.80),
    "30% of the gold links moved, no balance": (0.48, 0.68, 0.76),
}


@cache
def known() -> tuple[list[Tree], list[Links]]:
    found = trees()
    return found, own_links(found, texts_behind())


@cache
def by_links() -> dict[str, Callable[[], Ranks]]:
    return judged(*known())


@pytest.mark.parametrize("name", EXPECTED)
def test_ranks_with_links_of_people_are_those_expected(name: str) -> None:
    assert by_links()[name]().shares == pytest.approx(EXPECTED[name], abs=MARGIN)


def test_with_own_links_half_of_the_divisions_of_people_come_first() -> None:
    first, _, five = by_links()["own links by probability and words"]().shares
    assert first >= 0.60
    assert five >= 0.91


def test_probabilities_alone_reach_what_is_promised() -> None:
    first, _, five = by_links()["own links by probability"]().shares
    assert first >= 0.50
    assert five >= 0.85


def test_a_pair_takes_thirty_keys_at_most_on_average() -> None:
    counted = keys(*known())
    assert len(counted) == 318
    assert np.mean([sum(each.values()) for each in counted]) <= 30
