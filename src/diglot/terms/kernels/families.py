"""Figures of pairs of terms by words and letters, family by family (compiled).

Terms and words enter as values and offsets: of terms int32 numbers of words, of words and of whole
terms uint8 letters; offsets int64, where each of them begins. A relation of words enters as offsets
int64 by source word and target words int32, ascending in a row.
"""

from __future__ import annotations

import cython
import numpy as np
from cython.cimports.diglot.terms.kernels.cover import find_cell

COVERED = 0.7
ALIKE = 0.7
COMPOUND = 4

LEAST_COVERED = cython.declare(cython.double, COVERED)
LEAST_ALIKE = cython.declare(cython.double, ALIKE)
LONGEST_SIMPLE = cython.declare(cython.longlong, COMPOUND)


def _rows_for(other):
    """Return room for `_compare`: zeros, three rows longer than any of the other strings."""
    return np.zeros((3, np.diff(other[1]).max(initial=0) + 1), np.int64)


@cython.cfunc
@cython.nogil
def _compare(
    one: cython.const_uchar[::1],
    i: cython.Py_ssize_t,
    i_end: cython.Py_ssize_t,
    other: cython.const_uchar[::1],
    j: cython.Py_ssize_t,
    j_end: cython.Py_ssize_t,
    rows: cython.longlong[:, ::1],
) -> cython.longlong:
    """Return the longest common substring of two strings.

    Row 0 of ``rows`` ends in the longest common subsequence, row 1 in the Levenshtein distance.
    """
    n = j_end - j
    for k in range(n + 1):
        rows[0, k], rows[1, k], rows[2, k] = 0, k, 0
    longest: cython.longlong = 0
    for a in range(i, i_end):
        common: cython.longlong = 0
        run: cython.longlong = 0
        edits = rows[1, 0]
        rows[1, 0] = a - i + 1
        for k in range(n):
            common_here, edits_here, run_here = rows[0, k + 1], rows[1, k + 1], rows[2, k + 1]
            if one[a] == other[j + k]:
                rows[0, k + 1] = common + 1
                rows[1, k + 1] = edits
                rows[2, k + 1] = run + 1
                longest = max(longest, run + 1)
            else:
                rows[0, k + 1] = max(common_here, rows[0, k])
                rows[1, k + 1] = 1 + min(edits, edits_here, rows[1, k])
                rows[2, k + 1] = 0
            common, edits, run = common_here, edits_here, run_here
    return longest


@cython.cfunc
@cython.nogil
def _five(
    one: cython.const_uchar[::1],
    i: cython.Py_ssize_t,
    i_end: cython.Py_ssize_t,
    other: cython.const_uchar[::1],
    j: cython.Py_ssize_t,
    j_end: cython.Py_ssize_t,
    rows: cython.longlong[:, ::1],
    out: cython.double[:, ::1],
    p: cython.Py_ssize_t,
) -> cython.void:
    """Write five likenesses of two strings, all 0 if one is empty."""
    a: cython.double = i_end - i
    b: cython.double = j_end - j
    if a == 0 or b == 0:
        out[p, :] = 0.0
        return
    substring = _compare(one, i, i_end, other, j, j_end, rows)
    longer = max(a, b)
    out[p, 0] = substring / longer
    out[p, 1] = rows[0, j_end - j] / longer
    out[p, 2] = 2 * substring / (a + b)
    out[p, 3] = substring / min(a, b)
    out[p, 4] = 1 - rows[1, j_end - j] / longer


def string_features(
    lines: cython.const_longlong[::1], columns: cython.const_longlong[::1], one, other
):
    """Likeness of whole terms.

    Args:
        lines, columns: int64 (pairs,), numbers of terms.
        one: letters and offsets of the source terms.
        other: the same of the target terms.

    Returns:
        float64 (pairs, 5): longest common substring and subsequence over the longer term, twice
        the substring over both lengths, substring over the shorter term, 1 - edits / longer.
    """
    letters: cython.const_uchar[::1] = one[0]
    offsets: cython.const_longlong[::1] = one[1]
    other_letters: cython.const_uchar[::1] = other[0]
    other_offsets: cython.const_longlong[::1] = other[1]
    rows: cython.longlong[:, ::1] = _rows_for(other)
    found: cython.double[:, ::1] = np.zeros((len(lines), 5))
    with cython.nogil:
        for p in range(len(lines)):
            i, j = lines[p], columns[p]
            _five(
                letters, offsets[i], offsets[i + 1],
                other_letters, other_offsets[j], other_offsets[j + 1], rows, found, p,
            )  # fmt: skip
    return np.asarray(found)


