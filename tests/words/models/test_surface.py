"""Forms of words: their classes and base measures."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import numpy as np
import pytest

from diglot.text.spelling import to_latin
from diglot.words import align
from diglot.words import corpus as parts
from diglot.words.corpus import encode, index, remove_pairs
from diglot.words.models.prior_counts import (
    PREFIXES,
    WIDE,
    PriorLookup,
    beginnings,
    writes_syllables,
)
from diglot.words.models.surface import BACKWARD, FORWARD, surface
from tests.words.kernels.test_surface import likeness
from tests.words.random_corpora import random_corpus


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
