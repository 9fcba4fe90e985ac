"""Scores of pairs of texts, as they come in chunks."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from diglot import words
from diglot.cleaning.features import Habits, WordEvidence, find_features, learn_habits
from diglot.learning.encoders.vectors import encode_texts
from diglot.learning.trees import Ranker
from diglot.pipeline.steps.words.chunks import prune_to_fit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diglot.learning.encoders import Encoder
    from diglot.packs.pack import Pack
    from diglot.pipeline.steps.words.chunks import Chunk, MemoryShare
    from diglot.words.alignment import Alignment
    from diglot.words.corpus import Corpus
    from diglot.words.storage.model import Model


class Scorer:
    """Gives pairs the probability that they are good, chunk by chunk.

    What is usual is learnt from the first chunk; the words from all chunks, one after the other.

    Attributes:
        room: memory for a chunk and for what is learnt.
        chunks: how many there were so far.
    """

    def __init__(
        self,
        room: MemoryShare,
        *,
        pack: Pack | None = None,
        encoder: Encoder | None = None,
        jobs: int = 1,
        seed: int = 0,
    ) -> None:
        self.room, self.chunks = room, 0
        self._pack, self._encoder, self._jobs, self._seed = pack, encoder, jobs, seed
        self._model: Model | None = None
        self._habits: Habits | None = None

    def score(self, chunk: Chunk, texts: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """Return the scores of the pairs of a chunk, shape (pairs,).

        Args:
            chunk: the pairs in words.
            texts: source and target of every pair.
        """
        self.chunks += 1
        alignment = words.align(
            chunk.corpus,
            model=self._model,
            pack=None if self._model else self._pack,
            learn=not chunk.last,
            jobs=self._jobs,
            seed=self._seed,
        )
        if alignment.model:
            self._model = prune_to_fit(alignment.model, self.room.model)
        linked = link_pairs(chunk.corpus, alignment)
        own = self._habits is None
        habits = self._habits = self._habits or learn_habits(texts, linked)
        similarity = compare_vectors(texts, self._encoder) if self._encoder else None
        features = find_features(texts, linked, habits, own=own, similarity=similarity)
        return shipped_ranker().probabilities(features).astype(np.float32)


@cache
def shipped_ranker() -> Ranker:
    """Return the weights of the score, trained by ``python -m bench.cleaning --train``."""
    file = files("diglot.cleaning") / "ranker.json"
    return Ranker.from_dict(json.loads(file.read_text(encoding="utf-8")))


def link_pairs(corpus: Corpus, alignment: Alignment) -> WordEvidence:
    """Return the words of pairs with the candidate links that word alignment found."""
    found = alignment.posteriors
    return WordEvidence(
        corpus.source,
        corpus.source_offsets,
        corpus.target,
        corpus.target_offsets,
        corpus.source_vocabulary.words,
        corpus.target_vocabulary.words,
        found.offsets,
        (found.source, found.target),
        alignment.probabilities,
    )


def compare_vectors(texts: Sequence[tuple[str, str]], encoder: Encoder) -> NDArray[np.float32]:
    """Return the cosine of the vectors of both sides, shape (pairs,)."""
    source, target = (
        encode_texts([pair[side] for pair in texts], encoder).vectors for side in (0, 1)
    )
    cosine: NDArray[np.float32] = np.einsum("nd,nd->n", source, target)
    return cosine
