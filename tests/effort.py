"""Work measured in calls: the same on every machine, whatever else it does."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from sqlalchemy import Engine, event


def calls(work: Callable[[], object]) -> int:
    """Count the calls of Python's and of compiled functions that work makes."""
    count = 0

    def see(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(see)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def statements(engine: Engine, work: Callable[[], object]) -> list[str]:
    """The statements that work sends to a database, transactions left out."""
    sent: list[str] = []

    def see(*given: Any) -> None:
        sent.append(given[2])

    event.listen(engine, "before_cursor_execute", see)
    try:
        work()
    finally:
        event.remove(engine, "before_cursor_execute", see)
    return [each for each in sent if not each.startswith("BEGIN")]


def grows_linearly(work: Callable[[int], object], size: int) -> bool:
    """Whether four times the input takes at most five times the calls.

    Args:
        work: gets a size; its first call here loads and prepares what later ones find.
        size: of the larger input, large enough that setting up is a small part of the work.
    """
    work(size // 4)
    return calls(lambda: work(size)) <= 5 * calls(lambda: work(size // 4)) + 1000
