"""The page of findings as its readers meet it: groups, filters, answers, what is saved."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from diglot.consistency.suppressions import learn_from_answers, suppress
from diglot.formats.judgements.findings import read_answers
from diglot.model.findings import ACCEPT, ALWAYS_FALSE, FALSE_ALARM, RIGHT
from diglot.report.check.groups import CheckFacts
from diglot.report.check.page import write_check_page
from tests.browser.conftest import elements, few_made, opening, settled
from tests.browser.test_reader import CONTRAST
from tests.report.checks import checked, clinic, hostile, many

SIZES = [(1280, 800), (390, 844)]


@pytest.fixture
def show(show_written):
    """Open a page of findings."""
    return partial(show_written, write_check_page)


@pytest.fixture(scope="module")
def opened(browser, tmp_path_factory):
    """Pages that several tests read; opening one costs more than reading it."""
    folder = tmp_path_factory.mktemp("pages")
    with opening(browser) as open_file:
        pages = {}
        for name, files in (("clinic", [clinic()]), ("scripts", [hostile(), astral()])):
            write_check_page(folder / f"{name}.html", files)
            pages[name] = open_file(folder / f"{name}.html")
        yield pages


@pytest.fixture
def view(opened):
    """Give one of these pages, at an address, without filters that another test has set."""

    def view_page(name="clinic", address="#"):
        page = opened[name]
        page.set_viewport_size({"width": 1280, "height": 800})
        # Another address first: the same one would change nothing.
        for each in ("#group-1?q=x", address):
            page.evaluate("(address) => { location.hash = address; }", each)
            settled(page)
        return page

    return view_page


def astral():
    """A file with characters beyond the basic plane before every term."""
    one = clinic()
    units = {n: replace(u, source=f"𝒳😀 {u.source}") for n, u in one.units.items()}
    findings = tuple(
        replace(each, source=tuple((a + 3, b + 3) for a, b in each.source)) for each in one.findings
    )
    return replace(one, path="astral.xlf", findings=findings, units=units)


def rows(page):
    return [" ".join(each.split()) for each in page.locator(".row").all_inner_texts()]


def pressed(page):
    return page.locator("#findings [aria-pressed=true]").all_inner_texts()


def saved(page, kind, path, author=None):
    page.keyboard.press("s")
    if author is not None:
        page.locator("#author").fill(author)
    with page.expect_download() as found:
        page.locator(f"#save-{kind}").click()
    found.value.save_as(path)
    return path


def test_groups_stand_by_severity_and_size_with_their_forms(view):
    page = view()
    found = rows(page)
    assert len(found) == 5
    assert "swab → muestra 37 TERM-MISSING · expected hisopo, hisopado" in found[0]
    assert found[-1].startswith(("▲ warning mask", "▲ mask", "▲warning mask"))
    assert page.locator("#group-title").inner_text() == "swab → muestra"
    assert "entry c12" in page.locator("#group-facts").inner_text()
    assert page.locator("#expected").inner_text() == "expected hisopo, hisopado"
    assert page.locator("#tally").inner_text() == "41 of 42 findings in 5 groups"


def test_a_finding_shows_both_texts_marked_with_level_reason_and_confidence(view):
    page = view()
    first = page.locator("#findings li").first
    assert first.locator("mark.of-source").all_inner_texts() == ["swab"]
    assert first.locator("mark.of-target").all_inner_texts() == ["muestra"]
    told = " ".join(first.inner_text().split())
    for part in ("unit 12", "id s11", "nearest form: none", "83 % sure", "TERM-MISSING"):
        assert part in told
    assert "“swab” is translated by “muestra”" in told
    assert "→ write hisopo, or allow muestra" in told


def test_marks_stand_right_after_characters_beyond_the_basic_plane(view):
    page = view("scripts")
    assert page.locator("mark.of-source").first.inner_text() == "swab"
    assert page.locator(".text").first.inner_text().startswith("𝒳😀 Take a swab")


def test_keys_walk_over_findings_and_groups(view):
    page = view()
    page.keyboard.press("j")
    assert page.locator("#findings li.here .where").inner_text().startswith("unit 13")
    page.keyboard.press("n")
    assert page.locator("#group-title").inner_text() == "ventilator → respirador"
    assert page.url.split("#")[1].startswith("group-")
    page.keyboard.press("k")
    assert page.locator("#group-title").inner_text() == "swab → muestra"
    assert page.locator("#findings li.here .where").inner_text().startswith("unit 48")
    page.keyboard.press("j")
    assert page.locator("#group-title").inner_text() == "ventilator → respirador"


def test_filters_narrow_the_list_and_stand_in_the_address(view):
    page = view()
    page.keyboard.press("1")
    assert len(rows(page)) == 1
    assert page.url.endswith("hide=0")
    page.keyboard.press("1")
    page.locator("#rule").select_option("TERM-FORBIDDEN")
    assert page.locator("#tally").inner_text() == "1 of 42 findings in 1 group"
    page.locator("#rule").select_option("")
    page.locator("#suppressed").click()
    assert "42 findings in 6 groups" in page.locator("#tally").inner_text()
    page.locator("#level").select_option("lemma")
    assert len(rows(page)) == 2
    before = rows(page)
    assert rows(view(address=page.url[page.url.index("#") :])) == before


def test_search_finds_terms_forms_and_texts(view):
    page = view()
    page.keyboard.press("/")
    page.keyboard.type("MASCARILLAS")
    settled(page)
    assert len(rows(page)) == 2  # the form of one, the text of another
    page.locator("#query").fill("patient 23")
    settled(page)
    assert page.locator("#findings li").count() == 1
    assert "36 hidden by filters" in page.locator("#group-facts").inner_text()
    page.locator("#query").fill("nowhere")
    settled(page)
    assert page.locator("#nothing p").inner_text() == "No finding contains “nowhere”."
    page.locator("#nothing button").click()
    assert "42 findings" in page.locator("#tally").inner_text()


def test_answers_are_given_by_keys_and_taken_back(show):
    page = show([clinic()])
    page.keyboard.press("r")
    page.keyboard.press("j")
    page.keyboard.press("x")
    assert [each.split()[-1] for each in pressed(page)] == ["Right", "here"]
    assert page.locator("#save").inner_text().split()[-1] == "2"
    page.keyboard.press("z")
    assert len(pressed(page)) == 1
    page.keyboard.press("a")
    assert page.locator("#group-acts [aria-pressed=true]").inner_text().endswith("“muestra”")
    assert page.locator("#save").inner_text().split()[-1] == "37"
    page.keyboard.press("z")
    page.keyboard.press("z")
    assert page.locator("#save").is_disabled()


def test_answers_are_there_again_when_the_page_is_opened_again(show):
    page = show([checked("one.po", clinic().findings[:2], clinic().units.values())])
    for key in ("x", "c", "usual here", "Enter"):
        page.keyboard.type(key) if len(key) > 5 else page.keyboard.press(key)
    page.reload()
    assert [each.split()[-1] for each in pressed(page)] == ["here"]
    assert page.locator(".comment").first.input_value() == "usual here"


def test_saved_answers_are_read_and_learnt_from(show, tmp_path):
    facts = CheckFacts(fingerprints={"c12": "f12", "c7": "f7"})
    files = [clinic()]
    page = show(files, facts=facts)
    # 37 findings; respirador; untranslated; nothing in the place of the term: in one segment only.
    for key in ("e", "n", "a", "n", "x", "n", "e", "n", "r"):
        page.keyboard.press(key)
    answers = read_answers(saved(page, "json", tmp_path / "a.json", "M. Reviewer"))
    assert page.locator("#saved").inner_text().startswith("Saved 41 answers at ")
    given = [each.verdict for each in answers]
    assert given == [ALWAYS_FALSE] * 37 + [ACCEPT, FALSE_ALARM, FALSE_ALARM, RIGHT]
    assert {each.fingerprint for each in answers[:38]} == {"f12", "f7"}
    assert {each.author for each in answers} == {"M. Reviewer"}
    assert read_answers(saved(page, "tsv", tmp_path / "a.tsv")) == answers
    learnt = learn_from_answers(answers, [], fingerprints=facts.fingerprints)
    done = suppress(files, learnt.suppressions, fingerprints=facts.fingerprints)
    left = [each.rule for each in done.checked[0].findings if each.suppressed is None]
    assert left == ["inconsistent"]
    assert [(each.entry, each.form) for each in learnt.proposals] == [("c7", "respirador")]


def test_hostile_texts_stay_texts_and_their_answers_come_back(view, tmp_path):
    page = view("scripts", "#?suppressed=shown&file=0")
    assert page.locator("main img, nav img").count() == 0
    assert len(rows(page)) == 3
    page.keyboard.press("a")
    (answer,) = read_answers(saved(page, "tsv", tmp_path / "a.tsv"))
    assert (answer.verdict, answer.form, answer.entry) == (ACCEPT, "=1+1", "=cmd|' /C calc'!A0")
    page.keyboard.press("z")


def test_text_to_the_left_sets_itself_only(view):
    page = view("scripts", "#?suppressed=shown&q=مرحبا")
    assert page.locator(".text").first.get_attribute("dir") == "rtl"
    assert page.locator(".text").nth(1).get_attribute("lang") == "zh"
    assert page.locator(".message").first.get_attribute("dir") == "ltr"
    assert page.evaluate("getComputedStyle(document.querySelector('main')).direction") == "ltr"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_words_stand_out_from_their_ground(show, scheme):
    # Few rows are enough: each has all the words there are.
    page = show([clinic(), hostile()], "#?suppressed=shown&q=sala", scheme=scheme)
    for keys in (["r"], ["n", "e", "?"], ["Escape", "s"]):
        for key in keys:
            page.keyboard.press(key)
        settled(page)
        assert [each for each in page.evaluate(CONTRAST) if "disabled" not in each] == []


@pytest.mark.parametrize("size", SIZES)
def test_nothing_scrolls_sideways(view, size):
    page = view("scripts")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for _ in range(6):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator("main").evaluate("(main) => main.scrollWidth <= main.clientWidth")
        page.keyboard.press("n")


def test_of_ten_thousand_findings_only_those_in_sight_are_drawn(show):
    large = many(10_000)
    alike = [replace(f, entry="c1", found="x", severity="error") for f in large.findings[:3000]]
    findings = (*alike, *large.findings[3000:])
    page = show([replace(large, findings=findings)])
    assert elements(page) < 3000
    assert page.locator(".row").count() < 60
    assert page.locator("#findings li").count() == 40
    page.locator("main").evaluate("(main) => { main.scrollTop = main.scrollHeight; }")
    settled(page)
    assert page.locator("#findings li").count() > 40
    assert "more below" in page.locator("#more").inner_text()
    with few_made(page, 3000):
        page.evaluate("document.querySelector('[data-severity=\"2\"]').click()")


def test_a_check_without_findings_says_so(show):
    page = show([checked("clean.po", [], [])])
    assert page.locator("#nothing p").inner_text().startswith("No findings")
    assert page.locator("#save").is_disabled()


def test_findings_can_be_reached_and_read_without_eyes(view):
    page = view()
    page.keyboard.press("j")
    assert "muestra" in page.evaluate("document.activeElement.innerText")
    assert page.locator("li.here").get_attribute("aria-current") == "true"
    assert page.evaluate(
        "[...document.querySelectorAll('button')].every(b => b.textContent.trim() || b.ariaLabel)"
    )
