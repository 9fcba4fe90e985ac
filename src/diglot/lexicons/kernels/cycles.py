"""Cycles through the words of a graph (compiled).

References: Hopcroft and Tarjan (1973), Algorithm 447, for the biconnected components; Villegas et
al. (2016), Leveraging RDF graphs for crossing multiple bilingual dictionaries, for the density.
"""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def biconnected_components(starts, neighbours):
    """Number the biconnected components of an undirected graph.

    Args:
        starts: int64 (nodes + 1,), where the edges of each node begin.
        neighbours: int32 (2 edges,), each edge at both its ends, none twice.

    Returns:
        int32 (2 edges,), the component of each edge; -1 for bridges, which lie on no cycle.
    """
    nodes = len(starts) - 1
    met = np.full(nodes, -1, np.int64)  # order in which a depth-first walk meets the nodes
    lowest = np.empty(nodes, np.int64)  # first node that is met from the node's subtree
    parent = np.full(nodes, -1, np.int32)
    order = np.empty(nodes, np.int32)
    at = starts[:-1].copy()
    count = 0
    for root in range(nodes):
        if met[root] >= 0:
            continue
        met[root] = lowest[root] = count
        order[count] = root
        count += 1
        here = root
        while here >= 0:
            if at[here] < starts[here + 1]:
                other = neighbours[at[here]]
                at[here] += 1
                if met[other] < 0:
                    met[other] = lowest[other] = count
                    order[count] = other
                    count += 1
                    parent[other] = here
                    here = other
                elif other != parent[here]:
                    lowest[here] = min(lowest[here], met[other])
            else:
                above = parent[here]
                if above >= 0:
                    lowest[above] = min(lowest[above], lowest[here])
                here = above
    # The component of the edge from its parent; every other edge belongs to that of its lower end.
    component = np.full(nodes, -1, np.int32)
    size = np.zeros(nodes, np.int64)
    components = 0
    for node in order:
        above = parent[node]
        if above < 0:
            continue
        if lowest[node] >= met[above]:
            component[node] = components
            components += 1
        else:
            component[node] = component[above]
        size[component[node]] += 1
    result = np.empty(len(neighbours), np.int32)
    for node in range(nodes):
        for edge in range(starts[node], starts[node + 1]):
            other = neighbours[edge]
            number = component[node] if met[node] > met[other] else component[other]
            result[edge] = number if size[number] > 1 else -1
    return result


@njit(cache=True, nogil=True)
def distances(source, depth, starts, neighbours, distance, reached):
    """Write how far nodes are from the source, down to a depth.

    Args:
        source: a node.
        depth: nodes farther away are left out.
        starts, neighbours: the graph.
        distance: int8 (nodes,), -1 everywhere; written.
        reached: int32 (nodes,), written.

    Returns:
        int: number of nodes reached.
    """
    distance[source] = 0
    reached[0] = source
    first, last = 0, 1
    while first < last:
        node = reached[first]
        first += 1
        if distance[node] == depth:
            break
        for edge in range(starts[node], starts[node + 1]):
            other = neighbours[edge]
            if distance[other] < 0:
                distance[other] = distance[node] + 1
                reached[last] = other
                last += 1
    return last


@njit(cache=True, nogil=True)
def credit_cycle(path, size, density, factor, wanted, starts, neighbours, place, best, met, found):
    """Give the density of a cycle to the wanted words on it.

    A word with more than two neighbours on the cycle gets ``factor`` times as much, 1 at most.

    Args:
        path: int32 (longest,), nodes of the cycle.
        size: number of its nodes.
        density: of the cycle.
        factor: see above.
        wanted: uint8 (nodes,), 1 for words of the other language.
        starts, neighbours: the graph.
        place: int8 (nodes,), place on the path + 1, 0 for nodes that are not on it.
        best: float64 (nodes,), best score of each node; written.
        met: int32 (nodes,), nodes with a score; written.
        found: their number.

    Returns:
        int: their number now.
    """
    most = min(1.0, density * factor)
    for position in range(1, size):
        node = path[position]
        if wanted[node] == 0 or max(most, density) <= best[node]:
            continue
        near = 0
        for edge in range(starts[node], starts[node + 1]):
            if place[neighbours[edge]] > 0:
                near += 1
        score = most if near > 2 else density
        if score > best[node]:
            if best[node] == 0:
                met[found] = node
                found += 1
            best[node] = score
    return found


