"""axe-core finds nothing serious on any view, light, dark or narrow; screenshots of all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from diglot.annotate.layers import LAYERS
from tests.browser.annotate.conftest import DESKTOP, PHONE, TABLET
from tests.browser.annotate.hands import Hands

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.annotate.conftest import Visits
    from tests.browser.annotate.served import Project

PAGES = ("/", "/agenda", "/progress", "/releases", "/people", "/account", "/login")
OURS = "() => axe.run(document, { resultTypes: ['violations'] })"
# What does not fit has to wrap or to scroll in a box of its own.
TOO_WIDE = """() => [document.documentElement, ...document.querySelectorAll("main, .bar, .foot")]
  .filter((each) => each.scrollWidth > each.clientWidth)
  .map((each) => `${each.tagName} ${each.scrollWidth - each.clientWidth} px`)"""


def serious(page: Any, axe: str) -> list[tuple[str, str, list[str]]]:
    """Rules that are broken, how badly, and where."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(axe)
    found = page.evaluate(OURS)["violations"]
    return [
        (each["id"], each["impact"], [node["html"][:200] for node in each["nodes"][:3]])
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


def looked_at(page: Any, axe: str, keep: Callable[..., None], name: str) -> None:
    """Look at a view in all ways."""
    found = []
    for size, device in ((DESKTOP, "desktop"), (TABLET, "tablet"), (PHONE, "phone")):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for scheme in ("light", "dark") if device != "tablet" else ("light",):
            page.emulate_media(color_scheme=scheme)
            page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
            keep(page, f"{name}-{device}-{scheme}")
            assert page.evaluate(TOO_WIDE) == [], f"{name} on a {device}"
            # What the window is wide does not change colours, what the ground is does.
            if device == "desktop" or scheme == "light":
                found += [(device, scheme, *each) for each in serious(page, axe)]
    assert found == []


@pytest.mark.parametrize("kind", LAYERS)
def test_editors_are_for_everybody(
    visit: Visits, mill: Project, axe: str, keep: Callable[..., None], kind: str
) -> None:
    page = visit(f"/l/{mill.layers[kind]}/i/{4 if kind == 'trees' else 2}")
    hands = Hands(page).at_item(4 if kind == "trees" else 2)
    expect(page.locator("main.editor")).to_be_visible()
    if kind == "trees":
        expect(page.locator(".suggestions li").first).to_be_visible()
    if kind == "confidence":
        hands.press("2", "x").saved()
    if kind == "groups":
        hands.press(" ").saved()
    looked_at(page, axe, keep, f"look-{kind}")


@pytest.mark.parametrize("view", ["groups", "word_labels"])
def test_matrices_are_for_everybody(
    visit: Visits, mill: Project, axe: str, keep: Callable[..., None], view: str
) -> None:
    page = visit(f"/l/{mill.layers[view]}/i/5", "Adam")
    hands = Hands(page).at_item(5)
    hands.press("v")
    expect(page.locator(".matrix")).to_be_visible()
    looked_at(page, axe, keep, f"look-{view}-matrix")


@pytest.mark.parametrize("address", PAGES)
def test_pages_are_for_everybody(
    visit: Visits, axe: str, keep: Callable[..., None], address: str
) -> None:
    page = visit(address, None if address == "/login" else "Olga")
    page.wait_for_load_state("networkidle")
    expect(page.locator("main")).to_be_visible()
    looked_at(page, axe, keep, f"look-page{address.replace('/', '-').rstrip('-') or '-home'}")


def test_lists_and_the_list_of_keys_are_for_everybody(
    visit: Visits, mill: Project, axe: str, keep: Callable[..., None]
) -> None:
    page = visit(f"/l/{mill.layers['confidence']}")
    expect(page.locator("tbody tr").first).to_be_visible()
    looked_at(page, axe, keep, "look-list")
    Hands(page).press("?")
    expect(page.locator("dialog")).to_be_visible()
    looked_at(page, axe, keep, "look-keys")


def test_agreement_and_adjudication_are_for_everybody(
    visit: Visits, mill: Project, axe: str, keep: Callable[..., None]
) -> None:
    for seq, labels in ((1, ("sure", "erroneous")), (3, ("sure", "unperfect")), (4, ("sure",) * 2)):
        for person, label in zip(("Adam", "Bina"), labels, strict=True):
            mill.judge("confidence", seq, person, {"label": label})
    queue = visit(f"/l/{mill.layers['confidence']}/adjudicate", "Jo")
    expect(queue.locator("caption").first).to_have_text("judged differently")
    looked_at(queue, axe, keep, "look-adjudication-queue")
    page = visit(f"/agreement?layer={mill.layers['confidence']}")
    expect(page.locator("table").first).to_be_visible()
    looked_at(page, axe, keep, "look-agreement")
    desk = visit(f"/l/{mill.layers['confidence']}/adjudicate/1", "Jo")
    Hands(desk).at_item(1)
    expect(desk.locator(".differences tr.here")).to_be_visible()
    looked_at(desk, axe, keep, "look-adjudication")


def test_conflicts_are_for_everybody(
    visit: Visits, mill: Project, axe: str, keep: Callable[..., None]
) -> None:
    visit.refusals = True
    address = f"/l/{mill.layers['terms']}/i/3"
    first, second = (Hands(visit(address, "Adam")).at_item(3) for _ in range(2))
    first.press("l").saved()
    second.press("l", "l")
    expect(second.page.locator(".conflict")).to_be_visible()
    looked_at(second.page, axe, keep, "look-conflict")


def test_the_page_of_an_invitation_is_for_everybody(
    visit: Visits, mill: Project, axe: str, keep: Callable[..., None]
) -> None:
    _, token = mill.store.people.invite("annotator")
    page = visit(f"/join/{token}", None)
    expect(page.get_by_label("Name")).to_be_visible()
    looked_at(page, axe, keep, "look-page-join")
