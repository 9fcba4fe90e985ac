"""Walks of two and three steps between two languages over the words of all others (compiled).

What stands around the words of a graph, and how far its edges are confirmed, tells which walks to
believe. `View` of `diglot.lexicons.paths.walks` goes in, and `Side` and `Surroundings` of `walks`.
"""

from __future__ import annotations

import cython
import numpy as np
from cython.cimports.diglot.learning.kernels.order import greatest
from cython.cimports.libc.math import sqrt

FIGURES = 10
COLUMNS = cython.declare(cython.Py_ssize_t, FIGURES)


def confirmed_edges(starts: cython.const_longlong[::1], neighbours: cython.const_int[::1]):
    """Find the edges whose ends have a neighbour in common.

    Args:
        starts: int64 (nodes + 1,), where the edges of each node begin.
        neighbours: int32 (edges,).

    Returns:
        uint8 (edges,).
    """
    nodes = len(starts) - 1
    found: cython.uchar[::1] = np.zeros(len(neighbours), np.uint8)
    mark: cython.int[::1] = np.full(nodes, -1, np.int32)
    node: cython.int
    with cython.nogil:
        for node in range(nodes):
            for edge in range(starts[node], starts[node + 1]):
                mark[neighbours[edge]] = node
            for edge in range(starts[node], starts[node + 1]):
                end = neighbours[edge]
                for second in range(starts[end], starts[end + 1]):
                    if mark[neighbours[second]] == node:
                        found[edge] = 1
                        break
    return np.asarray(found)


def pivot_degrees(view, first: cython.int, last: cython.int, languages: cython.Py_ssize_t):
    """Count the pivots of the words of one language.

    Args:
        view: the graph.
        first: first node of the language.
        last: the one after its last.
        languages: number of languages.

    Returns:
        int32 (words, languages), and int32 (words,), in how many languages a word has pivots.
    """
    starts: cython.const_longlong[::1] = view.starts
    neighbours: cython.const_int[::1] = view.neighbours
    language: cython.const_ushort[::1] = view.language
    wanted: cython.const_uchar[::1] = view.wanted
    degree: cython.int[:, ::1] = np.zeros((last - first, languages), np.int32)
    count: cython.int[::1] = np.zeros(last - first, np.int32)
    with cython.nogil:
        for row in range(last - first):
            for edge in range(starts[first + row], starts[first + row + 1]):
                other = neighbours[edge]
                if not wanted[other]:
                    count[row] += degree[row, language[other]] == 0
                    degree[row, language[other]] += 1
    return np.asarray(degree), np.asarray(count)


