"""Where terms stand: as they are, inflected, nested, in one word; hostile terms."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.consistency.entries import EntryTerm
from diglot.consistency.matching.encoding import Forms, encode
from diglot.consistency.matching.occurrences import CASE, COMPOUND, EXACT, LEMMA, TermIndex


def found(language, terms, text, *, longest=True, compounds=False):
    """What is found in one text: the words as they stand there, the term, the level."""
    forms = Forms(language)
    listed = [term if isinstance(term, EntryTerm) else EntryTerm(term) for term in terms]
    index = TermIndex(listed, forms, compounds=compounds)
    hits = index.find(encode([text], forms), longest=longest)
    spans = forms.spans(text)
    return [
        (text[spans[begin][0] : spans[end - 1][1]], listed[term].text, level)
        for begin, end, term, level in zip(
            *(each.tolist() for each in (hits.begin, hits.end, hits.term, hits.level)), strict=True
        )
    ]


def test_levels_are_told():
    assert found("en", ["face mask"], "A face mask, Face Mask, face masks.") == [
        ("face mask", "face mask", EXACT),
        ("Face Mask", "face mask", CASE),
        ("face masks", "face mask", LEMMA),
    ]


def test_the_longest_term_counts():
    terms = ["mask", "face mask", "face"]
    assert [term for _, term, _ in found("en", terms, "face mask, mask")] == ["face mask", "mask"]


def test_overlapping_terms_are_both_found():
    terms = ["new face", "face mask"]
    assert [each[1] for each in found("en", terms, "new face mask")] == ["new face", "face mask"]


def test_all_terms_are_found_where_that_is_asked_for():
    terms = ["mask", "face mask", "face"]
    assert [each[1] for each in found("en", terms, "face mask", longest=False)] == [
        *("face mask", "face", "mask")
    ]


def test_a_term_may_count_inside_longer_ones():
    terms = [EntryTerm("mask", inside_longer=True), "face mask", "surgical face mask"]
    assert [each[1] for each in found("en", terms, "surgical face masks")] == [
        "surgical face mask",
        "mask",
    ]


def test_a_longer_term_that_may_not_stand_there_hides_nothing():
    terms = ["mask", EntryTerm("face masks", exact_form=True), EntryTerm("Mask X", exact_form=True)]
    assert [each[1] for each in found("en", terms, "a face mask")] == ["mask"]


def test_equal_terms_are_all_found():
    assert [each[2] for each in found("en", ["mask", "mask", "masks"], "masks")] == [2, 2, 0]


@pytest.mark.parametrize("term", ["C++", "(PCR)", "|", "U.S.", "a.*", "[x]", "x", "5", "\\d", "$"])
def test_hostile_terms_are_found_as_they_stand(term):
    assert found("en", [term], f"so {term} is") == [(term, term, EXACT)]


@pytest.mark.parametrize("term", ["", " ", "\u200b", "\u00ad"])
def test_empty_terms_are_never_found(term):
    assert found("en", [term, "mask"], "a mask") == [("mask", "mask", EXACT)]


def test_no_terms_find_nothing():
    assert found("en", [], "a mask") == []


def test_terms_end_with_their_words():
    assert found("en", ["east", "art"], "at least one party") == []


def test_acronyms_are_found_as_they_are_written():
    assert found("en", ["WHO"], "who asks the WHO, WHOs, WHO's") == [
        ("WHO", "WHO", EXACT),
        ("WHOs", "WHO", LEMMA),
        ("WHO", "WHO", EXACT),
    ]


def test_case_sensitive_terms_may_begin_a_text_with_a_capital():
    term = EntryTerm("spread", case_sensitive=True)
    assert found("en", [term], "Spread the SPREAD") == [("Spread", "spread", CASE)]
    assert found("en", [EntryTerm("Apple", case_sensitive=True)], "apple Apple") == [
        ("Apple", "Apple", EXACT)
    ]


def test_an_exact_form_is_not_inflected():
    term = EntryTerm("face mask", exact_form=True)
    assert [each[0] for each in found("en", [term], "face masks Face mask")] == ["Face mask"]


@pytest.mark.parametrize("term", ["hand-wash", "hand wash"])
def test_hyphen_blank_and_neither_are_one_term(term):
    words = [each for each, _, _ in found("en", [term], "hand-wash hand wash handwash Handwash")]
    assert words == ["hand-wash", "hand wash", "handwash", "Handwash"]


def test_short_words_are_not_put_together():
    assert found("en", ["a part", "any one"], "apart anyone") == []


def test_elided_words_are_cut_off():
    assert found("fr", ["eau", "l'eau"], "de l’eau, d'eau") == [
        ("l’eau", "l'eau", EXACT),
        ("eau", "eau", EXACT),
    ]


def test_unseen_characters_hide_nothing():
    assert found("en", ["software"], "so\u00adft\u200bware") == [
        ("so\u00adft\u200bware", "software", EXACT)
    ]


@pytest.mark.parametrize(
    ("language", "term", "text"),
    [
        ("zh", "疫苗", "新冠疫苗的"),
        ("ja", "ワクチン", "新型ワクチンを"),
        ("th", "วัคซีน", "ฉีดวัคซีนแล้ว"),
        ("zh", "COVID疫苗", "新COVID疫苗"),
    ],
)
def test_terms_of_languages_without_blanks(language, term, text):
    assert found(language, [term], text) == [(term, term, EXACT)]


def test_the_longest_term_counts_without_blanks():
    assert [each[1] for each in found("zh", ["疫苗", "新冠疫苗"], "新冠疫苗")] == ["新冠疫苗"]


@pytest.mark.slow
def test_turkish_letters():
    assert [each[0] for each in found("tr", ["ışık", "ilik"], "IŞIK ILIK İLİK")] == ["IŞIK", "İLİK"]


def test_terms_in_german_compounds():
    terms = ["Impfstoff", "Corona-Virus", "Test"]
    text = "Impfstoffhersteller, Corona-Impfstoff, Coronavirus, Testament"
    assert found("de", terms, text, compounds=True) == [
        ("Impfstoffhersteller", "Impfstoff", COMPOUND),
        ("Corona-Impfstoff", "Impfstoff", COMPOUND),
        ("Coronavirus", "Corona-Virus", LEMMA),
    ]


def test_what_is_a_term_as_a_whole_is_no_compound():
    terms = ["Impfstoff", "Impfstoffhersteller"]
    assert found("de", terms, "Impfstoffherstellern", compounds=True)[0][1] in terms
    assert found("de", terms, "Impfstoffhersteller", compounds=True) == [
        ("Impfstoffhersteller", "Impfstoffhersteller", EXACT)
    ]


def test_two_words_of_a_term_in_one_compound():
    assert found("de", ["Impfung Nachweis"], "Impfungsnachweis", compounds=True) == [
        ("Impfungsnachweis", "Impfung Nachweis", COMPOUND)
    ]


def test_german_nouns_are_found_in_any_case():
    words = [each[0] for each in found("de", ["Impfstoff"], "IMPFSTOFF Impfstoffe impfstoff")]
    assert words == ["IMPFSTOFF", "Impfstoffe", "impfstoff"]


def test_an_unknown_language_matches_without_case():
    assert found("xx", ["mask"], "Mask masks") == [("Mask", "mask", CASE)]


WORDS = st.lists(st.sampled_from(["ab", "bc", "cd", "AB"]), max_size=6).map(" ".join)


@settings(max_examples=30)
@given(st.lists(WORDS, max_size=6), st.lists(WORDS, max_size=4), st.booleans())
def test_hits_are_those_of_a_plain_search(terms, texts, longest):
    forms = Forms(None)
    hits = TermIndex([EntryTerm(term) for term in terms], forms).find(
        encode(texts, forms), longest=longest
    )
    columns = (hits.text, hits.begin, hits.end, hits.term, hits.level)
    told = list(zip(*(column.tolist() for column in columns), strict=True))
    expected = []
    for number, text in enumerate(texts):
        here = []
        words = text.split()
        for index, term in enumerate(terms):
            own = term.split()
            strict = len(own) == 1 and term == "AB"
            for begin in range(len(words) - len(own) + 1) if own else ():
                there = words[begin : begin + len(own)]
                if there == own:
                    level = EXACT
                elif not strict and [w.lower() for w in there] == [w.lower() for w in own]:
                    level = CASE
                else:
                    continue
                here.append((number, begin, begin + len(own), index, level))
        kept = [
            hit
            for hit in here
            if not longest
            or not any(
                other[1] <= hit[1] and other[2] >= hit[2] and other[1:3] != hit[1:3]
                for other in here
            )
        ]
        expected += sorted(kept, key=lambda hit: (hit[1], -hit[2], hit[3]))
    assert told == expected


@pytest.mark.slow
def test_a_segment_of_a_hundred_thousand_words():
    forms = Forms("en")
    index = TermIndex([EntryTerm("face mask"), EntryTerm("mask face mask")], forms)
    texts = encode(["face mask " * 50_000, "", "face masks"], forms)
    hits = index.find(texts)
    assert len(hits) == 1 + 49_999 + 1
    assert hits.text[-1] == 2
