"""Plain text: line-parallel files keep their positions, wrapped paragraphs become one again."""

from __future__ import annotations

import textwrap
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from diglot.errors import FormatError
from diglot.formats.documents import text_lines
from tests.formats.documents import packages

PROSE = (
    "The committee met on the first Monday of the month, as it had done for many years. "
    "Nobody remembered who had chosen the day, and nobody wished to change it now. "
    "When the report had been read, the chairwoman asked whether there were questions. "
)


read = packages.reader_of("a.txt", text_lines.read)


def test_one_segment_a_line_keeps_blank_lines_as_positions(tmp_path):
    document = read(tmp_path, "one\n\n  two \r\n\u2028three\x0b\n", lines=True)
    assert document.segment_texts == ["one", "", "  two ", "\u2028three\x0b"]
    assert [block.kind for block in document.blocks] == ["line"]
    assert [segment.paragraph for segment in document.segments] == [0, 0, 0, 0]
    assert document.segmenter == "lines"


def test_trailing_blank_lines_are_positions_too(tmp_path):
    assert read(tmp_path, "a\n\n\n", lines=True).segment_texts == ["a", "", ""]


def test_line_without_final_line_end_counts(tmp_path):
    assert read(tmp_path, "a\nb", lines=True).segment_texts == ["a", "b"]


@example(lines=["\r0"])
@given(lines=st.lists(st.text(st.characters(exclude_characters="\n\0", codec="utf-8")), min_size=1))
def test_lines_come_back_as_they_were(tmp_path_factory, lines):
    path = tmp_path_factory.mktemp("lines") / "a.txt"
    path.write_bytes("".join(f"{line}\n" for line in lines).encode())
    document = text_lines.read(path, lines=True)
    expected = [line.removesuffix("\r") for line in lines]
    if expected[0].startswith("\ufeff"):
        expected[0] = expected[0][1:]  # at the start of a file it is the byte-order mark
    if len(expected) == 1:  # the line ends of an old Mac
        expected = expected[0].removesuffix("\r").split("\r")
    assert document.segment_texts == expected


def test_wrapped_paragraphs_are_joined(tmp_path):
    text = "\n\n".join(textwrap.fill(PROSE * count, 72) for count in (1, 2))
    document = read(tmp_path, text)
    assert packages.texts(document) == [PROSE.strip(), (PROSE * 2).strip()]
    assert [block.anchor for block in document.blocks] == ["line 1", "line 6"]


def test_wrapped_text_without_blank_lines_parts_at_indents(tmp_path):
    text = "\n".join(textwrap.fill(PROSE, 60, initial_indent="    ") for _ in range(3))
    assert packages.texts(read(tmp_path, text)) == [PROSE.strip()] * 3


def test_one_paragraph_per_line(tmp_path):
    text = f"Title\n{PROSE * 2}\n{PROSE * 3}\n\n{PROSE}\n"
    assert packages.texts(read(tmp_path, text)) == [
        "Title",
        (PROSE * 2).strip(),
        (PROSE * 3).strip(),
        PROSE.strip(),
    ]


def test_one_sentence_per_line_is_not_taken_for_wrapped(tmp_path):
    lines = [
        "The first sentence of this file is about as long as that.",
        "Another sentence follows it and has nearly the same length.",
        "A third one closes the page with a similar number of words.",
    ]
    assert packages.texts(read(tmp_path, "\n".join(lines))) == lines


def test_short_list_is_not_joined(tmp_path):
    assert packages.texts(read(tmp_path, "apples\npears\nplums\n")) == ["apples", "pears", "plums"]


def test_hyphen_at_a_line_end_follows_the_words_of_the_document(tmp_path):
    text = (
        "The whole document speaks of a well-known example and of many others, so that exam-\n"
        "ples are found on every page, as the authors of this text would like to see, well-\n"
        "known or not, and the reader may then choose the one that suits him best of all the\n"
        "examples here.\n"
    )
    found = read(tmp_path, text).text
    assert "so that examples are" in found
    assert "well-known or not" in found


