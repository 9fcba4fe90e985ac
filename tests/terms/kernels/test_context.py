"""Occurrences of terms and the words beside them, against loops over the texts."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diglot.terms.comparable.sparse import row_starts
from diglot.terms.kernels import context as kernel

WORDS = 5
SENTENCES = st.lists(st.lists(st.integers(0, WORDS - 1), max_size=8), max_size=4)
TERMS = st.lists(st.lists(st.integers(0, WORDS - 1), min_size=1, max_size=3), max_size=5)


def flat(rows: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    values = np.array([value for row in rows for value in row], np.int32)
    return values, np.cumsum([0, *map(len, rows)], dtype=np.int64)


def table(terms: list[list[int]]) -> tuple[np.ndarray, ...]:
    """Terms by first word, and their words."""
    order = np.array(sorted(range(len(terms)), key=lambda term: terms[term][0]), np.int64)
    heads = np.array([terms[term][0] for term in order], np.int64)
    return row_starts(heads, WORDS), order, *flat(terms)


def occurrences(sentence: list[int], term: list[int]) -> list[int]:
    """Where a term begins in a sentence."""
    size = len(term)
    return [at for at in range(len(sentence) - size + 1) if sentence[at : at + size] == term]


@given(SENTENCES, TERMS)
def test_occurrences_are_counted(sentences: list[list[int]], terms: list[list[int]]) -> None:
    counts = kernel.count_occurrences(*flat(sentences), *table(terms))
    assert counts.tolist() == [
        sum(len(occurrences(sentence, term)) for sentence in sentences) for term in terms
    ]


@given(SENTENCES, TERMS, st.integers(1, 3), st.sets(st.integers(0, WORDS - 1)), st.booleans())
def test_neighbours_are_content_words_of_the_sentence(
    sentences: list[list[int]],
    terms: list[list[int]],
    window: int,
    contents: set[int],
    tight: bool,
) -> None:
    expected = [
        number * WORDS + word
        for sentence in sentences
        for number, term in enumerate(terms)
        for at in occurrences(sentence, term)
        for side in (sentence[:at][::-1], sentence[at + len(term) :])
        for word in [word for word in side if word in contents][:window]
    ]
    content = np.array([word in contents for word in range(WORDS)], np.uint8)
    # With little room it takes several calls.
    keys = np.empty(8 * 5 * 2 * window if tight else 5000, np.int64)
    found: list[int] = []
    sentence = 0
    while sentence < len(sentences):
        before = sentence
        sentence, filled = kernel.find_neighbours(
            before, *flat(sentences), *table(terms), content, window, keys
        )
        assert sentence > before
        found += keys[:filled].tolist()
    assert sorted(found) == sorted(expected)


def test_a_sentence_without_room_is_not_begun() -> None:
    sentences, terms = [[0, 1], [0, 1, 2]], [[1]]
    keys = np.empty(2, np.int64)
    content = np.ones(WORDS, np.uint8)
    arguments = (*flat(sentences), *table(terms), content, 1, keys)
    assert kernel.find_neighbours(0, *arguments) == (1, 1)
    assert kernel.find_neighbours(1, *arguments) == (2, 2)
    assert kernel.find_neighbours(0, *arguments[:-1], np.empty(1, np.int64)) == (0, 0)
