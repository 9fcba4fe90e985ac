"""A toy language pair whose right links are known."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from diglot.words.corpus import Corpus, encode

CONSONANTS, VOWELS = "bdfgklmnprstvz", "aeiou"


@dataclass(frozen=True)
class Toy:
    """Sentence pairs and their right links.

    Attributes:
        pairs: tokens of both sides.
        gold: right links of every pair.
        lexicon: translation of every source word.
    """

    pairs: list[tuple[list[str], list[str]]]
    gold: list[set[tuple[int, int]]]
    lexicon: dict[str, str]

    @property
    def corpus(self) -> Corpus:
        """The encoded pairs."""
        return encode(self.pairs)


def toy(seed: int, pairs: int, *, words: int = 60, longest: int = 9) -> Toy:
    """Make sentences word by word; neighbours swap, and a word without counterpart slips in.

    Words and their translations have no letters in common but by chance; few words are frequent.

    Args:
        seed: of the sentences; the words of a language are the same for any seed.
        pairs: number of sentence pairs.
        words: number of words of each language.
        longest: most words of a source sentence; at least 3.
    """
    namer = np.random.default_rng(1)
    names: list[str] = []
    while len(names) < 2 * words:
        syllables = namer.integers(2, 4)
        name = "".join(namer.choice(list(CONSONANTS)) + namer.choice(list(VOWELS))
                       for _ in range(syllables))  # fmt: skip
        if name not in names:
            names.append(name)
    lexicon = dict(zip(names[:words], names[words:], strict=True))
    rng = np.random.default_rng(seed)
    weights = 1 / np.arange(2, words + 2)
    made, gold = [], []
    for _ in range(pairs):
        size = min(int(rng.integers(3, longest + 1)), words)
        chosen = rng.choice(words, size, replace=False, p=weights / weights.sum())
        order = list(range(size))
        for i in range(size - 1):
            if rng.random() < 0.2:
                order[i], order[i + 1] = order[i + 1], order[i]
        source = [names[word] for word in chosen]
        target = [(lexicon[source[i]], i) for i in order]
        if rng.random() < 0.3:
            target.insert(int(rng.integers(0, size)), ("uh", -1))
        made.append((source, [word for word, _ in target]))
        gold.append({(i, j) for j, (_, i) in enumerate(target) if i >= 0})
    return Toy(made, gold, lexicon)


def f1(found: list[set[tuple[int, int]]], gold: list[set[tuple[int, int]]]) -> float:
    """Harmonic mean of the shares of found and of right links that are both."""
    both = sum(len(one & other) for one, other in zip(found, gold, strict=True))
    return 2 * both / max(1, sum(map(len, found)) + sum(map(len, gold)))
