"""The phrase-based decoder against all translations one by one."""

from __future__ import annotations

import math
from itertools import pairwise, permutations, product

import numpy as np
import pytest

from diglot.terms.comparable.decoding import (
    DISTANCE,
    LONGEST,
    TRIGRAMS,
    LanguageModel,
    Translator,
    Words,
)

TEXT = [list(line.split()) for line in ("a b c", "b c a b", "c a", "d a b", "a b d c b a")]
LETTERS = ("a", "b", "c", "d")


def every_translation(
    words: Words, options: dict[Words, list[tuple[Words, float]]], model: LanguageModel
) -> dict[Words, float]:
    """Score each way of cutting, translating and ordering the words: the plain twin."""
    size = len(words)
    found: dict[Words, float] = {}
    for cuts in product((False, True), repeat=size - 1):
        edges = [0, *(at + 1 for at, cut in enumerate(cuts) if cut), size]
        spans = list(pairwise(edges))
        phrases = [options.get(words[first:last], []) for first, last in spans]
        for order in permutations(range(len(spans))):
            for chosen in product(*(phrases[k] for k in order)):
                said = tuple(word for target, _ in chosen for word in target)
                score = sum(weight for _, weight in chosen)
                end = 0
                for k in order:
                    score -= DISTANCE * abs(spans[k][0] - end)
                    end = spans[k][1]
                for at, word in enumerate(said):
                    score += TRIGRAMS * model.score(word, said[max(0, at - 2) : at])
                found[said] = max(score, found.get(said, -math.inf))
    return found


@pytest.mark.parametrize("seed", range(8))
def test_the_best_translations_are_those_of_the_plain_twin(seed: int) -> None:
    random = np.random.default_rng(seed)
    words = tuple(f"w{k}" for k in range(int(random.integers(2, 5))))
    options: dict[Words, list[tuple[Words, float]]] = {}
    for first in range(len(words)):
        for last in range(first + 1, min(len(words), first + LONGEST) + 1):
            if last - first == 1 or random.random() < 0.5:
                options[words[first:last]] = [
                    (
                        tuple(random.choice(LETTERS, size=int(random.integers(1, 3))).tolist()),
                        -float(random.exponential()),
                    )
                    for _ in range(2)
                ]
    model = LanguageModel(TEXT)
    best = sorted(every_translation(words, options, model).items(), key=lambda x: (-x[1], x[0]))
    found = Translator(options, model).best(words, 10, beam=10_000)
    assert [said for said, _ in found] == [said for said, _ in best[:10]]
    assert [score for _, score in found] == pytest.approx([score for _, score in best[:10]])


def test_a_word_without_a_phrase_stands_for_itself() -> None:
    translator = Translator({("x",): [(("a",), -1.0)]}, LanguageModel(TEXT))
    assert translator.sentence(("x", "y")) == ("a", "y")


@pytest.mark.parametrize("before", [(), ("a",), ("a", "b"), ("b", "a"), ("z", "a")])
def test_the_chances_of_all_words_sum_to_one(before: Words) -> None:
    model = LanguageModel(TEXT)
    known = sum(math.exp(model.score(word, before)) for word in LETTERS)
    assert known + math.exp(model.score("unheard", before)) == pytest.approx(1.0)
    assert model.score("b", ("a",)) > model.score("c", ("a",))
