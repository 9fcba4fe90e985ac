"""Suppressions hold back what they name and nothing else, expire with their entry, are learnt."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.consistency.suppressions import (
    finding_fingerprint,
    learn_from_answers,
    suppress,
    suppression_reason,
)
from diglot.model.findings import (
    ACCEPT,
    ALWAYS_FALSE,
    FALSE_ALARM,
    RIGHT,
    VERDICTS,
    Answer,
    Suppression,
)
from tests.report.checks import clinic, hostile

FILE = replace(
    clinic(), findings=tuple(replace(each, suppressed=None) for each in clinic().findings)
)


def held(suppressions, files=(FILE,), **options):
    """The findings that suppressions hold back."""
    done = suppress(files, suppressions, **options)
    return [f for one in done.checked for f in one.findings if f.suppressed is not None]


def answer(verdict, finding, one=FILE, **options):
    source = one.units[finding.unit].source if finding.unit in one.units else ""
    told = {
        "verdict": verdict,
        "rule": finding.rule,
        "place": finding_fingerprint(finding, source),
        "entry": finding.entry,
        "term": finding.term,
        "form": finding.found or "",
        "level": finding.level,
        "file": one.path,
    }
    return Answer(**(told | options))


def of(rule, entry=None):
    return next(f for f in FILE.findings if f.rule == rule and entry in (None, f.entry))


OMITTED = next(f for f in FILE.findings if f.rule == "missing" and f.found is None)
SWAB = of("missing")


def test_an_entry_with_a_form_holds_in_every_segment_whatever_its_case():
    found = held([Suppression(entry="c12", form="MUESTRA")])
    assert len(found) == 37
    assert {each.found for each in found} == {"muestra", "Muestra"}


def test_an_empty_form_means_that_nothing_stands_there():
    assert held([Suppression(entry="c12", form="")]) == [
        replace(OMITTED, suppressed="suppressed by a reviewer")
    ]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("entry", "c13"),
        ("form", "muestras"),
        ("level", "lemma"),
        ("rule", "forbidden"),
        ("place", "0" * 16),
        ("file", "other.xlf"),
    ],
)
def test_every_key_narrows(key, value):
    whole = Suppression(entry="c12", form="muestra", level="none", rule="missing")
    assert len(held([whole])) == 37
    assert held([replace(whole, **{key: value})]) == []


def test_a_file_is_known_by_its_path_and_by_its_name():
    one = replace(FILE, path="texts/es/clinic.xlf")
    for file in ("texts/es/clinic.xlf", "clinic.xlf"):
        assert len(held([Suppression(entry="c12", form="muestra", file=file)], [one])) == 37
    assert held([Suppression(entry="c12", form="muestra", file="es/clinic.xlf")], [one]) == []


def test_a_rule_alone_holds_for_findings_without_an_entry_too():
    assert [each.rule for each in held([Suppression(rule="untranslated")])] == ["untranslated"]


def test_the_reason_names_author_and_date_on_one_line():
    told = Suppression(entry="c12", reason="usual\nhere", author="MR", date="2026-01-02")
    assert suppression_reason(told) == "usual here (MR, 2026-01-02)"
    assert held([told])[0].suppressed == "usual here (MR, 2026-01-02)"


def test_a_suppression_for_the_segment_counts_before_one_for_all():
    place = finding_fingerprint(SWAB, FILE.units[SWAB.unit].source)
    here = Suppression(entry="c12", form="muestra", place=place, reason="here")
    done = suppress([FILE], [Suppression(rule="missing", reason="all"), here])
    assert done.counts[here] == 1
    assert done.checked[0].findings[0].suppressed == "here"


def test_what_a_suppression_holds_is_counted_and_nothing_is_lost():
    told = Suppression(entry="c12", form="muestra")
    unused = Suppression(entry="c99")
    done = suppress([FILE, hostile()], [told, unused])
    assert done.counts == {told: 37}
    assert [len(one.findings) for one in done.checked] == [42, 3]
    assert done.expired == ()


def test_a_suppression_expires_when_its_entry_changes_or_goes():
    old = Suppression(entry="c12", form="muestra", fingerprint="aa")
    gone = Suppression(entry="c99", form="x")
    done = suppress([FILE], [old, gone], fingerprints={"c12": "bb"})
    assert done.expired == (old, gone)
    assert done.counts == {}
    assert len(held([old], fingerprints={"c12": "aa"})) == 37
    # Without a fingerprint a suppression stays as long as the entry does.
    assert len(held([replace(old, fingerprint=None)], fingerprints={"c12": "bb"})) == 37


def test_entries_of_several_concepts_expire_with_any_of_them():
    two = replace(FILE, findings=tuple(replace(f, entry="c1+c2") for f in FILE.findings[:2]))
    known = {"c1": "aa", "c2": "bb"}
    learnt = learn_from_answers(
        [answer(ALWAYS_FALSE, two.findings[0], two)], [], fingerprints=known
    )
    assert len(held(learnt.suppressions, [two], fingerprints=known)) == 2
    assert held(learnt.suppressions, [two], fingerprints=known | {"c2": "xx"}) == []


def test_a_false_alarm_holds_for_its_segment_only():
    learnt = learn_from_answers([answer(FALSE_ALARM, SWAB)], [])
    (found,) = held(learnt.suppressions)
    assert found.unit == SWAB.unit
    assert learnt.added == 1


def test_a_false_alarm_everywhere_holds_for_the_form():
    learnt = learn_from_answers([answer(ALWAYS_FALSE, SWAB, comment="usual", author="MR")], [])
    found = held(learnt.suppressions)
    assert len(found) == 37
    assert found[0].suppressed == "usual (MR)"


@pytest.mark.parametrize("verdict", [FALSE_ALARM, ALWAYS_FALSE, ACCEPT])
def test_no_answer_to_an_omission_silences_other_omissions(verdict):
    learnt = learn_from_answers([answer(verdict, OMITTED)], [])
    other = replace(OMITTED, unit=11)
    both = replace(FILE, findings=(OMITTED, other))
    assert [each.unit for each in held(learnt.suppressions, [both])] == [OMITTED.unit]
    assert learnt.proposals == ()


def test_an_accepted_form_is_proposed_once_and_waits_for_the_termbase():
    several = [f for f in FILE.findings if f.found in ("muestra", "Muestra")]
    learnt = learn_from_answers(
        [answer(ACCEPT, each) for each in several], [], fingerprints={"c12": "aa"}
    )
    (proposal,) = learnt.proposals
    assert (proposal.entry, proposal.term, proposal.answers) == ("c12", "swab", 37)
    assert proposal.form.lower() == "muestra"
    assert len(held(learnt.suppressions, fingerprints={"c12": "aa"})) == 37
    # The termbase was changed: the check speaks again, unless it allows the form now.
    assert held(learnt.suppressions, fingerprints={"c12": "bb"}) == []


def test_right_withdraws_what_suppresses_the_finding():
    before = [Suppression(entry="c12", form="muestra"), Suppression(entry="c7")]
    learnt = learn_from_answers([answer(RIGHT, SWAB)], before)
    assert learnt.suppressions == (before[1],)
    assert learnt.withdrawn == 1


def test_right_in_one_segment_leaves_the_false_alarm_of_another():
    kept = learn_from_answers([answer(FALSE_ALARM, SWAB)], []).suppressions
    other = next(f for f in FILE.findings if f.unit == SWAB.unit + 1)
    assert learn_from_answers([answer(RIGHT, other)], kept).suppressions == kept
    assert learn_from_answers([answer(RIGHT, SWAB)], kept).suppressions == ()


def test_a_form_that_is_right_somewhere_is_no_false_alarm_everywhere():
    first, second, third = FILE.findings[:3]
    answers = [answer(ALWAYS_FALSE, first), answer(RIGHT, second), answer(ALWAYS_FALSE, third)]
    for given_ in (answers, answers[::-1]):
        found = held(learn_from_answers(given_, []).suppressions)
        assert [each.unit for each in found] == [first.unit, third.unit]


def test_the_last_answer_to_a_finding_counts_and_replaces_the_reason():
    learnt = learn_from_answers([answer(RIGHT, SWAB), answer(FALSE_ALARM, SWAB, comment="no")], [])
    again = learn_from_answers([answer(FALSE_ALARM, SWAB, comment="still no")], learnt.suppressions)
    assert [each.reason for each in again.suppressions] == ["still no"]
    assert (again.added, again.withdrawn) == (1, 1)


def test_a_finding_without_an_entry_is_suppressed_by_its_place():
    learnt = learn_from_answers([answer(FALSE_ALARM, of("untranslated"))], [])
    assert [each.rule for each in held(learnt.suppressions)] == ["untranslated"]


ANSWERS = st.lists(
    st.builds(answer, st.sampled_from(VERDICTS), st.sampled_from(FILE.findings)), max_size=12
)


@given(ANSWERS)
def test_learning_twice_changes_nothing(answers):
    once = learn_from_answers(answers, [])
    twice = learn_from_answers(answers, once.suppressions)
    assert set(twice.suppressions) == set(once.suppressions)


@given(ANSWERS)
def test_a_finding_is_held_after_its_last_answer_unless_it_is_right(answers):
    last = {}
    for each in answers:
        last[each.place, each.form.lower(), each.rule] = each.verdict
    learnt = learn_from_answers(answers, [])
    left = {
        (finding_fingerprint(f, FILE.units[f.unit].source), (f.found or "").lower(), f.rule)
        for one in suppress([FILE], learnt.suppressions).checked
        for f in one.findings
        if f.suppressed is None
    }
    for key, verdict in last.items():
        if verdict in (FALSE_ALARM, ALWAYS_FALSE):
            assert key not in left
