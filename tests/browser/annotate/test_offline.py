"""Without a connection the work goes on, and nothing of it is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Error, Route, expect

from tests.browser.annotate.hands import Hands

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.annotate.conftest import Visits
    from tests.browser.annotate.served import Project


def unplugged(visit: Visits, kind: str, seq: int, person: str) -> Hands:
    """Hands on an item whose page has just lost its connection."""
    visit.refusals = True
    hands = Hands(visit(f"/l/{visit.project.layers[kind]}/i/{seq}", person)).at_item(seq)
    expect(hands.page.locator("main.editor")).to_be_visible()
    expect(hands.page.locator("[aria-keyshortcuts=z]")).to_be_visible()
    visit.context(person).set_offline(True)
    expect(hands.page.locator(".saved")).to_contain_text("offline")
    return hands


def test_edits_go_on_and_are_sent_when_the_connection_is_back(
    visit: Visits, mill: Project, keep: Callable[..., None]
) -> None:
    before = mill.cells("sentences", 1, "Olga")
    hands = unplugged(visit, "sentences", 1, "Olga")
    hands.press("Enter", "m", "Enter", "z")
    expect(hands.page.locator(".saved")).to_contain_text("offline, 4 changes waiting")
    expect(hands.page.locator(".row.confirmed")).to_have_count(1)
    keep(hands.page, "offline")
    assert mill.cells("sentences", 1, "Olga") == before
    visit.context("Olga").set_offline(False)
    hands.saved()
    found = mill.cells("sentences", 1, "Olga")
    assert len([name for name in found if name.startswith("c")]) == 1
    assert len([name for name in found if name.startswith("b")]) == 5
    names = [event.name for event in events(mill, "sentences", 1, "Olga")]
    assert names == ["confirm", "merge", "confirm", "undo"]


def test_a_reload_without_connection_loses_nothing(visit: Visits, mill: Project) -> None:
    hands = unplugged(visit, "terms", 1, "Adam")
    page = hands.page
    page.on("dialog", lambda dialog: dialog.accept())
    hands.press("r", "c")
    expect(page.locator(".saved")).to_contain_text("2 changes waiting")
    assert mill.cells("terms", 1, "Adam") == {}
    with pytest.raises(Error, match="ERR_INTERNET_DISCONNECTED"):
        page.reload()
    visit.context("Adam").set_offline(False)
    # It is sent from wherever the page is opened again.
    wanted = {"preferred": True, "case": True}
    Hands(visit("/", "Adam")).until(lambda: mill.cells("terms", 1, "Adam") == wanted)
    page.goto(f"{mill.address}/l/{mill.layers['terms']}/i/1")
    undo = page.locator("[aria-keyshortcuts=z]")
    expect(undo).to_be_enabled()
    hands.press("z").saved()
    assert mill.cells("terms", 1, "Adam") == {"preferred": True}


def test_done_without_connection_is_done_later(visit: Visits, mill: Project) -> None:
    hands = unplugged(visit, "confidence", 1, "Bina")
    hands.press("4").at_item(2)
    expect(hands.page.locator(".saved")).to_contain_text("offline, 2 changes waiting")
    visit.context("Bina").set_offline(False)
    hands.saved()
    page = visit(f"/l/{mill.layers['confidence']}", "Bina")
    expect(page.locator("tbody tr").first).to_contain_text("done")
    assert mill.judgement("confidence", 1, "Bina").state == "done"
    assert mill.cells("confidence", 1, "Bina") == {"label": "erroneous"}


def test_a_page_of_an_older_diglot_is_loaded_again_once_what_is_typed_is_saved(
    visit: Visits, mill: Project
) -> None:
    address = f"/l/{mill.layers['sentences']}/i/2"
    page = visit(address, "Adam")
    hands = Hands(page).at_item(2)

    def updated(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, headers={**answer.headers, "x-diglot-page": "another"})

    page.route("**/api/annotations", updated)
    hands.press("Enter").saved()
    hands.press("e")
    page.locator("textarea").press_sequentially(" More.")
    expect(page.locator(".foot")).to_contain_text("diglot was updated")
    with page.expect_event("load"):
        hands.press("Enter")
    hands.at_item(2)
    expect(page.locator("main")).to_contain_text(" More.")


def events(mill: Project, kind: str, seq: int, person: str) -> list[object]:
    """The steps of a judgement as the server has them."""
    judgement = mill.judgement(kind, seq, person)
    return mill.store.annotations.events(judgement.id, judgement.user)
