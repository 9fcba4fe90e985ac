"""Documents in which every paragraph stands above its translation."""

import pytest

from diglot.errors import FormatError
from diglot.files.lines import stream_lines
from diglot.formats import find_format
from diglot.formats.blocks import Skips
from diglot.formats.documents import text_lines
from diglot.formats.registry import DOCUMENT, UNITS
from diglot.formats.units import alternating
from tests.formats.documents import packages
from tests.formats.units.test_document_tables import ENGLISH, GERMAN, ROWS, docx

LINES = [line for row in ROWS for line in row]


def write(path, lines, end="\n"):
    path.write_text("".join(line + end for line in lines), "utf-8")
    return path


def look(path):
    return find_format(path, UNITS, DOCUMENT, look=True).name


def pairs(path, **options):
    return [
        [(variant.language, variant.text) for variant in unit.variants]
        for unit in alternating.read_units(path, **options)
    ]


@pytest.mark.parametrize("end", ["\n", "\n\n"])
def test_lines_by_turns_are_units(tmp_path, end):
    path = write(tmp_path / "contract.txt", LINES, end)
    assert look(path) == "alternating"
    assert pairs(path) == [[("de", one), ("en", other)] for one, other in ROWS]


def test_cells_of_a_table_in_a_pdf_are_read_by_turns(tmp_path):
    """Programs write a table cell by cell, so that a text stands before its translation."""
    rows = [
        (x, 700 - 30 * row, 11, text)
        for row, pair in enumerate(ROWS)
        for x, text in zip((50, 320), pair, strict=True)
    ]
    found = pairs(packages.pdf(tmp_path / "a.pdf", [rows]))
    assert [tuple(text for _, text in pair) for pair in found] == list(ROWS)


def test_paragraphs_of_a_word_document_by_turns_are_units(tmp_path):
    path = docx(tmp_path / "contract.docx", text=LINES)
    assert look(path) == "alternating"
    assert len(pairs(path)) == len(ROWS)


LEASE = [
    ("1. Subject", "1. Gegenstand"),
    ("The landlord lets the flat on the second floor to the tenant for residential use.",
     "Der Vermieter vermietet dem Mieter die Wohnung im zweiten Stock zu Wohnzwecken."),
    ("The tenant has inspected the flat.", "Der Mieter hat die Wohnung besichtigt."),
    ("2. Rent and deposit", "2. Miete und Kaution"),
    ("The monthly rent is 850 euros. It is due on the third working day of each month.",
     "Die monatliche Miete beträgt 850 Euro. Sie ist am dritten Werktag jedes Monats fällig."),
    ("The tenant pays a deposit of two months' rent, which is returned at the end of the lease.",
     "Der Mieter zahlt eine Kaution von zwei Monatsmieten, die am Ende zurückgezahlt wird."),
]  # fmt: skip


def test_sections_by_turns_are_pairs_paragraph_by_paragraph(tmp_path):
    sections = LEASE[:3], LEASE[3:]
    lines = [pair[side] for section in sections for side in (0, 1) for pair in section]
    path = write(tmp_path / "a.txt", lines, "\n\n")
    assert look(path) == "alternating"
    assert [tuple(text for _, text in pair) for pair in pairs(path)] == LEASE


def test_a_title_in_both_languages_is_listed_and_moves_no_pair(tmp_path):
    lines = ["Rent of the flat / Miete der Wohnung", *(text for pair in LEASE for text in pair)]
    skips = Skips()
    path = write(tmp_path / "a.txt", lines, "\n\n")
    assert look(path) == "alternating"
    units = alternating.read_units(path, skips=skips)
    assert [tuple(each.text for each in unit.variants) for unit in units] == LEASE
    assert [str(each) for each in skips.entries()] == [
        f'1 paragraph in both languages or in neither: "{lines[0]}"'
    ]


def test_a_paragraph_in_two_parts_is_joined_which_is_told(tmp_path):
    lines = [text for pair in LEASE for text in pair]
    lines[8:9] = lines[8].split(". ")
    skips = Skips()
    units = list(alternating.read_units(write(tmp_path / "a.txt", lines, "\n\n"), skips=skips))
    assert len(units) == len(LEASE)
    assert units[4].variants[1].text == LEASE[4][1]
    assert next(iter(skips.entries())).kind.startswith("other numbers of paragraphs")


def test_what_has_no_translation_is_listed_where_nobody_can_mend_it(tmp_path):
    rows = [
        (x, 700 - 30 * row, 11, text)
        for row, pair in enumerate([*ROWS, ("Hier steht er allein.",)])
        for x, text in zip((50, 320), pair, strict=False)
    ]
    skips = Skips()
    units = list(alternating.read_units(packages.pdf(tmp_path / "a.pdf", [rows]), skips=skips))
    assert [tuple(each.text for each in unit.variants) for unit in units] == list(ROWS)
    assert "1 turn in which something seems to be missing" in str(skips.entries()[-1])


JOINT = ["The house is big. ||| La maison est grande.", "He sees us all. ||| Il nous voit tous."]


@pytest.mark.parametrize(
    "lines", [ENGLISH, (*GERMAN, *ENGLISH), (*ENGLISH, *ENGLISH), LINES[:2], JOINT * 9]
)
def test_what_does_not_take_turns_is_one_text(tmp_path, lines):
    assert look(write(tmp_path / "a.txt", lines)) == "text"


def test_a_short_line_takes_its_turn(tmp_path):
    path = write(tmp_path / "a.txt", ["§ 1", "§ 1", *LINES])
    assert pairs(path)[0] == [("de", "§ 1"), ("en", "§ 1")]


def test_languages_can_be_named_in_any_order(tmp_path):
    path = write(tmp_path / "a.txt", LINES)
    assert pairs(path, languages=("en", "de")) == pairs(path)


@pytest.mark.parametrize("at", [0, 2, 3])
def test_a_paragraph_without_its_translation_is_named(tmp_path, at):
    path = write(
        tmp_path / "a.txt",
        [
            *LINES[: 2 * at],
            "Dieser Satz steht hier ganz allein, weil niemand ihn übersetzt hat.",
            *LINES[2 * at :],
        ],
    )
    with pytest.raises(FormatError, match=r"is out of order; put every paragraph") as error:
        pairs(path)
    assert f"line {min(2 * at + 2, 7)}" in str(error.value)


def test_one_language_is_refused(tmp_path):
    with pytest.raises(FormatError, match="not in two languages by turns"):
        pairs(write(tmp_path / "a.txt", ENGLISH))


def test_a_corpus_is_not_read_to_tell(tmp_path, monkeypatch):
    path = write(tmp_path / "corpus.txt", LINES)
    monkeypatch.setattr(alternating, "_LARGEST", path.stat().st_size - 1)
    assert look(path) == "text"


def test_the_beginning_of_a_plain_text_tells(tmp_path, monkeypatch):
    path, taken = write(tmp_path / "a.txt", LINES * 1000), []

    def stream(path, **options):
        for line in stream_lines(path, **options):
            taken.append(line)
            yield line

    monkeypatch.setattr(text_lines, "stream_lines", stream)
    assert look(path) == "alternating"
    assert len(taken) == 2000
