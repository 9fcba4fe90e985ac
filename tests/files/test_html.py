"""The guard of HTML: which pages are too small to go wrong."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from diglot.files import html

NAMES = (
    "a",
    "b",
    "i",
    "p",
    "div",
    "table",
    "td",
    "li",
    "ul",
    "select",
    "svg",
    "button",
    "frameset",
)
TAGS = st.sampled_from([f"<{name}>" for name in NAMES] + [f"</{name}>" for name in NAMES])


@given(st.lists(TAGS | st.just("x"), max_size=60).map("".join))
def test_no_page_opens_more_than_its_tags_allow(page: str) -> None:
    tags, starts = page.count("<"), len(html._START.findall(page))
    formatting = len(html._FORMATTING_TAG.findall(page))
    for stack in html._followed(page):
        assert stack.depth <= 2 * starts <= 2 * tags
        assert stack.reopened <= 3 * tags * formatting <= 3 * tags * tags
