"""Edit distance in a beam, and the greedy search for blocks to move (compiled).

Symbols: ``n`` words of the hypothesis, ``m`` words of the reference; cell (i, j) stands after i and
j of them. Row i keeps the cells ``lo[i] <= j < hi[i]`` at ``cells[base[i] + j]``; what lies outside
is infinite.

Why no trace is needed for a candidate: a move changes the words of a few rows only. The rows before
them hold, and so does ``rest``, the cheapest way from a cell behind them to the end; both are kept.

Reference:
    Snover et al. 2006, "A study of translation edit rate with targeted human annotation"; limits
    and preferences among equals are those of sacreBLEU's TER (Post 2018).
"""

from __future__ import annotations

from math import ceil

import numpy as np
from numba import njit

BEAM = 25
LONGEST_BLOCK = 10
FARTHEST_BLOCK = 50

_FAR = 1 << 30
"""More than any distance can be."""


@njit(cache=True, nogil=True)
def edit_costs(hypothesis, h_offsets, reference, r_offsets, weights, unit, candidates):
    """Cost of turning every hypothesis into its reference, moved blocks included.

    Args:
        hypothesis, reference: int32, word numbers of all segments.
        h_offsets, r_offsets: int64 (segments + 1,), where each segment begins.
        weights: int32 (reference words,), cost of not having that word.
        unit: cost of a word too many.
        candidates: moves to try in a segment at most.

    Returns:
        int64 (segments, 2): cost, and how many blocks were moved.
    """
    n_most, m_most, area = 0, 0, 0
    for k in range(len(h_offsets) - 1):
        n, m = h_offsets[k + 1] - h_offsets[k], r_offsets[k + 1] - r_offsets[k]
        n_most, m_most = max(n_most, n), max(m_most, m)
        area = max(area, m + 1 + (n + 1) * min(m + 1, 2 * _width(n, m) + 2))
    spare = m_most + 1
    cells, rest = np.empty(2 * spare + area, np.int32), np.empty(2 * spare + area, np.int32)
    base, lo = np.empty(n_most + 1, np.int64), np.empty(n_most + 1, np.int64)
    hi = np.empty(n_most + 1, np.int64)
    words, block = np.empty(n_most, np.int32), np.empty(n_most, np.int32)
    align = np.empty(m_most, np.int64)
    h_errors, r_errors = np.zeros(n_most + 1, np.int64), np.zeros(m_most + 1, np.int64)
    out = np.empty((len(h_offsets) - 1, 2), np.int64)
    for k in range(len(out)):
        n, m = h_offsets[k + 1] - h_offsets[k], r_offsets[k + 1] - r_offsets[k]
        for i in range(n):
            words[i] = hypothesis[h_offsets[k] + i]
        out[k, 0], out[k, 1] = _cost(
            words[:n], reference[r_offsets[k] : r_offsets[k] + m],
            weights[r_offsets[k] : r_offsets[k] + m], unit, candidates,
            cells, rest, spare, base, lo, hi, block, align, h_errors, r_errors,
        )  # fmt: skip
    return out


@njit(cache=True, nogil=True)
def edit_distances(hypothesis, h_offsets, reference, r_offsets, weights, unit):
    """Cost without moves and without a beam; arguments as above.

    Returns:
        int64 (segments,).
    """
    m_most = 0
    for k in range(len(r_offsets) - 1):
        m_most = max(m_most, r_offsets[k + 1] - r_offsets[k])
    cells = np.empty(2 * (m_most + 1), np.int32)
    out = np.empty(len(h_offsets) - 1, np.int64)
    for k in range(len(out)):
        ref = reference[r_offsets[k] : r_offsets[k + 1]]
        costs = weights[r_offsets[k] : r_offsets[k + 1]]
        first, end = np.int64(0), len(ref) + 1
        over, at = np.int64(0), m_most + 1
        cells[over] = 0
        for j in range(len(ref)):
            cells[over + j + 1] = cells[over + j] + costs[j]
        for i in range(h_offsets[k], h_offsets[k + 1]):
            _fill(cells, at, over, hypothesis[i], ref, costs, unit, first, end, first, end)
            over, at = at, over
        out[k] = cells[over + len(ref)]
    return out


