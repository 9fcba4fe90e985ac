"""Distinct word pairs: numbering, lookup in a model, and equal sentence pairs (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def occurrences(words, offsets, size):
    """Places of every word, by counting: (first, pair, position), ragged over word numbers.

    Args:
        words: int32 (tokens,), word numbers of ragged sentences.
        offsets: int64 (sentences + 1,).
        size: number of words of the vocabulary.
    """
    first = np.zeros(size + 1, np.int64)
    for x in range(len(words)):
        first[words[x] + 1] += 1
    for word in range(size):
        first[word + 1] += first[word]
    fill = first[:-1].copy()
    pair = np.empty(len(words), np.int32)
    position = np.empty(len(words), np.int32)
    for k in range(len(offsets) - 1):
        for x in range(offsets[k], offsets[k + 1]):
            place = fill[words[x]]
            fill[words[x]] = place + 1
            pair[place] = k
            position[place] = x - offsets[k]
    return first, pair, position


@njit(cache=True, nogil=True)
def index_rows(
    begin, end, first, pair_of, position_of, target, target_offsets, size_t, cell_offsets, cells,
    sizes,
):  # fmt: skip
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
    columns = np.empty(1 << 16, np.int32)
    seen = np.full(size_t, np.int32(-1))
    rank = np.zeros(size_t, cells.dtype)
    found = np.empty(size_t, np.int32)
    used = 0
    for word in range(begin, end):
        size = 0
        before = -1
        for place in range(first[word], first[word + 1]):
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
        if used + size > len(columns):
            grown = np.empty(max(len(columns) * 3 // 2, used + size), np.int32)
            grown[:used] = columns[:used]
            columns = grown
        row = columns[used : used + size]
        if size * 16 > size_t:
            # Marked words are cheaper to look up in order than to sort.
            place = 0
            for f in range(size_t):
                if seen[f] == word:
                    row[place] = f
                    place += 1
        else:
            row[:] = np.sort(found[:size])
        for place in range(size):
            rank[row[place]] = place
        for place in range(first[word], first[word + 1]):
            k = pair_of[place]
            y = target_offsets[k]
            m = target_offsets[k + 1] - y
            cell = cell_offsets[k] + position_of[place] * m
            for j in range(m):
                cells[cell + j] = rank[target[y + j]]
        sizes[word] = size
        used += size
    return columns[:used].copy()


@njit(cache=True, nogil=True)
def keep_pairs(kept, rows, columns):
    """Leave word pairs out of an index.

    Args:
        kept: bool (distinct pairs,).
        rows, columns: see ``PairIndex``.

    Returns:
        (rows, columns) of the pairs kept.
    """
    fewer = np.zeros(len(rows), np.int64)
    used = 0
    for e in range(len(rows) - 1):
        for p in range(rows[e], rows[e + 1]):
            used += kept[p]
        fewer[e + 1] = used
    left = np.empty(used, np.int32)
    used = 0
    for p in range(len(columns)):
        if kept[p]:
            left[used] = columns[p]
            used += 1
    return fewer, left


@njit(cache=True, nogil=True)
def ranks(kept, rows, unknown, result):
    """Rank in its row of every pair that is kept, `unknown` of the others: (distinct pairs,)."""
    for e in range(len(rows) - 1):
        rank = 0
        for p in range(rows[e], rows[e + 1]):
            result[p] = unknown
            if kept[p]:
                result[p] = rank
                rank += 1


@njit(cache=True, nogil=True)
def renumber(first, last, source, source_offsets, cell_offsets, rows, rank, unknown, cells):
    """Write new ranks into the cells of the pairs first:last.

    Args:
        source, source_offsets, cell_offsets: see ``Corpus`` and ``PairIndex``.
        rows: those of the ranks in the cells.
        rank: (distinct pairs,), see `ranks`.
        unknown: rank of unknown pairs.
        cells: changed.
    """
    for k in range(first, last):
        n = source_offsets[k + 1] - source_offsets[k]
        if n == 0:
            continue
        m = (cell_offsets[k + 1] - cell_offsets[k]) // n
        x = cell_offsets[k]
        for y in range(source_offsets[k], source_offsets[k + 1]):
            row = rows[source[y]]
            for _ in range(m):
                if cells[x] != unknown:
                    cells[x] = rank[row + cells[x]]
                x += 1


@njit(cache=True, nogil=True)
def look_up(
    source, source_offsets, target, target_offsets, size_t, rows, columns, cell_offsets, cells,
    unknown,
):  # fmt: skip
    """Write the cells of new text in an index of other text.

    Args:
        source, source_offsets, target, target_offsets: the encoded pairs, see ``Corpus``.
        size_t: size of the target vocabulary, new words included.
        rows, columns: the index; source words past its end are unknown.
        cell_offsets: int64 (pairs + 1,).
        cells: uint16 or uint32 (cells,), written.
        unknown: what to write for unknown word pairs.
    """
    size_s = len(rows) - 1
    for x in range(len(source)):
        size_s = max(size_s, source[x] + 1)
    first, pair_of, position_of = occurrences(source, source_offsets, size_s)
    rank = np.full(size_t, unknown)
    for word in range(size_s):
        if first[word] == first[word + 1]:
            continue
        begin, end = 0, 0
        if word < len(rows) - 1:
            begin, end = rows[word], rows[word + 1]
        for p in range(begin, end):
            rank[columns[p]] = p - begin
        for place in range(first[word], first[word + 1]):
            k = pair_of[place]
            y = target_offsets[k]
            m = target_offsets[k + 1] - y
            cell = cell_offsets[k] + position_of[place] * m
            for j in range(m):
                cells[cell + j] = rank[target[y + j]]
        for p in range(begin, end):
            rank[columns[p]] = unknown


# Looking word pairs up in a model (compiled).


@njit(cache=True, nogil=True)
def find_pairs(rows, columns, source, target):
    """Place of every word pair in the rows of a model, -1 for unknown ones, shape (pairs,), int64.

    Args:
        rows, columns: of the model, target words ascending within a row.
        source, target: shape (pairs,), word numbers of the model, negative for unknown words.
    """
    result = np.full(len(source), -1, np.int64)
    for p in range(len(source)):
        e, f = source[p], target[p]
        if e < 0 or f < 0 or e >= len(rows) - 1:
            continue
        low, high = rows[e], rows[e + 1]
        while low < high:
            middle = (low + high) // 2
            if columns[middle] < f:
                low = middle + 1
            else:
                high = middle
        if low < rows[e + 1] and columns[low] == f:
            result[p] = low
    return result


# Finding equal sentence pairs (compiled).


@njit(cache=True, nogil=True)
def _hash(words, first, last, value):
    """Mix the words into a hash value (FNV-1a on whole words)."""
    for x in range(first, last):
        value = (value ^ np.uint64(words[x])) * np.uint64(0x100000001B3)
        value ^= value >> np.uint64(29)
    return value


@njit(cache=True, nogil=True)
def _same(words, offsets, one, other):
    size = offsets[one + 1] - offsets[one]
    if size != offsets[other + 1] - offsets[other]:
        return False
    x = 0
    while x < size and words[offsets[one] + x] == words[offsets[other] + x]:
        x += 1
    return x == size


@njit(cache=True, nogil=True)
def first_of(source, source_offsets, target, target_offsets):
    """First pair with the same words on both sides as each pair, shape (pairs,), int64."""
    pairs = len(source_offsets) - 1
    size = 16
    while size < 2 * pairs:
        size *= 2
    table = np.full(size, -1, np.int64)
    result = np.empty(pairs, np.int64)
    for k in range(pairs):
        value = np.uint64(0xCBF29CE484222325)
        value = _hash(source, source_offsets[k], source_offsets[k + 1], value)
        value = _hash(target, target_offsets[k], target_offsets[k + 1], ~value)
        slot = np.int64(value & np.uint64(size - 1))
        while table[slot] >= 0:
            other = table[slot]
            if _same(source, source_offsets, k, other) and _same(target, target_offsets, k, other):
                break
            slot = (slot + 1) & (size - 1)
        if table[slot] < 0:
            table[slot] = k
        result[k] = table[slot]
    return result


@njit(cache=True, nogil=True)
def take_sentences(words, offsets, kept):
    """Ragged words of some sentences: their words and offsets."""
    new = np.zeros(len(kept) + 1, np.int64)
    for x in range(len(kept)):
        new[x + 1] = new[x] + offsets[kept[x] + 1] - offsets[kept[x]]
    result = np.empty(new[-1], words.dtype)
    for x in range(len(kept)):
        result[new[x] : new[x + 1]] = words[offsets[kept[x]] : offsets[kept[x] + 1]]
    return result, new
