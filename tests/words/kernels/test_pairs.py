"""Numbers of word pairs, look-ups and equal sentences against plain Python and the plain twin."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.words.corpus import Corpus, encode, index
from diglot.words.kernels import pairs as kernel
from tests.twins import load_twin
from tests.words.random_corpora import random_corpus

twin = load_twin("diglot.words.kernels.pairs")

SEEDS = st.integers(0, 10**6)
SENTENCE = st.lists(st.sampled_from("ab"), max_size=3)
TEXT = st.lists(st.tuples(SENTENCE, SENTENCE), max_size=25)
KINDS = pytest.mark.parametrize("kind", [np.uint16, np.uint32])


def sentences(words, offsets):
    return [words[first:last].tolist() for first, last in itertools.pairwise(offsets)]


def ragged(rng: np.random.Generator, pairs: int, words: int) -> tuple[np.ndarray, np.ndarray]:
    """Sentences of up to thirty words."""
    offsets = np.cumsum([0, *rng.integers(0, 31, pairs)])
    return rng.integers(1, words, int(offsets[-1])).astype(np.int32), offsets


@KINDS
@given(SEEDS)
@settings(max_examples=25)
def test_the_cells_of_a_large_vocabulary_are_numbered_as_by_the_twin(kind: type, seed: int) -> None:
    rng = np.random.default_rng(seed)
    # Of so many words a row holds few, and its words are sorted.
    (source, source_offsets), (target, target_offsets) = ragged(rng, 9, 12), ragged(rng, 9, 5000)
    cell_offsets = np.cumsum([0, *(np.diff(source_offsets) * np.diff(target_offsets))])
    results = []
    for side in (kernel, twin):
        places = side.occurrences(source, source_offsets, 12)
        cells, sizes = np.zeros(cell_offsets[-1], kind), np.zeros(12, np.int64)
        text = (target, target_offsets, 5000, cell_offsets, cells, sizes)
        columns = [side.index_rows(*part, *places, *text) for part in ((0, 7), (7, 12))]
        results.append((*places, *columns, cells, sizes))
    for mine, its in zip(*results, strict=True):
        np.testing.assert_array_equal(mine, its)


@KINDS
@given(SEEDS)
def test_pairs_that_are_left_lie_as_by_the_twin(kind: type, seed: int) -> None:
    rng = np.random.default_rng(seed)
    corpus = random_corpus(seed, 8, words=9, empty=True)
    pairs = index(corpus)
    kept = rng.integers(0, 2, pairs.size).astype(np.uint8)
    no_pair = np.iinfo(kind).max
    results = []
    for side in (kernel, twin):
        ranks, cells = np.zeros(pairs.size, kind), pairs.cells.astype(kind)
        rows = side.rank_pairs(kept, pairs.rows, no_pair, ranks)
        text = (corpus.source, corpus.source_offsets, pairs.cell_offsets, pairs.rows)
        for part in ((0, 5), (5, 8)):
            side.renumber(*part, *text, ranks, no_pair, cells)
        results.append((rows, ranks, cells))
    for mine, its in zip(*results, strict=True):
        np.testing.assert_array_equal(mine, its)


@given(st.integers(0, 10**6))
def test_word_pairs_are_found_in_a_model(seed: int) -> None:
    rng = np.random.default_rng(seed)
    drawn = sorted({(int(e), int(f)) for e, f in rng.integers(1, 8, (12, 2))})
    known = {pair: place for place, pair in enumerate(drawn)}
    rows = np.array([sum(e < row for e, _ in known) for row in range(9)])
    columns = np.array([f for _, f in drawn], np.int32)
    source, target = rng.integers(-1, 10, (2, 40))
    found = kernel.find_pairs(rows, columns, source, target)
    assert found.tolist() == [
        known.get((int(e), int(f)), -1) for e, f in zip(source, target, strict=True)
    ]


def sides(corpus: Corpus):
    return corpus.source, corpus.source_offsets, corpus.target, corpus.target_offsets


@given(TEXT)
def test_the_first_of_equal_pairs_is_found(pairs) -> None:
    corpus = encode(pairs)
    # A pair that is passed over has no words on either side.
    read = [pair if all(pair) else ([], []) for pair in pairs]
    assert kernel.first_of(*sides(corpus)).tolist() == [read.index(pair) for pair in read]


@given(TEXT, st.lists(st.integers(0, 24), max_size=9))
def test_some_sentences_are_taken(pairs, kept) -> None:
    corpus = encode(pairs)
    chosen = np.array([k for k in kept if k < len(pairs)], np.int64)
    words, offsets = kernel.take_sentences(corpus.source, corpus.source_offsets, chosen)
    whole = sentences(corpus.source, corpus.source_offsets)
    assert sentences(words, offsets) == [whole[k] for k in chosen]
    assert words.dtype == corpus.source.dtype
