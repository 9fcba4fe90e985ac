"""Edit distance in a beam, and the greedy search for blocks to move (compiled).

Reference:
    Snover et al. 2006, "A study of translation edit rate with targeted human annotation"; limits
    and preferences among equals are those of sacreBLEU's TER (Post 2018).
"""

from __future__ import annotations

import cython
import numpy as np
from cython.cimports.libc.math import ceil

BEAM = cython.declare(cython.longlong, 25)
LONGEST_BLOCK = cython.declare(cython.longlong, 10)
FARTHEST_BLOCK = cython.declare(cython.longlong, 50)

FAR = cython.declare(cython.longlong, 1 << 30)  # more than any distance can be


def edit_costs(
    hypothesis: cython.const_int[::1],
    h_offsets: cython.const_longlong[::1],
    reference: cython.const_int[::1],
    r_offsets: cython.const_longlong[::1],
    weights: cython.const_int[::1],
    unit: cython.longlong,
    candidates: cython.longlong,
):
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
    segments = len(h_offsets) - 1
    n_most: cython.longlong = 0
    m_most: cython.longlong = 0
    area: cython.longlong = 0
    for k in range(segments):
        n, m = h_offsets[k + 1] - h_offsets[k], r_offsets[k + 1] - r_offsets[k]
        n_most, m_most = max(n_most, n), max(m_most, m)
        area = max(area, m + 1 + (n + 1) * min(m + 1, 2 * beam_width(n, m) + 2))
    search = Search(unit, candidates, n_most, m_most, area)
    out: cython.longlong[:, ::1] = np.empty((segments, 2), np.int64)
    with cython.nogil:
        for k in range(segments):
            search.take(
                hypothesis[h_offsets[k] : h_offsets[k + 1]],
                reference[r_offsets[k] : r_offsets[k + 1]],
                weights[r_offsets[k] : r_offsets[k + 1]],
            )
            out[k, 0] = search.cost()
            out[k, 1] = search.moves
    return np.asarray(out)


def edit_distances(
    hypothesis: cython.const_int[::1],
    h_offsets: cython.const_longlong[::1],
    reference: cython.const_int[::1],
    r_offsets: cython.const_longlong[::1],
    weights: cython.const_int[::1],
    unit: cython.longlong,
):
    """Cost without moves and without a beam; arguments as above.

    Returns:
        int64 (segments,).
    """
    n_most: cython.longlong = np.diff(h_offsets).max(initial=0)
    m_most: cython.longlong = np.diff(r_offsets).max(initial=0)
    search = Search(unit, 0, n_most, m_most, 0)
    out: cython.longlong[::1] = np.empty(len(h_offsets) - 1, np.int64)
    i: cython.Py_ssize_t
    with cython.nogil:
        for k in range(len(out)):
            search.take(
                hypothesis[h_offsets[k] : h_offsets[k + 1]],
                reference[r_offsets[k] : r_offsets[k + 1]],
                weights[r_offsets[k] : r_offsets[k + 1]],
            )
            end = search.m + 1
            over: cython.longlong = 0
            search.fill_first(over)
            for i in range(search.n):
                search.fill(search.spare - over, over, search.words[i], 0, end, 0, end)
                over = search.spare - over
            out[k] = search.cells[over + search.m]
    return np.asarray(out)


