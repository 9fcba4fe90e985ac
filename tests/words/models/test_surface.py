"""Forms of words: letters in common, classes and base measures against plain Python."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.text.spelling import pack_letters, to_latin
from diglot.words import align, parts
from diglot.words.corpus import encode
from diglot.words.kernels import surface as kernel
from diglot.words.models.prior_counts import PriorLookup
from diglot.words.models.surface import BACKWARD, FORWARD, surface
from diglot.words.pairs import index, remove_pairs
from diglot.words.skeletons import PREFIXES, WIDE, beginnings, writes_syllables
from tests.text.kernels.test_edits import common
from tests.words.random_corpora import random_corpus

WORDS = st.lists(st.text("abc", max_size=9), min_size=1, max_size=6)


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


def all_pairs(one: int, other: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns of every word pair."""
    return np.arange(one + 1) * other, np.tile(np.arange(other, dtype=np.int32), one)


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


def test_shapes_prefer_equal_words() -> None:
    rows, columns = all_pairs(2, 2)
    lengths, frequencies = np.array([1.0, 2.0]), np.array([4.0, 1.0])
    found = np.empty(4, np.float32)
    given = (rows, columns, lengths, lengths, frequencies, frequencies, found)
    total = sum(kernel.shapes(first, first + 1, *given) for first in range(2))
    ratio = np.array([1, 0.5, 0.5, 1])
    gap = np.abs(np.log([1, 2 / 3, 3 / 2, 1]))
    np.testing.assert_allclose(found, 1.5 * np.exp(-gap / 2) * ratio, rtol=1e-6)
    assert total == pytest.approx(ratio.sum())


