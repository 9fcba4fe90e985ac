"""Keys faster than the network: none is lost, none lands on another item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from diglot.annotate.layers.confidence.files import confidence_items
from diglot.annotate.store import Store
from tests.browser.annotate.conftest import Visits
from tests.browser.annotate.hands import Hands
from tests.browser.annotate.samples import bitext
from tests.browser.annotate.served import PASSWORD, Project, served

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ITEMS = 200
DELAY = 1000
"""Milliseconds of the network, half of them each way."""
EVERY = 0.05
"""Seconds between two keys."""
LABELS = {"1": "sure", "3": "unperfect", "4": "erroneous", "5": "undecidable"}
# A sequence that shows every shift by one: no four keys of it come twice nearby.
KEYS = ["1345"[(n * n + n // 7) % 4] for n in range(ITEMS)]


def layer_of(project: Project, name: str) -> int:
    """The id of a layer by its name."""
    return next(each.id for each in project.store.layers.all() if each.name == name)


def slow_down(page: Any, delay: int) -> None:
    """Let the network of a page take so many milliseconds there and back."""
    page.context.new_cdp_session(page).send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": delay, "downloadThroughput": -1, "uploadThroughput": -1},
    )


def type_labels(hands: Hands, keys: list[str]) -> None:
    """Press keys at a typist's best speed."""
    for key in keys:
        hands.press(key)
        hands.page.wait_for_timeout(EVERY * 1000)


def labels(project: Project, name: str) -> list[str | None]:
    """What is done of a layer, item by item: its label, or None."""
    layer, person = layer_of(project, name), project.people["Olga"]
    opened = project.store.annotations.open_many(
        [project.store.items.by_seq(layer, seq).id for seq in range(1, ITEMS + 1)], person
    )
    return [each.cells.get("label") if each.state == "done" else None for each in opened]


@pytest.fixture(scope="module")
def many(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """A project with a long list of pairs; ``template`` only sees to it that the page is there."""
    folder = tmp_path_factory.mktemp("many") / "project"
    pairs = [(f"The gate number {n} is open.", f"Porte {n} ouverte.") for n in range(ITEMS)]
    with Store.create(folder, name="Many") as store:
        store.people.add("Olga", "owner", password=PASSWORD)
        for name in ("confidence", "list", "lists"):
            layer = store.layers.add("confidence", name)
            store.items.add_many(layer.id, confidence_items(bitext(pairs, ("en", "fr"))))
    with served(folder) as project:
        yield project


def test_labels_at_twenty_a_second_over_a_slow_network(browser: object, many: Project) -> None:
    visit = Visits(browser, many)
    page = visit(f"/l/{layer_of(many, 'confidence')}/i/1")
    hands = Hands(page).at_item(1)
    slow_down(page, DELAY)
    type_labels(hands, KEYS)
    hands.hears("Nothing else is left").saved()
    assert labels(many, "confidence") == [LABELS[key] for key in KEYS]
    visit.close()


@pytest.mark.parametrize("view", ["", "?view=open"], ids=["all", "open"])
def test_keys_at_the_end_of_a_page_of_a_list_go_to_the_next_page(
    browser: object, many: Project, view: str
) -> None:
    visit = Visits(browser, many)
    page = visit(f"/l/{layer_of(many, 'list')}{view}")
    # The second time all but the first hundred are judged.
    done = len([each for each in labels(many, "list") if each])
    page.locator("tr:focus-within").wait_for()
    slow_down(page, 100)
    type_labels(Hands(page), KEYS[done : done + 100])
    if done:
        page.get_by_text("Nothing else is left in this list").wait_for()
    else:
        expect(page.locator("tr:focus-within a")).to_have_text("101")
    Hands(page).saved()
    judged = labels(many, "list")
    assert judged[: done + 100] == [LABELS[key] for key in KEYS[: done + 100]]
    assert set(judged[done + 100 :]) <= {None}
    visit.close()


def test_of_two_lists_asked_for_one_after_the_other_the_later_one_gets_focus_and_keys(
    browser: object, many: Project
) -> None:
    visit = Visits(browser, many)
    page = visit(f"/l/{layer_of(many, 'lists')}")
    page.locator("tr:focus-within").wait_for()
    hands = Hands(page).press("1").saved()
    slow_down(page, DELAY)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("tbody tr a").first).to_have_text("2")
    page.get_by_role("button", name="All", exact=True).click()
    hands.press("3")
    expect(page.locator("tbody tr a").first).to_have_text("1")
    expect(page.get_by_role("link", name="Item 2, open")).to_be_focused()
    hands.saved()
    assert labels(many, "lists")[:2] == ["unperfect", None]
    visit.close()
