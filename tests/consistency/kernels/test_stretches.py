"""Compiled memory of stretches between blanks against a dictionary."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diglot.consistency.kernels.stretches import Memory, lay_out, number_stretches

LONGEST = 6
TEXTS = st.lists(
    st.lists(st.sampled_from(["", "a", "b", "ab", "é", "longer than that"])).map(" ".join)
)


def number(blocks: list[list[str]], slots: int) -> list[list[list[bytes]]]:
    """The stretches of blocks of texts that their numbers stand for."""
    sizes = [sum(len(text.encode()) + 1 for text in block) for block in blocks]
    memory = Memory(
        slots=np.full(slots, -1, np.int32),
        hashes=np.zeros(sum(sizes), np.uint64),
        text=np.zeros(sum(sizes), np.uint8),
        starts=np.zeros(sum(sizes) + 1, np.int64),
    )
    known: list[bytes] = []
    found = []
    for block in blocks:
        text = "".join(block).encode()
        bounds = np.cumsum([0, *(len(each.encode()) for each in block)]).astype(np.int64)
        numbers, cuts, new = number_stretches(text, bounds, memory, len(known), LONGEST)
        known += [text[begin:end] for begin, end in new.tolist()]
        again = [each for each in known if len(each) <= LONGEST]
        assert len(set(again)) == len(again) or 2 * len(known) > slots
        stretches = [known[each] for each in numbers.tolist()]
        found.append([stretches[a:b] for a, b in pairwise(cuts)])
    return found


@given(st.lists(TEXTS, max_size=3), st.sampled_from([1, 4, 1024]))
def test_numbers_stand_for_what_is_between_blanks(blocks: list[list[str]], slots: int) -> None:
    expected = [[text.encode().split(b" ") for text in block] for block in blocks]
    assert number(blocks, slots) == [
        [[each for each in text if each] for text in block] for block in expected
    ]


STRETCHES = st.lists(
    st.tuples(st.lists(st.integers(0, 9), max_size=3), st.booleans(), st.booleans()), min_size=1
)


@given(STRETCHES, st.lists(st.lists(st.integers(0, 99), max_size=4), max_size=4))
def test_tokens_of_texts_are_those_of_their_stretches(known, texts) -> None:
    texts = [[each % len(known) for each in text] for text in texts]
    tokens, offsets, doubtful = lay_out(
        np.array([each for text in texts for each in text], np.int32),
        np.cumsum([0, *map(len, texts)]).astype(np.int64),
        np.cumsum([0, *(len(of) for of, _, _ in known)]).astype(np.int64),
        np.array([token for of, _, _ in known for token in of], np.int32),
        bytes(end for _, end, _ in known),
        bytes(begin for _, _, begin in known),
    )
    expected = [[token for each in text for token in known[each][0]] for text in texts]
    assert [each.tolist() for each in np.split(tokens, offsets[1:])[:-1]] == expected
    assert doubtful.tolist() == [
        any(known[one][1] and known[other][2] for one, other in pairwise(text)) for text in texts
    ]
