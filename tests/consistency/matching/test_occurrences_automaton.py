"""Many patterns at once: the same hits as a plain search, whatever the numbers are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.consistency.matching import occurrences
from diglot.consistency.matching.occurrences import Automaton

NUMBERS = st.integers(0, 6)
SEQUENCES = st.lists(st.lists(NUMBERS, max_size=5), max_size=8)


def plain(patterns, texts):
    """All hits by a dictionary of patterns: text, begin, end, pattern."""
    by_words = {}
    for number, pattern in enumerate(patterns):
        if pattern:
            by_words.setdefault(tuple(pattern), []).append(number)
    return sorted(
        (number, begin, end, pattern)
        for number, text in enumerate(texts)
        for begin in range(len(text))
        for end in range(begin + 1, len(text) + 1)
        for pattern in by_words.get(tuple(text[begin:end]), ())
    )


def search(made, texts):
    """The hits of an automaton in the same shape."""
    keys = np.array([key for text in texts for key in text], np.int32)
    offsets = np.cumsum([0, *map(len, texts)]).astype(np.int64)
    hits = made.find(keys, offsets)
    columns = (hits.text, hits.begin, hits.end, hits.pattern)
    return list(zip(*(column.tolist() for column in columns), strict=True))


@given(SEQUENCES, SEQUENCES)
def test_hits_are_those_of_a_dictionary(patterns, texts):
    assert sorted(search(Automaton(patterns, 7), texts)) == plain(patterns, texts)


@given(SEQUENCES, SEQUENCES, st.integers(6, 9))
def test_few_characters_do_as_well(patterns, texts, letters):
    made = Automaton(patterns, 7, letters=letters)
    assert sorted(search(made, texts)) == plain(patterns, texts)


@given(SEQUENCES, SEQUENCES)
def test_blocks_make_no_difference(patterns, texts):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(occurrences, "BLOCK", 2)
        assert sorted(search(Automaton(patterns, 7), texts)) == plain(patterns, texts)


def test_hits_come_by_text_and_end():
    found = search(Automaton([[1, 2], [2], [1], [2, 3]], 4), [[1, 2, 3], [2]])
    assert [(text, end) for text, _, end, _ in found] == [(0, 1), (0, 2), (0, 2), (0, 3), (1, 1)]


def test_numbers_that_no_pattern_can_have_are_passed_over():
    assert search(Automaton([[1], [2, 2]], 3), [[900_000, 1, -1, 2, 7, 2]]) == [(0, 1, 2, 0)]


def test_no_pattern_goes_over_the_end_of_a_text():
    assert search(Automaton([[1, 1]], 2), [[1], [1], [], [1]]) == []


def test_more_numbers_than_there_are_characters():
    numbers = [list(range(first, first + 100)) for first in range(0, 20_000, 100)]
    found = search(Automaton(numbers, 20_000), [list(range(8_150, 8_450))])
    assert [(begin + 8_150, end + 8_150) for _, begin, end, _ in found] == [
        (8_200, 8_300),
        (8_300, 8_400),
    ]


def test_numbers_outside_the_table_are_refused():
    with pytest.raises(ValueError, match="from 0 to 4"):
        Automaton([[5]], 5)
    with pytest.raises(ValueError, match="from 0 to 4"):
        Automaton([[-1]], 5)


def test_too_few_characters_are_refused():
    with pytest.raises(ValueError, match="too few"):
        Automaton([[0], [1], [2]], 3, letters=2)
