"""Connected parts of a graph and cycles through its words (compiled).

References: Hopcroft and Tarjan (1973), Algorithm 447, for the biconnected components; Villegas et
al. (2016), Leveraging RDF graphs for crossing multiple bilingual dictionaries, for the density.
"""

from __future__ import annotations

import cython
import numpy as np


def component_of(starts: cython.const_longlong[::1], neighbours: cython.const_int[::1]):
    """Find the component of every node.

    Args:
        starts: int64 (nodes + 1,), where the edges of each node begin.
        neighbours: int32 (2 edges,), nodes at the other end.

    Returns:
        int32 (nodes,), the least node of the component of each.
    """
    parent: cython.int[::1] = np.arange(len(starts) - 1, dtype=np.int32)
    one: cython.int
    other: cython.int
    with cython.nogil:
        for node in range(len(parent)):
            for at in range(starts[node], starts[node + 1]):
                one, other = node, neighbours[at]
                while parent[one] != one:
                    parent[one] = parent[parent[one]]
                    one = parent[one]
                while parent[other] != other:
                    parent[other] = parent[parent[other]]
                    other = parent[other]
                # The least node stays on top: nodes come in their order, and chains stay short.
                if one < other:
                    parent[other] = one
                else:
                    parent[one] = other
        for node in range(len(parent)):
            parent[node] = parent[parent[node]]
    return np.asarray(parent)


def biconnected_components(starts: cython.const_longlong[::1], neighbours: cython.const_int[::1]):
    """Number the biconnected components of an undirected graph.

    Args:
        starts: int64 (nodes + 1,), where the edges of each node begin.
        neighbours: int32 (2 edges,), each edge at both its ends, none twice.

    Returns:
        int32 (2 edges,), the component of each edge; -1 for bridges, which lie on no cycle.
    """
    nodes = len(starts) - 1
    met: cython.int[::1] = np.full(nodes, -1, np.int32)  # order in which a walk meets the nodes
    lowest: cython.int[::1] = np.empty(nodes, np.int32)  # first node met from the node's subtree
    parent: cython.int[::1] = np.full(nodes, -1, np.int32)
    order: cython.int[::1] = np.empty(nodes, np.int32)
    at: cython.longlong[::1] = np.array(starts)
    # The component of the edge from its parent; every other edge belongs to that of its lower end.
    component: cython.int[::1] = np.full(nodes, -1, np.int32)
    size: cython.int[::1] = np.zeros(nodes, np.int32)
    result: cython.int[::1] = np.empty(len(neighbours), np.int32)
    count: cython.int = 0
    components: cython.int = 0
    with cython.nogil:
        for root in range(nodes):
            if met[root] >= 0:
                continue
            met[root] = lowest[root] = count
            order[count] = root
            count += 1
            here: cython.Py_ssize_t = root
            while here >= 0:
                above = parent[here]
                if at[here] < starts[here + 1]:
                    other = neighbours[at[here]]
                    at[here] += 1
                    if met[other] < 0:
                        met[other] = lowest[other] = count
                        order[count] = other
                        count += 1
                        parent[other] = here
                        here = other
                    elif other != above:
                        lowest[here] = min(lowest[here], met[other])
                else:
                    if above >= 0:
                        lowest[above] = min(lowest[above], lowest[here])
                    here = above
        for place in range(nodes):
            node: cython.Py_ssize_t = order[place]
            above = parent[node]
            if above < 0:
                continue
            if lowest[node] >= met[above]:
                component[node] = components
                components += 1
            else:
                component[node] = component[above]
            size[component[node]] += 1
        for node in range(nodes):
            for edge in range(starts[node], starts[node + 1]):
                other = neighbours[edge]
                number = component[node] if met[node] > met[other] else component[other]
                result[edge] = number if size[number] > 1 else -1
    return np.asarray(result)


@cython.cfunc
@cython.nogil
def distances(
    source: cython.int,
    depth: cython.longlong,
    starts: cython.const_longlong[::1],
    neighbours: cython.const_int[::1],
    distance: cython.schar[::1],
    reached: cython.int[::1],
) -> cython.Py_ssize_t:
    """Write how far nodes are from the source, down to a depth; return how many were reached."""
    distance[source] = 0
    reached[0] = source
    first: cython.Py_ssize_t = 0
    last: cython.Py_ssize_t = 1
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


