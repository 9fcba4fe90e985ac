"""The summary of a code host: Markdown that stays what it is, and commands that stay one line."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from diglot.report.check import write_report
from diglot.report.check.groups import CheckFacts
from diglot.report.check.summary import github_annotations, markdown_summary
from tests.report.checks import CHECKED, FEW, checked, clinic, hostile, many

OURS = {"h2", "p", "table", "thead", "tbody", "tr", "th", "td", "ul", "li", "strong"} | {
    *("details", "summary", "br", "mark")
}


def rendered(text):
    return MarkdownIt("gfm-like", {"linkify": False}).render(text)


def test_totals_groups_and_folded_details(tmp_path):
    path = tmp_path / "summary.md"
    write_report("markdown", path, [clinic()])
    text = path.read_text("utf-8")
    assert text.startswith("## Terminology\n\n40 errors, 1 warning in 1 file; 1 suppressed.\n")
    assert "| TERM&#45;MISSING | 38 |  |  |" in text or "| TERM-MISSING | 38 |  |  |" in text
    assert "| error | swab | muestra | hisopo, hisopado | 37 | unit 12 of clinic&#46;xlf |" in text
    assert "<details><summary>40 errors</summary>" in text
    assert "<details><summary>1 suppressed</summary>" in text
    assert "Take a <mark>swab</mark> from patient 11, then label it" in text
    page = rendered(text)
    assert page.count("<table>") == 2
    assert "<td>muestra</td>" in page


def test_a_clean_check_is_one_sentence():
    text = markdown_summary([checked("clean.po", [], [])])
    assert text == "## Terminology\n\nno findings in 1 file.\n"


def test_notes_and_expired_suppressions_are_told():
    from diglot.model.findings import Suppression

    text = markdown_summary([clinic()], facts=CheckFacts(expired=(Suppression(entry="c"),)))
    assert "- clinic&#46;xlf&#58; matching without lemmas" in text
    assert "- 1 suppression expired" in text


def test_no_text_becomes_markup():
    page = rendered(markdown_summary([hostile()]))
    assert set(re.findall(r"<([a-z0-9]+)", page)) <= OURS
    assert "&lt;img src=x onerror=alert(1)&gt;]]&gt;" in page
    assert "@all" not in re.sub(r"<[^>]*>", "", markdown_summary([hostile()]))


@FEW
@given(st.lists(CHECKED, max_size=2))
def test_every_finding_is_told_once(several):
    text = markdown_summary(several, longest=None)
    page = rendered(text)
    messages = sorted(finding.message.split()[0] for one in several for finding in one.findings)
    assert sorted(re.findall(r"finding-\d+-ends", page)) == messages
    assert set(re.findall(r"<([a-z0-9]+)", page)) <= OURS


def test_a_large_summary_is_cut_and_says_so():
    text = markdown_summary([many(600)])
    assert len(text) < 70_000
    assert re.search(r"- … and [\d,]+ more", text)
    assert text.count("<details>") == text.count("</details>") == 3


def test_annotations_name_file_line_and_rule():
    lines = list(github_annotations([clinic()]))
    assert len(lines) == 41
    assert lines[0] == (
        "::error file=clinic.xlf,line=12,title=TERM-MISSING::"
        "“swab” is translated by “muestra”, which the termbase does not have"
    )
    assert lines[-1].startswith("::warning file=clinic.xlf,title=TERM-INCONSISTENT::unit 61: ")
    assert len(list(github_annotations([clinic()], limit=3))) == 3
    one = clinic()
    units = {n: replace(each, column=1) for n, each in one.units.items()}
    first = next(github_annotations([replace(one, units=units)]))
    assert first.startswith("::error file=clinic.xlf,line=12,col=10,title=TERM-MISSING::")


@FEW
@given(st.lists(CHECKED, max_size=2))
def test_an_annotation_is_one_command_on_one_line(several):
    lines = list(github_annotations(several))
    counted = [f for one in several for f in one.findings if f.suppressed is None]
    assert len(lines) == len(counted)
    for line in lines:
        assert len(line.splitlines()) == 1
        found = re.fullmatch(r"::(error|warning|notice) ([^:]*)::(.*)", line)
        assert found
        names = [each.partition("=")[0] for each in found[2].split(",")]
        assert names in (["file", "line", "title"], ["file", "title"])
        line.encode("utf-8")
