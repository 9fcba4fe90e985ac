"""Tables of figures inside pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.pages import (
    CAMPAIGN_TABLES,
    LEXICON_TABLES,
    MARK,
    PAGES,
    WORD_TABLES,
    names_in,
    rewritten,
)

PAGE = """# Figures

<!-- table: one -->

| old |
| --- |
| .1  |

Between.

<!-- table: two -->

The end.
"""


def test_new_tables_replace_old_ones_and_nothing_else() -> None:
    changed = rewritten(PAGE, {"one": "| new |\n| --- |\n| .9  |"})
    assert changed == PAGE.replace("old", "new").replace(".1 ", ".9 ")


def test_a_table_is_put_where_none_was() -> None:
    changed = rewritten(PAGE, {"two": "| a |\n| --- |"})
    assert "<!-- table: two -->\n\n| a |\n| --- |\n\nThe end.\n" in changed


def test_writing_the_same_tables_again_changes_nothing() -> None:
    made = {"one": "| a |\n| --- |", "two": "| b |\n| --- |"}
    once = rewritten(PAGE, made)
    assert rewritten(once, made) == once


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_ask_for_tables_that_exist_and_hold_them(page: Path) -> None:
    text = page.read_text("utf-8")
    assert names_in(text)
    known = {"merges", *WORD_TABLES, *LEXICON_TABLES, *CAMPAIGN_TABLES}
    assert set(names_in(text)) <= known
    for match in MARK.finditer(text):
        lines = match[3].splitlines()
        assert len(lines) >= 4, f"run bench.campaigns --pages: {match[2]} is empty in {page.name}"
        assert len({line.count("|") for line in lines}) == 1


def test_every_table_stands_in_some_page() -> None:
    assert {name for page in PAGES for name in names_in(page.read_text("utf-8"))} >= {
        *WORD_TABLES,
        *LEXICON_TABLES,
        *CAMPAIGN_TABLES,
    }
