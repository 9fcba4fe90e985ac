"""Posteriors against plain sums over all paths; expectation and candidates against their twins."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.words.corpus import encode, index, remove_pairs
from diglot.words.kernels import hmm as kernel
from diglot.words.models.hmm import Batches, batches
from tests.twins import load_twin

CLIP = kernel.CLIP
TWIN = load_twin(kernel.__name__)


def forward_backward(
    emission: np.ndarray, empty: np.ndarray, jumps: np.ndarray, null: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """What the compiled loops give for arrays (outputs, states, lanes) and (outputs, lanes)."""
    outputs, states, lanes = emission.shape
    flat = emission.astype(np.float32).ravel()
    twin = empty.astype(np.float32).ravel()
    alpha, mass = np.empty_like(flat), np.empty_like(flat)
    scale = np.empty(outputs * lanes, np.float32)
    seen = np.empty((CLIP + 1, 2, states * lanes), np.float32)
    weights = jumps.astype(np.float32)
    work = np.empty((kernel.WORK, (states + 2 * CLIP) * lanes), np.float32)
    kernel.posteriors(
        flat, twin, weights, null, outputs, states, lanes, alpha, mass, scale, work, seen
    )
    counts = np.zeros(2 * CLIP + 1, np.int64)
    kernel.jumps_of(seen, weights, states, lanes, work[0], counts)
    return (
        alpha.reshape(emission.shape),
        twin.reshape(empty.shape),
        -np.log(scale.reshape(empty.shape).astype(float)).sum(0),
        counts / kernel.UNIT,
    )


def transitions(states: int, jumps: np.ndarray, null: float) -> np.ndarray:
    """From each position to the states proper, then to the NULL twins."""
    table = np.zeros((states, 2 * states))
    for here in range(states):
        weights = [jumps[np.clip(there - here, -CLIP, CLIP) + CLIP] for there in range(states)]
        table[here, :states] = (1 - null) * np.array(weights) / sum(weights)
        table[here, states + here] = null
    return table


def enumerated(
    emission: np.ndarray, empty: np.ndarray, jumps: np.ndarray, null: float
) -> tuple[np.ndarray, np.ndarray, float, np.ndarray]:
    """The same of one lane by the sum over all paths."""
    outputs, states = emission.shape
    step = transitions(states, jumps, null)
    posterior, twins = np.zeros((outputs, states)), np.zeros(outputs)
    counts = np.zeros(2 * CLIP + 1)
    total = 0.0
    for path in product(range(2 * states), repeat=outputs):
        value = ((1 - null) if path[0] < states else null) / states
        for t, state in enumerate(path):
            value *= emission[t, state] if state < states else empty[t]
            if t:
                value *= step[path[t - 1] % states, state]
        total += value
        for t, state in enumerate(path):
            if state < states:
                posterior[t, state] += value
                if t:
                    counts[np.clip(state - path[t - 1] % states, -CLIP, CLIP) + CLIP] += value
            else:
                twins[t] += value
    return posterior / total, twins / total, np.log(total), counts / total


@given(st.integers(0, 10_000), st.integers(1, 4), st.integers(1, 4), st.floats(0.05, 0.9))
@pytest.mark.slow
def test_forward_backward_equals_the_sum_over_all_paths(
    seed: int, outputs: int, states: int, null: float
) -> None:
    generator = np.random.default_rng(seed)
    emission = generator.random((outputs, states, 3))
    empty = generator.random((outputs, 3))
    jumps = generator.random(2 * CLIP + 1) + 0.01
    found = forward_backward(emission, empty, jumps, null)
    counts = np.zeros(2 * CLIP + 1)
    for lane in range(3):
        posterior, twins, likelihood, moved = enumerated(
            emission[:, :, lane], empty[:, lane], jumps, null
        )
        np.testing.assert_allclose(found[0][:, :, lane], posterior, atol=1e-5)
        np.testing.assert_allclose(found[1][:, lane], twins, atol=1e-5)
        np.testing.assert_allclose(found[2][lane], likelihood, atol=1e-4)
        counts += moved
    np.testing.assert_allclose(found[3], counts, atol=1e-4)


def plain(
    emission: np.ndarray, empty: np.ndarray, jumps: np.ndarray, null: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Forward-backward of one lane with a full matrix of transitions, in double precision."""
    outputs, states = emission.shape
    step = transitions(states, jumps, null)
    step = np.vstack((step, step))
    emit = np.hstack((emission, np.repeat(empty[:, None], states, 1)))
    alpha, beta = np.zeros((outputs, 2 * states)), np.ones((outputs, 2 * states))
    start = np.repeat([(1 - null) / states, null / states], states)
    for t in range(outputs):
        alpha[t] = (start if t == 0 else alpha[t - 1] @ step) * emit[t]
        alpha[t] /= alpha[t].sum()
    counts = np.zeros(2 * CLIP + 1)
    for t in range(outputs - 2, -1, -1):
        beta[t] = step @ (emit[t + 1] * beta[t + 1])
        beta[t] /= beta[t].sum()
        both = alpha[t][:, None] * step * (emit[t + 1] * beta[t + 1])
        both /= both.sum()
        for here, there in product(range(2 * states), range(states)):
            counts[np.clip(there - here % states, -CLIP, CLIP) + CLIP] += both[here, there]
    posterior = alpha * beta
    posterior /= posterior.sum(1, keepdims=True)
    return posterior[:, :states], posterior[:, states:].sum(1), counts


