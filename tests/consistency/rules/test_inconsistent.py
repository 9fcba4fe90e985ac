"""One term, several renderings that its entry allows."""

from __future__ import annotations

import pytest

from diglot.consistency.rules.inconsistent import Renderings
from tests.consistency.translations import checker, concept, judged

SWAB = concept("swab", "hisopo", "frotis")


def inconsistent(own, texts, links=None, documents=()):
    done, _ = judged(own, texts, links, documents)
    renderings = Renderings(own.entries, own.terms, own.target.forms)
    renderings.add(done)
    return renderings.findings("warning")


TEXTS = [("a swab", "un hisopo"), ("the swab", "el frotis"), ("one swab", "un hisopo")]


def test_the_rarer_rendering_is_named_with_both_counts():
    ((found, unit),) = inconsistent(checker(SWAB), TEXTS)
    assert (found.rule, found.unit, unit.number) == ("inconsistent", 1, 1)
    assert found.message == "“swab” is “hisopo” twice, but “frotis” once (unit 2)"
    assert (found.source, found.target, found.found) == (((4, 8),), ((3, 9),), "frotis")
    assert found.expected == ("hisopo",)


def test_inflection_is_no_inconsistency():
    own = checker(concept("swab", "hisopo", "hisopos"))
    assert inconsistent(own, [("a swab", "un hisopo"), ("swabs", "hisopos")]) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("vacuna", "vacunas"),
        ("tos", "toser"),
        ("hacer", "hizo"),
        ("estornudar", "estornudos"),
        ("lavarse las manos", "lavado de manos"),
        ("virus propagado", "propagación del virus"),
        ("COVID-19", "covid19"),
    ],
)
def test_a_noun_and_its_verb_are_one_rendering(one, other):
    own = checker(concept("swab", one, other))
    assert inconsistent(own, [("a swab", one), ("the swab", other)]) == []


def test_documents_are_consistent_each_for_itself():
    own = checker(SWAB)
    assert inconsistent(own, TEXTS, documents=("a", "b", "a")) == []
    assert len(inconsistent(own, TEXTS, documents=("a", "a", "b"))) == 1


def test_one_way_is_consistent():
    own = checker(SWAB)
    assert inconsistent(own, [("a swab", "un frotis"), ("the swab", "el frotis")]) == []


def test_a_rendering_that_is_not_allowed_is_another_finding():
    own = checker(SWAB)
    assert inconsistent(own, [("a swab", "un hisopo"), ("the swab", "la muestra")]) == []


def test_blocks_are_counted_together():
    own = checker(SWAB)
    renderings = Renderings(own.entries, own.terms, own.target.forms)
    for texts in (TEXTS[:1], TEXTS[1:]):
        renderings.add(judged(own, texts)[0])
    assert len(renderings.findings("note")) == 1


def test_many_units_are_shown_by_the_first_ones():
    own = checker(SWAB)
    texts = [("a swab", "un hisopo")] * 20 + [("a swab", "un frotis")] * 9
    ((found, _),) = inconsistent(own, texts)
    assert "but “frotis” 9 times (units 21, 22, 23, 24, 25, …)" in found.message
