"""Trees of bisegments to try the scores on: random divisions with trims and idle nodes."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from diglot.model import BisegmentTrees


def trees(pairs):
    """Flat trees from a list of (source begin, end, target begin, end, parent) a pair.

    Parents are numbers within the pair, None at the root.
    """
    rows, offsets = [], [0]
    for nodes in pairs:
        base = offsets[-1]
        depths = []
        for *span, parent in nodes:
            depths.append(0 if parent is None else depths[parent] + 1)
            rows.append((*span, -1 if parent is None else base + parent, depths[-1]))
        offsets.append(len(rows))
    table = np.array(rows, dtype=np.int64).reshape(-1, 6)
    return BisegmentTrees(
        np.array(offsets, dtype=np.int64),
        table[:, 0:2].astype(np.int32),
        table[:, 2:4].astype(np.int32),
        table[:, 4],
        table[:, 5].astype(np.int32),
    )


@st.composite
def divisions(draw):
    """One tree as a list of nodes, each after its parent."""
    nodes = []

    def divide(a, b, c, d, parent):
        number = len(nodes)
        nodes.append((a, b, c, d, parent))
        height, width = b - a, d - c
        what = draw(st.sampled_from(["leaf", "split", "split", "inverse", "trim", "idle"]))
        if what == "idle" and len(nodes) < 20:
            divide(a, b, c, d, number)
        elif what == "trim" and height > 1:
            divide(a + 1, b, c, d, number)
        elif what in ("split", "inverse") and height > 1 and width > 1:
            i, j = draw(st.integers(a + 1, b - 1)), draw(st.integers(c + 1, d - 1))
            left, right = ((c, j), (j, d)) if what == "split" else ((j, d), (c, j))
            divide(a, i, *left, number)
            divide(i, b, *right, number)

    divide(0, draw(st.integers(1, 6)), 0, draw(st.integers(1, 6)), None)
    return nodes
