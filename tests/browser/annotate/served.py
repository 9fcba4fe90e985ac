"""The server of a project in a thread of the tests, and people with pages of it."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from diglot.annotate.bodies import Operation
from diglot.annotate.server.app import make_app
from diglot.annotate.server.identity import Entrance
from diglot.annotate.store import Store
from tests.servers import running

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from diglot.annotate.records import AnnotationRecord

TOKEN = "token-of-the-address"
PEOPLE = {"Olga": "owner", "Adam": "annotator", "Bina": "annotator", "Jo": "adjudicator"}
JUDGES = ("Olga", "Adam", "Bina")
PASSWORD = "a long password"


@dataclass
class Project:
    """A project that is served on this machine.

    Attributes:
        address: where, without a slash at the end.
        layers: ids by kind.
        people: ids by name.
    """

    store: Store
    address: str
    port: int
    layers: Mapping[str, int]
    people: Mapping[str, int]

    def judgement(self, kind: str, seq: int, person: str = "Olga") -> AnnotationRecord:
        """What somebody has said of an item so far."""
        item = self.store.items.by_seq(self.layers[kind], seq)
        return self.store.annotations.open(item.id, self.people[person])

    def cells(self, kind: str, seq: int, person: str = "Olga") -> dict[str, Any]:
        """Its cells."""
        return dict(self.judgement(kind, seq, person).cells)

    def payload(self, kind: str, seq: int) -> Mapping[str, Any]:
        """What an item shows."""
        return self.store.items.by_seq(self.layers[kind], seq).payload

    def judge(self, kind: str, seq: int, person: str, cells: Mapping[str, Any]) -> None:
        """Let somebody be done with an item; None empties a cell."""
        record = self.judgement(kind, seq, person)
        changes = {name: (record.cells.get(name), value) for name, value in cells.items()}
        step = Operation(f"{kind}-{seq}-{person}", "judge", changes)
        saved = self.store.annotations.apply(record.id, record.user, record.rev, [step], seconds=1)
        self.store.annotations.finish(record.id, record.user, saved.rev)

    def cookie(self, person: str) -> dict[str, str]:
        """The cookie of somebody who has signed in."""
        token = self.store.sessions.start(self.people[person])
        return {"name": f"diglot-{self.port}", "value": token, "url": self.address}


@contextmanager
def served(folder: Path, *, mode: Literal["local", "team"] = "team") -> Iterator[Project]:
    """Serve a project until the tests are done with it."""
    store = Store.open(folder)
    layers = {layer.kind: layer.id for layer in store.layers.all()}
    people = {person.name: person.id for person in store.people.all()}

    def make(port: int) -> Any:
        return make_app(store, entrance=Entrance(mode, TOKEN if mode == "local" else "", port))

    with store, running(make) as (_, port):
        yield Project(store, f"http://127.0.0.1:{port}", port, layers, people)