@pytest.mark.slow
@pytest.mark.parametrize(("outputs", "states"), [(1, 30), (30, 1), (12, 10), (25, 40), (9, 9)])
def test_wide_jumps_share_a_bucket(outputs: int, states: int) -> None:
    generator = np.random.default_rng(outputs)
    emission = generator.random((outputs, states, 2)) ** 4
    empty = generator.random((outputs, 2))
    jumps = generator.random(2 * CLIP + 1)
    found = forward_backward(emission, empty, jumps, 0.2)
    twins = [plain(emission[:, :, lane], empty[:, lane], jumps, 0.2) for lane in range(2)]
    for lane in range(2):
        np.testing.assert_allclose(found[0][:, :, lane], twins[lane][0], atol=1e-5)
        np.testing.assert_allclose(found[1][:, lane], twins[lane][1], atol=1e-5)
    np.testing.assert_allclose(found[3], twins[0][2] + twins[1][2], rtol=1e-4, atol=1e-5)


def test_flat_jumps_make_the_hmm_model_1_with_the_same_mass_of_null() -> None:
    generator = np.random.default_rng(4)
    emission, empty = generator.random((7, 12, 3)), generator.random((7, 3))
    found = forward_backward(emission, empty, np.ones(2 * CLIP + 1), 0.2)
    flat, twin = emission.astype(np.float32).ravel(), empty.astype(np.float32).ravel()
    kernel.model1(flat, twin, 0.2 / 0.8 * 12, 7, 12, 3, np.empty(21, np.float32))
    np.testing.assert_allclose(found[0].ravel(), flat, atol=1e-5)
    np.testing.assert_allclose(found[1].ravel(), twin, atol=1e-5)


def test_a_pair_does_not_depend_on_its_neighbours_in_the_batch() -> None:
    generator = np.random.default_rng(5)
    emission, empty = generator.random((9, 14, 16)), generator.random((9, 16))
    jumps = generator.random(2 * CLIP + 1)
    together = forward_backward(emission, empty, jumps, 0.2)
    for lane in range(16):
        alone = forward_backward(emission[:, :, [lane]], empty[:, [lane]], jumps, 0.2)
        np.testing.assert_array_equal(alone[0][:, :, 0], together[0][:, :, lane])
        np.testing.assert_array_equal(alone[1][:, 0], together[1][:, lane])


