"""Texts as numbers: the tokens of the tokeniser, found through a memory of stretches."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.consistency.matching import encoding
from diglot.consistency.matching import encoding as stretches
from diglot.consistency.matching.encoding import Forms, encode, strip_invisible
from diglot.text.tokens import tokenise
from tests.effort import grows_linearly

PIECES = st.sampled_from(
    [
        *("l'eau", "L’", "p.", "ex.", "z.", "B.", "U.S.", "1", "000", "1,5", "po'", "masks"),
        *("a@b.org", "https://x.org/a", "(", ")", "«", "...", "«\u00a0mot\u00a0»", "1\u202f000"),
        *("疫苗", "ワクチン", "วัคซีน", "é", "e\u0301", "\u0301", "\t", "\n", "etc.", "-", "'"),
    ]
)
TEXTS = st.lists(
    st.lists(st.one_of(PIECES, st.sampled_from([" ", "  ", ""])), max_size=12).map("".join),
    max_size=4,
)


def forms_of(texts, forms):
    """The tokens of every text as strings."""
    encoded = encode(texts, forms)
    ends = encoded.offsets.tolist()
    return [
        [forms.written[token] for token in encoded.tokens[begin:end].tolist()]
        for begin, end in pairwise(ends)
    ]


def by_tokeniser(texts, language):
    return [[text[begin:end] for begin, end in tokenise(text, language)] for text in texts]


@pytest.mark.parametrize("language", [None, "en", "fr", "de", "zh", "th"])
@settings(max_examples=20)
@given(TEXTS)
def test_tokens_are_those_of_the_tokeniser(language, texts):
    assert forms_of(texts, Forms(language, lemmas=False)) == by_tokeniser(texts, language)


@settings(max_examples=20)
@given(st.lists(st.text(max_size=20), max_size=3))
def test_any_text_is_cut_as_the_tokeniser_cuts_it_without_unseen_characters(texts):
    plain = [strip_invisible(text) for text in texts]
    assert forms_of(texts, Forms("fr", lemmas=False)) == by_tokeniser(plain, "fr")


def test_a_second_block_uses_the_numbers_of_the_first():
    forms = Forms("en", lemmas=False)
    one = encode(["face masks", "masks"], forms)
    other = encode(["masks face"], forms)
    assert one.tokens.tolist() == [0, 1, 1]
    assert other.tokens.tolist() == [1, 0]


def test_what_is_forgotten_gets_the_same_numbers_again(monkeypatch):
    monkeypatch.setattr(stretches, "MEMORY", 2)
    monkeypatch.setattr(encoding, "BLOCK", 8)
    texts = ["a b c d e", "f g h", "a b c", "z. B. so", "e f g"] * 3
    assert forms_of(texts, Forms("de", lemmas=False)) == by_tokeniser(texts, "de")


def test_abbreviations_go_over_blanks():
    assert forms_of(["so z. B. hier", "am z."], Forms("de", lemmas=False)) == [
        ["so", "z. B.", "hier"],
        ["am", "z", "."],
    ]


def test_no_text_and_empty_texts_have_no_tokens():
    forms = Forms("en")
    assert encode([], forms).offsets.tolist() == [0]
    assert encode(["", "  ", "\u200b"], forms).offsets.tolist() == [0, 0, 0, 0]


def test_half_a_surrogate_pair_is_a_token():
    assert forms_of(["a \ud800 b"], Forms("en")) == [["a", "\ud800", "b"]]


def test_words_with_unseen_characters_are_the_same_word():
    forms = Forms("de")
    same = encode(["Impf\u00adstoff", "Impf\u200bstoff", "Impfstoff"], forms)
    assert len(set(same.tokens.tolist())) == 1


def test_spans_reach_over_unseen_characters():
    forms, text = Forms("en"), "so\u00adft\u00adware \u200bused"
    assert [text[begin:end] for begin, end in forms.spans(text)] == ["so\u00adft\u00adware", "used"]
    assert len(forms.spans(text)) == len(encode([text], forms).tokens)


def test_spans_are_those_of_the_tokeniser():
    text = "L’eau, p. ex."
    assert Forms("fr").spans(text) == tokenise(text, "fr")


@pytest.mark.parametrize("language", ["en", "fr", "ja", None])
@given(texts=TEXTS)
def test_tokens_that_are_known_have_the_same_spans(language, texts):
    forms = Forms(language, lemmas=False)
    for text in [*texts, "\u00adso\u00adft a\u00ad b"]:
        assert forms.places(text, encode([text], forms).tokens.tolist()) == forms.spans(text)


def test_keys_tell_case_form_and_lemma():
    forms = Forms("en")
    cases, case, shout, mark = (forms.number(each) for each in ("cases", "Case", "CASES", "!"))
    tables = forms.tables()
    assert tables.folded[cases] == tables.folded[shout] != tables.folded[case]
    assert tables.surface[cases] != tables.surface[shout]
    assert tables.lemma[cases] == tables.lemma[case] == tables.lemma[shout]
    assert forms.keys[tables.lemma[cases]] == "case"
    assert tables.word[[cases, mark]].tolist() == [True, False]


def test_spellings_of_one_word_have_one_key():
    forms = Forms("fr")
    numbers = [forms.number(each) for each in ("l’eau", "l'eau", "a\u2011b", "a-b", "é", "e\u0301")]
    surface = forms.tables().surface[numbers].tolist()
    assert surface[0::2] == surface[1::2]


def test_exchanged_letters_and_points_make_no_other_word():
    forms = Forms("fa", lemmas=False)
    one, other = forms.number("كِتابي"), forms.number("کتابی")
    tables = forms.tables()
    assert tables.folded[one] == tables.folded[other]
    assert tables.surface[one] != tables.surface[other]


def test_german_nouns_keep_their_own_lemmas():
    forms = Forms("de")
    assert forms.case_tells
    numbers = [forms.number(each) for each in ("Impfstoffe", "Impfstoff")]
    assert len(set(forms.tables().lemma[numbers].tolist())) == 1


def test_tables_grow_with_the_forms():
    forms = Forms("en")
    forms.number("a")
    assert len(forms.tables().folded) == 1
    forms.number("b")
    assert len(forms.tables().folded) == 2
    assert forms.tables() is forms.tables()


def test_an_unknown_language_has_no_lemmas_and_says_so():
    told = []
    forms = Forms("xx", notice=told.append)
    assert forms.language is None
    assert forms.method == "identity"
    assert told == [
        "unknown language 'xx': lemma matching is off, words stand for themselves",
    ]
    assert forms_of(["masks, Masks"], forms) == [["masks", ",", "Masks"]]


def test_lemmas_can_be_switched_off():
    assert Forms("en").method == "simplemma"
    assert Forms("en", lemmas=False).method == "identity"


def test_languages_without_blanks_have_no_lemmas():
    assert Forms("ja").method == "identity"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "word"), [("en", "word "), ("en", "x"), ("zh", "疫"), ("zh", "疫苗 ")]
)
def test_a_long_segment_is_read_in_linear_time(language, word):
    forms = Forms(language, lemmas=False)
    text = word * (100_000 // len(word.encode()))
    assert grows_linearly(lambda size: encode([text[:size]], forms), len(text))
    encoded = encode([text], forms)
    assert len(encoded.tokens) == len(tokenise(text, language))


def test_tokens_are_flat_arrays():
    encoded = encode(["a b", "", "c"], Forms(None))
    assert encoded.tokens.dtype == np.int32
    assert encoded.offsets.tolist() == [0, 2, 2, 3]
    assert len(encoded) == 3


@given(TEXTS)
def test_one_text_has_the_same_tokens(texts):
    forms = Forms("de", lemmas=False)
    for text in texts:
        own = [forms.written[token] for token in forms.tokens(text)]
        assert [own] == by_tokeniser([text], "de")
