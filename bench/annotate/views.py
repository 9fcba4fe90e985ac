"""What axe-core finds on every view, in three widths, light and dark, with few rows and with many.

The items are those of the browser tests, so often that there are enough. A screenshot of each view
is kept. Usage: python -m bench.annotate.views [--rows 3 10000] [--keep out/screenshots/views]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Any

from bench.annotate.lists import COPIES
from bench.annotate.people import start_server, stop_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diglot.annotate.items import NewItem

AXE = Path("web/node_modules/axe-core/axe.min.js")


def layers(rows: int) -> dict[str, list[NewItem]]:
    """So many items of every layer, and one text with so many rows."""
    from diglot.annotate.layers.sentences.files import sentence_item
    from tests.browser.annotate.samples import CHINESE, bitext, items

    found = {
        kind: [replace(some[n % len(some)], key=f"{n}") for n in range(rows)]
        for kind, some in items().items()
        if kind != "sentences"
    }
    pairs = [CHINESE[n % len(CHINESE)] for n in range(rows)]
    return {"sentences": [sentence_item(bitext(pairs, ("zh", "ar"), "views"))]} | found


def make_project(folder: Path, rows: int) -> tuple[str, dict[str, int]]:
    """A project in which two have judged every item otherwise; its owner's cookie, its layers."""
    from sqlalchemy import text

    from diglot.annotate.records import NewJudgement
    from diglot.annotate.store import Store

    with Store.create(folder, name="Views") as store:
        owner = store.people.add("owner", "owner", password="correct horse battery").id
        both = [store.people.add(name, "annotator").id for name in ("Anna", "Boris")]
        ids = {}
        for kind, added in layers(rows).items():
            ids[kind] = store.layers.add(kind, kind).id
            store.items.add_many(ids[kind], added)
        with store.database.reading() as connection:
            query = text("SELECT min(id), max(id) FROM item WHERE layer_id = :layer")
            first, last = connection.execute(query, {"layer": ids["confidence"]}).one()
        labels = ({"label": "sure"}, {"label": "erroneous"})
        store.annotations.put_many(
            NewJudgement(item=first, user=user, cells=cells, done=True)
            for user, cells in zip(both, labels, strict=True)
        )
        with store.database.writing() as connection:
            for copy in COPIES:
                connection.execute(text(copy), {"first": first, "last": last})
        return store.sessions.start(owner), ids


def addresses(ids: dict[str, int], rows: int) -> Iterator[tuple[str, str]]:
    """Every view by name."""
    from tests.browser.annotate.test_accessibility import PAGES

    for page in PAGES:
        yield f"page{page.replace('/', '-').rstrip('-') or '-home'}", page
    for kind, layer in ids.items():
        yield f"{kind}-list", f"/l/{layer}"
        yield kind, f"/l/{layer}/i/{1 if kind == 'sentences' else (rows + 1) // 2}"
    layer = ids["confidence"]
    yield "agreement", f"/agreement?layer={layer}"
    yield "adjudication-queue", f"/l/{layer}/adjudicate"
    yield "adjudication", f"/l/{layer}/adjudicate/1"


def look(browser: Any, site: str, cookie: dict[str, str], views: Any, keep: Path) -> list[str]:
    """What is wrong with views, a line each."""
    from tests.browser.annotate.conftest import DESKTOP, PHONE, TABLET
    from tests.browser.annotate.test_accessibility import TOO_WIDE, serious

    axe, found = AXE.read_text("utf-8"), []
    for name, address in views:
        context = browser.new_context(reduced_motion="reduce")
        context.set_default_timeout(300_000)  # a busy machine is no failure
        context.add_cookies([cookie] if address != "/login" else [])
        page = context.new_page()
        page.goto(site + address)
        page.wait_for_selector("main")
        page.wait_for_load_state("networkidle")
        for width, height in (DESKTOP, TABLET, PHONE):
            page.set_viewport_size({"width": width, "height": height})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                page.wait_for_timeout(150)
                where = f"{name}-{width}-{scheme}"
                page.screenshot(path=keep / f"{where}.png")
                found += [f"{where}: too wide: {each}" for each in page.evaluate(TOO_WIDE)]
                found += [f"{where}: {rule} {html}" for rule, _, html in serious(page, axe)]
        context.close()
    return found


def main() -> int:
    """Print what was found; 1 if that is anything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, nargs="+", default=[3, 10_000])
    parser.add_argument("--keep", type=Path, default=Path("out/screenshots/views"))
    given = parser.parse_args()
    from playwright.sync_api import sync_playwright

    wrong = 0
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=which("chromium"), args=["--no-sandbox"])
        for rows in given.rows:
            keep = given.keep / str(rows)
            keep.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory() as parent:
                folder = Path(parent) / "project"
                token, ids = make_project(folder, rows)
                process, port = start_server(folder, 0)
                site = f"http://127.0.0.1:{port}"
                cookie = {"name": f"diglot-{port}", "value": token, "url": site}
                try:
                    views = list(addresses(ids, rows))
                    found = look(browser, site, cookie, views, keep)
                finally:
                    stop_server(process)
            print(f"{rows:,} rows: {len(views)} views in 3 widths, light and dark", flush=True)
            print("\n".join(found) or "nothing serious, nothing too wide", flush=True)
            wrong += len(found)
        browser.close()
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
