"""Counts of pairs and scores of spans, against definitions and plain twins."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.model import WordLinks
from diglot.terms.kernels import association as kernel
from diglot.terms.kernels.candidates import Spans
from tests.terms.kernels.test_candidates import spans_of
from tests.twins import load_twin

TWIN = load_twin("diglot.terms.kernels.association")
SENTENCE = st.lists(st.integers(0, 4), max_size=7)
PAIRS = st.lists(st.tuples(SENTENCE, SENTENCE), max_size=4)
Pairs = list[tuple[list[int], list[int]]]


def sides_of(pairs: Pairs) -> tuple[Spans, Spans]:
    source, target = (spans_of([pair[side] for pair in pairs], 3)[1] for side in (0, 1))
    return source, target


def random_links(pairs: Pairs, seed: int) -> WordLinks:
    rng = np.random.default_rng(seed)
    grids = [rng.random((len(one), len(other))) < 0.3 for one, other in pairs]
    cells = [np.nonzero(grid) for grid in grids]
    rows, columns = (
        np.array([place for cell in cells for place in cell[side]], np.int32) for side in (0, 1)
    )
    offsets = np.cumsum([0, *(len(cell[0]) for cell in cells)], dtype=np.int64)
    return WordLinks(offsets, rows, columns, rng.random(len(rows)).astype(np.float32))


@given(PAIRS, st.integers(0, 99))
def test_kept_ngrams_come_once_a_sentence(pairs: Pairs, seed: int) -> None:
    spans, _ = sides_of(pairs)
    count = int(spans.ngrams.max(initial=-1)) + 1
    kept = np.random.default_rng(seed).integers(0, 2, count).astype(np.uint8)
    ends, found = kernel.distinct_ngrams(spans.offsets, spans.ngrams, kept)
    expected = [
        [n for n in dict.fromkeys(part.tolist()) if kept[n]]
        for part in np.split(spans.ngrams, spans.offsets[1:-1])[: len(pairs)]
    ]
    assert [part.tolist() for part in np.split(found, ends[1:-1])[: len(pairs)]] == expected


@given(st.lists(st.sets(st.integers(0, 5)), max_size=6))
def test_sentences_of_ngrams_are_ngrams_of_sentences_turned(sentences: list[set[int]]) -> None:
    offsets = np.cumsum([0, *map(len, sentences)], dtype=np.int64)
    ngrams = np.array([n for sentence in sentences for n in sentence], np.int32)
    rows, found = kernel.sentences_of_ngrams(offsets, ngrams, 6)
    parts = np.split(found, rows[1:-1])
    assert [part.tolist() for part in parts] == [
        [s for s, sentence in enumerate(sentences) if n in sentence] for n in range(6)
    ]


@given(PAIRS, st.integers(1, 2), st.integers(0, 9))
def test_cooccurrences_are_those_of_the_definition(pairs: Pairs, least: int, more: int) -> None:
    held = [[set(part) for part in pair] for pair in pairs]
    offsets, ngrams = (
        [
            np.cumsum([0, *(len(pair[side]) for pair in held)], dtype=np.int64),
            np.array([n for pair in held for n in pair[side]], np.int32),
        ]
        for side in (0, 1)
    )
    rows, sentences = kernel.sentences_of_ngrams(*offsets, 5)
    row, blocks = 0, []
    while row < 5:
        row, found = kernel.count_cooccurrences(row, rows, sentences, *ngrams, 5, least, 5 + more)
        blocks += found.T.tolist()
    both = {
        (s, t): sum(s in one and t in other for one, other in held)
        for s in range(5)
        for t in range(5)
    }
    assert sorted(map(tuple, blocks)) == [(s, t, n) for (s, t), n in both.items() if n >= least]


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4)), unique=True),
    st.integers(1, 2),
    st.integers(1, 3),
)
def test_no_side_has_more_partners_than_it_may(
    pairs: list[tuple[int, int]], per_source: int, per_target: int
) -> None:
    sides = np.array(pairs, np.int32).reshape(-1, 2).T.copy()
    accepted = kernel.accept_greedily(*sides, 4, 5, per_source, per_target)
    taken: list[tuple[int, int]] = []
    for (s, t), found in zip(pairs, accepted, strict=True):
        free = sum(s == one for one, _ in taken) < per_source
        assert found == (free and sum(t == other for _, other in taken) < per_target)
        taken += [(s, t)] if found else []


@given(PAIRS, st.integers(0, 2), st.integers(0, 99))
def test_consistent_spans_are_those_of_the_twin(pairs: Pairs, widen: int, seed: int) -> None:
    arguments = (*sides_of(pairs), random_links(pairs, seed), widen)
    np.testing.assert_array_equal(
        kernel.consistent_spans(*arguments), TWIN.consistent_spans(*arguments), strict=True
    )


@given(PAIRS, st.integers(0, 99))
def test_scores_of_spans_are_those_of_the_twin(pairs: Pairs, seed: int) -> None:
    arguments = (*sides_of(pairs), random_links(pairs, seed), 0.98, 0.02, 0.03)
    found, expected = kernel.score_spans(*arguments), TWIN.score_spans(*arguments)
    for one, other in zip(found[:2], expected[:2], strict=True):
        np.testing.assert_array_equal(one, other, strict=True)
    np.testing.assert_allclose(found[2], expected[2], rtol=1e-6)


def test_there_is_room_for_all_pairs_of_spans() -> None:
    sides = sides_of([([2] * 60, [2] * 60)])
    links = WordLinks(
        np.array([0, 60]), *[np.arange(60, dtype=np.int32)] * 2, np.full(60, 0.5, np.float32)
    )
    source, target, scores = kernel.score_spans(*sides, links, 0.98, 0.02, 0.0)
    assert len(source) > 1024
    pairs = set(zip(source.tolist(), target.tolist(), strict=True))
    assert len(pairs) == len(source) == len(target) == len(scores)
    # A span corresponds best to itself: no link crosses its border.
    begins, lengths = sides[0].begins, sides[0].lengths
    same = (begins[source] == begins[target]) & (lengths[source] == lengths[target])
    assert scores[same & (lengths[source] == 1)] == pytest.approx(0.5 * 0.5)


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 9)), max_size=9))
def test_the_first_of_every_key_and_sentence_stays(rows: list[tuple[int, int, int]]) -> None:
    table = np.array(rows, np.int64).reshape(-1, 3)
    order = np.lexsort((-table[:, 2], table[:, 1], table[:, 0]))
    kept = kernel.best_of_sentences(order, table[:, 0].copy(), table[:, 1].astype(np.int32))
    best: dict[tuple[int, int], int] = {}
    for key, sentence, score in rows:
        best[key, sentence] = max(score, best.get((key, sentence), 0))
    assert table[kept].tolist() == [[*pair, best[pair]] for pair in sorted(best)]