@njit(cache=True, nogil=True)
def densities(
    sources,
    starts,
    neighbours,
    component,
    language,
    wanted,
    beside,
    least,
    depth,
    longest,
    factor,
    repeat,
    budget,
):
    """Find the density of the densest cycle through each source and each word of a language.

    Of the two ways round a cycle one meets the wanted word in the first half: paths that have met
    none by then are given up.

    Args:
        sources: int32 (sources,), nodes to begin at.
        starts, neighbours: graph without edges between the two languages, and without bridges.
        component: int32 (2 edges,), biconnected component of each edge.
        language: int32 (nodes,).
        wanted: uint8 (nodes,), 1 for words of the other language.
        beside: uint8 (nodes,), 1 for nodes with a wanted neighbour.
        least: int32 (sources,), nodes of a cycle through each source at least, 3 or more.
        depth: nodes farther from the source are no part of its context.
        longest: nodes of a cycle at most.
        factor: see `credit`.
        repeat: whether a language may come twice.
        budget: edges that are looked at for one source at most.

    Returns:
        (int32 (pairs,), int32 (pairs,), float64 (pairs,), int): numbers of sources, wanted nodes,
        scores, in the order in which they were met; and how many sources were given up early.
    """
    nodes = len(starts) - 1
    half = longest // 2
    distance = np.full(nodes, -1, np.int8)
    reached = np.empty(nodes, np.int32)
    place = np.zeros(nodes, np.int8)
    best = np.zeros(nodes)
    met = np.empty(nodes, np.int32)
    spoken = np.zeros(language.max() + 1 if nodes else 1, np.int32)
    path = np.empty(longest, np.int32)
    edges = np.zeros(longest, np.int64)  # among the path's nodes up to each place
    wants = np.zeros(longest, np.int64)  # wanted words up to each place
    at = np.empty(longest, np.int64)
    capacity = 1024
    rows = np.empty(capacity, np.int32)
    columns = np.empty(capacity, np.int32)
    scores = np.empty(capacity)
    count, cut = 0, 0
    for number in range(len(sources)):
        source = sources[number]
        steps, found = 0, 0
        around = distances(source, min(depth, half), starts, neighbours, distance, reached)
        path[0], place[source], at[0] = source, 1, starts[source]
        spoken[language[source]] += 1
        last = 0
        while last >= 0:
            here = path[last]
            if at[last] == starts[here + 1] or steps >= budget:
                place[here] = 0
                spoken[language[here]] -= 1
                last -= 1
                continue
            edge = at[last]
            at[last] += 1
            steps += 1
            node = neighbours[edge]
            if place[node] > 0 or distance[node] < 0 or last + 1 + distance[node] > longest:
                continue
            if last > 0 and component[edge] != component[at[0] - 1]:
                continue
            if not repeat and spoken[language[node]] > 0:
                continue
            # `last + 1` is the place of the new node.
            late = last + 2 > half or (last + 2 == half and beside[node] == 0)
            if late and wants[last] == 0 and wanted[node] == 0:
                continue
            last += 1
            path[last], place[node], at[last] = node, last + 1, starts[node]
            spoken[language[node]] += 1
            wants[last] = wants[last - 1] + wanted[node]
            closed = False
            edges[last] = edges[last - 1]
            for each in range(starts[node], starts[node + 1]):
                other = neighbours[each]
                if place[other] > 0:
                    edges[last] += 1
                    closed |= other == source
            steps += starts[node + 1] - starts[node]
            size = last + 1
            if closed and size >= least[number] and wants[last] > 0:
                density = 2.0 * edges[last] / (size * (size - 1))
                found = credit_cycle(
                    path, size, density, factor, wanted, starts, neighbours, place, best, met, found
                )
            if size == longest:
                at[last] = starts[node + 1]
        cut += steps >= budget
        for each in range(around):
            distance[reached[each]] = -1
        if count + found > capacity:
            capacity = 2 * (count + found)
            rows = np.concatenate((rows[:count], np.empty(capacity - count, np.int32)))
            columns = np.concatenate((columns[:count], np.empty(capacity - count, np.int32)))
            scores = np.concatenate((scores[:count], np.empty(capacity - count)))
        for each in range(found):
            rows[count] = number
            columns[count] = met[each]
            scores[count] = best[met[each]]
            best[met[each]] = 0
            count += 1
    return rows[:count], columns[:count], scores[:count], cut
