"""Random encoded pairs for tests."""

from __future__ import annotations

import numpy as np

from diglot.words.corpus import Corpus, encode


def random_corpus(
    seed: int, pairs: int, *, longest: int = 6, words: int = 9, empty: bool = False
) -> Corpus:
    """Pairs of sentences of random words; with ``empty`` some have no words on a side."""
    generator = np.random.default_rng(seed)

    def sentence(letter: str) -> list[str]:
        size = int(generator.integers(0 if empty else 1, longest + 1))
        return [f"{letter}{number}" for number in generator.integers(0, words, size)]

    return encode([(sentence("s"), sentence("t")) for _ in range(pairs)])
