"""Near-duplicates."""

from __future__ import annotations

import random

import numpy as np

from diglot.cleaning.rules import find_near_duplicates, make_signatures, normalise

WORDS = [f"w{number}{chr(97 + number % 26)}" for number in range(300)]


def sentence(rng: random.Random, length: int = 15) -> list[str]:
    return rng.choices(WORDS, k=length)


def resemblance(one: str, other: str) -> float:
    sets = [{text[k : k + 5] for k in range(max(1, len(text) - 4))} for text in (one, other)]
    return len(sets[0] & sets[1]) / len(sets[0] | sets[1])


def test_case_punctuation_and_the_values_of_numbers_make_no_other_pair() -> None:
    assert normalise("Article 5: Notice!", "Article 5 : avis") == normalise(
        "ARTICLE 12 notice", "article 7 avis."
    )
    assert normalise("a b", "c") != normalise("a", "b c")


def test_signatures_estimate_the_resemblance_of_texts() -> None:
    rng = random.Random(5)
    texts, expected = [], []
    for changed in range(0, 15, 2):
        one = sentence(rng)
        other = sentence(rng)[:changed] + one[changed:]
        texts += [" ".join(one), " ".join(other)]
        expected.append(resemblance(*texts[-2:]))
    signatures = make_signatures(texts)
    found = (signatures[::2] == signatures[1::2]).mean(axis=1)
    assert np.abs(found - expected).max() < 0.17
    assert found[0] == 1


def test_a_near_duplicate_points_to_an_earlier_pair_and_others_to_none() -> None:
    rng = random.Random(1)
    texts = [" ".join(sentence(rng, 30)) for _ in range(200)]
    texts[150] = texts[20] + " again"
    texts[160] = texts[20].replace(" ", "  ", 1)
    earlier = find_near_duplicates(make_signatures(texts), 0.8)
    assert set(np.flatnonzero(earlier >= 0).tolist()) == {150, 160}
    assert earlier[150] == 20
    assert earlier[160] in (20, 150)


def test_texts_shorter_than_a_piece_are_compared_too() -> None:
    signatures = make_signatures(["", "a", "ab", "a", "", "\U0010ffff"])
    assert find_near_duplicates(signatures, 0.9).tolist() == [-1, -1, -1, 1, 0, -1]
