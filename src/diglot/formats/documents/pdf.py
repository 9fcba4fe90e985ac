"""PDF (extra ``pdf``): lines and their places become paragraphs and headings.

A PDF says where characters stand, not in which order they are read, so the list of what was
skipped begins with a warning.
"""

from __future__ import annotations

import ctypes
import math
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NoReturn

from diglot.errors import FormatError, UnsafeFileError
from diglot.files.binary import read_bytes
from diglot.formats.blocks import Builder, Skips
from diglot.formats.documents.html import LANGUAGE
from diglot.formats.documents.pdf_lines import (
    LEFT,
    RIGHT,
    Line,
    has_right_to_left,
    kind_of,
    paragraphs,
    reading_order,
)
from diglot.installed import extra_for
from diglot.model import Document

WARNING = "layout of PDF, whose reading order, columns and tables are guessed"
MAX_PAGES = 20_000
# A small file may say the same again and again; no honest one has so many signs a byte.
MAX_SIGNS = 20
SIGNS_FLOOR = 200_000
# What a page draws may be packed, and drawn again and again: the library knows no end.
PROGRAM = "from diglot.formats.documents import pdf; pdf.answer_input()"
MEMORY = 512 << 20  # bytes, and so many times the size of the file:
MEMORY_TIMES = 16
SECONDS, SECONDS_MEGABYTE = 2, 20  # of CPU; manuals take 1 to 5 for each megabyte
SCAN_CURE = "run text recognition (OCR) over it first"
# Latin ligatures that fonts name as one character.
LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
)
UNREADABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f\ufffd-\uffff\ue000-\uf8ff]")
MOST_UNNAMED = 0.05  # of the signs of a file; formulas of real manuals reach .002
SAME_LINE = 0.4  # of the size of the font: marks of a line stand no higher
SPACE = 0.13  # of the size of the font: the least distance between two words
CELL_SPACE = 1.0  # and between two cells of a table
BOLD = 600  # the least weight of bold type
RAISED = 0.85  # of the size of a line: marks of its notes are no larger
LINE_FEED, RETURN = 0x0A, 0x0D
LISTED = re.compile(r"\w\s+[.):][0-9]")  # "Contents .6", which begins at the right
HALVES, HIGH = range(0xD800, 0xE000), range(0xD800, 0xDC00)  # of signs beyond 16 bits
HYPHENS = frozenset({0x02, 0xFFFE})  # at the end of a line, as the library spells them


def read(path: Path, *, encoding: str | None = None) -> Document:  # noqa: ARG001  every reader takes it
    """Read a PDF file.

    Raises:
        FormatError: it is damaged, encrypted, holds no text (a scan), or text that nobody can read
            because its fonts name no characters.
        ConfigError: the extra ``pdf`` is not installed.
    """
    with extra_for("reading PDF"):
        import pypdfium2  # noqa: F401 - here rather than in a fork
    data = read_bytes(path)
    if b"%PDF-" not in data[:2048]:
        raise FormatError("is not a PDF file", path=path, cure="check its extension")
    lines, language, skipped = within_limits(partial(_extract, data, path), len(data), path)
    builder = Builder()
    if lines:
        builder.skips.add(WARNING)
    for each in skipped.entries():
        builder.skips.add(each.kind, each.example, each.count)
    for paragraph in paragraphs(lines, builder.skips):
        builder.add(
            paragraph.text,
            kind="footnote" if paragraph.is_note else "heading" if paragraph.level else "paragraph",
            level=paragraph.level,
            anchor=f"page {paragraph.page}",
        )
    return builder.finish(path, "pdf", language=language, cure=SCAN_CURE)


def read_beginning(path: Path, pages: int) -> list[str]:
    """Return the paragraphs of the first pages of a PDF file; raises what `read` does."""
    with extra_for("reading PDF"):
        import pypdfium2  # noqa: F401 - here rather than in a fork
    data = read_bytes(path)
    lines, _, skips = within_limits(partial(_extract, data, path, pages=pages), len(data), path)
    return [paragraph.text for paragraph in paragraphs(lines, skips)]


