"""Forms of words: letters in common, classes and base measures against plain Python."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.words import _kernel_surface as kernel
from diglot.words.corpus import encode
from diglot.words.pairs import index
from diglot.words.surface import PREFIXES, beginnings, skeleton, surface, writes_syllables

WORDS = st.lists(st.text("abc", max_size=9), min_size=1, max_size=6)


def common(one: str, other: str) -> int:
    """Length of the longest common subsequence, by the table everybody knows."""
    table = np.zeros((len(one) + 1, len(other) + 1), int)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            table[i + 1, j + 1] = (
                table[i, j] + 1 if a == b else max(table[i, j + 1], table[i + 1, j])
            )
    return int(table[-1, -1])


def likeness(one: str, other: str) -> float:
    """Similarity as its definition says."""
    if not one or not other or one[0] != other[0]:
        return 0
    if one == other:
        return 1
    short, long = sorted((len(one), len(other)))
    if short < kernel.SHORTEST or long > kernel.LONGEST or 2 * short < long:
        return 0
    ratio = 2 * common(one, other) / (short + long)
    return ratio**3 if ratio >= 0.5 else 0


def flat(words: list[str]) -> tuple[np.ndarray, np.ndarray]:
    return (
        np.frombuffer("".join(words).encode(), np.uint8),
        np.cumsum([0, *map(len, words)]),
    )


def all_pairs(one: int, other: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns of every word pair."""
    return np.arange(one + 1) * other, np.tile(np.arange(other, dtype=np.int32), one)


def compared(source: list[str], target: list[str]) -> np.ndarray:
    rows, columns = all_pairs(len(source), len(target))
    found = kernel.similarities(rows, columns, *flat(source), *flat(target))
    return found.reshape(len(source), len(target))


@given(WORDS, WORDS)
def test_likeness_of_short_words(source: list[str], target: list[str]) -> None:
    expected = [[likeness(one, other) for other in target] for one in source]
    np.testing.assert_allclose(compared(source, target), expected, rtol=1e-6)


@given(st.integers(0, 10**6))
def test_likeness_of_words_up_to_the_longest(seed: int) -> None:
    rng = np.random.default_rng(seed)
    words = ["a" + "".join(rng.choice(list("abcd"), rng.integers(1, 64))) for _ in range(6)]
    expected = [[likeness(one, other) for other in words] for one in words]
    np.testing.assert_allclose(compared(words, words), expected, rtol=1e-6)


@given(WORDS, WORDS)
def test_likeness_is_the_same_from_both_sides(source: list[str], target: list[str]) -> None:
    np.testing.assert_array_equal(compared(source, target), compared(target, source).T)


def test_shapes_average_to_about_one_and_prefer_equal_words() -> None:
    rows, columns = all_pairs(2, 2)
    lengths, frequencies = np.array([1.0, 2.0]), np.array([4.0, 1.0])
    found = kernel.shapes(rows, columns, lengths, lengths, frequencies, frequencies)
    ratio = np.array([1, 0.5, 0.5, 1])
    gap = np.abs(np.log([1, 2 / 3, 3 / 2, 1]))
    expected = 1.5 * np.exp(-gap / 2) * ratio / ratio.mean()
    np.testing.assert_allclose(found, expected, rtol=1e-6)


@given(st.integers(0, 10**6))
def test_pairs_of_classes_are_numbered_once_each(seed: int) -> None:
    rng = np.random.default_rng(seed)
    class_s, class_t = (rng.integers(0, 4, 7).astype(np.int32) for _ in range(2))
    sizes = rng.integers(0, 6, 7)
    rows = np.concatenate(([0], np.cumsum(sizes)))
    columns = np.concatenate([np.sort(rng.permutation(7)[:size]) for size in sizes])
    numbers, count = kernel.class_pairs(rows, columns.astype(np.int32), class_s, class_t, 4, 4)
    source = kernel.row_of(rows)
    np.testing.assert_array_equal(source, np.repeat(np.arange(7), sizes))
    by_classes = defaultdict(set)
    for p, number in enumerate(numbers.tolist()):
        by_classes[class_s[source[p]], class_t[columns[p]]].add(number)
    assert all(len(found) == 1 for found in by_classes.values())
    assert sorted(number for found in by_classes.values() for number in found) == [*range(count)]


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_classes_promise_without_the_pairs_own_count(seed: int, known: bool) -> None:
    rng = np.random.default_rng(seed)
    rows, columns = all_pairs(5, 6)
    class_s, class_t = rng.integers(0, 2, 5).astype(np.int32), rng.integers(0, 3, 6)
    numbers, count = kernel.class_pairs(rows, columns, class_s, class_t.astype(np.int32), 2, 3)
    counts = (rng.random(30) * rng.integers(0, 2, 30)).astype(np.float32)
    share = rng.random(6).astype(np.float32)
    source = kernel.row_of(rows)
    more, totals = np.zeros(count, np.float32), np.zeros(2, np.float32)
    if known:
        more, totals = rng.random(count).astype(np.float32), rng.random(2).astype(np.float32) + 5
    base = np.ones(30, np.float32)
    kernel.back_off(
        counts, base, source, columns, class_s, share, numbers, more.copy(), totals.copy(), 2.0
    )
    for p in range(30):
        e, f = source[p], columns[p]
        like_e = [q for q in range(30) if class_s[source[q]] == class_s[e] and q != p]
        others = more[numbers[p]] + sum(
            counts[q] for q in like_e if class_t[columns[q]] == class_t[f]
        )
        total = totals[class_s[e]] + sum(counts[q] for q in like_e) + 1
        assert base[p] == pytest.approx(1 + 2 * others / total * share[f], abs=2e-5)


