"""Small services for candidate links (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def distinct(offsets, source, target, words, source_offsets, target_offsets, rows, cells, begins):
    """Distinct word pair of every candidate, shape (candidates,), uint32.

    Args:
        offsets, source, target, source_offsets, target_offsets: see `Posteriors`.
        words: int32, word numbers of the source sentences.
        rows, cells, begins: see `PairIndex`; no candidate is of an unknown pair.
    """
    result = np.empty(len(source), np.uint32)
    for pair in range(len(offsets) - 1):
        m = target_offsets[pair + 1] - target_offsets[pair]
        for c in range(offsets[pair], offsets[pair + 1]):
            row = rows[words[source_offsets[pair] + source[c]]]
            result[c] = row + cells[begins[pair] + source[c] * m + target[c]]
    return result


@njit(cache=True, nogil=True)
def bests(offsets, by, over, probabilities, output_offsets):
    """Most probable input position of every output word, -1 where NULL is more probable.

    Args:
        offsets: int64 (pairs + 1,), candidates of every pair.
        by, over: uint16 (candidates,), output and input positions.
        probabilities: float32 (candidates,), of the input position given the output word.
        output_offsets: int64 (pairs + 1,).
    """
    words = output_offsets[-1]
    result = np.full(words, np.int32(-1))
    best = np.zeros(words, np.float32)
    rest = np.ones(words, np.float32)
    for pair in range(len(offsets) - 1):
        for c in range(offsets[pair], offsets[pair + 1]):
            word = output_offsets[pair] + by[c]
            rest[word] -= probabilities[c]
            if probabilities[c] > best[word]:
                best[word] = probabilities[c]
                result[word] = over[c]
    for word in range(words):
        if rest[word] > best[word]:
            result[word] = -1
    return result


@njit(cache=True, nogil=True)
def compact(kept, values):
    """Move the values that are kept to the front; those behind are of no more use."""
    used = 0
    for c in range(len(kept)):
        if kept[c]:
            values[used] = values[c]
            used += 1
