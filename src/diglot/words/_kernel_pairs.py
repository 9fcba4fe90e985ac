"""Numbers of the distinct word pairs of a corpus, by counting (compiled)."""

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
def index_pairs(
    source, source_offsets, target, target_offsets, size_s, size_t, cell_offsets, cells
):
    """Number the distinct word pairs row by row and write the number of every cell.

    A source word's sentences are visited twice: once to mark the target words beside it, once to
    write their numbers; no key is ever sorted but the distinct target words of a row.

    Args:
        source, source_offsets, target, target_offsets: the encoded pairs, see ``Corpus``.
        size_s, size_t: sizes of the vocabularies.
        cell_offsets: int64 (pairs + 1,).
        cells: uint32 (cells,), written.

    Returns:
        (rows, columns), see ``PairIndex``; rows ends at -1 if the numbers do not fit 32 bits.
    """
    first, pair_of, position_of = occurrences(source, source_offsets, size_s)
    rows = np.zeros(size_s + 1, np.int64)
    columns = np.empty(1 << 16, np.int32)
    seen = np.full(size_t, np.int32(-1))
    number = np.zeros(size_t, np.uint32)
    found = np.empty(size_t, np.int32)
    used = 0
    for word in range(size_s):
        rows[word] = used
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
            number[row[place]] = used + place
        for place in range(first[word], first[word + 1]):
            k = pair_of[place]
            begin = target_offsets[k]
            m = target_offsets[k + 1] - begin
            cell = cell_offsets[k] + position_of[place] * m
            for j in range(m):
                cells[cell + j] = number[target[begin + j]]
        used += size
        if used >= 1 << 32:
            used = -1
            break
    rows[size_s] = used
    return rows, columns[: max(used, 0)].copy()


@njit(cache=True, nogil=True)
def keep_pairs(kept, rows, columns, cells):
    """Leave word pairs out of an index.

    Args:
        kept: bool (distinct pairs,).
        rows, columns: see ``PairIndex``.
        cells: uint32 (cells,), renumbered; cells of pairs left out get the number of pairs kept.

    Returns:
        (rows, columns) of the pairs kept.
    """
    number = np.empty(len(columns), np.uint32)
    fewer = np.zeros(len(rows), np.int64)
    used = 0
    for e in range(len(rows) - 1):
        for p in range(rows[e], rows[e + 1]):
            if kept[p]:
                number[p] = used
                used += 1
        fewer[e + 1] = used
    left = np.empty(used, np.int32)
    for p in range(len(columns)):
        if kept[p]:
            left[number[p]] = columns[p]
        else:
            number[p] = used
    for x in range(len(cells)):
        cells[x] = number[cells[x]]
    return fewer, left


@njit(cache=True, nogil=True)
def look_up(
    source, source_offsets, target, target_offsets, size_t, rows, columns, cell_offsets, cells
):
    """Write the numbers of the cells of new text in an index of other text.

    Args:
        source, source_offsets, target, target_offsets: the encoded pairs, see ``Corpus``.
        size_t: size of the target vocabulary, new words included.
        rows, columns: the index; source words past its end are unknown.
        cell_offsets: int64 (pairs + 1,).
        cells: uint32 (cells,), written; unknown word pairs get the number of pairs known.
    """
    size_s = len(rows) - 1
    for x in range(len(source)):
        size_s = max(size_s, source[x] + 1)
    first, pair_of, position_of = occurrences(source, source_offsets, size_s)
    unknown = np.uint32(len(columns))
    number = np.full(size_t, unknown)
    for word in range(size_s):
        if first[word] == first[word + 1]:
            continue
        begin, end = 0, 0
        if word < len(rows) - 1:
            begin, end = rows[word], rows[word + 1]
        for p in range(begin, end):
            number[columns[p]] = p
        for place in range(first[word], first[word + 1]):
            k = pair_of[place]
            y = target_offsets[k]
            m = target_offsets[k + 1] - y
            cell = cell_offsets[k] + position_of[place] * m
            for j in range(m):
                cells[cell + j] = number[target[y + j]]
        for p in range(begin, end):
            number[columns[p]] = unknown
