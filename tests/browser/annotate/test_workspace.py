"""From two documents to a corrected memory by the page alone."""

from __future__ import annotations

import os
import re
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from diglot import formats
from diglot.annotate.review.jobs import open_workspace
from diglot.annotate.server.app import make_app
from diglot.annotate.server.identity import Entrance
from diglot.samples import TEXTS
from tests.browser.annotate.served import TOKEN
from tests.browser.annotate.test_accessibility import looked_at
from tests.servers import PATIENCE, running

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


# Of how many lines the head of the page and the commands are.
LINES = """() => [".bar", ".sentences-bar"].map((bar) => {
  const shown = [...document.querySelectorAll(`${bar} > *`)].filter((each) => each.offsetHeight);
  const middle = (each) => Math.round(each.offsetTop + each.offsetHeight / 2);
  return new Set(shown.map((each) => Math.round(middle(each) / 8))).size;
})"""


def test_two_documents_become_a_corrected_memory(
    browser: Any, template: Path, tmp_path: Path, keep: Callable[..., None], axe: str
) -> None:
    assert template.is_dir()  # the page is built
    source, target = TEXTS["contract"]
    with ExitStack() as opened:
        work = opened.enter_context(open_workspace(tmp_path / "work"))

        def make(port: int) -> Any:
            entrance = Entrance("local", TOKEN, port)
            return make_app(work.store, entrance=entrance, follower=work.follower, workspace=work)

        server, port = opened.enter_context(running(make))
        work.end = lambda: setattr(server, "should_exit", True)
        page = browser.new_page()
        site = f"http://127.0.0.1:{port}"
        page.goto(f"{site}/?token={TOKEN}")
        page.set_input_files("input[type=file]", [os.fspath(source), os.fspath(target)])
        expect(page.locator(".pairs-of-files")).to_contain_text("French")
        keep(page, "workspace-dropped")
        broken = tmp_path / "broken.docx"
        broken.write_bytes(b"x")
        page.set_input_files("input[type=file]", [os.fspath(broken), os.fspath(target)])
        expect(page.locator(".drop-zone [role=alert]")).to_contain_text("broken.docx: is not")
        expect(page.locator(".job")).to_have_count(1)
        page.get_by_role("button", name="Align and find terms").click()
        page.get_by_role("link", name="Read and correct the sentences").click()
        # The first doubtful link: 30 days against 45.
        expect(page.locator(".row.chosen .reason", has_text="30 ≠ 45")).to_have_count(1)
        expect(page.locator(".bar")).to_contain_text("contract: sentences")
        # What warns of a row leads there, and leaves the keys to it.
        page.locator(".problems-folded summary").click()
        page.get_by_role("link", name="2", exact=True).click()
        expect(page.locator(".row.chosen")).not_to_contain_text("30 ≠ 45")
        page.get_by_role("link", name="30 ≠ 45").click()
        expect(page.locator(".row.chosen .reason", has_text="30 ≠ 45")).to_have_count(1)
        expect(page.locator(".cell.here")).to_be_focused()
        # The commands stand in one line, also beside the guideline.
        expect(page.locator(".context .guideline")).to_be_visible()
        expect(page.get_by_role("combobox", name="Which links")).to_be_visible()
        search = page.get_by_role("searchbox", name="Search both texts")
        # The whole word is in sight, and what is below stays where it is.
        search.fill("fournisseur")
        assert search.evaluate("field => field.scrollWidth <= field.clientWidth")
        expect(page.locator(".hits")).to_be_visible()
        for width in (1600, 768, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(LINES) == [1, 1], width
        search.fill("")
        search.press("Escape")
        page.keyboard.press("e")  # who reviews a translation corrects the target
        field = page.locator("textarea")
        field.fill(field.input_value().replace("45", "30"))
        page.keyboard.press("Enter")
        expect(page.locator(".row.chosen .reason")).to_have_count(0)
        page.keyboard.press("Enter")
        expect(page.locator(".saved")).to_have_text(re.compile(r"saved \d\d:\d\d"))
        keep(page, "workspace-corrected")
        page.keyboard.press("Control+Enter")
        expect(page.locator("[role=status]").last).to_contain_text("Nothing else is left")
        expect(page.locator(".saved")).not_to_contain_text("writing")
        page.get_by_role("link", name="To your texts").click()
        expect(page.get_by_role("link", name="Save TMX")).to_be_visible()
        expect(page.locator(".job")).to_contain_text("English → French")
        expect(page.locator(".results li").first).to_contain_text("✓ done, 1 of 76 links confirmed")
        # What is decided in a list counts as soon as one is back.
        page.get_by_role("link", name="Decide the terms").click()
        page.locator("tbody .why").first.wait_for()
        reasons = page.locator("tbody .why").all()
        assert max(each.bounding_box()["height"] for each in reasons) < 64  # at most two lines
        page.get_by_role("button", name="All", exact=True).click()
        expect(page.get_by_role("link", name="Item 1, open")).to_be_focused()
        page.keyboard.press("y")
        page.get_by_role("link", name="To your texts").click()
        expect(page.locator(".results li").nth(1)).to_contain_text("1 of 21 terms decided")
        looked_at(page, axe, keep, "look-workspace")
        with page.expect_download() as saving:
            page.get_by_role("link", name="Save TMX").click()
        memory = tmp_path / "saved.tmx"
        saving.value.save_as(memory)
        units = list(formats.read_units(memory))
        mended = [each for each in units if "dans les 30 jours" in each.variants[1].text]
        assert [each.kind for each in mended] == ["confirmed"]
        # The report opens beside the page, cut off from it, and shows what was decided.
        with page.expect_popup() as opening:
            page.get_by_role("link", name="Open the report").click()
        report = opening.value
        expect(report.locator(".confirmed")).to_contain_text("30 jours")
        assert report.evaluate("origin") == "null"
        report.close()
        page.get_by_role("button", name="End diglot").click()
        expect(page.locator("main")).to_contain_text("diglot has ended")
        assert server.ended.wait(PATIENCE)
        page.close()
