"""A layer of 200,000 items: how fast it is imported, and how long its pages take.

Usage: python -m bench.annotate.lists [--items 200000] [--doubtful 0.1] [--database URL]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from bench.annotate.people import Annotator, start_server, stop_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diglot.annotate.store import Store

LIMIT = 0.150
"""Seconds that a page may take, and that giving out the next forty items may take."""
RATE = 5000
"""Items that an import has to store in a second."""

WORDS = ["mill", "river", "spring", "water", "wheel", "old", "open", "over", "grain", "barn"]


COPIES = (
    """INSERT INTO annotation (item_id, person_id, role, rev, state, seconds, label, digest, copied,
    scheme_version, updated) SELECT item.id, person_id, role, rev, state, seconds, label, digest,
    copied, scheme_version, updated FROM item CROSS JOIN annotation
    WHERE item_id = :first AND item.id > :first AND item.id <= :last""",
    """INSERT INTO cell SELECT copy.id, name, value FROM cell
    JOIN annotation one ON one.id = cell.annotation_id AND one.item_id = :first
    JOIN annotation copy ON copy.person_id = one.person_id AND copy.item_id != :first""",
)
"""What gives items after a first one its judgements, whose numbers are in the order of theirs."""


def pages(items: int) -> dict[str, str]:
    """What is asked for, as the page asks."""
    middle, last = items // 2, items - 50
    lists = {
        "first page": "",
        "page in the middle": f"offset={middle}",
        "last page": f"offset={last}",
        "open": "view=open",
        "open, in the middle": f"view=open&offset={middle}",
        "begun": "view=draft",
        "done": "view=done",
        "adjudicated": "view=adjudicated",
        "doubtful": "view=doubtful",
        "mine": "view=mine",
        "most doubtful first": "order=doubt",
        "most doubtful first, in the middle": f"order=doubt&offset={middle}",
        "last changed first": "order=updated",
        "search, many hits": "search=river",
        "search, one hit": f"search=number+{middle}+",
        "search, no hit": "search=nothing+of+the+kind",
        "search among the doubtful": "view=doubtful&search=nothing+of+the+kind",
    }
    ahead = {
        "next 40": f"after={middle}",
        "next 40 open": f"view=open&after={middle}",
        "next 40 doubtful": f"view=doubtful&after={middle}",
        "next 40, most doubtful first": f"order=doubt&after={middle}",
    }
    asked = {name: f"items?limit=50&{query}" for name, query in lists.items()}
    return asked | {name: f"ahead?count=40&{query}" for name, query in ahead.items()}


def tmx(folder: Path, count: int) -> Path:
    """A memory of made-up units."""
    rng, path = random.Random(0), folder / "many.tmx"
    with path.open("w", encoding="utf-8") as file:
        file.write('<tmx version="1.4"><header srclang="en"/><body>')
        for n in range(count):
            words = " ".join(rng.choices(WORDS, k=12))
            texts = {"en": f"{words} number {n} .", "fr": f"{words[::-1]} numéro {n} ."}
            sides = (f'<tuv xml:lang="{x}"><seg>{t}</seg></tuv>' for x, t in texts.items())
            file.write(f"<tu>{''.join(sides)}</tu>\n")
        file.write("</body></tmx>")
    return path


def prepare(
    store: Store, layer: int, doubtful: float, judged: int, *, design: bool
) -> Iterator[str]:
    """Give scores, turns and judgements; the cookies of an owner and of an annotator."""
    from sqlalchemy import text

    from diglot.annotate.records import NewJudgement, Turn

    owner = store.people.add("owner", "owner", password="correct horse battery")
    members = [store.people.add(name, "annotator") for name in ("Anna", "Boris")]
    share = int(doubtful * 1000)
    with store.database.writing() as connection:
        rest = "id - id / 1000 * 1000"  # the driver of PostgreSQL takes % for a parameter
        scored = f"UPDATE item SET score = CASE WHEN {rest} < :share THEN 0.3 ELSE 0.9 END"
        connection.execute(text(scored), {"share": share})
        numbers = list(connection.execute(text("SELECT id FROM item ORDER BY seq")).scalars())
    if design:
        turns = (Turn(n, each.id, at) for each in members for at, n in enumerate(numbers))
        store.queue.assign(layer, turns)
    label = {"label": "sure"}
    first = numbers[: min(judged, 1)]
    store.annotations.put_many(
        NewJudgement(item=n, user=each.id, cells=label, done=True)
        for each in members
        for n in first
    )
    # The others are copies of the first one: a judgement by itself takes a millisecond.
    with store.database.writing() as connection:
        for copy in COPIES if first else ():
            connection.execute(text(copy), {"first": first[0], "last": numbers[judged - 1]})
    for each in (owner, members[0]):
        yield store.sessions.start(each.id)


async def timed(port: int, layer: int, cookie: str, items: int, runs: int) -> dict[str, float]:
    """The median of what each page takes, in seconds."""
    asking, found = Annotator("any", cookie, 1), {}
    for name, query in pages(items).items():
        times = []
        for _ in range(runs + 1):  # the first one finds nothing in memory
            begun = time.perf_counter()
            status, answer = await asking.ask(port, "GET", f"/api/layers/{layer}/{query}")
            times.append(time.perf_counter() - begun)
            if status != 200:
                raise RuntimeError(f"{name}: {status} {answer}")
        found[name] = sorted(times[1:])[runs // 2]
    asking.hang_up()
    return found


def main() -> int:
    """Print a table; 1 if something took too long."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=200_000)
    parser.add_argument("--doubtful", type=float, default=0.0, help="share of the items")
    parser.add_argument("--judged", type=int, default=1000, help="items that both have judged")
    parser.add_argument("--assigned", action="store_true", help="all items to two annotators")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--database", metavar="URL", help="an empty PostgreSQL database")
    given = parser.parse_args()
    from diglot.annotate.exchange.importing import import_files
    from diglot.annotate.store import Store

    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent) / "project"
        path = tmx(Path(parent), given.items)
        with Store.create(folder, name="Lists", url=given.database) as store:
            wall, cpu = time.perf_counter(), time.process_time()
            layer = store.layers.get(import_files(store, [path], kind="confidence").layer).id
            rate = given.items / (time.perf_counter() - wall)
            alone = given.items / (time.process_time() - cpu)
            cookies = list(
                prepare(store, layer, given.doubtful, given.judged, design=given.assigned)
            )
        print(f"imported {rate:,.0f} items a second ({alone:,.0f} a CPU second)")
        process, port = start_server(folder, 0)
        try:
            owner, annotator = (
                asyncio.run(timed(port, layer, each, given.items, given.runs)) for each in cookies
            )
        finally:
            stop_server(process)
    print("| page | owner, ms | annotator, ms |\n|---|---:|---:|")
    for name in owner:
        print(f"| {name} | {owner[name] * 1000:.0f} | {annotator[name] * 1000:.0f} |")
    slowest = max(*owner.values(), *annotator.values())
    return int(slowest > LIMIT or rate < RATE)


if __name__ == "__main__":
    sys.exit(main())
