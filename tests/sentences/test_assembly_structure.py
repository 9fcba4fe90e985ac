"""Headings and paragraphs: when they bind the alignment and when they are left out of account."""

from __future__ import annotations

from diglot.model import Block, Document, Segment
from diglot.sentences.assembly import heading_anchors, paragraph_starts


def _document(*parts: tuple[str, int, list[str]]) -> Document:
    """A document of (kind, level, sentences) blocks."""
    text, blocks, segments = "", [], []
    for kind, level, sentences in parts:
        begin = len(text)
        for sentence in sentences:
            segments.append(Segment(len(text), len(text) + len(sentence), len(blocks)))
            text += sentence + " "
        blocks.append(Block(begin, len(text) - 1, kind, level))
        text = text[:-1] + "\n"
    return Document(text, tuple(blocks), tuple(segments))


def _outline(*headings: tuple[str, int]) -> Document:
    parts: list[tuple[str, int, list[str]]] = []
    for heading, level in headings:
        parts.append(("heading", level, [heading]))
        parts.append(("paragraph", 0, ["Something is said here.", "And then something else."]))
    return _document(*parts)


ENGLISH = (("1 Scope", 1), ("2 Terms", 1), ("2.1 Price", 2))
FRENCH = (("1 Objet", 1), ("2 Définitions", 1), ("2.1 Prix", 2))


def test_outlines_that_agree_give_an_anchor_for_each_heading() -> None:
    anchors, notes = heading_anchors(_outline(*ENGLISH), _outline(*FRENCH))
    assert anchors == ((0, 0), (3, 3), (6, 6))
    assert notes == ()


def test_a_missing_heading_leaves_all_out_of_account_and_says_so() -> None:
    anchors, notes = heading_anchors(_outline(*ENGLISH, ("3 End", 1)), _outline(*FRENCH))
    assert anchors == ()
    assert notes == ("headings were not used: 4 in the source, 3 in the target",)


def test_headings_with_other_numbers_do_not_agree() -> None:
    other = (("1 Objet", 1), ("3 Définitions", 1), ("3.1 Prix", 2))
    anchors, notes = heading_anchors(_outline(*ENGLISH), _outline(*other))
    assert anchors == ()
    assert "'2 Terms' stands against '3 Définitions'" in notes[0]


def test_numbers_of_headings_are_equal_in_digits_of_any_script() -> None:
    persian = (("۱ دامنه", 1), ("۲ واژه‌ها", 1), ("۲.۱ بها", 2))
    assert len(heading_anchors(_outline(*ENGLISH), _outline(*persian))[0]) == len(ENGLISH)


def test_levels_that_differ_do_not_agree() -> None:
    other = (("1 Objet", 1), ("2 Définitions", 2), ("2.1 Prix", 2))
    assert heading_anchors(_outline(*ENGLISH), _outline(*other))[0] == ()


def test_sections_of_very_different_length_do_not_agree() -> None:
    long = ["A sentence that is here to make the section long, very long indeed."] * 30
    source = _document(
        ("heading", 1, ["One"]), ("paragraph", 0, long),
        ("heading", 1, ["Two"]), ("paragraph", 0, ["Short."]),
        ("heading", 1, ["Three"]), ("paragraph", 0, ["Short."]),
    )  # fmt: skip
    target = _document(
        ("heading", 1, ["Un"]), ("paragraph", 0, ["Court."]),
        ("heading", 1, ["Deux"]), ("paragraph", 0, long),
        ("heading", 1, ["Trois"]), ("paragraph", 0, ["Court."]),
    )  # fmt: skip
    anchors, notes = heading_anchors(source, target)
    assert anchors == ()
    assert "'One' differ in length" in notes[0]


def test_two_headings_are_too_few_to_bind() -> None:
    assert heading_anchors(_outline(*ENGLISH[:2]), _outline(*FRENCH[:2])) == ((), ())


def test_paragraph_starts_mark_the_first_sentence_of_each_paragraph() -> None:
    document = _document(("paragraph", 0, ["One.", "Two."]), ("paragraph", 0, ["Three."]))
    assert paragraph_starts(document) == [1, 0, 1]


def test_lines_and_single_paragraphs_tell_nothing() -> None:
    assert paragraph_starts(_document(("paragraph", 0, ["One.", "Two."]))) is None
    assert paragraph_starts(_document(("line", 0, ["One.", "Two."]), ("line", 0, ["3."]))) is None
    each = [("paragraph", 0, [f"Sentence {k}."]) for k in range(9)]
    assert paragraph_starts(_document(*each)) is None
