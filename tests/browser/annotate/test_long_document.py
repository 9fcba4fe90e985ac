"""A document of ten thousand rows: it opens, scrolls and is edited without a wait."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from bench.annotate_page import EDITING, OPENING, make_project, measured
from tests.browser.annotate.conftest import DESKTOP, PHONE, Visits
from tests.browser.annotate.hands import Hands
from tests.browser.annotate.served import Project, served

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROWS = 10_000
GENEROUS = 5
"""A busy machine is no failure; the figures themselves are measured by the bench."""


@pytest.fixture(scope="module")
def long(
    template: object, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Project, str]]:
    """The project, served, and its owner's session; ``template`` looks whether there is a page."""
    folder = tmp_path_factory.mktemp("long") / "project"
    session = make_project(folder, ROWS)
    with served(folder) as project:
        yield project, session


def test_it_opens_and_is_edited_at_once(browser: Any, long: tuple[Project, str]) -> None:
    project, session = long
    cookie = {"name": f"diglot-{project.port}", "value": session, "url": project.address}
    found = measured(browser.browser, f"{project.address}/l/1/i/1", cookie, 1)
    assert median(found.opened) < GENEROUS * OPENING
    assert found.slowest < GENEROUS * EDITING


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
