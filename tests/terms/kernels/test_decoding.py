"""The compiled decoder against its twin; against all translations one by one, see `comparable`."""

from __future__ import annotations

import numpy as np
import pytest

from diglot.terms.comparable import decoding
from diglot.terms.comparable.decoding import LanguageModel, Translator, Words
from tests.twins import load_twin

TWIN = load_twin("diglot.terms.kernels.decoding")


def random_words(random: np.random.Generator, most: int) -> Words:
    return tuple(random.choice(tuple("abcdef"), size=int(random.integers(1, most + 1))).tolist())


@pytest.mark.parametrize("seed", range(6))
def test_translations_are_those_of_the_twin(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(seed)
    text = [random_words(random, 6) for _ in range(30)]
    options = {
        random_words(random, 3): [
            (random_words(random, 2), -float(random.exponential())) for _ in range(3)
        ]
        for _ in range(12)
    }
    asked = [random_words(random, 6) for _ in range(4)]
    found = []
    for twin in (False, True):
        if twin:
            monkeypatch.setattr(decoding, "Trigrams", TWIN.Trigrams)
            monkeypatch.setattr(decoding, "Decoder", TWIN.Decoder)
        with np.errstate(over="ignore"):
            translator = Translator(options, LanguageModel(text))
            best = [translator.best(words, 10, beam=6) for words in asked]
            found.append((best, [translator.sentence(words) for words in asked]))
    assert found[0] == found[1]


def test_every_hypothesis_is_kept() -> None:
    letters = tuple("abcdefg")
    options = {(each,): [((other,), -1.0) for other in letters] for each in letters}
    translator = Translator(options, LanguageModel([letters]))
    found = translator.best(letters[:4], 3000, beam=3000, reach=0)
    assert len({said for said, _ in found}) == len(found) == 7**4
