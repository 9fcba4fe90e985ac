"""Copies of pairs and decisions on links against plain Python."""

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
from tests.words.random_corpora import random_corpus, random_posteriors

SENTENCE = st.lists(st.sampled_from("ab"), max_size=3)
TEXT = st.lists(st.tuples(SENTENCE, SENTENCE), max_size=25)


def sides(corpus):
    return corpus.source, corpus.source_offsets, corpus.target, corpus.target_offsets


def sentences(words, offsets):
    return [words[first:last].tolist() for first, last in itertools.pairwise(offsets)]


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
