"""Numbers as strings, undone here as the page's script undoes them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.report.build.usage import locate
from diglot.report.pages.base import Numbers, pack, pack_rows, pack_tokens, thousandths

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def unpack(text):
    """Return the numbers of a packed string; as in static/base/page.js."""
    numbers, value, unit = [], 0, 1
    for character in text:
        digit = DIGITS.index(character)
        value += (digit & 31) * unit
        if digit < 32:
            numbers.append(value)
            value, unit = 0, 1
        else:
            unit *= 32
    return numbers


def unpack_spans(text):
    """Return the spans of a packed string; as in static/base/page.js."""
    steps = iter(unpack(text))
    spans, at = [], 0
    for step in steps:
        value = step - 1
        if step == 0:
            at += next(steps)
            value = next(steps) - 1
        at += value & 1
        spans.append((at, at + (value >> 1)))
        at += value >> 1
    return spans


@given(st.lists(st.integers(0, 10**7)))
def test_numbers_come_back(numbers):
    assert unpack(pack(numbers)) == numbers


@given(st.lists(st.lists(st.integers(0, 2**40), max_size=4)))
def test_rows_are_packed_as_each_is_alone(rows):
    numbers = np.array([each for row in rows for each in row], np.int64)
    assert pack_rows(numbers, np.array(list(map(len, rows)), np.int64)) == list(map(pack, rows))


def test_small_numbers_take_one_character():
    assert pack([0, 1, 31]) == "ABf"
    assert len(pack([32, 1023])) == 4


def test_negative_numbers_are_refused():
    with pytest.raises(ValueError, match="-1"):
        pack([3, -1])


@given(st.lists(st.tuples(st.integers(0, 40), st.text("ab", max_size=60)), max_size=30))
def test_places_of_tokens_come_back_also_of_those_that_are_not_there(steps):
    text = "".join(" " * gap + token for gap, token in steps)
    tokens = [token if gap != 13 else "missing" for gap, token in steps]
    assert unpack_spans(pack_tokens(text, tokens)) == locate(text, tokens)


def test_words_between_spaces_take_one_character_each():
    assert len(pack_tokens("The words, all", ["The", "words", ",", "all"])) == 4


def test_things_are_numbered_in_the_order_in_which_they_are_asked_for():
    numbers = Numbers()
    assert [numbers[each] for each in "abacb"] == [0, 1, 0, 2, 1]
    assert list(numbers) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("probability", "expected"),
    [(None, -1), (float("nan"), -1), (0.7, 700), (0.99999, 1000), (0.9999, 999), (1.0, 1000)],
)
def test_only_certainty_is_a_thousand_thousandths(probability, expected):
    assert thousandths(probability) == expected
