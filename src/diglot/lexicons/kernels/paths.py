"""Paths between words over words of other languages (compiled).

The score of a path is a product of one factor for each of its words, so that the best ways to a
word in the middle are those of the best first steps: nothing else has to be kept.
"""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def count_neighbours_in(first, last, starts, neighbours):
    """Number of neighbours of each node among the nodes from `first` to before `last`."""
    found = np.zeros(len(starts) - 1, np.int32)
    for node in range(first, last):
        for at in range(starts[node], starts[node + 1]):
            found[neighbours[at]] += 1
    return found


@njit(cache=True, nogil=True)
def count_pivot_neighbours(count, starts, neighbours, ends, ends_too):
    """Number of neighbours of each node, outside the two languages, with a `count` above 0.

    With `ends_too`, neighbours of the two languages count, as well.
    """
    found = np.zeros(len(starts) - 1, np.int32)
    for node in range(len(found)):
        for at in range(starts[node], starts[node + 1]):
            if count[neighbours[at]] > 0 and (ends_too or not is_of_pair(neighbours[at], ends)):
                found[node] += 1
    return found


@njit(cache=True, nogil=True)
def is_of_pair(node, ends):
    """Whether a node is a word of the two languages."""
    return ends[0] <= node < ends[1] or ends[2] <= node < ends[3]


@njit(cache=True, nogil=True)
def first_steps(node, starts, neighbours, bounds, ends, pivots, shares):
    """Pivots of a node and the probability that a walk steps to each; returns their number.

    A language is chosen first, each with equal probability, then a neighbour in it.
    """
    size = 0
    language = 0
    languages = 0
    begin = 0
    for at in range(starts[node], starts[node + 1]):
        pivot = neighbours[at]
        if is_of_pair(pivot, ends):
            continue
        if pivot >= bounds[language + 1] or languages == 0:
            shares[begin:size] = 1.0 / max(1, size - begin)
            begin = size
            languages += 1
            while pivot >= bounds[language + 1]:
                language += 1
        pivots[size] = pivot
        size += 1
    shares[begin:size] = 1.0 / max(1, size - begin)
    shares[:size] /= max(1, languages)
    return size


@njit(cache=True, nogil=True)
def weigh_pivots(size, pivots, shares, onward, back, weights):
    """Factor of each pivot: the root of the probability to come to it and of that to leave it."""
    for x in range(size):
        ways = float(onward[pivots[x]]) * float(back[pivots[x]])
        weights[x] = np.sqrt(shares[x] / ways) if ways > 0 else 0.0


@njit(cache=True, nogil=True)
def spread_pivots(
    group, node, size, pivots, weights, goal, ends, ends_too, budget, graph, reached, hits
):
    """Note which words the pivots lead to, best pivots first; returns whether the budget sufficed.

    A pivot with more neighbours than are left of the budget is passed over: a hub has so many
    ways out that its paths weigh little.

    Args:
        group: number of this call, from 1.
        node: never reached.
        size, pivots, weights: see ``weigh``; a pivot without weight is not used.
        goal: words of 0 here are of no use.
        ends, ends_too: see ``within``; whether words of the two languages may be reached.
        budget: edges to go over at most.
        graph: starts and neighbours.
        reached: int32 (nodes, 2): last group that reached the node; its row in `hits`.
        hits: (pivots of a word int32 (rows, best), their number, sum of their weights).
    """
    starts, neighbours = graph
    which, number, total = hits
    best = which.shape[1]
    rows = 0
    whole = True
    for x in np.argsort(-weights[:size], kind="mergesort"):
        if weights[x] <= 0.0:
            break
        pivot = pivots[x]
        cost = starts[pivot + 1] - starts[pivot]
        if cost > budget:
            whole = False
            continue
        budget -= cost
        for at in range(starts[pivot], starts[pivot + 1]):
            other = neighbours[at]
            if other == node or goal[other] == 0 or (not ends_too and is_of_pair(other, ends)):
                continue
            if reached[other, 0] != group:
                reached[other, 0] = group
                reached[other, 1] = rows
                number[rows] = 0
                total[rows] = 0.0
                rows += 1
            row = reached[other, 1]
            if number[row] < best:
                which[row, number[row]] = x
            number[row] += 1
            total[row] += weights[x]
    return whole