@pytest.mark.parametrize(
    ("line", "following", "joined"),
    [
        ("newt- und text-", "oder ganz", "newt- und text- oder ganz"),
        ("the GNU/", "Linux system", "the GNU/Linux system"),
        ("copied to /var/log/", "installer", "copied to /var/log/installer"),
        ("the directory /srv/", "is free", "the directory /srv/ is free"),
        ("in sources.", "list", "in sources.list"),
        ("of his sources.", "List them", "of his sources. List them"),
        ("see http:", "//example.org", "see http://example.org"),
        ("64\N{EN DASH}", "128MB", "64\N{EN DASH}128MB"),
        ("the PC (", "amd64", "the PC (amd64"),
        ("is called dpkg", ". It", "is called dpkg. It"),
        ("write the file", "../a", "write the file ../a"),
        ("and so", "... on", "and so ... on"),
    ],
)
def test_paths_and_marks_at_line_ends_follow_the_document(line, following, joined):
    rest = [
        "Debian GNU/Linux, in sources.list; eine Text- oder Bildschirmausgabe, /var/log/syslog",
        "is in log/installer, all of /srv/ is shared.",
    ]
    wrapping = text_lines.learn_wrapping([line, following, "", *rest])
    assert text_lines.join_wrapped_lines([line, following], wrapping) == joined


def test_latin_words_stand_beside_han_and_kana_as_elsewhere_in_the_document():
    lines = ["システムに、", "Debian を使う", "PC", "は"]
    wrapping = text_lines.learn_wrapping(lines)
    assert text_lines.join_wrapped_lines(lines[:2], wrapping) == "システムに、Debian を使う"
    assert text_lines.join_wrapped_lines(lines[2:], wrapping) == "PC は"
    solid = text_lines.learn_wrapping([*lines, "PCを使うUSBは"])
    assert text_lines.join_wrapped_lines(lines[2:], solid) == "PCは"


def test_wrapped_chinese_is_joined_without_spaces(tmp_path):
    sentence = "本合同由双方在平等自愿的基础上签订并对双方具有同等的法律约束力任何一方不得擅自变更"
    text = "\n".join(textwrap.wrap(sentence * 4, 35))
    assert packages.texts(read(tmp_path, text)) == [sentence * 4]


KOREAN = " ".join(
    map(
        " ".join,
        product(
            ("사용자는", "관리자는", "번역가는", "7은", "프로그램은", "시스템은"),
            ("파일을", "문서를", "용어를", "번역을", "설정을", "네트워크를"),
            ("확인합니다.", "저장합니다.", "삭제할 수 있습니다.", "다시 설치해야 합니다."),
        ),
    )
)


def test_korean_words_that_line_ends_cut_are_whole_again():
    lines = [KOREAN[begin : begin + 17] for begin in range(0, len(KOREAN), 17)]
    assert text_lines.join_wrapped_lines(lines, text_lines.learn_wrapping(lines)) == KOREAN


def test_korean_words_stay_apart_where_lines_end_between_words():
    lines = textwrap.wrap(KOREAN, 17)
    assert text_lines.join_wrapped_lines(lines, text_lines.learn_wrapping(lines)) == KOREAN


def test_lines_are_measured_in_columns_where_scripts_mix(tmp_path):
    lines = [
        "含有安装说明的官方文档是 Debian GNU/Linux 安装手册 (https://",
        "www.example.org/releases/stable/installmanual) 。我们将在这里提供",
        "一些有关获取和安装 Debian GNU/Linux 的额外信息和其他各种的说明，以",
        "便读者使用。",
    ]
    assert len(packages.texts(read(tmp_path, "\n".join([*lines, "", *lines])))) == 2


