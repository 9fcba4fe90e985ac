"""Sentence pairs that occur more than once: learned from once, reported everywhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from diglot.words.posteriors import Posteriors
from diglot.words.ragged import places_of_rows

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
    from diglot.words._kernel_copies import first_of, taken

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
    candidates, offsets = places_of_rows(posteriors.offsets, where)
    targets, target_offsets = places_of_rows(posteriors.target_offsets, where)
    sources, source_offsets = places_of_rows(posteriors.source_offsets, where)
    repeated = Posteriors(
        offsets,
        posteriors.source[candidates],
        posteriors.target[candidates],
        posteriors.forward[candidates],
        posteriors.backward[candidates],
        source_offsets,
        target_offsets,
        posteriors.forward_best[targets],
        posteriors.backward_best[sources],
    )
    return repeated, probabilities[candidates]
