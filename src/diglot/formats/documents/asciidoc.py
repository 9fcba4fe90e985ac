"""AsciiDoc: paragraphs, headings, lists and tables by their lines.

Code, comments, attributes and includes are listed, not read.

Reference: Eclipse Foundation, AsciiDoc Language Documentation.
"""

from __future__ import annotations

import re
from pathlib import Path

from diglot.files.text import MAX_DOCUMENT, read_text, split_lines
from diglot.formats.blocks import Builder, Inline
from diglot.formats.documents.html import LANGUAGE
from diglot.model import Document

DELIMITED = re.compile(
    r"(-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|`{3,}|--|[|,:!]={3,})(?:\w[\w,+-]*)?"
)
LISTED = {"-": "code", ".": "code", "+": "raw markup", "/": "comment", "`": "code"}
HEADING = re.compile(r"(={1,6}|#{1,6})[ \t]+(\S.*?)(?:[ \t]+\1)?")
UNDERLINE = re.compile(r"={3,}|-{3,}|~{3,}|\^{3,}|\+{3,}")
ITEM = re.compile(
    r"(?:[*.-]{1,6}|\d{1,4}\.|[A-Za-z]\.|<(?:\d{1,3}|\.)>)[ \t]+(?:\[[ x*]\][ \t]+)?(\S.*)"
)
TERM = re.compile(r"(\S.{0,400}?)(?::{2,4}|;;)(?:[ \t]+(.*))?")
ATTRIBUTE = re.compile(r":!?[\w-]+!?:(?:[ \t].*)?")
BLOCK_MACRO = re.compile(
    r"(?:include|image|video|audio|ifdef|ifndef|ifeval|endif|toc|ifeval)::\S*?\[.*\]"
)
BLOCK_ATTRIBUTES = re.compile(r"\[[^\[\]]*\]|\[\[[^\]]*\]\]")
TITLE = re.compile(r"\.([^\s.].*)")
LANGUAGE_SAID = re.compile(r"^:lang:[ \t]*([\w-]+)", re.MULTILINE)
CELL = re.compile(r"(?:^|(?<=\s))(?:\d{0,3}(?:\.\d{1,3})?[+*])?[<^>.]{0,4}[a-z]?\|")
INLINE = re.compile(
    r"(?P<note>footnote:\w*\[(?P<noted>[^\]]{0,5000})\])"
    r"|(?P<link>(?:https?|ftp|irc|mailto|link|xref):[^\s\[\]<>]{0,2000}\[(?P<shown>(?:[^\[\]]|\[[^\[\]]{0,200}\]){0,2000})\])"
    r"|(?P<cross><<(?P<goal>[^<>,]{1,500})(?:,\s?(?P<named>[^<>]{1,1000}))?>>)"
    r"|(?P<macro>(?:kbd|btn|menu|icon|image|anchor|indexterm|stem|latexmath|asciimath|pass):[^\s\[]{0,500}\[(?P<inside>[^\]]{0,1000})\])"
    r"|(?P<index>\({2,3}[^()]{1,300}\){2,3})|\[\[[\w,:. -]{1,200}\]\]|\{(?:blank|empty)\}"
    r"|(?P<role>\[[.#%][^\[\]\n]{0,200}\](?:##(?=(?:(?!##|\[[.#%]).){0,3000}(?:\[[.#%]|\Z))|(?=[#*_`])))"
    r"|(?P<quotes>\"`|`\"|``(?=\w)|''(?=\W|$))"
    r"|(?P<mark>(?P<sign>\*\*|__|``|##|\+\+|(?<![\w*_`#])[*_`#+](?=\S))(?P<marked>(?:(?!(?P=sign)).){1,3000}?)(?P=sign)(?!\w))"
)
LINK_OPTIONS = re.compile(r",\s*(?:window|target|role|title|id|opts|rel)=.*", re.DOTALL)
KINDS = {"*": "strong", "_": "emphasis", "`": "literal", "#": "highlight", "+": "literal"}


def read(path: Path, *, encoding: str | None = None) -> Document:
    """Read an AsciiDoc file; files that it includes are listed, not read.

    Raises:
        FormatError: it holds no text, or is binary or in another encoding.
    """
    text = read_text(path, encoding=encoding, most=MAX_DOCUMENT)
    said = LANGUAGE_SAID.search(text)
    language = said[1] if said and LANGUAGE.fullmatch(said[1]) else None
    reader = _Reader()
    for number, line in enumerate(split_lines(text), 1):
        reader.take(number, line.rstrip())
    reader.end()
    return reader.builder.finish(path, "asciidoc", language=language)