def test_items_of_lists_end_where_the_next_begins_and_not_at_their_own_indents(tmp_path):
    items = [textwrap.fill(PROSE, 60, subsequent_indent="  ") for _ in range(2)]
    text = "\n".join(f"* {item}" for item in items) + f"\n\n1. {items[0]}\n2. {items[1]}\n"
    marks = ("* ", "* ", "1. ", "2. ")
    assert packages.texts(read(tmp_path, text)) == [mark + PROSE.strip() for mark in marks]


def test_drawn_lines_are_no_text(tmp_path):
    document = read(
        tmp_path, f"A title\n=======\n{textwrap.fill(PROSE * 2, 60)}\n- - - -\nThe end\n"
    )
    assert packages.texts(document) == ["A title", (PROSE * 2).strip(), "The end"]
    assert [(each.kind, each.count) for each in document.skipped] == [("drawn line", 2)]


def test_long_lines_do_not_hide_the_width_of_the_text(tmp_path):
    wrapped = textwrap.fill(PROSE * 4, 66)
    command = "    $ wget https://example.org/an/address/that/no/tool/breaks/at/the/margin.tar"
    text = "\n".join([wrapped, ""] + [command, command, ""] * 6)
    assert packages.texts(read(tmp_path, text))[0] == (PROSE * 4).strip()


def test_numbered_titles_of_a_table_of_contents_stay_apart(tmp_path):
    titles = [
        f"    {n}.{m}. The way from the station to the old town" for n in (1, 2) for m in (8, 9)
    ]
    text = "\n".join([*titles, "", textwrap.fill(PROSE * 2, 66)])
    assert packages.texts(read(tmp_path, text))[:4] == [title.strip() for title in titles]


BOXED = """\
{0}
| name | what it does with the    |
|      | files of the house       |
{1}
| cat  | shows them               |
{1}
| mv   | gives them another name, |
|      | or another place         |
{0}
"""
CELLS = [
    "name", "what it does with the files of the house", "cat", "shows them", "mv",
    "gives them another name, or another place",
]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        BOXED.format("+------+--------------------------+", "|------+--------------------------|"),
        BOXED.format("┌──────┬──────────────────────────┐", "├──────┼──────────────────────────┤")
        .replace("| ", "│ ").replace(" |", " │"),
        BOXED.format("+======+==========================+", "").replace("\n\n", "\n"),
    ],
    ids=["signs", "box", "no borders between rows"],
)  # fmt: skip
def test_cells_of_a_table_are_paragraphs(tmp_path, text):
    document = read(tmp_path, f"Commands\n{text}\nThe end\n")
    assert packages.texts(document) == ["Commands", *CELLS, "The end"]


def test_a_line_between_bars_is_text(tmp_path):
    assert packages.texts(read(tmp_path, "We know:\n|x| = |y|\n")) == ["We know:", "|x| = |y|"]


@pytest.mark.parametrize("content", ["", "\n \n\t\n", "-----\n"])
def test_file_without_text_is_an_error(tmp_path, content):
    with pytest.raises(FormatError, match=r"holds no text"):
        read(tmp_path, content)


def test_latin_1_needs_its_name(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes("één\nà la carte\n".encode("latin-1"))
    with pytest.raises(FormatError, match=r"line 1.*--encoding"):
        text_lines.read(path)
    assert text_lines.read(path, encoding="latin-1", lines=True).segment_texts == [
        "één",
        "à la carte",
    ]


@given(st.text(alphabet="aB -.\n\r\t中é\u00ad", max_size=400))
def test_no_visible_character_is_lost_in_paragraphs(tmp_path_factory, text):
    path = tmp_path_factory.mktemp("text") / "a.txt"
    path.write_bytes(text.encode())
    try:
        document = text_lines.read(path)
    except FormatError:
        assert not text.strip(" \n\r\t-")
        return
    packages.check(document)

    def visible(string: str) -> str:
        return "".join(c for c in string if not c.isspace() and c not in "-\u00ad")

    assert visible(document.text) == visible(text)