@njit(cache=True, nogil=True)
def _cost(
    words, ref, weights, unit, candidates,
    cells, rest, spare, base, lo, hi, block, align, h_errors, r_errors,
):  # fmt: skip
    """Cost of one segment and its moves; ``words`` ends as the moved hypothesis."""
    n, m = len(words), len(ref)
    if m == 0:
        return n * unit, 0
    _beam(n, m, 2 * spare, base, lo, hi)
    cells[base[0]] = 0
    for j in range(m):
        cells[base[0] + j + 1] = cells[base[0] + j] + weights[j]
    tried, paid, moves = np.int64(0), 0, 0  # a literal would be compiled for itself
    changed, known = 0, n + 1  # cells hold up to the one row, ``rest`` from the other on
    while True:
        for i in range(changed + 1, n + 1):
            _fill(cells, base[i], base[i - 1], words[i - 1], ref, weights, unit,
                  lo[i], hi[i], lo[i - 1], hi[i - 1])  # fmt: skip
        before = np.int64(cells[base[n] + m])
        if n == 0 or before == 0:
            break
        _trace(words, ref, weights, unit, cells, base, lo, hi, align, h_errors, r_errors)
        tried, known, price, length, start, target = _best_move(
            words, ref, weights, unit, candidates, before, tried, known,
            cells, rest, spare, base, lo, hi, block, align, h_errors, r_errors,
        )  # fmt: skip
        # A round that meets the limit counts for nothing, as in sacreBLEU.
        if tried >= candidates or length == 0:
            break
        x, y = _move(words, start, length, target, block)
        for i in range(x, y):
            words[i] = block[i - x]
        changed, known = x, max(known, y)
        paid += price
        moves += 1
    return paid + before, moves


@njit(cache=True, nogil=True)
def _best_move(
    words, ref, weights, unit, candidates, before, tried, known,
    cells, rest, spare, base, lo, hi, block, align, h_errors, r_errors,
):  # fmt: skip
    """Try moves of words that stand in the reference elsewhere.

    Returns:
        Moves tried so far, the first row of ``rest`` that is known, then of the best move: its
        price, its number of words (0 if none is worth its price), where it starts and whereto.
    """
    n, m = len(words), len(ref)
    best, price, length, start, target = 0, 0, 0, 0, 0
    for s in range(n):
        for t in range(max(0, s - FARTHEST_BLOCK), min(m, s + FARTHEST_BLOCK + 1)):
            dearest = 0
            for size in range(1, min(LONGEST_BLOCK, n - s, m - t) + 1):
                if words[s + size - 1] != ref[t + size - 1]:
                    break
                dearest = max(dearest, np.int64(weights[t + size - 1]))
                if (
                    h_errors[s + size] == h_errors[s]
                    or r_errors[t + size] == r_errors[t]
                    or s <= align[t] < s + size
                ):
                    continue
                last = -1
                for at in range(t - 1, t + size):
                    to = 0 if at < 0 else align[at] + 1
                    if to == last:
                        continue
                    last = to
                    tried += 1
                    if to == s:
                        continue  # nothing moves
                    x, y = _move(words, s, size, to, block)
                    if y < known:
                        _extend(rest, base, lo, hi, words, ref, weights, unit, y, known)
                        known = y
                    gain = before - _distance(
                        block, x, y, ref, weights, unit, cells, rest, spare, base, lo, hi
                    )
                    net = gain - dearest
                    if gain <= 0 or net < best:
                        continue
                    # Of equal ones the longest, then the first, then the one moved least far right.
                    if net > best or size > length or (
                        size == length and s == start and to < target
                    ):  # fmt: skip
                        best, price, length, start, target = net, dearest, size, s, to
                if tried >= candidates:
                    return tried, known, price, length, start, target
    return tried, known, price, length, start, target


@njit(cache=True, nogil=True)
def _width(n, m):
    """Half the width of the beam, wide enough for rows that follow each other to overlap."""
    steep = m / n / 2 if n else 0.5
    return ceil(steep + BEAM) if steep > BEAM else BEAM


@njit(cache=True, nogil=True)
def _beam(n, m, free, base, lo, hi):
    """Fill the limits of the rows: the first row is whole, the last runs to the end."""
    width = _width(n, m)
    ratio = m / n if n else 1.0
    base[0], lo[0], hi[0] = free, 0, m + 1
    free += m + 1
    for i in range(1, n + 1):
        diagonal = int(i * ratio)
        lo[i] = max(0, diagonal - width)
        hi[i] = m + 1 if i == n else min(m + 1, diagonal + width)
        base[i] = free - lo[i]
        free += hi[i] - lo[i]


