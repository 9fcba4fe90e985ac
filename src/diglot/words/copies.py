"""Sentence pairs that occur more than once: learned from once, reported everywhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot.words.decoding.posteriors import Posteriors

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.words.corpus import Corpus


@dataclass(frozen=True, slots=True, eq=False)
class Originals:
    """A corpus without copies.

    Attributes:
        corpus: every pair once, in the order of first occurrence.
        where: shape (pairs,), int64, number of each pair of the whole corpus in ``corpus``.
    """

    corpus: Corpus
    where: NDArray[np.int64]


def without_copies(corpus: Corpus) -> Originals:
    """Leave out all but the first of equal sentence pairs."""
    from diglot.words.kernels.copies import first_of, taken

    sides = (corpus.source, corpus.source_offsets, corpus.target, corpus.target_offsets)
    first = first_of(*sides)
    original = first == np.arange(corpus.pairs)
    where = (np.cumsum(original) - 1)[first]
    if original.all():
        return Originals(corpus, where)
    kept = np.flatnonzero(original)
    source, source_offsets = taken(corpus.source, corpus.source_offsets, kept)
    target, target_offsets = taken(corpus.target, corpus.target_offsets, kept)
    fewer = replace(
        corpus,
        source=source,
        source_offsets=source_offsets,
        target=target,
        target_offsets=target_offsets,
    )
    return Originals(fewer, where)


def with_copies(
    posteriors: Posteriors, probabilities: NDArray[np.float32], where: NDArray[np.int64]
) -> tuple[Posteriors, NDArray[np.float32]]:
    """Give every pair of a corpus the candidates of its original.

    Args:
        posteriors: of the originals.
        probabilities: shape (candidates,), of their candidates.
        where: shape (pairs,), number of each pair's original.
    """
    if len(where) == posteriors.pairs:
        return posteriors, probabilities
    from diglot.words.kernels.copies import taken

    def repeated(values: NDArray[Any], offsets: NDArray[np.int64]) -> NDArray[Any]:
        again: NDArray[Any] = taken(values, offsets, where)[0]
        return again

    candidates = posteriors.offsets
    source_offsets, target_offsets = posteriors.source_offsets, posteriors.target_offsets
    forward_best, new_target_offsets = taken(posteriors.forward_best, target_offsets, where)
    backward_best, new_source_offsets = taken(posteriors.backward_best, source_offsets, where)
    source, offsets = taken(posteriors.source, candidates, where)
    return (
        Posteriors(
            offsets,
            source,
            repeated(posteriors.target, candidates),
            repeated(posteriors.forward, candidates),
            repeated(posteriors.backward, candidates),
            new_source_offsets,
            new_target_offsets,
            forward_best,
            backward_best,
        ),
        repeated(probabilities, candidates),
    )
