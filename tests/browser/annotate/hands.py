"""What somebody at the keyboard does, and what they wait for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from tests.browser.conftest import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable

SAVED = re.compile(r"saved \d\d:\d\d")


class Hands:
    """Presses keys of a page and counts them."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.pressed = 0

    def press(self, *keys: str) -> Hands:
        """Press keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)
        self.pressed += len(keys)
        return self

    def saved(self) -> Hands:
        """Wait until the server has everything."""
        expect(self.page.locator(".saved")).to_have_text(SAVED)
        return self

    def at(self, address: str) -> Hands:
        """Wait until another view is open."""
        self.page.wait_for_url(f"**{address}")
        return self

    def at_item(self, seq: int) -> Hands:
        """Wait until another item is there, ready for keys."""
        self.page.wait_for_url(re.compile(rf"/(i|adjudicate)/{seq}(\?|$)"))
        expect(self.page.locator(".place")).to_contain_text(re.compile(rf"^(item )?{seq}\b"))
        return self

    def hears(self, words: str | re.Pattern[str]) -> Hands:
        """Wait for what the page says."""
        expect(self.page.locator("[role=status]").last).to_contain_text(words)
        return self

    def until(self, holds: Callable[[], bool]) -> Hands:
        """Wait until something holds on the server."""
        for _ in range(PATIENCE // 50):
            if holds():
                return self
            self.page.wait_for_timeout(50)
        assert holds()
        return self


def from_list(page: Any, seq: int) -> Hands:
    """Open an item from the list of a layer by keys; what is pressed from then on counts."""
    # Where rows take keys the first one gets the focus once they are loaded: before, the arrow goes
    # to the first row, and then to the second.
    page.locator("table.items tbody tr").nth(seq - 1).locator("a").first.focus()
    hands = Hands(page).press("Enter").at_item(seq)
    expect(page.locator("main.editor")).to_be_visible()
    hands.pressed = 0
    return hands