@njit(cache=True, nogil=True)
def keep_best(score, one, two, three, pivots, scores):
    """Put a path among the best, if it is; the shorter one and lower numbers come first."""
    at = len(scores)
    while at > 0:
        held = pivots[at - 1]
        if scores[at - 1] > score:
            break
        if scores[at - 1] == score and held[0] >= 0:
            length, other = (two >= 0) + (three >= 0), (held[1] >= 0) + (held[2] >= 0)
            if other < length:
                break
            if other == length and (held[0], held[1], held[2]) <= (one, two, three):
                break
        at -= 1
    if at == len(scores):
        return
    for x in range(len(scores) - 1, at, -1):
        scores[x] = scores[x - 1]
        pivots[x] = pivots[x - 1]
    scores[at] = score
    pivots[at, 0] = one
    pivots[at, 1] = two
    pivots[at, 2] = three


@njit(cache=True, nogil=True)
def most_neighbours(nodes, starts):
    """Most neighbours of a node."""
    most = 1
    for node in nodes:
        most = max(most, starts[node + 1] - starts[node])
    return most


@njit(cache=True, nogil=True)
def short_paths(order, source, target, graph, bounds, ends, near, beyond, longest, budget, found):
    """Find the best paths of two and of three steps.

    Args:
        order: numbers of the pairs, those of one source word side by side.
        source, target: node of each pair.
        graph: starts and neighbours.
        bounds: where the nodes of each language begin.
        ends: first node and the one after the last of the source, then of the target language.
        near: number of neighbours of each node in the source, and in the target language.
        beyond: number of its pivots with neighbours there, and there.
        longest: 2 or 3.
        budget: edges to go over for a source word at most.
        found: pivots (pairs, best, 3), -1 beyond; scores (pairs, best), 0 beyond; numbers of paths
            (pairs, 3); sums of scores (pairs,); languages of pivots as bits (pairs, words of 64);
            whether something was passed over (pairs,).
    """
    starts, neighbours = graph
    to_source, to_target = near
    by_source, by_target = beyond
    best_pivots, best_scores, counts, strength, through, cut = found
    best = best_scores.shape[1]
    most = max(most_neighbours(source, starts), most_neighbours(target, starts))
    pivots, shares = np.empty(most, np.int32), np.empty(most)
    weights, longer = np.empty(most), np.empty(most)
    others, other_shares = np.empty(most, np.int32), np.empty(most)
    place = np.full((len(starts) - 1, 2), -1, np.int32)
    rows = budget if longest > 2 else 1
    reached = np.zeros((len(starts) - 1 if longest > 2 else 1, 2), np.int32)
    which = np.empty((rows, best), np.int32)
    number, total = np.empty(rows, np.int32), np.empty(rows)
    group = 0
    size = 0
    whole = True
    for q in range(len(order)):
        k = order[q]
        s, t = source[k], target[k]
        if q == 0 or s != source[order[q - 1]]:
            group += 1
            size = first_steps(s, starts, neighbours, bounds, ends, pivots, shares)
            for x in range(size):
                place[pivots[x], 0] = group
                place[pivots[x], 1] = x
            weigh_pivots(size, pivots, shares, to_target, to_source, weights)
            whole = True
            if longest > 2:
                weigh_pivots(size, pivots, shares, by_target, to_source, longer)
                whole = spread_pivots(
                    group, s, size, pivots, longer, to_target, ends, False, budget, graph,
                    reached, (which, number, total),
                )  # fmt: skip
        cut[k] = not whole
        there = first_steps(t, starts, neighbours, bounds, ends, others, other_shares)
        language = 0
        for y in range(there):
            m = others[y]
            if place[m, 0] == group:
                while m >= bounds[language + 1]:
                    language += 1
                through[k, language // 64] |= np.uint64(1) << np.uint64(language % 64)
                score = weights[place[m, 1]] * np.sqrt(other_shares[y])
                counts[k, 0] += 1
                strength[k] += score
                keep_best(score, m, -1, -1, best_pivots[k], best_scores[k])
            if longest > 2 and reached[m, 0] == group and by_source[m] > 0:
                row = reached[m, 1]
                ways = float(by_source[m]) * float(to_target[m])
                weight = np.sqrt(other_shares[y] / ways)
                counts[k, 1] += number[row]
                strength[k] += total[row] * weight
                for z in range(min(best, number[row])):
                    x = which[row, z]
                    keep_best(longer[x] * weight, pivots[x], m, -1, best_pivots[k], best_scores[k])


@njit(cache=True, nogil=True)
def long_paths(
    order, source, target, graph, bounds, ends, near, beyond, far, ends_too, budget, found
):
    """Find the best paths of four steps, of pairs that have no shorter ones.

    Args:
        order, source, target, graph, bounds, ends, near, beyond, found: see ``short_paths``.
        far: number of neighbours of each node with pivots that have neighbours in the source, and
            in the target language.
        ends_too: the word in the middle may be one of the two languages.
        budget: edges to go over for a source word, and again for a pair, at most.
    """
    starts, neighbours = graph
    to_source, to_target = near
    by_source, by_target = beyond
    far_source, far_target = far
    best_pivots, best_scores, counts, strength, _, cut = found
    best = best_scores.shape[1]
    most = max(most_neighbours(source, starts), most_neighbours(target, starts))
    pivots, shares, weights = np.empty(most, np.int32), np.empty(most), np.empty(most)
    others, other_shares = np.empty(most, np.int32), np.empty(most)
    other_weights = np.empty(most)
    reached = np.zeros((len(starts) - 1, 2), np.int32)
    which = np.empty((budget, best), np.int32)
    number, total = np.empty(budget, np.int32), np.empty(budget)
    group = 0
    whole = True
    for q in range(len(order)):
        k = order[q]
        s, t = source[k], target[k]
        if q == 0 or s != source[order[q - 1]]:
            group += 1
            size = first_steps(s, starts, neighbours, bounds, ends, pivots, shares)
            weigh_pivots(size, pivots, shares, far_target, to_source, weights)
            whole = spread_pivots(
                group, s, size, pivots, weights, by_target, ends, ends_too, budget, graph,
                reached, (which, number, total),
            )  # fmt: skip
        if not whole:
            cut[k] = True
        there = first_steps(t, starts, neighbours, bounds, ends, others, other_shares)
        weigh_pivots(there, others, other_shares, far_source, to_target, other_weights)
        left = budget
        for y in np.argsort(-other_weights[:there], kind="mergesort"):
            if other_weights[y] <= 0.0:
                break
            last = others[y]
            cost = starts[last + 1] - starts[last]
            if cost > left:
                cut[k] = True
                continue
            left -= cost
            for at in range(starts[last], starts[last + 1]):
                middle = neighbours[at]
                if reached[middle, 0] != group or middle == t or by_source[middle] == 0:
                    continue
                row = reached[middle, 1]
                weight = other_weights[y] / np.sqrt(
                    float(by_source[middle]) * float(by_target[middle])
                )
                counts[k, 2] += number[row]
                strength[k] += total[row] * weight
                for z in range(min(best, number[row])):
                    x = which[row, z]
                    keep_best(
                        weights[x] * weight, pivots[x], middle, last, best_pivots[k], best_scores[k]
                    )  # fmt: skip


@njit(cache=True, nogil=True)
def edge_numbers(rows, columns, starts, neighbours):
    """Where the edge from each row to its column stands among the edges; -1 where none is."""
    found = np.full(len(rows), -1, np.int64)
    for x in range(len(rows)):
        low, high = starts[rows[x]], starts[rows[x] + 1]
        while low < high:
            middle = (low + high) // 2
            if neighbours[middle] < columns[x]:
                low = middle + 1
            else:
                high = middle
        if low < starts[rows[x] + 1] and neighbours[low] == columns[x]:
            found[x] = low
    return found
