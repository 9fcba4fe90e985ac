"""The aligner trained by agreement: invariants."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.words.corpus import Corpus, encode, index
from diglot.words.decoding.confidence import KEPT, Posteriors
from diglot.words.models import hmm
from diglot.words.models.hmm import m_step
from diglot.words.models.views import distinct_pairs
from tests.words import plain_hmm
from tests.words.random_corpora import random_corpus


def same(one: Posteriors, other: Posteriors) -> bool:
    return all(
        np.array_equal(getattr(one, name), getattr(other, name)) for name in Posteriors.__slots__
    )


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [2, 3])
def test_the_number_of_threads_changes_no_bit(jobs: int) -> None:
    corpus = random_corpus(1, 300, longest=14, words=40, empty=True)
    one, learnt_one = plain_hmm.align(corpus)
    other, learnt_other = plain_hmm.align(corpus, jobs=jobs)
    assert same(one, other)
    for name in ("links", "null_forward", "null_backward", "jumps_forward", "jumps_backward"):
        np.testing.assert_array_equal(getattr(learnt_one, name), getattr(learnt_other, name))
    assert learnt_one.likelihoods == learnt_other.likelihoods


def test_more_threads_than_batches_do_no_harm() -> None:
    corpus = encode([(["a", "b"], ["c"])])
    assert same(plain_hmm.align(corpus, jobs=8)[0], plain_hmm.align(corpus)[0])


def swapped(corpus: Corpus) -> Corpus:
    return Corpus(
        corpus.target,
        corpus.target_offsets,
        corpus.source,
        corpus.source_offsets,
        corpus.target_vocabulary,
        corpus.source_vocabulary,
    )


def test_swapping_the_sides_transposes_every_posterior() -> None:
    corpus = random_corpus(2, 200, longest=12, words=30)
    one, _ = plain_hmm.align(corpus)
    other, _ = plain_hmm.align(swapped(corpus))
    np.testing.assert_array_equal(one.offsets, other.offsets)
    np.testing.assert_array_equal(one.forward_best, other.backward_best)
    pair = np.repeat(np.arange(one.pairs), np.diff(one.offsets))
    turned = np.lexsort((other.source, other.target, pair))
    np.testing.assert_array_equal(one.source, other.target[turned])
    np.testing.assert_array_equal(one.target, other.source[turned])
    np.testing.assert_array_equal(one.forward, other.backward[turned])


def test_a_corpus_taken_twice_has_the_same_links() -> None:
    pairs = [
        ([f"s{x}" for x in row], [f"t{x}" for x in row[::-1]])
        for row in np.random.default_rng(3).integers(0, 12, (60, 5)).tolist()
    ]
    once, _ = plain_hmm.align(encode(pairs))
    twice, _ = plain_hmm.align(encode(pairs + pairs), reported=(0, len(pairs)))
    np.testing.assert_array_equal(once.offsets, twice.offsets)
    np.testing.assert_array_equal(once.source, twice.source)
    np.testing.assert_allclose(once.forward, twice.forward, atol=1e-4)


def test_likelihood_of_the_hmm_without_agreement_never_decreases() -> None:
    corpus = random_corpus(8, 150, longest=9, words=25)
    learnt, _ = hmm.train(corpus, index(corpus), passes=(3, 8), agree=False)
    steps = np.diff(np.array(learnt.likelihoods)[3:], axis=0)
    assert (steps > -1e-3).all()
    assert steps[0].min() > 1


@given(st.integers(0, 1000))
@settings(max_examples=20)
def test_probabilities_of_a_word_sum_to_one(seed: int) -> None:
    corpus = random_corpus(seed, 30, empty=True)
    pairs = index(corpus)
    learnt, _ = hmm.train(corpus, pairs, passes=(2, 1))
    found = m_step(learnt)
    words = np.repeat(np.arange(len(pairs.rows) - 1), np.diff(pairs.rows))
    for column, of in ((0, words), (1, pairs.columns)):
        sums = np.bincount(of, found.links[:-1, column])
        seen = np.bincount(of) > 0
        np.testing.assert_allclose(sums[seen], 1, atol=1e-5)
    for values in found[1:]:
        np.testing.assert_allclose(values.sum(dtype=float), 1, atol=1e-5)


def test_tokens_are_counted_once_by_links_and_null_without_agreement() -> None:
    corpus = random_corpus(9, 80, longest=9)
    learnt, _ = hmm.train(corpus, index(corpus), passes=(2, 2), agree=False)
    forward, backward = learnt.links.sum(0, dtype=float)
    assert forward + learnt.null_forward.sum() == pytest.approx(len(corpus.target), rel=1e-4)
    assert backward + learnt.null_backward.sum() == pytest.approx(len(corpus.source), rel=1e-4)


def test_candidates_ascend_and_are_likely_enough() -> None:
    corpus = random_corpus(10, 120, longest=9, empty=True)
    found, _ = plain_hmm.align(corpus)
    mean = np.sqrt(found.forward.astype(float) * found.backward)
    assert mean.min() > KEPT * 0.999
    for k in range(found.pairs):
        here = slice(found.offsets[k], found.offsets[k + 1])
        places = list(zip(found.source[here].tolist(), found.target[here].tolist(), strict=True))
        assert places == sorted(set(places))
        n, m = np.diff(corpus.source_offsets)[k], np.diff(corpus.target_offsets)[k]
        assert all(i < n and j < m for i, j in places)


def test_a_part_of_the_pairs_is_reported_as_in_the_whole() -> None:
    corpus = random_corpus(11, 90, longest=9, empty=True)
    whole, _ = plain_hmm.align(corpus)
    part, _ = plain_hmm.align(corpus, reported=(20, 50))
    assert part.pairs == 30
    here = slice(whole.offsets[20], whole.offsets[50])
    np.testing.assert_array_equal(part.source, whole.source[here])
    np.testing.assert_array_equal(part.backward, whole.backward[here])
    tokens = slice(corpus.target_offsets[20], corpus.target_offsets[50])
    np.testing.assert_array_equal(part.forward_best, whole.forward_best[tokens])
    assert part.target_offsets[0] == 0
    assert part.target_offsets[-1] == len(part.forward_best)


def test_words_that_go_together_are_linked() -> None:
    generator = np.random.default_rng(12)
    pairs = [
        ([f"s{x}" for x in row], [f"t{x}" for x in np.roll(row, 1)])
        for row in generator.integers(0, 40, (300, 8))
    ]
    found, _ = plain_hmm.align(encode(pairs))
    right = found.forward_best.reshape(-1, 8) == np.roll(np.arange(8), 1)
    words = np.array([[*dict.fromkeys(source)] == source for source, _ in pairs])
    assert right[words].mean() > 0.95
    assert (found.backward_best.reshape(-1, 8) == np.roll(np.arange(8), -1))[words].mean() > 0.95


@pytest.mark.parametrize("pairs", [[], [([], ["a"])], [([], [])]])
def test_a_corpus_without_words_has_no_links(pairs: list[tuple[list[str], list[str]]]) -> None:
    found, _ = plain_hmm.align(encode(pairs))
    assert found.pairs == len(pairs)
    assert len(found.source) == 0
    assert (found.forward_best == -1).all()


def test_progress_counts_the_passes() -> None:
    seen: list[int] = []
    corpus = random_corpus(13, 10)
    hmm.train(corpus, index(corpus), progress=seen.append, passes=(1, 2))
    assert seen == [1, 2, 3]


@pytest.mark.slow
def test_very_long_pairs_stay_finite() -> None:
    words = [f"w{number % 300}" for number in range(1000)]
    found, learnt = plain_hmm.align(encode([(words, words[::-1]), (words[:700], ["x"] * 1000)]))
    assert np.isfinite(found.forward).all()
    assert np.isfinite(found.backward).all()
    assert np.isfinite(np.array(learnt.likelihoods)).all()


def test_word_pairs_without_counts_are_left_out() -> None:
    corpus = random_corpus(17, 200, longest=12, words=60)
    learnt, left = hmm.train(corpus, index(corpus), passes=(5, 1))
    assert 0 < left.size < index(corpus).size
    assert len(learnt.links) == len(learnt.columns) == left.size == learnt.rows[-1]
    assert (learnt.links > 0).all()
    assert (left.cells == left.no_pair).any()


def test_word_pairs_that_training_left_out_are_no_candidates() -> None:
    lines = [("a b c", "x y z"), ("a b", "x y"), ("c", "z"), ("a", "x"), ("b c", "y z")] * 4
    # Their words meet in one long pair only, so that training soon leaves most of its pairs out.
    rare = [f"r{k}" for k in range(30)]
    pairs = [(one.split(), other.split()) for one, other in lines]
    corpus = encode([*pairs, (rare + ["a"] * 30, ["x"] * 30 + [f"s{k}" for k in range(30)])])
    learnt, left = hmm.train(corpus, index(corpus))
    assert left.size < index(corpus).size
    found = hmm.decode(corpus, left, learnt, kept=1e-12)
    assert distinct_pairs(corpus, found, left).max() < left.size
