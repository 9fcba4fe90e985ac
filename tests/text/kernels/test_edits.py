"""Compiled edit distance and longest common subsequence against the tables of the textbook."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.text.kernels.edits import LONGEST, WHOLE, likeness_of_pairs
from diglot.text.spelling import pack_letters


def common(one: str, other: str) -> int:
    """Length of the longest common subsequence."""
    table = np.zeros((len(one) + 1, len(other) + 1), int)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            table[i + 1, j + 1] = (
                table[i, j] + 1 if a == b else max(table[i, j + 1], table[i + 1, j])
            )
    return int(table[-1, -1])


def edits(one: str, other: str) -> int:
    """Levenshtein distance."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        above, row = row, [i]
        for j, b in enumerate(other, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (a != b)))
    return row[-1]


def likeness(one: str, other: str, *, by_edits: bool = False, longest: int = WHOLE) -> float:
    pair = (*pack_letters([one]), *pack_letters([other]), np.array([0]), np.array([0]))
    return float(likeness_of_pairs(*pair, by_edits, longest)[0])


TEXTS = st.text("abcd", max_size=9) | st.text("abcd", min_size=60, max_size=70)


@given(TEXTS, TEXTS)
def test_likeness_is_the_share_of_common_letters_or_of_letters_that_stay(
    one: str, other: str
) -> None:
    longer = max(len(one), len(other))
    both = bool(one and other)
    assert likeness(one, other) == (common(one, other) / longer if both else 0)
    expected = 1 - edits(one, other) / longer if both else 0
    assert likeness(one, other, by_edits=True) == expected


@pytest.mark.parametrize("by_edits", [False, True])
def test_letters_beyond_the_bound_do_not_count(by_edits: bool) -> None:
    one, other = "a" * LONGEST + "b", "a" * LONGEST + "cde"
    assert likeness(one, other, by_edits=by_edits, longest=LONGEST) == 1.0
    assert likeness(one, other, by_edits=by_edits) < 1.0
