"""What a termbase demands, and how sure an entry is."""

from __future__ import annotations

import pytest

from diglot.consistency.entries import entries_of
from diglot.model import Concept, ConceptTerm, Termbase
from diglot.model.findings import ERROR, WARNING


@pytest.mark.parametrize(
    ("targets", "worst"),
    [
        (["ancla"], ERROR),
        (["anchor point"], WARNING),
        (["Anchor points"], WARNING),  # in another form
        (["anchorpoint"], WARNING),
        (["anchor point", "ancla"], ERROR),
    ],
)
def test_an_entry_of_copies_that_nobody_reviewed_makes_no_error(targets, worst):
    terms = (ConceptTerm("anchor point", "en"), *(ConceptTerm(each, "es") for each in targets))
    (entry,) = entries_of(Termbase((Concept("e", terms, score=0.95),)), "en", "es").entries
    assert entry.worst == worst
