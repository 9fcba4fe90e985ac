"""How alike words are spelled."""

from __future__ import annotations

import numpy as np
from numba import njit

LONGEST = 64


@njit(cache=True, nogil=True)
def spelling_likeness(source_letters, source_starts, target_letters, target_starts, source, target):
    """Compare the spelling of pairs of words.

    Args:
        source_letters: uint8, the letters of all source words.
        source_starts: int64 (words + 1,).
        target_letters: the same of the target words.
        target_starts: the same.
        source: int64 (pairs,), numbers of words.
        target: int64 (pairs,), numbers of words.

    Returns:
        float32 (pairs,): 1 - edit distance / length of the longer word, and int32 (pairs,): letters
        that both begin with. Of longer words the first LONGEST letters count.
    """
    alike = np.zeros(len(source), np.float32)
    common = np.zeros(len(source), np.int32)
    row = np.zeros(LONGEST + 1, np.int32)
    for pair in range(len(source)):
        one = source_letters[source_starts[source[pair]] : source_starts[source[pair] + 1]]
        other = target_letters[target_starts[target[pair]] : target_starts[target[pair] + 1]]
        height = min(len(one), LONGEST)
        width = min(len(other), LONGEST)
        begin = 0
        while begin < height and begin < width and one[begin] == other[begin]:
            begin += 1
        common[pair] = begin
        for y in range(width + 1):
            row[y] = y
        for x in range(1, height + 1):
            diagonal = row[0]
            row[0] = x
            for y in range(1, width + 1):
                cost = diagonal + (0 if one[x - 1] == other[y - 1] else 1)
                diagonal = row[y]
                row[y] = min(cost, row[y] + 1, row[y - 1] + 1)
        longer = max(height, width)
        alike[pair] = 1.0 - row[width] / longer if longer else 1.0
    return alike, common


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
