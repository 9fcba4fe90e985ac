"""Kills the server again and again while annotators save: what it acknowledged has to be there.

Usage: python -m bench.annotate.kills [--kills 500] [--annotators 8] [--database URL]
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import random
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bench.annotate.people import (
    LABELS,
    Annotator,
    Servers,
    intact,
    lost,
    make_project,
)

MOST_SAVES = 60
"""Acknowledged saves after which the server is killed at the latest."""
LONGEST = 0.02
"""Seconds that pass after the last of them, so that the blow falls anywhere in a save."""


@dataclass(frozen=True, slots=True)
class Kills:
    """What came of a run."""

    kills: int
    broken_off: int
    acknowledged: int
    lost: int
    intact: bool
    seconds: float


def run(
    folder: Path, *, kills: int, annotators: int, seed: int = 0, url: str | None = None
) -> Kills:
    """Serve a project and kill the server at random moments, always the process itself."""
    begun = time.perf_counter()
    layer, people = make_project(folder, annotators, url=url)
    rng = random.Random(seed)
    broken_off, whole = 0, True
    with Servers() as servers:
        port = servers.start(folder, 0)
        for _ in range(kills):
            saves, delay = rng.randint(1, MOST_SAVES), rng.uniform(0.0, LONGEST)
            broken_off += asyncio.run(_until_killed(people, port, layer, servers, saves, delay))
            servers.start(folder, port)
        asyncio.run(_once_more(people, port, layer))
    missing, total = lost(folder, people)
    return Kills(
        kills, broken_off, total, missing, whole and intact(folder), time.perf_counter() - begun
    )


async def _until_killed(
    people: list[Annotator],
    port: int,
    layer: int,
    servers: Servers,
    saves: int,
    delay: float,
) -> int:
    """Save as fast as possible until the server is gone; how many saves had no answer."""
    before = sum(len(each.acknowledged) for each in people)
    workers = [asyncio.create_task(_work(each, port, layer)) for each in people]
    while sum(len(each.acknowledged) for each in people) < before + saves:
        if any(each.done() for each in workers):
            break
        await asyncio.sleep(0.001)
    await asyncio.sleep(delay)
    servers.kill()
    return sum(await asyncio.gather(*workers))


async def _work(annotator: Annotator, port: int, layer: int) -> bool:
    """Save until the connection breaks; whether a save was on its way."""
    try:
        # What was stored without an answer is read back, as a page does after a lost connection.
        await annotator.open(port, layer)
    except (OSError, EOFError):
        return False
    for _ in itertools.count():
        number = len(annotator.seconds)
        try:
            await annotator.save(port, f"{annotator.item}-{number}", LABELS[number % len(LABELS)])
        except (OSError, EOFError):
            # The next operation has another id and another label.
            annotator.seconds.append(0.0)
            return True
    return False


async def _once_more(people: list[Annotator], port: int, layer: int) -> None:
    for each in people:
        await each.open(port, layer)
        each.hang_up()


def main() -> int:
    """Print the figures; 1 if something was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--annotators", type=int, default=8)
    parser.add_argument("--database", metavar="URL", help="an empty PostgreSQL database")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = run(
            Path(folder) / "project",
            kills=arguments.kills,
            annotators=arguments.annotators,
            url=arguments.database,
        )
    print(f"kills={found.kills} in {found.seconds:.0f} s, saves broken off={found.broken_off}")
    print(f"acknowledged={found.acknowledged} lost={found.lost}")
    print(f"integrity={'ok' if found.intact else 'BROKEN'}")
    return int(found.lost > 0 or not found.intact)


if __name__ == "__main__":
    sys.exit(main())
