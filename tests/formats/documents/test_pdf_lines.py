"""Lines as they are displayed, in the order in which they are read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.formats.blocks import Skips
from diglot.formats.documents.pdf_lines import Line, has_right_to_left, paragraphs, reading_order

# As a reader of logical text would display them: capitals stand for Hebrew letters.
LETTERS = str.maketrans("ABCDEFGHIJ", "אבגדהוזחטי")


def read(displayed: str, *, right: bool) -> str:
    signs = displayed.translate(LETTERS)
    return reading_order(signs, is_right_to_left=right)


@pytest.mark.parametrize(
    ("displayed", "logical"),
    [
        ("CBA", "ABC"),
        ("FED CBA", "ABC DEF"),
        (".FED ,CBA", "ABC, DEF."),
        ("one two CBA", "ABC one two"),
        ("FED 12 CBA", "ABC 12 DEF"),
        ("FED 1,204.50 CBA", "ABC 1,204.50 DEF"),
        ("FED 50% CBA", "ABC 50% DEF"),
        ("FED 2.0 apt CBA", "ABC 2.0 apt DEF"),
        ("apt CBA .6.1", "6.1. ABC apt"),
        ("Other mirrors .6.1.4", "6.1.4. Other mirrors"),
    ],
)
def test_a_line_that_begins_at_the_right(displayed: str, logical: str) -> None:
    assert read(displayed, right=True) == logical.translate(LETTERS)


@pytest.mark.parametrize(
    ("displayed", "logical"),
    [
        ("see CBA now", "see ABC now"),
        ("see FED CBA now.", "see ABC DEF now."),
        ("see FED 12 CBA now", "see ABC 12 DEF now"),
        ("12 of CBA", "12 of ABC"),
    ],
)
def test_a_passage_from_right_to_left_in_a_line_from_left_to_right(
    displayed: str, logical: str
) -> None:
    assert read(displayed, right=False) == logical.translate(LETTERS)


@pytest.mark.parametrize("drawn", ["GF (ED) CBA", "GF )ED( CBA"])
def test_brackets_open_where_a_word_begins_however_they_are_drawn(drawn: str) -> None:
    assert read(drawn, right=True) == "ABC (DE) FG".translate(LETTERS)


def test_letters_of_either_direction_are_told_apart() -> None:
    assert has_right_to_left("see \u05d0")
    assert not has_right_to_left("see é 12 中")


@given(st.text("abc אבג012.,()- "), st.booleans())
def test_no_sign_is_lost(displayed: str, right: bool) -> None:
    def counted(text: str) -> list[str]:
        return sorted(text.translate(str.maketrans(")", "(")))

    found = reading_order(displayed, is_right_to_left=right)
    assert counted(found) == counted(displayed)


def test_a_paragraph_does_not_end_within_a_word() -> None:
    heading = [("2.7 Are there any strategies for booting the system in-", 0), ("staller?", 40)]
    body = [(f"This is the line {n} of a text that fills the whole page.", 0) for n in range(6)]
    lines = [
        Line(text, 1, 50.0 + x, 700.0 - (20 if n < 2 else 12) * n, 10.0)
        for n, (text, x) in enumerate(heading + body)
    ]
    found = [each.text for each in paragraphs(lines, Skips())]
    assert found[0] == "2.7 Are there any strategies for booting the system installer?"