def within_limits(
    work: Callable[[], tuple[list[Line], str | None, Skips]], size: int, path: Path
) -> tuple[list[Line], str | None, Skips]:
    """Return what is extracted in another process, whose memory and time end by the file's size.

    Args:
        work: does it; what `pickle` can carry, where other threads run.
        size: of the file, in bytes.
        path: the file.

    Raises:
        UnsafeFileError: the file needs more than that, or is so damaged that the library crashes.
    """
    if sys.platform != "linux":
        return work()
    # A fork is quick, but locks that other threads hold stay locked in it for ever.
    run = _fork if threading.active_count() == 1 else _start
    status, answer = run(work, size)
    if status:
        is_slow = -status in {signal.SIGXCPU, signal.SIGKILL}
        raise UnsafeFileError(
            f"takes more than {_seconds(size)} seconds to read"
            if is_slow
            else f"cannot be read within {_memory(size) >> 20} MB of memory",
            path=path,
            cure="print it to a new PDF",
        )
    found: Any = pickle.loads(answer)  # noqa: S301 - written by `_answer`
    if isinstance(found, Exception):
        raise found
    lines, language, skips = found
    return lines, language, skips


def _fork(work: Callable[[], object], size: int) -> tuple[int, bytes]:
    receive, send = os.pipe()
    child = os.fork()
    if not child:
        _answer(work, size, send)
    os.close(send)
    try:
        with os.fdopen(receive, "rb") as pipe:
            answer = pipe.read()
    except BaseException:
        os.kill(child, signal.SIGKILL)
        raise
    finally:
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return status, answer


def _start(work: Callable[[], object], size: int) -> tuple[int, bytes]:
    done = subprocess.run(  # noqa: S603 - our own module
        [sys.executable, "-P", "-c", PROGRAM],
        input=pickle.dumps((work, size)),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        check=False,
    )
    return done.returncode, done.stdout


def answer_input() -> NoReturn:
    """Do what the standard input says, and write what comes of it."""
    work, size = pickle.load(sys.stdin.buffer)  # noqa: S301 - written by `_start`
    _answer(work, size, sys.stdout.fileno())


def _answer(work: Callable[[], object], size: int, send: int) -> NoReturn:
    """Work within the limits, write the result or the error into a pipe, and end."""
    import faulthandler
    import resource

    faulthandler.disable()  # the parent says it in one line
    status = 1
    try:
        in_use = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        for name, most in (
            (resource.RLIMIT_AS, in_use + _memory(size)),
            (resource.RLIMIT_CPU, _seconds(size)),
            (resource.RLIMIT_CORE, 0),
        ):
            hard = resource.getrlimit(name)[1]
            least = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(name, (least, hard))
        try:
            found = work()
        except Exception as error:
            if isinstance(error, MemoryError):
                raise
            found = error
        with os.fdopen(send, "wb") as pipe:
            pickle.dump(found, pipe)
        status = 0
    finally:
        os._exit(status)


def _memory(size: int) -> int:
    return MEMORY + MEMORY_TIMES * size


def _seconds(size: int) -> int:
    return SECONDS + SECONDS_MEGABYTE * size // 1_000_000


def _extract(
    data: bytes, path: Path, *, pages: int = MAX_PAGES
) -> tuple[list[Line], str | None, Skips]:
    """Return the lines of a file, its language, and what was left out."""
    import pypdfium2
    from pypdfium2 import raw

    skips = Skips()
    try:
        with pypdfium2.PdfDocument(data) as document:
            most = max(SIGNS_FLOOR, MAX_SIGNS * len(data))
            lines = _lines(document, raw, path, skips, most, pages)
            return lines, _language(document, raw), skips
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise FormatError(
                "is protected by a password", path=path, cure="save it without one"
            ) from error
        reason = " ".join(str(error).split())[:100]
        raise FormatError(
            f"is damaged ({reason})", path=path, cure="print it to a new PDF"
        ) from error


