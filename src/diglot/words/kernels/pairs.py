"""Distinct word pairs: numbering, lookup in a model, and equal sentence pairs (compiled)."""

from __future__ import annotations

import cython
import numpy as np

if cython.compiled:
    from cython.cimports.diglot.learning.kernels.caches import prefetch

AHEAD = cython.declare(cython.Py_ssize_t, 8)  # sentences are asked for so many places before

Rank = cython.fused_type(cython.ushort, cython.uint)
Value = cython.fused_type(cython.ushort, cython.int, cython.float)


def occurrences(
    words: cython.const_int[::1], offsets: cython.const_longlong[::1], size: cython.Py_ssize_t
):
    """Places of every word, by counting: (first, pair, position), ragged over word numbers.

    Args:
        words: int32 (tokens,), word numbers of ragged sentences.
        offsets: int64 (sentences + 1,).
        size: number of words of the vocabulary.
    """
    first: cython.longlong[::1] = np.zeros(size + 1, np.int64)
    fill: cython.longlong[::1] = np.empty(size, np.int64)
    pair: cython.int[::1] = np.empty(len(words), np.int32)
    position: cython.int[::1] = np.empty(len(words), np.int32)
    with cython.nogil:
        for x in range(len(words)):
            first[words[x] + 1] += 1
        for word in range(size):
            fill[word] = first[word]
            first[word + 1] += first[word]
        for k in range(len(offsets) - 1):
            for x in range(offsets[k], offsets[k + 1]):
                place = fill[words[x]]
                fill[words[x]] = place + 1
                pair[place] = k
                position[place] = x - offsets[k]
    return np.asarray(first), np.asarray(pair), np.asarray(position)


@cython.cfunc
@cython.nogil
def sort(numbers: cython.int[::1], size: cython.Py_ssize_t) -> cython.void:
    """Sort the first numbers in place.

    Reference:
        Shell (1959), A high-speed sorting procedure; the gaps of Knuth.
    """
    gap: cython.Py_ssize_t = 1
    while gap < size // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for x in range(gap, size):
            number = numbers[x]
            y = x
            while y >= gap and numbers[y - gap] > number:
                numbers[y] = numbers[y - gap]
                y -= gap
            numbers[y] = number
        gap //= 3


