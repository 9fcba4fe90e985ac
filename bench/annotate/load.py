"""Fifty annotators who save once a second for a minute: how long a save takes, and what is lost.

Usage: python -m bench.annotate.load [--annotators 50] [--seconds 60] [--database URL]
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
    intact,
    lost,
    make_project,
    start_server,
    stop_server,
)

LIMIT = 0.150
"""Seconds that 95 % of the saves may take, beside another program on every core."""


@dataclass(frozen=True, slots=True)
class Load:
    """What came of a run; times in seconds."""

    saves: int
    p50: float
    p95: float
    p99: float
    slowest: float
    lost: int
    intact: bool
    start: float


def run(
    folder: Path, *, annotators: int, seconds: float, seed: int = 0, url: str | None = None
) -> Load:
    """Make a project, serve it, let annotators save once a second, and look for every save."""
    layer, people = make_project(folder, annotators, url=url)
    begun = time.perf_counter()
    process, port = start_server(folder, 0)
    start = time.perf_counter() - begun
    try:
        # Cookies carry the port in their name, which is known only now.
        asyncio.run(_everybody(people, port, layer, seconds, seed))
    finally:
        stop_server(process)
    missing, total = lost(folder, people)
    times = sorted(itertools.chain.from_iterable(each.seconds for each in people))
    return Load(
        saves=total,
        p50=_share(times, 0.50),
        p95=_share(times, 0.95),
        p99=_share(times, 0.99),
        slowest=times[-1],
        lost=missing,
        intact=intact(folder),
        start=start,
    )


async def _everybody(
    people: list[Annotator], port: int, layer: int, seconds: float, seed: int
) -> None:
    for each in people:
        await each.open(port, layer)
    end = time.monotonic() + seconds
    rng = random.Random(seed)
    await asyncio.gather(*(_work(each, port, end, rng.random()) for each in people))
    for each in people:
        each.hang_up()


async def _work(annotator: Annotator, port: int, end: float, offset: float) -> None:
    """Save once a second, beginning at a moment of one's own."""
    due = time.monotonic() + offset
    for number in itertools.count():
        if due >= end:
            return
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        await annotator.save(port, f"{annotator.item}-{number}", LABELS[number % len(LABELS)])
        due += 1.0


def _share(times: list[float], share: float) -> float:
    return times[min(len(times) - 1, int(share * len(times)))]


def main() -> int:
    """Print the figures; 1 if something was lost or saving was slow."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--annotators", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--database", metavar="URL", help="an empty PostgreSQL database")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = run(
            Path(folder) / "project",
            annotators=arguments.annotators,
            seconds=arguments.seconds,
            url=arguments.database,
        )
    print(f"server started in {found.start:.2f} s")
    print(f"saves={found.saves} lost={found.lost} integrity={'ok' if found.intact else 'BROKEN'}")
    for name in ("p50", "p95", "p99", "slowest"):
        print(f"{name}={getattr(found, name) * 1000:.1f} ms")
    return int(found.lost > 0 or not found.intact or found.p95 > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
