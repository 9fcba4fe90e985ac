"""What words begin with (compiled)."""

from __future__ import annotations

import cython
import numpy as np

SEED = cython.declare(cython.ulonglong, 14695981039346656037)
PRIME = cython.declare(cython.ulonglong, 1099511628211)


def common_beginnings(
    source_letters: cython.const_uchar[::1],
    source_starts: cython.const_longlong[::1],
    target_letters: cython.const_uchar[::1],
    target_starts: cython.const_longlong[::1],
    source: cython.const_longlong[::1],
    target: cython.const_longlong[::1],
    longest: cython.longlong,
):
    """Count the letters that pairs of words both begin with.

    Args:
        source_letters: uint8, the letters of all source words.
        source_starts: int64 (words + 1,).
        target_letters: the same of the target words.
        target_starts: the same.
        source: int64 (pairs,), numbers of words.
        target: int64 (pairs,), numbers of words.
        longest: letters of a word that count.

    Returns:
        int32 (pairs,).
    """
    common: cython.int[::1] = np.zeros(len(source), np.int32)
    with cython.nogil:
        for pair in range(len(source)):
            x, y = source_starts[source[pair]], target_starts[target[pair]]
            shorter = min(
                source_starts[source[pair] + 1] - x, target_starts[target[pair] + 1] - y, longest
            )
            begin: cython.int = 0
            while begin < shorter and source_letters[x + begin] == target_letters[y + begin]:
                begin += 1
            common[pair] = begin
    return np.asarray(common)


@cython.overflowcheck(False)
def prefix_hashes(
    letters: cython.const_uchar[::1],
    starts: cython.const_longlong[::1],
    words: cython.const_longlong[::1],
    cut: cython.longlong,
):
    """Hash words without their last letters.

    Args:
        letters: uint8, the letters of all words.
        starts: int64 (all words + 1,).
        words: int64 (words,), numbers of words that are longer than that.
        cut: letters at the end that do not count.

    Returns:
        uint64 (words,).

    Reference:
        Fowler, Noll and Vo (1991), FNV-1a.
    """
    found: cython.ulonglong[::1] = np.zeros(len(words), np.uint64)
    with cython.nogil:
        for number in range(len(words)):
            word = words[number]
            mixed: cython.ulonglong = SEED
            for place in range(starts[word], starts[word + 1] - cut):
                mixed = (mixed ^ letters[place]) * PRIME
            found[number] = mixed
    return np.asarray(found)
