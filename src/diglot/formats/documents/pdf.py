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
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice, pairwise
from pathlib import Path
from statistics import median
from typing import Any, NoReturn

from diglot.errors import FormatError, UnsafeFileError
from diglot.extras import extra_for
from diglot.files.binary import read_bytes
from diglot.formats.blocks import Builder, Skips
from diglot.formats.documents import text_lines
from diglot.formats.documents.html import LANGUAGE
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
MOST_UNNAMED = 0.2  # of the signs of a file: beyond, its text is of no use
SPACE = 0.13  # of the size of the font: the least distance between two words
LINE_FEED, RETURN = 0x0A, 0x0D
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
            kind="heading" if paragraph.level else "paragraph",
            level=paragraph.level,
            anchor=f"page {paragraph.page}",
        )
    return builder.finish(path, "pdf", language=language, cure=SCAN_CURE)


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


def _extract(data: bytes, path: Path) -> tuple[list[Line], str | None, Skips]:
    """Return the lines of a file, its language, and what was left out."""
    import pypdfium2
    from pypdfium2 import raw

    skips = Skips()
    try:
        with pypdfium2.PdfDocument(data) as document:
            most = max(SIGNS_FLOOR, MAX_SIGNS * len(data))
            return _lines(document, raw, path, skips, most), _language(document, raw), skips
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise FormatError(
                "is protected by a password", path=path, cure="save it without one"
            ) from error
        reason = " ".join(str(error).split())[:100]
        raise FormatError(
            f"is damaged ({reason})", path=path, cure="print it to a new PDF"
        ) from error


def _lines(document: Any, raw: Any, path: Path, skips: Skips, most: int) -> list[Line]:
    """Return the lines of all pages and list pages without text, comments and form fields."""
    count = len(document)
    if count > MAX_PAGES:
        raise FormatError(f"has more than {MAX_PAGES:,} pages", path=path, cure="split it")
    lines: list[Line] = []
    seen = _Seen()
    for number in range(1, count + 1):
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


def _page_lines(page: Any, raw: Any, number: int, seen: _Seen) -> Iterator[Line]:
    """Give the lines of one page with the place of their first characters and their size."""
    x, y, box, matrix = ctypes.c_double(), ctypes.c_double(), raw.FS_RECTF(), raw.FS_MATRIX()
    code_at, has_no_name = raw.FPDFText_GetUnicode, raw.FPDFText_HasUnicodeMapError
    size_at, box_at = raw.FPDFText_GetFontSize, raw.FPDFText_GetLooseCharBox
    start: tuple[float, float] | None = None
    sizes: dict[float, int] = {}
    parts: list[str] = []
    end = math.inf  # right edge of the sign before, where none stands between
    size = height = math.nan
    count = raw.FPDFText_CountChars(page)
    for index in range(count + 1):
        code = code_at(page, index) if index < count else LINE_FEED
        is_cut = code in HYPHENS and raw.FPDFText_IsHyphen(page, index) == 1
        if code == LINE_FEED or is_cut:
            parts += "-" * is_cut  # the line of a cut word ends here, too
            if start is not None:
                text = "".join(parts).encode("utf-16", "surrogatepass").decode("utf-16", "ignore")
                yield Line(text.strip(), number, *start, _usual(sizes))
            start, end = None, math.inf
            parts.clear()
            sizes.clear()
            continue
        seen.characters += 1
        character = _spelling(code)
        if not character or has_no_name(page, index) == 1:
            seen.unnamed += code != RETURN
            end = math.inf
            continue
        if character.isspace():
            parts.append(character)
            end = math.inf
            continue
        has_box = box_at(page, index, box)
        if box.top - box.bottom != height or not has_box:  # a call costs as much as the rest
            size, height = size_at(page, index), box.top - box.bottom if has_box else math.nan
            # Some programs take fonts of size 1 and enlarge the page.
            if raw.FPDFText_GetMatrix(page, index, matrix):
                size *= math.hypot(matrix.c, matrix.d) or 1.0
        sizes[size] = sizes.get(size, 0) + 1
        if has_box:
            # Programs that move the pen instead of printing a space may move it little.
            if box.left - end > SPACE * size:
                parts.append(" ")
            end = box.right
        parts.append(character)
        if start is None and raw.FPDFText_GetCharOrigin(page, index, x, y):
            start = x.value, y.value


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