def walk_pairs(view, source_side, target_side, least: cython.double, kept: cython.double):
    """Walk from every source word over one pivot, and over two.

    A walk draws the language of the first pivot evenly, then the pivot, then each further word
    evenly among those that lead on. Chances back are those of the same walks from the target.

    Args:
        view: the graph.
        source_side: the source language.
        target_side: the target language.
        least: chance below which a walk of three steps is given up.
        kept: chance, either way, that makes a pair of walks of three steps alone.

    Returns:
        int32 source nodes, int32 target nodes, float32 (pairs, FIGURES): paths of two steps, chance
        forth, chance back, pivot languages, sum and greatest of the overlaps by language, paths of
        three steps, chance forth, chance back, pivot languages that know both words.
    """
    starts: cython.const_longlong[::1] = view.starts
    neighbours: cython.const_int[::1] = view.neighbours
    language: cython.const_ushort[::1] = view.language
    wanted: cython.const_uchar[::1] = view.wanted
    first: cython.int = source_side.first
    source_begin: cython.const_longlong[::1] = source_side.begin
    source_end: cython.const_longlong[::1] = source_side.end
    source_ways: cython.const_int[::1] = source_side.ways
    source_degree: cython.const_int[:, ::1] = source_side.degree
    source_languages: cython.const_int[::1] = source_side.languages
    left: cython.int = target_side.first
    target_begin: cython.const_longlong[::1] = target_side.begin
    target_end: cython.const_longlong[::1] = target_side.end
    target_ways: cython.const_int[::1] = target_side.ways
    target_degree: cython.const_int[:, ::1] = target_side.degree
    target_languages: cython.const_int[::1] = target_side.languages
    nodes = len(starts) - 1
    words = len(target_languages)
    languages = source_degree.shape[1]
    figures: cython.double[:, ::1] = np.zeros((words, FIGURES))
    shared: cython.int[::1] = np.zeros(words, np.int32)
    met: cython.uchar[::1] = np.zeros(words, np.uint8)
    here: cython.int[::1] = np.zeros(words, np.int32)
    block: cython.int[::1] = np.zeros(words, np.int32)
    forth: cython.double[::1] = np.zeros(nodes)
    back: cython.double[::1] = np.zeros(nodes)
    paths: cython.int[::1] = np.zeros(nodes, np.int32)
    second: cython.int[::1] = np.zeros(nodes, np.int32)
    sources: cython.int[::1] = np.empty(1 << 16, np.int32)
    targets: cython.int[::1] = np.empty(1 << 16, np.int32)
    found: cython.float[:, ::1] = np.empty((1 << 16, FIGURES), np.float32)
    pairs: cython.Py_ssize_t = 0
    edge: cython.longlong
    other: cython.longlong
    with cython.nogil:
        for row in range(len(source_languages)):
            if source_languages[row] == 0:
                continue
            source = first + row
            count: cython.Py_ssize_t = 0
            seconds: cython.Py_ssize_t = 0
            of_block: cython.Py_ssize_t = 0
            now: cython.int = -1
            for edge in range(starts[source], starts[source + 1] + 1):
                pivot: cython.int = -1
                its: cython.int = -2
                if edge < starts[source + 1]:
                    pivot = neighbours[edge]
                    if wanted[pivot]:
                        continue
                    its = language[pivot]
                if its != now:
                    for number in range(of_block):
                        target = block[number]
                        both = source_degree[row, now] + target_degree[target, now]
                        overlap = 2.0 * shared[target] / both
                        shared[target] = 0
                        figures[target, 3] += 1
                        figures[target, 4] += overlap
                        figures[target, 5] = max(figures[target, 5], overlap)
                    of_block = 0
                    now = its
                if pivot < 0:
                    break
                drawn: cython.longlong = source_degree[row, its]
                chance = 1.0 / (drawn * source_languages[row])
                of_source = source_end[pivot] - source_begin[pivot]
                of_target = target_end[pivot] - target_begin[pivot]
                for other in range(target_begin[pivot], target_end[pivot]):
                    target = neighbours[other] - left
                    if not met[target]:
                        met[target] = 1
                        here[count] = target
                        count += 1
                    figures[target, 0] += 1
                    figures[target, 1] += chance / of_target
                    drawn = target_degree[target, its]
                    drawn *= target_languages[target]
                    figures[target, 2] += 1.0 / (drawn * of_source)
                    if shared[target] == 0:
                        block[of_block] = target
                        of_block += 1
                    shared[target] += 1
                if target_ways[pivot] > 0:
                    for other in range(starts[pivot], starts[pivot + 1]):
                        after = neighbours[other]
                        if wanted[after] or target_end[after] == target_begin[after]:
                            continue
                        if paths[after] == 0:
                            second[seconds] = after
                            seconds += 1
                        paths[after] += 1
                        forth[after] += chance / target_ways[pivot]
                        back[after] += 1.0 / (of_source * source_ways[after])
            for number in range(seconds):
                pivot = second[number]
                chance = forth[pivot] / (target_end[pivot] - target_begin[pivot])
                if chance >= least:
                    for other in range(target_begin[pivot], target_end[pivot]):
                        target = neighbours[other] - left
                        if not met[target]:
                            met[target] = 1
                            here[count] = target
                            count += 1
                        figures[target, 6] += paths[pivot]
                        figures[target, 7] += chance
                        drawn = target_degree[target, language[pivot]]
                        drawn *= target_languages[target]
                        figures[target, 8] += back[pivot] / drawn
                paths[pivot] = 0
                forth[pivot] = 0.0
                back[pivot] = 0.0
            for number in range(count):
                target = here[number]
                met[target] = 0
                far: cython.bint = figures[target, 7] >= kept and figures[target, 8] >= kept
                if figures[target, 0] > 0 or far:
                    if pairs == len(sources):
                        with cython.gil:
                            sources = np.resize(sources, 2 * pairs)
                            targets = np.resize(targets, 2 * pairs)
                            found = np.resize(found, (2 * pairs, FIGURES))
                    for other in range(languages):
                        if source_degree[row, other] > 0 and target_degree[target, other] > 0:
                            figures[target, 9] += 1
                    sources[pairs] = source
                    targets[pairs] = target + left
                    for other in range(COLUMNS):
                        found[pairs, other] = figures[target, other]
                    pairs += 1
                for other in range(COLUMNS):
                    figures[target, other] = 0.0
    return np.asarray(sources)[:pairs], np.asarray(targets)[:pairs], np.asarray(found)[:pairs]


