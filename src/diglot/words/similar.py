"""Words that an encoder of sentences holds for translations of each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from diglot.learning.encoders import Encoder
    from diglot.words.corpus import Corpus

    Entry = tuple[tuple[str], tuple[str], float]

MOST_PAIRS = 10_000
"""Sentence pairs of a text up to which its words are compared: a longer one teaches more itself."""
LEAST = 0.5
"""Cosine of words that may translate each other."""
NEAREST = 2
"""Target words that count for a source word in each sentence pair."""
BLOCK = 256
"""Sentence pairs whose words are compared at once."""


def similar_words(corpus: Corpus, encoder: Encoder | None) -> list[Entry]:
    """Pair the words of sentence pairs by their vectors.

    Every word is encoded by itself, without its context. In each sentence pair the two nearest
    target words of a source word count, so that only what stands together is compared.

    Args:
        corpus: the encoded pairs; of more than `MOST_PAIRS` none are compared.
        encoder: gives vectors; without one no words are paired.

    Returns:
        Entries of a lexicon, with the fourth power of the cosine as weight.
    """
    if encoder is None or corpus.pairs > MOST_PAIRS:
        return []
    sides = (
        (corpus.source, corpus.source_offsets, corpus.source_vocabulary.words),
        (corpus.target, corpus.target_offsets, corpus.target_vocabulary.words),
    )
    vectors = [encoder.encode(words[1:]) for _, _, words in sides]
    width = len(sides[1][2])
    keys = np.zeros(0, np.int64)
    for begin in range(0, corpus.pairs, BLOCK):
        end = min(corpus.pairs, begin + BLOCK)
        (ours, rows), (theirs, columns) = (
            np.unique(tokens[offsets[begin] : offsets[end]], return_inverse=True)
            for tokens, offsets, _ in sides
        )
        cosines = vectors[0][ours - 1] @ vectors[1][theirs - 1].T
        first, other = (offsets[begin : end + 1] - offsets[begin] for _, offsets, _ in sides)
        found = [keys]
        for k in range(end - begin):
            row, column = rows[first[k] : first[k + 1]], columns[other[k] : other[k + 1]]
            if not (len(row) and len(column)):
                continue
            column = np.unique(column)
            here = cosines[np.ix_(row, column)]
            nearest = np.argsort(-here, axis=1, kind="stable")[:, :NEAREST]
            near = np.take_along_axis(here, nearest, axis=1) > LEAST
            pairs = ours[row].astype(np.int64)[:, None] * width + theirs[column[nearest]]
            found.append(pairs[near])
        keys = np.unique(np.concatenate(found))
    source, target = keys // width, keys % width
    weights = np.einsum("nd,nd->n", vectors[0][source - 1], vectors[1][target - 1]) ** 4
    source_words, target_words = sides[0][2], sides[1][2]
    return [
        ((source_words[s],), (target_words[t],), float(weight))
        for s, t, weight in zip(source.tolist(), target.tolist(), weights, strict=True)
    ]
