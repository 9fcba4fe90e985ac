"""Pairs spelled alike that kernels find, against comparisons of all pairs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.terms.comparable.sparse import row_starts
from diglot.terms.comparable.word_similarity import consonants
from diglot.terms.kernels import spelling as kernel
from tests.terms.kernels.lists import pack
from tests.text.kernels.test_edits import common, edits

WEIGHTS = np.array([0.27, 0.15, 0.03, 0.17, 0.38])
WORDS = st.lists(st.text("abest", max_size=9), max_size=8)


def likeness(one: str, other: str) -> float:
    """Likeness of two words as `cognate_words` has it."""
    longer = max(len(one), len(other))
    begin = 0
    while begin < min(len(one), len(other)) and one[begin] == other[begin]:
        begin += 1
    end = 0
    while end < min(len(one), len(other)) - begin and one[-1 - end] == other[-1 - end]:
        end += 1
    end = longer if one == other else end
    pairs = [[word[k : k + 2] for k in range(len(word) - 1)] for word in (one, other)]
    both = sum(pair in pairs[1] for pair in pairs[0]) + sum(pair in pairs[0] for pair in pairs[1])
    hard = consonants(one), consonants(other)
    longest = max(map(len, hard))
    shares = (
        common(one, other) / longer,
        begin / longer,
        end / longer,
        both / len(pairs[0] + pairs[1]) if pairs[0] + pairs[1] else 0.0,
        common(*hard) / longest if longest else 1.0,
    )
    return float(WEIGHTS @ shares)


def cognates(one: list[str], other: list[str], least: float) -> dict[tuple[int, int], float]:
    """Likeness of the pairs found; the other words ascend by first letter."""
    initials = np.array([ord(word[0]) if word else 0 for word in other], np.int64)
    found = kernel.cognate_words(
        pack(one),
        pack(other),
        pack([consonants(word) for word in one]),
        pack([consonants(word) for word in other]),
        row_starts(initials, 256),
        least,
        WEIGHTS,
    )
    lines, columns, values = (each.tolist() for each in found)
    assert list(zip(lines, columns, strict=True)) == sorted(zip(lines, columns, strict=True))
    return dict(zip(zip(lines, columns, strict=True), values, strict=True))


@given(WORDS, WORDS, st.sampled_from([0.3, 0.5, 1.0]))
def test_cognates_begin_alike_and_have_many_letters_in_common(
    one: list[str], other: list[str], least: float
) -> None:
    other = sorted(other, key=lambda word: word[:1])
    expected = {
        (i, j): likeness(a, b)
        for i, a in enumerate(one)
        for j, b in enumerate(other)
        if a and b and a[0] == b[0] and common(a, b) >= least * max(len(a), len(b))
    }
    assert cognates(one, other, least) == pytest.approx(expected)


def test_letters_beyond_the_sixty_fourth_do_not_count() -> None:
    one, other = "ab" * 32 + "e", "ab" * 32 + "a" * 9
    assert cognates([one], [other], 1.0) == pytest.approx({(0, 0): 1.0})
    found = kernel.similar_spellings(pack([one]), pack([other]), False, 1.0)
    assert [each.tolist() for each in found] == [[0], [0], [1.0]]


def test_there_is_room_for_all_pairs() -> None:
    words = ["abc"] * 40
    assert len(cognates(words, words, 0.5)) == 1600
    lines, columns, shares = kernel.similar_spellings(pack(words), pack(words), True, 0.5)
    assert [lines.tolist(), columns.tolist()] == np.indices((40, 40)).reshape(2, -1).tolist()
    assert shares.tolist() == [1.0] * 1600
    codes = np.full((40, 3), ord("a"), np.int32)
    pairs = kernel.near_strings(codes, np.full(40, 3), 0.7)
    assert pairs.tolist() == [[a, b] for a in range(40) for b in range(a + 1, 40)]


@given(WORDS, WORDS, st.sampled_from([0.3, 0.5, 0.7, 1.0]), st.booleans())
def test_all_pairs_above_the_bound_are_found(
    one: list[str], other: list[str], least: float, by_edits: bool
) -> None:
    expected = {}
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            if a and b:
                longer = max(len(a), len(b))
                share = 1 - edits(a, b) / longer if by_edits else common(a, b) / longer
                if share >= least:
                    expected[i, j] = share
    found = kernel.similar_spellings(pack(one), pack(other), by_edits, least)
    lines, columns, shares = (each.tolist() for each in found)
    assert dict(zip(zip(lines, columns, strict=True), shares, strict=True)) == pytest.approx(
        expected
    )


@given(st.lists(st.text("abc", max_size=8), min_size=1, max_size=6))
def test_near_strings(texts: list[str]) -> None:
    codes = np.zeros((len(texts), 8), np.int32)
    for row, text in enumerate(texts):
        codes[row, : len(text)] = [ord(character) for character in text]
    found = kernel.near_strings(codes, np.array(list(map(len, texts))), 0.7)
    assert found.tolist() == [
        [a, b]
        for a in range(len(texts))
        for b in range(a + 1, len(texts))
        if edits(texts[a], texts[b]) <= max(len(texts[a]), len(texts[b])) * 0.3 + 1e-9
    ]