def cognate_features(
    lines: cython.const_longlong[::1],
    columns: cython.const_longlong[::1],
    one,
    other,
    one_words,
    other_words,
):
    """Whether the first words, and the last words, of terms are cognates.

    Args:
        lines, columns: int64 (pairs,).
        one: words and offsets of the source terms.
        other: the same of the target terms.
        one_words: letters and offsets of the source words.
        other_words: the same of the target words.

    Returns:
        float64 (pairs, 2), 0 or 1.
    """
    tokens: cython.const_int[::1] = one[0]
    offsets: cython.const_longlong[::1] = one[1]
    other_tokens: cython.const_int[::1] = other[0]
    other_offsets: cython.const_longlong[::1] = other[1]
    letters: cython.const_uchar[::1] = one_words[0]
    starts: cython.const_longlong[::1] = one_words[1]
    other_letters: cython.const_uchar[::1] = other_words[0]
    other_starts: cython.const_longlong[::1] = other_words[1]
    rows: cython.longlong[:, ::1] = _rows_for(other_words)
    found: cython.double[:, ::1] = np.zeros((len(lines), 2))
    end: cython.Py_ssize_t
    with cython.nogil:
        for p in range(len(lines)):
            begin, stop = offsets[lines[p]], offsets[lines[p] + 1]
            other_begin, other_stop = other_offsets[columns[p]], other_offsets[columns[p] + 1]
            if begin == stop or other_begin == other_stop:
                continue
            for end in range(2):
                a = tokens[stop - 1 if end else begin]
                b = other_tokens[other_stop - 1 if end else other_begin]
                longer = max(starts[a + 1] - starts[a], other_starts[b + 1] - other_starts[b])
                if longer > 3:
                    common = _compare(
                        letters, starts[a], starts[a + 1],
                        other_letters, other_starts[b], other_starts[b + 1], rows,
                    )  # fmt: skip
                    found[p, end] = common >= LEAST_ALIKE * longer
    return np.asarray(found)


@cython.cfunc
@cython.nogil
def _is_related(
    offsets: cython.const_longlong[::1],
    columns: cython.const_int[::1],
    word: cython.Py_ssize_t,
    others: cython.const_int[::1],
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
) -> cython.bint:
    """Whether a word is related to one of ``others[begin:end]``."""
    for k in range(begin, end):
        if find_cell(offsets, columns, word, others[k]) >= 0:
            return True
    return False


