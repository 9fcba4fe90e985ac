"""Tables of the manual that are made from the code while MkDocs builds the pages.

A page says ``<!-- options: words -->`` where the options of ``diglot words`` are to stand, and
``<!-- reference: functions -->`` where mkdocstrings is to put the docstrings of public functions.
"""

from __future__ import annotations

import argparse
import inspect
import re
from functools import cache
from typing import TYPE_CHECKING

import diglot
from diglot.cli import build_parser
from diglot.cli.commands import Parser, all_parsers
from diglot.formats.registry import format_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mkdocs.structure.pages import Page

FORMATS = "<!-- table: formats -->"
OPTIONS = re.compile(r"<!-- options: ([a-z ]+) -->")
SHIM = re.compile(r"https?://[^\"]+/iframe-worker/shim")
REFERENCE = re.compile(r"<!-- reference: ([a-z]+) -->")


def on_page_markdown(markdown: str, **_: object) -> str:
    """Put tables in the place of their markers.

    Raises:
        KeyError: there is no such command, or no such kind of public names.
    """
    if FORMATS in markdown:
        markdown = markdown.replace(FORMATS, _formats())
    markdown = REFERENCE.sub(lambda marker: _docstrings(_public()[marker[1]]), markdown)
    return OPTIONS.sub(lambda marker: _options(_parsers()[marker[1]]), markdown)


def on_post_page(output: str, page: Page, **_: object) -> str:
    """Let the search of a manual on a disk ask no other machine for a script."""
    up = "../" * page.url.count("/")
    return SHIM.sub(f"{up}assets/frame-worker.js", output)


@cache
def _public() -> dict[str, list[str]]:
    """Return the public names of the package by kind."""
    found: dict[str, list[str]] = {"functions": [], "values": [], "options": [], "errors": []}
    for name in diglot.__all__:
        value = getattr(diglot, name)
        if inspect.isclass(value) and issubclass(value, Exception):
            found["errors"].append(name)
        elif name.endswith("Options"):
            found["options"].append(name)
        elif inspect.isclass(value):
            found["values"].append(name)
        elif callable(value):
            found["functions"].append(name)
    return found


def _docstrings(names: Iterable[str]) -> str:
    return "\n\n".join(f"::: diglot.{name}" for name in names)


def _formats() -> str:
    head, *rows = format_rows()
    return _table(
        head,
        ((kind, f"`{name}`", _code(extensions), *rest) for kind, name, extensions, *rest in rows),
    )


def _code(text: str) -> str:
    return text if text == "-" else f"`{text}`"


@cache
def _parsers() -> dict[str, Parser]:
    return dict(all_parsers(build_parser()))


def _options(parser: Parser) -> str:
    """Return a table of the arguments of a command for each of their groups."""
    tables = []
    for group in parser._action_groups:  # noqa: SLF001  # no public name
        rows = [_row(each) for each in group._group_actions if _is_listed(each)]  # noqa: SLF001
        if rows:
            head = ((group.title or "").capitalize(), "value", "what it does")
            tables.append(_table(head, rows))
    return "\n\n".join(tables)


def _is_listed(action: argparse.Action) -> bool:
    return not isinstance(action, argparse._HelpAction | argparse._SubParsersAction)  # noqa: SLF001


def _row(action: argparse.Action) -> tuple[str, str, str]:
    names = action.option_strings or [str(action.metavar)]
    values: Iterable[object] = ()
    if action.option_strings and action.nargs != 0:
        known = action.choices if action.metavar is None else action.metavar
        values = [known] if isinstance(known, str) else known or ()
    said = (action.help or "") % vars(action)
    return (
        ", ".join(f"`{name}`" for name in names),
        ", ".join(f"`{value}`" for value in values),
        re.sub(r"([|*_<])", r"\\\1", said),
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
