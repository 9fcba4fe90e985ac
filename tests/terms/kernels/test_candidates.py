"""Candidate spans and what is counted about them, against definitions and plain twins."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diglot.terms.kernels import candidates as kernel
from tests.twins import load_twin

TWIN = load_twin("diglot.terms.kernels.candidates")
KINDS = np.array([0, 1, 2, 2, 2], np.uint8)
SENTENCES = st.lists(st.lists(st.integers(0, 4), max_size=9), max_size=5)
LONGEST = st.sampled_from([1, 3, 5, 300])


def encoded(sentences: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    """Tokens, and where sentences begin."""
    tokens = np.array([word for sentence in sentences for word in sentence], np.int32)
    return tokens, np.cumsum([0, *map(len, sentences)], dtype=np.int64)


def spans_of(
    sentences: list[list[int]], longest: int
) -> tuple[np.ndarray, kernel.Spans, np.ndarray, np.ndarray]:
    """Tokens, spans, first spans of n-grams and how often they occur."""
    tokens, text = encoded(sentences)
    offsets, begins, lengths = kernel.find_spans(tokens, text, KINDS, longest)
    ngrams, first = kernel.number_ngrams(tokens, begins, lengths)
    spans = kernel.Spans(text, offsets, begins, lengths, ngrams)
    return tokens, spans, first, kernel.count_ngrams(offsets, ngrams, len(first))[0]


@given(SENTENCES, LONGEST)
def test_spans_are_those_of_the_definition(sentences: list[list[int]], longest: int) -> None:
    tokens, text = encoded(sentences)
    expected = [
        (begin, end - begin)
        for start, stop in pairwise(text)
        for begin in range(start, stop)
        for end in range(begin + 1, min(stop, begin + longest) + 1)
        if KINDS[tokens[[begin, end - 1]]].min() == 2 and KINDS[tokens[begin:end]].all()
    ]
    offsets, begins, lengths = kernel.find_spans(tokens, text, KINDS, longest)
    assert list(zip(begins.tolist(), lengths.tolist(), strict=True)) == expected
    assert offsets.tolist() == np.searchsorted(begins, text).tolist()


def test_lengths_fit_a_byte() -> None:
    tokens = np.full(300, 2, np.int32)
    _, _, lengths = kernel.find_spans(tokens, np.array([0, 300]), KINDS, 1000)
    assert lengths.max() == kernel.LONGEST == 255
    assert len(lengths) == sum(min(255, 300 - begin) for begin in range(300))


@given(SENTENCES, LONGEST)
def test_equal_ngrams_have_one_number(sentences: list[list[int]], longest: int) -> None:
    tokens, spans, first, occurrences = spans_of(sentences, longest)
    texts = [
        tuple(tokens[begin : begin + length])
        for begin, length in zip(spans.begins, spans.lengths, strict=True)
    ]
    numbers: dict[tuple[int, ...], int] = {}
    assert spans.ngrams.tolist() == [numbers.setdefault(text, len(numbers)) for text in texts]
    assert first.tolist() == [texts.index(text) for text in numbers]
    assert occurrences.tolist() == [texts.count(text) for text in numbers]


@given(SENTENCES)
def test_sentences_that_hold_an_ngram_count_once(sentences: list[list[int]]) -> None:
    _, spans, first, _ = spans_of(sentences, 3)
    _, found = kernel.count_ngrams(spans.offsets, spans.ngrams, len(first))
    parts = np.split(spans.ngrams, spans.offsets[1:-1])
    assert found.tolist() == [sum(n in part for part in parts) for n in range(len(first))]


@given(SENTENCES, LONGEST)
def test_containers_are_those_of_the_twin(sentences: list[list[int]], longest: int) -> None:
    _, spans, first, frequencies = spans_of(sentences, longest)
    found = kernel.containers(spans, first, frequencies)
    for one, other in zip(found, TWIN.containers(spans, first, frequencies), strict=True):
        np.testing.assert_array_equal(one, other, strict=True)


@given(SENTENCES, st.integers(0, 99))
def test_neighbours_are_those_of_the_twin(sentences: list[list[int]], seed: int) -> None:
    tokens, spans, first, _ = spans_of(sentences, 3)
    rng = np.random.default_rng(seed)
    classes = rng.integers(0, 1 << kernel.CLASSES, len(KINDS) + 1).astype(np.uint16)
    kept = rng.permutation(len(first)).astype(np.int32) - 1
    arguments = (spans, tokens, classes, kept, max(len(first) - 1, 0))
    np.testing.assert_array_equal(
        kernel.neighbours(*arguments), TWIN.neighbours(*arguments), strict=True
    )


@given(SENTENCES, LONGEST, st.integers(0, 99))
def test_scores_of_relatives_are_those_of_the_twin(
    sentences: list[list[int]], longest: int, seed: int
) -> None:
    _, spans, first, _ = spans_of(sentences, longest)
    rng = np.random.default_rng(seed)
    kept = rng.permutation(len(first)).astype(np.int32) - 1
    scores = rng.normal(size=(2, max(len(first) - 1, 0)))
    np.testing.assert_array_equal(
        kernel.relatives_scores(spans, first, kept, *scores),
        TWIN.relatives_scores(spans, first, kept, *scores),
    )


@given(SENTENCES, LONGEST)
def test_the_weakest_joint_is_that_of_the_twin(sentences: list[list[int]], longest: int) -> None:
    tokens, spans, first, frequencies = spans_of(sentences, longest)
    arguments = (spans, first, frequencies, len(tokens))
    np.testing.assert_allclose(
        kernel.weakest_joint(*arguments), TWIN.weakest_joint(*arguments), rtol=1e-12, atol=1e-12
    )
