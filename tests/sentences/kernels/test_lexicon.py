"""Model 1 against dictionaries of probabilities."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.sentences.kernels import lexicon as kernel

Links = list[tuple[list[int], list[int]]]
SENTENCE = st.lists(st.integers(0, 5), max_size=5)
LINKS = st.lists(st.tuples(SENTENCE, SENTENCE), min_size=1, max_size=8)
KEYS = 6
NO_SEEDS: set[tuple[int, int]] = set()


def ragged(sides: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    tokens = np.array([key for side in sides for key in side], np.int32)
    return tokens, np.cumsum([0, *map(len, sides)]).astype(np.int64)


def arrays(links: Links) -> SimpleNamespace:
    source, source_offset = ragged([source for source, _ in links])
    target, target_offset = ragged([target for _, target in links])
    return SimpleNamespace(
        source=source, source_offset=source_offset, target=target, target_offset=target_offset
    )


@dataclass
class Model:
    """The arrays of one training run."""

    links: Links
    first: np.ndarray
    key: np.ndarray
    slots: np.ndarray
    slot_offset: np.ndarray

    @classmethod
    def of(cls, links: Links, seeds: set[tuple[int, int]] = NO_SEEDS) -> Model:
        return cls(links, *kernel.cooccurrences(arrays(links), KEYS, KEYS, seeds_of(seeds)))

    def pairs(self) -> list[tuple[int, int]]:
        rows = np.repeat(np.arange(KEYS), np.diff(self.first)).tolist()
        return list(zip(rows, self.key.tolist(), strict=True))

    def start(self) -> tuple[np.ndarray, np.ndarray]:
        sizes = np.diff(self.first)
        columns = np.bincount(self.key, minlength=KEYS)
        forward = np.repeat(1.0 / np.maximum(sizes, 1), sizes).astype(np.float32)
        return forward, (1.0 / columns[self.key]).astype(np.float32)

    def expected(
        self, forward: np.ndarray, backward: np.ndarray, null: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        counts = np.zeros(len(self.key), np.float32), np.zeros(len(self.key), np.float32)
        nulls = kernel.expectation(
            arrays(self.links), self.slots, self.slot_offset, forward, backward, null, null, *counts
        )
        return (*counts, *nulls)


def seeds_of(pairs: set[tuple[int, int]]) -> SimpleNamespace:
    ordered = sorted(pairs)
    first = np.cumsum([0, *(sum(row == key for row, _ in ordered) for key in range(KEYS))])
    return SimpleNamespace(
        first=first.astype(np.int64), key=np.array([column for _, column in ordered], np.int32)
    )


@given(
    links=LINKS,
    seeds=st.sets(st.tuples(st.integers(0, KEYS - 1), st.integers(0, KEYS - 1)), max_size=6),
)
def test_pairs_seen_in_two_links_and_seeds_seen_in_one_are_kept(
    links: Links, seeds: set[tuple[int, int]]
) -> None:
    model = Model.of(links, seeds)
    seen = Counter(
        pair for source, target in links for pair in {(s, t) for s in source for t in target}
    )
    expected = {pair for pair, count in seen.items() if count >= 2 or pair in seeds}
    pairs = model.pairs()
    assert sorted(pairs) == sorted(expected)
    place = {pair: slot for slot, pair in enumerate(pairs)}
    wanted = [place.get((s, t), -1) for source, target in links for s in source for t in target]
    assert model.slots.tolist() == wanted


@given(links=LINKS, seed=st.integers(0, 1000))
def test_one_round_of_expectation_and_maximisation_is_that_of_dictionaries(
    links: Links, seed: int
) -> None:
    model = Model.of(links)
    rng = np.random.default_rng(seed)
    pairs = model.pairs()
    forward = rng.uniform(0.01, 1, len(pairs)).astype(np.float32)
    backward = rng.uniform(0.01, 1, len(pairs)).astype(np.float32)
    null = rng.uniform(0.01, 0.3, KEYS)
    count_f, count_b, null_t, null_s = model.expected(forward, backward, null)

    t_given_s = dict(zip(pairs, forward.tolist(), strict=True))
    s_given_t = dict(zip(pairs, backward.tolist(), strict=True))
    counts_f: defaultdict[tuple[int, int], float] = defaultdict(float)
    counts_b: defaultdict[tuple[int, int], float] = defaultdict(float)
    nulls = np.zeros(KEYS), np.zeros(KEYS)
    for source, target in links:
        for t in target:
            total = null[t] + sum(t_given_s.get((s, t), 0.0) for s in source)
            nulls[0][t] += null[t] / total
            for s in source:
                counts_f[s, t] += t_given_s.get((s, t), 0.0) / total
        for s in source:
            total = null[s] + sum(s_given_t.get((s, t), 0.0) for t in target)
            nulls[1][s] += null[s] / total
            for t in target:
                counts_b[s, t] += s_given_t.get((s, t), 0.0) / total
    assert count_f.tolist() == pytest.approx([counts_f[pair] for pair in pairs], rel=1e-4)
    assert count_b.tolist() == pytest.approx([counts_b[pair] for pair in pairs], rel=1e-4)
    np.testing.assert_allclose(null_t, nulls[0], rtol=1e-4)
    np.testing.assert_allclose(null_s, nulls[1], rtol=1e-4)

    kernel.maximisation(model.first, model.key, count_f, count_b, forward, backward, KEYS, 0.5)
    for slot, (s, t) in enumerate(pairs):
        row = sum(value for (x, _), value in counts_f.items() if x == s)
        column = sum(value for (_, y), value in counts_b.items() if y == t)
        assert forward[slot] == pytest.approx(counts_f[s, t] / (row + 0.5), rel=1e-4)
        assert backward[slot] == pytest.approx(counts_b[s, t] / (column + 0.5), rel=1e-4)


@given(links=LINKS, smoothing=st.sampled_from([0.0, 0.5]))
@settings(max_examples=20)
def test_rows_of_either_direction_sum_to_one_at_most(links: Links, smoothing: float) -> None:
    model = Model.of(links)
    forward, backward = model.start()
    null = np.full(KEYS, 0.1)
    for _ in range(3):
        count_f, count_b, _, _ = model.expected(forward, backward, null)
        kernel.maximisation(
            model.first, model.key, count_f, count_b, forward, backward, KEYS, smoothing
        )
        rows, columns = np.zeros(KEYS), np.zeros(KEYS)
        for slot, (s, t) in enumerate(model.pairs()):
            rows[s] += forward[slot]
            columns[t] += backward[slot]
        for sums in (rows, columns):
            assert (sums <= 1 + 1e-5).all()
            if not smoothing:
                assert sums[sums > 0] == pytest.approx(np.ones((sums > 0).sum()), abs=1e-5)


@given(links=LINKS)
@settings(max_examples=20)
def test_the_likelihood_never_falls_without_smoothing(links: Links) -> None:
    model = Model.of(links)
    forward, backward = model.start()
    null = np.full(KEYS, 0.05)
    before = -math.inf, -math.inf
    for _ in range(6):
        after = likelihoods(model, forward, backward, null)
        assert after[0] >= before[0] - 1e-4
        assert after[1] >= before[1] - 1e-4
        before = after
        count_f, count_b, _, _ = model.expected(forward, backward, null)
        kernel.maximisation(model.first, model.key, count_f, count_b, forward, backward, KEYS, 0.0)


def likelihoods(
    model: Model, forward: np.ndarray, backward: np.ndarray, null: np.ndarray
) -> tuple[float, float]:
    pairs = model.pairs()
    t_given_s = dict(zip(pairs, forward.tolist(), strict=True))
    s_given_t = dict(zip(pairs, backward.tolist(), strict=True))
    ours = sum(
        math.log(null[t] + sum(t_given_s.get((s, t), 0.0) for s in source))
        for source, target in model.links
        for t in target
    )
    theirs = sum(
        math.log(null[s] + sum(s_given_t.get((s, t), 0.0) for t in target))
        for source, target in model.links
        for s in source
    )
    return ours, theirs


@given(links=LINKS, seed=st.integers(0, 1000))
@settings(max_examples=20)
def test_lookups_are_sums_over_the_other_side(links: Links, seed: int) -> None:
    model = Model.of(links + links)
    rng = np.random.default_rng(seed)
    pairs = model.pairs()
    forward = rng.uniform(0.01, 1, len(pairs)).astype(np.float32)
    backward = rng.uniform(0.01, 1, len(pairs)).astype(np.float32)
    t_given_s = dict(zip(pairs, forward.tolist(), strict=True))
    s_given_t = dict(zip(pairs, backward.tolist(), strict=True))
    out_t, out_s = kernel.lookups(arrays(links), model.first, model.key, forward, backward, KEYS)
    assert out_t.tolist() == pytest.approx(
        [
            sum(t_given_s.get((s, t), 0.0) for s in source)
            for source, target in links
            for t in target
        ],
        rel=1e-4,
    )
    assert out_s.tolist() == pytest.approx(
        [
            sum(s_given_t.get((s, t), 0.0) for t in target)
            for source, target in links
            for s in source
        ],
        rel=1e-4,
    )


def test_a_link_of_seeds_only_has_as_many_pairs_as_slots() -> None:
    everything = list(range(KEYS))
    seeds = {(s, t) for s in everything for t in everything}
    model = Model.of([(everything, everything)], seeds)
    assert sorted(model.pairs()) == sorted(seeds)
    assert model.slots.tolist() == list(range(KEYS * KEYS))