def _lines(document: Any, raw: Any, path: Path, skips: Skips, most: int, pages: int) -> list[Line]:
    """Return the lines of so many pages and list pages without text, comments and form fields."""
    count = len(document)
    if count > MAX_PAGES:
        raise FormatError(f"has more than {MAX_PAGES:,} pages", path=path, cure="split it")
    lines: list[Line] = []
    seen = _Seen()
    for number in range(1, min(count, pages) + 1):
        page = document[number - 1]
        text = page.get_textpage()
        most -= raw.FPDFText_CountChars(text)
        if most < 0:
            raise UnsafeFileError(
                f"has more than {MAX_SIGNS} characters for each of its bytes",
                path=path,
                place=f"page {number}",
                cure="print it to a new PDF",
            )
        found = list(_page_lines(text, raw, number, seen))
        if not found:
            skips.add("page without text (a scan?)", f"page {number}")
        lines.extend(found)
        _list_annotations(page, raw, skips)
        text.close()
        page.close()
    if seen.unnamed > MOST_UNNAMED * seen.characters:
        raise FormatError(
            f"cannot be read: its fonts do not say which characters "
            f"{seen.unnamed / seen.characters:.0%} of its signs are",
            path=path,
            cure=SCAN_CURE,
        )
    skips.add("character the file does not name", count=seen.unnamed)
    return lines


@dataclass(slots=True)
class _Seen:
    """Signs of a file, and those for which its fonts name no character."""

    characters: int = 0
    unnamed: int = 0
    letters: Counter[str] = field(default_factory=Counter)
    page: int = 0

    @property
    def is_right_to_left(self) -> bool:
        """Whether most letters up to this page are read from right to left."""
        return self.letters[RIGHT] >= self.letters[LEFT]

    def is_turned(self, line: Line, page: Any, raw: Any) -> bool:
        """Tell whether a line has to be put into the order of reading."""
        if has_right_to_left(line.text):
            if line.page != self.page:
                self.page = line.page
                for index in range(raw.FPDFText_CountChars(page)):
                    self.letters[kind_of(chr(raw.FPDFText_GetUnicode(page, index)))] += 1
            return True
        is_listed = line.page == self.page and LISTED.search(line.text)
        return bool(is_listed) and self.is_right_to_left


@dataclass(slots=True)
class _Row:
    """A line whose signs are being read.

    Attributes:
        begin: number of the sign behind the line before.
        parts: characters, and spaces between them.
        sizes: how many signs have a size.
        start: place of its first sign.
        ends: numbers of its first and its last sign.
        end: right edge of the sign before, where none stands between.
        edge: the same, whatever stands between.
        cells: where parts begin behind a wide gap, and their left edges.
    """

    begin: int
    parts: list[str] = field(default_factory=list)
    sizes: dict[float, int] = field(default_factory=dict)
    start: tuple[float, float] | None = None
    ends: list[int] = field(default_factory=list)
    end: float = math.inf
    edge: float = math.inf
    cells: list[tuple[int, float]] = field(default_factory=list)

    def part(self, box: Any, size: float) -> None:
        """Put a space where a sign stands apart from the one before."""
        # Programs that move the pen instead of printing a space may move it little.
        if box.left - self.end > SPACE * size:
            self.parts.append(" ")
        if box.left - self.edge > CELL_SPACE * size:
            self.cells.append((len(self.parts), box.left))
        self.end = self.edge = box.right

    def line(self, page: Any, raw: Any, number: int) -> Line | None:
        """Return the line; none if it has no sign."""
        if self.start is None:
            return None
        is_bold = all(raw.FPDFText_GetFontWeight(page, each) >= BOLD for each in self.ends)
        size, edge = _usual(self.sizes), self.edge
        return Line(self._text(), number, *self.start, size, edge, self._pieces(), is_bold)

    def _text(self, begin: int = 0, end: int | None = None) -> str:
        return _whole("".join(self.parts[begin:end])).strip()

    def _pieces(self) -> tuple[tuple[float, str], ...]:
        """Return the pieces between wide gaps with their left edges; nothing if there are none."""
        if not self.cells or self.start is None:
            return ()
        begins = [(0, self.start[0]), *self.cells]
        ends = [begin for begin, _ in begins[1:]] + [len(self.parts)]
        return tuple(
            (x, self._text(begin, end)) for (begin, x), end in zip(begins, ends, strict=True)
        )


