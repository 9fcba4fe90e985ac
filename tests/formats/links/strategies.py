"""Generated links: alignments as a search gives them, and any bags of links."""

from __future__ import annotations

from hypothesis import strategies as st

from diglot.model import Link

scores = st.one_of(st.none(), st.floats(0, 1, allow_nan=False))


@st.composite
def alignments(draw: st.DrawFn, *, scored: bool = True, kinds: bool = False) -> tuple[Link, ...]:
    """Monotone links that cover both sides, without an empty one."""
    links = []
    i = j = 0
    for a, b in draw(
        st.lists(
            st.tuples(st.integers(0, 4), st.integers(0, 4)).filter(lambda sizes: sum(sizes) > 0),
            max_size=12,
        )
    ):
        links.append(
            Link(
                tuple(range(i, i + a)),
                tuple(range(j, j + b)),
                draw(scores) if scored else None,
                draw(st.sampled_from([None, "confirmed", "plain"])) if kinds else None,
            )
        )
        i += a
        j += b
    return tuple(links)


sides = st.lists(st.integers(0, 50), unique=True, max_size=4).map(lambda ids: tuple(sorted(ids)))
bags = st.lists(st.builds(Link, sides, sides, scores), max_size=12).map(tuple)
