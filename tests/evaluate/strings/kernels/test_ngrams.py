"""Compiled matches of n-grams against a count of them all."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from diglot.evaluate.strings.kernels import ngrams as kernel
from tests.evaluate.strings.kernels.segments import SYMBOLS, flat

ROWS = st.integers(1, 3).flatmap(
    lambda streams: st.lists(st.tuples(SYMBOLS, *[SYMBOLS] * streams), max_size=4)
)


def arguments(rows, order):
    references = [reference for row in rows for reference in row[1:]]
    streams = len(rows[0]) - 1 if rows else 1
    return *flat([row[0] for row in rows]), *flat(references), streams, order


def matches(rows, order):
    """Clipped matches, from multisets of n-grams."""
    counts = []
    for row in rows:
        for n in range(1, order + 1):
            mine, *theirs = (
                Counter(tuple(symbols[k : k + n]) for k in range(len(symbols) - n + 1))
                for symbols in row
            )
            counts.append(sum(min(mine[each], max(t[each] for t in theirs)) for each in mine))
    return counts


@given(ROWS, st.integers(1, 4))
def test_matches_are_those_of_multisets(rows, order):
    assert kernel.ngram_matches(*arguments(rows, order)).ravel().tolist() == matches(rows, order)
