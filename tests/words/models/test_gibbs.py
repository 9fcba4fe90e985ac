"""The sampler around its sweep: starts, orders, tallies, schedules and whole samples."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

from diglot.words.kernels import gibbs as kernel
from diglot.words.models import gibbs, hmm
from diglot.words.models.surface import surface
from diglot.words.models.views import distinct_pairs
from diglot.words.pairs import index
from tests.words.models.test_gibbs_sweep import count, room
from tests.words.random_corpora import random_corpus
from tests.words.toys import toy


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
    assert kernel.restore(offsets, by, outputs, firsts, at).tolist() == over.tolist()
    for pair in range(6):
        for y in range(np.diff(outputs)[pair]):
            here = slice(firsts[outputs[pair] + y], firsts[outputs[pair] + y + 1])
            expected = [each for each in listed if each[0] == pair and each[2] == y]
            assert at[here].tolist() == [x for _, x, _ in expected]
            assert [listed[c] for c in order[here]] == expected


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("blind", [False, True])
def test_a_start_draws_links_and_counts_them(seed: int, blind: bool) -> None:
    here = room(seed, words=3, share=0.6)
    firsts, at = here.side[-3], here.side[-2]
    rng = np.random.default_rng(seed)
    probabilities = (rng.random(len(at)) / 4).astype(np.float32)
    links = np.full(len(here.links), -1, np.int16)
    counts = np.zeros((len(here.base), 2), np.float32)
    nulls, totals = here.more_nulls.copy(), here.more_totals.copy()
    kernel.start(
        here.side, probabilities, blind, links, counts, nulls, totals,
        np.array([seed], np.uint64),
    )  # fmt: skip
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
    here = room(seed, words=3, longest=40)
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


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("pairs", [0, 1, 10, 299, 300, 4999, 5000, 49_999, 10**6])
def test_schedules_can_be_run(pairs: int, known: bool) -> None:
    plan = gibbs.sampling_schedule(pairs, known=known)
    assert plan.chains >= 1
    assert min(plan.free, plan.burn_in) >= 0
    assert 1 <= plan.collected_sweeps <= plan.fertile
    assert 0 < plan.null < 1


def sampled(plan: gibbs.SamplingSchedule, *, seed: int = 0, jobs: int = 1) -> tuple:
    """A sample of a random corpus, and its candidates."""
    corpus = random_corpus(7, 40, words=8, empty=True)
    pairs = index(corpus)
    forms = surface(corpus, pairs)
    learnt, pairs = hmm.train(corpus, pairs, passes=(2, 2), surface=forms, prune=False)
    start = hmm.decode(corpus, pairs, learnt, kept=0.0)
    words = distinct_pairs(corpus, start, pairs)
    found = gibbs.sample(corpus, forms, start, words, plan=plan, seed=seed, jobs=jobs)
    return corpus, start, found


PLANS = {
    "blind": gibbs.SamplingSchedule(4, 2, 2, 4, null=0.2, random_start=True, coupled=False),
    "informed": gibbs.SamplingSchedule(3, 0, 1, 3, null=0.2, random_start=False, coupled=False),
    "coupled": gibbs.SamplingSchedule(6, 1, 1, 3, null=0.2, random_start=True, coupled=True),
}


def arrays(found: gibbs.SampledMeans) -> list[np.ndarray]:
    return [part for name in found.__slots__ for part in getattr(found, name)]


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_a_sample_accounts_for_every_word(plan: gibbs.SamplingSchedule) -> None:
    corpus, start, found = sampled(plan)
    pair = np.repeat(np.arange(corpus.pairs), np.diff(start.offsets))
    places = (
        start.target_offsets[pair] + start.target,
        start.source_offsets[pair] + start.source,
    )
    for side, (tokens, inputs) in enumerate(
        ((corpus.target, corpus.source), (corpus.source, corpus.target))
    ):
        marginals = found.marginals[side]
        assert marginals.min() >= 0
        assert np.bincount(places[side], marginals).max() <= 1 + 1e-5
        total = found.links[side].sum(dtype=float) + found.nulls[side].sum(dtype=float)
        assert total == pytest.approx(len(tokens), rel=1e-5)
        np.testing.assert_allclose(
            found.fertilities[side].sum(axis=1), np.bincount(inputs), rtol=1e-5
        )
        linked = found.links[side].sum(dtype=float)
        read = int((np.diff(corpus.source_offsets) > 0).sum())
        assert found.jumps[side].sum(dtype=float) == pytest.approx(linked + read, rel=1e-5)


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_threads_change_no_bit_of_a_sample_and_seeds_do(plan: gibbs.SamplingSchedule) -> None:
    one = arrays(sampled(plan)[-1])
    for jobs in (2, 3):
        again = arrays(sampled(plan, jobs=jobs)[-1])
        assert [part.tobytes() for part in again] == [part.tobytes() for part in one]
    other = arrays(sampled(plan, seed=1)[-1])
    assert other[0].tobytes() != one[0].tobytes()


def test_a_chain_repeats_itself_to_the_bit() -> None:
    # Sums must not depend on where arrays lie in memory.
    plan = replace(PLANS["blind"], chains=1)
    first = arrays(sampled(plan)[-1])
    held = []
    for size in range(1, 25):
        held.append(bytes(997 * size))
        again = arrays(sampled(plan)[-1])
        assert [part.tobytes() for part in again] == [part.tobytes() for part in first]


def test_more_chains_agree_better() -> None:
    text = toy(3, 15).corpus
    pairs = index(text)
    forms = surface(text, pairs)
    learnt, pairs = hmm.train(text, pairs, passes=(2, 2), surface=forms, prune=False)
    start = hmm.decode(text, pairs, learnt, kept=0.0)
    words = distinct_pairs(text, start, pairs)

    def spread(chains: int) -> float:
        plan = gibbs.SamplingSchedule(chains, 2, 2, 6, null=0.1, random_start=True, coupled=False)
        runs = [
            gibbs.sample(text, forms, start, words, plan=plan, seed=seed).marginals[0]
            for seed in range(4)
        ]
        return float(np.std(runs, axis=0).mean())

    assert spread(12) < 0.7 * spread(1)