@njit(cache=True, nogil=True)
def _fill(cells, at, over, word, ref, weights, unit, lo, hi, above_lo, above_hi):
    """Fill the row at ``at`` from the one above it, at ``over``."""
    left = np.int64(cells[over + lo]) + unit if lo < above_hi else _FAR
    if lo > above_lo:
        kept = np.int64(cells[over + lo - 1])
        left = min(left, kept if ref[lo - 1] == word else kept + weights[lo - 1])
    cells[at + lo] = left
    for j in range(lo + 1, min(hi, above_hi)):
        weight = np.int64(weights[j - 1])
        kept = np.int64(cells[over + j - 1])
        if ref[j - 1] != word:
            kept += weight
        left = min(kept, np.int64(cells[over + j]) + unit, left + weight)
        cells[at + j] = left
    for j in range(max(lo + 1, above_hi), hi):
        left += weights[j - 1]
        if j == above_hi:
            kept = np.int64(cells[over + j - 1])
            left = min(left, kept if ref[j - 1] == word else kept + weights[j - 1])
        cells[at + j] = left


@njit(cache=True, nogil=True)
def _extend(rest, base, lo, hi, words, ref, weights, unit, first, known):
    """Fill the cheapest ways to the end, for the rows from ``first`` up to those known."""
    n, m = len(words), len(ref)
    if known > n:
        rest[base[n] + m] = 0
        for j in range(m - 1, lo[n] - 1, -1):
            rest[base[n] + j] = rest[base[n] + j + 1] + weights[j]
    for i in range(min(known, n) - 1, first - 1, -1):
        right = _FAR
        for j in range(hi[i] - 1, lo[i] - 1, -1):
            below = base[i + 1] + j
            if j < m:
                weight = np.int64(weights[j])
                right += weight
                if lo[i + 1] <= j + 1 < hi[i + 1]:
                    kept = np.int64(rest[below + 1])
                    right = min(right, kept if ref[j] == words[i] else kept + weight)
            if j >= lo[i + 1]:
                right = min(right, np.int64(rest[below]) + unit)
            rest[base[i] + j] = right


@njit(cache=True, nogil=True)
def _trace(words, ref, weights, unit, cells, base, lo, hi, align, h_errors, r_errors):
    """Walk back the best path; a match goes before a word too many, that before one missing.

    Fills:
        align: the word of the hypothesis that stands where a reference word should, or the last one
            before it, -1 if there is none.
        h_errors, r_errors: wrong words among the first 0, 1, 2 ...
    """
    i, j = len(words), len(ref)
    while i > 0 or j > 0:
        cell = cells[base[i] + j]
        if i > 0 and j > 0 and lo[i - 1] < j <= hi[i - 1]:
            wrong = words[i - 1] != ref[j - 1]
            if cells[base[i - 1] + j - 1] + (weights[j - 1] if wrong else 0) == cell:
                h_errors[i] = r_errors[j] = wrong
                align[j - 1] = i - 1
                i -= 1
                j -= 1
                continue
        if i > 0 and lo[i - 1] <= j < hi[i - 1] and cells[base[i - 1] + j] + unit == cell:
            h_errors[i] = 1
            i -= 1
        else:
            r_errors[j] = 1
            align[j - 1] = i - 1
            j -= 1
    for i in range(len(words)):
        h_errors[i + 1] += h_errors[i]
    for j in range(len(ref)):
        r_errors[j + 1] += r_errors[j]


@njit(cache=True, nogil=True)
def _move(words, start, length, target, block):
    """Write the words between x and y, as a move leaves them, into ``block``; return x and y.

    A target inside the block moves it behind as many of the words that follow, as sacreBLEU does.
    """
    end = start + length
    if target < start:
        x, y = target, end
        for k in range(length):
            block[k] = words[start + k]
        for k in range(start - target):
            block[length + k] = words[target + k]
    else:
        x = start
        y = target if target > end else min(target + length, len(words))
        for k in range(y - end):
            block[k] = words[end + k]
        for k in range(length):
            block[y - end + k] = words[start + k]
    return x, y


@njit(cache=True, nogil=True)
def _distance(block, x, y, ref, weights, unit, cells, rest, spare, base, lo, hi):
    """Edit distance with the words from x to y replaced by ``block``."""
    over, at = base[x], np.int64(0)
    for i in range(x + 1, y + 1):
        _fill(cells, at, over, block[i - x - 1], ref, weights, unit,
              lo[i], hi[i], lo[i - 1], hi[i - 1])  # fmt: skip
        over = at
        at = spare - at
    best = _FAR
    for j in range(lo[y], hi[y]):
        best = min(best, np.int64(cells[over + j]) + np.int64(rest[base[y] + j]))
    return best
