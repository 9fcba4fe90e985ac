"""Simulated annotators: a project, its server in a process of its own, and clients that save.

A client is a few lines over a socket, so that what is measured is the server's time and not that
of a library for browsers.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Self

LABELS = ("sure", "unperfect", "erroneous", "undecidable")
_SERVE = """
import sys
from pathlib import Path
from diglot.annotate.options import ServeOptions
from diglot.annotate.server import serve
from diglot.annotate.store import Store
store = Store.open(Path(sys.argv[1]))
options = ServeOptions(port=int(sys.argv[2]), team=True, browser=False)
serve(store, options, announce=lambda line: print(line, flush=True))
"""
# Loads everything once; each server is a fork of it, an ordinary process that listens at once.
_SERVE_AGAIN = """
import os, signal, sys
from pathlib import Path
import uvicorn
from diglot.annotate.options import ServeOptions
from diglot.annotate.server import app, serve
from diglot.annotate.store import Store
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in iter(sys.stdin.readline, ""):
    folder, port = line.rstrip().rsplit(" ", 1)
    if os.fork() == 0:
        store = Store.open(Path(folder))
        said = lambda line: print(os.getpid(), line, flush=True)
        serve(store, ServeOptions(port=int(port), team=True, browser=False), announce=said)
        os._exit(0)
