"""Components and bridges against joined sets."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diglot.lexicons.kernels import cycles as kernel

NODES = 8
EDGES = st.sets(
    st.tuples(st.integers(0, NODES - 1), st.integers(0, NODES - 1)).filter(lambda e: e[0] < e[1])
)
Edges = set[tuple[int, int]]


def arrays(edges: Edges) -> tuple[np.ndarray, np.ndarray]:
    """Where the edges of each node begin, and its neighbours."""
    ends = sorted(edges | {(other, one) for one, other in edges})
    counts = Counter(one for one, _ in ends)
    starts = np.cumsum([0, *(counts[node] for node in range(NODES))])
    return starts, np.array([other for _, other in ends], np.int32)


def least(edges: Edges) -> list[int]:
    """The least node of the component of each."""
    found = list(range(NODES))
    for _ in range(NODES):
        for one, other in edges:
            found[one] = found[other] = min(found[one], found[other])
    return found


@given(EDGES)
def test_a_component_is_named_by_its_least_node(edges: Edges) -> None:
    assert kernel.component_of(*arrays(edges)).tolist() == least(edges)


@given(EDGES)
def test_a_bridge_alone_joins_its_ends(edges: Edges) -> None:
    starts, neighbours = arrays(edges)
    found = kernel.biconnected_components(starts, neighbours) < 0
    begins = np.repeat(np.arange(NODES), np.diff(starts))
    bridges = {edge for edge in edges if least(edges - {edge}) != least(edges)}
    lone = zip(begins[found].tolist(), neighbours[found].tolist(), strict=True)
    assert {(min(edge), max(edge)) for edge in lone} == bridges
