"""Probabilities of word pairs through the words of a third language (compiled)."""

from __future__ import annotations

import cython
import numpy as np


def compose_walks(first, second, words: int, least: float):
    """Sum probabilities over the words between, in both directions at once.

    A walk is four arrays: where the pairs of each word begin, shape (words + 1,), int64; the other
    word of each pair, int32; its probability ahead and back, float64. What is ahead sums to at most
    1 over the pairs of a word, what is back over those of the other word.

    Args:
        first: walk from the source words to those between.
        second: walk from there to the target words.
        words: number of target words.
        least: pairs less probable in both directions are left out.

    Returns:
        Source words and target words, int64, and the probabilities ahead and back, float64, of
        pairs in the order of the source words.
    """
    rows: cython.const_longlong[::1] = first[0]
    between: cython.const_int[::1] = first[1]
    near_ahead: cython.const_double[::1] = first[2]
    near_back: cython.const_double[::1] = first[3]
    onward: cython.const_longlong[::1] = second[0]
    reached: cython.const_int[::1] = second[1]
    far_ahead: cython.const_double[::1] = second[2]
    far_back: cython.const_double[::1] = second[3]
    threshold: cython.double = least
    # No word can have more pairs of that probability, ahead or back.
    capacity: cython.longlong = int(1 / least + 1) * (len(rows) - 1 + words)
    source = np.empty(capacity, np.int64)
    target = np.empty(capacity, np.int64)
    ahead = np.empty(capacity, np.float64)
    back = np.empty(capacity, np.float64)
    out_source: cython.longlong[::1] = source
    out_target: cython.longlong[::1] = target
    out_ahead: cython.double[::1] = ahead
    out_back: cython.double[::1] = back
    sum_ahead: cython.double[::1] = np.zeros(words, np.float64)
    sum_back: cython.double[::1] = np.zeros(words, np.float64)
    seen: cython.longlong[::1] = np.full(words, -1, np.int64)
    met: cython.int[::1] = np.empty(words, np.int32)
    row: cython.longlong
    near: cython.longlong
    far: cython.longlong
    k: cython.longlong
    found: cython.longlong = 0
    with cython.nogil:
        for row in range(len(rows) - 1):
            count: cython.longlong = 0
            for near in range(rows[row], rows[row + 1]):
                for far in range(onward[between[near]], onward[between[near] + 1]):
                    word: cython.int = reached[far]
                    if seen[word] != row:
                        seen[word] = row
                        sum_ahead[word] = sum_back[word] = 0.0
                        met[count] = word
                        count += 1
                    sum_ahead[word] += near_ahead[near] * far_ahead[far]
                    sum_back[word] += near_back[near] * far_back[far]
            for k in range(count):
                word = met[k]
                if sum_ahead[word] >= threshold or sum_back[word] >= threshold:
                    out_source[found], out_target[found] = row, word
                    out_ahead[found], out_back[found] = sum_ahead[word], sum_back[word]
                    found += 1
    return source[:found], target[:found], ahead[:found], back[:found]
