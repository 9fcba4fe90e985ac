"""Words compared by their vectors, within the sentence pairs in which they stand together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from diglot.words import similar
from diglot.words.corpus import Corpus, encode, index
from diglot.words.similar import Nearness, compare_words

PAIRS = [
    (["the", "cat", "sleeps"], ["die", "katze", "schläft"]),
    (["a", "dog"], ["hund", "ein"]),
    ([], ["leer"]),
    (["the", "old", "dog"], ["der", "alte", "hund", "da"]),
]
MEANINGS = ["the die der", "cat katze", "sleeps schläft", "a ein", "dog hund", "old alte", "da"]


class Meanings:
    """Knows what words mean."""

    name = "meanings"

    def encode(self, words: Sequence[str]) -> np.ndarray:
        vectors = [[float(word in each.split()) for each in MEANINGS] for word in words]
        return np.array(vectors, np.float32).reshape(len(words), len(MEANINGS))


class InContext(Meanings):
    """Knows that the dog of a sentence with "old" is another one."""

    def word_vectors(self, sentences: Sequence[Sequence[str]]) -> np.ndarray:
        vectors = [self.encode(words) for words in sentences]
        for words, rows in zip(sentences, vectors, strict=True):
            rows[:, -1] += {"old", "alte"} <= {*words, "alte"}
        return np.concatenate(vectors)


@pytest.fixture
def corpus() -> Corpus:
    return encode(PAIRS)


def compared(corpus: Corpus, encoder: Meanings | None = None) -> Nearness:
    found = compare_words(corpus, encoder or Meanings())
    assert found is not None
    return found


def test_words_of_one_meaning_are_near(corpus: Corpus) -> None:
    near = compared(corpus)
    likely = near.keys[np.sqrt(near.forward * near.backward) > 0.5]
    cells = {(int(key) >> 32, int(key) >> 16 & 0xFFFF, int(key) & 0xFFFF) for key in likely}
    assert cells == {
        (0, 0, 0), (0, 1, 1), (0, 2, 2), (1, 0, 1), (1, 1, 0), (3, 0, 0), (3, 1, 1), (3, 2, 2)
    }  # fmt: skip
    assert near.pairs == 4
    assert (np.diff(near.keys) > 0).all()


def test_the_words_of_a_side_compete_with_one_another_and_with_nothing(corpus: Corpus) -> None:
    near = compared(corpus)
    pair, target, source = near.keys >> 32, near.keys & 0xFFFF, near.keys >> 16 & 0xFFFF
    for values, word in ((near.forward, target), (near.backward, source)):
        sums = np.bincount(pair * 4 + word, values)
        assert sums.max() < 1
    assert near.forward[(pair == 3) & (target == 3)].sum() < 0.2  # "da" stands for nothing


def test_candidates_that_are_nothing_have_no_probability(corpus: Corpus) -> None:
    near = compared(corpus)
    positions = np.array([0, 1, 2, 0], np.uint16), np.array([0, 1, 2, 2], np.uint16)
    forward, backward = near.at(np.array([0, 4]), *positions)
    assert (forward[:3] > 0.5).all()
    assert (backward[:3] > 0.5).all()
    assert forward[3] < 0.01


def test_pseudo_counts_follow_how_often_words_are_near(corpus: Corpus) -> None:
    pairs = index(corpus)
    rows = np.repeat(np.arange(len(pairs.rows) - 1), np.diff(pairs.rows))
    forward, backward = compared(corpus).pseudo_counts(pairs)
    find_s, find_t = corpus.source_vocabulary.find, corpus.target_vocabulary.find

    def of(one: str, other: str) -> tuple[float, float]:
        place = (rows == find_s(one)) & (pairs.columns == find_t(other))
        return float(forward[place].item()), float(backward[place].item())

    assert of("dog", "hund") == pytest.approx((similar.STRENGTH, similar.STRENGTH), rel=0.2)
    assert of("the", "die")[0] == pytest.approx(similar.STRENGTH / 2, rel=0.2)  # "der" once, too
    assert of("the", "die")[1] == pytest.approx(similar.STRENGTH, rel=0.2)
    assert max(of("the", "katze")) < 0.1


def test_vectors_in_context_go_before_those_of_words_alone(corpus: Corpus) -> None:
    assert not np.allclose(compared(corpus, InContext()).forward, compared(corpus).forward)


def test_blocks_of_pairs_make_no_difference(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = compared(corpus)
    monkeypatch.setattr(similar, "BLOCK", 1)
    parts = compared(corpus)
    assert (parts.keys == whole.keys).all()
    assert np.allclose(parts.forward, whole.forward)


def test_the_first_pairs_of_a_text_are_compared_and_none_of_a_long_one(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compare_words(corpus, None) is None
    assert compare_words(encode([]), Meanings()) is None
    monkeypatch.setattr(similar, "COMPARED", 2)
    near = compared(corpus)
    assert near.pairs == 2
    assert near.keys.max() < 2 << 32
    monkeypatch.setattr(similar, "MOST_PAIRS", 3)
    assert compare_words(corpus, Meanings()) is None
    few = compare_words(corpus, Meanings(), 1)  # the others are training text
    assert few is not None
    assert few.pairs == 1


def test_a_sentence_of_one_word_keeps_its_vector() -> None:
    near = compared(encode([(["dog"], ["hund"])]))
    assert near.forward.tolist() == near.backward.tolist()
    assert near.forward[0] > 0.9
