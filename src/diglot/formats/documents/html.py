"""HTML: everything a reader of the page sees, in order; nothing is guessed away.

Menus and footers are kept: both sides of a pair have them, and no rule tells them from content for
certain. Scripts, styles, hidden parts, forms, the title and alternative texts are listed.

Reference: WHATWG HTML Standard, section 13.2.3.2 (encoding declaration), WHATWG Encoding Standard
(labels of encodings).
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from diglot.errors import EncodingError, UnsafeFileError
from diglot.files import html
from diglot.files import text as _text
from diglot.files.binary import read_bytes
from diglot.formats.blocks import EDGES, SPACES, Builder, Grid, Inline

if TYPE_CHECKING:
    from pathlib import Path

    from selectolax.lexbor import LexborNode

    from diglot.model import Document


DECLARED_WITHIN = 4096  # bytes; browsers look at 1024, real pages put scripts before it
META = re.compile(
    rb"<meta[^>]{0,300}?charset\s{0,9}=\s{0,9}[\"']?\s{0,9}([A-Za-z0-9_.:-]{1,40})", re.IGNORECASE
)
XML_DECLARATION = re.compile(
    rb"^\s{0,9}<\?xml[^>]{0,200}?encoding\s{0,9}=\s{0,9}[\"']([\w.:-]{1,40})"
)
UNKNOWN = re.compile(r"^(?:x-)+|(?<=-\d)-[ei]$")
# What pages mean by these names, as every browser reads them.
MEANT = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
    # A page whose declaration can be read byte by byte is not in UTF-16.
    "utf-16": "utf-8",
    "utf-16-le": "utf-8",
    "utf-16-be": "utf-8",
}
SURELY_UTF_8 = 2  # bytes beyond the number of signs: two letters, or one quotation mark
VOID = "area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr"
EMPTY_TAG = re.compile(
    rf"<(?!(?:{VOID})[\s/])([A-Za-z][\w:.-]*+)((?:[^<>\"'/]|\"[^\"]*\"|'[^']*'|/(?!>))*+)/>",
    re.IGNORECASE,
)
CDATA = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
SPAN = re.compile("[0-9]{1,4}")
PROLOG = re.compile(r"\s*<\?xml\s")


def read(path: Path, *, encoding: str | None = None) -> Document:
    """Read an HTML page.

    Raises:
        FormatError: it holds no text, or is not in its encoding.
    """
    data = read_bytes(path, most=_text.MAX_DOCUMENT)
    text = decode_page(data, path=path, encoding=encoding)
    builder = Builder()
    if encoding is None and (declared := _wrongly_declared(data)):
        builder.skips.add("wrong name of the encoding, which is UTF-8", declared)
    page = Page(builder, path)
    page.read(as_html(text, path) if PROLOG.match(text) else text)
    return builder.finish(path, "html", language=page.language)


def decode_page(data: bytes, *, path: str | Path, encoding: str | None = None) -> str:
    """Decode a page: byte-order mark, else ``encoding``, else its declaration, else strict UTF-8.

    Raises:
        FormatError: it is not in that encoding, or declares one that does not exist.
    """
    return _text.decode_text(data, path=path, encoding=encoding or declared_codec(data, path))


def declared_codec(data: bytes, path: str | Path) -> str | None:
    """Return the codec that a page declares, or None; UTF-8 where its bytes are that instead.

    Raises:
        EncodingError: there is no encoding of that name.
    """
    label = _declared(data)
    if label is None:
        return None
    try:
        name = codecs.lookup(label).name
        b"".decode(name)
    except LookupError as error:
        raise EncodingError(
            f"declares the encoding {label!r}, which does not exist",
            path=path,
            cure=_text.ENCODING_CURE,
        ) from error
    return "utf-8" if _wrongly_declared(data) else MEANT.get(name, name)


def _declared(data: bytes) -> str | None:
    head = data[:DECLARED_WITHIN]
    match = XML_DECLARATION.search(head) or META.search(head)
    # Of names that only browsers know, the rest is known: x-sjis, x-mac-roman, iso-8859-8-i.
    return match and UNKNOWN.sub("", match[1].decode("ascii").lower())


def _wrongly_declared(data: bytes) -> str | None:
    """Return the encoding of one byte a sign that a page declares, but which is UTF-8 for sure."""
    label = _declared(data)
    try:
        if label is None or codecs.lookup(label).name == "utf-8":
            return None
        if len(bytes(range(256)).decode(label, "replace")) < 256:
            return None
        signs = len(data.decode())
    except (LookupError, UnicodeError):
        return None
    return label if len(data) - signs >= SURELY_UTF_8 else None


def as_html(text: str, path: str | Path, part: str | None = None) -> str:
    """Write XHTML the way an HTML parser reads it: no empty-element tags, no CDATA sections.

    Raises:
        UnsafeFileError: it declares entities.
    """
    if "<!ENTITY" in text[: text.find("<html") if "<html" in text else len(text)]:
        raise UnsafeFileError(
            "declares entities", path=path, place=part, cure="save it without entity declarations"
        )
    text = CDATA.sub(lambda match: escape(match[1], quote=False), text)
    return EMPTY_TAG.sub(r"<\1\2></\1>", text)


# The walk through a parsed HTML page: block elements become blocks, inline ones markup.
#
# Used for HTML files, the chapters of EPUB files and HTML inside Markdown.

HEADINGS = {f"h{level}": level for level in range(1, 7)}
# fmt: off
CONTAINERS = frozenset({
    "html", "body", "div", "section", "article", "main", "header", "footer", "nav", "aside",
    "form", "fieldset", "figure", "blockquote", "center", "ul", "ol", "dl", "menu", "dir", "table",
    "thead", "tbody", "tfoot", "tr", "details", "hgroup", "search", "dialog", "frameset", "noembed",
})
TEXT_BLOCKS = frozenset({
    "p", "pre", "li", "dt", "dd", "td", "th", "caption", "figcaption", "address", "summary",
    "legend", "hr", "button", "listing", *HEADINGS,
})
# fmt: on
BLOCKS = CONTAINERS | TEXT_BLOCKS
# What is left out, and under which name it is listed.
LEFT_OUT = {
    "script": "script",
    "style": "style",
    "noscript": "noscript",
    "template": "template",
    "del": "deleted revision",
    "noframes": "noframes",
    "title": "title",
    "svg": "drawing",
    "rt": "ruby annotation",
    "rp": "ruby annotation",
    **dict.fromkeys(("select", "textarea", "datalist", "output"), "form field"),
    **dict.fromkeys(
        ("iframe", "object", "embed", "video", "audio", "canvas", "applet"), "embedded object"
    ),
}
# Elements and attributes that decide on more than blocks and markup.
PARTICULAR = frozenset({*LEFT_OUT, "a", "pre", "img", "input", "meta", "html", "body"})
ROLES = frozenset({"epub:type", "role"})
TELLING = ROLES | {"hidden", "style", "translate", "class"}
EMPTY = frozenset({"wbr", "link", "base", "area", "source", "track", "param", "col"})
LISTINGS = frozenset({"programlisting", "screen", "synopsis", "src"})
"""Classes of preformatted text that the style sheets of DocBook, and Org, give to code."""
HIDDEN = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
BLANK_LINES = re.compile(r"\n[ \t\r\f]*\n")
LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*")
PAGE_BREAKS = frozenset({"pagebreak", "doc-pagebreak"})
NOTES = frozenset({"footnote", "endnote", "rearnote", "doc-footnote", "doc-endnote"})
PERMALINKS = frozenset("¶#§↩↑🔗⚓∞")
"""Signs that alone are links within a page: behind headings to these, behind notes to the text."""
EXAMPLE_NODES = 50


@dataclass(slots=True)
class _Context:
    """What a block element says about the text in it."""

    kind: str = "paragraph"
    level: int = 0
    anchor: str | None = None
    address: str | None = None  # of the enclosing cell: nested tables are counted in it
    inner_tables: int = 0


class Page:
    """Fills a builder with the blocks of HTML.

    Args:
        builder: takes the blocks and what was skipped.
        path: the file, for messages.
        part: its part in a container, for messages.
        anchor: address that precedes every anchor, e.g. ``"chapter 2"``.
        tables: how many tables came before.
    """

    def __init__(
        self,
        builder: Builder,
        path: str | Path,
        *,
        part: str | None = None,
        anchor: str = "",
        tables: int = 0,
    ) -> None:
        self.language: str | None = None
        self.tables = tables
        self._builder = builder
        self._path = path
        self._part = part
        self._prefix = anchor
        self._line = Inline(collapse=True)
        self._contexts = [_Context()]
        self._tables: list[Grid] = []
        # Per open element: its name, and how much inline markup it opened.
        self._open: list[tuple[str, int]] = []
        self._preformatted = 0
        self._after_break = False
        self._page: str | None = None

    def read(self, text: str) -> None:
        """Read a page or a fragment.

        Raises:
            UnsafeFileError: it breaks a safety limit.
        """
        from selectolax.lexbor import LexborHTMLParser

        html.check_html(text, self._path, self._part)
        root = LexborHTMLParser(text).root
        while root is not None and root.prev is not None:
            root = root.prev  # comments before the page
        # A loop, not recursion: pages nest deeper than Python's stack.
        node: LexborNode | None = root
        while node is not None:
            if self._enter(node):
                inner = node.child
                if inner is not None:
                    node = inner
                    continue
                self._leave()
            following = node.next
            while following is None and node is not None:
                node = node.parent
                if node is None or node.is_document_node:
                    node = None
                    break
                self._leave()
                following = node.next
            node = following
        self._flush()

    def _enter(self, node: LexborNode) -> bool:
        """Handle the beginning of a node; tell whether its children are read."""
        if node.is_text_node:
            self._text(node.text_content or "")
            return False
        if not node.is_element_node:
            content = node.comment_content or "" if node.is_comment_node else "?"
            if not content.startswith("?"):  # the declaration of XHTML, or an instruction
                self._builder.skips.add("comment", content)
            return False
        tag = (node.tag or "").lower()
        attributes = node.attributes
        # Most elements are of neither kind, and a page has thousands.
        telling = attributes and not TELLING.isdisjoint(attributes)
        if (telling or tag in PARTICULAR) and self._left_out(node, tag, attributes):
            return False
        if telling:
            self._note_page(attributes)
        if tag == "br":
            self._break()
            return False
        if tag in EMPTY:
            return False
        opened = 0
        if telling and (
            attributes.get("translate") == "no"
            or "notranslate" in (attributes.get("class") or "").split()
        ):
            self._line.open("notranslate")
            opened = 1
        if tag in BLOCKS:
            self._enter_block(tag, attributes)
        elif tag != "head":
            self._line.open(tag, _written(attributes))
            opened += 1
        self._open.append((tag, opened))
        return True

    def _leave(self) -> None:
        """Handle the end of the element that `_enter` agreed to read last."""
        tag, opened = self._open.pop()
        if tag in BLOCKS:
            self._flush()
            self._contexts.pop()
            self._preformatted -= tag in {"pre", "listing"}
            if tag == "table":
                self._tables.pop()
        for _ in range(opened):
            self._line.close()

    def _enter_block(self, tag: str, attributes: dict[str, str | None]) -> None:
        self._flush()
        outer = self._contexts[-1]
        context = _Context(outer.kind, 0, outer.address, outer.address)
        key = attributes.get("id")
        if key and tag in TEXT_BLOCKS and not context.anchor:
            context.anchor = f"#{key}"
        if attributes and not ROLES.isdisjoint(attributes) and _role(attributes) & NOTES:
            context.kind = "footnote"
        if tag in HEADINGS:
            context.kind, context.level = "heading", HEADINGS[tag]
        elif tag in {"li", "dt", "dd"}:
            context.kind = "item"
        elif tag == "table":
            if outer.address:
                outer.inner_tables += 1
                self._tables.append(Grid(f"{outer.address} / table {outer.inner_tables}"))
            else:
                self.tables += 1
                self._tables.append(Grid(f"table {self.tables}"))
        elif self._tables and tag == "tr":
            self._tables[-1].enter_row()
        elif self._tables and tag in {"td", "th"}:
            columns, rows = _span(attributes, "colspan"), _span(attributes, "rowspan")
            context.kind = "cell"
            context.anchor = context.address = self._tables[-1].enter_cell(columns, rows)
        self._preformatted += tag in {"pre", "listing"}
        self._contexts.append(context)

    def _left_out(self, node: LexborNode, tag: str, attributes: dict[str, str | None]) -> bool:
        """List an element that is not read."""
        skips = self._builder.skips
        if kind := _kind_of_unread(node, tag, attributes):
            skips.add(kind, _example(node))
        elif tag == "img":
            self._line.point("img", attributes.get("src") or "")
            if text := attributes.get("alt"):
                skips.add("alternative text", text)
        elif tag == "input":
            text = attributes.get("value") or attributes.get("placeholder")
            if text and attributes.get("type") != "hidden":
                skips.add("form field", text)
        elif tag == "meta":
            name = (attributes.get("name") or attributes.get("http-equiv") or "").lower()
            content = attributes.get("content") or ""
            if name in {"description", "keywords"}:
                skips.add(f"meta {name}", content)
            elif name == "content-language":
                self._say_language(content)
        else:
            if tag in {"html", "body"}:
                self._say_language(attributes.get("lang") or attributes.get("xml:lang") or "")
            return False
        return True

    def _say_language(self, code: str) -> None:
        code = code.strip().replace("_", "-")
        if self.language is None and LANGUAGE.fullmatch(code):
            self.language = code

    def _note_page(self, attributes: dict[str, str | None]) -> None:
        """Remember the page of a printed edition that begins here."""
        if _role(attributes) & PAGE_BREAKS:
            label = attributes.get("title") or attributes.get("aria-label") or attributes.get("id")
            self._page = (label or "").strip() or None

    def _text(self, text: str) -> None:
        if text.strip(EDGES):
            self._after_break = False
        if not self._preformatted:
            self._line.text(text)
            return
        # Preformatted text: blank lines part paragraphs, other line ends are soft.
        for index, piece in enumerate(BLANK_LINES.split(text)):
            if index:
                self._flush()
            self._line.text(piece)

    def _break(self) -> None:
        """A soft break; a second one in a row ends the paragraph, as old pages write it."""
        if self._after_break:
            self._flush()
        else:
            self._line.soft_break()
        self._after_break = True

    def _flush(self) -> None:
        self._after_break = False
        if self._line.is_bare:  # most blocks begin where another one has just ended
            return
        context = self._contexts[-1]
        text, markup = self._line.take()
        parts = [self._prefix, f"page {self._page}" if self._page else "", context.anchor]
        anchor = " ".join(filter(None, parts)) or None
        self._builder.add(text, markup, kind=context.kind, level=context.level, anchor=anchor)


def _span(attributes: dict[str, str | None], name: str) -> int:
    """Return how many columns or rows a cell takes; browsers take no more than 1000."""
    stated = (attributes.get(name) or "").strip()
    return min(max(int(stated), 1), 1000) if SPAN.fullmatch(stated) else 1


def _role(attributes: dict[str, str | None]) -> set[str]:
    return set(f"{attributes.get('epub:type') or ''} {attributes.get('role') or ''}".split())


def _written(attributes: dict[str, str | None]) -> str:
    return " ".join(f'{name}="{value or ""}"' for name, value in attributes.items())


def _kind_of_unread(node: LexborNode, tag: str, attributes: dict[str, str | None]) -> str | None:
    """Return what an element is called whose text is not read; None for others."""
    if tag in LEFT_OUT:
        return LEFT_OUT[tag]
    if "hidden" in attributes or HIDDEN.search(attributes.get("style") or ""):
        return "hidden element"
    if tag == "pre" and _is_listing(node, attributes):
        return "code block"
    return "permalink" if tag == "a" and _is_permalink(node, attributes) else None


def _is_listing(node: LexborNode, attributes: dict[str, str | None]) -> bool:
    """Tell whether preformatted text is one piece of code, as it holds or its classes say."""
    if not LISTINGS.isdisjoint((attributes.get("class") or "").split()):
        return True
    code = node.child
    return (
        code is not None
        and code.tag in {"code", "samp"}
        and (code.next is None or not code.next.is_element_node)
    )


def _is_permalink(node: LexborNode, attributes: dict[str, str | None]) -> bool:
    """Tell whether a link within the page is a sign alone, with or without a selector behind it."""
    if not (attributes.get("href") or "").startswith("#"):
        return False
    return _example(node).strip().rstrip("\ufe0e\ufe0f") in PERMALINKS


def _example(node: LexborNode) -> str:
    """Return the beginning of an element's text, without walking through all of it."""
    pieces = []
    for number, inner in enumerate(node.traverse(include_text=True)):
        if inner.is_text_node:
            pieces.append(inner.text_content or "")
        if number > EXAMPLE_NODES:
            break
    return SPACES.sub(" ", "".join(pieces))[:200]