@given(st.integers(0, 10**6))
def test_pairs_of_classes_are_numbered_once_each(seed: int) -> None:
    rng = np.random.default_rng(seed)
    class_s, class_t = (rng.integers(0, 4, 7).astype(np.int32) for _ in range(2))
    sizes = rng.integers(0, 6, 7)
    rows = np.concatenate(([0], np.cumsum(sizes)))
    columns = np.concatenate([np.sort(rng.permutation(7)[:size]) for size in sizes])
    numbers, firsts = kernel.class_pairs(
        rows, columns.astype(np.int32), *kernel.by_class(class_s, 4), class_t, 4
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
@pytest.mark.parametrize("seed", range(5))
def test_classes_promise_without_the_pairs_own_count(
    seed: int, known: bool, direction: int
) -> None:
    rng = np.random.default_rng(seed)
    rows, columns = all_pairs(5, 6)
    classes = rng.integers(0, 2, 5).astype(np.int32), rng.integers(0, 3, 6).astype(np.int32)
    members = kernel.by_class(classes[0], 2)
    numbers, firsts = kernel.class_pairs(rows, columns, *members, classes[1], 3)
    counts = (rng.random(30) * rng.integers(0, 2, 30)).astype(np.float32)
    share = rng.random(5 if direction else 6).astype(np.float32)
    more, totals = np.zeros(0, np.float32), np.zeros(3 if direction else 2, np.float32)
    if known:
        more, totals = rng.random(firsts[-1]).astype(np.float32), totals + np.float32(5)
    told = totals.copy()
    if direction:
        kernel.total(columns, counts, classes[1], totals)
    base = np.ones(30, np.float32)
    for first, last in ((1, 2), (0, 1)):
        kernel.back_off(
            first, last, rows, columns, counts, base, direction, *members, classes[1], share,
            firsts if known else firsts[:0], more, totals, 2.0,
        )  # fmt: skip
    words = np.repeat(np.arange(5), 6), columns
    inputs = classes[direction][words[direction]]
    outputs = classes[1 - direction][words[1 - direction]]
    for p in range(30):
        alike = [q for q in range(30) if inputs[q] == inputs[p] and q != p]
        others = sum(counts[q] for q in alike if outputs[q] == outputs[p])
        others += more[numbers[p]] if known else 0
        total = told[inputs[p]] + sum(counts[q] for q in alike) + 1
        expected = 1 + 2 * others / total * share[words[1 - direction][p]]
        assert base[p] == pytest.approx(expected, abs=2e-5)


def test_a_language_of_syllables_is_told_by_its_letters() -> None:
    assert writes_syllables(["", "東京", "です", "a"])
    assert not writes_syllables(["", "tokyo", "москва"])
    assert not writes_syllables([""])
    letters = [chr(code) for code in range(WIDE)]
    widths = {
        unicodedata.east_asian_width(letter)
        for letter in letters
        if unicodedata.category(letter) != "Cn"  # nobody's letter, for which Python says F
    }
    assert not widths & {"W", "F"}


def test_beginnings_name_classes() -> None:
    words = ["", "sprachlich", "sprache", "été"]
    bones = [to_latin(word) for word in words]
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
    assert found.shape.mean() == pytest.approx(1, abs=0.5)
    source, similar = np.repeat(np.arange(5), np.diff(found.rows)), found.likeness()
    for p in range(pairs.size):
        e, f = one[source[p]], other[found.columns[p]]
        assert similar[p] == pytest.approx(likeness(e, f), rel=1e-6)
    for level in found.levels:
        for side in (0, 1):
            # The shares of the words of a class are those of its tokens.
            sums = np.bincount(level.classes[side], level.shares[side])
            np.testing.assert_allclose(sums[1:], 1, rtol=1e-6)
    finest = found.levels[0].classes
    assert finest[0][corpus.source[0]] == finest[0][corpus.source[2]]
    counts = np.zeros(pairs.size, np.float32)
    plain = found.base(counts, 0, flat=0.5, strength=3)
    np.testing.assert_allclose(plain, found.shape * 0.5 + similar, rtol=1e-6)


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
    pairs = index(corpus)
    found = surface(corpus, pairs)
    kept = np.array([True, False, False, True])
    fewer = found.select(kept, remove_pairs(corpus, pairs, kept))
    counts = np.array([1, 2], np.float32)
    np.testing.assert_array_equal(fewer.likeness(), found.likeness()[kept])
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


def test_what_a_model_knows_of_classes_goes_with_the_pairs_that_are_left() -> None:
    text = random_corpus(5, 60, words=25)
    learnt = align(text, method="hmm").model
    assert learnt is not None
    corpus = random_corpus(6, 40, words=25)
    pairs = index(corpus)
    memory = PriorLookup(learnt)
    found = surface(corpus, pairs, known=memory.recall(corpus, pairs))
    found = replace(found, more=None)  # the links of single pairs go with the pairs
    rng = np.random.default_rng(5)
    kept = rng.random(pairs.size) < 0.5
    counts = rng.random(pairs.size).astype(np.float32) * kept
    whole = [found.base(counts, way, flat=0.1, strength=3) for way in (FORWARD, BACKWARD)]
    fewer = found.select(kept, remove_pairs(corpus, pairs, kept))
    assert any(level.counts[0].any() for level in fewer.levels)
    for way in (FORWARD, BACKWARD):
        left = fewer.base(counts[kept], way, flat=0.1, strength=3)
        np.testing.assert_allclose(left, whole[way][kept], rtol=1e-6)


@pytest.mark.parametrize("jobs", [2, 3])
def test_threads_change_no_bit_of_a_surface(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "LEAST", 10)
    corpus = random_corpus(7, 80, words=40)
    pairs = index(corpus)
    assert len(parts.parts_of_rows(pairs.rows)) > 3
    one, other = surface(corpus, pairs), surface(corpus, pairs, jobs=jobs)
    assert one.shape.tobytes() == other.shape.tobytes()
    assert one.likeness().tobytes() == other.likeness().tobytes()
    counts = np.random.default_rng(7).random(pairs.size).astype(np.float32)
    for way in (FORWARD, BACKWARD):
        mine = one.base(counts, way, flat=0.1, strength=3)
        again = other.base(counts, way, flat=0.1, strength=3, jobs=jobs)
        assert mine.tobytes() == again.tobytes()
