"""Random encoded pairs for tests."""

from __future__ import annotations

import numpy as np

from diglot.words.corpus import Corpus, encode
from diglot.words.decoding.confidence import Posteriors


def random_corpus(
    seed: int, pairs: int, *, longest: int = 6, words: int = 9, empty: bool = False
) -> Corpus:
    """Pairs of sentences of random words; with ``empty`` some have no words on a side."""
    generator = np.random.default_rng(seed)

    def sentence(letter: str) -> list[str]:
        size = int(generator.integers(0 if empty else 1, longest + 1))
        return [f"{letter}{number}" for number in generator.integers(0, words, size)]

    return encode([(sentence("s"), sentence("t")) for _ in range(pairs)])


def random_posteriors(seed: int, corpus: Corpus) -> tuple[Posteriors, np.ndarray]:
    """Half of all cells as candidates, with any probabilities."""
    rng = np.random.default_rng(seed)
    offsets, source, target = [0], [], []
    for n, m in zip(np.diff(corpus.source_offsets), np.diff(corpus.target_offsets), strict=True):
        for i, j in np.argwhere(rng.random((n, m)) < 0.5):
            source.append(i)
            target.append(j)
        offsets.append(len(source))
    size = len(source)
    forward, backward, probabilities = rng.random((3, size)).astype(np.float32)
    best = [
        (rng.random(int(outputs[-1])) * (np.repeat(np.diff(inputs), np.diff(outputs)) + 1)).astype(
            np.int32
        )
        - 1
        for outputs, inputs in (
            (corpus.target_offsets, corpus.source_offsets),
            (corpus.source_offsets, corpus.target_offsets),
        )
    ]
    return (
        Posteriors(
            np.array(offsets),
            np.array(source, np.uint16),
            np.array(target, np.uint16),
            forward,
            backward,
            corpus.source_offsets,
            corpus.target_offsets,
            *best,
        ),
        probabilities,
    )
