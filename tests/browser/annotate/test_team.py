"""People sign in, invite others, bring in files; whoever is alone has an address with a token."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from diglot.annotate.store import Store
from tests.browser.annotate.conftest import Visits
from tests.browser.annotate.hands import Hands
from tests.browser.annotate.served import PASSWORD, TOKEN, Project, served

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FILE = "Source\tTarget\nThe miller sleeps.\tLe meunier dort.\nThe wheel stands.\tLa roue tient.\n"
DROP = """([text, name]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  for (const type of ["dragover", "drop"]) {
    const at = document.querySelector(".drop");
    at.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
  }
}"""


def test_people_sign_in_by_keys_and_out_again(
    visit: Visits, mill: Project, keep: Callable[..., None]
) -> None:
    visit.refusals = True
    page = visit("/", None)
    hands = Hands(page)
    name = page.get_by_label("Name")
    expect(name).to_be_focused()
    keep(page, "sign-in")
    page.keyboard.type("Adam")
    hands.press("Tab")
    page.keyboard.type("not the password")
    hands.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label("Password").fill(PASSWORD)
    hands.press("Enter")
    expect(page.locator(".who")).to_contain_text("Adam, annotator")
    expect(page.get_by_role("link", name="People")).to_have_count(0)
    page.get_by_role("button", name="Sign out").press("Enter")
    expect(page.get_by_label("Password")).to_be_visible()
    page.goto(f"{mill.address}/l/1")
    expect(page.get_by_label("Password")).to_be_visible()


def test_somebody_who_is_invited_joins_once(
    visit: Visits, mill: Project, keep: Callable[..., None]
) -> None:
    visit.refusals = True
    owner = visit("/people", "Olga")
    owner.get_by_label("Name of the person").fill("Nadia")
    owner.get_by_role("combobox", name="Role", exact=True).select_option("annotator")
    owner.get_by_role("button", name="Make an invitation").press("Enter")
    field = owner.get_by_label("Address of the invitation")
    expect(field).to_be_visible()
    expect(owner.locator("table", has_text="Open invitations")).to_contain_text("Nadia")
    keep(owner, "people")
    address = field.input_value().removeprefix(mill.address)
    page = visit(address, None)
    page.get_by_label("Password").fill("password123")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("common")
    page.get_by_label("Password").fill("another long password")
    page.keyboard.press("Enter")
    expect(page.locator(".who")).to_contain_text("Nadia, annotator")
    page.goto(f"{mill.address}/account")
    expect(page.get_by_text("now, here")).to_be_visible()
    keep(page, "account")
    again = visit(address, "Bina")
    expect(again.get_by_role("alert")).to_contain_text("used")


def test_a_question_about_an_item_reaches_who_is_mentioned(
    visit: Visits, mill: Project, keep: Callable[..., None]
) -> None:
    place = f"/l/{mill.layers['confidence']}/i/1"
    page = visit(place, "Adam")
    page.locator("summary", has_text="Discussion").click()
    page.get_by_label("Remark").fill("Is this partial, @Olga?")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".discussion li")).to_contain_text("You")
    owner = visit("/agenda", "Olga")
    keep(owner, "agenda")
    owner.locator(".discussion li a").click()
    owner.locator("summary", has_text="Discussion").click()
    owner.get_by_role("button", name="Resolve").click()
    expect(owner.locator(".discussion li")).to_contain_text("resolved")


def test_a_dropped_file_is_looked_at_imported_undone_and_deleted(
    visit: Visits, mill: Project, keep: Callable[..., None]
) -> None:
    # The first answer about imports comes after the second: it must not bring the older list back.
    late: list[Any] = []

    def hold_first(route: Any) -> None:
        answer = route.fetch()
        if late:
            route.fulfill(response=answer)
        else:
            late.append(lambda: route.fulfill(response=answer))

    visit.context("Olga").route("**/api/imports", hold_first)
    page = visit("/", "Olga")
    layers, preview = page.locator("table.layers tbody tr"), page.locator(".preview")
    expect(layers).to_have_count(8)
    keep(page, "home")
    page.evaluate(DROP, [FILE, "sentences.tsv"])
    expect(preview.get_by_label("Question")).to_have_value("sentences")
    expect(preview).to_contain_text("1 item.")
    preview.get_by_label("Question").select_option("confidence")
    expect(preview.get_by_label("in the layer")).to_have_value("confidence")
    preview.get_by_label("in the layer").fill("new pairs")
    page.keyboard.press("Enter")
    expect(preview).to_contain_text("2 items.")
    expect(preview.locator(".first-rows tr")).to_have_count(2)
    keep(page, "home-preview")
    page.get_by_role("button", name="Import 2 items").click()
    expect(layers).to_have_count(9)
    row = page.locator("table.imports tbody tr").first
    expect(row).to_contain_text("2 items in new pairs")
    with page.expect_event("requestfinished"):
        late[0]()
    visit.context("Olga").unroute_all()
    row.get_by_role("button", name="Undo").click()
    expect(layers).to_have_count(8)
    row.get_by_role("button", name="Restore").click()
    expect(layers).to_have_count(9)
    keep(page, "home-imports")
    row.get_by_role("button", name="Undo").click()
    row.get_by_role("button", name="Delete permanently").click()
    expect(page.locator("table.imports")).to_have_count(0)


def test_a_file_that_cannot_be_read_is_told_with_its_name(visit: Visits) -> None:
    visit.refusals = True
    page = visit("/", "Olga")
    page.evaluate(DROP, ["\x00\x01", "picture.png"])
    expect(page.locator(".preview .error")).to_contain_text("picture.png cannot be imported")


def test_home_leads_on_by_keys(visit: Visits, mill: Project) -> None:
    page = visit("/", "Bina")
    expect(page.locator("table.layers tbody tr").first).to_be_visible()
    Hands(page).press("2").at(f"/l/{mill.layers['confidence']}/i/1")


def test_alone_the_token_of_the_address_is_enough(
    browser: Any, template: Path, tmp_path: Path
) -> None:
    shutil.copytree(template, tmp_path / "project")
    with served(tmp_path / "project", mode="local") as project:
        visits = Visits(browser, project)
        page = visits("/", None)
        expect(page.locator("main")).to_contain_text("address with the token")
        page.goto(f"{project.address}/l/1?token={TOKEN}")
        expect(page.locator("table.items")).to_be_visible()
        assert page.url == f"{project.address}/l/1"
        page.reload()
        expect(page.locator("table.items")).to_be_visible()
        visits.close()


def test_an_empty_project_says_what_to_do_next(
    browser: Any, template: Path, tmp_path: Path, keep: Callable[..., None]
) -> None:
    Store.create(tmp_path / "empty", name="Empty").close()
    with served(tmp_path / "empty", mode="local") as project:
        visits = Visits(browser, project)
        page = visits(f"/?token={TOKEN}", None)
        expect(page.locator("main")).to_contain_text("Drop a file here")
        expect(page.locator("main").get_by_role("button")).to_have_count(1)
        keep(page, "home-empty")
        page.evaluate(DROP, [FILE, "sentences.tsv"])
        page.get_by_role("button", name="Import 1 item").press("Enter")
        expect(page.locator("table.layers tbody tr")).to_have_count(1)
        Hands(page).press("1").at_item(1)
        expect(page.locator(".row")).to_have_count(2)
        visits.close()


def test_a_manager_shares_a_layer_out_on_the_page_of_progress(
    visit: Visits, mill: Project, keep: Callable[..., None]
) -> None:
    visit.refusals = True
    page = visit("/progress", "Olga")
    page.get_by_text("Assign Word groups").press("Enter")
    page.get_by_label("To", exact=True).locator("visible=true").fill("Adam, Nobody")
    page.keyboard.press("Enter")
    expect(page.get_by_text("no member is called Nobody")).to_be_visible()
    page.get_by_label("To", exact=True).locator("visible=true").fill("Adam, Bina")
    page.get_by_label("Design").locator("visible=true").select_option("full")
    keep(page, "assign")
    page.get_by_role("button", name="Assign").locator("visible=true").press("Enter")
    expect(page.get_by_text("Assigned: Adam")).to_be_visible()
    mine = [item.seq for item in mill.store.items.each(mill.layers["groups"])]
    line = page.locator("section", has_text="Assign Word groups").locator("tr", has_text="Adam")
    expect(line.locator("td").first).to_have_text(str(len(mine)))
    assert visit("/progress", "Adam").get_by_text("Assign Word groups").count() == 0


def test_a_sample_goes_to_all_and_the_rest_to_one(visit: Visits, mill: Project) -> None:
    page = visit("/progress", "Olga")
    page.get_by_text("Assign Word links").press("Enter")
    form = page.locator("details[open] form")
    form.get_by_label("To", exact=True).fill("Adam, Bina")
    form.get_by_label("Annotators per item").fill("1")
    form.get_by_label("Design").select_option("sample")
    expect(form.get_by_label("Annotators per item")).to_have_count(0)
    form.get_by_label("Items for all").fill("1")
    form.get_by_role("button", name="Assign").press("Enter")
    items = sum(1 for _ in mill.store.items.each(mill.layers["word_labels"]))
    told = f"Assigned: Adam {items // 2 + 1}, Bina {(items + 1) // 2}."
    expect(page.get_by_text(told)).to_be_visible()


def test_a_link_to_what_is_in_doubt_leads_to_all_where_nothing_is(
    visit: Visits, mill: Project
) -> None:
    layer = mill.layers["questions"]
    page = visit(f"/l/{layer}?view=doubtful", "Adam")
    expect(page.locator("tbody tr").first).to_be_visible()
    assert "view=" not in page.url
    # Who asks for them on the page is told so.
    page.get_by_role("button", name="Doubtful").click()
    expect(page.get_by_text("No item fits these filters.")).to_be_visible()
    visit.refusals = True
    page = visit(f"/l/{layer}/i/999", "Adam")
    page.get_by_role("link", name="Home").last.click()
    expect(page.get_by_role("button", name="Continue").first).to_be_visible()
