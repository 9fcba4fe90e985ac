"""Groups are what people act on: one entry, one form, one severity."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from diglot.model.findings import SEVERITIES, CheckedUnit, Finding
from diglot.report.check.groups import Place, groups, places, totals, totals_text
from tests.report.checks import CHECKED, FEW, clinic, hostile


def test_the_worst_and_largest_group_comes_first():
    found = groups(places([clinic()]))
    assert [(each.severity, each.term, len(each.places)) for each in found] == [
        ("error", "swab", 37),
        ("error", "ventilator", 1),
        ("error", "", 1),
        ("error", "swab", 1),
        ("warning", "mask", 1),
        ("note", "outbreak", 1),
    ]


def test_a_group_is_named_by_its_most_frequent_form():
    first, *_ = groups(places([clinic()]))
    assert first.found == "muestra"
    assert first.expected == ("hisopo", "hisopado")
    assert first.rules == ("missing",)


def test_forms_of_the_same_words_are_one_group():
    found = [
        Finding("missing", "error", number, "m", entry="c1", found=form, lemmas=lemmas)
        for number, (form, lemmas) in enumerate(
            [("hisopado", ("hisopado",)), ("hisopados", ("hisopado",)), ("hisopo", ("hisopo",))]
        )
    ]
    several = (Place(each, CheckedUnit(each.unit, "", ""), 0, "a.tsv") for each in found)
    assert [len(group.places) for group in groups(several)] == [2, 1]


def test_nothing_in_the_place_of_a_term_is_a_group_of_its_own():
    assert [each.found for each in groups(places([clinic()])) if each.entry == "c12"] == [
        "muestra",
        None,
    ]


def test_suppressed_findings_are_counted_apart():
    found = totals([clinic(), hostile()])
    assert found.severities == {"error": 42, "warning": 1, "note": 0}
    assert found.suppressed == 2
    assert found.findings == 43
    assert list(found.rules) == [
        *("missing", "forbidden", "untranslated", "not-parallel", "inconsistent")
    ]
    assert found.levels == {"exact": 1, "lemma": 1, "none": 39}


def test_totals_are_one_line():
    assert totals_text(totals([clinic()]), 1) == "40 errors, 1 warning in 1 file; 1 suppressed"
    assert totals_text(totals([]), 0) == "no findings in 0 files"


@FEW
@given(st.lists(CHECKED, max_size=2))
def test_every_finding_is_in_exactly_one_group(several):
    found = groups(places(several))
    inside = Counter(place for group in found for place in group.places)
    assert inside == Counter(places(several))
    ranks = [(SEVERITIES.index(group.severity), -len(group.places)) for group in found]
    assert ranks == sorted(ranks)
    for group in found:
        assert {place.finding.entry for place in group.places} == {group.entry}
