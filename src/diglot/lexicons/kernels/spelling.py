"""What words begin with (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def common_beginnings(
    source_letters, source_starts, target_letters, target_starts, source, target, longest
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
    common = np.zeros(len(source), np.int32)
    for pair in range(len(source)):
        x, y = source_starts[source[pair]], target_starts[target[pair]]
        shorter = min(source_starts[source[pair] + 1] - x, target_starts[target[pair] + 1] - y)
        shorter = min(shorter, longest)
        begin = 0
        while begin < shorter and source_letters[x + begin] == target_letters[y + begin]:
            begin += 1
        common[pair] = begin
    return common


@njit(cache=True, nogil=True)
def prefix_hashes(letters, starts, words, cut):
    """Hash words without their last letters.

    Args:
        letters: uint8, the letters of all words.
        starts: int64 (all words + 1,).
        words: int64 (words,), numbers of words that are longer than that.
        cut: letters at the end that do not count.

    Returns:
        uint64 (words,).
    """
    found = np.zeros(len(words), np.uint64)
    for number in range(len(words)):
        word = words[number]
        value = np.uint64(14695981039346656037)
        for place in range(starts[word], starts[word + 1] - cut):
            value = (value ^ np.uint64(letters[place])) * np.uint64(1099511628211)
        found[number] = value
    return found