@cython.final
@cython.cclass
class Search:
    """The search for blocks to move in one segment after another.

    Cell (i, j) stands after i words of the hypothesis and j of the reference. Row i keeps the
    cells ``lo[i] <= j < hi[i]`` at ``cells[base[i] + j]``; what lies outside is infinite. Before
    them are two rows for candidates, the second from ``spare`` on.

    Why no trace is needed for a candidate: a move changes the words of a few rows only. The rows
    before them hold, and so does ``rest``, the cheapest way from a cell behind them to the end,
    known from row ``known`` on; both are kept.
    """

    unit: cython.longlong
    candidates: cython.longlong
    spare: cython.longlong
    cells: cython.int[::1]
    rest: cython.int[::1]
    base: cython.longlong[::1]
    lo: cython.longlong[::1]
    hi: cython.longlong[::1]
    # The segment: n words as they are moved, m words of the reference and their weights.
    n: cython.longlong
    m: cython.longlong
    words: cython.int[::1]
    reference: cython.const_int[::1]
    weights: cython.const_int[::1]
    known: cython.longlong
    # Its best path: the word of the hypothesis that stands where a reference word should, or the
    # last one before it, -1 if there is none; wrong words among the first 0, 1, 2 ...
    align: cython.longlong[::1]
    h_errors: cython.longlong[::1]
    r_errors: cython.longlong[::1]
    tried: cython.longlong
    moves: cython.longlong
    # A move: the words from x to y become those of the block.
    block: cython.int[::1]
    x: cython.longlong
    y: cython.longlong
    # The best move; its length is 0 if none is worth its price.
    price: cython.longlong
    length: cython.longlong
    start: cython.longlong
    target: cython.longlong

    def __init__(self, unit, candidates, n_most, m_most, area):
        """Make room for segments.

        Args:
            unit, candidates: see `edit_costs`.
            n_most, m_most: words of the longest hypothesis and of the longest reference.
            area: most cells of a segment.
        """
        self.unit, self.candidates, self.spare = unit, candidates, m_most + 1
        self.cells = np.empty(2 * (m_most + 1) + area, np.int32)
        self.rest = np.empty(len(self.cells), np.int32)
        self.base = np.empty(n_most + 1, np.int64)
        self.lo = np.empty(n_most + 1, np.int64)
        self.hi = np.empty(n_most + 1, np.int64)
        self.words = np.empty(n_most, np.int32)
        self.block = np.empty(n_most, np.int32)
        self.align = np.empty(m_most, np.int64)
        self.h_errors = np.zeros(n_most + 1, np.int64)
        self.r_errors = np.zeros(m_most + 1, np.int64)

    @cython.cfunc
    @cython.nogil
    def take(
        self,
        hypothesis: cython.const_int[::1],
        reference: cython.const_int[::1],
        weights: cython.const_int[::1],
    ) -> cython.void:
        """Begin with a segment."""
        self.n, self.m = len(hypothesis), len(reference)
        self.words[: self.n] = hypothesis
        self.reference, self.weights = reference, weights

    @cython.cfunc
    @cython.nogil
    def cost(self) -> cython.longlong:
        """Cost of the segment; ``moves`` tells of how many moves, ``words`` are moved."""
        self.tried = self.moves = 0
        if self.m == 0:
            return self.n * self.unit
        self.lay_beam()
        self.fill_first(self.base[0])
        self.known = self.n + 1
        changed: cython.longlong = 0  # cells hold up to this row
        paid: cython.longlong = 0
        while True:
            for i in range(changed + 1, self.n + 1):
                self.fill_row(i, self.base[i], self.base[i - 1], self.words[i - 1])
            before: cython.longlong = self.cells[self.base[self.n] + self.m]
            if self.n == 0 or before == 0:
                break
            self.trace()
            self.find_best_move(before)
            # A round that meets the limit counts for nothing, as in sacreBLEU.
            if self.tried >= self.candidates or self.length == 0:
                break
            self.move(self.start, self.length, self.target)
            for i in range(self.x, self.y):
                self.words[i] = self.block[i - self.x]
            changed, self.known = self.x, max(self.known, self.y)
            paid += self.price
            self.moves = self.moves + 1
        return paid + before

    @cython.cfunc
    @cython.nogil
    def find_best_move(self, before: cython.longlong) -> cython.void:
        """Try moves of words that stand in the reference elsewhere."""
        best: cython.longlong = 0
        self.length = 0
        for s in range(self.n):
            for t in range(max(0, s - FARTHEST_BLOCK), min(self.m, s + FARTHEST_BLOCK + 1)):
                dearest: cython.longlong = 0
                for size in range(1, min(LONGEST_BLOCK, self.n - s, self.m - t) + 1):
                    if self.words[s + size - 1] != self.reference[t + size - 1]:
                        break
                    dearest = max(dearest, self.weights[t + size - 1])
                    if (
                        self.h_errors[s + size] == self.h_errors[s]
                        or self.r_errors[t + size] == self.r_errors[t]
                        or s <= self.align[t] < s + size
                    ):
                        continue
                    last: cython.longlong = -1
                    for at in range(t - 1, t + size):
                        to: cython.longlong = 0 if at < 0 else self.align[at] + 1
                        if to == last:
                            continue
                        last = to
                        self.tried = self.tried + 1
                        if to == s:
                            continue  # nothing moves
                        self.move(s, size, to)
                        gain = before - self.distance()
                        net = gain - dearest
                        if gain <= 0 or net < best:
                            continue
                        # Of equal ones the longest, the first, the one moved least far right.
                        if (
                            net > best
                            or size > self.length
                            or (size == self.length and s == self.start and to < self.target)
                        ):
                            best, self.price = net, dearest
                            self.length, self.start, self.target = size, s, to
                    if self.tried >= self.candidates:
                        return

    @cython.cfunc
    @cython.nogil
    def lay_beam(self) -> cython.void:
        """Set the limits of the rows: the first row is whole, the last runs to the end."""
        width = beam_width(self.n, self.m)
        ratio: cython.double = self.m / cython.cast(cython.double, self.n) if self.n else 1.0
        free = 2 * self.spare
        self.base[0], self.lo[0], self.hi[0] = free, 0, self.m + 1
        free += self.m + 1
        for i in range(1, self.n + 1):
            diagonal = cython.cast(cython.longlong, i * ratio)
            self.lo[i] = max(0, diagonal - width)
            self.hi[i] = self.m + 1 if i == self.n else min(self.m + 1, diagonal + width)
            self.base[i] = free - self.lo[i]
            free += self.hi[i] - self.lo[i]

    @cython.cfunc
    @cython.nogil
    def fill_first(self, at: cython.longlong) -> cython.void:
        """Fill the row of no words."""
        self.cells[at] = 0
        for j in range(self.m):
            self.cells[at + j + 1] = self.cells[at + j] + self.weights[j]

    @cython.cfunc
    @cython.nogil
    def fill_row(
        self, i: cython.longlong, at: cython.longlong, over: cython.longlong, word: cython.int
    ) -> cython.void:
        """Fill row i at a place, from the one above it."""
        self.fill(at, over, word, self.lo[i], self.hi[i], self.lo[i - 1], self.hi[i - 1])

    @cython.cfunc
    @cython.nogil
    def fill(
        self,
        at: cython.longlong,
        over: cython.longlong,
        word: cython.int,
        lo: cython.longlong,
        hi: cython.longlong,
        above_lo: cython.longlong,
        above_hi: cython.longlong,
    ) -> cython.void:
        """Fill the row at ``at`` from the one above it, at ``over``."""
        left: cython.longlong = FAR
        if lo < above_hi:
            left = self.cells[over + lo] + self.unit
        if lo > above_lo:
            kept: cython.longlong = self.cells[over + lo - 1]
            if self.reference[lo - 1] != word:
                kept += self.weights[lo - 1]
            left = min(left, kept)
        self.cells[at + lo] = left
        for j in range(lo + 1, min(hi, above_hi)):
            weight: cython.longlong = self.weights[j - 1]
            kept = self.cells[over + j - 1]
            if self.reference[j - 1] != word:
                kept += weight
            left = min(kept, self.cells[over + j] + self.unit, left + weight)
            self.cells[at + j] = left
        for j in range(max(lo + 1, above_hi), hi):
            left += self.weights[j - 1]
            if j == above_hi:
                kept = self.cells[over + j - 1]
                if self.reference[j - 1] != word:
                    kept += self.weights[j - 1]
                left = min(left, kept)
            self.cells[at + j] = left

    @cython.cfunc
    @cython.nogil
    def extend(self, first: cython.longlong) -> cython.void:
        """Fill the cheapest ways to the end, for the rows from ``first`` up to those known."""
        n, m, base = self.n, self.m, self.base[self.n]
        if self.known > n:
            self.rest[base + m] = 0
            for j in range(m - 1, self.lo[n] - 1, -1):
                self.rest[base + j] = self.rest[base + j + 1] + self.weights[j]
        for i in range(min(self.known, n) - 1, first - 1, -1):
            right: cython.longlong = FAR
            for j in range(self.hi[i] - 1, self.lo[i] - 1, -1):
                below = self.base[i + 1] + j
                if j < m:
                    right += self.weights[j]
                    if self.lo[i + 1] <= j + 1 < self.hi[i + 1]:
                        kept: cython.longlong = self.rest[below + 1]
                        if self.reference[j] != self.words[i]:
                            kept += self.weights[j]
                        right = min(right, kept)
                if j >= self.lo[i + 1]:
                    right = min(right, self.rest[below] + self.unit)
                self.rest[self.base[i] + j] = right
        self.known = first

    @cython.cfunc
    @cython.nogil
    def trace(self) -> cython.void:
        """Walk back the best path; a match goes before a word too many, that before one missing."""
        i, j = self.n, self.m
        while i > 0 or j > 0:
            cell = self.cells[self.base[i] + j]
            if i > 0 and j > 0 and self.lo[i - 1] < j <= self.hi[i - 1]:
                wrong: cython.bint = self.words[i - 1] != self.reference[j - 1]
                kept = self.cells[self.base[i - 1] + j - 1]
                if kept + (self.weights[j - 1] if wrong else 0) == cell:
                    self.h_errors[i] = self.r_errors[j] = wrong
                    self.align[j - 1] = i - 1
                    i -= 1
                    j -= 1
                    continue
            if (
                i > 0
                and self.lo[i - 1] <= j < self.hi[i - 1]
                and self.cells[self.base[i - 1] + j] + self.unit == cell
            ):
                self.h_errors[i] = 1
                i -= 1
            else:
                self.r_errors[j] = 1
                self.align[j - 1] = i - 1
                j -= 1
        for i in range(self.n):
            self.h_errors[i + 1] += self.h_errors[i]
        for j in range(self.m):
            self.r_errors[j + 1] += self.r_errors[j]

    @cython.cfunc
    @cython.nogil
    def move(
        self, start: cython.longlong, length: cython.longlong, target: cython.longlong
    ) -> cython.void:
        """Write the words between x and y, as a move leaves them, into the block.

        A target inside the moved words moves them behind as many that follow, as in sacreBLEU.
        """
        end = start + length
        if target < start:
            self.x, self.y = target, end
            for k in range(length):
                self.block[k] = self.words[start + k]
            for k in range(start - target):
                self.block[length + k] = self.words[target + k]
        else:
            self.x = start
            self.y = target if target > end else min(target + length, self.n)
            for k in range(self.y - end):
                self.block[k] = self.words[end + k]
            for k in range(length):
                self.block[self.y - end + k] = self.words[start + k]

    @cython.cfunc
    @cython.nogil
    def distance(self) -> cython.longlong:
        """Edit distance with the words from x to y replaced by the block."""
        y = self.y
        if y < self.known:
            self.extend(y)
        over, at = self.base[self.x], cython.cast(cython.longlong, 0)
        for i in range(self.x + 1, y + 1):
            self.fill_row(i, at, over, self.block[i - self.x - 1])
            over = at
            at = self.spare - at
        best: cython.longlong = FAR
        for j in range(self.lo[y], self.hi[y]):
            best = min(best, self.cells[over + j] + self.rest[self.base[y] + j])
        return best


@cython.cfunc
@cython.inline
@cython.nogil
def beam_width(n: cython.double, m: cython.double) -> cython.longlong:
    """Half the width of the beam, wide enough for rows that follow each other to overlap."""
    steep = m / n / 2 if n else 0.5
    return cython.cast(cython.longlong, ceil(steep + BEAM)) if steep > BEAM else BEAM
