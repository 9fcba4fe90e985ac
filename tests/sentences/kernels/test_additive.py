"""The first pass against a plain search over plainly summed scores."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.sentences.corpus import Corpus, Texts, distinct_words, encode, postings
from diglot.sentences.evidence.features import LengthModel, background_log_density
from diglot.sentences.kernels import additive as kernel
from diglot.sentences.kernels import search
from diglot.sentences.link_types import Types, link_types
from diglot.sentences.models import rounds
from diglot.sentences.search.bands import Band
from tests.sentences import corpora, covers


class Twin:
    """The additive score of a block, one term after the other."""

    def __init__(self, corpus: Corpus, model: LengthModel, types: Types) -> None:
        self.corpus, self.model, self.types = corpus, model, types
        self.pair = corpus.pairs[0]
        self.ground = (
            background_log_density(self.pair.source.lengths * model.ratio, model.source_background),
            background_log_density(self.pair.target.lengths, model.target_background),
        )

    def pair_evidence(self, s: int, t: int) -> float:
        ours, theirs = corpora.keys(self.pair.source, s), corpora.keys(self.pair.target, t)
        seeds = self.corpus.seeds
        total = 1.5 * ([s, t] in self.pair.nearest.tolist())
        for word in set(ours):
            for entry in range(seeds.first[word], seeds.first[word + 1]):
                key = int(seeds.key[entry])
                if key in theirs:
                    mass = 0.03 * 0.5 * float(seeds.weight[entry])
                    total += math.log(
                        0.97 + mass / self.corpus.probability_t[key] / (len(ours) + 1)
                    )
                    total += math.log(
                        0.97 + mass / self.corpus.probability_s[word] / (len(theirs) + 1)
                    )
        return total

    def block(self, i: int, j: int, k: int) -> float:
        a, b = int(self.types.source[k]), int(self.types.target[k])
        source, target = range(i - a, i), range(j - b, j)
        value = float(self.types.log_prior[k])
        tokens = sum(len(corpora.keys(self.pair.source, s)) for s in source)
        tokens += sum(len(corpora.keys(self.pair.target, t)) for t in target)
        value += tokens * math.log(0.97)
        if not (a and b):
            return value
        ls = self.model.ratio * sum(self.pair.source.lengths[s] for s in source)
        lt = sum(self.pair.target.lengths[t] for t in target)
        spread = self.model.variance * (ls + lt) / 2 + 1
        value += -((lt - ls) ** 2) / (2 * spread) - math.log(math.sqrt(2 * math.pi * spread))
        value -= sum(self.ground[0][s] for s in source) / 2
        value -= sum(self.ground[1][t] for t in target) / 2
        value -= ((a - 1) * math.log(ls) + (b - 1) * math.log(lt)) / 2
        return value + sum(self.pair_evidence(s, t) for s in source for t in target)

    def best(self, band: Band) -> float:
        """Score of the best path, by plain recursion."""

        @cache
        def upto(i: int, j: int) -> float:
            values = [0.0] if i == j == 0 else []
            for k, (a, b) in enumerate(
                zip(self.types.source.tolist(), self.types.target.tolist(), strict=True)
            ):
                if i >= a and band.lo[i - a] <= j - b <= band.hi[i - a]:
                    values.append(upto(i - a, j - b) + self.block(i, j, k))
            return max(values)

        return upto(len(band.lo) - 1, int(band.hi[-1]))


def run(
    corpus: Corpus, model: LengthModel, types: Types, band: Band
) -> tuple[list[covers.Block], float]:
    pair = corpus.pairs[0]
    grounds = (
        background_log_density(pair.source.lengths * model.ratio, model.source_background),
        background_log_density(pair.target.lengths, model.target_background),
    )
    words = distinct_words(pair.source, corpus.vocabulary_s)
    index = postings(pair.target, corpus.vocabulary_t)
    back, score = kernel.additive_viterbi(
        corpus, pair, band, [types], [model], grounds, words, index
    )
    found = search.trace(
        back, band.lo, band.first, types.source, types.target, 0, len(band.lo) - 1, int(band.hi[-1])
    )
    return list(covers.blocks_of(*found)), score


@given(
    n=st.integers(1, 12),
    m=st.integers(1, 12),
    half_width=st.floats(0.5, 14),
    types=st.sampled_from(
        [link_types(3, 4, null_runs=(5, 10)), link_types(1, 2), link_types(6, 7)]
    ),
    seed=st.integers(0, 10**6),
)
@settings(max_examples=20)
def test_the_compiled_search_finds_the_plain_optimum(
    n: int, m: int, half_width: float, types: Types, seed: int
) -> None:
    corpus = corpora.corpus(seed, n, m, vectors=seed % 2 == 0)
    model = corpora.model(corpus)
    band = corpora.diagonal(n, m, half_width)
    twin = Twin(corpus, model, types)
    path, score = run(corpus, model, types, band)
    assert score == pytest.approx(twin.best(band), rel=1e-6)
    assert sum(twin.block(*block) for block in path) == pytest.approx(score, rel=1e-6)


def test_evidence_is_right_where_the_band_moves_and_the_rows_are_reused() -> None:
    corpus = corpora.corpus(3, 60, 45, vectors=True)
    near = np.array([[0, 0], [20, 17], [21, 18], [50, 40]])
    corpus = replace(corpus, pairs=[replace(corpus.pairs[0], nearest=near)])
    model, types = corpora.model(corpus), link_types(3, 4)
    band = corpora.diagonal(60, 45, 3.0)
    twin = Twin(corpus, model, types)
    assert run(corpus, model, types, band)[1] == pytest.approx(twin.best(band), rel=1e-6)


def word(number: int) -> str:
    """A word of its own for every number."""
    return "".join("bdfgklmnprst"[number // 12**place % 12] + "aeiou"[place] for place in range(3))


def singles(corpus: Corpus) -> set[tuple[int, int]]:
    """The 1-1 links of the first pass."""
    types = link_types(3, 4)
    path = rounds.first_pass(corpus, corpus.pairs[0], [types], [corpora.model(corpus)])
    single = (types.source[path.kinds] == 1) & (types.target[path.kinds] == 1)
    return {
        (int(i) - 1, int(j) - 1)
        for i, j in zip(path.ends_i[single], path.ends_j[single], strict=True)
    }


def test_identical_words_decide_where_lengths_are_all_alike() -> None:
    source = [f"{word(n)} {word(n + 200)} osu vira." for n in range(8)]
    target = [f"{word(n)} lim {word(n + 200)} poku." for n in (0, 1, 2, 4, 5, 7)]
    corpus = encode([Texts(source, target)])
    assert singles(corpus) >= {(0, 0), (1, 1), (7, 5)}
    assert not singles(corpus) & {(3, 3), (3, 2), (4, 4), (6, 5), (6, 4)}


def test_nearest_vectors_tell_where_a_passage_is_missing() -> None:
    source = [f"{word(n)} {word(n + 200)} osu vira." for n in range(40)]
    kept = np.r_[0:10, 16:40]
    target = [f"{word(n + 400)} lim {word(n + 600)} poku." for n in kept]
    alone = Texts(source, target)
    similar = Texts(source, target, source_vectors=np.eye(40), target_vectors=np.eye(40)[kept])
    right = {(int(n), place) for place, n in enumerate(kept)}
    assert len(singles(encode([alone])) & right) < 20
    assert len(singles(encode([similar])) & right) >= 30


def test_a_path_at_the_border_widens_the_band(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [" ".join(word(n + step) for step in range(0, 1000, 100)) for n in range(60)]
    extra = [f"poku {word(n)} lim ug brok." for n in range(1500, 1540)]
    corpus = encode([Texts(names, extra + names)])
    shifted = {(n, n + 40) for n in range(60)}
    monkeypatch.setattr(rounds, "MIDDLE", 10)
    monkeypatch.setattr(rounds, "ANCHORED_HALF_WIDTH", 6)
    monkeypatch.setattr(rounds, "anchor_chain", lambda *_: np.zeros((0, 2), np.int64))
    assert len(singles(corpus) & shifted) >= 55
    monkeypatch.setattr(rounds, "MAX_WIDENINGS", 0)
    assert len(singles(corpus) & shifted) < 20


@pytest.mark.slow
def test_a_long_text_follows_its_anchors_far_from_the_diagonal() -> None:
    numbers = [n % 40 + 900 for n in range(1600)]
    source = [f"{word(n)} osu." if n % 5 else f"{word(n // 5)} vira." for n in range(1600)]
    target = [f"{word(number)} lim." for number in numbers[:120]] + [
        f"{word(number)} lim." if n % 5 else f"{word(n // 5)} poku."
        for n, number in enumerate(numbers)
    ]
    found = singles(encode([Texts(source, target)]))
    anchored = {(n, n + 120) for n in range(0, 1600, 5)}
    assert len(found & anchored) > 0.9 * len(anchored)
