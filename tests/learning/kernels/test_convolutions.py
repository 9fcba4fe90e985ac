"""Convolutions over tokens against numpy, text by text, and against their plain twins."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.learning.kernels import convolutions as kernel
from tests.twins import load_twin

WIDTH = 64
SIZES = st.lists(st.integers(1, 6), max_size=4)


@given(SIZES, st.integers(1, 4), st.integers(0, 2), st.integers(0, 99))
def test_neighbours_within_a_text_are_added_up_twice(
    sizes: list[int], order: int, left: int, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(5, WIDTH)).astype(np.float32)
    matrices = rng.normal(size=(2, order, WIDTH, WIDTH)).astype(np.float32) / WIDTH
    first, second = (np.concatenate(matrix, axis=1) for matrix in matrices)
    biases = rng.normal(-0.5, 0.2, size=(2, WIDTH)).astype(np.float32)
    offsets = np.cumsum([0, *sizes]).astype(np.int64)
    tokens = rng.integers(0, 5, offsets[-1]).astype(np.int32)
    layer = kernel.Layer(rows, rows @ first, rows @ second, second, *biases, left)
    found, twin = (np.zeros((len(tokens), WIDTH + 2), np.float32) for _ in range(2))
    kernel.convolve(layer, tokens, offsets, found, 1)
    load_twin("diglot.learning.kernels.convolutions").convolve(layer, tokens, offsets, twin, 1)
    assert found == pytest.approx(twin, rel=1e-5, abs=1e-5)
    assert not found[:, [0, -1]].any()
    found = found[:, 1:-1]
    for begin, end in pairwise(offsets):
        expected = rows[tokens[begin:end]]
        for matrix, bias in zip(matrices, biases, strict=True):
            # What lies left of the text is zero, as is what lies right of it.
            padded = np.pad(expected, ((left, order), (0, 0)))
            windows = np.stack([padded[k : k + end - begin] for k in range(order)], axis=1)
            added = np.einsum("nkw,kwv->nv", windows, matrix) + bias
            expected = np.maximum(added, 0) + expected
        assert found[begin:end] == pytest.approx(expected, rel=1e-4, abs=1e-4)


@given(SIZES, st.integers(0, 99))
def test_rows_are_normalised_before_they_are_added(sizes: list[int], seed: int) -> None:
    offsets = np.cumsum([0, *sizes]).astype(np.int64)
    features = np.random.default_rng(seed).normal(2, 3, (offsets[-1], 2 * WIDTH)).astype(np.float32)
    found, twin = (np.zeros((len(sizes), 2 * WIDTH), np.float32) for _ in range(2))
    kernel.add_normalised(features, offsets, 1e-5, found)
    load_twin("diglot.learning.kernels.convolutions").add_normalised(features, offsets, 1e-5, twin)
    assert found == pytest.approx(twin, rel=1e-5, abs=1e-5)
    normal = (features - features.mean(1, keepdims=True)) / features.std(1, keepdims=True)
    for text, (begin, end) in enumerate(pairwise(offsets)):
        assert found[text] == pytest.approx(normal[begin:end].sum(0), rel=1e-3, abs=1e-3)
