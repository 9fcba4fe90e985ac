"""Markdown: CommonMark with tables, strikethrough, footnotes, divisions and attributes.

Code blocks and front matter are listed, not read. HTML inside is read as the HTML reader does.
Divisions (``:::``) and attributes (``{#id .class}``) are those of Pandoc, Quarto, MyST, kramdown
and Docusaurus; what they say is no text.

Reference: CommonMark 0.31; Pandoc User's Guide, divs, spans and attributes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from diglot.errors import UnsafeFileError
from diglot.files import text as _text
from diglot.formats.blocks import Builder, Inline
from diglot.formats.documents.html import LANGUAGE, Page

if TYPE_CHECKING:
    from pathlib import Path

    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

    from diglot.model import Document

MAX_NESTING = 60
FRONT_MATTER = re.compile(
    r"\A(?:---[ \t]*\n(?P<yaml>.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)"
    r"|\+\+\+[ \t]*\n(?P<toml>.*?)^\+\+\+[ \t]*(?:\n|\Z))",
    re.DOTALL | re.MULTILINE,
)
# A thematic break also begins with three hyphens; front matter has "name:" in its first line.
FIELD = re.compile(r"\A\s*(?:#.*\n\s*)*[\w.-]+\s*[:=]")
STATED_LANGUAGE = re.compile(r"^(?:lang|language)\s*[:=]\s*[\"']?([\w-]+)", re.MULTILINE)
BREAK = re.compile(r"<br\b", re.IGNORECASE)
FOOTNOTE = re.compile(r" {0,3}\[\^([^\]\s]{1,100})\]:[ \t]*")
DIVISION = re.compile(
    r" {0,3}:{3,}[ \t]*(?:\{[^{}\n]*\}|[\w-]+(?:[ \t]*\{[^{}\n]*\})?(?:\[(?P<name>[^\]\n]+)\])?)?"
    r"[ \t]*(?P<title>.*?)[ \t]*:*[ \t]*"
)
ATTRIBUTE = r"(?:[#.][\w:.-]+|[\w:-]+=(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s{}\"']+))"
ATTRIBUTES = re.compile(rf"\{{:?[ \t]*{ATTRIBUTE}(?:\s+{ATTRIBUTE})*\s*\}}|\{{\.?=\w+\}}")
FOOTNOTE_MARK = re.compile(r"\[\^([^\]\s]{1,100})\]")


def read(path: Path, *, encoding: str | None = None) -> Document:
    """Read a Markdown file.

    Raises:
        FormatError: it holds no text, or is binary or in another encoding.
    """
    text = _text.read_text(path, encoding=encoding, most=_text.MAX_DOCUMENT).replace("\r\n", "\n")
    builder = Builder()
    front, skipped_lines = _front_matter(text)
    language = None
    if skipped_lines:
        builder.skips.add("front matter", front)
        stated = STATED_LANGUAGE.search(front)
        if stated and LANGUAGE.fullmatch(stated[1]):
            language = stated[1]
        text = text.split("\n", skipped_lines)[-1] if text.count("\n") >= skipped_lines else ""
    walker = _Walker(builder, path, skipped_lines)
    for token in _parser().parse(text):
        if token.level >= MAX_NESTING - 1:  # the parser drops what is deeper
            raise UnsafeFileError(
                f"nests more than {MAX_NESTING} quotes and lists",
                path=path,
                place=None if token.map is None else token.map[0] + 1 + skipped_lines,
            )
        walker.take(token)
    return builder.finish(path, "markdown", language=language)


def _front_matter(text: str) -> tuple[str, int]:
    """Return the front matter and how many lines it takes."""
    match = FRONT_MATTER.match(text)
    if match is None:
        return "", 0
    content = match["yaml"] if match["yaml"] is not None else match["toml"]
    if not FIELD.match(content):
        return "", 0
    return content, match[0].count("\n") + (not match[0].endswith("\n"))


def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING})
    parser.enable(["table", "strikethrough"])
    parser.block.ruler.before("reference", "footnote", _footnote, {"alt": ["paragraph"]})
    alternatives = ["paragraph", "blockquote", "list"]
    parser.block.ruler.before("reference", "division", _division, {"alt": alternatives})
    parser.inline.ruler.before("link", "attributes", _attributes)
    parser.inline.ruler.before("link", "span", _span)
    return parser


def _footnote(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Block rule: ``[^mark]: text`` up to the next blank line is a footnote."""
    first = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    match = FOOTNOTE.match(first)
    if match is None or state.is_code_block(start):
        return False
    if silent:
        return True
    line = start + 1
    while line < end and not state.isEmpty(line):
        following = state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]
        if FOOTNOTE.match(following):
            break
        line += 1
    state.line = line
    token = state.push("footnote_open", "p", 1)
    token.map = [start, line]
    token.info = match[1]
    inline = state.push("inline", "", 0)
    inline.content = first[match.end() :] + "".join(
        "\n" + state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]
        for number in range(start + 1, line)
    )
    inline.map = [start, line]
    inline.children = []
    state.push("footnote_close", "p", -1)
    return True


