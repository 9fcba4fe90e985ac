"""The PDF reader: lines become paragraphs, furniture goes, warnings stay."""

from __future__ import annotations

import sys

import pytest

from diglot.errors import ConfigError, FormatError
from diglot.formats.blocks import Skips
from diglot.formats.documents import pdf, text_lines
from diglot.formats.documents.pdf_lines import Line, paragraphs
from tests.formats.documents import packages

STORY = (
    "The lighthouse stood at the end of the long pier and its keeper",
    "had not left it for eleven years, as every child in the vil-",
    "lage knew. On the first day of spring he walked into the village",
    "and bought a loaf of bread, a lamp and a map of the north.",
)

CUT = (
    "A new paragraph begins after a gap here and it goes",
    "on upon the next page, since its sentence does.",
)


def page(number: int, *lines: str) -> list[tuple[int, int, int, str]]:
    """A page with running head, page number and lines of prose."""
    body = [(72, 700 - 14 * index, 11, line) for index, line in enumerate(lines)]
    return [(72, 800, 9, f"The keeper, part {number}"), *body, (300, 30, 9, str(number))]


def read(tmp_path, pages):
    document = pdf.read(packages.pdf(tmp_path / "a.pdf", pages))
    packages.check(document)
    return document


def test_lines_become_paragraphs_with_pages_as_anchors(tmp_path):
    title = [(72, 760, 18, "The keeper of the light")]
    document = read(
        tmp_path,
        [
            title + page(1, *STORY, "", "", CUT[0]),
            page(2, CUT[1], "", "", "Done it is."),
            page(3, "The third page has other words, as it should be."),
        ],
    )
    assert packages.blocks(document) == [
        ("heading", "The keeper of the light"),
        ("paragraph", " ".join(STORY).replace("vil- lage", "village")),
        ("paragraph", " ".join(CUT)),
        ("paragraph", "Done it is."),
        ("paragraph", "The third page has other words, as it should be."),
    ]
    assert [block.anchor for block in document.blocks][-2:] == ["page 2", "page 3"]
    assert document.language == "en-GB"
    assert packages.skipped(document) == {pdf.WARNING: 1, "running head or page number": 6}


def test_scanned_pages_are_counted_and_a_scan_is_an_error(tmp_path):
    document = read(tmp_path, [page(1, "Some text stands on this page."), []])
    assert packages.skipped(document)["page without text (a scan?)"] == 1
    with pytest.raises(FormatError, match=r"holds no text.*OCR"):
        read(tmp_path, [[], []])


def test_words_stand_apart_where_the_pen_moves_instead_of_printing_a_space(tmp_path):
    # The distance is .135 of the size, at which the library prints no space of its own.
    document = read(tmp_path, [[(72, 700, 40, "Two"), (153, 700, 40, "words.")]])
    assert packages.texts(document) == ["Two words."]


def test_words_hold_together_in_fonts_of_size_1_on_an_enlarged_page(tmp_path):
    path = packages.pdf(tmp_path / "a.pdf", [[(72, 700, 40, "Two"), (149, 700, 40, "fold words.")]])
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"/F1 40 Tf 1 0 0 1 ", b"/F1 1 Tf 40 0 0 40 "))
    assert path.read_bytes() != whole
    assert packages.texts(pdf.read(path)) == ["Twofold words."]


HEBREW = "אבגדהוזחטיכלמנסעפצקרשת😀"


@pytest.mark.parametrize("written", ["displayed", "read"])
def test_lines_from_right_to_left_are_read_by_the_places_of_their_signs(tmp_path, written):
    # "ab cd 12, ef (X1)" in Hebrew letters and a sign beyond 16 bits, from left to right.
    displayed = [
        (60, "w"),
        (72, "(X1)"),
        (100, "fe"),
        (119, ","),
        (122, "12"),
        (140, "dc"),
        (160, "ba"),
    ]
    pieces = displayed if written == "displayed" else reversed(displayed)
    line = [(x, 700, 11, text) for x, text in pieces]
    path = packages.pdf(tmp_path / "a.pdf", [line], letters=HEBREW)
    assert packages.texts(pdf.read(path)) == ["אב גד 12, הו (X1) 😀"]


def test_signs_that_the_fonts_do_not_name_are_counted_or_refused(tmp_path):
    text = "A line of text that is long enough to be read\x01\x02."
    document = read(tmp_path, [[(72, 700, 11, text)]])
    assert packages.texts(document) == ["A line of text that is long enough to be read."]
    assert packages.skipped(document)["character the file does not name"] == 2
    with pytest.raises(FormatError, match=r"fonts do not say which characters .*OCR"):
        read(tmp_path, [[(72, 700, 11, "\x01\x02\x03 \x04\x05 bc")]])


