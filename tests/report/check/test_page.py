"""The page of findings as a file: what it holds, what it forbids, where its marks stand."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.consistency.suppressions import finding_fingerprint
from diglot.errors import ConfigError, InputError
from diglot.report.check.groups import CheckFacts, places
from diglot.report.check.page import page_data, utf16_spans, write_check_page
from tests.report.checks import CHECKED, FEW, clinic, hostile, many

MESSAGE, PLACE, SOURCE, SPANS = 4, 7, 8, 9


@FEW
@given(st.lists(CHECKED, max_size=2))
def test_every_finding_is_on_the_page_once(several):
    data = page_data(several)
    told = [(data["strings"][each[MESSAGE]], each[PLACE]) for each in data["findings"]]
    assert Counter(told) == Counter(
        (place.finding.message, finding_fingerprint(place.finding, place.unit.source))
        for place in places(several)
    )
    assert sum(group[-1] for group in data["groups"]) == len(told)


def test_findings_of_a_group_stand_together_and_share_their_texts():
    data = page_data([clinic()], facts=CheckFacts(fingerprints={"c12": "a", "c99": "b"}))
    assert data["groups"][0] == [0, "c12", "swab", "muestra", ["hisopo", "hisopado"], 37]
    units = [data["units"][each[0]][1] for each in data["findings"][:37]]
    assert units == list(range(11, 48))
    assert data["entries"] == {"c12": "a"}
    assert len(set(data["strings"])) == len(data["strings"])


@given(st.text(max_size=12), st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12))))
def test_offsets_count_what_scripts_count(text, spans):
    flat = utf16_spans(text, spans)
    wide = text.encode("utf-16-le", "surrogatepass")
    from diglot.report.check.groups import merged_spans

    found = [
        wide[2 * flat[k] : 2 * flat[k + 1]].decode("utf-16-le", "surrogatepass")
        for k in range(0, len(flat), 2)
    ]
    assert found == [text[a:b] for a, b in merged_spans(spans, len(text))]


def test_a_book_in_one_segment_is_an_excerpt():
    one = clinic()
    number = one.findings[0].unit
    text = "word " * 200_000 + "swab"
    units = {**one.units, number: replace(one.units[number], source=text)}
    at = len(text) - 4
    findings = (replace(one.findings[0], source=((at, at + 4),)),)
    data = page_data([replace(one, findings=findings, units=units)])
    ((begin, end),) = [data["findings"][0][SPANS]]
    shown = data["strings"][data["findings"][0][SOURCE]]
    assert shown[begin:end] == "swab"
    assert len(shown) < 1000


def test_nothing_in_a_text_ends_the_data_or_runs(tmp_path):
    path = tmp_path / "page.html"
    write_check_page(path, [hostile()])
    page = path.read_text("utf-8")
    assert page.lower().count("</script") == 2
    assert "<img" not in page
    assert "default-src 'none'" in page
    json.loads(re.search(r'id="data">(.*?)</script', page, re.DOTALL)[1])


def test_the_same_check_is_the_same_page_and_another_keeps_its_own_answers(tmp_path):
    one = page_data([clinic()])
    assert page_data([clinic()]) == one
    assert page_data([hostile()])["digest"] != one["digest"]


def test_a_large_page_stays_small(tmp_path):
    path = tmp_path / "page.html"
    write_check_page(path, [many(2000)])
    assert path.stat().st_size < 600_000


def test_beyond_the_limit_the_worst_findings_are_shown_and_all_are_counted(tmp_path):
    data = page_data([many(300)], limit=120)
    assert len(data["findings"]) == sum(group[-1] for group in data["groups"]) == 120
    assert data["total"] == 300
    assert [group[0] for group in data["groups"]] == [0] * 100 + [1] * 20
    cut = page_data([clinic()], limit=3)
    assert [group[-1] for group in cut["groups"]] == [3]
    with pytest.raises(ConfigError, match="1 or more"):
        write_check_page(tmp_path / "a.html", [clinic()], limit=0)


def test_a_page_that_cannot_be_written_is_one_line(tmp_path):
    with pytest.raises(InputError, match="cannot be written"):
        write_check_page(tmp_path / "no" / "page.html", [clinic()])