def _page_lines(page: Any, raw: Any, number: int, seen: _Seen) -> Iterator[Line]:
    """Give the lines of one page with the place of their first characters and their size."""
    x, y, box, matrix = ctypes.c_double(), ctypes.c_double(), raw.FS_RECTF(), raw.FS_MATRIX()
    code_at, has_no_name = raw.FPDFText_GetUnicode, raw.FPDFText_HasUnicodeMapError
    size_at, box_at = raw.FPDFText_GetFontSize, raw.FPDFText_GetLooseCharBox
    row = _Row(0)
    size = height = math.nan
    turned: list[tuple[Line, range]] = []
    count = raw.FPDFText_CountChars(page)
    for index in range(count + 1):
        code = code_at(page, index) if index < count else LINE_FEED
        is_cut = code in HYPHENS and raw.FPDFText_IsHyphen(page, index) == 1
        if code == LINE_FEED or is_cut:
            row.parts += "-" * is_cut  # the line of a cut word ends here, too
            line = row.line(page, raw, number)
            if line and seen.is_turned(line, page, raw):
                turned.append((line, range(row.begin, index)))
            elif line:
                yield from _in_reading_order(turned, page, raw, seen)
                yield line
            row = _Row(index + 1)
            continue
        seen.characters += 1
        character = _spelling(code)
        is_unnamed = not character or has_no_name(page, index) == 1
        if is_unnamed or character.isspace():
            seen.unnamed += is_unnamed and code != RETURN
            row.parts += character * (not is_unnamed)
            row.end = math.inf
            continue
        has_box = box_at(page, index, box)
        if box.top - box.bottom != height or not has_box:  # a call costs as much as the rest
            before = size
            size, height = size_at(page, index), box.top - box.bottom if has_box else math.nan
            # Some programs take fonts of size 1 and enlarge the page.
            if raw.FPDFText_GetMatrix(page, index, matrix):
                size *= math.hypot(matrix.c, matrix.d) or 1.0
            if before < RAISED * size and character.isalpha() and "".join(row.parts).isdecimal():
                row.parts.append(" ")  # a note begins behind its mark
        row.sizes[size] = row.sizes.get(size, 0) + 1
        if has_box:
            row.part(box, size)
        row.parts.append(character)
        row.ends[1:] = [index]
        if row.start is None and raw.FPDFText_GetCharOrigin(page, index, x, y):
            row.start = x.value, y.value
    yield from _in_reading_order(turned, page, raw, seen)


def _in_reading_order(
    turned: list[tuple[Line, range]], page: Any, raw: Any, seen: _Seen
) -> Iterator[Line]:
    """Give lines with letters from right to left, read by the places of their signs.

    Programs write such lines in the order of reading or of display, and the library turns some of
    them. Marks above a line may be a line of their own. A line that begins at the right has a
    place to the left of zero, so that indents are what they are elsewhere.
    """
    while turned:
        line, places = turned.pop(0)
        signs = _signs(page, raw, places)
        while turned and abs(turned[0][0].y - line.y) < SAME_LINE * line.size:
            following, places = turned.pop(0)
            signs += _signs(page, raw, places)
            line = max(line, following, key=lambda each: len(each.text))
        if not (placed := _with_marks(signs)):
            continue
        texts: list[str] = []
        for before, each in zip([None, *placed], placed, strict=False):
            if before and each.left - before.right > SPACE * line.size:
                texts.append(" ")
            texts.append(each.text)
        letters = Counter(map(kind_of, texts))
        begins_right = seen.is_right_to_left or letters[RIGHT] >= letters[LEFT]
        text = reading_order(texts, is_right_to_left=begins_right)
        edges = placed[0].left, placed[-1].right
        left, right = (-edges[1], -edges[0]) if begins_right else edges
        yield replace(line, text=text, x=left, right=right, cells=())