"""


@dataclass(slots=True)
class Annotator:
    """One client: its session, its item, and what the server has acknowledged.

    Attributes:
        cookie: of the session.
        item: number of the item it works on.
        annotation: id of its judgement; 0 before it is opened.
        rev: revision last seen.
        label: what the judgement says, as far as the client knows.
        acknowledged: ids of operations that the server said are stored, with their revisions.
        seconds: of every save, from the request to the answer.
    """

    name: str
    cookie: str
    item: int
    annotation: int = 0
    rev: int = 0
    label: str | None = None
    acknowledged: dict[str, int] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)
    _streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def open(self, port: int, layer: int) -> None:
        """Open the item, which makes the judgement."""
        status, answer = await self.ask(port, "GET", f"/api/layers/{layer}/items/{self.item}")
        if status != 200:
            raise RuntimeError(f"{self.name} cannot open item {self.item}: {status} {answer}")
        self.annotation = answer["annotation"]["id"]
        self.rev = answer["annotation"]["rev"]
        self.label = answer["annotation"]["cells"].get("label")

    async def save(self, port: int, operation: str, label: str) -> None:
        """Give another label, and note the acknowledgement."""
        change = {"id": operation, "name": "set_label", "changes": {"label": [self.label, label]}}
        body = {"operations": [change], "seconds": 1.0}
        start = time.perf_counter()
        status, answer = await self.ask(
            port, "PUT", f"/api/annotations/{self.annotation}", body, rev=self.rev
        )
        self.seconds.append(time.perf_counter() - start)
        if status != 200:
            raise RuntimeError(f"{self.name} cannot save: {status} {answer}")
        self.rev, self.label = answer["rev"], label
        self.acknowledged[operation] = answer["rev"]

    async def ask(
        self, port: int, method: str, path: str, body: object = None, *, rev: int | None = None
    ) -> tuple[int, dict[str, Any]]:
        """Send one request over a connection that stays open; give status and answer."""
        content = b"" if body is None else json.dumps(body).encode()
        head = [
            f"{method} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            f"Origin: http://127.0.0.1:{port}",
            "X-Diglot: 1",
            f"Cookie: diglot-{port}={self.cookie}",
            "Content-Type: application/json",
            f"Content-Length: {len(content)}",
            *([] if rev is None else [f"If-Match: {rev}"]),
        ]
        request = "\r\n".join([*head, "", ""]).encode() + content
        # A connection that was idle for seconds may be closed: then one asks again, as browsers do.
        if self._streams is not None:
            with suppress(OSError, EOFError):
                return await self._exchange(port, request)
            self.hang_up()
        try:
            return await self._exchange(port, request)
        except (OSError, EOFError):
            self.hang_up()
            raise

    async def _exchange(self, port: int, request: bytes) -> tuple[int, dict[str, Any]]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", port)
        reader, writer = self._streams
        writer.write(request)
        await writer.drain()
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().lower().splitlines()
        fields = dict(line.split(": ", 1) for line in lines[1:] if line)
        answer = await reader.readexactly(int(fields["content-length"]))
        return int(lines[0].split()[1]), json.loads(answer)

    def hang_up(self) -> None:
        """Drop the connection; the next request makes another."""
        if self._streams is not None:
            with suppress(OSError):
                self._streams[1].close()
            self._streams = None


def make_project(
    folder: Path, people: int, *, url: str | None = None
) -> tuple[int, list[Annotator]]:
    """A project with one item for each annotator, all of them signed in; the id of its layer."""
    from diglot.annotate.items import NewItem
    from diglot.annotate.store import Store

    side = {"lang": "en", "dir": "ltr", "tokens": [[0, 3], [4, 9]], "doc": "text", "start": 0}
    payload = {"source": {**side, "text": "two words"}, "target": {**side, "text": "два слова"}}
    store = Store.create(folder, name="load", url=url)
    try:
        layer = store.layers.add("confidence", "confidence")
        items = [NewItem(key=f"pair-{n}", payload=payload, seq=n) for n in range(1, people + 1)]
        store.items.add_many(layer.id, items)
        # With an owner who can sign in the server has no invitation to print.
        store.people.add("owner", "owner", password="correct horse battery")
        annotators = []
        for number in range(1, people + 1):
            name = f"annotator {number}"
            person = store.people.add(name, "annotator")
            annotators.append(Annotator(name, store.sessions.start(person.id), number))
    finally:
        store.close()
    return layer.id, annotators


def start_server(folder: Path, port: int) -> tuple[subprocess.Popen[str], int]:
    """Start the server of a project and wait until it answers; the process and its port."""
    process = subprocess.Popen(
        [sys.executable, "-c", _SERVE, str(folder), str(port)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    if process.stdout is None:
        raise RuntimeError("the server has no output")
    line = process.stdout.readline()
    if "http://" not in line:
        process.wait()
        raise RuntimeError(f"the server did not start: {line!r}")
    return process, int(line.split("http://127.0.0.1:")[1].split("/")[0])


class Servers:
    """Servers one after the other, quickly; use as a context manager."""

    def __init__(self) -> None:
        self._parent = subprocess.Popen(
            [sys.executable, "-c", _SERVE_AGAIN],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._pid = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pid:
            self.kill()
        self._parent.communicate()

    def start(self, folder: Path, port: int) -> int:
        """Start a server on a port, 0 for a free one, and wait until it answers; its port."""
        stdin, stdout = self._parent.stdin, self._parent.stdout
        if stdin is None or stdout is None:
            raise RuntimeError("the parent of the servers has no streams")
        stdin.write(f"{folder} {port}\n")
        stdin.flush()
        line = stdout.readline()
        if "http://" not in line:
            raise RuntimeError(f"the server did not start: {line!r}")
        self._pid = int(line.split()[0])
        return int(line.split("http://127.0.0.1:")[1].split("/")[0])

    def kill(self) -> None:
        """End the server as a loss of power would, and wait until it is gone."""
        os.kill(self._pid, signal.SIGKILL)
        with suppress(ProcessLookupError):
            while True:
                os.kill(self._pid, 0)
                time.sleep(0.001)
        self._pid = 0


def stop_server(process: subprocess.Popen[str], *, how: int = signal.SIGINT) -> None:
    """End a server and wait for it."""
    process.send_signal(how)
    process.wait(timeout=300)
    if process.stdout is not None:
        process.stdout.close()


def lost(folder: Path, annotators: list[Annotator]) -> tuple[int, int]:
    """How many acknowledged operations the database has not, of how many."""
    from diglot.annotate.store import Store

    missing = total = 0
    store = Store.open(folder)
    try:
        owner = store.people.local_owner().id
        for each in annotators:
            if not each.annotation:
                continue
            stored = {e.id: e.rev for e in store.annotations.events(each.annotation, owner)}
            total += len(each.acknowledged)
            missing += sum(stored.get(op) != rev for op, rev in each.acknowledged.items())
            # The last acknowledged label stands there, unless a later one was stored unanswered.
            found = store.annotations.get(each.annotation, owner)
            if found.rev == each.rev and found.cells.get("label") != each.label:
                missing += 1
    finally:
        store.close()
    return missing, total


def intact(folder: Path) -> bool:
    """Whether the database is whole, and every judgement agrees with its history."""
    from diglot.annotate.store.maintenance import examine

    looked_at = {"database", "judgements"}
    states = {each.what: each.state for each in examine(folder) if each.what in looked_at}
    return states == dict.fromkeys(looked_at, "ok")
