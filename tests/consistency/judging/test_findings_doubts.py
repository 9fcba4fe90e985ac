"""What may be the term after all, or no term of its text, makes a warning."""

from __future__ import annotations

import pytest

from diglot.consistency.entries import entries_of
from diglot.consistency.judging.checker import Checker
from diglot.model import Concept, ConceptTerm, Termbase
from tests.consistency.translations import checker, concept, findings


def severity(language, entry, texts, links):
    """How bad the only finding is, by a termbase of one entry."""
    terms = (ConceptTerm(entry[0], "en"), ConceptTerm(entry[1], language))
    own = Checker(entries_of(Termbase((Concept("a", terms),)), "en", language))
    (found,) = findings(own, [texts], {0: links})
    return found.severity


@pytest.mark.parametrize(
    ("language", "target", "text", "wanted"),
    [
        ("sl", "spajanje dokumentov", "spojeni spis", "warning"),
        ("sl", "spajanje dokumentov", "sestavni spis", "error"),
        ("eu", "bilatutako terminoa", "bilaketa terminoa", "warning"),
    ],
)
def test_words_derived_from_those_of_a_term_make_no_error(language, target, text, wanted):
    texts = ("a merge term here", f"x {text} zz")
    links = {1: 1, 2: 2 if text.endswith("terminoa") else 1}
    assert severity(language, ("merge term", target), texts, links) == wanted


@pytest.mark.parametrize(("text", "wanted"), [("Textbox", "error"), ("Textfelder", None)])
def test_compounds_that_begin_alike_are_other_words(text, wanted):
    terms = (ConceptTerm("text frame", "en"), ConceptTerm("Textfeld", "de"))
    own = Checker(entries_of(Termbase((Concept("a", terms),)), "en", "de"))
    found = findings(own, [("a text frame here", f"die {text} da")], {0: {1: 1, 2: 1}})
    assert [each.severity for each in found] == ([wanted] if wanted else [])


@pytest.mark.parametrize(
    ("text", "wanted"), [("tridimenzionalne predmete", "warning"), ("kubične telesa", "error")]
)
def test_a_number_of_a_term_may_be_spelt_out(text, wanted):
    texts = ("a 3D object here", f"x {text} zz")
    assert severity("sl", ("3D object", "3D-predmet"), texts, {1: 1, 2: 2}) == wanted


@pytest.mark.parametrize(
    ("term", "wanted"), [("DD/MM/YY", "warning"), ("AA/Bc", "error"), ("www.a.org", "warning")]
)
def test_patterns_of_dates_and_addresses_are_code(term, wanted):
    links = dict.fromkeys(range(1, len(term) // 2), 1)
    texts = (f"a {term} here it is", "la fecha aqui")
    assert severity("es", (term, "otra cosa"), texts, links) == wanted


def test_an_acronym_with_an_ending_of_another_language_stands_as_it_is():
    texts = ("the IDs of those", "x IDez zz")
    assert severity("eu", ("ID", "kodea"), texts, {1: 1}) == "warning"


@pytest.mark.parametrize(
    ("text", "wanted"), [("its place and width", "warning"), ("its Place and Width", "error")]
)
def test_what_a_name_joins_are_two_things_in_small_letters(text, wanted):
    own = checker(concept("Place and Width", "lugar y ancho"))
    (found,) = findings(own, [(text, "x cosa y otra")], {0: {1: 1, 2: 2, 3: 3}})
    assert found.severity == wanted


@pytest.mark.parametrize(
    ("term", "text", "wanted"),
    [
        ("Wrap text", "To Wrap Text here", "warning"),
        ("Wrap text", "A Wrap Text here", "error"),
        ("Outline", "Edit the Outline/Hide Frame", "warning"),
        ("Data", "Tools ▸ User Data ▸ Names", "warning"),
    ],
)
def test_headings_and_parts_of_names_make_no_error(term, text, wanted):
    words = text.replace(",", " ,").replace("/", " / ").lower().split()
    first = words.index(term.lower().split()[0])
    own = checker(concept(term, "palabra"))
    links = {first + at: 1 for at in range(len(term.split()))}
    (found,) = findings(own, [(text, "otra cosa aqui")], {0: links})
    assert found.severity == wanted


@pytest.mark.parametrize(("named", "wanted"), [("valores fijos", "warning"), ("otros", "error")])
def test_a_name_followed_with_its_capital_only_is_a_phrase_without_it(named, wanted):
    own = checker(concept("Data Table", "valores fijos"))
    texts = [("the Data Table opens", f"x {named} zz")] * 2
    texts += [("your data table here", "su lista larga")] * 2
    links = {unit: {1: 1, 2: 1 + unit // 2} for unit in range(4)}
    found = findings(own, texts, links)
    assert {each.severity for each in found if each.unit > 1} == {wanted}


@pytest.mark.parametrize(
    ("linked", "wanted"), [({2: 1}, "warning"), ({1: 1}, "error"), ({1: 1, 2: 1}, "error")]
)
def test_a_term_whose_one_word_is_translated_as_everywhere_is_shortened(linked, wanted):
    own = checker(concept("warp tool", "deformador"))
    texts = [("a tool", "una herramienta")] * 5
    texts += [("each warp tool", "cada herramienta")]
    found = findings(own, texts, {n: {1: 1} for n in range(5)} | {5: linked})
    assert [each.severity for each in found] == [wanted]


@pytest.mark.parametrize(("term", "wanted"), [("New Image", "warning"), ("Mirror Image", "error")])
def test_a_name_that_begins_with_a_word_of_any_text_is_a_phrase_in_small_letters(term, wanted):
    own = checker(concept(term, "imagen nueva"))
    (found,) = findings(own, [(f"a {term.lower()} here", "una copia rara")], {0: {1: 1, 2: 2}})
    assert found.severity == wanted
