"""Forms of terms among candidates."""

from __future__ import annotations

from diglot.terms.extraction.candidates import find_candidates
from diglot.terms.extraction.corpus import encode_corpus
from diglot.terms.extraction.variants import term_forms, term_key
from diglot.text.lemmas import Lemmatiser


def test_forms_of_the_same_lemmas_are_one_group_hyphens_or_not() -> None:
    sentences = ["cross-reference", "cross references", "cross sections"]
    found = find_candidates(encode_corpus([each.split() for each in sentences], language="en"))

    forms = term_forms(found, Lemmatiser("en"))

    group = {found.text(k): int(forms.groups[k]) for k in range(len(found))}
    assert group["cross-reference"] == group["cross references"] != group["cross sections"]


def test_the_form_of_own_lemmas_that_opens_sentences_is_told_from_the_others() -> None:
    texts = [["cell"], ["cell"], ["of", "cells"], ["of", "cells"]]
    found = find_candidates(
        encode_corpus(texts, language="en", function_words=frozenset({"of"})), longest=1
    )

    forms = term_forms(found, Lemmatiser("en"))

    number = {found.text(k): k for k in range(len(found))}
    one, other = number["cell"], number["cells"]
    assert (forms.lemmas[one], forms.lemmas[other]) == (0.0, -1.0)
    assert forms.openings[one] > forms.openings[other]
    assert forms.sentences[forms.groups[one]] == 4


def test_no_candidates_have_no_forms() -> None:
    forms = term_forms(find_candidates(encode_corpus([], language="en")), Lemmatiser("en"))

    assert len(forms.groups) == len(forms.sentences) == 0


def test_a_key_is_the_same_for_twins() -> None:
    keys = {term_key(text, Lemmatiser("en")) for text in ("File systems", "file-system")}

    assert keys == {"filesystem"}
