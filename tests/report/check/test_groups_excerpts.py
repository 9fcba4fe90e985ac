"""Excerpts keep what is marked and say what they leave out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from diglot.report.check.groups import excerpt, merged_spans

SPANS = st.lists(st.tuples(st.integers(-3, 80), st.integers(-3, 80)), max_size=4)


def test_a_short_text_is_shown_as_it_is():
    part = excerpt("Take a swab now.", [(7, 11)], around=50)
    assert part.text == "Take a swab now."
    assert part.spans == ((7, 11),)
    assert part.is_whole


def test_a_long_text_is_cut_between_words_around_what_is_marked():
    text = "word " * 100 + "swab " + "word " * 100 + "swab" + " word" * 100
    places = [(500, 504), (1005, 1009)]
    assert [text[a:b] for a, b in places] == ["swab", "swab"]
    part = excerpt(text, places, around=10)
    assert part.text == "… word word swab word word … word word swab word word …"
    assert [part.text[a:b] for a, b in part.spans] == ["swab", "swab"]
    assert not part.is_whole


def test_a_text_without_marks_shows_its_beginning():
    assert excerpt("one two three four five", [], around=4).text == "one two three …"
    assert excerpt("", [], around=4).text == ""


def test_a_marked_book_shows_its_ends():
    part = excerpt("a" * 1000, [(0, 1000)], around=20)
    assert len(part.text) < 100
    assert part.spans[0][0] == 0


def test_overlapping_and_impossible_spans_become_possible_ones():
    assert merged_spans([(4, 9), (-2, 5), (7, 7), (20, 30), (9, 3)], 12) == ((0, 9),)


@given(st.text(max_size=60), SPANS, st.integers(1, 9))
def test_what_is_marked_in_the_excerpt_is_marked_in_the_text(text, spans, around):
    part = excerpt(text, spans, around=around)
    whole = "".join(text[a:b] for a, b in merged_spans(spans, len(text)))
    shown = "".join(part.text[a:b] for a, b in part.spans)
    assert part.spans == merged_spans(part.spans, len(part.text))
    if part.is_whole:
        assert part.text == text
        assert shown == whole
    elif all(b - a <= 2 * around for a, b in merged_spans(spans, len(text))):
        assert shown == whole