class _Reader:
    """Collects the lines of a block until it ends."""

    def __init__(self) -> None:
        self.builder = Builder()
        self._lines: list[str] = []
        self._first = 1
        self._kind = "paragraph"
        self._listed: tuple[str, str] | None = None  # delimiter and label of what is left out
        self._skipped: list[str] = []
        self._table = ""

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        if self._listed is not None:
            if line == self._listed[0]:
                self.end()
            else:
                self._skipped.append(line)
            return
        bare = line.strip()
        if not bare or bare == "+":
            self._flush()
        elif delimiter := DELIMITED.fullmatch(line):
            if not self._underlines(line):
                self._delimit(line, delimiter[1])
        elif line.startswith("//"):
            self.builder.skips.add("comment", line)
        elif self._table:
            self._cells(number, bare)
        elif not self._underlines(line):
            self._line(number, bare)

    def end(self) -> None:
        """End the block, and what is left out."""
        if self._listed is not None:
            self.builder.skips.add(self._listed[1], " ".join(self._skipped))
            self._listed, self._skipped = None, []
        self._flush()

    def _line(self, number: int, line: str) -> None:
        if not self._lines and (BLOCK_MACRO.fullmatch(line) or ATTRIBUTE.fullmatch(line)):
            macro = line.partition("::")[0] if "::" in line else "attribute"
            self.builder.skips.add("picture" if macro == "image" else macro, line)
            return
        if BLOCK_ATTRIBUTES.fullmatch(line):
            self._flush()
            return
        if heading := HEADING.fullmatch(line):
            self._flush()
            self._add(heading[2], number, "heading", len(heading[1]))
        elif item := ITEM.fullmatch(line):
            self._begin(number, "item", item[1])
        elif term := TERM.fullmatch(line):
            self._flush()
            self._add(term[1], number, "item")
            if term[2]:
                self._begin(number, "item", term[2])
        elif not self._lines and (title := TITLE.fullmatch(line)):
            self._add(title[1], number, "paragraph")
        else:
            if not self._lines:
                self._first = number
            self._lines.append(line.removesuffix(" +"))

    def _begin(self, number: int, kind: str, text: str) -> None:
        self._flush()
        self._kind, self._first = kind, number
        self._lines = [text.removesuffix(" +")]

    def _underlines(self, line: str) -> bool:
        """Tell whether a line makes the line before it a heading, and add that one."""
        if len(self._lines) != 1 or self._kind != "paragraph" or not UNDERLINE.fullmatch(line):
            return False
        if abs(len(self._lines[0]) - len(line)) > 1:
            return False
        title, self._lines = self._lines[0], []
        self._add(title, self._first, "heading", 1 + "=-~^+".index(line[0]))
        return True

    def _delimit(self, line: str, delimiter: str) -> None:
        self._flush()
        if delimiter[0] in "|,:!" and delimiter.endswith("==="):
            self._table = "" if self._table else line
        elif delimiter != "--" and delimiter[0] in LISTED:
            self._listed = ("```" if delimiter[0] == "`" else line, LISTED[delimiter[0]])

    def _cells(self, number: int, line: str) -> None:
        if self._table[0] != "|":
            for cell in line.split({",": ",", ":": ":", "!": "!"}[self._table[0]]):
                self._add(cell, number, "cell")
            return
        before, *cells = CELL.split(line)
        if before.strip():
            self._lines.append(before.strip())
        for cell in cells:
            self._flush()
            self._kind, self._first = "cell", number
            self._lines = [cell.strip()]

    def _flush(self) -> None:
        if self._lines:
            self._add(" ".join(self._lines), self._first, self._kind)
        self._lines, self._kind = [], "paragraph"

    def _add(self, text: str, number: int, kind: str, level: int = 0) -> None:
        line = Inline(collapse=True)
        notes = _read_inline(text, line)
        plain, markup = line.take()
        self.builder.add(plain, markup, kind=kind, level=level, anchor=f"line {number}")
        for note in notes:
            self.builder.add(note, kind="footnote", anchor=f"line {number}")


def _read_inline(text: str, line: Inline, depth: int = 0) -> list[str]:
    """Read the text of a block; return its footnotes."""
    notes: list[str] = []
    position = 0
    for match in INLINE.finditer(text):
        line.text(text[position : match.start()])
        position = match.end()
        if match["note"]:
            inner = Inline(collapse=True)
            notes += _read_inline(match["noted"], inner, depth + 1) if depth < 3 else []
            notes.append(inner.take()[0])
        elif match["link"]:
            line.open("a", match["link"].partition("[")[0])
            shown = LINK_OPTIONS.sub("", match["shown"]).rstrip("^")
            if shown and depth < 3:
                notes += _read_inline(shown, line, depth + 1)
            else:
                line.text(shown or match["link"].partition("[")[0])
            line.close()
        elif match["cross"]:
            line.text(match["named"] or match["goal"])
        elif match["macro"]:
            line.text(match["inside"])
        elif match["index"] and not match["index"].startswith("((("):
            line.text(match["index"].strip("()"))
        elif match["quotes"]:
            line.text("“" if match["quotes"] in {'"`', "``"} else "”")
        elif match["mark"]:
            line.open(KINDS[match["sign"][0]])
            marked = match["marked"]
            literal = match["sign"][0] == "+" or (marked[0] == marked[-1] == "+")
            if literal:
                line.text(marked if match["sign"][0] == "+" else marked.strip("+"))
            elif depth < 3:
                notes += _read_inline(marked, line, depth + 1)
            else:
                line.text(marked)
            line.close()
    line.text(text[position:])
    return notes
