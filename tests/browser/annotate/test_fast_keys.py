"""Keys faster than the network: none is lost, none lands on another item."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

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


@pytest.fixture(scope="module")
def many(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """A project with a long list of pairs; ``template`` only sees to it that the page is there."""
    folder = tmp_path_factory.mktemp("many") / "project"
    pairs = [(f"The gate number {n} is open.", f"Porte {n} ouverte.") for n in range(ITEMS)]
    with Store.create(folder, name="Many") as store:
        store.people.add("Olga", "owner", password=PASSWORD)
        layer = store.layers.add("confidence", "confidence")
        store.items.add_many(layer.id, confidence_items(bitext(pairs, ("en", "fr"))))
    with served(folder) as project:
        yield project


def test_labels_at_twenty_a_second_over_a_slow_network(browser: object, many: Project) -> None:
    visit = Visits(browser, many)
    page = visit(f"/l/{many.layers['confidence']}/i/1")
    hands = Hands(page).at_item(1)
    page.context.new_cdp_session(page).send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": DELAY, "downloadThroughput": -1, "uploadThroughput": -1},
    )
    # A sequence that shows every shift by one: no four keys of it come twice nearby.
    keys = ["1345"[(n * n + n // 7) % 4] for n in range(ITEMS)]
    for key in keys:
        hands.press(key)
        page.wait_for_timeout(EVERY * 1000)
    hands.hears("Nothing else is left").saved()
    judged = [many.judgement("confidence", seq) for seq in range(1, ITEMS + 1)]
    assert [each.cells.get("label") for each in judged] == [LABELS[key] for key in keys]
    assert {each.state for each in judged} == {"done"}
    visit.close()
