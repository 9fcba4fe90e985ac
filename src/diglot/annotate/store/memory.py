"""What was used last stays in memory, up to a weight."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Generic, TypeVar

Kept = TypeVar("Kept")


class Recent(Generic[Kept]):
    """Values by number, the longest unused dropped first; safe between threads.

    Args:
        weight: that all values together may have.
    """

    def __init__(self, weight: int) -> None:
        self._limit = weight
        self._weight = 0
        self._kept: OrderedDict[int, tuple[Kept, int]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: int) -> Kept | None:
        """The value, if it is still there."""
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                return None
            self._kept.move_to_end(key)
            return found[0]

    def keep(self, key: int, value: Kept, *, weight: int) -> None:
        """Keep a value; the one just kept stays, however heavy."""
        with self._lock:
            _, old = self._kept.pop(key, (None, 0))
            self._weight += weight - old
            self._kept[key] = (value, weight)
            while self._weight > self._limit and len(self._kept) > 1:
                _, (_, dropped) = self._kept.popitem(last=False)
                self._weight -= dropped
