"""Terms of a termbase in parallel text: what is found, and what stands for what."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.consistency.entries import Entries, Entry, EntryTerm, entries_of
from diglot.consistency.matching.marking import mark_terms
from diglot.formats import read_annotated_set, read_termbase
from diglot.model import AnnotatedSegment, TermMark


def entry(identifier, source, *targets, **told):
    return Entry(identifier, EntryTerm(source, **told), tuple(map(EntryTerm, targets)))


def mark(source, reference, *entries, terms=(), languages=("en", "fr"), **options):
    segment = AnnotatedSegment("1", source, reference, terms)
    (found,) = mark_terms([segment], Entries(entries, languages), **options)
    return found


def pairs(source, reference, *entries, **options):
    """The marked words of both sides."""
    return [
        (
            source[slice(*each.source_span)],
            None if each.target_span is None else reference[slice(*each.target_span)],
        )
        for each in mark(source, reference, *entries, **options).marks
    ]


COUGH = entry("1", "cough", "toux")
DRY = entry("2", "dry cough", "toux sèche")


def test_a_term_is_marked_on_both_sides():
    found = mark("A cough, please.", "Une toux, merci.", COUGH)
    (term,) = found.marks
    assert (term.id, term.source, term.alternatives) == ("1", "cough", ("toux",))
    assert (term.source_span, term.target_span) == ((2, 7), (4, 8))
    assert (term.source_lemma, term.target_lemma, term.verified) == (False, False, None)
    assert found.unanswered == 0


def test_a_term_whose_translation_is_not_there_is_counted_but_not_marked():
    found = mark("A cough.", "Un rhume.", COUGH)
    assert found.marks == ()
    assert found.unanswered == 1


def test_case_makes_no_difference_but_for_acronyms():
    assert pairs("Cough", "TOUX", COUGH) == [("Cough", "TOUX")]
    who = entry("3", "WHO", "OMS")
    assert pairs("who says", "OMS", who) == []
    assert pairs("WHO says", "OMS", who) == [("WHO", "OMS")]
    aids = entry("4", "aids", "aide", case_sensitive=True)
    assert pairs("AIDS", "aide", aids) == []


def test_inflected_forms_are_found_by_their_lemmas_and_join_the_alternatives():
    (term,) = mark("Symptoms!", "Des symptômes.", entry("1", "symptom", "symptôme")).marks
    assert (term.source_lemma, term.target_lemma) == (True, True)
    assert term.alternatives == ("symptôme", "symptômes")
    assert (
        mark("Symptoms", "symptômes", entry("1", "symptom", "symptôme"), lemmas=False).marks == ()
    )


def test_a_term_in_its_exact_form_only_is_not_found_by_lemma():
    assert pairs("Symptoms", "symptôme", entry("1", "symptom", "symptôme", exact_form=True)) == []


def test_the_longest_term_counts():
    assert pairs("dry cough", "toux sèche", COUGH, DRY) == [("dry cough", "toux sèche")]


def test_a_longer_term_that_nothing_answers_gives_way_to_one_inside_it():
    found = mark("dry cough", "toux grasse", COUGH, DRY)
    assert [each.id for each in found.marks] == ["1"]
    assert found.unanswered == 0
    assert mark("dry cough", "rhume", COUGH, DRY).unanswered == 1


def test_a_term_that_counts_inside_longer_ones_is_looked_for_there():
    inside = entry("1", "cough", "toux", inside_longer=True)
    found = mark("dry cough and cough", "toux sèche et toux", inside, DRY)
    assert [each.id for each in found.marks] == ["2", "1"]
    assert found.unanswered == 1  # the word of the reference is taken


def test_a_word_of_the_reference_serves_one_term_only():
    found = mark("cough and cough", "une toux", COUGH)
    assert len(found.marks) == 1
    assert found.unanswered == 1
    ill, sick = entry("1", "ill", "malade"), entry("2", "sick", "malade")
    assert len(mark("ill or sick", "malade", ill, sick).marks) == 1
    assert len(mark("ill or sick", "malade ou malade", ill, sick).marks) == 2


def test_occurrences_are_paired_in_order():
    found = mark("cough , cough", "toux , toux", COUGH)
    assert [each.target_span for each in found.marks] == [(0, 4), (7, 11)]


def test_of_two_places_the_one_at_the_same_part_of_the_sentence_is_taken():
    text = "a b c d e f g cough"
    (term,) = mark(text, "toux b c d e f g toux", COUGH).marks
    assert term.target_span == (17, 21)


def test_as_written_goes_before_lemmas_and_long_before_short():
    both = entry("1", "cough", "toux", "toux grasse")
    assert pairs("cough", "toux , toux grasse", both) == [("cough", "toux grasse")]
    written = entry("1", "symptom", "symptôme")
    assert pairs("symptom", "symptômes symptôme", written) == [("symptom", "symptôme")]


def test_marks_that_are_there_stay_and_nothing_is_marked_on_them():
    known = TermMark("k", "cough", ("toux",), (2, 7), (4, 8), verified=False)
    found = mark("a cough , cough", "une toux , toux", COUGH, terms=(known,))
    assert found.marks[0] == known
    assert [each.source_span for each in found.marks] == [(2, 7), (10, 15)]
    assert found.marks[1].target_span == (11, 15)


def test_without_a_reference_the_terms_of_the_source_are_marked():
    assert pairs("a cough", None, COUGH) == [("cough", None)]


def test_an_entry_that_only_forbids_marks_nothing():
    only = Entry("1", EntryTerm("cough"), (), (EntryTerm("touse"),))
    assert mark("a cough", None, only).marks == ()


def test_terms_with_signs_are_found_as_they_are():
    signs = [entry("1", "C++", "C++"), entry("2", "(PCR)", "(PCR)"), entry("3", "a|b", "a|b")]
    text = "C++ and (PCR) and a|b"
    assert pairs(text, text, *signs) == [(each, each) for each in ("C++", "(PCR)", "a|b")]


def test_text_without_spaces_is_searched_by_characters():
    chinese = entry("1", "cough", "咳嗽")
    assert pairs("a cough", "他咳嗽了", chinese, languages=("en", "zh")) == [("cough", "咳嗽")]


def test_elided_words_do_not_hide_a_term():
    water = entry("1", "water", "eau")
    assert pairs("the water", "l'eau", water) == [("water", "eau")]


def test_a_language_without_lemmas_is_said():
    notes = []
    mark("a", "b", COUGH, languages=("en", "xx"), notice=notes.append)
    assert any("xx" in note for note in notes)


@pytest.mark.slow
def test_a_segment_of_many_terms_takes_no_time():
    found = mark("cough " * 8_000, "toux " * 8_001, COUGH)
    assert len(found.marks) == 8_000


@pytest.mark.parametrize("text", ["", " ", "\u200b", "!"])
def test_texts_without_words_have_no_marks(text):
    assert mark(text, text, COUGH).marks == ()


TEXTS = st.lists(st.sampled_from(["a", "b", "c", "ab", "."]), max_size=8).map(" ".join)
ENTRIES = st.lists(
    st.builds(
        entry,
        st.just("e"),
        st.sampled_from(["a", "b", "a b", "b c", "a b c"]),
        st.sampled_from(["a", "c", "b c", "a b"]),
    ),
    max_size=4,
    unique_by=lambda each: each.source.text,
)


def test_most_marks_of_the_published_set_are_proposed(shared_data):
    folder = shared_data / "consistency"
    published = folder / "terminology_evaluation"
    gold = read_annotated_set(published / "dev.en-fr.en.sgm", published / "dev.en-fr.fr.sgm")
    glossaries = [
        read_termbase(folder / "tico19" / "terminologies" / f"{name}.csv")
        for name in ("f_en-fr_XX", "g_en_fr-FR")
    ]
    bare = [replace(segment, terms=()) for segment in gold.segments]
    found = mark_terms(bare, entries_of(glossaries, "en", "fr"))
    same = [
        sum(each.source_span == mark.source_span for mark in new.marks)
        for segment, new in zip(gold.segments, found, strict=True)
        for each in segment.terms
    ]
    assert len(same) == 901
    assert sum(same) >= 850


@given(TEXTS, TEXTS, ENTRIES)
def test_marks_never_overlap_on_either_side(source, reference, entries):
    named = [replace(each, id=str(at)) for at, each in enumerate(entries)]
    marks = mark(source, reference, *named, languages=("xx", "yy")).marks
    for side in ("source_span", "target_span"):
        spans = sorted(getattr(each, side) for each in marks)
        assert all(one[1] <= other[0] for one, other in pairwise(spans))
    for each in marks:
        assert source[slice(*each.source_span)] == each.source
        assert reference[slice(*each.target_span)] in each.alternatives