def index_rows(
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    first: cython.const_longlong[::1],
    pair_of: cython.const_int[::1],
    position_of: cython.const_int[::1],
    target: cython.const_int[::1],
    target_offsets: cython.const_longlong[::1],
    size_t: cython.Py_ssize_t,
    cell_offsets: cython.const_longlong[::1],
    cells: Rank[::1],
    sizes: cython.longlong[::1],
):
    """List the distinct word pairs of some source words and write the cells of these words.

    A source word's sentences are visited twice: once to mark the target words beside it, once to
    write their numbers; no key is ever sorted but the distinct target words of a row.

    Args:
        begin, end: half-open range of source words.
        first, pair_of, position_of: see `occurrences`.
        target, target_offsets: see ``Corpus``.
        size_t: size of the target vocabulary.
        cell_offsets: int64 (pairs + 1,).
        cells: uint16 or uint32 (cells,), written; see ``PairIndex``.
        sizes: int64 (source words,), numbers of distinct pairs, written.

    Returns:
        int32, the target words of the pairs, see ``PairIndex``.
    """
    listed = np.empty(1 << 16, np.int32)
    columns: cython.int[::1] = listed
    seen: cython.int[::1] = np.full(size_t, -1, np.int32)
    rank: Rank[::1] = np.zeros(size_t, np.asarray(cells).dtype)
    found: cython.int[::1] = np.empty(size_t, np.int32)
    used: cython.Py_ssize_t = 0
    with cython.nogil:
        for word in range(begin, end):
            size: cython.Py_ssize_t = 0
            before: cython.int = -1
            for place in range(first[word], first[word + 1]):
                if cython.compiled:
                    k = pair_of[min(place + AHEAD, first[word + 1] - 1)]
                    if target_offsets[k] < target_offsets[k + 1]:
                        prefetch(cython.address(target[target_offsets[k]]))
                k = pair_of[place]
                if k == before:
                    continue
                before = k
                for y in range(target_offsets[k], target_offsets[k + 1]):
                    f = target[y]
                    if seen[f] != word:
                        seen[f] = word
                        found[size] = f
                        size += 1
            if size * 16 > size_t:
                # Marked words are cheaper to look up in order than to sort.
                size = 0
                for column in range(size_t):
                    if seen[column] == word:
                        found[size] = column
                        size += 1
            else:
                sort(found, size)
            if used + size > len(columns):
                with cython.gil:
                    grown = np.empty(max(len(listed) * 3 // 2, used + size), np.int32)
                    grown[:used] = listed[:used]
                    columns = listed = grown
            for place in range(size):
                columns[used + place] = found[place]
                rank[found[place]] = place
            for place in range(first[word], first[word + 1]):
                if cython.compiled:
                    ahead = min(place + AHEAD, first[word + 1] - 1)
                    k = pair_of[ahead]
                    m = target_offsets[k + 1] - target_offsets[k]
                    if m > 0:
                        prefetch(cython.address(target[target_offsets[k]]))
                        prefetch(cython.address(cells[cell_offsets[k] + position_of[ahead] * m]))
                k = pair_of[place]
                y = target_offsets[k]
                m = target_offsets[k + 1] - y
                cell = cell_offsets[k] + position_of[place] * m
                for j in range(m):
                    cells[cell + j] = rank[target[y + j]]
            sizes[word] = size
            used += size
    return listed[:used].copy()


def rank_pairs(
    kept: cython.const_uchar[::1],
    rows: cython.const_longlong[::1],
    unknown: cython.uint,
    ranks: Rank[::1],
):
    """Write the rank in its row of every pair that is kept, ``unknown`` of the others.

    Args:
        kept: uint8 (distinct pairs,), 0 for those left out.
        rows: see ``PairIndex``.
        unknown: rank of unknown pairs.
        ranks: uint16 or uint32 (distinct pairs,), written.

    Returns:
        int64 (source words + 1,), where the pairs kept of each source word begin.
    """
    fewer: cython.longlong[::1] = np.zeros(len(rows), np.int64)
    with cython.nogil:
        for e in range(len(rows) - 1):
            rank: cython.uint = 0
            for p in range(rows[e], rows[e + 1]):
                ranks[p] = unknown
                if kept[p]:
                    ranks[p] = rank
                    rank += 1
            fewer[e + 1] = fewer[e] + rank
    return np.asarray(fewer)


def renumber(
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    source: cython.const_int[::1],
    source_offsets: cython.const_longlong[::1],
    cell_offsets: cython.const_longlong[::1],
    rows: cython.const_longlong[::1],
    ranks: Rank[::1],
    unknown: cython.uint,
    cells: Rank[::1],
):
    """Write new ranks into the cells of the pairs first:last.

    Args:
        source, source_offsets, cell_offsets: see ``Corpus`` and ``PairIndex``.
        rows: those of the ranks in the cells.
        ranks: (distinct pairs,), see `rank_pairs`.
        unknown: rank of unknown pairs.
        cells: changed.
    """
    with cython.nogil:
        for k in range(first, last):
            n = source_offsets[k + 1] - source_offsets[k]
            if n == 0:
                continue
            m = (cell_offsets[k + 1] - cell_offsets[k]) // n
            cell = cell_offsets[k]
            for x in range(source_offsets[k], source_offsets[k + 1]):
                row = rows[source[x]]
                for y in range(cell, cell + m):
                    if cells[y] != unknown:
                        cells[y] = ranks[row + cells[y]]
                cell += m


# Looking word pairs up in a model.


def find_column(columns, low, high, wanted):
    """Place of a target word in ``columns[low:high]``, which ascend; -1 if it is not there."""
    end: cython.Py_ssize_t = high
    while low < high:
        middle = (low + high) // 2
        if columns[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low if low < end and columns[low] == wanted else -1


def find_pairs(
    rows: cython.const_longlong[::1],
    columns: cython.const_int[::1],
    source: cython.const_longlong[::1],
    target: cython.const_longlong[::1],
):
    """Place of every word pair in the rows of a model, -1 for unknown ones, shape (pairs,), int64.

    Args:
        rows, columns: of the model, target words ascending within a row.
        source, target: int64 (pairs,), word numbers of the model, negative for unknown words.
    """
    places: cython.longlong[::1] = np.full(len(source), -1, np.int64)
    with cython.nogil:
        for p in range(len(source)):
            e = source[p]
            if 0 <= e < len(rows) - 1 and target[p] >= 0:
                places[p] = find_column(columns, rows[e], rows[e + 1], target[p])
    return np.asarray(places)


# Finding equal sentence pairs.

PRIME = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)


@cython.cfunc
@cython.nogil
@cython.overflowcheck(False)
def mix_words(
    words: cython.const_int[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    value: cython.ulonglong,
) -> cython.ulonglong:
    """Mix the words first:last into a hash value."""
    for x in range(first, last):
        value = (value ^ cython.cast(cython.ulonglong, words[x])) * PRIME
        value ^= value >> 29
    return value


@cython.cfunc
@cython.nogil
def are_equal(
    words: cython.const_int[::1],
    offsets: cython.const_longlong[::1],
    one: cython.Py_ssize_t,
    other: cython.Py_ssize_t,
) -> cython.bint:
    """Whether two sentences have the same words."""
    size = offsets[one + 1] - offsets[one]
    if size != offsets[other + 1] - offsets[other]:
        return False
    x: cython.Py_ssize_t = 0
    while x < size and words[offsets[one] + x] == words[offsets[other] + x]:
        x += 1
    return x == size


def first_of(
    source: cython.const_int[::1],
    source_offsets: cython.const_longlong[::1],
    target: cython.const_int[::1],
    target_offsets: cython.const_longlong[::1],
):
    """First pair with the same words on both sides as each pair, shape (pairs,), int64."""
    pairs = len(source_offsets) - 1
    size: cython.Py_ssize_t = 1 << max(4, (2 * pairs - 1).bit_length())
    table: cython.longlong[::1] = np.full(size, -1, np.int64)
    firsts: cython.longlong[::1] = np.empty(pairs, np.int64)
    with cython.nogil:
        for k in range(pairs):
            value = mix_words(source, source_offsets[k], source_offsets[k + 1], PRIME)
            value = mix_words(target, target_offsets[k], target_offsets[k + 1], ~value)
            slot: cython.Py_ssize_t = value & cython.cast(cython.ulonglong, size - 1)
            while table[slot] >= 0 and not (
                are_equal(source, source_offsets, k, table[slot])
                and are_equal(target, target_offsets, k, table[slot])
            ):
                slot = (slot + 1) & (size - 1)
            if table[slot] < 0:
                table[slot] = k
            firsts[k] = table[slot]
    return np.asarray(firsts)


def take_sentences(
    words: cython.const[Value][::1],
    offsets: cython.const_longlong[::1],
    kept: cython.const_longlong[::1],
):
    """Ragged values of some sentences.

    Args:
        words: uint16, int32 or float32, ragged.
        offsets: int64 (sentences + 1,).
        kept: int64, sentences in the order wanted.

    Returns:
        Their values, of the same type, and int64 (kept + 1,), where each sentence begins.
    """
    new: cython.longlong[::1] = np.zeros(len(kept) + 1, np.int64)
    for x in range(len(kept)):
        new[x + 1] = new[x] + offsets[kept[x] + 1] - offsets[kept[x]]
    taken = np.empty(new[len(kept)], np.asarray(words).dtype)
    out: Value[::1] = taken
    with cython.nogil:
        for x in range(len(kept)):
            begin = offsets[kept[x]]
            for y in range(new[x + 1] - new[x]):
                out[new[x] + y] = words[begin + y]
    return taken, np.asarray(new)
