"""Alignments to try the scores on: orderly ones, and any sets of links at all."""

from __future__ import annotations

from hypothesis import strategies as st

from diglot.model import Link

TYPES = [(1, 1), (1, 1), (1, 1), (1, 0), (0, 1), (2, 1), (1, 2), (2, 2), (3, 0), (0, 2), (1, 3)]


def cover(steps):
    """Lay link types end to end: an alignment that covers both texts."""
    links, i, j = [], 0, 0
    for a, b in steps:
        links.append(Link(tuple(range(i, i + a)), tuple(range(j, j + b))))
        i, j = i + a, j + b
    return links


def covers(max_size=40, min_size=0):
    return st.lists(st.sampled_from(TYPES), min_size=min_size, max_size=max_size).map(cover)


index_sets = st.sets(st.integers(0, 9), max_size=4).map(lambda found: tuple(sorted(found)))
any_links = st.lists(st.builds(Link, index_sets, index_sets), max_size=12)
alignments = st.one_of(covers(), any_links)


def texts(links):
    """Two texts long enough for ``links``, of segments of different length."""
    sizes = [
        1 + max((i for link in links for i in side(link)), default=0)
        for side in (lambda link: link.source, lambda link: link.target)
    ]
    return [[" ".join(["wort"] * (1 + i * 7 % 5)) for i in range(size)] for size in sizes]


def documents(elements=alignments, max_size=3):
    """Runs of one or more documents: (predicted, gold, source texts, target texts)."""

    def complete(pairs):
        sides = [texts([*one, *other]) for one, other in pairs]
        return (
            [one for one, _ in pairs],
            [other for _, other in pairs],
            [source for source, _ in sides],
            [target for _, target in sides],
        )

    return st.lists(st.tuples(elements, elements), min_size=1, max_size=max_size).map(complete)
