"""A Chromium for the tests of pages; without one they are skipped, or fail where CI is set."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from functools import partial

import pytest
from playwright.sync_api import expect

from diglot.report.pages.reader import write_html

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
BLANK = "about:blank"
PATIENCE = 120_000
"""Milliseconds that a page may take for anything: a busy machine is no failure."""
expect.set_options(timeout=PATIENCE)

# What a page does later it does by timers or when it is idle: `settled` waits for all of them, for
# what they draw and for colours that change. Timers of seconds tidy up and change nothing.
SETTLED = """(() => {
  const { setTimeout, clearTimeout, requestAnimationFrame, requestIdleCallback } = window;
  const pending = new Set();
  window.setTimeout = (work, delay = 0) => {
    const timer = setTimeout(() => { pending.delete(timer); work(); }, delay);
    if (delay < 1000) pending.add(timer);
    return timer;
  };
  window.clearTimeout = (timer) => { pending.delete(timer); clearTimeout(timer); };
  window.requestIdleCallback = (work) => {
    pending.add(work);
    return requestIdleCallback((idle) => { pending.delete(work); work(idle); });
  };
  const frame = () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  window.settled = async () => {
    do { await frame(); await frame(); } while (pending.size);
    await Promise.all(document.getAnimations().map((each) => each.finished));
  };
})()"""


@pytest.fixture(scope="session")
def browser():
    """A browser window for the whole run: a new one for every page costs more than the page."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        message = "no Chromium on this machine: install the package chromium to test the pages"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        found = driver.chromium.launch(
            executable_path=path, args=["--no-sandbox"], timeout=PATIENCE
        )
        window = found.new_context()
        window.set_default_timeout(PATIENCE)
        window.add_init_script(SETTLED)
        yield window
        found.close()


def settled(page):
    """Wait until a page has done what it was asked for."""
    page.evaluate("settled()")


def elements(page):
    """Count the elements of a page: few of them are quick on any machine."""
    return page.evaluate("document.getElementsByTagName('*').length")


def drawn(page):
    """Wait until a page has drawn what has changed."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


@contextmanager
def few_made(page, most, ends=settled):
    """Check that what is done with a page makes no more elements until that ends."""
    page.evaluate(
        """() => {
          window.made = 0;
          const count = (node) => 1 + (node.querySelectorAll?.('*').length ?? 0);
          window.maker = new MutationObserver((changes) => changes.forEach((change) => {
            change.addedNodes.forEach((node) => { window.made += count(node); });
          }));
          window.maker.observe(document.body, { childList: true, subtree: true });
        }"""
    )
    yield
    ends(page)
    assert page.evaluate("window.maker.disconnect() ?? window.made") <= most


@pytest.fixture
def open_page(browser):
    """Open a file and return its page, which must stay free of errors and of requests."""
    with opening(browser) as open_file:
        yield open_file


@contextmanager
def opening(browser):
    """Give what opens files; their pages must stay free of errors and of requests to the end.

    Pages that are closed stay for the next test, blank: a new one costs more than most tests.
    """
    opened, troubles, requests, files = [], [], [], set()
    heard = {
        "console": lambda message: troubles.append(message.text),
        "pageerror": lambda error: troubles.append(str(error)),
        "request": lambda request: requests.append(request.url),
    }

    def open_file(path, address="", *, size=(1280, 800), scheme="light"):
        files.add(path.as_uri())
        page = next((page for page in browser.pages if page.url == BLANK), None)
        page = page or browser.new_page()
        page.bring_to_front()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(media="null", color_scheme=scheme)
        for event, hear in heard.items():
            page.on(event, hear)
        opened.append(page)
        page.goto(f"{path.as_uri()}{address}")
        settled(page)
        return page

    yield open_file
    for page in opened:
        page.evaluate("localStorage.clear()")
        for event, hear in heard.items():
            page.remove_listener(event, hear)
        page.mouse.move(-1, -1)
        page.goto(BLANK)
    assert troubles == []
    assert {url.partition("#")[0] for url in requests} <= files


@pytest.fixture
def show_written(open_page, tmp_path):
    """Write a page and open it: it must stay free of errors and of requests."""

    def write_and_show(write, what, address="", *, size=(1280, 800), scheme="light", **options):
        path = tmp_path / "page.html"
        write(path, what, **options)
        return open_page(path, address, size=size, scheme=scheme)

    return write_and_show


@pytest.fixture
def show(show_written):
    """Open a reader of aligned texts."""
    return partial(show_written, write_html)
