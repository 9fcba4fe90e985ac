"""Tables of the manual that are made from the code while MkDocs builds the pages."""

from __future__ import annotations

from diglot.formats.registry import format_rows

FORMATS = "<!-- table: formats -->"


def on_page_markdown(markdown: str, **_: object) -> str:
    """Put tables in the place of their markers."""
    return markdown.replace(FORMATS, _formats()) if FORMATS in markdown else markdown


def _formats() -> str:
    head, *rows = format_rows()
    lines = [head, tuple("---" for _ in head)]
    for kind, name, extensions, *rest in rows:
        lines.append((kind, f"`{name}`", _code(extensions), *rest))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _code(text: str) -> str:
    return text if text == "-" else f"`{text}`"
