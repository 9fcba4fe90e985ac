"""Compiled walks down decision trees against their plain twin."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.learning.kernels import trees as kernel
from tests.twins import load_twin

twin = load_twin("diglot.learning.kernels.trees")
FIGURES = 3


class Forest(NamedTuple):
    roots: np.ndarray
    feature: np.ndarray
    threshold: np.ndarray
    missing_left: np.ndarray
    left: np.ndarray
    right: np.ndarray
    value: np.ndarray
    reached: np.ndarray


def forest(rng: np.random.Generator, trees: int) -> Forest:
    """Trees of any shape, one after the other."""
    roots: list[int] = []
    feature: list[int] = []
    children: list[list[int]] = []
    for _ in range(trees):
        roots.append(len(feature))
        feature.append(-1)
        children.append([0, 0])
        for _ in range(int(rng.integers(0, 8))):
            leaves = [node for node in range(roots[-1], len(feature)) if feature[node] < 0]
            leaf = int(rng.choice(leaves))
            feature[leaf] = int(rng.integers(FIGURES))
            children[leaf] = [len(feature), len(feature) + 1]
            feature += [-1, -1]
            children += [[0, 0], [0, 0]]
    nodes = len(feature)
    left, right = np.array(children, np.int32).reshape(-1, 2).T
    return Forest(
        np.array(roots, np.int32),
        np.array(feature, np.int32),
        rng.integers(-2, 3, nodes).astype(float),
        rng.integers(0, 2, nodes).astype(np.uint8),
        np.ascontiguousarray(left),
        np.ascontiguousarray(right),
        rng.normal(size=nodes),
        rng.integers(1, 100, nodes).astype(np.int32),
    )


def rows(rng: np.random.Generator) -> np.ndarray:
    """Some figures equal a threshold, some are unknown."""
    figures = rng.integers(-3, 4, (int(rng.integers(0, 9)), FIGURES)).astype(float)
    figures[rng.random(figures.shape) < 0.2] = np.nan
    return figures


SEEDS = st.integers(0, 10**6)
TREES = st.integers(0, 4)


@given(SEEDS, TREES)
def test_leaves_of_every_row_are_added_up(seed: int, trees: int) -> None:
    rng = np.random.default_rng(seed)
    given, figures = forest(rng, trees), rows(rng)
    np.testing.assert_array_equal(
        kernel.leaf_sums(figures, *given[:-1]), twin.leaf_sums(figures, *given[:-1])
    )


@given(SEEDS, TREES)
def test_every_change_goes_to_the_figure_that_was_asked_for(seed: int, trees: int) -> None:
    rng = np.random.default_rng(seed)
    given, figures = forest(rng, trees), rows(rng)
    np.testing.assert_array_equal(
        kernel.path_changes(figures, *given[:-1]), twin.path_changes(figures, *given[:-1])
    )


@settings(max_examples=6)
@given(SEEDS, st.integers(1, 5), st.integers(1, 3))
def test_trees_grow_as_their_plain_twin(seed: int, figures: int, leaves: int) -> None:
    rng = np.random.default_rng(seed)
    count = int(rng.integers(2, 30))
    codes = np.zeros((-(-figures // 4), count, 4), np.uint8)
    bins = rng.integers(1, 5, figures).astype(np.int32)
    unknown = rng.integers(0, 2, figures).astype(np.uint8)
    for k in range(figures):
        column = rng.integers(bins[k], size=count)
        column[unknown[k] * rng.random(count) > 0.7] = 255
        codes[k // 4, :, k % 4] = column
    right = rng.integers(0, 2, count).astype(np.uint8)
    shape = (leaves, int(rng.integers(1, 4)), 0.3, 1.0)
    given = (codes, bins, unknown, right, rng.random(count), 0.1, shape)
    grown, expected = kernel.Forest(*given), twin.Forest(*given)
    for _ in range(2):
        for mine, its in zip(grown.grow(), expected.grow(), strict=True):
            np.testing.assert_array_equal(mine, its)
