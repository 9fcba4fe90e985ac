"""The compiled loops against plain twins."""

from __future__ import annotations

import random

import numpy as np
import pytest

from diglot.terms.comparable.sparse import join_rows, largest_by_key, row_starts
from diglot.terms.comparable.spelling import consonants
from diglot.terms.kernels import cover as features
from diglot.terms.kernels import retrieval
from diglot.terms.kernels.spelling import cognate_words
from diglot.text.spelling import pack_letters
from tests.text.kernels.test_edits import common

WEIGHTS = np.array([0.27, 0.15, 0.03, 0.17, 0.38])


def likeness(one: str, other: str) -> float:
    longer = max(len(one), len(other))
    begin = 0
    while begin < min(len(one), len(other)) and one[begin] == other[begin]:
        begin += 1
    end = 0
    while end < min(len(one), len(other)) - begin and one[-1 - end] == other[-1 - end]:
        end += 1
    end = longer if one == other else end
    pairs = [[word[k : k + 2] for k in range(len(word) - 1)] for word in (one, other)]
    both = sum(pair in pairs[1] for pair in pairs[0]) + sum(pair in pairs[0] for pair in pairs[1])
    hard = consonants(one), consonants(other)
    longest = max(map(len, hard))
    shares = (
        common(one, other) / longer,
        begin / longer,
        end / longer,
        both / len(pairs[0] + pairs[1]) if pairs[0] + pairs[1] else 0.0,
        common(*hard) / longest if longest else 1.0,
    )
    return float(WEIGHTS @ shares)


def some_words(seed: int, count: int) -> list[str]:
    rng = random.Random(seed)
    return ["".join(rng.choices("abest", k=rng.randint(1, 9))) for _ in range(count)]


@pytest.mark.parametrize("seed", range(3))
def test_cognates_are_those_of_the_plain_twin(seed: int) -> None:
    one, other = some_words(seed, 30), sorted(some_words(seed + 10, 40), key=lambda word: word[0])
    initials = np.array([ord(word[0]) for word in other])
    lines, columns, values = cognate_words(
        *pack_letters(one),
        *pack_letters(other),
        *pack_letters([consonants(word) for word in one]),
        *pack_letters([consonants(word) for word in other]),
        row_starts(initials, 256),
        0.5,
        WEIGHTS,
    )
    expected = {
        (i, j): likeness(a, b)
        for i, a in enumerate(one)
        for j, b in enumerate(other)
        if a[0] == b[0] and common(a, b) >= 0.5 * max(len(a), len(b))
    }
    found = dict(zip(zip(lines.tolist(), columns.tolist(), strict=True), values, strict=True))
    assert len(expected) > 5
    assert found == pytest.approx(expected)


def random_lists(seed: int):
    """Two lists of terms by word numbers, and a likeness of their words as a matrix."""
    rng = np.random.default_rng(seed)
    sizes = [rng.integers(1, 4, 12), rng.integers(1, 4, 15)]
    offsets = [np.r_[0, np.cumsum(size)].astype(np.int64) for size in sizes]
    tokens = [
        rng.integers(0, 8, offsets[0][-1]).astype(np.int32),
        rng.integers(0, 9, offsets[1][-1]).astype(np.int32),
    ]
    dense = rng.random((8, 9)).astype(np.float32) * (rng.random((8, 9)) < 0.4)
    rarity = rng.random(8) + 0.5, rng.random(9) + 0.5
    return tokens, offsets, dense.astype(np.float32), rarity


def sparse(dense):
    rows, columns = np.nonzero(dense)
    return row_starts(rows, len(dense)), columns.astype(np.int32), dense[rows, columns]


def mean_best(block, weights, axis):
    best = block.max(axis)
    return float((weights * best).sum() / weights.sum())


