"""Lines as they are displayed, in the order in which they are read."""

from __future__ import annotations

import math

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


FULL = "A line of the text that fills all of the width it has on the page"


def printed(
    *rows: tuple[str, float, float, float], page: int = 1, right: float = 400
) -> list[Line]:
    """Return lines by text, left edge, height and size; full ones end at the same place."""
    return [
        Line(
            text, page, x, y, size, right if text.startswith("A line") else x + size * len(text) / 2
        )
        for text, x, y, size in rows
    ]


def body(page: int, top: float = 700, lines: int = 12) -> list[Line]:
    rows = [
        (f"{FULL} {chr(96 + page)}{chr(97 + row)}", 50.0, top - 12 * row, 10.0)
        for row in range(lines)
    ]
    return printed(*rows, page=page)


def texts(lines: list[Line], skips: Skips | None = None) -> list[str]:
    return [each.text for each in paragraphs(lines, skips or Skips())]


def test_running_heads_that_change_with_the_chapter_do_not_cut_sentences() -> None:
    titles = ["Of the town", "Of the river", "Of the sea", "Of the islands"]
    lines = []
    for page in range(1, 13):
        lines += printed((titles[page // 3 % 4], 200, 740, 9), page=page) + body(page)
    skips = Skips()
    assert len(texts(lines, skips)) == 1
    assert [(each.kind, each.count) for each in skips.entries()] == [
        ("running head or page number", 12)
    ]


def test_first_lines_of_pages_that_stand_apart_are_text_unless_they_are_known() -> None:
    lines = []
    for page in range(1, 13):
        lines += printed((f"{chr(96 + page) * page} is first", 50, 740, 9), page=page)
        lines += body(page)
    assert sum("is first" in text for text in texts(lines)) == 12


@pytest.mark.parametrize(
    ("printed_note", "note"),
    [("1 A note in small type.", "1 A note in small type."), ("¹⁰A note.", "¹⁰ A note.")],
)
def test_a_footnote_stands_behind_the_paragraph_that_it_interrupts(
    printed_note: str, note: str
) -> None:
    lines = body(1, top=300) + printed((printed_note, 50, 120, 8)) + body(2)
    found = list(paragraphs(lines, Skips()))
    assert [each.is_note for each in found] == [False, True]
    assert found[1].text == note


def test_code_in_small_type_at_the_foot_of_a_page_is_no_footnote() -> None:
    lines = body(1, top=300) + printed(("2024/03/25 (Funds) $ 23.00", 50, 150, 8)) + body(2)
    assert not any(each.is_note for each in paragraphs(lines, Skips()))


def test_cells_that_begin_below_each_other_are_blocks_and_a_wide_space_is_none() -> None:
    cells = ((50.0, "dear"), (90.0, "expensive")), ((50.0, "near"), (90.0, "not far"))
    rows = [
        Line(" ".join(text for _, text in each), 1, 50, 500 - 12 * n, 10, 250, each)
        for n, each in enumerate(cells)
    ]
    wide = Line("so it   stands", 1, 50, 400, 10, 250, ((50.0, "so it"), (97.0, "stands")))
    found = texts([*body(1), *rows, wide])
    assert found[1:] == ["dear", "expensive", "near", "not far", "so it   stands"]


def test_a_number_or_a_sign_and_the_text_behind_it_are_one_item() -> None:
    cells = ((50.0, "1."), (70.0, "dear")), ((50.0, "2."), (70.0, "near"))
    rows = [
        Line(" ".join(text for _, text in each), 1, 50, 500 - 20 * n, 10, 250, each)
        for n, each in enumerate(cells)
    ]
    assert texts([*body(1), *rows])[1:] == ["1. dear", "2. near"]


def test_the_distance_of_lines_is_that_within_paragraphs_however_many_are_short() -> None:
    items = printed(*((f"the item {n}", 50, 500 - 16 * n, 10) for n in range(20)))
    assert len(texts(body(1) + items)) == 21


def test_a_heading_of_several_lines_is_one_however_its_lines_are_indented() -> None:
    heading = [("4.1 What is it called, and where", 50, 500, 14), ("Is it at home?", 80, 482, 14)]
    found = texts([*body(1), *printed(*heading), *body(2)])
    assert found[1] == "4.1 What is it called, and where Is it at home?"


def test_a_line_further_left_ends_what_is_indented_and_bold_type_ends_with_its_line() -> None:
    rows = [("A line quoted", 80, 500, 10), ("and quoted", 80, 488, 10), ("Then", 50, 476, 10)]
    bold = Line("Caution", 1, 50, 464, 10, 90, is_bold=True)
    after = Line("it is hot", 1, 50, 452, 10, 90)
    found = texts([*body(1), *printed(*rows), bold, after])
    assert found[1:] == ["A line quoted and quoted", "Then", "Caution", "it is hot"]


def test_a_sentence_goes_over_the_page_also_where_a_noun_has_a_capital() -> None:
    end = Line("A line of a contract that ends with das", 1, 50, 556, 10, 400)
    begin = Line("Haus und endet hier.", 2, 50, 700, 10, 150)
    assert len(texts([*body(1), end, begin, *body(2, top=650)])) == 2


WORDS = (
    "Word",
    "and",
    "1.",
    "2",
    "•",
    ".........",
    "iv",
    "中文",
    "אבג",
    "a-",
    "1.2",
    "[3]",
    "End.",
)
LINES = st.builds(
    Line,
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join),
    st.integers(1, 3),
    st.sampled_from([50.0, 70.0, -300.0]),
    st.sampled_from([700.0, 688.0, 676.0, 300.0, 90.0]),
    st.sampled_from([10.0, 8.0, 14.0, 0.0]),
    st.sampled_from([math.inf, 60.0, 300.0]),
    is_bold=st.booleans(),
)


@given(st.lists(LINES, max_size=20))
def test_no_letter_of_a_line_is_lost_unless_it_is_listed(lines: list[Line]) -> None:
    lines.sort(key=lambda line: line.page)
    skips = Skips()
    found = "".join(texts(lines, skips))
    given = "".join(line.text for line in lines)
    if not skips.entries():
        assert sorted(filter(str.isalpha, found)) == sorted(filter(str.isalpha, given))


def test_numbered_entries_of_contents_lose_their_page_numbers_behind_whatever_stands_there() -> (
    None
):
    titles = [f"{n}.1 What is the town of {name}?" for n, name in enumerate("abcdef", 1)]
    ends = (" . . . . . . . . 4", " ........ 5", " .......... 6", " 10", " . 11", " iv")
    texts_of = map("".join, zip(titles, ends, strict=True))
    rows = [(text, 50, 500 - 12 * n, 10) for n, text in enumerate(texts_of)]
    assert texts([*printed(*rows), *body(2)])[:6] == titles


def test_a_mark_of_a_note_stands_apart_from_its_first_word() -> None:
    lines = body(1, top=300) + printed(("1In small type.", 50, 120, 8)) + body(2)
    assert [each.text for each in paragraphs(lines, Skips()) if each.is_note] == [
        "1 In small type."
    ]
