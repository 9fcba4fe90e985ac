"""Figures of pairs of terms by words and letters, family by family (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit

from diglot.terms.kernels.cover import cell_value

COVERED = 0.7
ALIKE = 0.7
COMPOUND = 4


@njit(cache=True, nogil=True)
def _letters(one, other):
    """Longest common substring and subsequence, and Levenshtein distance, of two byte arrays."""
    n = len(other)
    run = np.zeros(n + 1, np.int64)
    common = np.zeros(n + 1, np.int64)
    edits = np.arange(n + 1)
    longest = 0
    for i in range(len(one)):
        run_before, common_before, edits_before = 0, 0, edits[0]
        edits[0] = i + 1
        for j in range(n):
            run_here, common_here, edits_here = run[j + 1], common[j + 1], edits[j + 1]
            if one[i] == other[j]:
                run[j + 1] = run_before + 1
                longest = max(longest, run[j + 1])
                common[j + 1] = common_before + 1
                edits[j + 1] = edits_before
            else:
                run[j + 1] = 0
                common[j + 1] = max(common_here, common[j])
                edits[j + 1] = 1 + min(edits_before, min(edits_here, edits[j]))
            run_before, common_before, edits_before = run_here, common_here, edits_here
    return longest, common[n], edits[n]


@njit(cache=True, nogil=True)
def _five(one, other, out):
    """Write five likenesses of two strings, all 0 if one is empty."""
    a, b = len(one), len(other)
    if a == 0 or b == 0:
        out[:] = 0.0
        return
    substring, subsequence, edits = _letters(one, other)
    longer = max(a, b)
    out[0] = substring / longer
    out[1] = subsequence / longer
    out[2] = 2 * substring / (a + b)
    out[3] = substring / min(a, b)
    out[4] = 1 - edits / longer


@njit(cache=True, nogil=True)
def string_features(lines, columns, one, other):
    """Likeness of whole terms.

    Args:
        lines, columns: int64 (pairs,), numbers of terms.
        one: letters uint8 and offsets int64 of the source terms.
        other: the same of the target terms.

    Returns:
        float64 (pairs, 5): longest common substring and subsequence over the longer term, twice
        the substring over both lengths, substring over the shorter term, 1 - edits / longer.
    """
    found = np.zeros((len(lines), 5))
    for p in range(len(lines)):
        i, j = lines[p], columns[p]
        _five(one[0][one[1][i] : one[1][i + 1]], other[0][other[1][j] : other[1][j + 1]], found[p])
    return found


@njit(cache=True, nogil=True)
def cognate_features(lines, columns, one, other, one_words, other_words):
    """Whether the first words, and the last words, of terms are cognates.

    Args:
        lines, columns: int64 (pairs,).
        one: tokens int32 and offsets int64 of the source terms.
        other: the same of the target terms.
        one_words: letters uint8 and offsets int64 of the source words.
        other_words: the same of the target words.

    Returns:
        float64 (pairs, 2), 0 or 1.
    """
    found = np.zeros((len(lines), 2))
    for p in range(len(lines)):
        here = one[0][one[1][lines[p]] : one[1][lines[p] + 1]]
        there = other[0][other[1][columns[p]] : other[1][columns[p] + 1]]
        if len(here) == 0 or len(there) == 0:
            continue
        for end in range(2):
            a, b = here[-end], there[-end]
            x = one_words[0][one_words[1][a] : one_words[1][a + 1]]
            y = other_words[0][other_words[1][b] : other_words[1][b + 1]]
            longer = max(len(x), len(y))
            if longer > 3 and _letters(x, y)[0] >= ALIKE * longer:
                found[p, end] = 1.0
    return found


@njit(cache=True, nogil=True)
def translation_features(lines, columns, one, other, equal, begins, ends, length):
    """How the words of the source are translated in the target.

    Args:
        lines, columns, one, other: see ``cognates``.
        equal: offsets, columns, values of the relation "is a translation", by source word.
        begins: of "begins with a translation": compounds.
        ends: of "ends with a translation".
        length: int64, characters of the target terms.

    Returns:
        float64 (pairs, 6): first word translated by the first, last by the last, share of
        translated words, share of others, longest run of translated words and of others, over all.
    """
    found = np.zeros((len(lines), 6))
    for p in range(len(lines)):
        here = one[0][one[1][lines[p]] : one[1][lines[p] + 1]]
        there = other[0][other[1][columns[p]] : other[1][columns[p] + 1]]
        n = len(here)
        if n == 0 or len(there) == 0:
            continue
        compound = length[columns[p]] > COMPOUND
        first, last = there[0], there[-1]
        found[p, 0] = cell_value(*equal, here[0], first) > 0 or (
            compound and cell_value(*begins, here[0], first) > 0
        )
        found[p, 1] = cell_value(*equal, here[-1], last) > 0 or (
            compound and cell_value(*ends, here[-1], last) > 0
        )
        count, run, gap, longest_run, longest_gap = 0, 0, 0, 0, 0
        for word in here:
            if _any(equal, word, there):
                count, run, gap = count + 1, run + 1, 0
            else:
                run, gap = 0, gap + 1
            longest_run, longest_gap = max(longest_run, run), max(longest_gap, gap)
        found[p, 2] = count / n
        found[p, 3] = 1 - count / n
        found[p, 4] = longest_run / n
        found[p, 5] = longest_gap / n
    return found


@njit(cache=True, nogil=True)
def _any(relation, word, others):
    for other in others:
        if cell_value(*relation, word, other) > 0:
            return True
    return False


@njit(cache=True, nogil=True)
def cover_features(lines, columns, one, other, equal, words, terms):
    """How the words of the source are covered by the target.

    A word is covered if a translation is among the target's words, or if it is more than .7 like
    the whole target by one of the five likenesses.

    Args:
        lines, columns, one, other: see ``cognates``.
        equal: see ``translated``.
        words: letters and offsets of the source words.
        terms: letters and offsets of the target terms.

    Returns:
        float64 (pairs, 5): first word covered, last word covered, share of covered words, share of
        others, their difference.
    """
    found = np.zeros((len(lines), 5))
    five = np.zeros(5)
    for p in range(len(lines)):
        j = columns[p]
        here = one[0][one[1][lines[p]] : one[1][lines[p] + 1]]
        there = other[0][other[1][j] : other[1][j + 1]]
        text = terms[0][terms[1][j] : terms[1][j + 1]]
        count = 0
        for k in range(len(here)):
            is_covered = _any(equal, here[k], there)
            if not is_covered:
                _five(words[0][words[1][here[k]] : words[1][here[k] + 1]], text, five)
                is_covered = five.max() > COVERED
            if is_covered:
                count += 1
                if k == 0:
                    found[p, 0] = 1.0
                if k == len(here) - 1:
                    found[p, 1] = 1.0
        if len(here):
            found[p, 2] = count / len(here)
            found[p, 3] = 1 - count / len(here)
            found[p, 4] = found[p, 2] - found[p, 3]
    return found
