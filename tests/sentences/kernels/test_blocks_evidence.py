"""Lexical evidence of sentence pairs against plain sums over dense tables."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.sentences.corpus import Corpus
from diglot.sentences.evidence.features import SIZE
from diglot.sentences.evidence.lexicon import Lexicon
from diglot.sentences.link_types import Types, link_types
from diglot.sentences.search.bands import Band
from diglot.sentences.search.blocks import BlockScorer, Reach
from tests.sentences import corpora, covers

TYPES = [link_types(null_runs=(2, 3, 4, 5)), link_types(3, 4), link_types(1, 2), link_types(4, 5)]


class Twin:
    """Evidence from dense tables, one token after the other."""

    def __init__(self, corpus: Corpus, known: Lexicon) -> None:
        self.corpus, self.known = corpus, known
        self.forward, self.backward = corpora.tables(corpus, known)
        pair = corpus.pairs[0]
        self.source = [corpora.keys(pair.source, s) for s in range(pair.source.size)]
        self.target = [corpora.keys(pair.target, t) for t in range(pair.target.size)]

    def to_target(self, sources: range, t: int) -> tuple[float, float]:
        """LLR and explained idf of target sentence t given source sentences."""
        words = [word for s in sources for word in self.source[s]]
        return self._explained(
            self.target[t],
            len(words),
            lambda key: sum(self.forward[word, key] for word in words),
            self.known.null_target,
            self.corpus.probability_t,
            self.corpus.idf_t,
        )

    def to_source(self, s: int, targets: range) -> tuple[float, float]:
        """LLR and explained idf of source sentence s given target sentences."""
        keys = [key for t in targets for key in self.target[t]]
        return self._explained(
            self.source[s],
            len(keys),
            lambda word: sum(self.backward[word, key] for key in keys),
            self.known.null_source,
            self.corpus.probability_s,
            self.corpus.idf_s,
        )

    def shared(self, s: int, t: int) -> float:
        """Idf of the source tokens that the target sentence holds, too."""
        twins = [int(self.corpus.seeds.identical[word]) for word in self.source[s]]
        return sum(float(self.corpus.idf_t[key]) for key in twins if key in self.target[t])

    @staticmethod
    def _explained(tokens, given, mass, null, probability, idf):  # type: ignore[no-untyped-def]
        llr = explained = 0.0
        for token in tokens:
            value = (1 - null) * mass(token) / (given + 1) / probability[token]
            llr += math.log(value + null)
            explained += idf[token] * value / (value + null)
        return llr, explained

    def llr(self, si: int, i: int, tj: int, j: int) -> float:
        """Log-likelihood ratio of a whole block."""
        if si == i or tj == j:
            return 0.0
        return sum(self.to_target(range(si, i), t)[0] for t in range(tj, j)) + sum(
            self.to_source(s, range(tj, j))[0] for s in range(si, i)
        )


def is_hopeless(scorer: BlockScorer, i: int, j: int, a: int, b: int) -> bool:
    """Blocks of four and more that the lengths rule out need no evidence."""
    s, t = scorer.source_sums.chars, scorer.target_sums.chars
    expected, found = scorer.lengths[0].ratio * (s[i] - s[i - a]), t[j] - t[j - b]
    variance = scorer.lengths[0].variance * 0.5 * (expected + found) + 1.0
    return a + b >= 4 and (found - expected) ** 2 > 0.99 * 60.0 * variance


def compare(twin: Twin, scorer: BlockScorer, band: Band, types: Types, reach: Reach) -> int:
    """Compare what the blocks of a band will look up; the number of values compared."""
    compared = 0
    for i, j, k in corpora.blocks(band, types):
        a, b = int(types.source[k]), int(types.target[k])
        if not (a and b) or i - a < reach.row0 or i > reach.row1:
            continue
        if is_hopeless(scorer, i, j, a, b):
            continue
        place = reach.pair_first[i - 1 - reach.row0] - reach.begin[i - 1]
        for t in range(j - b, j):
            expected = twin.to_target(range(i - a, i), t)
            assert reach.to_target[a, place + t] == pytest.approx(expected, rel=1e-4, abs=1e-4)
        for s in range(i - a, i):
            place = reach.pair_first[s - reach.row0] - reach.begin[s]
            expected = twin.to_source(s, range(j - b, j))
            assert reach.to_source[b, place + j - 1] == pytest.approx(expected, rel=1e-4, abs=1e-4)
            for t in range(j - b, j):
                assert reach.shared[place + t] == pytest.approx(twin.shared(s, t), rel=1e-5)
        compared += 1
    return compared


@pytest.mark.slow
@given(
    n=st.integers(1, 8),
    m=st.integers(1, 8),
    types=st.sampled_from(TYPES),
    seed=st.integers(0, 10**6),
)
@settings(max_examples=20)
def test_evidence_in_all_cells_is_that_of_plain_sums(
    n: int, m: int, types: Types, seed: int
) -> None:
    corpus = corpora.corpus(seed, n, m)
    known = corpora.lexicon(seed, corpus)
    scorer, band = corpora.scorer(corpus, known, types), covers.full_band(n, m)
    compare(Twin(corpus, known), scorer, band, types, scorer.evidence(band, 0, n + 1))


@pytest.mark.slow
@given(
    n=st.integers(4, 14),
    m=st.integers(4, 14),
    half_width=st.floats(0.5, 5),
    types=st.sampled_from(TYPES),
    seed=st.integers(0, 10**6),
)
@settings(max_examples=20)
def test_evidence_in_a_narrow_band_is_that_of_plain_sums(
    n: int, m: int, half_width: float, types: Types, seed: int
) -> None:
    corpus = corpora.corpus(seed, n, m)
    known = corpora.lexicon(seed, corpus)
    scorer, band = corpora.scorer(corpus, known, types), corpora.diagonal(n, m, half_width)
    compare(Twin(corpus, known), scorer, band, types, scorer.evidence(band, 0, n + 1))


@pytest.mark.slow
def test_evidence_of_some_rows_is_that_of_all_rows() -> None:
    corpus = corpora.corpus(5, 40, 36)
    known, types = corpora.lexicon(5, corpus), link_types()
    scorer, band = corpora.scorer(corpus, known, types), corpora.diagonal(40, 36, 4.0)
    part = scorer.evidence(band, 17, 23)
    assert 0 < part.row0 < 17
    assert 23 <= part.row1 < 40
    for i, _, k in corpora.blocks(band, types):
        assert not 17 <= i < 23 or (i - types.source[k] >= part.row0 and i <= part.row1)
    twin = Twin(corpus, known)
    assert compare(twin, scorer, band, types, part) > 100
    whole = scorer.scores(band, np.ones(SIZE))
    cells = slice(band.first[17], band.first[23])
    some = scorer.scores(band, np.ones(SIZE), 17, 23)
    np.testing.assert_allclose(some, whole[cells], rtol=1e-5, atol=1e-4)


@pytest.mark.slow
def test_evidence_goes_on_behind_the_rows_that_share_their_entries() -> None:
    n, m = 150, 140  # 64 rows share them
    corpus = corpora.corpus(7, n, m)
    known, types = corpora.lexicon(7, corpus), link_types(1, 2)
    scorer, band = corpora.scorer(corpus, known, types), corpora.diagonal(n, m, 2.0)
    assert compare(Twin(corpus, known), scorer, band, types, scorer.evidence(band, 0, n + 1)) > 500


@pytest.mark.slow
def test_a_long_product_of_factors_neither_vanishes_nor_overflows() -> None:
    from diglot.sentences.corpus import Texts, encode

    corpus = encode([Texts(["mola " * 900 + "12."], ["sarn " * 900 + "lim."])])
    known, types = corpora.lexicon(2, corpus), link_types(1, 2)
    scorer, band = corpora.scorer(corpus, known, types), covers.full_band(1, 1)
    reach = scorer.evidence(band, 0, 2)
    assert np.isfinite(reach.to_target).all()
    assert compare(Twin(corpus, known), scorer, band, types, reach) == 1
