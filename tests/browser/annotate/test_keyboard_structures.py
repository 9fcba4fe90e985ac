"""Alignments, groups and divisions made from the list of items to done by keys alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from diglot.annotate.layers.trees.nodes import links_of_tree
from tests.browser.annotate.hands import Hands, from_list
from tests.browser.annotate.samples import LONG_LINKS

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.annotate.conftest import Visits
    from tests.browser.annotate.served import Project


def begun(visit: Visits, kind: str, seq: int = 1) -> Hands:
    """Hands on an item of a layer, opened from its list by keys."""
    return from_list(visit(f"/l/{visit.project.layers[kind]}"), seq)


def beads(cells: dict[str, object]) -> dict[str, object]:
    """The beads among the cells of an alignment, in the order of the texts."""
    found = [(name, value) for name, value in cells.items() if name.startswith("b")]
    return dict(sorted(found, key=lambda cell: [int(part) for part in cell[0][1:].split("-")]))


def test_an_alignment_is_corrected_and_confirmed(
    visit: Visits, mill: Project, keep: Callable[..., None]
) -> None:
    before = mill.cells("sentences", 1)
    places = sorted(
        (name[1:] for name in beads(before)), key=lambda place: int(place.split("-")[0])
    )
    hands = begun(visit, "sentences")
    row = hands.page.locator(".row.chosen .number")
    expect(row).to_have_text("1")
    guideline = hands.page.locator(".context .guideline")
    expect(guideline).to_contain_text("Look twice")
    keep(hands.page, "sentences")
    hands.press("h")
    expect(guideline).to_have_count(0)
    hands.press("h", "Enter")
    expect(guideline).to_be_visible()
    expect(row).to_have_text("2")
    hands.press("m", "z").hears("Join undone").press("m").saved()
    second, third = places[1:3]
    found = mill.cells("sentences", 1)
    assert found[f"b{second}"] == before[f"b{third}"]
    assert f"b{third}" not in found
    hands.press("s").saved()
    assert beads(mill.cells("sentences", 1)) == beads(before)
    # The source segment goes to the row below and comes back.
    hands.press("]").saved()
    assert mill.cells("sentences", 1)[f"b{second}"][0] == int(second.split("-")[0])
    hands.press("}").saved()
    assert beads(mill.cells("sentences", 1)) == beads(before)
    hands.press("0").saved()
    assert len(beads(mill.cells("sentences", 1))) == len(places) + 1
    keep(hands.page, "sentences-null")
    hands.press("m").saved()
    assert beads(mill.cells("sentences", 1)) == beads(before)
    hands.press("End", "Shift+Enter").saved()
    found = mill.cells("sentences", 1)
    assert {name for name in found if name.startswith("c")} == {f"c{place}" for place in places}
    hands.press("Control+Enter").at_item(2)
    assert mill.judgement("sentences", 1).state == "done"
    assert beads(mill.cells("sentences", 1)) == beads(before)


def test_after_a_click_the_keys_are_for_the_row_again(visit: Visits, mill: Project) -> None:
    before = mill.cells("sentences", 2, "Adam")
    page = visit(f"/l/{mill.layers['sentences']}/i/2", "Adam")
    page.get_by_role("button", name="Join", exact=True).click()
    page.get_by_role("button", name="Undo", exact=True).click()
    hands = Hands(page).press("Enter").saved()
    after = mill.cells("sentences", 2, "Adam")
    assert [name for name in after if name not in before] == [
        name.replace("b", "c", 1) for name in list(beads(before))[:1]
    ]
    hands.press("z").saved()


def test_segments_are_cut_and_joined(
    visit: Visits, mill: Project, keep: Callable[..., None]
) -> None:
    before = mill.cells("sentences", 2)
    hands = begun(visit, "sentences", 2)
    page = hands.page
    expect(page.locator(".row .text[dir=rtl][lang=ar]").first).to_be_visible()
    hands.press("e")
    expect(page.locator(".row textarea").first).to_be_focused()
    hands.press("Home", *["ArrowRight"] * 4, "Enter")
    expect(page.locator(".row textarea")).to_have_count(2)
    keep(page, "sentences-editing")
    hands.saved()
    found = mill.cells("sentences", 2)
    assert (found["s0"], found["s4"]) == (4, before["s0"])
    hands.press("Backspace").saved()
    expect(page.locator(".row textarea")).to_have_count(1)
    hands.press("Escape")
    assert mill.cells("sentences", 2) == before
    hands.press("r").hears(re.compile("alignment from here stays|Realigned"))


def test_zones_are_marked(visit: Visits, mill: Project) -> None:
    before = mill.cells("sentences", 2)
    hands = begun(visit, "sentences", 2)
    hands.press("ArrowDown", "Shift+ArrowDown", "w").saved()
    marked = [name for name in mill.cells("sentences", 2) if name.startswith("z")]
    assert [mill.cells("sentences", 2)[name][2] for name in marked] == ["non-monotone"]
    hands.press("z").saved()
    assert mill.cells("sentences", 2) == before


def test_warnings_inform_and_can_be_put_aside_by_a_key(visit: Visits, mill: Project) -> None:
    hands = from_list(visit(f"/l/{mill.layers['sentences']}", "Adam"), 2)
    hands.press("s", "Shift+w").saved().press("Control+Enter").at_item(1)
    assert mill.judgement("sentences", 2, "Adam").state == "done"
    assert mill.cells("sentences", 2, "Adam")["ack:sentences.unconfirmed"] is True


def test_words_are_grouped_in_a_matrix(
    visit: Visits, mill: Project, keep: Callable[..., None]
) -> None:
    seq = 4
    payload = mill.payload("groups", seq)
    source = [start for start, _ in payload["source"]["tokens"]]
    target = [start for start, _ in payload["target"]["tokens"]]
    hands = begun(visit, "groups", seq)
    keep(hands.page, "groups-columns")
    matrix(hands)
    # The – Le; old miller – vieux meunier as one possible group; opens has no counterpart.
    hands.press(" ", "ArrowDown", "ArrowRight", "Shift+ArrowDown", "Shift+ArrowRight", "p")
    hands.press("ArrowDown", "u")
    keep(hands.page, "groups-matrix")
    hands.press("v")
    expect(hands.page.locator(".curves path").first).to_be_attached()
    keep(hands.page, "groups-lines")
    hands.press("Control+Enter").at_item(seq + 1)
    assert mill.judgement("groups", seq).state == "done"
    assert mill.cells("groups", seq) == {
        "g1": [[source[0]], [target[0]], "S"],
        "g2": [source[1:3], target[1:3], "P"],
        "g3": [[source[3]], [], "S"],
    }


def test_proposals_are_shown_accepted_at_once_and_gone_through(
    visit: Visits, mill: Project, keep: Callable[..., None]
) -> None:
    hands = begun(visit, "groups", 2)
    page, left = hands.page, hands.page.locator(".editor-actions .muted").last
    expect(left).to_contain_text("0 groups, 3 proposals left")
    expect(page.locator(".groups .unsure").first).to_be_visible()
    keep(page, "groups-proposals")
    hands.press("a").saved()
    expect(left).to_contain_text("1 group, 2 proposals left")
    # Of the doubtful ones the first is possible and the second is turned down.
    hands.press("j", "p", "Backspace").saved()
    expect(left).to_contain_text("2 groups · ")
    assert [group[2] for group in mill.cells("groups", 2).values()] == ["S", "P"]


def test_words_against_the_reading_direction_are_grouped(visit: Visits, mill: Project) -> None:
    payload = mill.payload("groups", 1)
    source = [start for start, _ in payload["source"]["tokens"]]
    target = [start for start, _ in payload["target"]["tokens"]]
    hands = begun(visit, "groups", 1)
    expect(hands.page.locator(".text[lang=ar]")).to_have_attribute("dir", "rtl")
    # Columns of Arabic begin on the right.
    matrix(hands).press("ArrowLeft", " ").saved()
    assert mill.cells("groups", 1) == {"g1": [[source[0]], [target[1]], "S"]}


def matrix(hands: Hands) -> Hands:
    """Turn the views until the matrix is there; everybody's last view comes back."""
    box = hands.page.locator(".groups")
    while not hands.page.locator(".matrix").count():
        before = box.inner_html()
        hands.press("v")
        expect(box).not_to_have_js_property("innerHTML", before)
    return hands


def test_a_long_pair_is_divided_in_thirty_keys(
    visit: Visits, mill: Project, keep: Callable[..., None]
) -> None:
    seq = 4
    payload = mill.payload("trees", seq)
    hands = begun(visit, "trees", seq)
    page = hands.page
    left = page.locator(".division > .facts")
    expect(page.locator(".suggestions li").first).to_be_visible()
    keep(page, "trees-whole")
    while "No open node" not in (before := left.inner_text()):
        hands.press("1")
        expect(left).not_to_have_text(before)
        if hands.pressed == 9:
            keep(page, "trees-inside")
    keep(page, "trees-divided")
    hands.press("Enter").at_item(1)
    assert hands.pressed <= 30
    assert mill.judgement("trees", seq).state == "done"
    # What was divided is what the links say: leaves are the links, block by block.
    links = {link[:2] for link in links_of_tree(payload, mill.cells("trees", seq))}
    assert set(LONG_LINKS) - links == set()
    # One leaf of three by one, and articles that nothing corresponds to.
    assert len(links) - len(LONG_LINKS) <= 3
