"""Fingerprints change with what they are of, and with nothing else."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from diglot.consistency.suppressions import (
    EntryFingerprints,
    entry_fingerprint,
    finding_fingerprint,
    fingerprint_of,
    folded_form,
)
from diglot.model import Concept, ConceptTerm, Finding, Termbase

TEXTS = st.text(st.characters(codec=None), max_size=6)
ENTRY = Concept(
    "c1",
    (
        ConceptTerm("swab", "en"),
        ConceptTerm("hisopo", "es-MX", status="preferred"),
        ConceptTerm("Tupfer", "de"),
    ),
)


def finding(rule="missing", entry="c1", **options):
    return Finding(rule, "error", 3, "m", entry=entry, **options)


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_findings_are_told_apart_by_entry_and_source_text(entry, source, other_entry, other):
    same = (entry, source) == (other_entry, other)
    one = finding_fingerprint(finding(entry=entry), source)
    assert (one == finding_fingerprint(finding(entry=other_entry), other)) == same


def test_what_may_change_from_check_to_check_makes_no_difference():
    one = finding_fingerprint(finding(), "Take a swab.")
    moved = replace(finding(), unit=99, message="other", score=0.1, target=((0, 3),))
    assert finding_fingerprint(moved, "Take a swab.") == one
    assert finding_fingerprint(finding("forbidden"), "Take a swab.") != one
    assert finding_fingerprint(finding(entry=None, term="c1"), "Take a swab.") != one


def test_a_term_without_an_entry_is_the_same_wherever_it_stands():
    one = finding_fingerprint(finding("lacking", None, term="Zoonotic"), "Zoonotic origins.")
    assert finding_fingerprint(finding("lacking", None, term="zoonotic"), "A zoonotic one.") == one
    assert finding_fingerprint(finding("lacking", None, term="bats"), "Zoonotic origins.") != one
    # Without a term it is about the unit.
    one = finding_fingerprint(finding("untranslated", None), "Wash your hands.")
    assert finding_fingerprint(finding("untranslated", None), "Dry your hands.") != one


def test_an_entry_changes_with_its_terms_in_the_languages_at_hand():
    one = entry_fingerprint(ENTRY, ("en", "es"))
    assert entry_fingerprint(replace(ENTRY, note="x", id="c2"), ("en-GB", "es")) == one
    german = replace(ENTRY, terms=ENTRY.terms[:2])
    assert entry_fingerprint(german, ("en", "es")) == one
    status = replace(ENTRY, terms=(*ENTRY.terms[:1], ConceptTerm("hisopo", "es", "forbidden")))
    assert entry_fingerprint(status, ("en", "es")) != one
    more = replace(ENTRY, terms=(*ENTRY.terms, ConceptTerm("muestra", "es")))
    assert entry_fingerprint(more, ("en", "es")) != one
    assert EntryFingerprints([Termbase((ENTRY,))], ["en", "es"]) == {"c1": one}


def test_concepts_that_share_a_source_term_have_a_fingerprint_together():
    known = {"1": "aa", "2": "bb", "3+4": "cc"}
    assert fingerprint_of("1", known) == "aa"
    assert fingerprint_of("3+4", known) == "cc"
    both = fingerprint_of("1+2", known)
    assert both is not None
    assert fingerprint_of("1+2", known | {"2": "xx"}) != both
    assert fingerprint_of("1+9", known) is fingerprint_of("9", known) is None
    assert fingerprint_of(None, known) is None


def test_forms_are_compared_without_case_and_with_single_spaces():
    assert folded_form("  La\u00a0Muestra\n") == "la muestra"
    assert folded_form(None) == folded_form("") == ""
