"""Terms that nothing asks for: appended, or without a source term."""

from __future__ import annotations

import numpy as np
import pytest

from diglot.consistency.rules.target_terms import AddedTerms
from tests.consistency.translations import checker, concept, judged

OWN = checker(concept("fever", "fiebre"), concept("cough", "tos"), concept("swab", "hisopo"))
SEVERITIES = {"appended": "warning", "without-source": "note"}


def added_terms(texts, **severities):
    done, _ = judged(OWN, texts)
    terms = AddedTerms(OWN.entries, OWN.target.forms, severities or SEVERITIES)
    return terms.findings(done, np.ones(len(texts), np.bool_))


@pytest.mark.parametrize(
    "target",
    ["Tiene tos y fiebre. fiebre", "Tiene fiebre y tos. tos, fiebre", "Tiene calor. fiebre / tos."],
)
def test_terms_behind_the_last_sentence_are_appended(target):
    (found,) = added_terms([("She has a cough and a fever.", target)], appended="warning")
    assert found.rule == "appended"
    assert target[slice(*found.target[0])].startswith(("fiebre", "tos"))


def test_terms_in_a_row_that_stand_there_already_are_appended():
    texts = [("A fever and a cough come first", "La fiebre y la tos vienen primero, fiebre, tos")]
    (found,) = added_terms(texts, appended="warning")
    assert found.found == "fiebre, tos"


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("She has a fever, a cough.", "Tiene fiebre, tos."),
        ("Look for: fever, cough", "Busque: fiebre, tos"),
        ("Stay at home. Fever?", "Quédese en casa. ¿Fiebre?"),
        ("No. Fever.", "No. Fiebre."),
        ("Fever", "Fiebre"),
        ("A cough or a fever", "Tos o fiebre"),
        ("A fever and a cough come first", "La fiebre y la tos son una tos fiebre"),
    ],
)
def test_lists_and_short_sentences_of_the_source_are_not(source, target):
    assert added_terms([(source, target)], appended="warning") == []


def test_a_term_without_its_source_term():
    (found,) = added_terms([("She feels hot", "Tiene fiebre")], **{"without-source": "note"})
    assert (found.rule, found.entry, found.target) == ("without-source", "fever", ((6, 12),))
    assert added_terms([("Her fever", "Su fiebre")], **{"without-source": "note"}) == []


def test_rules_that_are_off_cost_nothing():
    terms = AddedTerms(OWN.entries, OWN.target.forms, {"missing": "error"})
    done, _ = judged(OWN, [("x", "fiebre tos")])
    assert terms.findings(done, np.ones(1, np.bool_)) == []


def test_units_that_are_not_checked_are_left_alone():
    done, _ = judged(OWN, [("She feels hot", "Tiene fiebre")])
    terms = AddedTerms(OWN.entries, OWN.target.forms, SEVERITIES)
    assert terms.findings(done, np.zeros(1, np.bool_)) == []
