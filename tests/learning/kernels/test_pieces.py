"""Texts cut into pieces: the compiled kernel, its plain twin, and all cuts of short texts."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diglot.learning.encoders.universal import PieceModel, _tree
from diglot.learning.kernels import pieces as kernel
from tests.twins import load_twin

MARK = "\u2581"
SCORES = {
    "": 0.0,
    MARK: -2.0,
    "a": -3.0,
    "b": -3.5,
    "ab": -4.0,
    MARK + "a": -3.25,
    "é": -5.0,
    "ba": -7.0,
}


@cache
def model() -> PieceModel:
    tree = _tree([piece.encode() for piece in SCORES])
    # No text is replaced: the root of the double array has no children that fit.
    units = np.zeros(1024, np.uint32)
    empty = np.zeros(1, np.uint8)
    return PieceModel(np.array(list(SCORES.values()), np.float32), *tree, units, empty, empty)


def cut(module: Any, texts: list[str]) -> list[list[int]]:
    data = [text.encode() for text in texts]
    offsets = np.cumsum([0, *map(len, data)]).astype(np.int64)
    ids, begins = module.cut_pieces(model(), np.frombuffer(b"".join(data), np.uint8), offsets)
    return [ids[a:b].tolist() for a, b in pairwise(begins)]


def best(text: str) -> float:
    """Score of the best of all cuts."""
    marked = MARK + MARK.join(text.split())
    if not text.split():
        return 0.0
    scores = [0.0]
    for end in range(1, len(marked) + 1):
        ways = [scores[end - 1] + model().unknown_score] if marked[end - 1] not in SCORES else []
        ways += [
            scores[begin] + SCORES[marked[begin:end]]
            for begin in range(end)
            if marked[begin:end] in SCORES
        ]
        scores.append(max(ways))
    return scores[-1]


TEXTS = st.lists(st.text("ab é x", max_size=9), max_size=4)


@given(TEXTS)
def test_the_cut_is_the_best_one_and_that_of_the_twin(texts: list[str]) -> None:
    found = cut(kernel, texts)
    assert found == cut(load_twin("diglot.learning.kernels.pieces"), texts)
    values = list(SCORES.values())
    for text, ids in zip(texts, found, strict=True):
        assert (ids[0], ids[-1]) == (kernel.FIRST, kernel.LAST)
        inner = ids[1:-1]
        total = sum(values[k] if k != kernel.UNKNOWN else model().unknown_score for k in inner)
        assert np.isclose(total, best(text)) or not text.split()


BREAKS = np.array([0, 1, 2], np.uint8)
"""Of three pieces: inside a word, at the begin of one, a mark."""


@given(st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=60), max_size=4))
def test_parts_are_cut_at_marks_and_between_words(texts: list[list[int]]) -> None:
    marked = [[0, *text, 0] for text in texts]
    offsets = np.cumsum([0, *map(len, marked)]).astype(np.int64)
    pieces = np.array([piece for text in marked for piece in text], np.int32)
    begins, firsts = kernel.divide(BREAKS, pieces, offsets)
    for found, twin in zip(
        (begins, firsts),
        load_twin("diglot.learning.kernels.pieces").divide(BREAKS, pieces, offsets),
        strict=True,
    ):
        assert found.tolist() == list(twin)
    for number, text in enumerate(texts):
        low, high = int(offsets[number]) + 1, int(offsets[number + 1]) - 1
        cuts = begins[firsts[number] : firsts[number + 1]].tolist()
        assert cuts[0] == low
        assert all(one < other for one, other in pairwise([*cuts, high]))
        assert len(cuts) <= 6
        behind_marks = [at for at in range(low + 1, high) if pieces[at - 1] == 2 != pieces[at]]
        assert all(at in behind_marks or pieces[at] == 1 for at in cuts[1:])
        if len(behind_marks) < 6:
            assert set(behind_marks) <= set(cuts)
        words = sum(piece == 1 for piece in text)
        if len(cuts) < 6 and words == len(text):
            assert max(b - a for a, b in pairwise([*cuts, high])) < 14
