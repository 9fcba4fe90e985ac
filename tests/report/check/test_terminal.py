"""The list on a terminal: short, in order, and without power over the terminal."""

from __future__ import annotations

import re

from hypothesis import given

from diglot.model.findings import NOTE
from diglot.report.check.groups import CheckFacts, groups, places, show_controls
from diglot.report.check.terminal import check_text
from tests.report.checks import CHECKED, FEW, TEXTS, checked, clinic, hostile, many


def test_groups_come_before_single_findings_with_marked_excerpts():
    text = check_text([clinic()])
    lines = text.splitlines()
    assert lines[1] == (
        "error    swab: 37 times muestra, expected hisopo, hisopado (TERM-MISSING); "
        "first at unit 12 (id s11)"
    )
    assert lines[3] == "Single findings"
    assert "The outbreak began in the ›ventilator‹ ward" in text
    assert "en la sala de ›respirador‹" in text
    assert "(97% sure)" in text
    assert "→ write ventilador" in text
    assert lines[-1] == "40 errors, 1 warning in 1 file; 1 suppressed"


def test_totals_stand_by_rule_and_level():
    text = check_text([clinic()])
    assert re.search(r"^TERM-MISSING +38$", text, re.MULTILINE)
    assert "nearest form: none 38, exact 1, lemma 1" in text
    assert "7 not checked (2 empty, 5 locked)" in text
    assert "note: matching without lemmas" in text


def test_the_last_line_holds_the_totals():
    last = check_text([clinic()]).splitlines()[-1]
    assert last == "40 errors, 1 warning in 1 file; 1 suppressed"


def test_a_check_without_findings_is_short():
    text = check_text([checked("clean.po", [], [])])
    assert text.splitlines()[-1] == "no findings in 1 file"
    assert "Groups" not in text


def test_what_is_not_listed_is_counted():
    text = check_text([many(300)], limit=2)
    assert text.count("unit ") < 12
    assert re.search(r"… and \d+ more findings", text)
    assert "100 findings of lower severity (notes); --notes lists all" in text


def test_notes_are_told_apart_in_groups():
    text = check_text([many(300)], limit=2)
    notes = text.split("Notes\n")[1].split("\n\n")[0].splitlines()
    assert all(line.startswith("note ") for line in notes[:2])
    assert len(check_text([many(300)]).splitlines()) < 90


def test_expired_suppressions_are_reported():
    from diglot.model.findings import Suppression

    text = check_text([clinic()], facts=CheckFacts(expired=(Suppression(entry="c1"),)))
    assert "note: 1 suppression expired: the entry changed" in text


def test_nothing_reaches_the_terminal_but_text():
    text = check_text([hostile()], least=NOTE, limit=None)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\ud800-\udfff]", text)
    assert "␛[31m" in text
    assert max(map(len, text.splitlines())) < 1200


@given(TEXTS)
def test_visible_text_is_one_line_that_utf_8_can_write(text):
    shown = show_controls(text)
    assert "\n" not in shown
    assert shown.isprintable() or not re.search("[\x00-\x1f\x7f-\x9f]", shown)
    shown.encode("utf-8")


@FEW
@given(CHECKED)
def test_every_finding_that_counts_is_listed_once_or_counted_in_its_group(one):
    text = check_text([one], least=NOTE, limit=None)
    counted = [each for each in places([one]) if each.finding.suppressed is None]
    for group in groups(counted):
        for place in group.places:
            marker = place.finding.message.split()[0]
            assert text.count(marker) == (len(group.places) == 1)
    grouped = [len(group.places) for group in groups(counted) if len(group.places) > 1]
    said = [int(n) for n in re.findall(r": (\d+) times.*first at unit", text)]
    assert said == grouped