def test_running_heads_of_left_and_right_pages_go_and_chapter_heads_with_page_numbers():
    lines = []
    for number in range(1, 11):
        head = f"{number} The Title" if number % 2 else f"Chapter {number // 4}: Name {number}"
        lines += [
            Line(head, number, 72, 800, 9),
            Line(f"Sentence of page {number * 7}, which is its own.", number, 72, 700, 11),
            Line(f"{number * number} other words close the page {number}x.", number, 72, 300, 11),
        ]
    skips = Skips()
    found = list(paragraphs(lines, skips))
    assert skips.entries()[0].count == 10
    assert len(found) == 20


def test_bullets_and_indents_begin_paragraphs_but_hanging_indents_do_not():
    last = (
        "An indented line begins a paragraph of its own, as in every novel,",
        "and the second line of it does not.",
    )
    rows = [
        (72, "• the first point of the list goes on over the end of the line"),
        (84, "and ends here."),
        (72, "• the second point is short"),
        (90, last[0]),
        (72, last[1]),
    ]
    lines = [Line(text, 1, x, 700 - 14 * n, 11) for n, (x, text) in enumerate(rows)]
    assert [paragraph.text for paragraph in paragraphs(lines, Skips())] == [
        "• the first point of the list goes on over the end of the line and ends here.",
        "• the second point is short",
        " ".join(last),
    ]


@pytest.mark.parametrize(
    ("elsewhere", "joined"),
    [
        ("example", "an example"),
        ("exam-ple", "an exam-ple"),
        ("exam and ple", "an exam-ple"),
        ("nothing of it", "an example"),
    ],
)
def test_hyphens_follow_the_words_of_the_document(elsewhere, joined):
    lines = [elsewhere, "an exam-", "ple"]
    assert (
        text_lines.join_wrapped_lines(lines[1:], text_lines.learn_wrapping([elsewhere])) == joined
    )


def test_missing_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    with pytest.raises(ConfigError, match=r"diglot\[pdf\]"):
        pdf.read(tmp_path / "a.pdf")


def test_comments_and_form_fields_are_listed(tmp_path):
    import pypdf
    from pypdf.annotations import FreeText

    path = packages.pdf(tmp_path / "a.pdf", [page(1, "A page with a remark on it.")])
    writer = pypdf.PdfWriter(clone_from=path)
    writer.add_annotation(0, FreeText(text="Look here", rect=(50, 50, 100, 100)))
    writer.write(path)
    assert packages.skipped(pdf.read(path))["comment"] == 1


def test_password_is_named(tmp_path):
    import pypdf

    path = packages.pdf(tmp_path / "a.pdf", [page(1, "Secret.")])
    writer = pypdf.PdfWriter(clone_from=path)
    writer.encrypt("word", algorithm="RC4-128")
    writer.write(path)
    with pytest.raises(FormatError, match="password"):
        pdf.read(path)


def test_chapters_of_a_table_of_contents_lose_their_page_numbers_too():
    titles = [f"{number} The town in the year {number}" for number in range(1, 5)]
    texts = [f"{titles[0]} 12", *(f"{title} . . . . . . . . 13" for title in titles[1:])]
    lines = [Line(text, 1, 72, 760 - 30 * row, 11) for row, text in enumerate(texts)]
    body = [Line("word " * 16, 1, 72, 600 - 14 * row, 11) for row in range(9)]
    elsewhere = Line("1 Figure 12", 2, 72, 600, 11)
    found = [each.text for each in paragraphs([*lines, *body, elsewhere], Skips())]
    assert [*found[:4], found[-1]] == [*titles, elsewhere.text]


def test_words_with_the_roman_number_of_the_page_are_a_running_head():
    numbers = ("ii", "iii", "iv")
    pages = [Line(f"Of the town {number}", 2 + at, 72, 760, 9) for at, number in enumerate(numbers)]
    body = [
        Line(f"word {page} " * 9, page, 72, 600 - 14 * row, 11)
        for page in range(1, 40)
        for row in range(9)
    ]
    lines = sorted([*pages, *body], key=lambda line: (line.page, -line.y))
    found = [each.text for each in paragraphs(lines, Skips())]
    assert not any("town" in text for text in found)


def test_entries_of_a_table_of_contents_stay_apart_and_lose_their_page_numbers():
    texts = [
        "1 Defining the system . . . . . . . . 1",
        "1.1 What is it, and what is",
        "it for? ........ 12",
    ]
    lines = [Line(text, 1, 72, 700 - 14 * row, 11) for row, text in enumerate(texts)]
    body = [Line("word " * 16, 1, 72, 600 - 14 * row, 11) for row in range(9)]
    skips = Skips()
    found = [each.text for each in paragraphs([*lines, *body], skips)]
    assert found[:2] == ["1 Defining the system", "1.1 What is it, and what is it for?"]
    assert [each.count for each in skips.entries()] == [2]
