"""DocBook, DITA and Mallard: the text of books and topics in order, inline elements as markup.

References: OASIS DocBook 5.1, reference pages; OASIS DITA 1.3, part 2, technical content;
    Mallard 1.1 (help of GNOME).
"""

from __future__ import annotations

import re
from contextlib import suppress
from html import entities
from typing import TYPE_CHECKING, NoReturn
from xml.parsers import expat
from xml.sax.saxutils import escape

from diglot.errors import FormatError, UnsafeFileError
from diglot.files import xml
from diglot.files.binary import read_bytes
from diglot.files.text import decode_text
from diglot.formats.blocks import Builder, Grid, Inline, start_tag
from diglot.formats.documents.html import LANGUAGE

if TYPE_CHECKING:
    from pathlib import Path

    from lxml.etree import _Element

    from diglot.model import Document

# Elements that only hold others; every element with text that is not named here is inline.
# fmt: off
CONTAINERS = frozenset({
    # DocBook
    "set", "book", "part", "partintro", "preface", "chapter", "appendix", "article", "section",
    "sect1", "sect2", "sect3", "sect4", "sect5", "simplesect", "colophon", "dedication",
    "acknowledgements", "info", "bookinfo", "articleinfo", "chapterinfo", "sectioninfo",
    "sect1info",
    "itemizedlist", "orderedlist", "variablelist", "varlistentry", "listitem", "simplelist",
    "segmentedlist", "seglistitem", "procedure", "step", "substeps", "stepalternatives", "task",
    "note", "tip", "warning", "caution", "important", "blockquote", "epigraph", "example",
    "informalexample", "figure", "informalfigure", "mediaobject", "textobject", "table",
    "informaltable", "tgroup", "thead", "tbody", "tfoot", "row", "tr", "caption", "glossary",
    "glossdiv", "glosslist", "glossentry", "glossdef", "qandaset", "qandadiv", "qandaentry",
    "question", "answer", "refentry", "refnamediv", "refsynopsisdiv", "refsect1", "refsect2",
    "refsect3", "refsection", "sidebar", "legalnotice", "abstract", "formalpara", "calloutlist",
    "callout", "footnote", "highlights", "bibliography", "bibliodiv", "authorgroup", "author",
    "revhistory", "revision", "revdescription",
    # DITA
    "dita", "topic", "concept", "reference", "troubleshooting", "body", "conbody", "taskbody",
    "refbody", "troublebody", "bodydiv", "prereq", "context", "steps", "steps-unordered",
    "steps-informal", "stepsection", "substep", "stepresult", "stepxmp", "result",
    "postreq", "choices", "choicetable", "chhead", "chrow", "ul", "ol", "sl", "dl", "dlentry",
    "dlhead", "simpletable", "sthead", "strow", "properties", "prophead", "property", "fig",
    "lq", "refsyn", "hazardstatement", "messagepanel", "glossgroup", "prolog",
    "condition", "cause", "remedy", "responsibleParty", "troubleSolution", "tutorialinfo",
})
TEXTS = frozenset({
    # DocBook
    "title", "subtitle", "titleabbrev", "para", "simpara", "term", "entry", "td", "th", "member",
    "segtitle", "seg", "glossterm", "refname", "refpurpose", "refentrytitle",
    "attribution",
    "personname", "releaseinfo", "copyright", "edition", "pubdate", "line", "bridgehead",
    "bibliomixed",
    "revnumber", "revremark", "date", "publishername", "address", "contrib",
    # DITA
    "p", "shortdesc", "abstract", "navtitle", "searchtitle", "cmd", "li", "sli", "dt", "dd", "dthd",
    "ddhd", "stentry", "choption", "chdesc", "choptionhd", "chdeschd", "proptype", "propvalue",
    "propdesc", "proptypehd", "propvaluehd", "propdeschd", "choice", "desc", "section", "note",
    "sectiondiv", "glossAlt", "glossSurfaceForm", "glossdef", "typeofhazard", "consequence",
    "howtoavoid", "fn", "draft-intro", "linktext",
})
LEFT_OUT = {
    **dict.fromkeys(("programlisting", "screen", "literallayout", "synopsis", "cmdsynopsis",
                     "funcsynopsis", "codeblock", "pre", "msgblock", "screenco"), "code"),
    **dict.fromkeys(("remark", "comment", "draft-comment", "required-cleanup"), "comment"),
    **dict.fromkeys(("indexterm", "primary", "index", "keywordset", "keywords"), "index entry"),
    **dict.fromkeys(("equation", "informalequation", "inlineequation", "math"), "formula"),
    **dict.fromkeys(("toc", "lot", "titlepage"), "table of contents"),
    **dict.fromkeys(("imagedata", "imageobject", "videoobject", "audioobject"), "picture"),
    **dict.fromkeys(("metadata", "data", "refmeta", "related-links", "credit", "license"),
                    "metadata element"),
}
# fmt: on
BLOCKS = CONTAINERS | TEXTS
# In Mallard a command is one to type, and a quotation stands by itself.
MALLARD = BLOCKS - {"cmd"} | {
    "page",
    "list",
    "terms",
    "tree",
    "item",
    "links",
    "listing",
    "quote",
    "choose",
    "when",
    "if",
}
SEQUENCES = frozenset({"menuchoice", "menucascade", "guiseq", "keycombo", "keyseq"})
HEADINGS = frozenset({"title", "bridgehead"})
ITEMS = frozenset({"listitem", "li", "sli", "member", "step", "substep", "term", "dt", "dd",
                   "item"})  # fmt: skip
