"""Limits of connections: how long a request may take to arrive, and how many come from one place.

A server that waits for whoever connects can be kept from serving others by anybody who opens
connections and says nothing, or says it slowly (Slowloris).
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Iterable

HEAD_SECONDS = 10.0
"""From the connection, or the first byte of a later request, to the end of the headers."""

STUCK_SECONDS = 60.0
"""That an answer may wait for its reader."""

PER_ADDRESS = 64
"""Connections of one address; a browser opens six."""

SPARE_FILES = 128
"""Files that connections leave to the database, uploads and the log."""


def most_connections() -> int:
    """How many connections this process can hold; the limit of open files is raised for it."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 8192
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 8192 if hard == resource.RLIM_INFINITY else min(hard, 8192)
    if soft == resource.RLIM_INFINITY:
        return wanted
    if soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return max(soft - SPARE_FILES, SPARE_FILES)


class Limits:
    """How many connections there may be, and how long they may keep the server waiting.

    Args:
        proxies: addresses or networks whose connections are those of many people: not counted.
        per_address: connections of any other address.
        head_seconds: until the headers of a request are complete.
        stuck_seconds: that an answer may wait for its reader.
    """

    def __init__(
        self,
        proxies: Iterable[str] = (),
        *,
        per_address: int = PER_ADDRESS,
        head_seconds: float = HEAD_SECONDS,
        stuck_seconds: float = STUCK_SECONDS,
    ) -> None:
        self.head_seconds = head_seconds
        self.stuck_seconds = stuck_seconds
        self._per_address = per_address
        self._trusted = [ipaddress.ip_network(each) for each in proxies]
        self._counts: Counter[str] = Counter()
        self._most = most_connections()

    def admit(self, place: str) -> bool:
        """Count a connection from an address, unless it is one too many."""
        limit = self._most if self._is_proxy(place) else self._per_address
        if self._counts[place] >= limit or self._counts.total() >= self._most:
            return False
        self._counts[place] += 1
        return True

    def release(self, place: str) -> None:
        """Count a connection no longer."""
        self._counts[place] -= 1
        if not self._counts[place]:
            del self._counts[place]

    def protocol(self) -> type[H11Protocol]:
        """A protocol for uvicorn, which makes one object a connection, with these limits."""
        return type("Limited", (LimitedProtocol,), {"limits": self})

    def _is_proxy(self, place: str) -> bool:
        try:
            address = ipaddress.ip_address(place)
        except ValueError:
            return False
        return any(address in network for network in self._trusted)


class LimitedProtocol(H11Protocol):
    """Refuses connections above the limits; the others have a time to say what they want."""

    limits: ClassVar[Limits]
    _place = ""
    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, or drop it."""
        place = str((transport.get_extra_info("peername") or ("unknown",))[0])
        if not self.limits.admit(place):
            transport.abort()
            return
        self._place = place
        super().connection_made(transport)
        self._wait(self.limits.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._heard()
        if self._place:
            self.limits.release(self._place)
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what comes; the time runs while the headers of a request are incomplete."""
        if not self._place:
            return
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:
            self._heard()
        elif self._waiting is None and (before is None or before.response_complete):
            self._wait(self.limits.head_seconds)

    def pause_writing(self) -> None:
        """Wait for the reader of an answer."""
        super().pause_writing()
        self._heard()
        self._wait(self.limits.stuck_seconds)

    def resume_writing(self) -> None:
        """Go on writing."""
        super().resume_writing()
        self._heard()

    def _wait(self, seconds: float) -> None:
        self._waiting = self.loop.call_later(seconds, self.transport.abort)

    def _heard(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