def confirmation(
    view,
    source_side,
    target_side,
    languages: cython.Py_ssize_t,
    trust: cython.const_float[::1],
):
    """Find how far other languages confirm the edges of source words, and those to target words.

    Args:
        view: the graph.
        source_side: the source language.
        target_side: the target language.
        languages: number of languages.
        trust: float32 (edges,), in (0, 1): how far the dictionaries that say so are confirmed.

    Returns:
        float32 (edges,), 0 for edges that are not asked for, else in (0, 1): of the languages in
        which both ends have neighbours the share in which they have a common one; the dictionary
        itself counts as one language.
    """
    starts: cython.const_longlong[::1] = view.starts
    neighbours: cython.const_int[::1] = view.neighbours
    language: cython.const_ushort[::1] = view.language
    wanted: cython.const_uchar[::1] = view.wanted
    first: cython.int = source_side.first
    last: cython.int = source_side.last
    target_begin: cython.const_longlong[::1] = target_side.begin
    target_end: cython.const_longlong[::1] = target_side.end
    nodes = len(starts) - 1
    share: cython.float[::1] = np.zeros(len(neighbours), np.float32)
    known: cython.int[::1] = np.full(languages, -1, np.int32)  # last node with neighbours in each
    mark: cython.int[::1] = np.full(nodes, -1, np.int32)
    node: cython.int
    with cython.nogil:
        for node in range(nodes):
            begin, end = target_begin[node], target_end[node]
            if wanted[node]:
                if node < first or node >= last:
                    continue
                begin, end = starts[node], starts[node + 1]
            if begin == end:
                continue
            for edge in range(starts[node], starts[node + 1]):
                other = neighbours[edge]
                if not wanted[other]:
                    known[language[other]] = node
                    mark[other] = node
            for edge in range(begin, end):
                far = neighbours[edge]
                possible: cython.int = 0
                common: cython.int = 0
                now: cython.int = -1
                done: cython.bint = False
                for second in range(starts[far], starts[far + 1]):
                    other = neighbours[second]
                    if wanted[other]:
                        continue
                    if language[other] != now:
                        now = language[other]
                        done = False
                        possible += known[now] == node
                    if not done and mark[other] == node:
                        common += 1
                        done = True
                believed: cython.double = trust[edge]
                share[edge] = (common + believed) / (possible + 1.0)
    return np.asarray(share)


def confirmed_paths(
    view,
    target_side,
    share: cython.const_float[::1],
    allowed: cython.const_uchar[::1],
    source: cython.const_int[::1],
    target: cython.const_int[::1],
):
    """Weigh the paths of two steps of pairs by how far their edges are confirmed.

    Args:
        view: the graph.
        target_side: the target language.
        share: of `confirmation`.
        allowed: uint8 (edges,), 1 if the edge may be used from its node, 2 if from its neighbour,
            or their sum.
        source: int32 (pairs,), nodes, ascending.
        target: int32 (pairs,), nodes, ascending for each source.

    Returns:
        float32 (pairs, 3): the chance that the best path of at least one pivot language holds,
        taken as independent; the sum over all paths; and the share of that sum whose edges may be
        used from source to target, 1 without paths.
    """
    starts: cython.const_longlong[::1] = view.starts
    neighbours: cython.const_int[::1] = view.neighbours
    language: cython.const_ushort[::1] = view.language
    wanted: cython.const_uchar[::1] = view.wanted
    left: cython.int = target_side.first
    target_begin: cython.const_longlong[::1] = target_side.begin
    target_end: cython.const_longlong[::1] = target_side.end
    words = len(target_side.languages)
    found: cython.float[:, ::1] = np.zeros((len(source), 3), np.float32)
    asked: cython.uchar[::1] = np.zeros(words, np.uint8)
    best: cython.double[::1] = np.zeros(words)
    fails: cython.double[::1] = np.ones(words)
    total: cython.double[::1] = np.zeros(words)
    free: cython.double[::1] = np.zeros(words)
    begin: cython.Py_ssize_t = 0
    edge: cython.longlong
    with cython.nogil:
        while begin < len(source):
            node = source[begin]
            end: cython.Py_ssize_t = begin
            while end < len(source) and source[end] == node:
                asked[target[end] - left] = 1
                end += 1
            now: cython.int = -1
            for edge in range(starts[node], starts[node + 1] + 1):
                pivot: cython.int = -1
                its: cython.int = -2
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
                for second in range(target_begin[pivot], target_end[pivot]):
                    word = neighbours[second] - left
                    if asked[word]:
                        weight: cython.float = share[edge] * share[second]
                        best[word] = max(best[word], weight)
                        total[word] += weight
                        if allowed[edge] & allowed[second] & 1:
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
    return np.asarray(found)


