"""Forbidden terms are errors where they stand for their source terms."""

from __future__ import annotations

import numpy as np

from diglot.consistency.judging.findings import TermFindings
from diglot.consistency.rules.target_terms import ForbiddenTerms
from tests.consistency.translations import checker, concept, judged, policy


def forbidden(own, texts, links=None):
    done, block = judged(own, texts, links)
    terms = ForbiddenTerms(own.entries, own.target.forms, "error")
    sources, entry = own.occurrences(block)
    checked = np.ones(len(texts), np.bool_)
    found, settled = terms.findings(done, sources, entry, checked)
    return found, TermFindings(own.entries, own.terms, policy()).findings(done, settled=settled)


SWAB = concept("swab", "hisopo", "!muestra")


def test_a_forbidden_term_is_one_error_and_not_missing_besides():
    found, others = forbidden(checker(SWAB), [("a swab", "una muestra")])
    assert [(each.rule, each.found) for each in found] == [("forbidden", "muestra")]
    assert found[0].source == ((2, 6),)
    assert found[0].target == ((4, 11),)
    assert found[0].message == "“muestra” is forbidden for “swab”; the termbase has “hisopo”"
    assert others == []


def test_other_forms_are_forbidden_too():
    ((found,), _) = forbidden(checker(SWAB), [("two swabs", "dos muestras")])
    assert (found.level, found.found) == ("lemma", "muestras")
    assert "(as “muestra”)" in found.message


def test_a_word_is_free_where_its_source_term_is_not():
    found, _ = forbidden(checker(SWAB), [("a sample", "una muestra")])
    assert found == []


def test_a_term_may_be_wrong_anywhere():
    own = checker(concept("swab", "hisopo", "!muestra", anywhere=True))
    ((found,), _) = forbidden(own, [("a sample", "una muestra")])
    assert found.source == ()


def test_links_tell_a_word_that_translates_something_else():
    own = checker(SWAB)
    texts = [("the sample and the swab", "la muestra y el hisopo")]
    found, others = forbidden(own, texts, {0: {0: 0, 1: 1, 2: 2, 3: 3, 4: 4}})
    assert (found, others) == ([], [])
    found, _ = forbidden(own, texts)
    assert [each.rule for each in found] == ["forbidden"]


def test_a_part_of_an_allowed_term_is_not_forbidden():
    own = checker(concept("face mask", "máscara facial", "!máscara"))
    assert forbidden(own, [("a face mask", "una máscara facial")]) == ([], [])
    found, _ = forbidden(own, [("a face mask", "una máscara")])
    assert len(found) == 1


def test_an_entry_may_have_nothing_but_forbidden_terms():
    own = checker(concept("swab", "!muestra"))
    ((found,), others) = forbidden(own, [("a swab", "una muestra")])
    assert found.suggestion == "do not use “muestra”"
    assert (found.expected, others) == ((), [])


def test_a_term_that_is_forbidden_though_near_to_the_allowed_one():
    own = checker(concept("infected", "infectado", "!infección"))
    found, others = forbidden(own, [("the infected", "la infección")], {0: {0: 0, 1: 1}})
    assert [each.rule for each in found] == ["forbidden"]
    assert others == []


def test_without_forbidden_terms_there_is_nothing_to_do():
    own = checker(concept("swab", "hisopo"))
    assert len(ForbiddenTerms(own.entries, own.target.forms, "error")) == 0
    assert forbidden(own, [("a swab", "un hisopo")]) == ([], [])