def _division(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: ARG001
    """Block rule: a line of ``:::`` begins or ends a division; its title is a paragraph."""
    line = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    match = DIVISION.fullmatch(line) if line.startswith(":::") else None
    if match is None or state.is_code_block(start):
        return False
    if silent:
        return True
    state.line = start + 1
    if title := match["name"] or match["title"]:
        inline = state.push("inline", "", 0)
        inline.content, inline.map, inline.children = title, [start, start + 1], []
    return True


def _attributes(state: StateInline, silent: bool) -> bool:
    """Inline rule: ``{#id .class key=value}`` says something of what stands before it."""
    match = ATTRIBUTES.match(state.src, state.pos) if state.src[state.pos] == "{" else None
    if match is None:
        return False
    if not silent:
        state.push("attributes", "", 0).content = match[0]
    state.pos = match.end()
    return True


def _span(state: StateInline, silent: bool) -> bool:
    """Inline rule: ``[text]{.class}`` is its text; the attributes follow it."""
    if state.src[state.pos] != "[" or state.src[state.pos - 1 : state.pos] == "!":
        return False
    begin, end = state.pos + 1, state.md.helpers.parseLinkLabel(state, state.pos)
    if end < 0 or not ATTRIBUTES.match(state.src, end + 1):
        return False
    if not silent:
        last, state.posMax, state.pos = state.posMax, end, begin
        state.md.inline.tokenize(state)
        state.posMax = last
    state.pos = end + 1
    return True


class _Walker:
    """Turns the parser's flat list of tokens into blocks."""

    def __init__(self, builder: Builder, path: Path, offset: int) -> None:
        self._builder = builder
        self._path = path
        self._offset = offset
        self._line = Inline(collapse=True)
        self._items = 0
        self._level = 0
        self._note: str | None = None
        self._in_cell = False
        self._tables = self._row = self._cell = 0

    def take(self, token: Token) -> None:
        """Handle the next block token."""
        kind = token.type
        if kind == "inline":
            for child in token.children or ():
                self._inline(child)
            self._flush(token.map)
        elif kind in {"fence", "code_block"}:
            self._builder.skips.add("code block", token.content)
        elif kind == "html_block":
            self._html(token.content)
        elif kind in {"list_item_open", "list_item_close"}:
            self._items += token.nesting
        elif kind in {"heading_open", "heading_close"}:
            self._level = int(token.tag[1:]) if token.nesting > 0 else 0
        elif kind in {"footnote_open", "footnote_close"}:
            self._note = token.info if token.nesting > 0 else None
        elif kind == "table_open":
            self._tables += 1
            self._row = 0
        elif kind == "tr_open":
            self._row += 1
            self._cell = 0
        elif kind in {"th_open", "td_open"}:
            self._cell += 1
            self._in_cell = True
        elif kind in {"th_close", "td_close"}:
            self._in_cell = False

    def _flush(self, lines: list[int] | None) -> None:
        text, markup = self._line.take()
        kind, anchor = "paragraph", None
        if self._in_cell:
            kind, anchor = "cell", f"table {self._tables} row {self._row} cell {self._cell}"
        elif self._note is not None:
            kind, anchor = "footnote", f"footnote {self._note}"
        elif self._level:
            kind = "heading"
        elif self._items:
            kind = "item"
        if anchor is None and lines:
            anchor = f"line {lines[0] + 1 + self._offset}"
        self._builder.add(text, markup, kind=kind, level=self._level, anchor=anchor)

    def _inline(self, token: Token) -> None:
        kind = token.type
        if kind == "text":
            self._plain(token.content)
        elif kind == "softbreak":
            self._line.text("\n")
        elif kind == "hardbreak":
            self._line.soft_break()
        elif kind == "code_inline":
            self._line.open("code")
            self._line.text(token.content)
            self._line.close()
        elif kind == "attributes":
            self._line.point("attributes", token.content)
        elif kind == "html_inline":
            self._line.point("html", token.content)
            if BREAK.match(token.content):
                self._line.soft_break()
        elif kind == "image":
            self._line.point("img", str(token.attrs.get("src", "")))
            self._builder.skips.add("alternative text", token.content)
        elif token.nesting > 0:
            self._line.open(
                token.tag, " ".join(f'{name}="{value}"' for name, value in token.attrs.items())
            )
        elif token.nesting < 0:
            self._line.close()
        else:
            self._plain(token.content)

    def _plain(self, text: str) -> None:
        """Add text, with footnote marks as points beside it."""
        for index, piece in enumerate(FOOTNOTE_MARK.split(text)):
            if index % 2:
                self._line.point("footnote", f"footnote {piece}")
            else:
                self._line.text(piece)

    def _html(self, content: str) -> None:
        page = Page(self._builder, self._path, tables=self._tables)
        page.read(content)
        self._tables = page.tables
