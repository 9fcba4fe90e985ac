"""A loaded model that aligns one sentence pair after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.words.alignment import align, links
from diglot.words.corpus import encode
from diglot.words.models.known import Memory

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.words.storage.model import Model


class Aligner:
    """Aligns words with a saved model; nothing is learnt on the way.

    Every call gives the same links for the same pair: what was asked before leaves no trace.
    """

    def __init__(self, model: Model) -> None:
        self._memory = Memory(model)

    @classmethod
    def load(cls, path: str | Path) -> Aligner:
        """Open a model file.

        Raises:
            InputError: the file is no model, of another version, or cut short.
        """
        from diglot.words.storage import model_file

        return cls(model_file.load(path))

    def align(
        self,
        source: Sequence[str],
        target: Sequence[str],
        *,
        threshold: float | None = None,
    ) -> list[tuple[int, int, float]]:
        """Align the tokens of one sentence pair.

        Args:
            source: tokens, cut as the model's text was.
            target: tokens of the translation.
            threshold: least probability of a link; None for the one that promises the greatest F1.

        Returns:
            (source position, target position, probability), ascending; positions count from zero.
            Nothing for a side without tokens or with more than a thousand.
        """
        corpus = encode([(source, target)])
        if corpus.skipped:
            return []
        alignment = align(corpus, method="gibbs", model=self._memory, learn=False)
        found = links(alignment, threshold=threshold)
        scores = found.scores.tolist() if found.scores is not None else []
        return [(i, j, score) for (i, j), score in zip(found.of(0), scores, strict=True)]
