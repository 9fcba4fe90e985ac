"""Links counted by the types that stand at their ends (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def linked_types(
    link_offsets, link_source, link_target,
    offsets_s, begin_s, end_s, type_s,
    offsets_t, begin_t, end_t, type_t,
    lengths_s, lengths_t, width, found,
):  # fmt: skip
    """Write source type * width + target type for every linked pair of spans.

    Two single words are linked if a link joins them. Longer spans are if there are links between
    them and none leads out of either.

    Args:
        link_offsets: int64 (pairs + 1,), links of every sentence pair.
        link_source, link_target: int32 (links,), positions.
        offsets_s, offsets_t: int64 (pairs + 1,), spans of every pair.
        begin_s, end_s, begin_t, end_t: int32 (spans,), positions, half-open.
        type_s, type_t: int32 (spans,).
        lengths_s, lengths_t: int64 (pairs,), words of the sentences.
        width: number of target types.
        found: int64, filled as far as it goes.

    Returns:
        How many there are.
    """
    pairs = len(link_offsets) - 1
    longest_s, longest_t = 1, 1
    for pair in range(pairs):
        longest_s = max(longest_s, lengths_s[pair])
        longest_t = max(longest_t, lengths_t[pair])
    stamps = np.full((longest_s, longest_t), -1, np.int32)
    low_s, high_s = np.empty(longest_s, np.int32), np.empty(longest_s, np.int32)
    low_t, high_t = np.empty(longest_t, np.int32), np.empty(longest_t, np.int32)
    count = 0
    for pair in range(pairs):
        first, last = link_offsets[pair], link_offsets[pair + 1]
        if first == last:
            continue
        low_s[: lengths_s[pair]] = longest_t
        high_s[: lengths_s[pair]] = -1
        low_t[: lengths_t[pair]] = longest_s
        high_t[: lengths_t[pair]] = -1
        for link in range(first, last):
            i, j = link_source[link], link_target[link]
            stamps[i, j] = pair
            low_s[i], high_s[i] = min(low_s[i], j), max(high_s[i], j)
            low_t[j], high_t[j] = min(low_t[j], i), max(high_t[j], i)
        for a in range(offsets_s[pair], offsets_s[pair + 1]):
            low, high = longest_t, -1
            for i in range(begin_s[a], end_s[a]):
                low, high = min(low, low_s[i]), max(high, high_s[i])
            if high < 0:
                continue
            single = end_s[a] - begin_s[a] == 1
            for b in range(offsets_t[pair], offsets_t[pair + 1]):
                if single and end_t[b] - begin_t[b] == 1:
                    if stamps[begin_s[a], begin_t[b]] != pair:
                        continue
                else:
                    if low < begin_t[b] or high >= end_t[b]:
                        continue
                    inside = True
                    for j in range(begin_t[b], end_t[b]):
                        if high_t[j] >= 0 and (low_t[j] < begin_s[a] or high_t[j] >= end_s[a]):
                            inside = False
                            break
                    if not inside:
                        continue
                if count < len(found):
                    found[count] = np.int64(type_s[a]) * width + type_t[b]
                count += 1
    return count


@njit(cache=True, nogil=True)
def count_together(starts, targets, pair_starts, pairs_of, type_starts, types_of, width):
    """Count the sentence pairs that hold both types of a pair.

    Args:
        starts: int64 (source types + 1,), where the wanted partners of every source type begin.
        targets: int32, target types, each once for a source type.
        pair_starts: int64 (source types + 1,), where the sentence pairs of a source type begin.
        pairs_of: int32, sentence pairs, each once for a source type.
        type_starts: int64 (pairs + 1,), where the target types of a sentence pair begin.
        types_of: int32, target types, each once for a sentence pair.
        width: number of target types.

    Returns:
        int64, as long as ``targets``.
    """
    counts = np.zeros(len(targets), np.int64)
    place = np.full(width, -1, np.int64)
    for source in range(len(starts) - 1):
        if starts[source] == starts[source + 1]:
            continue
        for at in range(starts[source], starts[source + 1]):
            place[targets[at]] = at
        for at in range(pair_starts[source], pair_starts[source + 1]):
            pair = pairs_of[at]
            for other in range(type_starts[pair], type_starts[pair + 1]):
                here = place[types_of[other]]
                if here >= 0:
                    counts[here] += 1
        for at in range(starts[source], starts[source + 1]):
            place[targets[at]] = -1
    return counts
