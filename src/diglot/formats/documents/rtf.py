"""RTF: the text in order, with tables, footnotes and text boxes.

Reference: Microsoft, Rich Text Format (RTF) Specification, version 1.9.1 (2008).
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, replace
from pathlib import Path

from diglot.errors import FormatError
from diglot.files.binary import read_bytes
from diglot.formats.blocks import Builder, Inline
from diglot.formats.documents.docx_styles import HEADING_NAME
from diglot.model import Document

NOT_RTF = "save it as RTF or DOCX in the program that made it"
MAX_DEPTH = 10_000
TOKEN = re.compile(
    rb"\\(?P<word>[A-Za-z]{1,32})(?P<number>-?\d{1,10})? ?"
    rb"|\\'(?P<byte>[0-9A-Fa-f]{2})|\\(?P<symbol>[^A-Za-z])|(?P<brace>[{}])|[\r\n\0]+"
    rb"|(?P<text>[^\\{}\r\n\0]+)|\\",
    re.DOTALL,
)
CHARACTERS = {
    "tab": "\t", "line": "\n", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’",
    "ldblquote": "“", "rdblquote": "”", "bullet": "•", "emspace": "\u2003", "enspace": "\u2002",
    "qmspace": "\u2005", "zwj": "\u200d", "zwnj": "\u200c", "ltrmark": "\u200e",
    "rtlmark": "\u200f", "softline": "\n",
}  # fmt: skip
SYMBOLS = {
    b"~": "\xa0",
    b"-": "\xad",
    b"_": "\u2011",
    b"\t": "\t",
    b"\\": "\\",
    b"{": "{",
    b"}": "}",
}
# What \fcharset means, as Windows names its code pages.
CHARSETS = {
    0: "cp1252", 77: "mac-roman", 128: "cp932", 129: "cp949", 130: "johab", 134: "cp936",
    136: "cp950", 161: "cp1253", 162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256",
    186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250", 254: "cp437", 255: "cp850",
}  # fmt: skip
# Groups that hold no text of the document, and the name under which some are listed.
SILENT = frozenset({
    "colortbl", "info", "fldinst", "listtext", "pntext", "pntxta", "pntxtb", "themedata",
    "colorschememapping", "datastore", "latentstyles", "listtable", "listoverridetable", "rsidtbl",
    "generator", "xmlnstbl", "mmathPr", "bkmkstart", "bkmkend", "objdata", "objclass", "objname",
    "nonshppict", "filetbl", "revtbl", "pgdsctbl", "picprop", "sp", "atnid", "atnauthor", "atntime",
    "atnref", "atndate", "atnparent", "ftnsep", "ftnsepc", "aftnsep", "aftnsepc", "nonesttables",
    "upr", "template", "passwordhash", "wgrffmtfilter", "fchars", "lchars", "ftncn", "aftncn", "do",
})  # fmt: skip
LISTED = {
    "pict": "picture", "annotation": "comment", "xe": "index entry", "tc": "index entry",
    **dict.fromkeys(("header", "headerl", "headerr", "headerf"), "header"),
    **dict.fromkeys(("footer", "footerl", "footerr", "footerf"), "footer"),
}  # fmt: skip
PAGES = {"ansicpg": "", "mac": "mac-roman", "pc": "cp437", "pca": "cp850"}
HIDDEN = {"deleted": "deleted text", "v": "hidden text"}
TABLES = {"fonttbl": "fonts", "stylesheet": "styles"}
# Starred groups that hold text all the same.
READ_STARRED = frozenset(
    {"shp", "shppict", "shpinst", "shptxt", "footnote", "ud", "nesttableprops"}
)


@dataclass(slots=True)
class _State:
    """What holds inside a group."""

    target: str = "body"  # body, fonts, styles, listed or silent
    codec: str = "cp1252"
    fallback: int = 1  # characters that stand after \u for programs that do not know it
    hidden: str = ""
    starred: bool = False
    note: _Flow | None = None


class _Flow:
    """A run of paragraphs: the body, a footnote or a text box."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.line = Inline(collapse=False)
        self.level = 0
        self.in_table = False
        self.tables, self.row, self.cell = 0, 0, 0  # row 0 is before a table


