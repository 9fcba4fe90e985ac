r"""LaTeX: the text of a document, without the commands that set it.

Commands that are not known keep their last argument as text and are counted. Formulas stay in the
sentence as they are, marked; displayed formulas, code, tables of contents and bibliographies are
listed. ``\input`` is not followed.

Reference: LaTeX Project, "LaTeX for authors" and the list of commands in "LaTeX2e: An unofficial
reference manual".
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from diglot.errors import UnsafeFileError
from diglot.files.text import MAX_DOCUMENT, read_text
from diglot.formats.blocks import Builder, Grid, Inline
from diglot.model import Document

MAX_DEPTH = 200
MAX_BODY = 1000  # characters of a macro that is read
MAX_EXPANDED = 2_000_000  # characters of all that macros stand for
TOKEN = re.compile(
    r"(?P<comment>(?<!\\)%[^\n]*(?:\n[ \t]*)?)|(?P<blank>\n[ \t]*\n\s*)"
    r"|\\(?P<command>[A-Za-z@]++\*?+)(?:[ \t]++(?!\n)|[ \t]*+\n(?!\s*\n))?|\\(?P<symbol>.)"
    r"|(?P<math>\$\$?)|(?P<brace>[{}])|(?P<tie>~)|(?P<dash>---?)|(?P<quote>``|'')"
    r"|(?P<cell>&)|(?P<text>[^\\%{}$~&\n`'-]+|.|\n)",
    re.DOTALL,
)
SECTIONS = {"part": 1, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4,
            "paragraph": 5, "subparagraph": 6, "title": 1, "subtitle": 2, "frametitle": 2,
            "framesubtitle": 3, "minisec": 4, "addchap": 1, "addsec": 2}  # fmt: skip
ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304",
    ".": "\u0307", "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "d": "\u0323",
    "b": "\u0331", "k": "\u0328", "r": "\u030a",
}  # fmt: skip
LETTERS = {
    "ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ",
    "aa": "å", "AA": "Å", "i": "i", "j": "j", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ",
    "ldots": "…", "dots": "…", "textellipsis": "…", "textendash": "–", "textemdash": "—",
    "guillemotleft": "«", "guillemotright": "»", "og": "« ", "fg": " »", "glqq": "„", "grqq": "“",
    "textquotedblleft": "“", "textquotedblright": "”", "quotedblbase": "„", "textasciitilde": "~",
    "S": "§", "P": "¶", "copyright": "©", "textcopyright": "©", "textregistered": "®",
    "texttrademark": "™", "euro": "€", "texteuro": "€", "pounds": "£", "textbackslash": "\\",
    "textbar": "|", "textless": "<", "textgreater": ">", "textdegree": "°", "degree": "°",
    "TeX": "TeX", "LaTeX": "LaTeX", "LaTeXe": "LaTeX2e", "BibTeX": "BibTeX", "slash": "/",
    "quad": " ", "qquad": " ", "space": " ", "nobreakspace": "\xa0", "textperiodcentered": "·",
    "textunderscore": "_", "lq": "‘", "rq": "’", "linebreak": " ", "newline": " ", "-": "",
}  # fmt: skip
SYMBOLS = {"\\": "\n", ",": "\u202f", " ": " ", "\n": " ", "-": "", "/": "", "@": "", "!": "",
           ";": " ", ":": " ", ">": " ", "(": "(", ")": ")"}  # fmt: skip
# Commands by the number of arguments that are no text, optional ones apart.
DROPPED = {
    **dict.fromkeys(("label", "index", "cite", "citep", "citet", "nocite", "ref", "eqref",
                     "pageref", "autoref", "cref", "Cref", "vref", "nameref", "includegraphics",
                     "input", "include", "bibliography", "bibliographystyle", "usepackage",
                     "documentclass", "pagestyle", "thispagestyle", "vspace", "hspace",
                     "pagenumbering", "hypersetup", "glsadd", "phantom", "hphantom", "vphantom",
                     "geometry", "graphicspath", "selectlanguage", "fontsize", "color",
                     "printbibliography", "tableofcontents", "listoffigures", "listoftables",
                     "cline", "cmidrule", "hyphenation", "parencite", "autocite", "textcite",
                     "footcite", "url", "path", "lstinputlisting", "bibitem", "todo"), 1),
    **dict.fromkeys(("setlength", "addtolength", "setcounter", "addtocounter", "newcommand",
                     "renewcommand", "providecommand", "def", "definecolor", "newtheorem",
                     "rule", "numberwithin", "DeclareMathOperator", "addcontentsline"), 2),
    **dict.fromkeys(("newenvironment", "renewenvironment"), 3),
    **dict.fromkeys(("href", "textcolor", "colorbox", "foreignlanguage", "parbox", "hyperref",
                     "raisebox", "scalebox", "hypertarget", "hyperlink", "multicolumn",
                     "multirow", "fontfamily"), -1),
}  # fmt: skip
SHOWN = frozenset({"cite", "citep", "citet", "ref", "eqref", "pageref", "autoref", "cref", "Cref",
                   "url", "path", "textcite", "parencite", "autocite"})  # fmt: skip
FORMULAS = frozenset({"equation", "align", "gather", "multline", "eqnarray", "displaymath",
                      "alignat", "flalign", "math", "split", "dmath", "IEEEeqnarray"})  # fmt: skip
CODE = frozenset({"verbatim", "Verbatim", "Highlighting", "lstlisting", "minted", "alltt",
                  "comment", "tikzpicture", "filecontents", "thebibliography", "picture",
                  "pgfpicture", "algorithmic"})  # fmt: skip
WITH_COLUMNS = frozenset({"tabular", "tabularx", "tabulary", "longtable", "xltabular", "array",
                          "supertabular", "tabu", "tblr", "longtblr"})  # fmt: skip
# Packages for texts side by side, and the commands that begin their next text.
SIDE_BY_SIDE = frozenset({"paracol", "parcolumns", "Parallel"})
NEXT_TEXT = frozenset({"switchcolumn", "colchunk", "ParallelLText", "ParallelRText"})
# Of long tables: what stands from here to there is shown on each page.
REPEATED = {"endfirsthead": r"\endhead", "endhead": r"\endfoot"}
VERBATIM = frozenset({"verb", "lstinline", "mintinline"})
NEW_BLOCK = frozenset({"par", "item", "maketitle", "newpage", "clearpage", "cleardoublepage",
                       "pagebreak", "bigskip", "medskip", "smallskip", "tabularnewline",
                       "begin", "end", "caption", "captionof", *NEXT_TEXT, *REPEATED})  # fmt: skip


def read(path: Path, *, encoding: str | None = None) -> Document:
    """Read a LaTeX file; what stands before the document begins is passed over but the title.

    Raises:
        FormatError: it holds no text, or is binary or in another encoding.
        UnsafeFileError: it nests too deeply.
    """
    text = (
        read_text(path, encoding=encoding, most=MAX_DOCUMENT)
        .replace("\r\n", "\n")
        .replace("\r", "\n")
    )
    reader = _Reader(path, text, macros=_macros(text))
    start = text.find("\\begin{document}")
    preamble = DOCUMENT.search(text)
    if preamble and HEADING.search(text, 0, preamble.start()):
        start = -1  # a chapter about LaTeX, which shows how a document begins
    if start >= 0:
        for match in TITLE.finditer(text[:start]):
            reader.heading(match.end(), 1)
        reader.builder.skips.add("preamble", text[:start])
    reader.read(max(start, 0))
    return reader.builder.finish(path, "latex")


def _macros(text: str) -> dict[str, tuple[int, str]]:
    """Return the macros of a file that stand for text: the number of arguments, and the body."""
    found = {"texorpdfstring": (2, "#1")}  # what is printed, and what bookmarks show
    for match in DEFINITION.finditer(text):
        depth, end = 1, match.end()
        while depth and (brace := ARGUMENT.search(text, end, match.end() + MAX_BODY)):
            depth += (brace[0] == "{") - (brace[0] == "}")
            end = brace.end()
        body = BESIDE.sub(r"\1 #", text[match.end() : end - 1])
        if not depth and not MACHINERY.search(body):
            found[match["name"]] = (int(match["count"] or 0), body)
    return found


OPTIONAL = re.compile(r"[ \t]*\[([^\[\]]{0,2000})\]")
ARGUMENT = re.compile(r"\\.|[{}]", re.DOTALL)
NEXT = re.compile(r"[ \t]*\n?[ \t]*(\S)")
# In braces or alone: what follows a letter alone is the next word's.
ACCENTED = re.compile(
    r"\s*(?:\{\s*(\\[ij](?![A-Za-z])|[^\\{}\s])?\s*\}?|(\\[ij](?![A-Za-z])|[^\\{}\s]))?"
)
DEFINITION = re.compile(
    r"^[^%\n\\]{0,20}\\(?:(?:re)?newcommand|providecommand|def)\*?[ \t]*"
    r"\{?\\(?P<name>[A-Za-z]+)\}?[ \t]*(?:\[(?P<count>[1-9])\][ \t]*)?\{",
    re.MULTILINE,
)
BESIDE = re.compile(r"(\\[A-Za-z]+)#")  # where an argument would lengthen the name of a command
MACHINERY = re.compile(
    r"\\(?:begin|end|if|else|fi|def|let|csname|[A-Za-z]*@|[A-Za-z]*command)|@|#[^1-9]"
)
DEFINED = re.compile(r"\s*\\[A-Za-z@]+[^{\n]{0,50}")
MACRO = re.compile(r"\s*\\[A-Za-z@]+")
DOCUMENT = re.compile(r"^[^%\n]*?\\(?:document(?:class|style)|begin\{document\})", re.MULTILINE)
HEADING = re.compile(r"^[ \t]*\\(?:part|chapter|(?:sub){0,2}section)\*?[ \t]*[\[{]", re.MULTILINE)
TITLE = re.compile(r"\\(?:title|subtitle)\s*(?:\[[^\]]{0,500}\]\s*)?(?=\{)")


@dataclass
class _Table:
    r"""A table, or what stands outside of any.

    Attributes:
        grid: places of its cells; None outside.
        outer: what it stands in.
        braces: that are open where ``\\`` ends a row; within more of them it ends a line.
        is_begun: whether the first text of those side by side has begun.
        cell: place of the one that is read, once something stands in it.
        span: its columns.
    """

    grid: Grid | None = None
    outer: _Table | None = None
    braces: int | None = None
    is_begun: bool = True
    cell: str | None = None
    span: int = 1

    def place(self) -> str | None:
        """Return where the cell stands that is read."""
        if self.grid and self.cell is None:
            self.cell = self.grid.enter_cell(self.span)
        return self.cell

    def end_cell(self) -> None:
        """Go on to the next cell."""
        self.place()
        self.cell, self.span = None, 1


class _Reader:
    """Reads tokens, one group inside another, into the blocks of a builder."""

    def __init__(
        self,
        path: Path,
        text: str,
        builder: Builder | None = None,
        macros: dict[str, tuple[int, str]] | None = None,
    ) -> None:
        self.builder = builder or Builder()
        self._macros = macros or {}
        self._expanded = 0
        self._path = path
        self._text = text
        self._position = 0
        self._line = Inline(collapse=True)
        self._tables = 0
        self._table = _Table()
        self._braces = 0  # that are open
        self._notes: list[str] = []
        self._depth = 0
        self._arguments_at = -1

    def heading(self, position: int, level: int) -> None:
        """Read the argument that begins at a place as a heading."""
        kept, self._position = self._position, position
        self._group("heading", level)
        self._position = kept

    def read(self, position: int) -> None:
        """Read from a place to the end."""
        self._position = position
        while self._position < len(self._text):
            self._tokens()
            self._position += 1  # a brace that nothing opened
        self._flush()

    def _tokens(self) -> None:
        """Read until the brace that closes the group, or the end."""
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise UnsafeFileError(
                f"nests more than {MAX_DEPTH} groups",
                path=self._path,
                place=self._text.count("\n", 0, self._position) + 1,
            )
        are_arguments: list[bool] = []  # of the groups that are open
        while match := TOKEN.match(self._text, self._position):
            kind, value = match.lastgroup, match[match.lastgroup or 0]
            if value == "}" and kind == "brace":
                if not are_arguments:
                    break
                self._position = match.end()
                self._braces -= 1
                if are_arguments.pop() and self._peek() == "{":
                    self._line.text(" ")  # a macro prints its arguments apart, most often
                    self._arguments_at = self._position
                continue
            self._position = match.end()
            if kind == "brace":
                self._braces += 1
                are_arguments.append(match.start() == self._arguments_at)
            elif kind == "command":
                self._command(value)
            elif kind == "symbol":
                self._symbol(value)
            elif kind == "math":
                self._formula(value, value)
            elif kind in {"blank", "cell"}:  # packages have tables of their own names
                self._flush(ends_cell=kind == "cell")
            elif kind != "comment":
                fixed = {"tie": "\xa0", "---": "—", "--": "–", "``": "“", "''": "”"}
                self._line.text(fixed.get(kind or "", fixed.get(value, value)))
        self._depth -= 1

    def _command(self, name: str) -> None:
        plain = name.removesuffix("*")
        if plain in ACCENTS and self._peek() == "{":
            self._accent(plain)
        elif plain in LETTERS:
            self._line.text(LETTERS[plain])
            if self._text.startswith("{}", self._position):
                self._position += 2
        elif plain in SECTIONS or plain in NEW_BLOCK:
            self._flush()
            self._begin_block(plain)
        elif plain in {"footnote", "thanks", "footnotetext", "marginpar", "sidenote"}:
            self._optional()
            self._note()
        elif plain in VERBATIM:
            self._verbatim(plain)
        elif plain in DROPPED:
            self._drop(plain)
        elif name in self._macros and self._expanded < MAX_EXPANDED:
            self._expand(name)
        else:
            while self._optional():
                continue
            if self._text.startswith("{}", self._position):
                self._position += 2
            self._arguments_at = self._position

    def _expand(self, name: str) -> None:
        """Read what a macro of the file stands for; in itself it is nothing."""
        count, body = self._macros.pop(name)
        expanded = body
        for number in range(1, count + 1):
            argument = self._argument() if self._peek() == "{" else ""
            expanded = expanded.replace(f"#{number}", argument)
        if not count and self._text.startswith("{}", self._position):
            self._position += 2
        self._expanded += len(expanded) + 1
        outer = self._text, self._position
        self._text, self._position = expanded, 0
        self._tokens()
        self._text, self._position = outer
        self._macros[name] = count, body

    def _begin_block(self, name: str) -> None:
        """Handle a command before which a block has ended."""
        if name in {"begin", "end"}:
            self._environment(name, self._argument())
        elif name in NEXT_TEXT:
            self._optional()
            if self._table.is_begun:
                self._table.end_cell()
            self._table.is_begun = True
        elif name in REPEATED:
            end = self._text.find(REPEATED[name], self._position)
            if 0 <= end < self._text.find("\\end{", self._position):
                head = self._text[self._position : end]
                self.builder.skips.add("repeated head or foot of a table", head)
                self._position = end
        elif name == "item":
            if term := OPTIONAL.match(self._text, self._position):  # of a list of descriptions
                self._position = term.end()
                inner = _Reader(self._path, term[1], self.builder, self._macros)
                inner.read(0)
        else:
            self._optional()
            if name == "captionof":
                self._argument()
            elif name in SECTIONS:
                self._group("heading", SECTIONS[name])

    def _drop(self, name: str) -> None:
        """Pass over arguments that are no text; a reference leaves its mark in the sentence."""
        count = DROPPED[name]
        while self._optional():
            continue
        if count < 0:  # all arguments but the last one
            for _ in range(2 if name in {"multicolumn", "multirow"} else 1):
                found = self._argument() if name != "hyperref" else ""
                if name == "multicolumn" and found.isdecimal() and len(found) < 4:
                    self._table.span = int(found)
            return
        if name == "def":
            defined = DEFINED.match(self._text, self._position)
            self._position = defined.end() if defined else self._position
            count = 1
        for _ in range(count):
            found = self._argument()
            while self._optional():
                continue
            if name in SHOWN:
                self._line.point(name, found)
                self._line.text("[]" if name.endswith("cite") or name.startswith("cite") else found)

    def _environment(self, command: str, name: str) -> None:
        plain = name.removesuffix("*")
        if command == "end":
            if plain in WITH_COLUMNS | SIDE_BY_SIDE and self._table.outer:
                self._table = self._table.outer
            return
        if plain in FORMULAS or plain in CODE:
            end = self._text.find(f"\\end{{{name}}}", self._position)
            end = len(self._text) if end < 0 else end
            label = "formula" if plain in FORMULAS else "bibliography" if "bib" in plain else "code"
            self.builder.skips.add(label, self._text[self._position : end])
            self._position = end
            return
        self._optional()
        if plain in WITH_COLUMNS | SIDE_BY_SIDE:
            self._tables += 1
            name = " / ".join(filter(None, (self._table.place(), f"table {self._tables}")))
            told = ""
            for _ in range(2 if plain in {"tabularx", "tabulary", "xltabular", "Parallel"} else 1):
                told = self._argument()
            if plain in SIDE_BY_SIDE:  # whose rows are not marked
                columns = int(told) if re.fullmatch("[1-9]", told) else 2
                grid, braces = Grid(name, columns), None
            else:
                grid, braces = Grid(name), self._braces
            self._table = _Table(grid, self._table, braces, plain == "paracol")
            grid.enter_row()
        elif plain in {"minipage", "multicols", "wrapfigure", "subfigure", "adjustwidth"}:
            while self._peek() == "{":
                self._argument()

    def _symbol(self, value: str) -> None:
        if value in ACCENTS:
            self._accent(value)
        elif value in "([":
            self._formula("\\" + value, "\\)" if value == "(" else "\\]")
        elif value == "\\":
            self._optional()
            table = self._table
            if table.grid and table.braces == self._braces:
                self._flush(ends_cell=True)
                table.grid.enter_row()
            else:
                self._line.soft_break()
        else:
            self._line.text(SYMBOLS.get(value, value))

    def _accent(self, mark: str) -> None:
        match = ACCENTED.match(self._text, self._position)
        letter = (match and (match[1] or match[2])) or ""
        self._position = match.end() if match else self._position
        text = unicodedata.normalize("NFC", letter.removeprefix("\\") + ACCENTS[mark])
        self._line.text(text if letter else "")

    def _formula(self, begin: str, end: str) -> None:
        """Keep a formula in the sentence as it is; list one that stands by itself."""
        start = self._position
        stop = self._text.find(end, start)
        while stop > 0 and self._text[stop - 1] == "\\" and not end.startswith("\\"):
            stop = self._text.find(end, stop + 1)
        if stop < 0:
            self._line.text(begin)
            return
        body = self._text[start:stop]
        self._position = stop + len(end)
        if begin in {"$$", "\\["}:
            self.builder.skips.add("formula", body)
            return
        self._line.open("math", body)
        self._line.text(f"${body}$")
        self._line.close()

    def _verbatim(self, name: str) -> None:
        self._optional()
        if name == "mintinline":
            self._argument()
        mark = self._peek()
        if not mark:
            return
        end = self._text.find("}" if mark == "{" else mark, self._position + 1)
        line = self._text.find("\n", self._position)
        if end >= 0 and (line < 0 or end < line):
            self._line.open("code")
            self._line.text(self._text[self._position + 1 : end])
            self._line.close()
            self._position = end + 1

    def _note(self) -> None:
        """Read a footnote, whose text stands after the paragraph."""
        outer, self._line = self._line, Inline(collapse=True)
        held, self._notes = self._notes, []
        if self._peek() == "{":
            self._position = self._text.index("{", self._position) + 1
            self._tokens()
            self._position += 1
        text, _ = self._line.take()
        self._line, self._notes = outer, [*held, text, *self._notes]

    def _group(self, kind: str, level: int) -> None:
        """Read an argument as a block of its own."""
        if self._peek() != "{":
            return
        self._position = self._text.index("{", self._position) + 1
        self._tokens()
        self._position += 1
        self._add(kind, level)

    def _peek(self) -> str:
        match = NEXT.match(self._text, self._position)
        return match[1] if match else ""

    def _optional(self) -> bool:
        """Pass over an argument in square brackets."""
        match = OPTIONAL.match(self._text, self._position)
        if match:
            self._position = match.end()
        return match is not None

    def _argument(self) -> str:
        """Pass over an argument in braces and return it as it is written."""
        if self._peek() != "{":
            match = MACRO.match(self._text, self._position)
            self._position = match.end() if match else self._position
            return match[0].strip() if match else ""
        start = self._text.index("{", self._position) + 1
        depth = 1
        for match in ARGUMENT.finditer(self._text, start):
            depth += {"{": 1, "}": -1}.get(match[0], 0)
            if not depth:
                self._position = match.end()
                return self._text[start : match.start()]
        self._position = len(self._text)
        return self._text[start:]

    def _flush(self, *, ends_cell: bool = False) -> None:
        self._add("cell" if self._table.grid else "paragraph", 0)
        if ends_cell:
            self._table.end_cell()

    def _add(self, kind: str, level: int) -> None:
        text, markup = self._line.take()
        anchor = self._table.place() if text else None
        self.builder.add(text, markup, kind=kind, level=level, anchor=anchor)
        self._add_notes()

    def _add_notes(self) -> None:
        notes, self._notes = self._notes, []
        for note in notes:
            self.builder.add(note, kind="footnote")
