"""Words paired by their vectors, within the sentence pairs in which they stand together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from diglot.words.corpus import Corpus, encode
from diglot.words.models import prior_counts as similar
from diglot.words.models.prior_counts import similar_words

PAIRS = [
    (["the", "cat", "sleeps"], ["die", "katze", "schläft"]),
    (["a", "dog"], ["ein", "hund"]),
    (["the", "old", "dog"], ["der", "alte", "hund"]),
]
MEANINGS = ["the die der", "cat katze", "sleeps schläft", "a ein", "dog hund", "old alte"]


class Meanings:
    """Knows what words mean, and that articles are alike."""

    name = "meanings"

    def encode(self, words: Sequence[str]) -> np.ndarray:
        vectors = [[float(word in each.split()) for each in MEANINGS] for word in words]
        vectors = [[*each, 0.0] if any(each) else [*each, 1.0] for each in vectors]
        articles = {"a": 0, "ein": 0, "the": 3, "die": 3, "der": 3}
        for word, vector in zip(words, vectors, strict=True):
            if word in articles:
                vector[articles[word]] = 0.6
        found = np.array(vectors, np.float32).reshape(len(words), len(MEANINGS) + 1)
        return found / np.linalg.norm(found, axis=1, keepdims=True)


@pytest.fixture
def corpus() -> Corpus:
    return encode(PAIRS)


def test_words_that_stand_together_are_paired(corpus: Corpus) -> None:
    found = {(one, other): weight for (one,), (other,), weight in similar_words(corpus, Meanings())}
    assert set(found) == {
        ("the", "die"), ("the", "der"), ("cat", "katze"), ("sleeps", "schläft"),
        ("a", "ein"), ("dog", "hund"), ("old", "alte"),
    }  # fmt: skip
    assert list(found.values()) == pytest.approx([1.0] * 7)


def test_the_nearest_of_a_pair_count(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(similar, "LEAST", -0.1)
    monkeypatch.setattr(similar, "NEAREST", 1)
    found = {(one, other) for (one,), (other,), _ in similar_words(corpus, Meanings())}
    assert found == {
        ("the", "die"), ("the", "der"), ("cat", "katze"), ("sleeps", "schläft"),
        ("a", "ein"), ("dog", "hund"), ("old", "alte"),
    }  # fmt: skip


def test_blocks_of_pairs_make_no_difference(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = similar_words(corpus, Meanings())
    monkeypatch.setattr(similar, "BLOCK", 1)
    assert similar_words(corpus, Meanings()) == whole


def test_nothing_is_said_without_an_encoder_of_long_texts_and_of_none(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert similar_words(corpus, None) == []
    assert similar_words(encode([]), Meanings()) == []
    assert similar_words(encode([(["a"], []), ([], ["b"])]), Meanings()) == []
    monkeypatch.setattr(similar, "MOST_PAIRS", 2)
    assert similar_words(corpus, Meanings()) == []
