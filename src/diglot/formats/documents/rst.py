"""reStructuredText: paragraphs, lists, tables and notes as docutils parses them.

Directives and roles of Sphinx and of other tools are read by their text. Code, formulas, comments
and file inclusion are listed, not read.

Reference: docutils, reStructuredText Markup Specification.
"""

from __future__ import annotations

import re
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any

from diglot.errors import UnsafeFileError
from diglot.files.text import read_text
from diglot.formats.blocks import Builder, Grid, Inline
from diglot.model import Document

MAX_BYTES = 20_000_000  # the parser holds every node in memory
ROLE = re.compile(r":([A-Za-z][\w.+:-]{0,60}):`")
DIRECTIVE = re.compile(
    r"^[ \t]*\.\. (?:\|[^|\n]{1,100}\| )?([A-Za-z][\w.+:-]{0,60})::", re.MULTILINE
)
TITLED = re.compile(r"(.{1,2000}?)\s*<[^<>]{1,2000}>", re.DOTALL)
# Directives of Sphinx whose content is code, an index or a list of files.
CODE = frozenset({"code-block", "sourcecode", "highlight", "literalinclude", "doctest", "testcode",
                  "testoutput", "testsetup", "productionlist", "graphviz", "mermaid"})  # fmt: skip
LISTS = frozenset({"toctree", "index", "tabularcolumns", "currentmodule", "module", "default-role"})
# Directives whose argument is the first words of their text.
SPOKEN = frozenset({"seealso", "rubric", "centered", "todo", "deprecated", "versionadded",
                    "versionchanged", "tab", "tab-item", "dropdown", "card"})  # fmt: skip


def read(path: Path, *, encoding: str | None = None) -> Document:
    """Read a reStructuredText file.

    Raises:
        FormatError: it holds no text, or is binary or in another encoding.
        UnsafeFileError: it is too large, or nests too deeply.
    """
    from docutils.core import publish_doctree

    text = read_text(path, encoding=encoding, most=MAX_BYTES)
    _learn(text)
    try:
        tree = publish_doctree(text, source_path=str(path), settings=copy(_settings()))
        builder = Builder()
        _Walk(builder).read(tree)
    except RecursionError as error:
        raise UnsafeFileError("nests too deeply", path=path, cure="split it") from error
    return builder.finish(path, "rst")


@cache  # docutils makes them from the options of a command line, which takes longer than most texts
def _settings() -> Any:
    from docutils.core import Publisher
    from docutils.parsers.rst import Parser
    from docutils.readers.standalone import Reader
    from docutils.writers.null import Writer

    publisher: Any = Publisher(Reader(), Parser(), Writer())
    overrides = {
        "file_insertion_enabled": False,
        "raw_enabled": False,
        "report_level": 5,
        "halt_level": 5,
        "doctitle_xform": False,
        "sectnum_xform": False,
        "_disable_config": True,
        "line_length_limit": MAX_BYTES,
    }
    publisher.process_programmatic_settings(None, overrides, None)
    return publisher.settings


def _learn(text: str) -> None:
    """Make docutils know the roles and directives of a text that it does not know."""
    from docutils import nodes
    from docutils.parsers.rst import Directive, directives, roles
    from docutils.parsers.rst.languages import en

    class Foreign(Directive):
        """A directive of another tool: its content is read, code and lists of files are not."""

        has_content = True
        optional_arguments = 1
        final_argument_whitespace = True

        def run(self) -> list[Any]:
            content = "\n".join(self.content)
            if self.name in CODE:
                return [nodes.literal_block("", content)]
            if self.name in LISTS:
                return [nodes.comment("", content)]
            found = nodes.container()
            if self.arguments and self.name in SPOKEN:
                inline, _ = self.state.inline_text(self.arguments[0], self.lineno)
                found += nodes.paragraph("", "", *inline)
            self.state.nested_parse(self.content, self.content_offset, found)
            return [found]

    def read_role(
        name: str, raw: str, words: str, *_: object, **__: object
    ) -> tuple[list[Any], list[Any]]:
        if name in {"math", "eq"}:
            return [nodes.math(raw, words)], []
        titled = TITLED.fullmatch(words)
        return [nodes.inline(raw, titled[1] if titled else words)], []

    for name in {name.lower() for name in ROLE.findall(text)} - en.roles.keys():
        roles.register_local_role(name, read_role)
    for name in {name.lower() for name in DIRECTIVE.findall(text)} - en.directives.keys():
        directives.register_directive(name, Foreign)


