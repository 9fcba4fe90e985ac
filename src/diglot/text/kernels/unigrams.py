"""The most probable words of text that is written without spaces (compiled).

Every word has a cost, the negative logarithm of its probability; the words that cover a stretch of
text at the least sum are found from left to right.

Reference:
    Nagata 1994, "A stochastic Japanese morphological analyzer using a forward-DP backward-A*
    N-best search algorithm"; with a unigram model, Kudo 2018, "Subword regularization", section 3.
"""

from __future__ import annotations

import cython
import numpy as np

UNKNOWN = cython.declare(cython.longlong, 255)
"""Cost of a letter that is no word of the vocabulary."""
STRETCH, LETTER, KATAKANA = (
    cython.declare(cython.longlong, 120),
    cython.declare(cython.longlong, 40),
    cython.declare(cython.longlong, 20),
)
"""Cost of an unknown word in a script whose letters are sounds, and of each of its letters.

Words that are listed but were never counted cost 100 to 125, so that two or three of them would
cost more than an unknown one of letters at 20: a third of a declaration in Lao stood in those.
Katakana write foreign words, which are seldom made up of others.
"""
KANA = cython.declare(cython.longlong, 3)
"""Number of the script of katakana."""
LONGEST = cython.declare(cython.longlong, 24)
"""Letters of the longest unknown word."""
# Of covers that cost the same the one with fewer words is taken.
SCALE = cython.declare(cython.longlong, 16)
PLANE = cython.declare(cython.longlong, 0xFFFF)
NEVER = cython.declare(cython.longlong, 1 << 60)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def script_of_sounds(letter: cython.longlong) -> cython.longlong:
    """Number of the script whose letters are sounds: unknown words are stretches of it; else 0."""
    if letter < 0x0E00:
        return 0
    if letter < 0x1000:
        return letter >> 7  # Thai, Lao, Tibetan (two blocks)
    if letter < 0x10A0:
        return 1  # Burmese
    if 0x1780 <= letter < 0x1800:
        return 2  # Khmer
    if 0x30A1 <= letter < 0x30FB or letter == 0x30FC or 0x31F0 <= letter < 0x3200:
        return KANA  # and its sign of length
    if 0xFF66 <= letter < 0xFFA0:
        return KANA
    return 0


def cut_words(
    text: cython.const_uint[::1],
    tied: cython.const_uchar[::1],
    runs: cython.const_longlong[:, ::1],
    vocabulary: tuple,
):
    """Cut stretches of a text into the words of least cost.

    Args:
        text: uint32, code points.
        tied: uint8, as long: 1 for a letter that no word begins with, such as a vowel mark.
        runs: int64 (stretches, 2), begin and end of each; ascending, not empty.
        vocabulary: of words in ascending order, uint32 their code points, int64 (words + 1,) where
            each begins in them, uint8 (words,) their costs, int32 (65537,) the first word that
            begins with a letter, all letters from 65,535 on taken as one. No word is empty or
            twice there.

    Returns:
        int64 (words, 2), begin and end of every word; they cover the stretches.
    """
    letters: cython.const_uint[::1] = vocabulary[0]
    starts: cython.const_longlong[::1] = vocabulary[1]
    costs: cython.const_uchar[::1] = vocabulary[2]
    first: cython.const_int[::1] = vocabulary[3]
    longest: cython.longlong = 0
    capacity: cython.longlong = 0
    for r in range(runs.shape[0]):
        capacity += runs[r, 1] - runs[r, 0]
        longest = max(longest, runs[r, 1] - runs[r, 0])
    best_costs = np.empty(longest + 1, np.int64)
    best: cython.longlong[::1] = best_costs
    origins = np.empty(longest + 1, np.int64)
    origin: cython.longlong[::1] = origins
    found = np.empty((capacity, 2), np.int64)
    words: cython.longlong[:, ::1] = found
    count: cython.longlong = 0
    i: cython.longlong
    j: cython.longlong
    with cython.nogil:
        for r in range(runs.shape[0]):
            begin: cython.longlong = runs[r, 0]
            size: cython.longlong = runs[r, 1] - begin
            best[0] = 0
            for j in range(1, size + 1):
                best[j] = NEVER
            for i in range(size):
                if best[i] < NEVER:
                    unknown_words(text, tied, begin, i, size, best, origin)
                    known_words(
                        text, tied, begin, i, size, best, origin, letters, starts, costs, first
                    )
            # Words are found from the last to the first, and written at the places they have.
            capacity = 0
            j = size
            while j > 0:
                j = origin[j]
                capacity += 1
            count += capacity
            i = count
            j = size
            while j > 0:
                i -= 1
                words[i, 1] = begin + j
                j = origin[j]
                words[i, 0] = begin + j
    return found[:count]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def unknown_words(
    text: cython.const_uint[::1],
    tied: cython.const_uchar[::1],
    begin: cython.longlong,
    i: cython.longlong,
    size: cython.longlong,
    best: cython.longlong[::1],
    origin: cython.longlong[::1],
) -> cython.void:
    """Try the words that begin at a place and are not in the vocabulary."""
    script: cython.longlong = script_of_sounds(text[begin + i])
    end: cython.longlong = min(size, i + LONGEST)
    j: cython.longlong = i + 1
    while j < size and tied[begin + j]:
        j += 1
    reach(i, j, UNKNOWN, best, origin)
    if script == 0:
        return
    letter: cython.longlong = KATAKANA if script == KANA else LETTER
    j = i + 1
    while j < end and (tied[begin + j] or script_of_sounds(text[begin + j]) == script):
        j += 1
        if j == size or not tied[begin + j]:
            reach(i, j, STRETCH + letter * (j - i), best, origin)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def known_words(
    text: cython.const_uint[::1],
    tied: cython.const_uchar[::1],
    begin: cython.longlong,
    i: cython.longlong,
    size: cython.longlong,
    best: cython.longlong[::1],
    origin: cython.longlong[::1],
    letters: cython.const_uint[::1],
    starts: cython.const_longlong[::1],
    costs: cython.const_uchar[::1],
    first: cython.const_int[::1],
) -> cython.void:
    """Try the words of the vocabulary that begin at a place: their range narrows by the letter."""
    letter: cython.longlong = text[begin + i]
    low: cython.longlong = first[min(letter, PLANE)]
    high: cython.longlong = first[min(letter, PLANE) + 1]
    depth: cython.longlong = 0
    while low < high and i + depth < size:
        letter = text[begin + i + depth]
        top: cython.longlong = high
        while low < top:
            middle: cython.longlong = (low + top) >> 1
            if letters[starts[middle] + depth] < letter:
                low = middle + 1
            else:
                top = middle
        top = low
        end: cython.longlong = high
        while top < end:
            middle = (top + end) >> 1
            if letters[starts[middle] + depth] <= letter:
                top = middle + 1
            else:
                end = middle
        high = top
        depth += 1
        # The word that ends here stands before those that go on.
        if low < high and starts[low + 1] - starts[low] == depth:
            if i + depth == size or not tied[begin + i + depth]:
                reach(i, i + depth, cython.cast(cython.longlong, costs[low]), best, origin)
            low += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def reach(
    i: cython.longlong,
    j: cython.longlong,
    cost: cython.longlong,
    best: cython.longlong[::1],
    origin: cython.longlong[::1],
) -> cython.void:
    """Take a word from ``i`` to ``j`` if none gets there at less cost."""
    total: cython.longlong = best[i] + SCALE * cost + 1
    if total < best[j]:
        best[j] = total
        origin[j] = i
