"""Compiled comparison of spellings against a table without tricks."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from diglot.lexicons.kernels.spelling import LONGEST, prefix_hashes, spelling_likeness

WORDS = st.lists(st.text("abc", max_size=9), min_size=1, max_size=6)


def packed(words: list[str]) -> tuple[Any, Any]:
    starts = np.concatenate([[0], np.cumsum([len(each) for each in words])]).astype(np.int64)
    return np.frombuffer("".join(words).encode(), np.uint8), starts


def compared(one: list[str], other: list[str]) -> tuple[list[float], list[int]]:
    """Every word of the one with every word of the other."""
    pairs = np.indices((len(one), len(other))).reshape(2, -1).astype(np.int64)
    alike, common = spelling_likeness(*packed(one), *packed(other), *pairs)
    return alike.tolist(), common.tolist()


@cache
def distance(one: str, other: str) -> int:
    if not one or not other:
        return len(one or other)
    return min(
        distance(one[1:], other) + 1,
        distance(one, other[1:]) + 1,
        distance(one[1:], other[1:]) + (one[0] != other[0]),
    )


@given(WORDS, WORDS)
@example([""], ["", "a"])
def test_likeness_is_the_share_of_letters_that_need_no_change(
    one: list[str], other: list[str]
) -> None:
    expected = [
        1 - distance(left, right) / max(len(left), len(right), 1) for left in one for right in other
    ]
    assert compared(one, other)[0] == pytest.approx(expected, abs=1e-6)


@given(WORDS, WORDS)
def test_the_common_beginning_is_counted_in_letters(one: list[str], other: list[str]) -> None:
    expected = [
        next(size for size in range(len(left), -1, -1) if right.startswith(left[:size]))
        for left in one
        for right in other
    ]
    assert compared(one, other)[1] == expected


def test_of_long_words_the_first_letters_count() -> None:
    long = "a" * LONGEST
    assert compared([f"{long}b"], [f"{long}cde", long]) == ([1.0, 1.0], [LONGEST, LONGEST])
    assert compared([f"x{long}"], [f"{long}y"])[0] == pytest.approx([1 - 1 / LONGEST])


def test_no_pairs_give_no_figures() -> None:
    none = np.zeros(0, np.int64)
    alike, common = spelling_likeness(*packed(["a"]), *packed(["b"]), none, none)
    assert (alike.shape, common.shape) == ((0,), (0,))


@given(st.lists(st.text("abc", min_size=2, max_size=6), max_size=12), st.integers(0, 2))
def test_words_have_one_hash_if_and_only_if_they_have_one_stem(words: list[str], cut: int) -> None:
    hashes = prefix_hashes(*packed(words), np.arange(len(words)), cut).tolist()
    stems = [each[: len(each) - cut] for each in words]
    for stem, its in zip(stems, hashes, strict=True):
        assert [each == stem for each in stems] == [each == its for each in hashes]


def test_a_stem_has_one_hash_whatever_ending_is_cut() -> None:
    words = packed(["quickly", "quick", "quickness"])
    hashes = {
        int(prefix_hashes(*words, np.array([at]), cut)[0]) for at, cut in enumerate((2, 0, 4))
    }
    assert len(hashes) == 1