CELLS = frozenset({"entry", "td", "th", "stentry", "seg"})
ROWS = frozenset({"row", "tr", "strow", "sthead", "seglistitem"})
TABLES = frozenset({"table", "informaltable", "simpletable", "segmentedlist"})
SECTIONS = re.compile(
    r"set|book|part|preface|chapter|appendix|article|section|sect\d|refsect\w*|simplesect|topic"
    r"|concept|task|reference|troubleshooting|glossary|bibliography"
)
NOTES = frozenset({"footnote", "fn"})
REFERENCES = frozenset({"include", "conref"})
MAX_NESTED = 8  # entities within entities
MAX_EXPANDED = 10_000_000  # characters that entities may become, all references together


def read(path: Path, *, encoding: str | None = None) -> Document:
    """Read a DocBook, DITA or Mallard file; anchors of blocks are the ids of their elements.

    Entities that the file declares are expanded; a reference to one that stands elsewhere stays
    as it is written, and one to another file is left out.

    Raises:
        FormatError: it is not well-formed, or holds no text (a DITA map holds none).
    """
    builder = Builder()
    root = xml.parse(_expand_entities(read_bytes(path), path, encoding, builder), path=path)
    if xml.local_name(root) in {"map", "bookmap"}:
        raise FormatError(
            "is a DITA map, which holds no text", path=path, cure="give the topics it names"
        )
    _Walk(builder, MALLARD if xml.local_name(root) == "page" else BLOCKS).read(root)
    stated = root.get("{http://www.w3.org/XML/1998/namespace}lang") or root.get("lang") or ""
    stated = stated.replace("_", "-")
    language = stated if LANGUAGE.fullmatch(stated) else None
    return builder.finish(path, "docbook", language=language)


class _RootReachedError(Exception):
    """Ends the look at the declarations."""


def _expand_entities(data: bytes, path: Path, encoding: str | None, builder: Builder) -> bytes:
    """Return a file without its declarations, with its entities expanded; lines keep their number.

    Raises:
        UnsafeFileError: the entities are nested too deeply, or become too much text.
        FormatError: it is not in its encoding.
    """
    values: dict[str, str | None] = {}
    declared = ["utf-8"]

    def note_entity(name: str, is_parameter: int, value: str | None, *_: object) -> None:
        if not is_parameter:
            values.setdefault(name, value)

    def end_prolog(*_: object) -> NoReturn:
        raise _RootReachedError(scout.CurrentByteIndex)

    scout = expat.ParserCreate(encoding)
    scout.EntityDeclHandler = note_entity
    scout.XmlDeclHandler = lambda _, name, __: declared.append(name or "utf-8")
    scout.StartElementHandler = end_prolog
    with suppress(expat.ExpatError, LookupError, ValueError):
        try:
            scout.Parse(data[: xml.PROLOG], False)
        except _RootReachedError as reached:
            start = int(reached.args[0])
            text = decode_text(data[start:], path=path, encoding=encoding or declared[-1])
            lines = "\n" * data[:start].count(b"\n")
            return (lines + _Expansion(values, path, builder).expand(text)).encode()
    return data if encoding is None else decode_text(data, path=path, encoding=encoding).encode()