@dataclass(frozen=True, order=True, slots=True)
class _Sign:
    """A sign of a line and its edges."""

    left: float
    right: float
    text: str


def _signs(page: Any, raw: Any, places: range) -> list[_Sign]:
    x, y, box = ctypes.c_double(), ctypes.c_double(), raw.FS_RECTF()
    found = []
    for place in places:
        code = raw.FPDFText_GetUnicode(page, place)
        pair = chr(code) + chr(raw.FPDFText_GetUnicode(page, place + 1)) * (code in HIGH)
        # Of two halves the first one takes both, and the second one is nothing by itself.
        spelled = _whole(pair) if code in HALVES else _spelling(code)
        if (
            text := unicodedata.normalize("NFKC", spelled).strip()
        ) and raw.FPDFText_GetLooseCharBox(page, place, box):
            has_origin = raw.FPDFText_GetCharOrigin(page, place, x, y)
            left = min(box.left, x.value) if has_origin else box.left
            found.append(_Sign(left, box.right, text))
    return found


def _with_marks(signs: Sequence[_Sign]) -> list[_Sign]:
    """Return the letters from left to right, each with the marks above and below it."""
    found = [each for each in signs if unicodedata.category(each.text[0]) != "Mn"]
    for mark in (each for each in signs if unicodedata.category(each.text[0]) == "Mn"):
        middle = mark.left + mark.right
        near = min(
            range(len(found)),
            key=lambda place: abs(found[place].left + found[place].right - middle),
            default=None,
        )
        if near is not None:
            base = found[near]
            edges = min(base.left, mark.left), max(base.right, mark.right)
            found[near] = _Sign(*edges, base.text + mark.text)
    return sorted(found)


def _whole(text: str) -> str:
    """Join the halves of signs beyond 16 bits, as the library gives them."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "ignore")


@lru_cache(4096)
def _spelling(code: int) -> str:
    """Return a sign as it is written, a ligature by its letters; nothing for one without a name."""
    character = chr(code)
    return "" if UNREADABLE.match(character) else character.translate(LIGATURES)


def _usual(sizes: dict[float, int]) -> float:
    """Return the size of most characters, as a bullet may be smaller than its line."""
    rounded: Counter[float] = Counter()
    for size, count in sizes.items():
        rounded[round(size, 1)] += count
    return rounded.most_common(1)[0][0]


def _list_annotations(page: Any, raw: Any, skips: Skips) -> None:
    kinds = {raw.FPDF_ANNOT_WIDGET: ("form field", b"V")} | dict.fromkeys(
        (raw.FPDF_ANNOT_TEXT, raw.FPDF_ANNOT_FREETEXT, raw.FPDF_ANNOT_HIGHLIGHT,
         raw.FPDF_ANNOT_UNDERLINE, raw.FPDF_ANNOT_STRIKEOUT, raw.FPDF_ANNOT_POPUP),
        ("comment", b"Contents"),
    )  # fmt: skip
    for index in range(raw.FPDFPage_GetAnnotCount(page)):
        note = raw.FPDFPage_GetAnnot(page, index)
        label, key = kinds.get(raw.FPDFAnnot_GetSubtype(note), ("", b""))
        if label and (text := _string(raw.FPDFAnnot_GetStringValue, note, key)):
            skips.add(label, text)
        raw.FPDFPage_CloseAnnot(note)


def _language(document: Any, raw: Any) -> str | None:
    code = _string(raw.FPDFCatalog_GetLanguage, document).strip()
    return code if LANGUAGE.fullmatch(code) else None


def _string(function: Any, *arguments: Any) -> str:
    """Return the text that a function of the library writes into a buffer, in UTF-16."""
    size = function(*arguments, None, 0)
    buffer = (ctypes.c_ushort * (size // 2 + 1))()
    function(*arguments, buffer, size)
    return bytes(buffer)[: max(0, size - 2)].decode("utf-16-le", "replace")
