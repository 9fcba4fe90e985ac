"""A server in a thread of the tests that leaves no connection open."""

from __future__ import annotations

import asyncio
import socket
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from uvicorn import Config, Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE = 300
"""Seconds that a server may take to start or to end on a busy machine."""
_QUIET = {"log_level": "critical", "lifespan": "off", "ws": "none", "timeout_graceful_shutdown": 1}


class ClosingServer(Server):
    """A server that cuts the connections that its end does not wait for.

    A browser opens connections ahead, and a request may take longer than the grace at the end:
    what is left open then is found by the garbage collector, in the midst of another test.
    """

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self.begun, self.ended = threading.Event(), threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        self.begun.set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets=sockets)
        await asyncio.sleep(0)  # what was accepted last gets its protocol
        for connection in list(self.server_state.connections):
            if connection.transport is not None:
                connection.transport.abort()
        await asyncio.sleep(0)  # and what was cut closes its socket
        self.ended.set()


@contextmanager
def running(make: Callable[[int], Any], **options: Any) -> Iterator[tuple[ClosingServer, int]]:
    """Serve what is made for a free port until the tests are done with it; give server and port."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
        server = ClosingServer(Config(make(port), **_QUIET | options))
        thread = threading.Thread(target=server.run, args=([door],), daemon=True)
        thread.start()
        assert server.begun.wait(PATIENCE)
        try:
            yield server, port
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive()
