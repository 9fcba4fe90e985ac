"""Take the pictures of the HTML pages that stand in the README and the manual.

    diglot demo                # or any: diglot align A B -o reader.html
    python tools/screenshot_reader.py out/reader.html -o docs/assets/reader.png

    diglot words out/demo/contract.tmx -o words.html
    python tools/screenshot_reader.py words.html -o docs/assets/words.png --address "#pair-5"

    diglot build SOURCE TARGET -o o        # here: the contract of the demo
    python tools/screenshot_reader.py o/report.html -o docs/assets/report.png --address "#/terms/2"

Needs a Chromium and the package playwright of the extra ``dev``.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")


def main() -> int:
    """Open the page, press the keys asked for and save what is seen."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("page", type=Path, help="a page written by diglot")
    parser.add_argument("-o", "--output", type=Path, required=True, help="PNG file to write")
    parser.add_argument("--size", default="1280x800", help="of the window (default: %(default)s)")
    parser.add_argument("--dark", action="store_true", help="show the dark colours")
    parser.add_argument("--address", default="", help='where to open it, e.g. "#link-12"')
    parser.add_argument("--keys", default="", help='keys to press, e.g. "n n"')
    parser.add_argument("--hover", default="", help="what to point at, as a CSS selector")
    options = parser.parse_args()
    browser_path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser_path is None:
        parser.error("no Chromium on this machine: install the package chromium")

    from playwright.sync_api import sync_playwright

    width, height = (int(number) for number in options.size.split("x"))
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        page = browser.new_page(
            viewport={"width": width, "height": height},
            color_scheme="dark" if options.dark else "light",
        )
        page.goto(options.page.resolve().as_uri() + options.address)
        page.wait_for_timeout(300)
        for key in options.keys.split():
            page.keyboard.press(key)
        if options.hover:
            page.locator(options.hover).first.hover()
        page.wait_for_timeout(300)
        page.screenshot(path=options.output)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
