"""Counts with their nouns."""

import pytest

from diglot.plurals import count_of


@pytest.mark.parametrize(
    ("number", "noun", "text"),
    [
        (1, "header", "1 header"),
        (0, "header", "0 headers"),
        (1200, "header", "1,200 headers"),
        (2, "entry without a lemma", "2 entries without a lemma"),
        (2, "status that is not known, kept", "2 statuses that are not known, kept"),
        (2, "link that stands twice", "2 links that stand twice"),
        (2, "part of speech that is no name", "2 parts of speech that are no name"),
        (2, "paragraph outside a table", "2 paragraphs outside a table"),
        (2, "title above the table", "2 titles above the table"),
        (2, "page stored twice", "2 pages stored twice"),
        (2, "part of speech without a name", "2 parts of speech without a name"),
        (2, "running head or page number", "2 running heads or page numbers"),
        (2, "forbidden or rejected term", "2 forbidden or rejected terms"),
        (2, "unknown attribute rend", "2 unknown attributes rend"),
        (2, "element <note> of a unit", "2 elements <note> of a unit"),
    ],
)  # fmt: skip
def test_a_count_has_its_noun_in_the_right_number(number: int, noun: str, text: str) -> None:
    assert count_of(number, noun) == text