@cython.cfunc
@cython.nogil
def credit_cycle(
    path: cython.const_int[::1],
    size: cython.Py_ssize_t,
    density: cython.double,
    factor: cython.double,
    wanted: cython.const_uchar[::1],
    starts: cython.const_longlong[::1],
    neighbours: cython.const_int[::1],
    place: cython.const_schar[::1],
    best: cython.double[::1],
    met: cython.int[::1],
    found: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Give the density of a cycle to the wanted words on it.

    A word with more than two neighbours on the cycle gets ``factor`` times as much, 1 at most.
    ``place`` is a node's place on the path + 1, 0 for others; ``met`` lists the ``found`` nodes
    with a ``best`` score, whose number is returned.
    """
    most: cython.double = min(1.0, density * factor)
    for position in range(1, size):
        node = path[position]
        if wanted[node] == 0 or max(most, density) <= best[node]:
            continue
        near: cython.int = 0
        for edge in range(starts[node], starts[node + 1]):
            near += place[neighbours[edge]] > 0
        score = most if near > 2 else density
        if score > best[node]:
            if best[node] == 0:
                met[found] = node
                found += 1
            best[node] = score
    return found


def densities(
    rings,
    sources: cython.const_int[::1],
    wanted: cython.const_uchar[::1],
    beside: cython.const_uchar[::1],
    least: cython.const_int[::1],
    depth: cython.longlong,
    longest: cython.longlong,
    factor: cython.double,
    repeat: cython.bint,
    budget: cython.longlong,
):
    """Find the density of the densest cycle through each source and each word of a language.

    Of the two ways round a cycle one meets the wanted word in the first half: paths that have met
    none by then are given up.

    Args:
        rings: graph without edges between the two languages, and without bridges, with
            ``component``, int32 (2 edges,), the biconnected component of each edge, and
            ``language``, int32 (nodes,).
        sources: int32 (sources,), nodes to begin at.
        wanted: uint8 (nodes,), 1 for words of the other language.
        beside: uint8 (nodes,), 1 for nodes with a wanted neighbour.
        least: int32 (sources,), nodes of a cycle through each source at least, 3 or more.
        depth: nodes farther from the source are no part of its context.
        longest: nodes of a cycle at most, up to 126.
        factor: see `credit_cycle`.
        repeat: whether a language may come twice.
        budget: edges that are looked at for one source at most.

    Returns:
        (int32 (pairs,), int32 (pairs,), float64 (pairs,), int): numbers of sources, wanted nodes,
        scores, in the order in which they were met; and how many sources were given up early.
    """
    starts: cython.const_longlong[::1] = rings.graph.starts
    neighbours: cython.const_int[::1] = rings.graph.neighbours
    component: cython.const_int[::1] = rings.component
    language: cython.const_int[::1] = rings.language
    nodes = len(starts) - 1
    half: cython.longlong = longest // 2
    distance: cython.schar[::1] = np.full(nodes, -1, np.int8)
    reached: cython.int[::1] = np.empty(nodes, np.int32)
    place: cython.schar[::1] = np.zeros(nodes, np.int8)
    best: cython.double[::1] = np.zeros(nodes)
    met: cython.int[::1] = np.empty(nodes, np.int32)
    spoken: cython.int[::1] = np.zeros(rings.language.max(initial=0) + 1, np.int32)
    path: cython.int[::1] = np.empty(longest, np.int32)
    edges: cython.longlong[::1] = np.zeros(longest, np.int64)  # among the nodes up to each place
    wants: cython.longlong[::1] = np.zeros(longest, np.int64)  # wanted words up to each place
    at: cython.longlong[::1] = np.empty(longest, np.int64)
    rows: cython.int[::1] = np.empty(1024, np.int32)
    columns: cython.int[::1] = np.empty(1024, np.int32)
    scores: cython.double[::1] = np.empty(1024)
    count: cython.Py_ssize_t = 0
    cut: cython.longlong = 0
    each: cython.longlong
    with cython.nogil:
        for number in range(len(sources)):
            source = sources[number]
            steps: cython.longlong = 0
            found: cython.Py_ssize_t = 0
            around = distances(source, min(depth, half), starts, neighbours, distance, reached)
            path[0], place[source], at[0] = source, 1, starts[source]
            spoken[language[source]] += 1
            last: cython.Py_ssize_t = 0
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
                late: cython.bint = last + 2 > half or (last + 2 == half and beside[node] == 0)
                if late and wants[last] == 0 and wanted[node] == 0:
                    continue
                last += 1
                path[last], place[node], at[last] = node, last + 1, starts[node]
                spoken[language[node]] += 1
                wants[last] = wants[last - 1] + wanted[node]
                closed: cython.bint = False
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
                        path, size, density, factor, wanted, starts, neighbours, place, best, met,
                        found,
                    )  # fmt: skip
                if size == longest:
                    at[last] = starts[node + 1]
            cut += steps >= budget
            for each in range(around):
                distance[reached[each]] = -1
            if count + found > len(rows):
                with cython.gil:
                    rows = np.resize(rows, 2 * (count + found))
                    columns = np.resize(columns, 2 * (count + found))
                    scores = np.resize(scores, 2 * (count + found))
            for each in range(found):
                rows[count] = number
                columns[count] = met[each]
                scores[count] = best[met[each]]
                best[met[each]] = 0
                count += 1
    kept = slice(count)
    return np.asarray(rows)[kept], np.asarray(columns)[kept], np.asarray(scores)[kept], cut
