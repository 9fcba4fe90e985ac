"""Compiled loops over words and entries against containers of Python."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.lexicons.kernels import encoding as kernel
from tests.text.test_interning import WORDS, text_of
from tests.twins import load_twin

twin = load_twin("diglot.lexicons.kernels.encoding")

NODES = 4
ROW = st.tuples(st.integers(0, NODES - 1), st.integers(0, NODES - 1), st.integers(1, 3))
DICTIONARIES = st.lists(st.lists(ROW, max_size=40), min_size=1, max_size=5)
Entry = tuple[int, int, int]  # neighbour, dictionary, way


@given(WORDS, st.sampled_from([0, 8]))
def test_eight_bytes_are_one_number(words: list[str], offset: int) -> None:
    text = text_of(words)
    found = kernel.eight_bytes(
        text.bytes, text.starts, np.arange(len(words), dtype=np.int32), offset
    )
    parts = [word.encode("utf-8", "surrogatepass")[offset : offset + 8] for word in words]
    assert found.tolist() == [int.from_bytes(part.ljust(8, b"\0")) for part in parts]


@given(DICTIONARIES, st.permutations(range(NODES)), st.sampled_from([np.uint16, np.int32]))
def test_rows_become_edges_at_both_their_ends(
    dictionaries: list[list[Entry]], order: list[int], narrow: type
) -> None:
    place = np.array(order, np.int32)
    columns = [np.array(rows, np.int32).reshape(-1, 3).T.copy() for rows in dictionaries]
    ends = [place[end] for source, target, _ in columns for end in (source, target)]
    counts = np.bincount(np.concatenate([np.empty(0, np.int32), *ends]), minlength=NODES)
    starts = np.concatenate([[0], np.cumsum(counts)])
    entries, free = np.empty(starts[-1], np.uint64), starts.copy()
    for number, (source, target, way) in enumerate(columns):
        kernel.place_entries(source, target, way.astype(np.uint8), number, place, free, entries)
    edges, more = kernel.sort_entries(entries, starts)
    neighbours, allowed = np.empty(edges, np.int32), np.empty(edges, np.uint8)
    first = np.empty(edges, narrow)
    edge, dictionary = np.empty(more, np.int64), np.empty(more, np.int32)
    kernel.merge_entries(entries, starts, neighbours, allowed, first, edge, dictionary)

    ways: defaultdict[tuple[int, int], int] = defaultdict(int)
    said: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for number, rows in enumerate(dictionaries):
        for source, target, way in rows:
            one, other = order[source], order[target]
            for ends, its in (((one, other), way), ((other, one), way >> 1 | way << 1 & 2)):
                ways[ends] |= its
                said[ends].add(number)
    here = np.repeat(np.arange(NODES), np.diff(starts)).tolist()
    assert list(zip(here, neighbours.tolist(), strict=True)) == sorted(ways)
    assert allowed.tolist() == [ways[ends] for ends in sorted(ways)]
    assert first.tolist() == [min(said[ends]) for ends in sorted(ways)]
    further = [(at, d) for at, ends in enumerate(sorted(ways)) for d in sorted(said[ends])[1:]]
    assert list(zip(edge.tolist(), dictionary.tolist(), strict=True)) == further


@pytest.mark.parametrize("narrow", [np.uint16, np.int32])
@given(values=st.lists(st.integers(0, 5)))
def test_values_are_numbered_by_first_use(narrow: type, values: list[int]) -> None:
    found, numbers = np.array(values, narrow), np.full(6, -1, np.int64)
    known = {value: at for at, value in enumerate(dict.fromkeys(values))}
    assert kernel.number_by_first_use(found, numbers) == len(known)
    assert found.tolist() == [known[value] for value in values]
    assert numbers.tolist() == [known.get(value, -1) for value in range(6)]
