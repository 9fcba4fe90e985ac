"""What an encoder of sentences says of the words of sentence pairs: how near they are in meaning.

Every word has a vector where it stands, less the mean of its sentence: what is left tells it from
the words beside it. Within a sentence pair the words of one side compete for each of the other, and
all of them with what has no counterpart.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from diglot.flat_arrays import find_sorted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diglot.learning.encoders import Encoder
    from diglot.words.corpus import Corpus, PairIndex

    Floats = NDArray[np.float32]

MOST_PAIRS = 10_000
"""Sentence pairs up to which words are compared: a longer text teaches more itself."""
COMPARED = 5_000
"""Pairs whose words are compared at most: the first ones."""
SHARPNESS = 20.0
"""What cosines are multiplied by before they compete."""
NOTHING = 0.15
"""Cosine that a word without counterpart would have."""
LEAST = 0.002
"""Cells less probable in both directions are as good as impossible."""
STRENGTH = 1.5
"""Pseudo-count of a word whose counterpart is certain wherever it stands."""
BLOCK = 256
"""Sentence pairs whose words are encoded at once."""


@dataclass(frozen=True, slots=True, eq=False)
class Nearness:
    """Which words of sentence pairs are near each other, ascending by pair, source and target.

    Attributes:
        corpus: the pairs; those behind the compared ones are not spoken of.
        pairs: number of pairs that were compared.
        keys: int64 (cells,), pair << 32 | source position << 16 | target position.
        forward: float32 (cells,), probability that the target word stands for this source word.
        backward: float32 (cells,), probability that the source word stands for this target word.
    """

    corpus: Corpus
    pairs: int
    keys: NDArray[np.int64]
    forward: Floats
    backward: Floats

    def at(
        self,
        offsets: NDArray[np.int64],
        source: NDArray[np.uint16],
        target: NDArray[np.uint16],
    ) -> tuple[Floats, Floats]:
        """Return both probabilities of candidates of the first pairs, 0 where they are nothing.

        Args:
            offsets: shape (pairs + 1,), candidates of every pair.
            source: shape (candidates,), positions.
            target: shape (candidates,).
        """
        pair = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
        wanted = (pair << 32) | (source.astype(np.int64) << 16) | target
        places = find_sorted(wanted, self.keys)
        there = places >= 0
        sides = [np.zeros(len(wanted), np.float32) for _ in range(2)]
        for values, side in zip(sides, (self.forward, self.backward), strict=True):
            values[there] = side[places[there]]
        return sides[0], sides[1]

    def pseudo_counts(self, index: PairIndex) -> tuple[Floats, Floats]:
        """Return pseudo-counts, float32 (word pairs,), of the word pairs of an index, by direction.

        Forward those of a source word are shared among target words, by how often it is near them.
        """
        corpus = self.corpus
        pair, source, target = self.keys >> 32, (self.keys >> 16) & 0xFFFF, self.keys & 0xFFFF
        one = corpus.source[corpus.source_offsets[pair] + source]
        other = corpus.target[corpus.target_offsets[pair] + target]
        width = corpus.target_vocabulary.size
        keys, which = np.unique(one.astype(np.int64) * width + other, return_inverse=True)
        near = np.bincount(which, self.forward * self.backward, len(keys))
        rows = np.repeat(np.arange(len(index.rows) - 1), np.diff(index.rows))
        places = np.searchsorted(rows * width + index.columns, keys)
        made = []
        for tokens, offsets, size, of in (
            (corpus.source, corpus.source_offsets, corpus.source_vocabulary.size, keys // width),
            (corpus.target, corpus.target_offsets, width, keys % width),
        ):
            often = np.bincount(tokens[: offsets[self.pairs]], minlength=size)
            counts = np.zeros(len(rows), np.float32)
            counts[places] = STRENGTH * near / often[of]
            made.append(counts)
        return made[0], made[1]


def compare_words(
    corpus: Corpus, encoder: Encoder | None, reported: int | None = None
) -> Nearness | None:
    """Compare the words of sentence pairs by their vectors.

    Args:
        corpus: the encoded pairs, none twice.
        encoder: gives vectors of words in their sentences if it can, else of words by themselves.
        reported: number of first pairs whose links are wanted, None for all; of a text of more
            than `MOST_PAIRS` only these are compared, if they are fewer.

    Returns:
        None without an encoder, and where nothing was compared.
    """
    wanted = corpus.pairs if reported is None else reported
    pairs = min(corpus.pairs if corpus.pairs <= MOST_PAIRS else wanted, COMPARED)
    if encoder is None or wanted > MOST_PAIRS or not pairs:
        return None
    from diglot.learning.encoders import limit_threads

    with limit_threads():
        cells = _cells(corpus, pairs, encoder)
    return Nearness(corpus, pairs, *cells)


def _cells(
    corpus: Corpus, pairs: int, encoder: Encoder
) -> tuple[NDArray[np.int64], Floats, Floats]:
    """Return the cells of the first pairs that are not nothing; see `Nearness`."""
    keys = [np.zeros(0, np.int64)]
    forward, backward = [np.zeros(0, np.float32)], [np.zeros(0, np.float32)]
    for begin in range(0, pairs, BLOCK):
        end = min(pairs, begin + BLOCK)
        sides = [
            _centred(encoder, words.words, tokens, offsets[begin : end + 1])
            for tokens, offsets, words in (
                (corpus.source, corpus.source_offsets, corpus.source_vocabulary),
                (corpus.target, corpus.target_offsets, corpus.target_vocabulary),
            )
        ]
        for number, (one, other) in enumerate(zip(*sides, strict=True), begin):
            if not (len(one) and len(other)):
                continue
            near = np.exp(np.float32(SHARPNESS) * (one @ other.T - np.float32(NOTHING)))
            of_target, of_source = near / (near.sum(0) + 1), near / (near.sum(1)[:, None] + 1)
            s, t = np.nonzero(np.maximum(of_target, of_source) >= LEAST)
            keys.append((np.int64(number) << 32) | (s << 16) | t)
            forward.append(of_target[s, t])
            backward.append(of_source[s, t])
    return np.concatenate(keys), np.concatenate(forward), np.concatenate(backward)


def _centred(
    encoder: Encoder,
    words: Sequence[str],
    tokens: NDArray[np.int32],
    offsets: NDArray[np.int64],
) -> list[Floats]:
    """Return the vectors of the words of every sentence less their mean, of length one.

    One more word without direction counts among those of a sentence: one of a single word keeps
    its vector.
    """
    places = list(pairwise(offsets.tolist()))
    in_context = getattr(encoder, "word_vectors", None)
    if in_context is not None:
        vectors = in_context([[words[number] for number in tokens[a:b]] for a, b in places])
    else:
        types, which = np.unique(tokens[offsets[0] : offsets[-1]], return_inverse=True)
        vectors = encoder.encode([words[number] for number in types])[which]
    found = []
    for a, b in places:
        ours = vectors[a - offsets[0] : b - offsets[0]]
        centred = ours - ours.sum(0) / np.float32(b - a + 1)
        lengths = np.sqrt(np.einsum("nd,nd->n", centred, centred))
        found.append(centred / np.maximum(lengths, np.float32(1e-6))[:, None])
    return found