def test_model_1_equals_its_definition() -> None:
    generator = np.random.default_rng(6)
    emission, empty = generator.random((3, 4, 2)), generator.random((3, 2))
    flat, twin = emission.astype(np.float32).ravel(), empty.astype(np.float32).ravel()
    scale = np.empty(6, np.float32)
    kernel.model1(flat, twin, 2.0, 3, 4, 2, scale)
    total = emission.sum(1) + 2.0 * empty
    np.testing.assert_allclose(flat.reshape(emission.shape), emission / total[:, None], rtol=1e-5)
    np.testing.assert_allclose(twin.reshape(empty.shape), 2.0 * empty / total, rtol=1e-5)
    np.testing.assert_allclose(scale.reshape(empty.shape), 1 / total, rtol=1e-5)


@st.composite
def texts(draw: st.DrawFn) -> tuple[Batches, kernel.Parameters]:
    """A few pairs in batches, with some cells unknown, and random parameters."""
    seed, words = draw(st.integers(0, 10**6)), draw(st.sampled_from([(2, 2), (3, 30), (30, 3)]))
    generator = np.random.default_rng(seed)

    def sentence(letter: str, size: int, words: int) -> list[str]:
        return [f"{letter}{word}" for word in generator.integers(0, words, size)]

    sizes = [(1, 1), (1, 1), (2, 3), (2, 3), (2, 3), (12, 1), (0, 2), (1, 11)]
    given = [(sentence("s", n, words[0]), sentence("t", m, words[1])) for n, m in sizes]
    corpus = encode(given[: draw(st.integers(0, len(given)))])
    pairs = index(corpus)
    if draw(st.booleans()):
        pairs = replace(pairs, cells=pairs.cells.astype(np.uint32))
    pairs = remove_pairs(corpus, pairs, generator.random(pairs.size) < 0.8)
    vocabularies = corpus.source_vocabulary.size, corpus.target_vocabulary.size
    shapes = [(pairs.size + 1, 2), *vocabularies, 2 * CLIP + 1, 2 * CLIP + 1]
    parameters = [generator.random(shape).astype(np.float32) + 0.01 for shape in shapes]
    parameters[0][-1] = 0
    return batches(corpus, pairs, 0, corpus.pairs), kernel.Parameters(*parameters)


@given(texts(), st.booleans(), st.booleans())
def test_expected_counts_are_those_of_the_twin(
    text: tuple[Batches, kernel.Parameters], hmm: bool, agree: bool
) -> None:
    batched, parameters = text
    found = []
    for module in (kernel, TWIN):
        shapes = [(len(parameters.links), 1 if agree else 2), *map(len, parameters[1:])]
        counts = module.Counts(*(np.zeros(shape, np.int64) for shape in shapes))
        likelihood = module.expect(
            0, len(batched.firsts) - 1, batched.order, batched.firsts, batched.text, parameters,
            0.3, hmm, counts,
        )  # fmt: skip
        found.append((*counts, likelihood))
    for one, other in zip(*(counts[:3] for counts in found), strict=True):
        np.testing.assert_array_equal(one, other)
    for one, other in zip(*(counts[3:] for counts in found), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6)


@given(texts(), st.sampled_from([0.0, 0.2]))
def test_candidates_are_those_of_the_twin(
    text: tuple[Batches, kernel.Parameters], kept: float
) -> None:
    batched, parameters = text
    found = []
    for module in (kernel, TWIN):
        sizes = np.zeros(len(batched.text.source_offsets) - 1, np.int64)
        best = [
            np.full(len(side), -2, np.int32) for side in (batched.text.target, batched.text.source)
        ]
        parts = module.decode(
            0, len(batched.firsts) - 1, batched.order, batched.firsts, batched.text, parameters,
            0.3, kept, sizes, *best,
        )  # fmt: skip
        offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))
        placed = [np.empty(offsets[-1], part.dtype) for part in parts]
        module.place(batched.order, offsets, parts, *placed)
        found.append((offsets, *best, *placed))
    for one, other in zip(*found, strict=True):
        np.testing.assert_array_equal(one, other)
