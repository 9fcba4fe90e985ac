"""A document of ten thousand rows: what can be seen is all that is drawn."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from bench.annotate.page import EDITS, make_project
from tests.browser.annotate.conftest import DESKTOP, PHONE, Visits
from tests.browser.annotate.hands import Hands
from tests.browser.annotate.served import Project, served
from tests.browser.conftest import drawn, few_made

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROWS = 10_000
SEEN = 100
"""Elements of a few rows; a window holds hundreds."""


@pytest.fixture(scope="module")
def long(
    template: object, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Project, str]]:
    """The project, served, and its owner's session; ``template`` looks whether there is a page."""
    folder = tmp_path_factory.mktemp("long") / "project"
    session = make_project(folder, ROWS)
    with served(folder) as project:
        yield project, session


def test_an_edit_makes_no_more_elements_than_are_seen(
    browser: Any, long: tuple[Project, str]
) -> None:
    visit = Visits(browser, long[0])
    page = visit("/l/1/i/1", "owner")
    hands = Hands(page).at_item(1)
    strip = page.locator(".strip").bounding_box()
    page.mouse.click(strip["x"] + 8, strip["y"] + strip["height"] / 2)
    expect(page.locator(".row.chosen")).to_have_attribute("data-row", re.compile(r"^[45]\d{3}$"))
    for key, more in EDITS.items():
        with few_made(page, SEEN, drawn):
            hands.press(key)
            expect(page.locator(".sheet")).to_have_attribute("aria-rowcount", str(ROWS + more))
    hands.press(*"zzzzz").saved()
    visit.close()


WATCHED = """() => {
  const own = Object.getOwnPropertyDescriptor(Element.prototype, "scrollTop");
  window.beyond = [];
  Object.defineProperty(Element.prototype, "scrollTop", {
    get() { return own.get.call(this); },
    set(wanted) {
      const end = this.scrollHeight - this.clientHeight;
      window.beyond.push(Math.round(wanted) - end);
      own.set.call(this, wanted);
    },
  });
}"""


def test_the_last_row_is_scrolled_to_and_not_beyond(
    browser: Any, long: tuple[Project, str]
) -> None:
    """Where the browser would not go, rows were drawn for ever in a window that lay behind."""
    visit = Visits(browser, long[0])
    page = visit("/l/1/i/1", "owner")
    hands = Hands(page).at_item(1)
    page.evaluate(WATCHED)
    hands.press("End")
    expect(page.locator(".row.chosen")).to_have_attribute("data-row", str(ROWS - 1))
    expect(page.locator(".row.chosen")).to_be_in_viewport(ratio=1)
    beyond = page.evaluate("window.beyond")
    assert beyond
    assert max(beyond) <= 0
    visit.close()


def test_only_what_can_be_seen_is_drawn(
    browser: Any, long: tuple[Project, str], keep: Callable[..., None]
) -> None:
    project, _ = long
    visit = Visits(browser, project)
    page = visit("/l/1/i/1", "owner")
    hands = Hands(page).at_item(1)
    sheet = page.locator(".sheet")
    expect(sheet).to_have_attribute("aria-rowcount", str(ROWS))
    row = page.locator(".row.chosen")
    for size, device in ((DESKTOP, "desktop"), (PHONE, "phone")):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            hands.press("End")
            expect(row).to_have_attribute("data-row", str(ROWS - 1))
            expect(row).to_be_in_viewport()
            hands.press("Home", "PageDown", "n")
            expect(row).to_be_in_viewport()
            assert page.locator(".row").count() < 150
            keep(page, f"long-{device}-{scheme}")
    visit.close()


def test_doubts_stand_together_and_the_links_between_are_shown_on_demand(
    browser: Any, long: tuple[Project, str], keep: Callable[..., None]
) -> None:
    visit = Visits(browser, long[0])
    page = visit("/l/1/i/1?view=doubtful", "owner")
    hands = Hands(page).at_item(1)
    expect(page.locator(".row.chosen.doubtful")).to_be_in_viewport()
    keep(page, "long-doubts")
    fold = page.locator(".fold.before").last
    after = int(fold.locator("xpath=..").get_attribute("data-row") or 0)
    before = page.locator(f".row:has(+ .row[data-row='{after}'])").get_attribute("data-row")
    hidden = page.locator(f".row[data-row='{int(before or 0) + 1}']")
    expect(hidden).to_have_count(0)
    fold.get_by_role("button", name="without doubt").click()
    expect(hidden).to_have_count(1)
    hands.press("a")
    expect(page.locator(".fold")).to_have_count(0)
    assert "view=" not in page.url
    visit.close()


def test_doubts_that_were_left_out_come_again_after_the_last_one(
    browser: Any, long: tuple[Project, str]
) -> None:
    visit = Visits(browser, long[0])
    page = visit("/l/1/i/1?view=doubtful", "owner")
    hands = Hands(page).at_item(1)
    row = page.locator(".row.chosen")
    first = row.get_attribute("data-row") or ""
    hands.press("End", "p")
    expect(row).not_to_have_attribute("data-row", str(ROWS - 1))
    hands.press("Enter")
    expect(row).to_have_attribute("data-row", first)
    hands.press("z")
    visit.close()


def test_a_selection_hides_nothing_that_it_would_confirm(
    browser: Any, long: tuple[Project, str]
) -> None:
    visit = Visits(browser, long[0])
    page = visit("/l/1/i/1?view=doubtful", "owner")
    Hands(page).at_item(1)
    doubts = page.locator(".row.doubtful")
    first, second = (int(doubts.nth(n).get_attribute("data-row") or 0) for n in (0, 1))
    page.locator(f".row[data-row='{second}'] .cell").first.click(modifiers=["Shift"])
    assert second - first > 4
    expect(page.locator(f".row[data-row='{second - 2}'].selected")).to_have_count(1)
    visit.close()


def test_an_address_that_was_followed_holds_though_a_row_waits_to_be_written(
    browser: Any, long: tuple[Project, str]
) -> None:
    visit = Visits(browser, long[0])
    page = visit("/l/1/i/1", "owner")
    page.evaluate(
        """() => {
          const wait = window.setTimeout;
          window.setTimeout = (run, time) => (time === 400 && (window.late = run), wait(run, time));
        }"""
    )
    hands = Hands(page).at_item(1)
    row = page.locator(".row.chosen")
    hands.press("PageDown")
    page.wait_for_url(re.compile(r"row="))
    there, place = row.get_attribute("data-row"), page.url
    hands.press("Home")
    page.wait_for_url(lambda address: address != place)
    page.evaluate("window.late = null")
    hands.press("ArrowDown")
    expect(row).to_have_attribute("data-row", "1")
    # The row is drawn before its address begins to wait.
    page.wait_for_function("Boolean(window.late)")
    # The address changes, and what waited to write row 1 comes before the page has followed it.
    page.evaluate(
        """(place) => {
          history.pushState(null, "", place);
          dispatchEvent(new PopStateEvent("popstate"));
          window.late();
        }""",
        place,
    )
    expect(row).to_have_attribute("data-row", there or "")
    # What the page does later it does before this timer, however slow the machine is.
    page.evaluate("new Promise((done) => setTimeout(done, 500))")
    assert (row.get_attribute("data-row"), page.url) == (there, place)
    visit.close()