# From the lines of printed pages to paragraphs: running heads go, cut paragraphs are joined.

EDGE_LINES = 3  # running heads are looked for among so many lines at the top and at the bottom
REPEATED_SHARE = 0.3  # of the pages; left and right pages often differ
SAME_PLACE = 6.0  # points
WIDE_GAP = 1.35  # times the usual distance of lines
OTHER_SIZE = 0.12  # relative difference of font sizes
HEADING_SIZE = 1.12  # times the size of the body
MAX_HEADING = 200  # characters
MAX_LEVEL = 6
NUMBER = re.compile(r"[0-9]{1,5}")
ROMAN = re.compile(r"[ivxlc]+")
ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
PAGE_NUMBER = re.compile(r"[0-9]{1,5}|\b[ivxlc]+\Z")
IN_STEP = 3  # pages whose Roman number stands behind the same words: what precedes a text is short
MAX_NUMBERS = 4
BULLET_SIGN = re.compile(r"[•▪‣◦●○■□]\s")
BULLET = re.compile(r"[•▪‣◦●○■□–—*]\s|\(?[0-9a-zA-Z]{1,3}[.)]\s")
# The end of an entry in a table of contents: dots that lead to the number of a page.
LEADERS = re.compile(r"[.…·][\s.…·]{6,}\w{1,6}\Z")
LEADERS_END = 60  # characters in which they are looked for
CONTENTS = 3  # entries that make a page one of contents, where chapters may stand without dots
CHAPTER = re.compile(r"([0-9]{1,2}\.?\s.*\S)\s+(?:[0-9]{1,4}|[ivxlc]+)")
FINAL = (".", "!", "?", "…", ":", ";", "。", "！", "？", '"', "”", "»", "’", ")")


