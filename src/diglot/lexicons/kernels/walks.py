"""Walks of two and three steps between two languages over the words of all others."""

from __future__ import annotations

import numpy as np
from numba import njit

FIGURES = 10


@njit(cache=True, nogil=True)
def language_edges(starts, neighbours, first, last):
    """Find for every node where its edges to one language stand.

    Args:
        starts: int64 (nodes + 1,), where the edges of each node begin.
        neighbours: int32 (edges,), ascending for each node.
        first: first node of the language.
        last: the one after its last.

    Returns:
        Two int64 (nodes,): the first such edge, and the one after the last.
    """
    nodes = len(starts) - 1
    begin = np.zeros(nodes, np.int64)
    end = np.zeros(nodes, np.int64)
    for node in range(nodes):
        edges = neighbours[starts[node] : starts[node + 1]]
        begin[node] = starts[node] + np.searchsorted(edges, first)
        end[node] = starts[node] + np.searchsorted(edges, last)
    return begin, end


@njit(cache=True, nogil=True)
def count_continuations(starts, neighbours, wanted, begin, end):
    """Count for every node the pivots beside it that know the wanted language.

    Args:
        starts: as in `language_edges`.
        neighbours: as in `language_edges`.
        wanted: uint8 (nodes,), 1 for words of the source and the target language.
        begin: of `language_edges` to the wanted language.
        end: of `language_edges` to the wanted language.

    Returns:
        int32 (nodes,).
    """
    nodes = len(starts) - 1
    count = np.zeros(nodes, np.int32)
    for node in range(nodes):
        if wanted[node]:
            continue
        for edge in range(starts[node], starts[node + 1]):
            other = neighbours[edge]
            if not wanted[other] and end[other] > begin[other]:
                count[node] += 1
    return count


@njit(cache=True, nogil=True)
def pivot_degrees(starts, neighbours, language, wanted, first, last, languages):
    """Count the pivots of the words of one language.

    Args:
        starts: as in `language_edges`.
        neighbours: as in `language_edges`.
        language: uint16 (nodes,).
        wanted: as in `ways_on`.
        first: first node of the language.
        last: the one after its last.
        languages: number of languages.

    Returns:
        int32 (words, languages), and int32 (words,), in how many languages a word has pivots.
    """
    degree = np.zeros((last - first, languages), np.int32)
    count = np.zeros(last - first, np.int32)
    for node in range(first, last):
        for edge in range(starts[node], starts[node + 1]):
            other = neighbours[edge]
            if not wanted[other]:
                if degree[node - first, language[other]] == 0:
                    count[node - first] += 1
                degree[node - first, language[other]] += 1
    return degree, count


@njit(cache=True, nogil=True)
def walk_pairs(
    starts, neighbours, language, wanted, first, last, left, right,
    source_begin, source_end, target_begin, target_end, source_ways, target_ways,
    source_degree, source_languages, target_degree, target_languages, least, kept,
):  # fmt: skip
    """Walk from every source word over one pivot, and over two.

    A walk draws the language of the first pivot evenly, then the pivot, then each further word
    evenly among those that lead on. Chances back are those of the same walks from the target.

    Args:
        starts: as in `language_edges`.
        neighbours: as in `language_edges`.
        language: uint16 (nodes,).
        wanted: as in `ways_on`.
        first: first node of the source language.
        last: the one after its last.
        left: first node of the target language.
        right: the one after its last.
        source_begin: of `language_edges` to the source language.
        source_end: the same.
        target_begin: of `language_edges` to the target language.
        target_end: the same.
        source_ways: of `ways_on` to the source language.
        target_ways: of `ways_on` to the target language.
        source_degree: of `pivot_degrees` of the source language.
        source_languages: the same.
        target_degree: of `pivot_degrees` of the target language.
        target_languages: the same.
        least: chance below which a walk of three steps is given up.
        kept: chance, either way, that makes a pair of walks of three steps alone.

    Returns:
        int32 source nodes, int32 target nodes, float32 (pairs, FIGURES): paths of two steps, chance
        forth, chance back, pivot languages, sum and greatest of the overlaps by language, paths of
        three steps, chance forth, chance back, pivot languages that know both words.
    """
    words = right - left
    nodes = len(starts) - 1
    languages = source_degree.shape[1]
    figures = np.zeros((words, FIGURES))
    shared = np.zeros(words, np.int32)
    met = np.zeros(words, np.uint8)
    here = np.zeros(words, np.int64)
    block = np.zeros(words, np.int64)
    forth = np.zeros(nodes)
    back = np.zeros(nodes)
    paths = np.zeros(nodes, np.int32)
    second = np.zeros(nodes, np.int64)
    room = 1 << 16
    sources = np.empty(room, np.int32)
    targets = np.empty(room, np.int32)
    found = np.empty((room, FIGURES), np.float32)
    pairs = 0
    for source in range(first, last):
        row = source - first
        if source_languages[row] == 0:
            continue
        count = 0
        seconds = 0
        of_block = 0
        now = -1
        for edge in range(starts[source], starts[source + 1] + 1):
            pivot = -1
            its = -2
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
            chance = 1.0 / (source_degree[row, its] * source_languages[row])
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
                drawn = target_degree[target, its] * target_languages[target]
                figures[target, 2] += 1.0 / (drawn * of_source)
                if shared[target] == 0:
                    block[of_block] = target
                    of_block += 1
                shared[target] += 1
            if target_ways[pivot] > 0:
                for other in range(starts[pivot], starts[pivot + 1]):
                    next_pivot = neighbours[other]
                    if wanted[next_pivot] or target_end[next_pivot] == target_begin[next_pivot]:
                        continue
                    if paths[next_pivot] == 0:
                        second[seconds] = next_pivot
                        seconds += 1
                    paths[next_pivot] += 1
                    forth[next_pivot] += chance / target_ways[pivot]
                    back[next_pivot] += 1.0 / (of_source * source_ways[next_pivot])
        for number in range(seconds):
            pivot = second[number]
            of_target = target_end[pivot] - target_begin[pivot]
            chance = forth[pivot] / of_target
            if chance >= least:
                for other in range(target_begin[pivot], target_end[pivot]):
                    target = neighbours[other] - left
                    if not met[target]:
                        met[target] = 1
                        here[count] = target
                        count += 1
                    figures[target, 6] += paths[pivot]
                    figures[target, 7] += chance
                    drawn = target_degree[target, language[pivot]] * target_languages[target]
                    figures[target, 8] += back[pivot] / drawn
            paths[pivot] = 0
            forth[pivot] = 0.0
            back[pivot] = 0.0
        for number in range(count):
            target = here[number]
            far = figures[target, 7] >= kept and figures[target, 8] >= kept
            if figures[target, 0] > 0 or far:
                if pairs == room:
                    room *= 2
                    sources = _wider(sources, room)
                    targets = _wider(targets, room)
                    more = np.empty((room, FIGURES), np.float32)
                    more[:pairs] = found
                    found = more
                for other in range(languages):
                    if source_degree[row, other] > 0 and target_degree[target, other] > 0:
                        figures[target, 9] += 1
                sources[pairs] = source
                targets[pairs] = target + left
                for figure in range(FIGURES):
                    found[pairs, figure] = figures[target, figure]
                pairs += 1
            figures[target, :] = 0.0
            met[target] = 0
    return sources[:pairs], targets[:pairs], found[:pairs]


@njit(cache=True, nogil=True)
def _wider(values, room):
    more = np.empty(room, values.dtype)
    more[: len(values)] = values
    return more
