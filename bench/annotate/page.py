"""A document of ten thousand rows in a browser: how long until it is there, and until an edit is.

Usage: python -m bench.annotate.page [--rows 10000] [--runs 5]
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from bench.annotate.people import start_server, stop_server

if TYPE_CHECKING:
    from collections.abc import Sequence

OPENING, EDITING = 1.5, 0.050
"""Seconds from the navigation to the first rows, and from a key to what it changed."""

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
EDITS = {"Enter": 0, "m": -1, "s": 0, "0": 1, "z": 0, "Shift+z": 1, "]": 0}
"""Keys, and how many rows more there are after each than in the beginning."""


# The frame after the next one is begun when the next one has been painted.
PROBE = """
(() => {
  const painted = (done) => requestAnimationFrame(() => requestAnimationFrame(() => done()));
  window.edits = [];
  // The policy of the page forbids the driver's own way of waiting for a condition.
  window.until = async (holds) => {
    const end = performance.now() + 60000;
    while (!holds()) {
      if (performance.now() > end) throw new Error(`never came: ${holds}`);
      await new Promise((drawn) => setTimeout(drawn, 5));
    }
  };
  const watch = new MutationObserver(() => {
    if (!document.querySelector(".sheet [data-row]")) return;
    watch.disconnect();
    painted(() => (window.opened = performance.now()));
  });
  watch.observe(document, { childList: true, subtree: true });
  window.addEventListener("keydown", (event) => {
    const edit = { rows: 0, seconds: null };
    window.edits.push(edit);
    const begun = event.timeStamp;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        edit.seconds = (performance.now() - begun) / 1000;
        edit.rows = Number(document.querySelector(".sheet").ariaRowCount);
      };
      channel.port2.postMessage(null);
    });
  }, { capture: true });
})()
"""


@dataclass(frozen=True, slots=True)
class Page:
    """What was measured; seconds.

    Attributes:
        opened: from the navigation to the first rows, one a run.
        edits: from a key to the frame that shows what it changed, by key.
    """

    opened: tuple[float, ...]
    edits: dict[str, tuple[float, ...]]

    @property
    def slowest(self) -> float:
        """The median of the slowest key."""
        return max(median(times) for times in self.edits.values())


def make_project(folder: Path, rows: int, seed: int = 0) -> str:
    """A project with one pair of documents that has so many links; the cookie of its owner."""
    from diglot.annotate.layers.sentences.files import sentence_item
    from diglot.annotate.store import Store

    store = Store.create(folder, name="Long")
    try:
        layer = store.layers.add("sentences", "sentences")
        store.items.add_many(layer.id, [sentence_item(made_up(rows, seed))])
        return store.sessions.start(store.people.add("owner", "owner").id)
    finally:
        store.close()


def made_up(rows: int, seed: int) -> Any:
    """Two documents of words that mean nothing, linked one by one, some in doubt."""
    from diglot.model import Bitext, Document, Link, Segment

    rng = random.Random(seed)
    syllables = [a + b for a in "bdfgklmnprstv" for b in ("a", "e", "i", "o", "u", "an", "er")]

    def sentence() -> str:
        words = ["".join(rng.choices(syllables, k=rng.randint(1, 4))) for _ in range(12)]
        return " ".join(words[: rng.randint(5, 12)]).capitalize() + "."

    def document(name: str) -> Document:
        segments, texts, at = [], [], 0
        for _ in range(rows):
            texts.append(sentence())
            segments.append(Segment(at, at + len(texts[-1])))
            at += len(texts[-1]) + 1
        return Document(" ".join(texts), segments=tuple(segments), language="en", name=name)

    links = [
        Link((n,), (n,), 0.4, reasons=("length 2.4 times",))
        if rng.random() < 0.05
        else Link((n,), (n,), round(0.8 + rng.random() / 5, 2))
        for n in range(rows)
    ]
    return Bitext(document("long.a"), document("long.b"), tuple(links))


def measured(browser: Any, address: str, cookie: dict[str, Any], runs: int) -> Page:
    """Open the document so often, and edit it in the middle each time; no edit stays."""
    opened: list[float] = []
    edits: dict[str, list[float]] = {}
    for _ in range(runs):
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        context.add_cookies([cookie])
        context.add_init_script(PROBE)
        page = context.new_page()
        page.goto(address)
        page.evaluate("until(() => window.opened)")
        opened.append(page.evaluate("window.opened") / 1000)
        rows = page.locator(".sheet").evaluate("(sheet) => Number(sheet.ariaRowCount)")
        _to_the_middle(page, rows)
        for key, more in EDITS.items():
            page.evaluate("window.edits = []")
            page.keyboard.press(key)
            page.evaluate("until(() => window.edits.at(-1)?.seconds)")
            edit = page.evaluate("window.edits.at(-1)")
            if edit["rows"] != rows + more:
                raise RuntimeError(f"after {key} {edit['rows']} rows were there of {rows}")
            edits.setdefault(key, []).append(edit["seconds"])
        for _ in range(5):
            page.keyboard.press("z")
        page.locator(".saved", has_text="saved ").wait_for()
        context.close()
    return Page(tuple(opened), {key: tuple(times) for key, times in edits.items()})


def _to_the_middle(page: Any, rows: int) -> None:
    """Bring a row of the middle into focus by the strip that shows the whole document."""
    box = page.locator(".strip").bounding_box()
    # The strip gives a row four pixels at most.
    page.mouse.click(box["x"] + 8, box["y"] + min(box["height"], 4 * rows) / 2)
    page.evaluate(
        f"until(() => document.querySelector('.row.chosen')?.dataset.row > {rows // 2 - 9})"
    )
    page.evaluate("until(() => document.activeElement?.matches('.cell.here'))")


def run(folder: Path, *, rows: int, runs: int) -> Page:
    """Make a project, serve it, and look at it in a Chromium of this machine."""
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        raise SystemExit("no Chromium on this machine: install the package chromium")
    cookie = make_project(folder, rows)
    process, port = start_server(folder, 0)
    try:
        address = f"http://127.0.0.1:{port}"
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
            given = {"name": f"diglot-{port}", "value": cookie, "url": address}
            found = measured(browser, f"{address}/l/1/i/1", given, runs)
            browser.close()
    finally:
        stop_server(process)
    return found


def report(found: Page) -> str:
    """The figures in lines."""
    lines = [f"opened in {_seconds(found.opened)}"]
    lines += [f"{key:8} {_seconds(times)}" for key, times in found.edits.items()]
    return "\n".join(lines)


def _seconds(times: Sequence[float]) -> str:
    return (
        f"{median(times) * 1000:7.1f} ms (median of {len(times)}, at most {max(times) * 1000:.1f})"
    )


def main() -> int:
    """Print the figures; 1 if one of them is above its limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = run(Path(folder) / "project", rows=arguments.rows, runs=arguments.runs)
    print(report(found))
    return int(median(found.opened) > OPENING or found.slowest > EDITING)


if __name__ == "__main__":
    sys.exit(main())
