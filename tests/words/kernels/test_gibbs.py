"""The loops of the sampler against their definitions.

The sweep has a twin that counts everything anew before every draw.
"""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.words.kernels import gibbs as kernel
from tests.words.random_corpora import random_corpus

REACH, LAST = kernel.REACH, kernel.FERTILITIES - 1
FLOOR = 0.3


@dataclass
class Case:
    """A direction of a random corpus: what the sweep is told, and a start."""

    side: kernel.Side
    other: np.ndarray
    base: np.ndarray
    links: np.ndarray
    more_nulls: np.ndarray
    more_totals: np.ndarray
    more_fertility: np.ndarray
    jump: np.ndarray
    general: np.ndarray
    fertile: bool
    alpha: float = 0.25
    kappa: float = 2.5
    null_kappa: float = 1.75
    p0: float = 0.3


def case(
    seed: int,
    *,
    words: int,
    share: float = 1.0,
    fertile: bool = True,
    coupled: bool = False,
    longest: int = 7,
) -> Case:
    """Draw a corpus of few words, so that most sentences repeat some, and all else at random.

    Args:
        words: of each language.
        share: of the cells that are candidates.
        fertile: whether fertilities count.
        coupled: whether the other direction speaks.
        longest: most words of a sentence.
    """
    rng = np.random.default_rng(seed)
    corpus = random_corpus(seed, 6, longest=longest, words=words, empty=True)
    numbers: dict[tuple[int, int], int] = {}
    firsts, at, pairs = [0], [], []
    output, inputs = (corpus.target, corpus.target_offsets), (corpus.source, corpus.source_offsets)
    for pair in range(corpus.pairs):
        for y in range(output[1][pair], output[1][pair + 1]):
            for x in range(inputs[1][pair], inputs[1][pair + 1]):
                if rng.random() < share:
                    at.append(x - inputs[1][pair])
                    key = (int(inputs[0][x]), int(output[0][y]))
                    pairs.append(numbers.setdefault(key, len(numbers)))
            firsts.append(len(at))
    side = kernel.Side(
        *output,
        *inputs,
        repeated(*output),
        repeated(*inputs),
        np.array(firsts, np.uint32),
        np.array(at, np.uint16),
        np.array(pairs, np.uint32),
    )
    links = [
        rng.choice([0, *(at[slot] + 1 for slot in range(first, last))])
        for first, last in itertools.pairwise(firsts)
    ]
    far = longest + 2
    sizes = (corpus.source_vocabulary.size, corpus.target_vocabulary.size)
    general = rng.random(kernel.FERTILITIES) + 0.1
    return Case(
        side,
        rng.random(len(at) if coupled else 0).astype(np.float32),
        (rng.random(len(numbers)) + 0.01).astype(np.float32),
        np.array(links, np.int16),
        rng.integers(0, 4, sizes[1]).astype(np.float32),
        rng.integers(0, 4, sizes[0]).astype(np.float32),
        rng.integers(0, 4, (sizes[0], kernel.FERTILITIES)).astype(np.float32),
        (rng.random(2 * far + 1) + 0.05).astype(np.float32),
        (general / general.sum()).astype(np.float32),
        fertile,
    )


