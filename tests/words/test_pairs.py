"""The index of distinct word pairs against a plain dictionary."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.words.corpus import Corpus, encode
from diglot.words.pairs import index, look_up, without
from tests.words.random_corpora import random_corpus


def plain(corpus: Corpus) -> tuple[list[tuple[int, int]], list[int]]:
    """All distinct pairs in order, and the number of every cell."""
    cells = [
        (int(e), int(f))
        for k in range(corpus.pairs)
        for e in corpus.source[corpus.source_offsets[k] : corpus.source_offsets[k + 1]]
        for f in corpus.target[corpus.target_offsets[k] : corpus.target_offsets[k + 1]]
    ]
    distinct = sorted(set(cells))
    number = {pair: place for place, pair in enumerate(distinct)}
    return distinct, [number[cell] for cell in cells]


@given(st.integers(0, 10_000), st.integers(0, 12), st.booleans(), st.sampled_from([2, 9, 60]))
def test_the_index_equals_a_dictionary(seed: int, pairs: int, empty: bool, words: int) -> None:
    corpus = random_corpus(seed, pairs, empty=empty, words=words)
    found = index(corpus)
    distinct, cells = plain(corpus)
    row_of = np.repeat(np.arange(len(found.rows) - 1), np.diff(found.rows))
    assert list(zip(row_of.tolist(), found.columns.tolist(), strict=True)) == distinct
    assert found.cells.tolist() == cells
    assert found.size == len(distinct)


def test_rows_of_many_and_of_few_target_words_both_ascend() -> None:
    corpus = encode([(["the"], [f"t{n}"]) for n in range(50, 0, -1)] + [(["a"], ["t3", "t9"])])
    found = index(corpus)
    assert np.diff(found.rows).tolist() == [0, 50, 2]
    assert found.columns[:50].tolist() == list(range(1, 51))
    assert (np.diff(found.columns[50:]) > 0).all()


def test_cells_of_a_pair_lie_row_by_row() -> None:
    corpus = encode([(["x"], ["y"]), (["a", "b"], ["u", "v", "u"])])
    found = index(corpus)
    assert found.cell_offsets.tolist() == [0, 1, 7]
    cells = found.cells[1:7].reshape(2, 3)
    assert (cells[:, 0] == cells[:, 2]).all()
    assert len(set(cells.ravel().tolist())) == 4


@pytest.mark.parametrize("pairs", [[], [([], ["a"])]])
def test_a_corpus_without_words_has_no_pairs(pairs: list[tuple[list[str], list[str]]]) -> None:
    found = index(encode(pairs))
    assert found.size == 0
    assert len(found.cells) == 0


def test_the_number_of_a_pair_depends_on_the_vocabulary_alone() -> None:
    pairs = [(["a", "b"], ["u", "v"]), (["b"], ["v", "w"]), (["c"], ["u"])]
    one = encode(pairs)
    other = encode(
        pairs[::-1],
        source_vocabulary=one.source_vocabulary,
        target_vocabulary=one.target_vocabulary,
    )
    np.testing.assert_array_equal(index(one).columns, index(other).columns)


def test_pairs_left_out_get_the_number_past_the_last() -> None:
    corpus = random_corpus(3, 40)
    whole = index(corpus)
    kept = np.random.default_rng(3).random(whole.size) < 0.3
    before = whole.cells.copy()
    row_of = np.repeat(np.arange(len(whole.rows) - 1), np.diff(whole.rows))
    fewer = without(whole, kept)
    assert fewer.size == kept.sum()
    np.testing.assert_array_equal(fewer.columns, whole.columns[kept])
    left_rows = np.repeat(np.arange(len(fewer.rows) - 1), np.diff(fewer.rows))
    np.testing.assert_array_equal(left_rows, row_of[kept])
    number = np.where(kept, np.cumsum(kept) - 1, kept.sum())
    np.testing.assert_array_equal(fewer.cells, number[before])


def test_the_text_of_training_is_looked_up_as_it_was_numbered() -> None:
    corpus = random_corpus(4, 60, empty=True)
    known = index(corpus)
    np.testing.assert_array_equal(look_up(corpus, known.rows, known.columns).cells, known.cells)


def test_new_words_and_new_pairs_of_words_have_no_number() -> None:
    old = encode([(["a", "b"], ["u"]), (["c"], ["v"])])
    known = index(old)
    new = encode(
        [(["new", "a", "c"], ["u", "v", "other"])],
        source_vocabulary=old.source_vocabulary,
        target_vocabulary=old.target_vocabulary,
    )
    assert look_up(new, known.rows, known.columns).cells.tolist() == [3, 3, 3, 0, 3, 3, 3, 2, 3]
