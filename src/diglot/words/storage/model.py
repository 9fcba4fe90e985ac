"""The counts that training leaves behind, and the translation table made of them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from numpy.typing import NDArray

    from diglot.model import Signature
    from diglot.words.corpus import Vocabulary

REACH = 24
"""Jumps between the words two neighbours are linked to are counted from -24 to 24."""

JUMPS = 2 * REACH + 1
"""Number of kinds of jump."""

FERTILITIES = 9
"""A word's number of linked words is counted from 0 to 8; the last holds all above."""

# Shapes in words of the source (S), words of the target (T) and word pairs (P).
ARRAYS = {
    "source_frequency": ("<i8", ("S",)),
    "target_frequency": ("<i8", ("T",)),
    "rows": ("<i8", ("S+1",)),
    "columns": ("<i4", ("P",)),
    "forward": ("<f4", ("P",)),
    "backward": ("<f4", ("P",)),
    "null_forward": ("<f4", ("T",)),
    "null_backward": ("<f4", ("S",)),
    "jumps_forward": ("<f4", (JUMPS,)),
    "jumps_backward": ("<f4", (JUMPS,)),
    "fertility_forward": ("<f4", ("S", FERTILITIES)),
    "fertility_backward": ("<f4", ("T", FERTILITIES)),
}

TOKENISERS = ("diglot", "none")
"""Who cut the text a model was trained on into words: us, or whoever wrote the file."""


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """Counts of linked words, from which both directions' probabilities follow.

    Forward links a target word to a source word or NULL and gives p(target | source); backward
    is the other direction. Word pairs are held by rows: those of source word ``e`` are
    ``rows[e]:rows[e + 1]``. NULL, number 0, has no pairs; its counts are apart.

    Attributes:
        source_vocabulary: the S words of the source language, NULL included.
        target_vocabulary: the T words of the target language, NULL included.
        source_frequency: shape (S,), int64, tokens of each word in the training text.
        target_frequency: shape (T,), int64.
        rows: shape (S + 1,), int64, offsets of the source words' pairs.
        columns: shape (P,), int32, target word of each pair, ascending within a row, all >= 1.
        forward: shape (P,), float32, target tokens of this word linked to this source word:
            means over the chains, or sums of posteriors.
        backward: shape (P,), float32, source tokens of this word linked to this target word.
        null_forward: shape (T,), float32, target tokens of each word linked to NULL.
        null_backward: shape (S,), float32, source tokens of each word linked to NULL.
        jumps_forward: shape (JUMPS,), float32, how often the source position jumped by -24 to 24
            from one linked target word to the next.
        jumps_backward: shape (JUMPS,), float32.
        fertility_forward: shape (S, FERTILITIES), float32, how many of a source word's tokens have
            0 to 8 target words.
        fertility_backward: shape (T, FERTILITIES), float32.
        pairs: sentence pairs it was trained on.
        signature: method, options and version of the training.
        languages: codes of both languages, None where unknown.
        tokeniser: ``"diglot"``, with the names of its segmenters as in ``"diglot+words@1a2b"``, or
            ``"none"`` when the training text came tokenised.
    """

    source_vocabulary: Vocabulary
    target_vocabulary: Vocabulary
    source_frequency: NDArray[np.int64]
    target_frequency: NDArray[np.int64]
    rows: NDArray[np.int64]
    columns: NDArray[np.int32]
    forward: NDArray[np.float32]
    backward: NDArray[np.float32]
    null_forward: NDArray[np.float32]
    null_backward: NDArray[np.float32]
    jumps_forward: NDArray[np.float32]
    jumps_backward: NDArray[np.float32]
    fertility_forward: NDArray[np.float32]
    fertility_backward: NDArray[np.float32]
    pairs: int
    signature: Signature
    languages: tuple[str | None, str | None] = (None, None)
    tokeniser: str = "diglot"


# The words of a model with their translations and both probabilities.

MINIMUM = 0.01
"""Translations that are less probable in both directions are left out."""

BLOCK = 1 << 16


@dataclass(frozen=True, slots=True, eq=False)
class TranslationTable:
    """Word pairs by source word; the most probable translation of each comes first.

    Attributes:
        source: shape (entries,), int32, word numbers.
        target: shape (entries,), int32.
        forward: shape (entries,), float32, p(target word | source word) among linked tokens.
        backward: shape (entries,), float32, p(source word | target word).
        count: shape (entries,), float32, linked tokens: the mean of both directions' counts.
    """

    source: NDArray[np.int32]
    target: NDArray[np.int32]
    forward: NDArray[np.float32]
    backward: NDArray[np.float32]
    count: NDArray[np.float32]


def translation_table(model: Model, *, minimum: float = MINIMUM) -> TranslationTable:
    """Normalise a model's counts by source word and by target word; NULL has no entry."""
    lengths = np.diff(model.rows)
    source = np.repeat(np.arange(len(lengths), dtype=np.int32), lengths)
    row_sums = np.bincount(source, model.forward, minlength=len(lengths))
    column_sums = np.bincount(model.columns, model.backward, minlength=len(model.target_frequency))
    forward = _share(model.forward, row_sums[source])
    backward = _share(model.backward, column_sums[model.columns])
    kept = np.flatnonzero((forward >= minimum) | (backward >= minimum))
    # One key instead of two: the words' numbers are whole, a probability never reaches 2.
    order = kept[np.argsort(source[kept] - forward[kept].astype(np.float64) / 2, kind="stable")]
    return TranslationTable(
        source=source[order],
        target=model.columns[order],
        forward=forward[order],
        backward=backward[order],
        count=(model.forward[order] + model.backward[order]) * np.float32(0.5),
    )


def entries(
    model: Model, *, minimum: float = MINIMUM
) -> Iterator[tuple[str, str, float, float, float]]:
    """Give (source word, target word, p(target | source), p(source | target), count) one by one."""
    table = translation_table(model, minimum=minimum)
    source, target = model.source_vocabulary.words, model.target_vocabulary.words
    columns = [getattr(table, each.name) for each in fields(table)]
    for begin in range(0, len(table.source), BLOCK):
        here = (column[begin : begin + BLOCK].tolist() for column in columns)
        for e, f, *numbers in zip(*here, strict=True):
            yield source[e], target[f], *numbers


def _share(counts: NDArray[np.float32], sums: NDArray[Any] | np.float64) -> NDArray[np.float32]:
    """Divide counts by their sums; nothing of nothing is nothing."""
    shares = np.zeros(len(counts), np.float32)
    return np.divide(counts, sums, out=shares, where=np.broadcast_to(sums > 0, counts.shape))
