"""The index of distinct word pairs against a plain dictionary."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.words import corpus as parts
from diglot.words.corpus import (
    Corpus,
    CorpusBuilder,
    PairIndex,
    Vocabulary,
    encode,
    index,
    remove_pairs,
)
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


def numbers(corpus: Corpus, found: PairIndex) -> list[int]:
    """The number of every cell; the number of pairs for one without."""
    rows = [*found.rows[:-1].tolist()]
    rows += [found.size] * (corpus.source_vocabulary.size - len(rows))
    begins = [
        rows[e]
        for k in range(corpus.pairs)
        for e in corpus.source[corpus.source_offsets[k] : corpus.source_offsets[k + 1]]
        for _ in range(corpus.target_offsets[k], corpus.target_offsets[k + 1])
    ]
    return [
        found.size if cell == found.no_pair else begin + cell
        for begin, cell in zip(begins, found.cells.tolist(), strict=True)
    ]


@given(st.integers(0, 10_000), st.integers(0, 12), st.booleans(), st.sampled_from([2, 9, 60]))
def test_the_index_equals_a_dictionary(seed: int, pairs: int, empty: bool, words: int) -> None:
    corpus = random_corpus(seed, pairs, empty=empty, words=words)
    found = index(corpus)
    distinct, cells = plain(corpus)
    row_of = np.repeat(np.arange(len(found.rows) - 1), np.diff(found.rows))
    assert list(zip(row_of.tolist(), found.columns.tolist(), strict=True)) == distinct
    assert numbers(corpus, found) == cells
    assert found.size == len(distinct)


def test_a_soft_hyphen_makes_no_other_word() -> None:
    assert Vocabulary(["Auto\u00adbahn", "autobahn", "\u00ad"]).words == ["", "autobahn", "\u00ad"]


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_threads_change_no_bit_of_an_index(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = random_corpus(8, 200, empty=True, words=80)
    one = index(corpus)
    kept = np.random.default_rng(8).random(one.size) < 0.4
    fewer = remove_pairs(corpus, index(corpus), kept)
    monkeypatch.setattr(parts, "LEAST", 20)
    assert len(parts.parts_of_rows(one.cell_offsets)) > 3
    other = index(corpus, jobs=jobs)
    left = remove_pairs(corpus, index(corpus, jobs=jobs), kept, jobs=jobs)
    for mine, its in ((one, other), (fewer, left)):
        for name in PairIndex.__slots__:
            np.testing.assert_array_equal(getattr(mine, name), getattr(its, name))


SIDES = st.lists(st.text("aAb\u00ad", min_size=1, max_size=2), max_size=3)


@given(st.lists(st.tuples(SIDES, SIDES), max_size=8), st.sampled_from([1, 3, 4096]))
def test_words_are_numbered_by_first_use_from_lists_and_from_lines(
    pairs: list[tuple[list[str], list[str]]], at_once: int
) -> None:
    known, expected = Vocabulary(), []
    for one, other in pairs:
        expected += [known[word] for word in one] if other else []
    for sides in (pairs, [(" ".join(one), " ".join(other)) for one, other in pairs]):
        builder = CorpusBuilder()
        for begin in range(0, len(sides), at_once):
            assert builder.add(sides[begin : begin + at_once]) == len(
                sides[begin : begin + at_once]
            )
        corpus = builder.corpus()
        assert corpus.source.tolist() == expected
        assert corpus.source_vocabulary.words == known.words
        empty = [number for number, pair in enumerate(pairs) if not all(pair)]
        assert corpus.skipped.get("empty", []) == empty
        assert not np.diff(corpus.target_offsets)[empty].any()


def test_a_token_with_a_line_end_in_it_stays_one() -> None:
    corpus = encode([(["a\nb", ""], ["c"]), (["a"], ["\ud800"])])
    assert np.diff(corpus.source_offsets).tolist() == [2, 1]
    assert corpus.target_vocabulary.words == ["", "c", "\ud800"]


def test_rows_of_many_and_of_few_target_words_both_ascend() -> None:
    corpus = encode([(["the"], [f"t{n}"]) for n in range(50, 0, -1)] + [(["a"], ["t3", "t9"])])
    found = index(corpus)
    assert np.diff(found.rows).tolist() == [0, 50, 2]
    assert found.columns[:50].tolist() == list(range(1, 51))
    assert (np.diff(found.columns[50:]) > 0).all()


def test_cells_of_a_pair_lie_row_by_row() -> None:
    corpus = encode([(["x"], ["y"]), (["a", "b"], ["u", "v", "u"])])
    found = index(corpus)
    listed = np.array(numbers(corpus, found))
    assert found.cell_offsets.tolist() == [0, 1, 7]
    cells = listed[1:7].reshape(2, 3)
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
    before = np.array(numbers(corpus, whole))
    row_of = np.repeat(np.arange(len(whole.rows) - 1), np.diff(whole.rows))
    fewer = remove_pairs(corpus, whole, kept)
    assert fewer.size == kept.sum()
    np.testing.assert_array_equal(fewer.columns, whole.columns[kept])
    left_rows = np.repeat(np.arange(len(fewer.rows) - 1), np.diff(fewer.rows))
    np.testing.assert_array_equal(left_rows, row_of[kept])
    number = np.where(kept, np.cumsum(kept) - 1, kept.sum())
    np.testing.assert_array_equal(numbers(corpus, fewer), number[before])
    # Twice: what is left out stays out.
    again = remove_pairs(corpus, fewer, np.arange(fewer.size) % 2 == 0)
    odd = np.array(numbers(corpus, again))
    old = number[before]
    new = np.where((old < kept.sum()) & (old % 2 == 0), old // 2, again.size)
    np.testing.assert_array_equal(odd, new)


@pytest.mark.slow
@pytest.mark.parametrize(("words", "kind"), [(65_533, np.uint16), (65_534, np.uint32)])
def test_cells_take_as_few_bytes_as_the_vocabulary_allows(words: int, kind: type) -> None:
    # NULL is a word, too, and one number says that there is none.
    target = [f"t{number}" for number in range(words)]
    corpus = encode([(["all"], [word]) for word in target] + [(["x"], target[-1:])])
    found = index(corpus)
    assert found.cells.dtype == kind
    assert numbers(corpus, found) == [*range(words), words]
    kept = np.ones(found.size, bool)
    kept[0] = False
    assert numbers(corpus, remove_pairs(corpus, found, kept)) == [words, *range(words)]