# Elements of docutils whose text is a block, with the kind of that block.
BLOCKS = {
    "paragraph": "paragraph", "title": "heading", "subtitle": "heading", "rubric": "heading",
    "term": "item", "classifier": "item", "field_name": "item", "line": "paragraph",
    "attribution": "paragraph", "caption": "paragraph", "option_string": "item",
}  # fmt: skip
INSIDE = {"list_item": "item", "entry": "cell", "footnote": "footnote", "citation": "footnote",
          "definition": "item", "field_body": "item"}  # fmt: skip
LEFT_OUT = {
    "literal_block": "code", "doctest_block": "code", "math_block": "formula", "comment": "comment",
    "raw": "raw markup", "image": "picture", "substitution_definition": "substitution",
    "system_message": "mistake in the markup", "target": "link target", "pending": "directive",
    "label": "number of a note", "problematic": "mistake in the markup",
}  # fmt: skip
MARKED = frozenset({"emphasis", "strong", "literal", "reference", "inline", "math", "subscript",
                    "superscript", "title_reference", "abbreviation", "acronym"})  # fmt: skip


class _Walk:
    """Turns the nodes of docutils into blocks."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._line = Inline(collapse=True)
        self._depth = 0
        self._tables = 0
        self._grid = Grid("table 0")
        self._cell: str | None = None  # where it stands

    def read(self, node: Any, kind: str = "paragraph") -> None:
        """Read a node that holds blocks."""
        name = node.tagname
        if label := LEFT_OUT.get(name):
            if name not in {"target", "label"}:
                self._builder.skips.add(label, node.astext())
            return
        if name in BLOCKS:
            for child in node.children:
                self._inline(child)
            text, markup = self._line.take()
            own = BLOCKS[name] if BLOCKS[name] != "paragraph" else kind
            level = max(1, min(self._depth, 9)) if own == "heading" else 0
            anchor = self._cell or (f"line {node.line}" if node.line else None)
            self._builder.add(text, markup, kind=own, level=level, anchor=anchor)
            return
        if name == "topic" and "contents" in node.get("classes", ()):
            return  # made of the headings
        outer = self._grid, self._cell
        if name == "table":
            self._tables += 1
            self._grid = Grid(" / ".join(filter(None, (self._cell, f"table {self._tables}"))))
        elif name == "row":
            self._grid.enter_row()
        elif name == "entry":
            spans = (1 + int(node.get(each, 0)) for each in ("morecols", "morerows"))
            self._cell = self._grid.enter_cell(*spans)
        self._depth += name == "section"
        for child in node.children:
            if hasattr(child, "tagname") and child.tagname != "#text":
                self.read(child, INSIDE.get(name, kind))
        self._depth -= name == "section"
        if name in {"table", "entry"}:
            self._grid, self._cell = outer

    def _inline(self, node: Any) -> None:
        name = node.tagname
        if name == "#text":
            self._line.text(node.astext())
        elif name in {"footnote_reference", "citation_reference"}:
            self._line.point("note", node.astext())
        elif name == "problematic":
            self._line.text(node.astext())
        elif name in LEFT_OUT:
            if name == "image":
                self._builder.skips.add(LEFT_OUT[name], node.get("alt") or "")
        else:
            if name in MARKED:
                self._line.open(name)
            for child in node.children:
                self._inline(child)
            if name in MARKED:
                self._line.close()
