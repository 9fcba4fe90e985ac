"""DocBook and DITA: the text of books, articles and topics in order, inline elements as markup.

References: OASIS DocBook 5.1, reference pages; OASIS DITA 1.3, part 2, technical content.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from diglot.errors import FormatError
from diglot.files import xml
from diglot.formats.blocks import Builder, Inline, start_tag
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
    "segtitle", "seg", "phrase", "glossterm", "refname", "refpurpose", "refentrytitle",
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
    **dict.fromkeys(("metadata", "data", "refmeta", "related-links"), "metadata"),
}
# fmt: on
BLOCKS = CONTAINERS | TEXTS
HEADINGS = frozenset({"title", "bridgehead"})
ITEMS = frozenset({"listitem", "li", "sli", "member", "step", "substep", "term", "dt", "dd"})
CELLS = frozenset({"entry", "td", "th", "stentry", "seg"})
SECTIONS = re.compile(
    r"set|book|part|preface|chapter|appendix|article|section|sect\d|refsect\w*|simplesect|topic"
    r"|concept|task|reference|troubleshooting|glossary|bibliography"
)
NOTES = frozenset({"footnote", "fn"})
REFERENCES = frozenset({"include", "conref"})


def read(path: Path, *, encoding: str | None = None) -> Document:
    """Read a DocBook or DITA file; the anchors of its blocks are the ids of their elements.

    Raises:
        FormatError: it is not well-formed, or holds no text (a DITA map holds none).
        UnsafeFileError: it breaks a safety limit, or declares entities.
        InputError: it cannot be read.
    """
    root = xml.parse(path, encoding=encoding)
    if xml.local_name(root) in {"map", "bookmap"}:
        raise FormatError(
            "is a DITA map, which holds no text", path=path, cure="give the topics it names"
        )
    builder = Builder()
    _Walk(builder).read(root)
    stated = root.get("{http://www.w3.org/XML/1998/namespace}lang") or root.get("lang") or ""
    stated = stated.replace("_", "-")
    language = stated if LANGUAGE.fullmatch(stated) else None
    return builder.finish(path, "docbook", language=language)


class _Walk:
    """Turns elements into blocks: an element of text begins one, its parent goes on after it."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._line = Inline(collapse=True)
        self._depth = 0
        self._notes: list[_Element] = []
        self._place: list[tuple[str, str | None]] = [("paragraph", None)]

    def read(self, element: _Element) -> None:
        # Depth is bounded by the parser (256 elements).
        name = xml.local_name(element)
        if kind := LEFT_OUT.get(name):
            self._builder.skips.add(kind, "".join(map(str, element.itertext())))
            return
        if name in REFERENCES or element.get("conref"):
            self._builder.skips.add("reference to another file", element.get("href") or "")
        if name in NOTES and not self._line.is_empty:
            self._notes.append(element)  # the sentence goes on after it
        elif name in BLOCKS:
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
        nested = bool(SECTIONS.fullmatch(name))
        self._depth += nested
        self._place.append((kind, f"#{own}" if own else anchor))
        self._content(element)
        self._flush()
        self._place.pop()
        self._depth -= nested

    def _content(self, element: _Element) -> None:
        self._line.text(element.text or "")
        for child in element:
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
