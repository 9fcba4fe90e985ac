"""Connections that say nothing, or say it slowly, and those of one address that are too many."""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import TYPE_CHECKING, Self

import pytest

from diglot.annotate.server import guard
from diglot.annotate.server.connections import Limits
from diglot.annotate.server.identity import Entrance
from diglot.annotate.store import Store
from tests.annotate.server.conftest import served
from tests.servers import running

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HEAD = b"GET /api/session HTTP/1.1\r\nHost: localhost\r\n"
POST = (
    b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nX-Diglot: 1\r\n"
    b"Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
)


class Attack:
    """A server with limits, and connections to it that stay open until the end."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._served = running(lambda _: served(store, Entrance("team")), http=limits.protocol())
        self._open: list[socket.socket] = []

    def __enter__(self) -> Self:
        _, self._port = self._served.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        for each in self._open:
            each.close()
        self._served.__exit__(None, None, None)

    def say(self, said: bytes) -> socket.socket:
        """A connection on which something has been said."""
        made = socket.create_connection(("127.0.0.1", self._port), timeout=60)
        self._open.append(made)
        made.sendall(said)
        return made

    def answers(self) -> bool:
        """Whether the server answers a request."""
        return heard(self.say(HEAD + b"Connection: close\r\n\r\n")).startswith(b"HTTP/1.1 200")


def heard(connection: socket.socket) -> bytes:
    """What is said on a connection until it ends, in whichever way."""
    pieces = []
    with suppress(ConnectionResetError, BrokenPipeError):
        while piece := connection.recv(65536):
            pieces.append(piece)
    return b"".join(pieces)


@pytest.fixture
def store(pairs: Path) -> Iterator[Store]:
    with Store.open(pairs) as found:
        yield found


@pytest.mark.slow
@pytest.mark.parametrize("said", [b"", b"GET", HEAD])
def test_who_says_nothing_or_half_a_request_is_hung_up_on(store: Store, said: bytes) -> None:
    with Attack(store, Limits(head_seconds=0.05)) as attack:
        assert [heard(attack.say(said)) for _ in range(3)] == [b""] * 3
        assert attack.answers()


def test_the_time_of_a_later_request_runs_as_well(store: Store) -> None:
    with Attack(store, Limits(head_seconds=0.05)) as attack:
        connection = attack.say(HEAD + b"\r\n")
        assert connection.recv(65536).startswith(b"HTTP/1.1 200")
        connection.sendall(b"GET /api")
        assert b"HTTP/1.1" not in heard(connection)


def test_connections_of_one_address_have_a_number(store: Store) -> None:
    with Attack(store, Limits(per_address=3)) as attack:
        idle = [attack.say(b"") for _ in range(3)]
        assert not attack.answers()
        for each in idle:
            each.sendall(HEAD + b"Connection: close\r\n\r\n")
            assert heard(each).startswith(b"HTTP/1.1 200")
        assert attack.answers()


def test_connections_of_a_proxy_are_not_those_of_one_person(store: Store) -> None:
    with Attack(store, Limits(["127.0.0.0/8"], per_address=3)) as attack:
        for _ in range(5):
            attack.say(b"")
        assert attack.answers()


def test_a_body_that_does_not_come_is_not_waited_for(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.05)
    with Attack(store, Limits()) as attack:
        answer = heard(attack.say(POST))
        assert answer.startswith(b"HTTP/1.1 408")
        assert b"too slowly" in answer
        assert attack.answers()
