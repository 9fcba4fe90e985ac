"""Indices of tokens against lists."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.sentences.kernels import postings as kernel

KEYS = 5
TEXTS = st.lists(st.lists(st.integers(0, KEYS - 1), max_size=6), max_size=8)
Text = list[list[int]]


def arrays(text: Text) -> tuple[np.ndarray, np.ndarray]:
    tokens = np.array([key for sentence in text for key in sentence], np.int32)
    return tokens, np.cumsum([0, *map(len, text)]).astype(np.int64)


def rows(first: np.ndarray, values: np.ndarray) -> Text:
    return [values[begin:end].tolist() for begin, end in pairwise(first)]


@given(text=TEXTS)
def test_sentences_are_found_by_their_keys(text: Text) -> None:
    first, sentences = kernel.index_tokens(*arrays(text), KEYS)
    assert rows(first, sentences) == [
        [i for i, sentence in enumerate(text) if key in sentence] for key in range(KEYS)
    ]


@given(text=TEXTS)
def test_distinct_keys_stand_in_the_order_of_their_first_occurrence(text: Text) -> None:
    keys, offsets = kernel.distinct_tokens(*arrays(text), KEYS)
    assert rows(offsets, keys) == [list(dict.fromkeys(sentence)) for sentence in text]


@given(text=TEXTS, values=st.lists(st.floats(0, 9), min_size=KEYS, max_size=KEYS))
def test_sums_run_over_the_sentences(text: Text, values: list[float]) -> None:
    sums = kernel.sentence_sums(np.array(values), *arrays(text), np.array([0, len(text) + 1]))
    expected = [sum(values[key] for s in text[:i] for key in s) for i in range(len(text) + 1)]
    assert sums.tolist() == pytest.approx(expected)
