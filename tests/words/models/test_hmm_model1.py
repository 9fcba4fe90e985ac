"""Model 1 against its definition over dictionaries, and its invariants."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from diglot.words.corpus import Corpus, encode, index
from diglot.words.models import hmm
from tests.words.random_corpora import random_corpus

Table = dict[tuple[int, int], float]


def sentences(corpus: Corpus) -> list[tuple[list[int], list[int]]]:
    return [
        (
            corpus.source[corpus.source_offsets[k] : corpus.source_offsets[k + 1]].tolist(),
            corpus.target[corpus.target_offsets[k] : corpus.target_offsets[k + 1]].tolist(),
        )
        for k in range(corpus.pairs)
    ]


def plain(pairs: list[tuple[list[int], list[int]]], passes: int) -> tuple[Table, list[float]]:
    """Counts of (source, target) words, 0 for NULL, and log-likelihoods before each pass."""
    counts: Table = {}
    for source, target in pairs:
        counts |= {(e, f): 1.0 for e in source for f in target}
    counts |= {(0, f): 1.0 for _, f in list(counts)}
    likelihoods = []
    for _ in range(passes):
        sums: dict[int, float] = defaultdict(float)
        for (e, _f), value in counts.items():
            sums[e] += value
        given = {key: value / sums[key[0]] for key, value in counts.items()}
        counts = defaultdict(float)
        likelihood = 0.0
        for source, target in pairs:
            for f in target if source else []:
                total = sum(given[e, f] for e in [0, *source])
                likelihood += np.log(total)
                for e in [0, *source]:
                    counts[e, f] += given[e, f] / total
        likelihoods.append(likelihood)
    return counts, likelihoods


@pytest.mark.parametrize("passes", [1, 4])
@pytest.mark.parametrize("backward", [False, True])
def test_counts_equal_the_definition(passes: int, backward: bool) -> None:
    corpus = random_corpus(5, 60, longest=7, words=15)
    learnt, _ = hmm.train(corpus, index(corpus), passes=(passes, 0))
    pairs = [pair[::-1] if backward else pair for pair in sentences(corpus)]
    expected, likelihoods = plain(pairs, passes)
    rows = np.repeat(np.arange(len(learnt.rows) - 1), np.diff(learnt.rows)).tolist()
    for e, f, value in zip(
        rows, learnt.columns.tolist(), learnt.links[:, int(backward)], strict=True
    ):
        assert value == pytest.approx(expected[(f, e) if backward else (e, f)], abs=1e-4)
    null = learnt.null_backward if backward else learnt.null_forward
    assert null[0] == 0
    for word, value in enumerate(null[1:].tolist(), 1):
        assert value == pytest.approx(expected[0, word], abs=1e-4)
    assert [pair[backward] for pair in learnt.likelihoods] == pytest.approx(likelihoods, rel=1e-5)


def test_likelihood_never_decreases() -> None:
    corpus = random_corpus(7, 150, longest=9, words=25)
    learnt, _ = hmm.train(corpus, index(corpus), passes=(12, 0))
    steps = np.diff(np.array(learnt.likelihoods), axis=0)
    assert (steps > -1e-3).all()
    assert steps[0].min() > 1


def test_every_token_is_counted_once() -> None:
    corpus = random_corpus(9, 80, longest=9, empty=True)
    learnt, _ = hmm.train(corpus, index(corpus), passes=(3, 0))
    forward, backward = learnt.links.sum(0, dtype=float)
    assert forward + learnt.null_forward.sum() == pytest.approx(len(corpus.target), rel=1e-5)
    assert backward + learnt.null_backward.sum() == pytest.approx(len(corpus.source), rel=1e-5)


def test_words_that_stand_together_alone_are_certain() -> None:
    learnt, _ = hmm.train(
        encoded := encode([(["a", "b"], ["u", "v"]), (["a"], ["u"])] * 5),
        index(encoded),
        passes=(30, 0),
    )
    links = learnt.links[:, 0]
    assert links[0] > 3 * links[1]
