"""Word links to try the scores on, made from plain lists."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from diglot.model import WordLinks


def links(pairs, possible=None, scores=None):
    """Flat links from a list of (source, target) a pair; ``possible`` lists more of them a pair."""
    rows = []
    for number, sure in enumerate(pairs):
        maybe = possible[number] if possible is not None else []
        known = dict.fromkeys(maybe, True) | dict.fromkeys(sure, False)
        rows.append(sorted(known.items()))
    flat = [(cell, flag) for row in rows for cell, flag in row]
    offsets = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    probability = None
    if scores is not None:
        probability = np.array(
            [scores[n][cell] for n, row in enumerate(rows) for cell, _ in row], dtype=np.float32
        )
    return WordLinks(
        offsets,
        np.array([cell[0] for cell, _ in flat], dtype=np.int32),
        np.array([cell[1] for cell, _ in flat], dtype=np.int32),
        probability,
        None if possible is None else np.array([flag for _, flag in flat], dtype=np.bool_),
    )


cells = st.tuples(st.integers(0, 5), st.integers(0, 5))
cell_sets = st.frozensets(cells, max_size=8)
corpora = st.lists(st.tuples(cell_sets, cell_sets, cell_sets), max_size=5)
"""Predicted, sure and possible links of some pairs."""
