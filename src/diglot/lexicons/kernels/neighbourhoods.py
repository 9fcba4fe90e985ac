"""What stands around words in a graph: how far edges are confirmed, how alike surroundings are."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def confirmation(starts, neighbours, language, wanted, languages, trust, first, last, left, right):
    """Find how far other languages confirm the edges of source words, and those to target words.

    Args:
        starts: int64 (nodes + 1,), where the edges of each node begin.
        neighbours: int32 (edges,), ascending for each node.
        language: uint16 (nodes,).
        wanted: uint8 (nodes,), 1 for words of the source and the target language: they confirm
            nothing.
        languages: number of languages.
        trust: float32 (edges,), in (0, 1): how far the dictionaries that say so are confirmed.
        first: first node of the source language.
        last: the one after its last.
        left: first node of the target language.
        right: the one after its last.

    Returns:
        float32 (edges,), 0 for edges that are not asked for, else in (0, 1): of the languages in
        which both ends have neighbours the share in which they have a common one; the dictionary
        itself counts as one language.
    """
    nodes = len(starts) - 1
    share = np.zeros(len(neighbours), np.float32)
    known = np.zeros(languages, np.uint8)
    mark = np.full(nodes, -1, np.int64)
    for node in range(nodes):
        begin = starts[node]
        end = starts[node + 1]
        if wanted[node]:
            if node < first or node >= last:
                continue
        else:
            begin += np.searchsorted(neighbours[starts[node] : end], left)
            end = starts[node] + np.searchsorted(neighbours[starts[node] : end], right)
            if begin == end:
                continue
        known[:] = 0
        for edge in range(starts[node], starts[node + 1]):
            other = neighbours[edge]
            if not wanted[other]:
                known[language[other]] = 1
                mark[other] = node
        for edge in range(begin, end):
            far = neighbours[edge]
            possible = 0
            common = 0
            now = -1
            done = False
            for second in range(starts[far], starts[far + 1]):
                other = neighbours[second]
                if wanted[other]:
                    continue
                if language[other] != now:
                    now = language[other]
                    done = False
                    possible += known[now]
                if not done and mark[other] == node:
                    common += 1
                    done = True
            share[edge] = (common + trust[edge]) / (possible + 1.0)
    return share


@njit(cache=True, nogil=True)
def confirmed_paths(
    starts, neighbours, language, wanted, share, allowed, left, right, source, target
):
    """Weigh the paths of two steps of pairs by how far their edges are confirmed.

    Args:
        starts: as in `confirmation`.
        neighbours: as in `confirmation`.
        language: as in `confirmation`.
        wanted: as in `confirmation`.
        share: of `confirmation`.
        allowed: uint8 (edges,), 1 if the edge may be used from its node, 2 if from its neighbour,
            or their sum.
        left: first node of the target language.
        right: the one after its last.
        source: int32 (pairs,), nodes, ascending.
        target: int32 (pairs,), nodes, ascending for each source.

    Returns:
        float32 (pairs, 3): the chance that the best path of at least one pivot language holds,
        taken as independent; the sum over all paths; and the share of that sum whose edges may be
        used from source to target, 1 without paths.
    """
    found = np.zeros((len(source), 3), np.float32)
    words = right - left
    asked = np.zeros(words, np.uint8)
    best = np.zeros(words)
    fails = np.ones(words)
    total = np.zeros(words)
    free = np.zeros(words)
    begin = 0
    while begin < len(source):
        node = source[begin]
        end = begin
        while end < len(source) and source[end] == node:
            asked[target[end] - left] = 1
            end += 1
        now = -1
        for edge in range(starts[node], starts[node + 1] + 1):
            pivot = -1
            its = -2
            if edge < starts[node + 1]:
                pivot = neighbours[edge]
                if wanted[pivot]:
                    continue
                its = language[pivot]
            if its != now:
                for pair in range(begin, end):
                    word = target[pair] - left
                    fails[word] *= 1.0 - best[word]
                    best[word] = 0.0
                now = its
            if pivot < 0:
                break
            edges = neighbours[starts[pivot] : starts[pivot + 1]]
            for second in range(starts[pivot] + np.searchsorted(edges, left), starts[pivot + 1]):
                word = neighbours[second] - left
                if word >= words:
                    break
                if asked[word]:
                    weight = share[edge] * share[second]
                    best[word] = max(best[word], weight)
                    total[word] += weight
                    if allowed[edge] & 1 and allowed[second] & 1:
                        free[word] += weight
        for pair in range(begin, end):
            word = target[pair] - left
            found[pair, 0] = 1.0 - fails[word]
            found[pair, 1] = total[word]
            found[pair, 2] = free[word] / total[word] if total[word] > 0 else 1.0
            free[word] = 0.0
            asked[word] = 0
            fails[word] = 1.0
            total[word] = 0.0
        begin = end
    return found


@njit(cache=True, nogil=True)
def describe_surroundings(
    starts, neighbours, language, wanted, degree, count, first, last, further, most, hub
):
    """Describe words by the pivots around them.

    Args:
        starts: as in `confirmation`.
        neighbours: as in `confirmation`.
        language: as in `confirmation`.
        wanted: as in `confirmation`.
        degree: int32 (words, languages), pivots of each word in each language.
        count: int32 (words,), languages in which each word has pivots.
        first: first node of the words.
        last: the one after their last.
        further: weight of pivots that are two steps away; 0 leaves them out.
        most: pivots of a word at most, the nearest.
        hub: pivots with more neighbours than this lead no further.

    Returns:
        int64 (words + 1,) where each description begins, int32 pivots, float32 their weights:
        square roots of the chances of a walk, each description of length 1.
    """
    nodes = len(starts) - 1
    begin = np.zeros(last - first + 1, np.int64)
    room = 1 << 20
    pivots = np.empty(room, np.int32)
    weights = np.empty(room, np.float32)
    size = 0
    chance = np.zeros(nodes)
    met = np.zeros(nodes, np.uint8)
    here = np.zeros(nodes, np.int64)
    for node in range(first, last):
        row = node - first
        number = 0
        for edge in range(starts[node], starts[node + 1]):
            pivot = neighbours[edge]
            if wanted[pivot]:
                continue
            drawn = 1.0 / (degree[row, language[pivot]] * count[row])
            if not met[pivot]:
                met[pivot] = 1
                here[number] = pivot
                number += 1
            chance[pivot] += drawn
            beyond = starts[pivot + 1] - starts[pivot]
            if further > 0 and beyond <= hub:
                for second in range(starts[pivot], starts[pivot + 1]):
                    other = neighbours[second]
                    if wanted[other]:
                        continue
                    if not met[other]:
                        met[other] = 1
                        here[number] = other
                        number += 1
                    chance[other] += further * drawn / beyond
        values = np.empty(number)
        for place in range(number):
            values[place] = chance[here[place]]
            chance[here[place]] = 0.0
            met[here[place]] = 0
        order = np.arange(number)
        if number > most:
            order = np.argsort(-values, kind="mergesort")[:most]
        length = 0.0
        for place in order:
            length += values[place]
        while size + len(order) > room:
            room *= 2
            more = np.empty(room, np.int32)
            more[:size] = pivots[:size]
            pivots = more
            heavier = np.empty(room, np.float32)
            heavier[:size] = weights[:size]
            weights = heavier
        for place in order:
            pivots[size] = here[place]
            weights[size] = np.sqrt(values[place] / length)
            size += 1
        begin[row + 1] = size
    return begin, pivots[:size], weights[:size]


@njit(cache=True, nogil=True)
def surroundings_likeness(
    source, target, first, left, nodes,
    source_begin, source_pivots, source_weights, target_begin, target_pivots, target_weights,
):  # fmt: skip
    """Compare the surroundings of pairs.

    Args:
        source: int32 (pairs,), nodes, ascending.
        target: int32 (pairs,), nodes.
        first: first node of the source language.
        left: first node of the target language.
        nodes: number of all nodes.
        source_begin: of `surroundings` of the source language, and so on.
        source_pivots: the same.
        source_weights: the same.
        target_begin: of `surroundings` of the target language, and so on.
        target_pivots: the same.
        target_weights: the same.

    Returns:
        float32 (pairs,): cosines, in [0, 1].
    """
    found = np.zeros(len(source), np.float32)
    weight = np.zeros(nodes, np.float32)
    now = -1
    for pair in range(len(source)):
        one = source[pair] - first
        other = target[pair] - left
        if one != now:
            if now >= 0:
                for place in range(source_begin[now], source_begin[now + 1]):
                    weight[source_pivots[place]] = 0.0
            for place in range(source_begin[one], source_begin[one + 1]):
                weight[source_pivots[place]] = source_weights[place]
            now = one
        total = 0.0
        for place in range(target_begin[other], target_begin[other + 1]):
            total += weight[target_pivots[place]] * target_weights[place]
        found[pair] = min(total, 1.0)
    return found


@njit(cache=True, nogil=True)
def confirmed_edges(starts, neighbours):
    """Find the edges whose ends have a neighbour in common.

    Args:
        starts: as in `confirmation`.
        neighbours: as in `confirmation`.

    Returns:
        uint8 (edges,).
    """
    nodes = len(starts) - 1
    found = np.zeros(len(neighbours), np.uint8)
    mark = np.full(nodes, -1, np.int64)
    for node in range(nodes):
        for edge in range(starts[node], starts[node + 1]):
            mark[neighbours[edge]] = node
        for edge in range(starts[node], starts[node + 1]):
            end = neighbours[edge]
            for second in range(starts[end], starts[end + 1]):
                if mark[neighbours[second]] == node:
                    found[edge] = 1
                    break
    return found
