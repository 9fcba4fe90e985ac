"""Numbers of words in a compiled loop against the same source as plain Python."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diglot.text.interning import bytes_of, split_words
from diglot.text.kernels import interning as kernel
from tests.text.test_interning import WORDS, text_of
from tests.twins import load_twin

twin = load_twin("diglot.text.kernels.interning")


@given(st.lists(st.tuples(st.sampled_from(["", "a", "b", "ab"]), st.integers(0, 2)), max_size=9))
def test_words_and_their_hashes_are_those_of_the_twin(words: list[tuple[str, int]]) -> None:
    text = split_words(bytes_of("".join(f"{word}\n" for word, _ in words)))
    kinds = np.array([kind for _, kind in words], np.uint32)
    tables = []
    for each in (kernel, twin):
        table = (
            np.full(32, -1, np.int32), np.zeros(9, np.uint32), np.zeros(40, np.uint8),
            np.zeros(10, np.int64), np.zeros(9, np.uint32),
        )  # fmt: skip
        with np.errstate(over="ignore"):
            known, out = each.intern_words(text.bytes, text.starts, kinds, *table, 0)
            slots = np.full(32, -1, np.int32)
            each.fill_slots(slots, table[1], known)
        assert sorted(slots) == sorted(table[0])
        tables.append([known, *map(np.ndarray.tolist, (out, slots, *table))])
    assert tables[0] == tables[1]


@given(WORDS, st.booleans())
def test_words_are_copied_with_separators_or_without(words: list[str], separators: bool) -> None:
    text = text_of(words)
    backwards = np.arange(len(words), dtype=np.int32)[::-1].copy()
    out, starts = np.zeros(len(text.bytes), np.uint8), np.zeros(len(words) + 1, np.int64)
    kernel.gather_words(text.bytes, text.starts, backwards, separators, out, starts)
    pieces = [
        (word + "\n" * separators).encode("utf-8", "surrogatepass") for word in reversed(words)
    ]
    assert out[: starts[-1]].tobytes() == b"".join(pieces)
    assert np.diff(starts).tolist() == [len(piece) for piece in pieces]