@dataclass(frozen=True, slots=True)
class Line:
    """One printed line.

    Attributes:
        text: its characters.
        page: number of its page, from 1.
        x: left edge in points.
        y: height of its base line above the lower edge of the page, in points.
        size: size of the font in points; 0 when unknown.
    """

    text: str
    page: int
    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph with the page it begins on; headings have a level."""

    text: str
    page: int
    level: int


def paragraphs(lines: Sequence[Line], skips: Skips) -> Iterator[Paragraph]:
    """Give the paragraphs of a document.

    Args:
        lines: of all pages, in the order of reading.
        skips: takes the running heads and feet that were removed.
    """
    body = _without_running_heads(lines, skips)
    if not body:
        return
    style = _Style(body)
    words = text_lines.count_words(line.text for line in body)
    group = [body[0]]
    for line, following in pairwise(body):
        if style.parts(group, line, following):
            yield style.paragraph(group, words, skips)
            group = []
        group.append(following)
    yield style.paragraph(group, words, skips)


def _without_running_heads(lines: Sequence[Line], skips: Skips) -> list[Line]:
    """Remove what stands at the same place on many pages: the same words, or the page number.

    Words with the Roman number of the page need few pages, as what precedes a text is short.

    Only the outermost lines of a page can go, one after the other from the edge inwards.
    """
    pages: defaultdict[int, list[Line]] = defaultdict(list)
    for line in lines:
        pages[line.page].append(line)
    enough = max(2, REPEATED_SHARE * len(pages))
    removed: set[Line] = set()
    for direction in (-1, 1):  # from the top, from the bottom
        edges = [
            sorted(page, key=lambda line: direction * line.y)[:EDGE_LINES]
            for page in pages.values()
        ]
        forms = Counter(form for edge in edges for form in set().union(*map(_forms, edge)))
        offsets = Counter(offset for edge in edges for offset in _offsets(edge[0]))
        numbered = {offset for offset, count in offsets.items() if count >= max(3, enough)}
        for edge in edges:
            for depth, line in enumerate(edge):
                is_number = depth == 0 and not numbered.isdisjoint(_offsets(line))
                here = _forms(line)
                is_repeated = max(forms[form] for form in here) >= enough
                in_step = any(forms[form] >= IN_STEP for form in here if " #roman" in form[1])
                if not (is_repeated or is_number or in_step):
                    break
                removed.add(line)
    for line in lines:
        if line in removed:
            skips.add("running head or page number", line.text)
    return [line for line in lines if line not in removed]


def _forms(line: Line) -> set[tuple[int, str]]:
    """Return what running heads have in common: height and words, whatever the page number.

    Any number may be the page number, so there is a form for each, in which that number is
    replaced by its distance from the number of the page.
    """
    height, text = round(line.y / SAME_PLACE), line.text.lower()
    if ROMAN.fullmatch(text):
        return {(height, "roman")}
    found: set[tuple[int, str]] = {(height, text)}
    for match in islice(PAGE_NUMBER.finditer(text), MAX_NUMBERS):
        mark = "#" if match[0].isdecimal() else "#roman"
        distance = _value(match[0]) - line.page
        found.add((height, f"{text[: match.start()]}{mark}{distance}{text[match.end() :]}"))
    return found


def _value(number: str) -> int:
    """Return the value of an Arabic or a Roman number."""
    if NUMBER.fullmatch(number):
        return int(number)
    values = [ROMAN_VALUES[letter] for letter in number]
    later = [*values[1:], 0]
    return sum(-one if one < two else one for one, two in zip(values, later, strict=True))


def _offsets(line: Line) -> set[int]:
    """Return how far the numbers at the ends of a line are from the number of its page."""
    ends = {line.text.split()[0], line.text.split()[-1]}
    return {int(end) - line.page for end in ends if NUMBER.fullmatch(end)}


class _Style:
    """How a document is set: distance of lines, width, size of the body, sizes of headings."""

    def __init__(self, lines: Sequence[Line]) -> None:
        sizes: Counter[float] = Counter()
        for line in lines:
            sizes[round(line.size, 1)] += len(line.text)
        self._size = sizes.most_common(1)[0][0]
        led = Counter(line.page for line in lines if LEADERS.search(line.text[-LEADERS_END:]))
        self._contents = {page for page, entries in led.items() if entries >= CONTENTS}
        larger = sorted(
            {size for size in sizes if self._size and size > self._size * HEADING_SIZE},
            reverse=True,
        )
        self._levels = {size: min(rank, MAX_LEVEL) for rank, size in enumerate(larger, 1)}
        steps = [
            line.y - following.y
            for line, following in pairwise(lines)
            if line.page == following.page and line.y > following.y and self._is_body(following)
        ]
        self._step = median(steps) if steps else 0.0
        lengths = sorted(len(line.text) for line in lines if self._is_body(line))
        self._width = lengths[int(len(lengths) * 0.95)] if lengths else 0

    def parts(self, group: Sequence[Line], line: Line, following: Line) -> bool:
        """Tell whether a paragraph ends between two lines; ``group`` is that paragraph so far."""
        if abs(line.size - following.size) > OTHER_SIZE * max(line.size, following.size):
            return True
        if LEADERS.search(line.text[-LEADERS_END:]):
            return True
        if line.page != following.page or following.y > line.y:
            # A new page or column: a paragraph goes on if its sentence does.
            return line.text.endswith(FINAL) or not following.text[0].islower()
        if self._step and line.y - following.y > WIDE_GAP * self._step:
            return True
        is_list = BULLET.match(group[0].text) is not None
        if following.x - line.x > 0.9 * max(following.size, 1) and not is_list:
            return True  # indented first line
        if BULLET_SIGN.match(following.text):
            return True
        fits = len(line.text) + 1 + len(following.text.split()[0]) < 0.85 * self._width
        if not fits:
            return False
        return is_list or line.text.endswith(FINAL) or BULLET.match(following.text) is not None

    def paragraph(self, group: Sequence[Line], words: Counter[str], skips: Skips) -> Paragraph:
        """Join the lines of a paragraph, without what leads to a page in a table of contents."""
        text = text_lines.join_wrapped_lines([line.text for line in group], words)
        entry = text
        if leaders := LEADERS.search(text, max(0, len(text) - LEADERS_END)):
            entry = text[: leaders.start()].rstrip(" .…·")
        elif group[0].page in self._contents and (chapter := CHAPTER.fullmatch(text)):
            entry = chapter[1]
        if entry != text:
            skips.add("page number in a table of contents", entry)
            text = entry
        level = self._levels.get(round(group[0].size, 1), 0)
        return Paragraph(text, group[0].page, level if len(text) <= MAX_HEADING else 0)

    def _is_body(self, line: Line) -> bool:
        return round(line.size, 1) == self._size
