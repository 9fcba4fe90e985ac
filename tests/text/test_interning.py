"""Words get numbers as in a dictionary of Python."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.text.interning import Text, Words, take_words

WORDS = st.lists(st.text(st.sampled_from("ab\x00éÉß 😀\ud800"), max_size=20), min_size=1)


def text_of(words: list[str]) -> Text:
    pieces = [(word + "\n").encode("utf-8", "surrogatepass") for word in words]
    starts = np.cumsum([0, *map(len, pieces)])
    return Text(np.frombuffer(b"".join(pieces), np.uint8), starts)


def words_of(text: Text) -> list[str]:
    data = text.bytes.tobytes()
    return [
        data[begin : end - 1].decode("utf-8", "surrogatepass")
        for begin, end in zip(text.starts[:-1], text.starts[1:], strict=True)
    ]


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


@given(words=WORDS, data=st.data())
def test_chosen_words_are_copied_in_their_order(words: list[str], data: st.DataObject) -> None:
    nodes = data.draw(st.lists(st.integers(0, len(words) - 1)))
    found = take_words(text_of(words), np.array(nodes, np.int32))
    assert words_of(found) == [words[node] for node in nodes]


@pytest.mark.slow
def test_words_of_the_same_hash_stay_apart() -> None:
    lemmas = [f"{number * 7919:x}" for number in range(300_000)]
    words = Words()
    for begin in range(0, len(lemmas), 50_000):
        words.numbers(lemmas[begin : begin + 50_000], np.zeros(50_000, np.uint32))
    assert len(np.unique(words._hashes[: words.known])) < words.known  # or this tests nothing
    again = words.numbers(lemmas, np.zeros(len(lemmas), np.uint32))
    assert np.array_equal(again, np.arange(len(lemmas)))
