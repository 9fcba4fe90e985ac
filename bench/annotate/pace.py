"""How many decisions an hour real keys reach on the page, at a given delay of the network.

Each key is pressed as soon as the page shows what the one before has done, and none is pressed
twice. Usage: python -m bench.annotate.pace [--delay 100] [--items 60] [--layers ...]
"""

from __future__ import annotations

import argparse
import secrets
import socket
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Any

from diglot.annotate.layers.confidence.files import confidence_items
from diglot.annotate.layers.sentences.files import sentence_item
from diglot.annotate.layers.terms.files import term_items
from diglot.annotate.layers.word_labels.files import word_label_items
from diglot.annotate.server.app import make_app
from diglot.annotate.server.identity import Entrance
from diglot.annotate.store import Store
from diglot.model import Bitext, Concept, ConceptTerm, Document, Link, Segment, Termbase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from diglot.annotate.items import NewItem

WORDS = ["miller", "gate", "river", "wheel", "barn", "sack", "grain", "floor", "hall", "sunrise"]
DOUBT = 0.3


def texts(count: int) -> list[tuple[str, str]]:
    """Pairs of sentences without two alike."""
    return [
        (
            f"The {WORDS[n % 10]} number {n} of the old {WORDS[n // 10 % 10]} is open.",
            f"Numéro {n} : {WORDS[n % 10]} ouvert, vieux {WORDS[n // 10 % 10]}.",
        )
        for n in range(count)
    ]


def bitext(pairs: list[tuple[str, str]], doubtful: int) -> Bitext:
    """Pairs linked one by one, every one of ``doubtful`` in doubt."""
    sides = []
    for at, language in enumerate(("en", "fr")):
        segments, offset = [], 0
        for pair in pairs:
            segments.append(Segment(offset, offset + len(pair[at])))
            offset += len(pair[at]) + 1
        text = " ".join(pair[at] for pair in pairs)
        sides.append(
            Document(text, segments=tuple(segments), language=language, name=f"pace.{language}")
        )
    links = tuple(
        Link((n,), (n,), DOUBT, reasons=("length 2.4 times",))
        if n % doubtful == 0
        else Link((n,), (n,), 0.98)
        for n in range(len(pairs))
    )
    return Bitext(sides[0], sides[1], links)


def layers(count: int) -> dict[str, list[NewItem]]:
    """Items of the four layers that are timed."""
    pairs = texts(count)
    concepts = tuple(
        Concept(
            f"c{n}",
            (
                ConceptTerm(f"{WORDS[n % 10]} {n}", "en", frequency=3),
                ConceptTerm(f"terme {n}", "fr", score=0.4, frequency=3),
            ),
        )
        for n in range(count)
    )
    return {
        "confidence": confidence_items(bitext(pairs, 3)),
        "word_labels": word_label_items(bitext(pairs, 3)),
        "terms": term_items(Termbase(concepts), "en", "fr"),
        "sentences": [sentence_item(bitext(texts(10 * count), 10))],
    }


@contextmanager
def served(folder: Path, count: int) -> Iterator[tuple[Store, str]]:
    """A project with all layers, and the address of its page."""
    from uvicorn import Config, Server

    with Store.create(folder, name="Pace") as store:
        store.people.add("owner", "owner")
        for kind, items in layers(count).items():
            store.items.add_many(store.layers.add(kind, kind).id, items)
        token = secrets.token_urlsafe()
        listening = socket.create_server(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        app = make_app(store, entrance=Entrance("local", token, port))
        server = Server(Config(app, log_level="error", lifespan="off", ws="none"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        yield store, f"http://127.0.0.1:{port}/?token={token}"
        server.should_exit = True
        thread.join()


def one_key_an_item(key: str) -> Callable[[Any, int], int]:
    """Press a key an item, each when the item before has gone."""

    def work(page: Any, count: int) -> int:
        for n in range(1, count):
            page.keyboard.press(key)
            next_item(page, n + 1)
        return count - 1

    return work


# One question a key, answered with the frame that shows it: the driver's own way of waiting takes
# several, which would hide what the page takes.
UNTIL = """([what, before]) => new Promise((done) => {
  const look = () => {
    const found = %s;
    if (found) done(found);
    else requestAnimationFrame(look);
  };
  look();
})"""
ITEM = """document.querySelector('.problems .warning button') ? 'warned' :
  document.querySelector('.place')?.textContent.startsWith(`${what} `) && 'there'"""
ROW = """[document.querySelector('.row.chosen')?.dataset.row]
  .find((row) => row && row !== before && (what === null || row === what))"""


def next_item(page: Any, seq: int) -> None:
    """Wait for an item; where warnings stand before it they are acknowledged."""
    while page.evaluate(UNTIL % ITEM, [seq, None]) == "warned":
        page.keyboard.press("Shift+W")
        page.wait_for_timeout(200)


def one_key_a_link(page: Any, count: int) -> int:
    """Press a key a link, each when the one before has its label."""
    links = 0
    for n in range(1, count):
        asked = page.locator(".link-list li").count()
        for _ in range(asked):
            page.keyboard.press("1")
            links += 1
        next_item(page, n + 1)
    return links


def doubts(page: Any, count: int) -> int:
    """Confirm every doubtful row and go on to the next, as the page offers it."""
    row = page.evaluate(UNTIL % ROW, [None, None])
    for n in range(count - 1):
        page.keyboard.press("Enter")
        row = page.evaluate(UNTIL % ROW, [None, row])
        if row != (wanted := str(10 * (n + 1))):
            page.keyboard.press("n")
            row = page.evaluate(UNTIL % ROW, [wanted, row])
    return count - 1


WORK = {
    "confidence": ("/i/1", one_key_an_item("1")),
    "word_labels": ("/i/1", one_key_a_link),
    "terms": ("/i/1", one_key_an_item("y")),
    "sentences": ("/i/1?view=doubtful", doubts),
}


def main() -> None:
    """Time all layers and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--delay", type=float, default=100, help="milliseconds there and back")
    parser.add_argument("--items", type=int, default=60)
    parser.add_argument("--layers", nargs="+", choices=WORK, default=list(WORK))
    given = parser.parse_args()
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=which("chromium"), args=["--no-sandbox"])
        with served(Path(folder) / "project", given.items) as (store, address):
            page = browser.new_page(viewport={"width": 1280, "height": 800}, bypass_csp=True)
            page.set_default_timeout(12000)
            page.goto(address)
            page.wait_for_selector("main")
            page.context.new_cdp_session(page).send(
                "Network.emulateNetworkConditions",
                {
                    "offline": False,
                    "latency": given.delay,
                    "downloadThroughput": -1,
                    "uploadThroughput": -1,
                },
            )
            ids = {layer.kind: layer.id for layer in store.layers.all()}
            print(f"| layer | decisions an hour at {given.delay:.0f} ms |\n|---|---|")
            for kind in given.layers:
                place, work = WORK[kind]
                page.goto(f"{address.partition('/?')[0]}/l/{ids[kind]}{place}")
                page.wait_for_selector("main.editor")
                page.wait_for_timeout(1000)
                begun = time.perf_counter()
                decisions = work(page, given.items)
                print(
                    f"| {kind} | {3600 * decisions / (time.perf_counter() - begun):,.0f} |",
                    flush=True,
                )
        browser.close()


if __name__ == "__main__":
    main()
