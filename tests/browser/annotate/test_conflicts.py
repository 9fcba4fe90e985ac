"""One person in two windows: what touches no common cell is joined, the rest is asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.annotate.hands import Hands

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.annotate.conftest import Visits
    from tests.browser.annotate.served import Project


def windows(visit: Visits, seq: int, person: str, kind: str = "terms") -> tuple[Hands, Hands]:
    """Two windows of one person on one item, a pair of terms unless another kind is told."""
    address = f"/l/{visit.project.layers[kind]}/i/{seq}"
    visit.refusals = True
    first, second = (Hands(visit(address, person)).at_item(seq) for _ in range(2))
    return first, second


def differing(visit: Visits, seq: int, person: str) -> Hands:
    """The second window, which has a relation and a flag when the first has another relation."""
    first, second = windows(visit, seq, person)
    first.press("l").saved()
    assert visit.project.cells("terms", seq, person) == {"relation": "exact"}
    second.press("c", "l", "l")
    expect(second.page.locator(".conflict")).to_be_visible()
    return second


def test_changes_of_different_cells_are_joined(visit: Visits, mill: Project) -> None:
    first, second = windows(visit, 1, "Olga")
    first.press("r").saved()
    second.press("c").hears("Merged with changes saved elsewhere").saved()
    assert mill.cells("terms", 1) == {"preferred": True, "case": True}
    expect(second.page.locator(".conflict")).to_have_count(0)
    # The first window learns of it with its next change, and undo takes back its own step.
    first.press("l").saved()
    assert mill.cells("terms", 1) == {"preferred": True, "case": True, "relation": "exact"}
    first.press("z").saved()
    first.press("z").saved()
    assert mill.cells("terms", 1) == {"case": True}


def test_both_versions_of_a_sentence_have_the_width_of_the_window(visit: Visits) -> None:
    for n, hands in enumerate(windows(visit, 1, "Bina", "sentences")):
        hands.page.bring_to_front()
        hands.press("e")
        hands.page.locator("textarea").press_sequentially(f"window{n}")
        hands.press("Enter")
        if not n:
            hands.saved()
    conflict = hands.page.locator(".conflict")
    expect(conflict).to_be_visible()
    assert conflict.bounding_box()["width"] > hands.page.viewport_size["width"] * 0.9
    hands.page.get_by_role("button", name="Take theirs").click()
    expect(conflict).to_have_count(0)
    expect(hands.page.locator(".row.chosen")).to_contain_text("window0")


def test_a_window_that_is_returned_to_shows_what_was_done_elsewhere(
    visit: Visits, mill: Project
) -> None:
    first, second = windows(visit, 1, "Adam")
    first.press("r").saved()
    second.page.evaluate("window.dispatchEvent(new Event('focus'))")
    pressed = second.page.get_by_role("button", name="Preferred")
    expect(pressed).to_have_attribute("aria-pressed", "true")
    second.press("r").saved()
    assert mill.cells("terms", 1, "Adam") == {}


def test_both_versions_are_shown_and_theirs_can_be_taken(
    visit: Visits, mill: Project, keep: Callable[..., None]
) -> None:
    second = differing(visit, 2, "Olga")
    keep(second.page, "conflict")
    versions = second.page.locator(".conflict tbody tr")
    # Theirs, mine and both together; nothing is chosen before.
    assert [each.strip() for each in versions.locator("td").all_inner_texts()] == [
        *("exact", "broader", "choose"),
        *("–", "yes", "yes made here"),
    ]
    expect(second.page.locator(".conflict input:checked")).to_have_count(0)
    expect(second.page.get_by_role("button", name="Merge as chosen")).to_be_disabled()
    second.page.get_by_role("button", name="Take theirs").press("Enter")
    expect(second.page.locator(".conflict")).to_have_count(0)
    second.saved()
    assert mill.cells("terms", 2)["relation"] == "exact"


def test_mine_can_be_taken(visit: Visits, mill: Project) -> None:
    second = differing(visit, 3, "Olga")
    second.page.get_by_role("button", name="Take mine").press("Enter")
    expect(second.page.locator(".conflict")).to_have_count(0)
    second.saved()
    assert mill.cells("terms", 3) == {"case": True, "relation": "broader"}


def test_cells_can_be_chosen_one_by_one(visit: Visits, mill: Project) -> None:
    second = differing(visit, 3, "Adam")
    second.page.locator(".conflict input[type=radio]").first.focus()
    second.press("ArrowRight")
    second.page.get_by_role("button", name="Merge as chosen").press("Enter")
    expect(second.page.locator(".conflict")).to_have_count(0)
    second.saved()
    assert mill.cells("terms", 3, "Adam") == {"case": True, "relation": "broader"}


def test_a_conflict_survives_a_reload(visit: Visits, mill: Project) -> None:
    second = differing(visit, 2, "Adam")
    second.page.on("dialog", lambda dialog: dialog.accept())
    second.page.reload()
    expect(second.page.locator(".conflict")).to_be_visible()
    second.page.get_by_role("button", name="Take mine").press("Enter")
    second.saved()
    assert mill.cells("terms", 2, "Adam") == {"case": True, "relation": "broader"}


@pytest.mark.parametrize(("late", "seq"), [(0, 1), (1, 2)], ids=["first", "second"])
def test_the_view_and_the_outbox_take_up_the_same_judgement(
    visit: Visits, mill: Project, late: int, seq: int
) -> None:
    """After a reload both ask for the item; whoever is answered last finds the other's work."""
    second = differing(visit, seq, "Bina")
    second.page.on("dialog", lambda dialog: dialog.accept())
    asked: list[Any] = []
    second.page.route(f"**/items/{seq}?*", lambda route: asked.append(route))
    second.page.reload()
    second.until(lambda: len(asked) == 2)
    asked[1 - late].continue_()
    second.hears("This item was changed elsewhere too")
    with second.page.expect_response(f"**/items/{seq}?*"):
        asked[late].continue_()
    expect(second.page.locator(".conflict")).to_be_visible()
    second.page.get_by_role("button", name="Take mine").press("Enter")
    second.saved()
    assert mill.cells("terms", seq, "Bina") == {"case": True, "relation": "broader"}
