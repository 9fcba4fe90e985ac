"""Undo and redo over reloads; what others do stays theirs; keys are one's own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.annotate.hands import Hands

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.annotate.conftest import Visits
    from tests.browser.annotate.served import Project


def item(visit: Visits, kind: str, seq: int, person: str = "Olga") -> Hands:
    """Hands on an item."""
    page = visit(f"/l/{visit.project.layers[kind]}/i/{seq}", person)
    hands = Hands(page).at_item(seq)
    expect(page.locator("main.editor")).to_be_visible()
    return hands


def test_everything_is_undone_and_done_again_over_a_reload(visit: Visits, mill: Project) -> None:
    first = mill.cells("sentences", 1)
    hands = item(visit, "sentences", 1)
    states = [first]
    for key in ("Enter", "m", "0", "s"):
        hands.press(key).saved()
        states.append(mill.cells("sentences", 1))
    hands.page.reload()
    hands.at_item(1)
    undo = hands.page.locator("button[aria-keyshortcuts=z]")
    expect(undo).to_be_enabled()
    for state in states[-2:-4:-1]:
        hands.press("z").saved()
        assert mill.cells("sentences", 1) == state
    # In the middle of it, again.
    hands.page.reload()
    hands.at_item(1)
    expect(undo).to_be_enabled()
    while undo.is_enabled():
        hands.press("z").saved()
    assert mill.cells("sentences", 1) == first
    hands.press("z").hears("Nothing to undo")
    for state in states[1:]:
        hands.press("Shift+z").saved()
        assert mill.cells("sentences", 1) == state
    hands.press("Shift+z").hears("Nothing to redo")


def test_a_label_that_was_done_is_undone_and_the_item_is_open_again(
    visit: Visits, mill: Project
) -> None:
    hands = item(visit, "confidence", 1)
    hands.press("4").at_item(2).saved()
    assert mill.judgement("confidence", 1).state == "done"
    hands.press("PageUp").at_item(1)
    expect(hands.page.locator("button[aria-keyshortcuts=z]")).to_be_enabled()
    hands.press("z").saved()
    assert mill.judgement("confidence", 1).state == "draft"
    assert mill.cells("confidence", 1) == {}


def test_another_annotator_sees_nothing_of_the_first(visit: Visits, mill: Project) -> None:
    mine = item(visit, "confidence", 3, "Adam")
    mine.press("2", "x").saved()
    page = visit(f"/l/{mill.layers['confidence']}", "Bina")
    expect(page.locator("tbody tr")).to_have_count(4)
    assert page.locator("tbody .labelled").all_inner_texts() == [""] * 4
    theirs = item(visit, "confidence", 3, "Bina")
    expect(theirs.page.locator(".confidence .labels [aria-pressed=true]")).to_have_count(0)
    theirs.press("5").at_item(4).saved()
    assert mill.cells("confidence", 3, "Bina") == {"label": "undecidable"}
    assert mill.cells("confidence", 3, "Adam")["label"] == "partial"


def test_a_key_is_changed_in_the_list_of_keys(
    visit: Visits, mill: Project, keep: Callable[..., None]
) -> None:
    hands = item(visit, "terms", 1, "Adam")
    page = hands.page
    hands.press("?")
    key = page.get_by_role("button", name="Key for valid: Y. Press to change.")
    expect(key).to_be_visible()
    keep(page, "keys")
    # A key that has a meaning is refused.
    key.focus()
    hands.press("Enter", "n")
    expect(page.locator("dialog .reason")).to_contain_text("already means")
    hands.press("Enter", "q")
    expect(page.get_by_role("button", name="Key for valid: Q. Press to change.")).to_be_visible()
    hands.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("main button[aria-keyshortcuts=q]")).to_contain_text("valid")
    hands.press("y")
    hands.press("q").at_item(2).saved()
    assert mill.cells("terms", 1, "Adam") == {"status": "valid"}
    # It holds after a reload, for this person only.
    page.reload()
    hands.at_item(2)
    hands.press("q").at_item(3)
    other = item(visit, "terms", 1, "Bina")
    expect(other.page.locator("main button[aria-keyshortcuts=y]")).to_contain_text("valid")
    hands.press("?")
    page.get_by_role("button", name="default").click()
    expect(page.get_by_role("button", name="Key for valid: Y. Press to change.")).to_be_visible()


def test_letters_are_text_while_a_field_is_typed_in(visit: Visits, mill: Project) -> None:
    hands = item(visit, "sentences", 2, "Adam")
    before = mill.cells("sentences", 2, "Adam")
    hands.press("/")
    field = hands.page.get_by_role("searchbox", name="Search both texts")
    expect(field).to_be_focused()
    hands.page.keyboard.type("smrz0ewx?")
    expect(field).to_have_value("smrz0ewx?")
    hands.press("Escape")
    expect(field).not_to_be_focused()
    hands.press("e")
    hands.page.keyboard.type("smrz0ewx?")
    expect(hands.page.locator("textarea")).to_have_value(re.compile(r"smrz0ewx\?$"))
    hands.press("Escape")
    expect(hands.page.locator("dialog")).to_have_count(0)
    expect(hands.page.locator(".saved")).to_contain_text("nothing to save")
    assert mill.cells("sentences", 2, "Adam") == before
    before = mill.cells("terms", 2, "Adam")
    hands = item(visit, "terms", 2, "Adam")
    hands.press("v")
    hands.page.keyboard.type("nyx")
    expect(hands.page.locator("input[name=variant]")).to_have_value("nyx")
    assert mill.cells("terms", 2, "Adam") == before


def test_hostile_text_stays_text(visit: Visits, mill: Project) -> None:
    for kind, seq in (("sentences", 1), ("confidence", 3), ("terms", 3), ("questions", 1)):
        hands = item(visit, kind, seq, "Bina")
        assert hands.page.locator("img").count() == 0
    found = visit(f"/l/{mill.layers['sentences']}/i/1", "Bina")
    expect(found.locator(".sheet")).to_contain_text("<img src=x onerror=alert(1)>")
