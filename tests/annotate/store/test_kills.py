"""A writing process that is killed at any moment loses nothing it has acknowledged."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from threading import Timer
from typing import IO

import pytest
from sqlalchemy import text

from diglot.annotate.records import AnnotationRecord
from diglot.annotate.store import Store
from tests.annotate.store.conftest import KINDS, add, replay

KILLS = 100

# Forked from one warm process, since importing takes longer than the life of a writer.
NURSERY = """
import os, sys
sys.path.insert(0, {root!r})
from diglot.annotate.bodies import Operation
from diglot.annotate.store import Store
from tests.annotate.store.conftest import KINDS

def write(number):
    with Store.open({folder!r}, kinds=KINDS) as store:
        rev = store.annotations.get({annotation}, {user}).rev
        while True:
            name = f"{{number}}-{{rev}}"
            cells = {{f"c{{rev}}": (None, name), f"d{{rev}}": (None, [rev, rev])}}
            rev = store.annotations.apply(
                {annotation}, {user}, rev, [Operation(name, "set", cells)], seconds=1).rev
            os.write(1, f"{{name}}\\n".encode())

for line in sys.stdin:
    child = os.fork()
    if child == 0:
        write(line.strip())
    os.write(1, f"writer {{child}}\\n".encode())
    os.waitpid(child, 0)
    os.write(1, b"end\\n")
"""


def strike(nursery: subprocess.Popen[str], number: int, moment: float) -> list[str]:
    """The operations that a writer has acknowledged before it was killed."""
    assert nursery.stdin is not None
    output: IO[str] | None = nursery.stdout
    assert output is not None
    nursery.stdin.write(f"{number}\n")
    nursery.stdin.flush()
    writer = 0
    acknowledged: list[str] = []
    for line in output:
        word, _, rest = line.strip().partition(" ")
        if word == "end":
            break
        if word == "writer":
            writer = int(rest)
        else:
            acknowledged.append(word)
        # By the clock, so that the writer is anywhere in its work; every third one is opening.
        if len(acknowledged) == (0 if number % 3 == 0 else 1):
            Timer(moment, os.kill, (writer, signal.SIGKILL)).start()
    return acknowledged


@pytest.mark.slow
def test_a_hundred_kills_lose_no_acknowledged_operation(
    sqlite_template: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "p"
    shutil.copytree(sqlite_template, folder)
    with Store.open(folder, kinds=KINDS) as store:
        layer = store.layers.add("plain", "plain")
        user = store.people.local_owner()
        mine: AnnotationRecord = store.annotations.open(add(store, layer, 1)[0], user.id)
    code = NURSERY.format(
        root=str(Path(__file__).resolve().parents[3]),
        folder=str(folder),
        annotation=mine.id,
        user=user.id,
    )
    chance = random.Random(5)
    nursery = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        acknowledged = [
            name
            for number in range(KILLS)
            for name in strike(nursery, number, chance.uniform(0.0, 0.04))
        ]
    finally:
        assert nursery.stdin is not None
        nursery.stdin.close()
        nursery.wait(timeout=600)
        assert nursery.stdout is not None
        nursery.stdout.close()
    with Store.open(folder, kinds=KINDS) as store:
        with store.database.reading() as connection:
            assert connection.execute(text("PRAGMA integrity_check")).scalar() == "ok"
        events = store.annotations.events(mine.id, user.id)
        stored = store.annotations.get(mine.id, user.id)
    assert acknowledged
    assert not set(acknowledged) - {event.id for event in events}
    # What had not been acknowledged is there as a whole or not at all.
    assert len(events) - len(acknowledged) <= KILLS
    assert stored.rev == len(events) == stored.seconds
    assert stored.cells == replay(events)