def read(path: Path, *, encoding: str | None = None) -> Document:
    r"""Read an RTF file.

    Deleted and hidden text, comments, headers and footers are listed, not read.

    Raises:
        FormatError: it is not an RTF file, or holds no text.
    """
    data = read_bytes(path)
    if not data.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"{\\rtf"):
        raise FormatError("is not an RTF file", path=path, cure=NOT_RTF)
    return _Reader(path, encoding).read(data)


class _Reader:
    """Walks through the tokens of a file with a stack of groups."""

    def __init__(self, path: Path, encoding: str | None) -> None:
        self._path = path
        self._builder = Builder()
        self._told = encoding
        self._default = encoding or "cp1252"
        self._state = _State(codec=self._default)
        self._stack: list[_State] = []
        self._body = _Flow("paragraph")
        self._held: list[
            tuple[str, str]
        ] = []  # paragraphs of notes, until the paragraph around them ends
        self._bytes = bytearray()  # characters of a code page, which may take two bytes each
        self._half = 0  # the first of a pair of surrogates
        self._pending = 0  # fallback characters that are still to be passed over
        self._fonts: dict[int, str] = {}
        self._font = 0
        self._styles: dict[int, int] = {}
        self._style = (0, "")
        self._listed = ""

    def read(self, data: bytes) -> Document:
        """Read all tokens and return the document."""
        position = 0
        while match := TOKEN.match(data, position):
            position = match.end()
            if word := match["word"]:
                name = word.decode("ascii")
                number = int(match["number"]) if match["number"] else None
                if name == "bin":
                    position += max(0, number or 0)
                else:
                    self._control(name, number)
            elif match["byte"]:
                self._code(bytes.fromhex(match["byte"].decode("ascii")))
            elif match["symbol"]:
                self._symbol(match["symbol"])
            elif brace := match["brace"]:
                self._open() if brace == b"{" else self._close()
            elif text := match["text"]:
                self._code(text)
        self._end_paragraph(self._flow)
        self._add_notes()
        return self._builder.finish(self._path, "rtf", cure=NOT_RTF)

    @property
    def _flow(self) -> _Flow:
        return self._state.note or self._body

    def _open(self) -> None:
        self._decode()
        if len(self._stack) >= MAX_DEPTH:
            raise FormatError(f"nests more than {MAX_DEPTH} groups", path=self._path, cure=NOT_RTF)
        self._stack.append(self._state)
        self._state = replace(self._state, starred=False)
        self._pending = 0

    def _close(self) -> None:
        self._decode()
        self._pending = 0
        state = self._state
        outer = self._stack.pop() if self._stack else state
        if state.target == "listed" and outer.target != "listed":
            is_there = state.hidden == LISTED["pict"] or bool(self._listed.strip())
            self._builder.skips.add(state.hidden, self._listed, is_there)
            self._listed = ""
        if state.target == "styles" and outer.target == "styles":
            number, name = self._style
            if match := HEADING_NAME.match(name.strip(" ;")):
                self._styles[number] = int(match[1])
            self._style = (0, "")
        if state.note is not None and state.note is not outer.note:
            self._end_paragraph(state.note)
        self._state = outer

    def _control(self, name: str, number: int | None) -> None:
        state = self._state
        if name == "u" and number is not None:
            self._unicode(number % 65536)
            return
        self._decode()
        is_unknown = state.starred and name not in READ_STARRED and name not in LISTED
        state.starred = False
        if name in CHARACTERS:
            self._write(CHARACTERS[name])
        elif name == "uc":
            state.fallback = max(0, number or 0)
        elif name in PAGES:
            page = _codec(PAGES[name] or f"cp{number}")
            self._default = state.codec = self._told or page
        elif name in TABLES or name in SILENT or is_unknown:
            state.target = TABLES.get(name, "silent")
        elif name in LISTED and state.target == "body":
            state.target, state.hidden = "listed", LISTED[name]
        elif name in HIDDEN and state.target == "body":
            state.hidden = "" if number == 0 else HIDDEN[name]
        else:
            self._layout(name, number)

    def _layout(self, name: str, number: int | None) -> None:
        """Handle controls of fonts and styles."""
        state = self._state
        if name == "f" and number is not None:
            self._font = number
            state.codec = self._told or self._fonts.get(number, self._default)
        elif name == "fcharset" and state.target == "fonts":
            self._fonts[self._font] = CHARSETS.get(number or 0, self._default)
        elif name == "plain":
            state.codec = self._default
            if state.target == "body":  # a header stays one
                state.hidden = ""
        elif name == "s" and state.target == "styles":
            self._style = (number or 0, "")
        elif state.target == "body":
            self._paragraph(name, number, self._flow)

    def _paragraph(self, name: str, number: int | None, flow: _Flow) -> None:
        """Handle controls of paragraphs, tables and notes."""
        if name == "s":
            flow.level = self._styles.get(number or 0, flow.level)
        elif name == "outlinelevel" and number is not None:
            flow.level = number + 1 if number < 9 else 0
        elif name == "pard":
            flow.level, flow.in_table = 0, False
        elif name == "intbl":
            flow.in_table = True
        elif name in {"par", "sect", "page", "column"}:
            self._end_paragraph(flow)
        elif name in {"cell", "nestcell"}:
            flow.in_table = True
            self._end_paragraph(flow)
            flow.cell += 1
        elif name in {"row", "nestrow"}:
            flow.in_table = False
            flow.row, flow.cell = flow.row + 1, 1
        elif name in {"footnote", "shptxt"}:
            self._state.note = _Flow("footnote" if name == "footnote" else "textbox")

    def _symbol(self, symbol: bytes) -> None:
        if symbol == b"*":
            self._state.starred = True
        elif symbol in (b"\r", b"\n"):
            self._decode()
            self._end_paragraph(self._flow)
        elif symbol in SYMBOLS:
            self._decode()
            self._write(SYMBOLS[symbol])

    def _code(self, data: bytes) -> None:
        passed = min(self._pending, len(data))
        self._pending -= passed
        if self._half and passed < len(data):
            self._half = 0
        self._bytes += data[passed:]

    def _unicode(self, number: int) -> None:
        self._decode()
        self._pending = self._state.fallback
        if 0xD800 <= number < 0xDC00:
            self._half = number
            return
        if 0xDC00 <= number < 0xE000:
            if self._half:
                self._write(chr(0x10000 + ((self._half - 0xD800) << 10) + number - 0xDC00))
            self._half = 0
            return
        self._half = 0
        # Symbol fonts use a private area for their bullets.
        self._write(" " if 0xF000 <= number < 0xF100 or number < 32 else chr(number))

    def _decode(self) -> None:
        if self._bytes:
            data = bytes(self._bytes)
            self._bytes.clear()
            self._write(data.decode(self._state.codec, "replace"))

    def _write(self, text: str) -> None:
        state = self._state
        if state.target == "body":
            if state.hidden:
                self._builder.skips.add(state.hidden, text)
            else:
                self._flow.line.text(text)
        elif state.target == "styles":
            self._style = (self._style[0], self._style[1] + text)
        elif state.target == "listed" and len(self._listed) < 200:
            self._listed += text

    def _end_paragraph(self, flow: _Flow) -> None:
        text, markup = flow.line.take()
        kind, level, anchor = flow.kind, 0, None
        if flow.in_table and not flow.row:
            flow.tables, flow.row, flow.cell = flow.tables + 1, 1, 1
        elif text.strip() and not flow.in_table:
            flow.row = 0
        if kind == "paragraph" and flow.in_table:
            anchor = f"table {flow.tables} row {flow.row} cell {flow.cell}"
        if kind == "paragraph" and flow.level:
            kind, level = "heading", flow.level
        elif anchor:
            kind = "cell"
        if flow is self._body:
            self._builder.add(text, markup, kind=kind, level=level, anchor=anchor)
            self._add_notes()
        elif text:
            self._held.append((flow.kind, text))

    def _add_notes(self) -> None:
        """Add notes and text boxes after the paragraph that they are anchored in."""
        for kind, text in self._held:
            self._builder.add(text, kind=kind)
        self._held.clear()


def _codec(name: str) -> str:
    try:
        return codecs.lookup(name).name
    except LookupError:
        return "cp1252"
