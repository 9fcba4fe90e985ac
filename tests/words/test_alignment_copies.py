"""Copies of pairs, candidates, decisions and look-ups against plain Python."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.words.alignment import remove_copies, restore_copies
from diglot.words.corpus import encode
from diglot.words.decoding import links
from diglot.words.decoding.links import SYMMETRISATIONS
from diglot.words.decoding.posteriors import Posteriors
from diglot.words.kernels.links import bests, compact, distinct
from diglot.words.kernels.pairs import find_pairs, first_of, take_sentences
from diglot.words.pairs import index
from tests.words.random_corpora import random_corpus

SENTENCE = st.lists(st.sampled_from("ab"), max_size=3)
TEXT = st.lists(st.tuples(SENTENCE, SENTENCE), max_size=25)


def sides(corpus):
    return corpus.source, corpus.source_offsets, corpus.target, corpus.target_offsets


def sentences(words, offsets):
    return [words[first:last].tolist() for first, last in itertools.pairwise(offsets)]


@given(TEXT)
def test_the_first_of_equal_pairs_is_found(pairs) -> None:
    corpus = encode(pairs)
    # A pair that is passed over has no words on either side.
    read = [pair if all(pair) else ([], []) for pair in pairs]
    assert first_of(*sides(corpus)).tolist() == [read.index(pair) for pair in read]


@given(TEXT)
def test_originals_stand_once_in_their_order(pairs) -> None:
    corpus = encode(pairs)
    originals = remove_copies(corpus)
    whole = list(zip(sentences(*sides(corpus)[:2]), sentences(*sides(corpus)[2:]), strict=True))
    few = sides(originals.corpus)
    once = list(zip(sentences(*few[:2]), sentences(*few[2:]), strict=True))
    unique = [pair for k, pair in enumerate(whole) if pair not in whole[:k]]
    assert once == unique
    assert [once[place] for place in originals.where] == whole


def test_the_words_of_the_two_sides_are_not_mixed_up() -> None:
    corpus = encode([(["a"], ["a", "b"]), (["a", "b"], ["b"]), (["a", "b"], ["a", "b"])])
    assert remove_copies(corpus).where.tolist() == [0, 1, 2]


@given(TEXT, st.lists(st.integers(0, 24), max_size=9))
def test_some_sentences_are_taken(pairs, kept) -> None:
    corpus = encode(pairs)
    chosen = np.array([k for k in kept if k < len(pairs)], np.int64)
    words, offsets = take_sentences(corpus.source, corpus.source_offsets, chosen)
    whole = sentences(corpus.source, corpus.source_offsets)
    assert sentences(words, offsets) == [whole[k] for k in chosen]
    assert words.dtype == corpus.source.dtype


def random_posteriors(seed: int, corpus) -> tuple[Posteriors, np.ndarray]:
    """Half of all cells as candidates, with any probabilities."""
    rng = np.random.default_rng(seed)
    offsets, source, target = [0], [], []
    for n, m in zip(np.diff(corpus.source_offsets), np.diff(corpus.target_offsets), strict=True):
        for i, j in np.argwhere(rng.random((n, m)) < 0.5):
            source.append(i)
            target.append(j)
        offsets.append(len(source))
    size = len(source)
    forward, backward, probabilities = rng.random((3, size)).astype(np.float32)
    best = [
        (rng.random(int(outputs[-1])) * (np.repeat(np.diff(inputs), np.diff(outputs)) + 1)).astype(
            np.int32
        )
        - 1
        for outputs, inputs in (
            (corpus.target_offsets, corpus.source_offsets),
            (corpus.source_offsets, corpus.target_offsets),
        )
    ]
    return (
        Posteriors(
            np.array(offsets),
            np.array(source, np.uint16),
            np.array(target, np.uint16),
            forward,
            backward,
            corpus.source_offsets,
            corpus.target_offsets,
            *best,
        ),
        probabilities,
    )


@pytest.mark.parametrize("seed", range(5))
def test_copies_get_all_that_their_originals_have(seed: int) -> None:
    once = random_corpus(seed, 5, empty=True)
    posteriors, probabilities = random_posteriors(seed, once)
    where = np.array([0, 1, 1, 2, 0, 3, 4, 2])
    repeated, values = restore_copies(posteriors, probabilities, where)
    assert repeated.pairs == len(where)

    def ragged(p, values, pair):
        here = slice(p.offsets[pair], p.offsets[pair + 1])
        tokens = slice(p.source_offsets[pair], p.source_offsets[pair + 1])
        others = slice(p.target_offsets[pair], p.target_offsets[pair + 1])
        parts = (p.source, p.target, p.forward, p.backward, values)
        return [
            *(part[here].tolist() for part in parts),
            p.forward_best[others].tolist(),
            p.backward_best[tokens].tolist(),
        ]

    for pair, place in enumerate(where):
        assert ragged(repeated, values, pair) == ragged(posteriors, probabilities, place)


@pytest.mark.parametrize("seed", range(5))
def test_candidates_know_their_word_pairs(seed: int) -> None:
    corpus = random_corpus(seed, 8, words=4, empty=True)
    posteriors, _ = random_posteriors(seed, corpus)
    pairs = index(corpus)
    found = distinct(
        posteriors.offsets, posteriors.source, posteriors.target, corpus.source,
        posteriors.source_offsets, posteriors.target_offsets, pairs.rows, pairs.cells,
        pairs.cell_offsets,
    )  # fmt: skip
    rows = np.repeat(np.arange(len(pairs.rows) - 1), np.diff(pairs.rows))
    pair = np.repeat(np.arange(corpus.pairs), np.diff(posteriors.offsets))
    source = corpus.source[corpus.source_offsets[pair] + posteriors.source]
    target = corpus.target[corpus.target_offsets[pair] + posteriors.target]
    np.testing.assert_array_equal(rows[found], source)
    np.testing.assert_array_equal(pairs.columns[found], target)


@pytest.mark.parametrize("seed", range(8))
def test_the_best_candidate_beats_the_others_and_null(seed: int) -> None:
    corpus = random_corpus(seed, 6, empty=True)
    p, _ = random_posteriors(seed, corpus)
    pair = np.repeat(np.arange(corpus.pairs), np.diff(p.offsets))
    word = p.target_offsets[pair] + p.target
    share = np.random.default_rng(seed).random(len(corpus.target)) * 1.2
    forward = (p.forward / np.maximum(np.bincount(word, p.forward), 1e-9)[word]) * share[word]
    found = bests(p.offsets, p.target, p.source, forward.astype(np.float32), p.target_offsets)
    for y in range(len(corpus.target)):
        mine = np.flatnonzero(word == y)
        null = 1 - forward[mine].sum()
        best = mine[np.argmax(forward[mine])] if len(mine) else None
        expected = -1 if best is None or null > forward[best] else p.source[best]
        assert found[y] == expected


@given(st.integers(0, 10**6))
def test_word_pairs_are_found_in_a_model(seed: int) -> None:
    rng = np.random.default_rng(seed)
    drawn = sorted({(int(e), int(f)) for e, f in rng.integers(1, 8, (12, 2))})
    known = {pair: place for place, pair in enumerate(drawn)}
    rows = np.array([sum(e < row for e, _ in known) for row in range(9)])
    columns = np.array([f for _, f in drawn], np.int32)
    source, target = rng.integers(-1, 10, (2, 40))
    found = find_pairs(rows, columns, source, target)
    assert found.tolist() == [
        known.get((int(e), int(f)), -1) for e, f in zip(source, target, strict=True)
    ]


@pytest.mark.parametrize("threshold", [0, 0.25, 0.5, 1])
def test_a_threshold_takes_the_likely_candidates(threshold: float) -> None:
    corpus = random_corpus(1, 9, empty=True)
    posteriors, probabilities = random_posteriors(1, corpus)
    probabilities[3] = threshold
    found = links.by_threshold(posteriors, probabilities, threshold)
    for pair in range(corpus.pairs):
        here = range(posteriors.offsets[pair], posteriors.offsets[pair + 1])
        taken = [c for c in here if probabilities[c] >= threshold]
        expected = [(posteriors.source[c], posteriors.target[c]) for c in taken]
        assert found.of(pair) == expected
        scores = found.scores[found.offsets[pair] : found.offsets[pair + 1]]
        assert scores.tolist() == probabilities[taken].tolist()


@pytest.mark.parametrize("name", list(SYMMETRISATIONS))
def test_symmetrised_links_have_the_probabilities_of_their_candidates(name: str) -> None:
    corpus = random_corpus(2, 9, empty=True)
    posteriors, probabilities = random_posteriors(2, corpus)
    found = links.by_symmetrisation(posteriors, probabilities, name)
    assert found.pairs == corpus.pairs
    assert len(found.source)
    for pair in range(corpus.pairs):
        here = range(posteriors.offsets[pair], posteriors.offsets[pair + 1])
        known = {(posteriors.source[c], posteriors.target[c]): probabilities[c] for c in here}
        scores = found.scores[found.offsets[pair] : found.offsets[pair + 1]]
        assert [known.get(link, 0) for link in found.of(pair)] == scores.tolist()


def test_no_such_symmetrisation() -> None:
    posteriors, probabilities = random_posteriors(2, random_corpus(2, 3))
    with pytest.raises(ConfigError):
        links.by_symmetrisation(posteriors, probabilities, "nonsense")


@pytest.mark.parametrize("kind", [np.uint16, np.uint32, np.float32])
def test_values_that_are_kept_move_to_the_front(kind: type) -> None:
    rng = np.random.default_rng(0)
    kept = rng.random(50) < 0.4
    values = rng.integers(0, 1000, 50).astype(kind)
    expected = values[kept]
    compact(kept, values)
    np.testing.assert_array_equal(values[: len(expected)], expected)