def translation_features(
    lines: cython.const_longlong[::1],
    columns: cython.const_longlong[::1],
    one,
    other,
    equal,
    begins,
    ends,
    length: cython.const_longlong[::1],
):
    """How the words of the source are translated in the target.

    Args:
        lines, columns, one, other: see `cognate_features`.
        equal: the relation "is a translation".
        begins: "begins with a translation": compounds.
        ends: "ends with a translation".
        length: int64, characters of the target terms.

    Returns:
        float64 (pairs, 6): first word translated by the first, last by the last, share of
        translated words, share of others, longest run of translated words and of others, over all.
    """
    tokens: cython.const_int[::1] = one[0]
    offsets: cython.const_longlong[::1] = one[1]
    other_tokens: cython.const_int[::1] = other[0]
    other_offsets: cython.const_longlong[::1] = other[1]
    equal_rows: cython.const_longlong[::1] = equal[0]
    equals: cython.const_int[::1] = equal[1]
    begin_rows: cython.const_longlong[::1] = begins[0]
    beginnings: cython.const_int[::1] = begins[1]
    end_rows: cython.const_longlong[::1] = ends[0]
    endings: cython.const_int[::1] = ends[1]
    found: cython.double[:, ::1] = np.zeros((len(lines), 6))
    k: cython.Py_ssize_t
    with cython.nogil:
        for p in range(len(lines)):
            begin, stop = offsets[lines[p]], offsets[lines[p] + 1]
            start, end = other_offsets[columns[p]], other_offsets[columns[p] + 1]
            if begin == stop or start == end:
                continue
            compound: cython.bint = length[columns[p]] > LONGEST_SIMPLE
            word = tokens[begin]
            found[p, 0] = _is_related(equal_rows, equals, word, other_tokens, start, start + 1) or (
                compound
                and _is_related(begin_rows, beginnings, word, other_tokens, start, start + 1)
            )
            word = tokens[stop - 1]
            found[p, 1] = _is_related(equal_rows, equals, word, other_tokens, end - 1, end) or (
                compound and _is_related(end_rows, endings, word, other_tokens, end - 1, end)
            )
            count: cython.longlong = 0
            run: cython.longlong = 0
            gap: cython.longlong = 0
            longest_run: cython.longlong = 0
            longest_gap: cython.longlong = 0
            for k in range(begin, stop):
                if _is_related(equal_rows, equals, tokens[k], other_tokens, start, end):
                    count, run, gap = count + 1, run + 1, 0
                else:
                    run, gap = 0, gap + 1
                longest_run, longest_gap = max(longest_run, run), max(longest_gap, gap)
            n: cython.double = stop - begin
            found[p, 2] = count / n
            found[p, 3] = 1 - count / n
            found[p, 4] = longest_run / n
            found[p, 5] = longest_gap / n
    return np.asarray(found)


def cover_features(
    lines: cython.const_longlong[::1],
    columns: cython.const_longlong[::1],
    one,
    other,
    equal,
    words,
    terms,
):
    """How the words of the source are covered by the target.

    A word is covered if a translation is among the target's words, or if it is more than .7 like
    the whole target by one of the five likenesses.

    Args:
        lines, columns, one, other: see `cognate_features`.
        equal: see `translation_features`.
        words: letters and offsets of the source words.
        terms: letters and offsets of the target terms.

    Returns:
        float64 (pairs, 5): first word covered, last word covered, share of covered words, share of
        others, their difference.
    """
    tokens: cython.const_int[::1] = one[0]
    offsets: cython.const_longlong[::1] = one[1]
    other_tokens: cython.const_int[::1] = other[0]
    other_offsets: cython.const_longlong[::1] = other[1]
    equal_rows: cython.const_longlong[::1] = equal[0]
    equals: cython.const_int[::1] = equal[1]
    letters: cython.const_uchar[::1] = words[0]
    starts: cython.const_longlong[::1] = words[1]
    term_letters: cython.const_uchar[::1] = terms[0]
    term_starts: cython.const_longlong[::1] = terms[1]
    rows: cython.longlong[:, ::1] = _rows_for(terms)
    five: cython.double[:, ::1] = np.zeros((1, 5))
    found: cython.double[:, ::1] = np.zeros((len(lines), 5))
    k: cython.Py_ssize_t
    with cython.nogil:
        for p in range(len(lines)):
            j = columns[p]
            begin, stop = offsets[lines[p]], offsets[lines[p] + 1]
            if begin == stop:
                continue
            count: cython.longlong = 0
            for k in range(begin, stop):
                word = tokens[k]
                if not _is_related(
                    equal_rows, equals, word, other_tokens, other_offsets[j], other_offsets[j + 1]
                ):
                    _five(
                        letters, starts[word], starts[word + 1],
                        term_letters, term_starts[j], term_starts[j + 1], rows, five, 0,
                    )  # fmt: skip
                    likeness = max(five[0, 0], five[0, 1], five[0, 2], five[0, 3], five[0, 4])
                    if likeness <= LEAST_COVERED:
                        continue
                count += 1
                if k == begin:
                    found[p, 0] = 1.0
                if k == stop - 1:
                    found[p, 1] = 1.0
            n: cython.double = stop - begin
            found[p, 2] = count / n
            found[p, 3] = 1 - count / n
            found[p, 4] = found[p, 2] - found[p, 3]
    return np.asarray(found)
