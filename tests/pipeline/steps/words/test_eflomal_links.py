"""What eflomal is given and how its links are read."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import RunError
from diglot.pipeline.steps.words.eflomal import link_posteriors
from diglot.words.corpus import encode

PAIRS = [
    (["the", "red", "house"], ["la", "maison", "rouge"]),
    ([], ["rien"]),
    (["yes", "|||"], ["oui"]),
]


class Program:
    """Stands for eflomal: keeps what it is given, answers with fixed lines."""

    def __init__(self, forward: list[str], backward: list[str]) -> None:
        self.given: tuple[list[str], list[str]] = ([], [])
        self._answer = forward, backward

    def __call__(self, source: Iterable[str], target: Iterable[str]):
        self.given = [*source], [*target]
        return self._answer


def test_links_of_both_directions_become_candidates() -> None:
    program = Program(["0-0 1-2", "", "0-0"], ["0-0 1-1 2-1", "", "0-0 1-0"])
    found = link_posteriors(encode(PAIRS), run=program)
    assert found.offsets.tolist() == [0, 4, 4, 6]
    assert [*zip(found.source.tolist(), found.target.tolist(), strict=True)] == [
        *[(0, 0), (1, 1), (1, 2), (2, 1)],
        *[(0, 0), (1, 0)],
    ]
    assert found.forward.tolist() == [1, 0, 1, 0, 1, 0]
    assert found.backward.tolist() == [1, 1, 0, 1, 1, 1]
    assert found.forward_best.tolist() == [0, -1, 1, 0]
    assert found.backward_best.tolist() == [0, 1, 1, 0, 0]


def test_words_are_given_as_numbers_and_passed_over_pairs_as_empty_lines() -> None:
    program = Program(["", "", ""], ["", "", ""])
    link_posteriors(encode(PAIRS), run=program)
    assert program.given == (["1 2 3\n", "\n", "4 5\n"], ["1 2 3\n", "\n", "4\n"])


def test_training_text_is_given_but_not_reported() -> None:
    program = Program(["0-0", "", "0-0"], ["0-0", "", "0-0"])
    found = link_posteriors(encode(PAIRS), run=program, reported=1)
    assert len(program.given[0]) == 3
    assert found.pairs == 1
    assert len(found.forward_best) == 3


@pytest.mark.parametrize("wrong", ["3-0", "0-3", "0:0", "-1-0", "0"])
def test_links_that_do_not_fit_are_an_error(wrong: str) -> None:
    with pytest.raises(RunError, match="in pair 1"):
        link_posteriors(encode(PAIRS), run=Program([wrong, "", ""], ["", "", ""]))
    with pytest.raises(RunError, match="in pair 1"):
        link_posteriors(encode(PAIRS), run=Program(["", "", ""], [wrong, "", ""]))


def test_missing_lines_are_an_error() -> None:
    with pytest.raises(RunError, match="links of 2 pairs, not of 3"):
        link_posteriors(encode(PAIRS), run=Program(["", ""], ["", "", ""]))


@given(st.data())
def test_best_links_and_candidates_say_the_same(data: st.DataObject) -> None:
    sizes = data.draw(st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), max_size=4))
    best = [
        [
            data.draw(st.lists(st.integers(-1, size[1 - side] - 1), min_size=n, max_size=n))
            for size in sizes
            for n in (size[side],)
        ]
        for side in (1, 0)
    ]
    forward = [" ".join(f"{i}-{j}" for j, i in enumerate(row) if i >= 0) for row in best[0]]
    backward = [" ".join(f"{i}-{j}" for i, j in enumerate(row) if j >= 0) for row in best[1]]
    corpus = encode((["a"] * n, ["b"] * m) for n, m in sizes)
    found = link_posteriors(corpus, run=Program(forward, backward))
    for pair in range(len(sizes)):
        here = slice(found.offsets[pair], found.offsets[pair + 1])
        ends = [*zip(found.source[here].tolist(), found.target[here].tolist(), strict=True)]
        one = {(i, j) for j, i in enumerate(best[0][pair]) if i >= 0}
        other = {(i, j) for i, j in enumerate(best[1][pair]) if j >= 0}
        assert ends == sorted(one | other)
        assert found.forward[here].tolist() == [end in one for end in ends]
        assert found.backward[here].tolist() == [end in other for end in ends]
    assert found.forward_best.dtype == np.int32
