"""A Chromium for the tests of pages; without one they are skipped, or fail where CI is set."""

from __future__ import annotations

import os
import shutil

import pytest

from diglot.report.reader import write_html

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


@pytest.fixture(scope="session")
def browser():
    """A browser for the whole run."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        message = "no Chromium on this machine: install the package chromium to test the pages"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def open_page(browser):
    """Open a file and return its page, which must stay free of errors and of requests."""
    opened, troubles, requests, files = [], [], [], set()

    def open_file(path, address="", *, size=(1280, 800), scheme="light"):
        files.add(path.as_uri())
        page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
        page.on("console", lambda message: troubles.append(message.text))
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(f"{path.as_uri()}{address}")
        page.wait_for_timeout(150)
        opened.append(page)
        return page

    yield open_file
    for page in opened:
        page.close()
    assert troubles == []
    assert {url.partition("#")[0] for url in requests} <= files


@pytest.fixture
def show(open_page, tmp_path):
    """Open a reader of aligned texts."""

    def show_bitexts(bitexts, address="", *, size=(1280, 800), scheme="light", **options):
        path = tmp_path / "reader.html"
        write_html(path, bitexts, **options)
        return open_page(path, address, size=size, scheme=scheme)

    return show_bitexts