def repeated(words: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """Which words stand in their sentence more than once."""
    found = []
    for first, last in itertools.pairwise(offsets):
        times = Counter(words[first:last].tolist())
        found += [times[word] > 1 for word in words[first:last].tolist()]
    return np.array(found, np.bool_)


@dataclass
class Counts:
    """All that a sweep keeps up to date."""

    pairs: np.ndarray
    nulls: np.ndarray
    totals: np.ndarray
    fertility: np.ndarray
    jumps: np.ndarray


def count(case: Case, links: np.ndarray, *, without: int = -1) -> Counts:
    """Count links from their definition; one output word can be left out as if it did not exist."""
    output, output_offsets, inputs, input_offsets, *_, firsts, at, pairs = case.side
    counts = Counts(
        np.zeros(len(case.base)),
        case.more_nulls.astype(float),
        case.more_totals.astype(float),
        case.more_fertility.astype(float),
        np.zeros(2 * REACH + 1),
    )
    for pair in range(len(output_offsets) - 1):
        x0, n = input_offsets[pair], input_offsets[pair + 1] - input_offsets[pair]
        linked = Counter()
        positions = [0]
        for y in range(output_offsets[pair], output_offsets[pair + 1]):
            if y == without:
                continue
            if links[y] == 0:
                counts.nulls[output[y]] += 1
                counts.totals[0] += 1
                continue
            (slot,) = (s for s in range(firsts[y], firsts[y + 1]) if at[s] + 1 == links[y])
            counts.pairs[pairs[slot]] += 1
            counts.totals[inputs[x0 + links[y] - 1]] += 1
            linked[int(links[y])] += 1
            positions.append(int(links[y]))
        if n:
            for one, next_one in zip(positions, [*positions[1:], n + 1], strict=True):
                counts.jumps[np.clip(next_one - one, -REACH, REACH) + REACH] += 1
        for i in range(n):
            counts.fertility[inputs[x0 + i], min(linked[i + 1], LAST)] += 1
    return counts


def twin(case: Case, seed: int) -> tuple[np.ndarray, np.ndarray, float]:
    """Links after a sweep, conditional probabilities, and how close any draw was to another."""
    output, output_offsets, inputs, input_offsets, *_, firsts, at, pairs = case.side
    links = case.links.copy()
    marginal = np.zeros(len(at))
    state = np.array([seed], np.uint64)
    closest = 1.0
    middle = len(case.jump) // 2
    for pair in range(len(output_offsets) - 1):
        x0, n = input_offsets[pair], input_offsets[pair + 1] - input_offsets[pair]
        y0, y1 = output_offsets[pair], output_offsets[pair + 1]
        for y in range(y0, y1):
            if firsts[y] == firsts[y + 1]:
                continue  # NULL is all there is
            counts = count(case, links, without=y)
            others = [int(links[z]) for z in range(y0, y1) if z != y]
            before = next((link for link in reversed(others[: y - y0]) if link), 0)
            after = next((link for link in others[y - y0 :] if link), n + 1)

            def jump(width: int) -> float:
                return float(case.jump[middle + width])

            null = (counts.nulls[output[y]] + case.alpha) / (counts.totals[0] + case.null_kappa)
            weights = [case.p0 * null * jump(after - before)]
            for slot in range(firsts[y], firsts[y + 1]):
                i = int(at[slot])
                x = inputs[x0 + i]
                weight = counts.pairs[pairs[slot]] + case.base[pairs[slot]]
                weight /= counts.totals[x] + case.kappa
                weight *= jump(i + 1 - before) * jump(after - i - 1)
                if case.fertile:
                    k = others.count(i + 1)
                    tokens, now, then = counts.fertility[x], min(k, LAST), min(k + 1, LAST)
                    weight *= tokens[then] + case.general[then]
                    weight /= tokens[now] - 1 + case.general[now]
                if len(case.other):
                    weight *= FLOOR + (1 - FLOOR) * case.other[slot]
                weights.append(weight)
            share = np.array(weights) / sum(weights)
            marginal[firsts[y] : firsts[y + 1]] += share[1:]
            draw = float(kernel.random(state))
            edges = np.cumsum(share)[:-1]
            closest = min(closest, np.abs(edges - draw).min(initial=1.0))
            chosen = int(np.searchsorted(edges, draw, side="right"))
            links[y] = at[firsts[y] + chosen - 1] + 1 if chosen else 0
    return links, marginal, closest


def swept(case: Case, seed: int, *, collect: bool = True) -> tuple[np.ndarray, np.ndarray, Counts]:
    """What the compiled sweep leaves behind."""
    begun = count(case, case.links)
    draws = kernel.Draws(
        case.links.copy(),
        np.stack((begun.pairs, case.base), 1).astype(np.float32),
        begun.nulls.astype(np.float32),
        begun.totals.astype(np.float32),
        np.zeros(2 * REACH + 1),
        begun.fertility.astype(np.float32),
    )
    weights = kernel.Weights(
        case.alpha, case.kappa, case.null_kappa, case.p0, case.jump, case.general
    )
    marginal = np.zeros(len(case.side.pairs), np.float32)
    kernel.sweep(
        case.side, draws, weights, case.fertile, case.other, collect, marginal,
        np.array([seed], np.uint64),
    )  # fmt: skip
    links, counts, nulls, totals, jumps, fertility = draws
    assert counts[:, 1].tobytes() == case.base.tobytes()
    return links, marginal, Counts(counts[:, 0], nulls, totals, fertility, jumps)


def assert_equal(case: Case, seed: int) -> None:
    """The sweep draws what its definition draws, and its counts are those of its links."""
    links, marginal, closest = twin(case, seed)
    assert closest > 1e-6, "rounding could decide a draw: take another seed"
    found, sums, counts = swept(case, seed)
    np.testing.assert_array_equal(found, links)
    np.testing.assert_allclose(sums, marginal, rtol=2e-5, atol=1e-6)
    anew = count(case, links)
    np.testing.assert_array_equal(counts.pairs, anew.pairs)
    np.testing.assert_array_equal(counts.nulls, anew.nulls)
    np.testing.assert_array_equal(counts.totals, anew.totals)
    np.testing.assert_array_equal(counts.jumps, anew.jumps)
    if case.fertile:
        np.testing.assert_array_equal(counts.fertility, anew.fertility)


@pytest.mark.slow
@pytest.mark.parametrize("share", [1.0, 0.5], ids=["all", "half"])
@pytest.mark.parametrize("fertile", [False, True], ids=["plain", "fertile"])
def test_different_words(share: float, fertile: bool) -> None:
    for seed in range(15):
        assert_equal(case(seed, words=500, share=share, fertile=fertile), seed + 1)


@pytest.mark.slow
@pytest.mark.parametrize("words", [1, 2, 4])
def test_repeated_words_on_both_sides(words: int) -> None:
    for seed in range(25):
        assert_equal(case(seed, words=words, fertile=False), seed + 1)


@pytest.mark.parametrize("words", [1, 2, 4])
def test_repeated_words_of_which_some_are_no_candidates(words: int) -> None:
    for seed in range(25):
        assert_equal(case(seed, words=words, share=0.5, fertile=False), seed + 1)


@pytest.mark.slow
@pytest.mark.parametrize("words", [1, 2, 4])
@pytest.mark.parametrize("share", [1.0, 0.5], ids=["all", "half"])
def test_fertilities_of_repeated_words(words: int, share: float) -> None:
    for seed in range(25):
        assert_equal(case(seed, words=words, share=share), seed + 1)


@pytest.mark.parametrize("words", [2, 500])
@pytest.mark.parametrize("share", [1.0, 0.5], ids=["all", "half"])
def test_what_the_other_direction_says(words: int, share: float) -> None:
    for seed in range(10):
        assert_equal(case(seed, words=words, share=share, coupled=True), seed + 1)


@pytest.mark.slow
def test_sentences_with_jumps_beyond_the_reach() -> None:
    for seed in range(3):
        assert_equal(case(seed, words=12, share=0.4, longest=45), seed + 1)


def test_nothing_is_collected_unless_wanted() -> None:
    here = case(3, words=3)
    links, sums, _ = swept(here, 1, collect=False)
    assert not sums.any()
    np.testing.assert_array_equal(links, swept(here, 1)[0])


@pytest.mark.parametrize("words", [1, 3, 30])
def test_twins_are_the_words_that_a_sentence_repeats(words: int) -> None:
    for seed in range(20):
        corpus = random_corpus(seed, 8, words=words, empty=True)
        given = corpus.source, corpus.source_offsets
        found = kernel.twins(*given, corpus.source_vocabulary.size)
        np.testing.assert_array_equal(found, repeated(*given))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_candidates_are_arranged_by_output_word(seed: int) -> None:
    rng = np.random.default_rng(seed)
    outputs = np.concatenate(([0], np.cumsum(rng.integers(0, 4, 6))))
    listed = [
        (pair, x, y)
        for pair, words in enumerate(np.diff(outputs))
        for x in range(3)
        for y in range(words)
        if rng.random() < 0.6
    ]
    offsets = np.array([sum(pair < k for pair, *_ in listed) for k in range(7)])
    by, over = (np.array([each[k] for each in listed], np.uint16) for k in (2, 1))
    firsts = kernel.beginnings(offsets, by, outputs)
    at = kernel.arrange(offsets, by, outputs, firsts, over)
    order = kernel.arrange(offsets, by, outputs, firsts, np.arange(len(by), dtype=np.uint32))
    assert sorted(order.tolist()) == list(range(len(listed)))
    values = at.astype(np.float32)
    assert kernel.restore(offsets, by, outputs, firsts, values).tolist() == over.tolist()
    for pair in range(6):
        for y in range(np.diff(outputs)[pair]):
            here = slice(firsts[outputs[pair] + y], firsts[outputs[pair] + y + 1])
            expected = [each for each in listed if each[0] == pair and each[2] == y]
            assert at[here].tolist() == [x for _, x, _ in expected]
            assert [listed[c] for c in order[here]] == expected


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("blind", [False, True])
def test_a_start_draws_links_and_counts_them(seed: int, blind: bool) -> None:
    here = case(seed, words=3, share=0.6)
    firsts, at = here.side.firsts.tolist(), here.side.at
    rng = np.random.default_rng(seed)
    probabilities = (rng.random(len(at)) / 4).astype(np.float32)
    links = np.full(len(here.links), -1, np.int16)
    counts = np.zeros((len(here.base), 2), np.float32)
    nulls, totals = here.more_nulls.copy(), here.more_totals.copy()
    draws = kernel.Draws(links, counts, nulls, totals, np.zeros(0), np.zeros((0, 0), np.float32))
    kernel.start(here.side, probabilities, blind, draws, np.array([seed], np.uint64))
    state = np.array([seed], np.uint64)
    for y, (first, last) in enumerate(itertools.pairwise(firsts)):
        even = np.full(last - first, 1 / (last - first + 1))
        edges = np.cumsum(even if blind else probabilities[first:last])
        place = int(np.searchsorted(edges, float(kernel.random(state)), side="right"))
        assert links[y] == (at[first + place] + 1 if place < last - first else 0)
    anew = count(here, links)
    np.testing.assert_array_equal(counts[:, 0], anew.pairs)
    np.testing.assert_array_equal(nulls, anew.nulls)
    np.testing.assert_array_equal(totals, anew.totals)


@pytest.mark.parametrize("seed", range(8))
def test_fertilities_and_jumps_are_tallied_from_links(seed: int) -> None:
    here = case(seed, words=3, longest=40)
    table, jumps = here.more_fertility.copy(), np.zeros(2 * kernel.REACH + 1)
    kernel.tally(here.side, here.links, table, jumps)
    anew = count(here, here.links)
    np.testing.assert_array_equal(table, anew.fertility)
    np.testing.assert_array_equal(jumps, anew.jumps)


def test_random_numbers_are_even() -> None:
    state = np.array([1], np.uint64)
    drawn = np.array([kernel.random(state) for _ in range(20_000)])
    assert drawn.min() >= 0
    assert drawn.max() < 1
    shares = np.histogram(drawn, 10, (0, 1))[0] / len(drawn)
    np.testing.assert_allclose(shares, 0.1, atol=0.01)


@given(st.integers(0, 2**64 - 1))
def test_random_numbers_are_those_of_splitmix64(seed: int) -> None:
    state = np.array([seed], np.uint64)
    mixed = whole = (seed + 0x9E3779B97F4A7C15) % 2**64
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % 2**64
    assert kernel.random(state) == ((mixed ^ mixed >> 31) >> 40) / 2**24
    assert state.tolist() == [whole]


@given(st.lists(st.integers(0, 9), min_size=2 * REACH + 1, max_size=2 * REACH + 1), st.data())
def test_jumps_become_probabilities_by_width(counts: list[int], data: st.DataObject) -> None:
    longest = data.draw(st.integers(1, 2 * REACH))
    table = kernel.jump_table(np.array(counts, float), longest)
    widths = np.arange(-REACH, REACH + 1)
    smoothed = counts + 4 * np.exp(-np.abs(widths - 1) / 3) + 0.05
    smoothed[[0, -1]] /= max(1, longest - REACH)
    wanted = np.clip(np.arange(-longest - 2, longest + 3), -REACH, REACH) + REACH
    np.testing.assert_allclose(table, (smoothed / smoothed.sum())[wanted], rtol=1e-6)


@given(st.lists(st.lists(st.integers(0, 9), min_size=9, max_size=9)))
def test_fertilities_become_shares(table: list[list[int]]) -> None:
    found = kernel.fertility_shares(np.array(table, np.float32).reshape(-1, 9))
    sums = np.array(table).reshape(-1, 9).sum(axis=0) + 1e-3
    np.testing.assert_allclose(found, sums / sums.sum(), rtol=1e-6)
