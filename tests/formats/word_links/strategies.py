"""Generated word links of many sentence pairs."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from diglot.model import WordLinks

positions = st.one_of(st.integers(0, 12), st.integers(0, 120), st.integers(0, (1 << 20) - 2))


@st.composite
def word_links(draw: st.DrawFn, *, scores: bool = True, possible: bool = True) -> WordLinks:
    """Links as readers give them: sorted, each once; probabilities of four decimals at most."""
    pairs = draw(st.lists(st.sets(st.tuples(positions, positions), max_size=6), max_size=8))
    rows = [sorted(pair) for pair in pairs]
    flat = [link for row in rows for link in row]
    size = len(flat)
    given = None
    if scores and size and draw(st.booleans()):
        tenths = draw(st.lists(st.integers(0, 10_000), min_size=size, max_size=size))
        given = (np.array(tenths) / 10_000).astype(np.float32)
    marks = None
    if possible and size:
        drawn = draw(st.lists(st.booleans(), min_size=size, max_size=size))
        marks = np.array(drawn, np.bool_) if any(drawn) else None
    return WordLinks(
        np.cumsum([0, *map(len, rows)]).astype(np.int64),
        np.array([i for i, _ in flat], np.int32),
        np.array([j for _, j in flat], np.int32),
        given,
        marks,
    )


def same(one: WordLinks, other: WordLinks) -> bool:
    """Tell whether two bodies of links are equal in every array."""
    return all(
        (left is None and right is None)
        or (left is not None and right is not None and np.array_equal(left, right))
        for left, right in (
            (one.offsets, other.offsets),
            (one.source, other.source),
            (one.target, other.target),
            (one.scores, other.scores),
            (one.possible, other.possible),
        )
    )


def block(links: WordLinks, start: int, stop: int) -> WordLinks:
    """Return some consecutive pairs as links of their own."""
    here = slice(links.offsets[start], links.offsets[stop])
    return WordLinks(
        links.offsets[start : stop + 1] - links.offsets[start],
        links.source[here],
        links.target[here],
        None if links.scores is None else links.scores[here],
        None if links.possible is None else links.possible[here],
    )