def describe_surroundings(
    view, side, further: cython.double, most: cython.Py_ssize_t, hub: cython.longlong
):
    """Describe words by the pivots around them.

    Args:
        view: the graph.
        side: the language of the words.
        further: weight of pivots that are two steps away; 0 leaves them out.
        most: pivots of a word at most, the nearest.
        hub: pivots with more neighbours than this lead no further.

    Returns:
        The arrays of `Surroundings`.
    """
    starts: cython.const_longlong[::1] = view.starts
    neighbours: cython.const_int[::1] = view.neighbours
    language: cython.const_ushort[::1] = view.language
    wanted: cython.const_uchar[::1] = view.wanted
    first: cython.int = side.first
    degree: cython.const_int[:, ::1] = side.degree
    count: cython.const_int[::1] = side.languages
    nodes = len(starts) - 1
    begin: cython.longlong[::1] = np.zeros(len(count) + 1, np.int64)
    pivots: cython.int[::1] = np.empty(1 << 20, np.int32)
    weights: cython.float[::1] = np.empty(1 << 20, np.float32)
    size: cython.Py_ssize_t = 0
    chance: cython.double[::1] = np.zeros(nodes)
    here: cython.int[::1] = np.zeros(nodes, np.int32)
    values: cython.double[::1] = np.zeros(nodes)
    order: cython.int[::1] = np.zeros(nodes, np.int32)
    kept: cython.Py_ssize_t
    with cython.nogil:
        for row in range(len(count)):
            number: cython.Py_ssize_t = 0
            for edge in range(starts[first + row], starts[first + row + 1]):
                pivot = neighbours[edge]
                if wanted[pivot]:
                    continue
                ways: cython.longlong = degree[row, language[pivot]]
                drawn = 1.0 / (ways * count[row])
                if chance[pivot] == 0.0:
                    here[number] = pivot
                    number += 1
                chance[pivot] += drawn
                beyond = starts[pivot + 1] - starts[pivot]
                if further > 0 and beyond <= hub:
                    for second in range(starts[pivot], starts[pivot + 1]):
                        other = neighbours[second]
                        if wanted[other]:
                            continue
                        if chance[other] == 0.0:
                            here[number] = other
                            number += 1
                        chance[other] += further * drawn / beyond
            for place in range(number):
                order[place] = place
                values[place] = chance[here[place]]
                chance[here[place]] = 0.0
            kept = number if number <= most else greatest(values, number, most, order)
            length: cython.double = 0.0
            for place in range(kept):
                length += values[order[place]]
            if size + kept > len(pivots):
                with cython.gil:
                    pivots = np.resize(pivots, 2 * (size + kept))
                    weights = np.resize(weights, 2 * (size + kept))
            for place in range(kept):
                pivots[size] = here[order[place]]
                weights[size] = sqrt(values[order[place]] / length)
                size += 1
            begin[row + 1] = size
    return np.asarray(begin), np.asarray(pivots)[:size], np.asarray(weights)[:size]


def surroundings_likeness(
    source: cython.const_int[::1],
    target: cython.const_int[::1],
    nodes: cython.Py_ssize_t,
    source_surroundings,
    target_surroundings,
):
    """Compare the surroundings of pairs.

    Args:
        source: int32 (pairs,), words counted within their language, ascending.
        target: int32 (pairs,), words.
        nodes: number of all nodes.
        source_surroundings: of the words of the source language.
        target_surroundings: of those of the target language.

    Returns:
        float32 (pairs,): cosines, in [0, 1].
    """
    source_begin: cython.const_longlong[::1] = source_surroundings.begin
    source_pivots: cython.const_int[::1] = source_surroundings.pivots
    source_weights: cython.const_float[::1] = source_surroundings.weights
    target_begin: cython.const_longlong[::1] = target_surroundings.begin
    target_pivots: cython.const_int[::1] = target_surroundings.pivots
    target_weights: cython.const_float[::1] = target_surroundings.weights
    found: cython.float[::1] = np.zeros(len(source), np.float32)
    weight: cython.float[::1] = np.zeros(nodes, np.float32)
    now: cython.int = -1
    with cython.nogil:
        for pair in range(len(source)):
            one, other = source[pair], target[pair]
            if one != now:
                if now >= 0:
                    for place in range(source_begin[now], source_begin[now + 1]):
                        weight[source_pivots[place]] = 0.0
                for place in range(source_begin[one], source_begin[one + 1]):
                    weight[source_pivots[place]] = source_weights[place]
                now = one
            total: cython.double = 0.0
            for place in range(target_begin[other], target_begin[other + 1]):
                total += weight[target_pivots[place]] * target_weights[place]
            found[pair] = min(total, 1.0)
    return np.asarray(found)
