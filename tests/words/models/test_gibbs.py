"""The sampler around its kernels: schedules and whole samples."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from diglot.words.corpus import index
from diglot.words.models import gibbs, hmm
from diglot.words.models.surface import surface
from diglot.words.models.views import distinct_pairs
from tests.words.random_corpora import random_corpus
from tests.words.toys import toy


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
    "narrowed": gibbs.SamplingSchedule(
        6, 1, 1, 3, null=0.2, random_start=True, coupled=True, narrow_below=0.05
    ),
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


def test_later_rounds_leave_out_what_the_first_finds_improbable() -> None:
    plan = PLANS["narrowed"]
    _, start, first = sampled(replace(plan, chains=gibbs.ROUND))
    found = sampled(plan)[-1]
    seen = np.maximum(start.forward, start.backward)
    left = np.maximum(seen, np.maximum(*first.marginals)) >= plan.narrow_below
    assert 0.1 < left.mean() < 0.9
    for mine, its in zip(found.marginals, first.marginals, strict=True):
        # Nothing is added to what is left out: it keeps the share of the chains that saw it.
        np.testing.assert_allclose(3 * mine[~left], its[~left], rtol=1e-5)
        assert (mine[left] != its[left]).mean() > 0.9
    _, _, all_of_them = sampled(replace(plan, narrow_below=1e-9))
    plain = sampled(PLANS["coupled"])[-1]
    for mine, its in zip(arrays(all_of_them), arrays(plain), strict=True):
        np.testing.assert_allclose(mine, its, rtol=1e-6, atol=1e-7)
