"""Forms of words compared, and what their classes promise, against plain Python."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.text.spelling import pack_letters
from diglot.words.kernels import surface as kernel
from diglot.words.models.surface import BACKWARD, FORWARD, Level
from tests.text.kernels.test_edits import common

SEEDS = st.integers(0, 10**6)
WORDS = st.lists(st.text("abc", max_size=9), min_size=1, max_size=6)


def likeness(one: str, other: str) -> float:
    """Similarity as its definition says."""
    if not one or not other or one[0] != other[0]:
        return 0
    if one == other:
        return 1
    short, long = sorted((len(one), len(other)))
    if short < 3 or long > 60 or 2 * short < long:
        return 0
    ratio = 2 * common(one, other) / (short + long)
    return ratio**3 if ratio >= 0.5 else 0


def all_pairs(one: int, other: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns of every word pair."""
    return np.arange(one + 1) * other, np.tile(np.arange(other, dtype=np.int32), one)


def by_class(classes: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Words by class, and where each class begins."""
    counts = np.bincount(classes, minlength=size)
    return np.argsort(classes, kind="stable"), np.cumsum([0, *counts])


def compared(source: list[str], target: list[str]) -> np.ndarray:
    rows, columns = all_pairs(len(source), len(target))
    letters = (*pack_letters(source), *pack_letters(target))
    middle = len(source) // 2
    found = np.concatenate(
        [
            kernel.similarities(first, last, rows, columns, *letters)
            for first, last in ((0, middle), (middle, len(source)))
        ]
    )
    return found.reshape(len(source), len(target))


@given(WORDS, WORDS)
@settings(max_examples=50)
def test_likeness_of_short_words(source: list[str], target: list[str]) -> None:
    expected = [[likeness(one, other) for other in target] for one in source]
    np.testing.assert_allclose(compared(source, target), expected, rtol=1e-6)


@given(SEEDS)
@settings(max_examples=20)
def test_likeness_of_words_up_to_the_longest(seed: int) -> None:
    rng = np.random.default_rng(seed)
    words = ["a" + "".join(rng.choice(list("abcd"), rng.integers(1, 64))) for _ in range(6)]
    expected = [[likeness(one, other) for other in words] for one in words]
    np.testing.assert_allclose(compared(words, words), expected, rtol=1e-6)


@given(WORDS, WORDS)
def test_likeness_is_the_same_from_both_sides(source: list[str], target: list[str]) -> None:
    np.testing.assert_array_equal(compared(source, target), compared(target, source).T)


@given(SEEDS)
def test_shapes_prefer_words_of_equal_length_and_frequency(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows, columns = all_pairs(3, 4)
    lengths, frequencies = ([rng.random(n) + 0.1 for n in (3, 4)] for _ in range(2))
    found = np.empty(12, np.float32)
    total = sum(
        kernel.shapes(first, first + 1, rows, columns, *lengths, *frequencies, found)
        for first in range(3)
    )
    both = [np.meshgrid(*reversed(sides)) for sides in (lengths, frequencies)]
    gap = abs(np.log((1 + both[0][1]) / (1 + both[0][0])))
    ratio = np.sqrt(np.minimum(*both[1]) / np.maximum(*both[1]))
    np.testing.assert_allclose(found, (1.5 * np.exp(-gap / 2) * ratio).ravel(), rtol=1e-6)
    assert total == pytest.approx(ratio.sum())


@given(SEEDS)
def test_pairs_of_classes_are_numbered_once_each(seed: int) -> None:
    rng = np.random.default_rng(seed)
    class_s, class_t = (rng.integers(0, 4, 7).astype(np.int32) for _ in range(2))
    sizes = rng.integers(0, 6, 7)
    rows = np.concatenate(([0], np.cumsum(sizes)))
    columns = np.concatenate([np.sort(rng.permutation(7)[:size]) for size in sizes])
    numbers, firsts = kernel.class_pairs(
        rows, columns.astype(np.int32), *by_class(class_s, 4), class_t, 4
    )
    source = np.repeat(np.arange(7), sizes)
    by_classes = defaultdict(set)
    for p, number in enumerate(numbers.tolist()):
        by_classes[class_s[source[p]], class_t[columns[p]]].add(number)
    assert all(len(found) == 1 for found in by_classes.values())
    assert sorted(number for found in by_classes.values() for number in found) == [
        *range(firsts[-1])
    ]
    for one in range(4):
        mine = numbers[class_s[source] == one]
        assert set(mine.tolist()) == set(range(firsts[one], firsts[one + 1]))


@pytest.mark.parametrize("direction", [FORWARD, BACKWARD])
@pytest.mark.parametrize("known", [False, True])
@given(SEEDS)
def test_classes_promise_without_the_pairs_own_count(
    direction: int, known: bool, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    rows, columns = all_pairs(5, 6)
    classes = rng.integers(0, 2, 5).astype(np.int32), rng.integers(0, 3, 6).astype(np.int32)
    members = by_class(classes[0], 2)
    numbers, firsts = kernel.class_pairs(rows, columns, *members, classes[1], 3)
    counts = (rng.random(30) * rng.integers(0, 2, 30)).astype(np.float32)
    shares = (rng.random(5).astype(np.float32), rng.random(6).astype(np.float32))
    more, told = np.zeros(0, np.float32), (np.zeros(2, np.float32), np.zeros(3, np.float32))
    if known:
        more = rng.random(firsts[-1]).astype(np.float32)
        told = (told[0] + np.float32(5), told[1] + np.float32(5))
    totals = told[direction].copy()
    if direction:
        kernel.add_totals(columns, counts, classes[1], totals)
    firsts = firsts if known else firsts[:0]
    level = Level(classes, shares, *members, firsts, (more, more), told)
    base = np.ones(30, np.float32)
    for part in ((1, 2), (0, 1)):
        kernel.back_off(*part, rows, columns, counts, base, level, direction, totals, 2.0)
    words = np.repeat(np.arange(5), 6), columns
    inputs = classes[direction][words[direction]]
    outputs = classes[1 - direction][words[1 - direction]]
    for p in range(30):
        alike = [q for q in range(30) if inputs[q] == inputs[p] and q != p]
        others = sum(counts[q] for q in alike if outputs[q] == outputs[p])
        others += more[numbers[p]] if known else 0
        total = told[direction][inputs[p]] + sum(counts[q] for q in alike) + 1
        expected = 1 + 2 * others / total * shares[1 - direction][words[1 - direction][p]]
        assert base[p] == pytest.approx(expected, abs=2e-5)
