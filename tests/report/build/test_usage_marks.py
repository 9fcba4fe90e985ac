"""Terms found in sentences: longest first, in any case, in every form."""

from __future__ import annotations

from typing import NamedTuple

from diglot.report.build.usage import TermFinder, TermForms, locate
from diglot.text.tokens import words


class Mark(NamedTuple):
    term: int
    start: int
    end: int
    nested: bool


def found(forms, sentence, language="en"):
    marks, *_ = TermFinder(forms).find([words(sentence, language)])
    return [Mark(*each[:3], nested=bool(each[3])) for each in marks.tolist()]


def test_a_term_is_found_in_any_case():
    forms = TermForms("en")
    number = forms.add("Loan agreement")
    assert found(forms, "The LOAN Agreement ends.") == [Mark(number, 1, 3, nested=False)]


def test_capitals_of_an_acronym_are_no_accident():
    forms = TermForms("en")
    who = forms.add("WHO")
    guideline = forms.add("WHO guideline")
    assert found(forms, "Those who read the WHO Guideline.") == [
        Mark(guideline, 4, 6, nested=False),
        Mark(who, 4, 5, nested=True),
    ]
    assert found(forms, "Who guideline?") == []


def test_a_term_in_capitals_throughout_is_found_in_any_case():
    forms = TermForms("en")
    assert [mark.term for mark in found(forms, "a loan agreement")] == []
    heading = forms.add("LOAN AGREEMENT")
    assert [mark.term for mark in found(forms, "a loan agreement")] == [heading]


def test_a_term_inside_a_longer_one_is_nested():
    forms = TermForms("en")
    loan, agreement = forms.add("loan agreement"), forms.add("agreement")
    assert found(forms, "A loan agreement is an agreement.") == [
        Mark(loan, 1, 3, nested=False),
        Mark(agreement, 2, 3, nested=True),
        Mark(agreement, 5, 6, nested=False),
    ]


def test_terms_with_the_same_start_come_longest_first():
    forms = TermForms("en")
    loan, agreement = forms.add("loan"), forms.add("loan agreement")
    assert found(forms, "a loan agreement") == [
        Mark(agreement, 1, 3, nested=False),
        Mark(loan, 1, 2, nested=True),
    ]


def test_a_form_stands_for_its_term_but_not_for_another_one():
    forms = TermForms("en")
    agreement, keys = forms.add("agreement"), forms.add("keys")
    forms.add_form("agreements", agreement)
    forms.add_form("keys", agreement)
    assert [mark.term for mark in found(forms, "agreements and keys")] == [agreement, keys]
    assert forms.number("AGREEMENTS") == agreement
    assert forms.number("loan") is None


def test_one_term_has_one_number():
    forms = TermForms("fr")
    assert forms.add("Prêt") == forms.add("pre\u0302t")
    assert forms.texts == ["Prêt"]
    assert len(forms) == 1


def test_a_term_without_words_is_never_found():
    forms = TermForms("en")
    forms.add("  ")
    assert found(forms, "nothing at all") == []


def test_chinese_terms_are_found_character_by_character():
    forms = TermForms("zh")
    loan, contract = forms.add("贷款合同"), forms.add("合同")
    assert found(forms, "贷款合同和合同", "zh") == [
        Mark(loan, 0, 4, nested=False),
        Mark(contract, 2, 4, nested=True),
        Mark(contract, 5, 7, nested=False),
    ]


def test_words_are_located_and_missing_ones_are_empty():
    assert locate("l’eau  pure", ["l’", "eau", "??", "pure"]) == [(0, 2), (2, 5), (5, 5), (7, 11)]
