"""Words get numbers as in a dictionary of Python."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.text.interning import Words


@given(
    chunks=st.lists(st.lists(st.tuples(st.sampled_from(["a", "b", "ab", ""]), st.integers(0, 2))))
)
def test_numbers_are_those_of_first_use(chunks: list[list[tuple[str, int]]]) -> None:
    words, known = Words(), {}
    for chunk in chunks:
        kinds = np.array([kind for _, kind in chunk], np.uint32)
        found = words.numbers([lemma for lemma, _ in chunk], kinds)
        assert found.tolist() == [known.setdefault(each, len(known)) for each in chunk]
    assert words.known == len(known)
    assert words.words_from(0) == [lemma for lemma, _ in known]
    text, kinds = words.close()
    assert text.bytes.tobytes().decode() == "".join(f"{lemma}\n" for lemma, _ in known)
    assert kinds.tolist() == [kind for _, kind in known]


@pytest.mark.slow
def test_words_of_the_same_hash_stay_apart() -> None:
    lemmas = [f"{number * 7919:x}" for number in range(300_000)]
    words = Words()
    for begin in range(0, len(lemmas), 50_000):
        words.numbers(lemmas[begin : begin + 50_000], np.zeros(50_000, np.uint32))
    assert len(np.unique(words._hashes[: words.known])) < words.known  # or this tests nothing
    again = words.numbers(lemmas, np.zeros(len(lemmas), np.uint32))
    assert np.array_equal(again, np.arange(len(lemmas)))
