"""AsciiDoc: paragraphs, headings, lists and tables by their lines.

Code, comments, attributes and includes are listed, not read.

Reference: Eclipse Foundation, AsciiDoc Language Documentation.
"""

from __future__ import annotations

import re
from pathlib import Path

from diglot.files.text import MAX_DOCUMENT, read_text, split_lines
from diglot.formats.blocks import Builder, Grid, Inline
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
ATTRIBUTE = re.compile(r":!?(?P<name>\w[\w-]*)!?:(?:[ \t]+(?P<value>.*))?")
REFERENCE = re.compile(r"(?<!\\)\{(\w[\w-]{0,100})\}")
MAX_EXPANDED = 2_000_000  # characters of all that attributes stand for
BLOCK_MACRO = re.compile(
    r"(?:include|image|video|audio|ifdef|ifndef|ifeval|endif|toc|ifeval)::\S*?\[.*\]"
)
BLOCK_ATTRIBUTES = re.compile(r"\[[^\[\]]*\]|\[\[[^\]]*\]\]")
TITLE = re.compile(r"\.([^\s.].*)")
LANGUAGE_SAID = re.compile(r"^:lang:[ \t]*([\w-]+)", re.MULTILINE)
# A cell begins: how often it stands there or how far it reaches, how its text is set, and the bar.
CELL = re.compile(
    r"(?:(?:^|(?<=\s))(?:(?P<columns>\d{1,3})?(?:\.(?P<rows>\d{1,3}))?(?P<sign>[+*]))?"
    r"[<^>.]{0,4}(?P<style>[a-z]?))?(?<!\\)\|"
)
COLUMNS = re.compile(r"\bcols=(?:\"(?P<quoted>[^\"]*)\"|(?P<bare>[^,\]]+))")
REPEATED = re.compile(r"\s*(\d{1,3})\*")
INLINE = re.compile(
    r"(?P<note>footnote:\w*\[(?P<noted>[^\]]{0,5000})\])"
    r"|(?P<link>(?:https?|ftp|irc|mailto|link|xref):[^\s\[\]<>]{0,2000}\[(?P<shown>(?:[^\[\]]|\[[^\[\]]{0,200}\]){0,2000})\])"
    r"|(?P<cross><<(?P<goal>[^<>,]{1,500})(?:,\s?(?P<named>[^<>]{1,1000}))?>>)"
    r"|(?P<macro>(?:kbd|btn|menu|icon|image|anchor|indexterm|stem|latexmath|asciimath|pass):[^\s\[]{0,500}\[(?P<inside>[^\]]{0,1000})\])"
    r"|(?P<index>\({2,3}[^()]{1,300}\){2,3})|\[\[[\w,:. -]{1,200}\]\]"
    r"|(?P<script>(?P<lift>[\^~])(?P<lifted>[^\s^~]{1,100})(?P=lift))"
    r"|(?P<role>\[(?:[.#%]|[\w-]{1,40}=)[^\[\]\n]{0,200}\](?:##(?=(?:(?!##|\[[.#%]).){0,3000}(?:\[[.#%]|\Z))|(?=[#*_`])))"
    r"|(?P<quotes>\"`|`\"|``(?=\w)|''(?=\W|$))"
    r"|(?P<mark>(?P<sign>\*\*|__|``|##|\+\+|(?<![\w*_`#])[*_`#+](?=\S))(?P<marked>(?:(?P=sign){2}|(?!(?P=sign)).){1,3000}?)(?P=sign)(?!\w|(?P=sign)))"
)
LINK_OPTIONS = re.compile(r",\s*(?:window|target|role|title|id|opts|rel)=.*", re.DOTALL)
HIDDEN = {"icon": "picture", "image": "picture", "indexterm": "index entry", "anchor": ""}
CHARACTERS = {
    "blank": "", "empty": "", "sp": " ", "nbsp": "\xa0", "zwsp": "\u200b", "wj": "\u2060",
    "apos": "'", "quot": '"', "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "deg": "°",
    "plus": "+", "brvbar": "¦", "vbar": "|", "amp": "&", "lt": "<", "gt": ">", "startsb": "[",
    "endsb": "]", "caret": "^", "asterisk": "*", "tilde": "~", "backslash": "\\",
    "backtick": "`", "two-colons": "::", "two-semicolons": ";;", "cpp": "C++", "cxx": "C++",
}  # fmt: skip
KINDS = {"*": "strong", "_": "emphasis", "`": "literal", "#": "highlight", "+": "literal",
         "^": "sup", "~": "sub"}  # fmt: skip


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
        self._table = ""  # its delimiter, while one is open
        self._tables = 0
        self._columns: int | None = None  # of the next table, as told
        self._grid: Grid | None = None
        self._cell = ""  # place of the last one
        self._holds_blocks = False  # that one
        self._attributes = CHARACTERS.copy()
        self._expanded = 0

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
        if not self._lines and BLOCK_MACRO.fullmatch(line):
            macro = line.partition("::")[0]
            self.builder.skips.add(HIDDEN.get(macro, macro), line)
            return
        if not self._lines and (attribute := ATTRIBUTE.fullmatch(line)):
            self._attributes[attribute["name"].lower()] = self._expand(attribute["value"] or "")
            self.builder.skips.add("attribute", line)
            return
        if BLOCK_ATTRIBUTES.fullmatch(line):
            self._flush()
            if told := COLUMNS.search(line):
                self._columns = _count_columns(told["quoted"] or told["bare"])
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

    def _expand(self, text: str) -> str:
        """Return a text with what the attributes of the file stand for; others stay as written."""

        def value(reference: re.Match[str]) -> str:
            found = self._attributes.get(reference[1].lower(), reference[0])
            self._expanded += len(found)
            return found if self._expanded < MAX_EXPANDED else reference[0]

        return REFERENCE.sub(value, text)

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
            if self._table and delimiter[0] == "!":  # a table in a cell
                return
            self._table = "" if self._table else line
            self._tables += bool(self._table)
            self._grid, self._cell, self._holds_blocks = None, "", False
            self._columns = self._columns if self._table else None
        elif delimiter != "--" and delimiter[0] in LISTED:
            self._listed = ("```" if delimiter[0] == "`" else line, LISTED[delimiter[0]])

    def _cells(self, number: int, line: str) -> None:
        mark = self._table[0]
        if mark in ",:":  # a row a line
            columns = line.count(mark) + 1
            self._grid = self._grid or Grid(f"table {self._tables}", columns)
            self._grid.enter_row()
            for text in line.split(mark):
                self._cell = self._grid.enter_cell()
                self._add(text, number, "cell")
            return
        begins = [*CELL.finditer(line)]
        before = line[: begins[0].start() if begins else len(line)].strip()
        if before and self._holds_blocks:
            self._line(number, before.lstrip("! "))
        elif before:
            self._lines.append(before)
        if not begins:
            return
        if not self._grid:
            repeats = (int(each["columns"] or 1) if each["sign"] else 1 for each in begins)
            self._grid = Grid(f"table {self._tables}", self._columns or sum(repeats))
            self._grid.enter_row()
        ends = [each.start() for each in begins[1:]] + [len(line)]
        for each, end in zip(begins, ends, strict=True):
            self._flush()
            columns, rows = int(each["columns"] or 1), int(each["rows"] or 1)
            text = line[each.end() : end].strip().replace("\\|", "|")
            for _ in range(columns if each["sign"] == "*" else 1):
                self._cell = self._grid.enter_cell(1 if each["sign"] == "*" else columns, rows)
                self._flush()
                self._first = number
                if each["style"] == "a":
                    self._line(number, text)
                elif text:
                    self._lines = [text]
            self._holds_blocks = each["style"] == "a"

    def _flush(self) -> None:
        if self._lines:
            self._add(" ".join(self._lines), self._first, self._kind)
        self._lines, self._kind = [], "cell" if self._cell else "paragraph"

    def _add(self, text: str, number: int, kind: str, level: int = 0) -> None:
        line = Inline(collapse=True)
        notes = _read_inline(self._expand(text), line)
        plain, markup = line.take()
        for mark in markup:
            if skip := HIDDEN.get(mark.kind):
                self.builder.skips.add(skip, mark.data)
        anchor = self._cell or f"line {number}"
        self.builder.add(plain, markup, kind=kind, level=level, anchor=anchor)
        for note in notes:
            self.builder.add(note, kind="footnote", anchor=f"line {number}")


def _count_columns(told: str) -> int:
    """Return how many columns an attribute such as ``1,2`` or ``3*`` tells."""
    parts = re.split(r"[,;]", told)
    repeats = (REPEATED.match(part) for part in parts)
    return sum(int(repeat[1]) if repeat else 1 for repeat in repeats)


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
        elif match["script"]:
            line.open(KINDS[match["lift"]])
            line.text(match["lifted"])
            line.close()
        elif match["macro"] and (kind := match["macro"].partition(":")[0]) in HIDDEN:
            line.point(kind, match["macro"])
        else:
            line.text(_shown(match))
    line.text(text[position:])
    return notes


def _shown(match: re.Match[str]) -> str:
    """Return what a reader sees of a reference, a key, an index entry or a quotation mark."""
    if match["cross"]:
        return match["named"] or match["goal"]
    if match["quotes"]:
        return "“" if match["quotes"] in {'"`', "``"} else "”"
    if match["index"] and not match["index"].startswith("((("):
        return match["index"].strip("()")
    return match["inside"] or ""