class _Expansion:
    """Replaces references to entities, within bounds."""

    _REFERENCE = re.compile(
        r"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z)|&([A-Za-z_][\w.:-]*);", re.DOTALL
    )

    def __init__(self, values: dict[str, str | None], path: Path, builder: Builder) -> None:
        self._values = values
        self._path = path
        self._skips = builder.skips
        self._left = MAX_EXPANDED

    def expand(self, text: str, depth: int = 0) -> str:
        """Return a text whose references are replaced."""
        if depth > MAX_NESTED or self._left < 0:
            raise UnsafeFileError(
                "declares entities that become too much text", path=self._path, cure="expand them"
            )

        def replace(match: re.Match[str]) -> str:
            name = match[1]
            if name is None or name in ("amp", "lt", "gt", "quot", "apos"):
                return match[0]
            if name in self._values:
                value = self._values[name]
                if value is None:
                    self._skips.add("reference to another file", name)
                    return ""
                self._left -= len(value)
                return self.expand(value, depth + 1)
            # The character entities of ISO, which the DTD of DocBook declares, are those of HTML.
            return escape(entities.html5.get(f"{name};") or match[0])

        return self._REFERENCE.sub(replace, text)


class _Walk:
    """Turns elements into blocks: an element of text begins one, its parent goes on after it."""

    def __init__(self, builder: Builder, blocks: frozenset[str]) -> None:
        self._builder = builder
        self._blocks = blocks
        self._line = Inline(collapse=True)
        self._depth = 0
        self._notes: list[_Element] = []
        self._place: list[tuple[str, str | None]] = [("paragraph", None)]
        self._tables = 0
        self._grids = [Grid("table 0")]

    def read(self, element: _Element) -> None:
        # Depth is bounded by the parser (256 elements).
        name = xml.local_name(element)
        if kind := LEFT_OUT.get(name):
            self._builder.skips.add(kind, xml.text_of(element))
            return
        if name in REFERENCES or element.get("conref"):
            self._builder.skips.add("reference to another file", element.get("href") or "")
        if name in NOTES and not self._line.is_empty:
            self._notes.append(element)  # the sentence goes on after it
        elif name in self._blocks:
            self._block(element, name)
        else:
            self._line.open(name, start_tag(element))
            self._content(element)
            self._line.close()

    def _block(self, element: _Element, name: str) -> None:
        self._flush()
        kind, anchor = self._place[-1]
        own = element.get("{http://www.w3.org/XML/1998/namespace}id") or element.get("id")
        kind = (
            "heading" if name in HEADINGS
            else "item" if name in ITEMS
            else "cell" if name in CELLS
            else "footnote" if name in NOTES
            else kind if kind not in {"heading", "cell"} or name not in CONTAINERS
            else "paragraph"
        )  # fmt: skip
        anchor = f"#{own}" if own else anchor
        if name in TABLES:
            self._tables += 1
            self._grids.append(Grid(" ".join(filter(None, (anchor, f"table {self._tables}")))))
        elif name in ROWS:
            self._grids[-1].enter_row()
        elif name in CELLS:
            anchor = self._grids[-1].enter_cell(*_spans(element))
        nested = bool(SECTIONS.fullmatch(name))
        self._depth += nested
        self._place.append((kind, anchor))
        self._content(element)
        self._flush()
        self._place.pop()
        self._depth -= nested
        if name in TABLES:
            self._grids.pop()

    def _content(self, element: _Element) -> None:
        self._line.text(element.text or "")
        between = " " if xml.local_name(element) in SEQUENCES else ""  # menus and keys have none
        for number, child in enumerate(element):
            self._line.text(between if number else "")
            self.read(child)
            self._line.text(child.tail or "")

    def _flush(self) -> None:
        kind, anchor = self._place[-1]
        level = max(1, min(self._depth, 9)) if kind == "heading" else 0
        text, markup = self._line.take()
        self._builder.add(text, markup, kind=kind, level=level, anchor=anchor)
        notes, self._notes = self._notes, []
        for note in notes:
            self._block(note, "footnote")


def _spans(cell: _Element) -> tuple[int, int]:
    """Return how many columns and rows a cell takes, in the words of CALS or of HTML."""
    columns, rows = _number(cell.get("colspan")), _number(cell.get("rowspan"))
    first, last = cell.get("namest"), cell.get("nameend")
    group = next(cell.iterancestors("{*}tgroup"), None) if first and last else None
    if group is not None:
        names = [each.get("colname") for each in group.iterfind("{*}colspec")]
        if first in names and last in names:
            columns = max(names.index(last) - names.index(first) + 1, 1)
    more = cell.get("morerows")
    return columns, _number(more, 0) + 1 if more else rows


def _number(stated: str | None, default: int = 1) -> int:
    return int(stated) if stated and stated.isdecimal() and len(stated) < 4 else default
