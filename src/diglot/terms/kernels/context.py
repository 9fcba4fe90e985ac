"""Words around the occurrences of terms (compiled)."""

from __future__ import annotations

import cython
import numpy as np


@cython.cfunc
@cython.nogil
@cython.inline
def _stands(
    tokens: cython.const_int[::1],
    at: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    words: cython.const_int[::1],
    begin: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
) -> cython.bint:
    """Whether the term ``words[begin:stop]`` stands at a place of a sentence."""
    if at + stop - begin > end:
        return False
    for k in range(begin, stop):
        if tokens[at + k - begin] != words[k]:
            return False
    return True


def count_occurrences(
    tokens: cython.const_int[::1],
    offsets: cython.const_longlong[::1],
    first: cython.const_longlong[::1],
    terms: cython.const_longlong[::1],
    words: cython.const_int[::1],
    starts: cython.const_longlong[::1],
):
    """Count how often each term stands in the texts.

    Args:
        tokens: int32, word numbers of the texts.
        offsets: int64 (sentences + 1,).
        first: int64 (words + 1,), where the terms begin in ``terms`` that begin with a word.
        terms: int64, numbers of terms by first word.
        words, starts: word numbers of the terms, int32, and where each begins, int64.

    Returns:
        int64 (terms,).
    """
    counts: cython.longlong[::1] = np.zeros(len(starts) - 1, np.int64)
    at: cython.Py_ssize_t
    k: cython.Py_ssize_t
    with cython.nogil:
        for s in range(len(offsets) - 1):
            for at in range(offsets[s], offsets[s + 1]):
                for k in range(first[tokens[at]], first[tokens[at] + 1]):
                    term = terms[k]
                    counts[term] += _stands(
                        tokens, at, offsets[s + 1], words, starts[term], starts[term + 1]
                    )
    return np.asarray(counts)


def find_neighbours(
    sentence: cython.Py_ssize_t,
    tokens: cython.const_int[::1],
    offsets: cython.const_longlong[::1],
    first: cython.const_longlong[::1],
    terms: cython.const_longlong[::1],
    words: cython.const_int[::1],
    starts: cython.const_longlong[::1],
    content: cython.const_uchar[::1],
    window: cython.Py_ssize_t,
    keys: cython.longlong[::1],
):
    """Write term and neighbour of all occurrences, as one number, from a sentence on.

    Args:
        sentence: number of the first sentence to look at.
        tokens, offsets, first, terms, words, starts: see `count_occurrences`.
        content: uint8 (words,), 1 for content words: only they are neighbours, and counted.
        window: content words on each side, within the sentence.
        keys: int64, written: term * words + neighbour.

    Returns:
        The sentence where the room ended, and the number of keys written.
    """
    filled: cython.Py_ssize_t = 0
    before: cython.Py_ssize_t = 0
    kinds: cython.longlong = len(content)
    at: cython.Py_ssize_t
    k: cython.Py_ssize_t
    with cython.nogil:
        while sentence < len(offsets) - 1:
            begin, end = offsets[sentence], offsets[sentence + 1]
            before = filled
            for at in range(begin, end):
                for k in range(first[tokens[at]], first[tokens[at] + 1]):
                    term = terms[k]
                    if not _stands(tokens, at, end, words, starts[term], starts[term + 1]):
                        continue
                    if filled + 2 * window > len(keys):
                        with cython.gil:
                            return sentence, before
                    seen: cython.Py_ssize_t = 0
                    place: cython.Py_ssize_t = at - 1
                    while place >= begin and seen < window:
                        if content[tokens[place]]:
                            keys[filled] = term * kinds + tokens[place]
                            filled += 1
                            seen += 1
                        place -= 1
                    seen = 0
                    place = at + starts[term + 1] - starts[term]
                    while place < end and seen < window:
                        if content[tokens[place]]:
                            keys[filled] = term * kinds + tokens[place]
                            filled += 1
                            seen += 1
                        place += 1
            sentence += 1
    return sentence, filled