@pytest.mark.parametrize("seed", range(4))
def test_retrieval_finds_what_the_full_product_finds(seed: int) -> None:
    tokens, offsets, dense, rarity = random_lists(seed)
    one, other, x, y = retrieval.retrieve_terms(
        tokens[0], offsets[0], tokens[1], offsets[1],
        *retrieval.make_postings(tokens[1], offsets[1], 9),
        *sparse(dense), *rarity, 0.3, 100,
    )  # fmt: skip
    expected = {}
    for i in range(12):
        for j in range(15):
            words = tokens[0][offsets[0][i] : offsets[0][i + 1]]
            others = tokens[1][offsets[1][j] : offsets[1][j + 1]]
            block = dense[np.ix_(words, others)]
            cover = mean_best(block, rarity[0][words], 1), mean_best(block, rarity[1][others], 0)
            if sum(cover) / 2 >= 0.3:
                expected[i, j] = cover
    found = {
        (i, j): cover
        for i, j, *cover in zip(one.tolist(), other.tolist(), x.tolist(), y.tolist(), strict=True)
    }
    assert list(found) == sorted(expected)
    assert len(found) > 5
    for pair, cover in found.items():
        assert cover == pytest.approx(expected[pair], rel=1e-5)


def test_retrieval_keeps_the_best_of_every_source() -> None:
    tokens, offsets, dense, rarity = random_lists(7)
    arrays = (
        tokens[0], offsets[0], tokens[1], offsets[1],
        *retrieval.make_postings(tokens[1], offsets[1], 9),
        *sparse(dense), *rarity, 0.1,
    )  # fmt: skip
    one, other, x, y = retrieval.retrieve_terms(*arrays, 100)
    few, kept, _, _ = retrieval.retrieve_terms(*arrays, 2)
    for i in range(12):
        every = sorted(((x + y)[one == i]).tolist(), reverse=True)
        mine = [(x + y)[(one == i) & (other == j)][0] for j in kept[few == i]]
        assert sorted(mine, reverse=True) == every[:2]


@pytest.mark.parametrize("seed", range(3))
def test_matches_are_those_of_the_plain_twin(seed: int) -> None:
    tokens, offsets, dense, rarity = random_lists(seed)
    row_offsets, columns, values = sparse(dense)
    pairs = np.array([(i, j) for i in range(12) for j in range(15)], np.int32)
    table = features.match_words(
        pairs[:, 0].copy(), pairs[:, 1].copy(),
        tokens[0], offsets[0], tokens[1], offsets[1],
        row_offsets, columns, values, values / 2, values / 3, *rarity,
    )  # fmt: skip
    for (i, j), row in zip(pairs.tolist(), table, strict=True):
        words = tokens[0][offsets[0][i] : offsets[0][i + 1]]
        others = tokens[1][offsets[1][j] : offsets[1][j + 1]]
        block = dense[np.ix_(words, others)].astype(float)
        rare = rarity[0][words], rarity[1][others]
        x, y = mean_best(block, rare[0], 1), mean_best(block, rare[1], 0)
        even = block.max(1).mean(), block.max(0).mean()
        expected = [
            x, y, *even, even[0] / 2, even[1] / 2, even[0] / 3, even[1] / 3,
            block[-1, 0], block[0, 0], block[0, -1], block[-1, -1],
            assigned(block) / max(block.shape),
            (1 - x) * rare[0].sum(), (1 - y) * rare[1].sum(),
            min(block.max(1).min(), block.max(0).min()),
        ]  # fmt: skip
        assert row == pytest.approx(expected, rel=1e-5, abs=1e-7)


def assigned(block) -> float:
    """Greedy one-to-one assignment, the largest value first."""
    rest, total = block.copy(), 0.0
    for _ in range(min(block.shape)):
        line, column = np.unravel_index(rest.argmax(), rest.shape)
        total += max(0.0, rest[line, column])
        rest[line, :] = rest[:, column] = -1
    return total


def test_rows_join_by_key() -> None:
    keys = np.array([2, 0, 2])
    offsets = row_starts(np.array([0, 0, 2]), 3)
    one, other = join_rows(keys, offsets)
    assert list(zip(one.tolist(), other.tolist(), strict=True)) == [(0, 2), (1, 0), (1, 1), (2, 2)]


def test_largest_value_of_every_key() -> None:
    keys, values = largest_by_key(np.array([3, 1, 3]), np.array([0.2, 0.5, 0.9]))
    assert (keys.tolist(), values.tolist()) == ([1, 3], [0.5, 0.9])
