"""Terms that a text uses and a termbase lacks."""

from __future__ import annotations

import pytest

from diglot.model import CheckedUnit
from diglot.pipeline.steps.checking.translation import MOST, lacking_terms

TEXTS = [
    "Watch the pressure gauge while the coffee runs.",
    "The pressure gauge must stay in the green zone.",
    "If the pressure gauges show too little, grind finer.",
    "Have the pressure gauge checked once a year.",
    "Clean the drip tray with a soft cloth.",
    "The drip tray is full.",
    "Slide the drip trays under the machine.",
    "Empty the drip tray every evening.",
]
UNITS = [CheckedUnit(2 * k, text, "x", document="ab"[k % 2]) for k, text in enumerate(TEXTS)]


def terms(known, units=UNITS, language="en"):
    found = lacking_terms(units, known, language=language, severity="note")
    return {each.term: each for each in found}


def test_frequent_terms_are_listed_with_their_first_place():
    found = terms([])
    gauge = found["pressure gauge"]
    assert (gauge.rule, gauge.severity, gauge.entry) == ("lacking", "note", None)
    unit = next(each for each in UNITS if each.number == gauge.unit)
    ((begin, end),) = gauge.source
    assert unit.source[begin:end].startswith("pressure gauge")
    assert "is not in the termbase" in gauge.message
    assert len(found) <= MOST


@pytest.mark.parametrize("known", ["pressure gauge", "Pressure Gauges"])
def test_what_the_termbase_has_in_any_form_is_not_lacking(known):
    found = terms([known])
    assert "pressure gauge" not in found
    assert found.keys() <= terms([]).keys()


def test_a_language_without_rules_is_no_fault():
    assert lacking_terms(UNITS, [], language=None, severity="note") is not None
    assert lacking_terms([], [], language="en", severity="note") == []