def test_skeletons_are_plain_latin_letters() -> None:
    assert skeleton("straße") == "strasse"
    assert skeleton("élan") == "elan"
    assert skeleton("москва") == "moskva"
    assert skeleton("abc") == "abc"


def test_a_language_of_syllables_is_told_by_its_letters() -> None:
    assert writes_syllables(["", "東京", "です", "a"])
    assert not writes_syllables(["", "tokyo", "москва"])
    assert not writes_syllables([""])


def test_beginnings_name_classes() -> None:
    words = ["", "sprachlich", "sprache", "été"]
    bones = [skeleton(word) for word in words]
    assert beginnings(words, bones, 6) == ["", "sprach", "sprach", "ete"]
    assert beginnings(["", "東京都", "東京"], ["", "x", "y"], 4) == ["", "東京", "東京"]


def test_a_surface_holds_all_of_it() -> None:
    corpus = encode(
        [
            (["nation", "haus"], ["nation", "house"]),
            (["nationen", "hause"], ["nations", "houses"]),
        ]
    )
    pairs = index(corpus)
    found = surface(corpus, pairs)
    one, other = corpus.source_vocabulary.words, corpus.target_vocabulary.words
    assert found.sizes == (5, 5)
    assert len(found.levels) == len(PREFIXES)
    for p in range(pairs.size):
        e, f = one[found.source[p]], other[found.target[p]]
        assert found.similar[p] == pytest.approx(likeness(e, f), rel=1e-6)
    for level in found.levels:
        for side in (0, 1):
            # The shares of the words of a class are those of its tokens.
            sums = np.bincount(level.classes[side], level.shares[side])
            np.testing.assert_allclose(sums[1:], 1, rtol=1e-6)
    finest = found.levels[0].classes
    assert finest[0][corpus.source[0]] == finest[0][corpus.source[2]]
    counts = np.zeros(pairs.size, np.float32)
    plain = found.base(counts, 0, flat=0.5, strength=3)
    np.testing.assert_allclose(plain, found.shape * 0.5 + found.similar, rtol=1e-6)


def test_a_link_speaks_for_pairs_with_the_same_beginnings() -> None:
    corpus = encode([(["kabulix", "kabulor"], ["zedefos", "zedefun"])] * 2)
    pairs = index(corpus)
    found = surface(corpus, pairs)
    counts = np.array([2, 0, 0, 0], np.float32)
    base = found.base(counts, 0, flat=0.0, strength=3)
    assert base[0] == pytest.approx(0, abs=1e-6)  # it does not confirm itself
    assert (base[1:] > 0.1).all()


def test_some_pairs_of_a_surface() -> None:
    corpus = encode([(["nation", "haus"], ["nation", "house"])])
    found = surface(corpus, index(corpus))
    kept = np.array([True, False, False, True])
    fewer = found.only(kept)
    counts = np.array([1, 2], np.float32)
    np.testing.assert_array_equal(fewer.similar, found.similar[kept])
    whole = np.zeros(4, np.float32)
    whole[kept] = counts
    np.testing.assert_allclose(
        fewer.base(counts, 1, flat=0.1, strength=3),
        found.base(whole, 1, flat=0.1, strength=3)[kept],
        rtol=1e-6,
    )


def test_a_lexicon_adds_to_the_base_measure() -> None:
    corpus = encode([(["ka", "bo"], ["xu", "ye"])])
    pairs = index(corpus)
    told = np.array([0, 0, 0.75, 0], np.float32)
    plain = surface(corpus, pairs)
    found = surface(corpus, pairs, lexicon=(told, told * 0))
    counts = np.zeros(4, np.float32)
    gain = found.base(counts, 0, flat=0.1, strength=0) - plain.base(counts, 0, flat=0.1, strength=0)
    np.testing.assert_allclose(gain, told, rtol=1e-6)
