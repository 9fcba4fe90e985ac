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
    return PieceModel(
        np.array(list(SCORES.values()), np.float32), *tree, units, np.zeros(1, np.uint8)
    )


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
