"""Some of the candidates: those whose occurrences pass a test."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.terms.extraction.candidates import Candidates

if TYPE_CHECKING:
    from numpy.typing import NDArray


def restricted(found: Candidates, spans: NDArray[np.bool_]) -> Candidates:
    """Return the candidates that have occurrences among ``spans``, and only those occurrences.

    Args:
        found: candidates.
        spans: shape (spans,), which occurrences stay.
    """
    from diglot.terms.kernels import candidates as kernel

    kept = np.flatnonzero(spans)
    offsets = np.searchsorted(kept, found.offsets).astype(np.int64)
    old, first, numbers = np.unique(found.ngrams[kept], return_index=True, return_inverse=True)
    ngrams: NDArray[np.int32] = np.asarray(numbers.reshape(-1), np.int32)
    sentences = np.zeros(len(old), np.int32)
    frequencies = kernel.frequencies(offsets, ngrams, len(old), sentences)
    return Candidates(
        corpus=found.corpus,
        offsets=offsets,
        begins=found.begins[kept],
        lengths=found.lengths[kept],
        ngrams=ngrams,
        first=first.astype(np.int64),
        frequencies=frequencies,
        sentences=sentences,
    )
