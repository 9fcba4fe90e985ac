"""Compiled loops over the beginnings of words against plain Python."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diglot.text.kernels.edits import common_beginnings, prefix_hashes
from diglot.text.spelling import pack_letters

WORDS = st.lists(st.text("abc", max_size=9), min_size=1, max_size=6)


def beginnings(one: list[str], other: list[str], longest: int = 64) -> list[int]:
    """Every word of the one with every word of the other."""
    pairs = np.indices((len(one), len(other))).reshape(2, -1).astype(np.int64)
    found = common_beginnings(*pack_letters(one), *pack_letters(other), *pairs, longest)
    return [int(each) for each in found]


@given(WORDS, WORDS)
def test_the_common_beginning_is_counted_in_letters(one: list[str], other: list[str]) -> None:
    expected = [
        next(size for size in range(len(left), -1, -1) if right.startswith(left[:size]))
        for left in one
        for right in other
    ]
    assert beginnings(one, other) == expected


def test_of_long_words_the_first_letters_count() -> None:
    assert beginnings(["aaab"], ["aaac", "aaa"], 2) == [2, 2]


@given(st.lists(st.text("abc", min_size=2, max_size=6), max_size=12), st.integers(0, 2))
def test_words_have_one_hash_if_and_only_if_they_have_one_stem(words: list[str], cut: int) -> None:
    hashes = prefix_hashes(*pack_letters(words), np.arange(len(words)), cut).tolist()
    stems = [each[: len(each) - cut] for each in words]
    for stem, its in zip(stems, hashes, strict=True):
        assert [each == stem for each in stems] == [each == its for each in hashes]


def test_a_stem_has_one_hash_whatever_ending_is_cut() -> None:
    words = pack_letters(["quickly", "quick", "quickness"])
    hashes = {
        int(prefix_hashes(*words, np.array([at]), cut)[0]) for at, cut in enumerate((2, 0, 4))
    }
    assert len(hashes) == 1
