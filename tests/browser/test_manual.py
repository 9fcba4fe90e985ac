"""The manual on a disk: its search works there, and no page asks another machine for anything."""

from __future__ import annotations

import logging
import re
import shutil

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def manual(project, tmp_path_factory):
    """A manual of two pages that is made as the whole one is."""
    folder = tmp_path_factory.mktemp("manual")
    for name in ("index.md", "commands/segment.md"):
        (folder / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(project / "docs" / name, folder / "docs" / name)
    shutil.copytree(project / "docs" / "assets", folder / "docs" / "assets")
    logging.getLogger("mkdocs").setLevel(logging.ERROR)  # of pages that are not there
    site = folder / "site"
    build(
        load_config(
            str(project / "mkdocs.yml"),
            docs_dir=str(folder / "docs"),
            site_dir=str(site),
            nav=None,
            strict=False,
        )
    )
    return site


def test_the_search_of_a_manual_on_the_disk_finds_pages(browser, manual) -> None:
    page = browser.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((manual / "commands" / "segment.html").as_uri())
    page.get_by_role("textbox", name="Search").press_sequentially("translator")
    found = page.locator(".md-search-result__link").first
    expect(found).to_have_attribute("href", re.compile(re.escape((manual / "index").as_uri())))
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    page.close()
