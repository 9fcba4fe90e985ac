"""PDF (extra ``pdf``): lines and their places become paragraphs and headings.

A PDF says where characters stand, not in which order they are read, so the list of what was
skipped always begins with a warning.
"""

from __future__ import annotations

import io
import logging
import re
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from diglot.errors import ConfigError, FormatError, InputError
from diglot.files import text as _text
from diglot.formats.blocks import Builder
from diglot.formats.documents.html_walk import LANGUAGE
from diglot.formats.documents.pdf_layout import Line, paragraphs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from diglot.model import Document

WARNING = "warning: reading order, columns and tables are guessed"
MAX_PAGES = 20_000
SCAN_CURE = "run text recognition (OCR) over it first"
# Latin ligatures that fonts name as one character.
LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
)
UNREADABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f\ufffd\ufffe\uffff\ud800-\udfff]")
COMMENTS = frozenset({"/Text", "/FreeText", "/Highlight", "/Underline", "/StrikeOut", "/Popup"})


def read(path: Path, *, encoding: str | None = None) -> Document:  # noqa: ARG001  every reader takes it
    """Read a PDF file.

    Args:
        path: the file.
        encoding: has no effect, since the format says its own.

    Raises:
        FormatError: it is damaged, encrypted, or holds no text (a scan).
        ConfigError: the extra ``pdf`` is not installed.
        InputError: it cannot be read.
    """
    try:
        import pypdf
    except ImportError as error:
        raise ConfigError("reading PDF needs the extra 'pdf'; install diglot[pdf]") from error
    data = _text.read_bytes(path)
    if b"%PDF-" not in data[:2048]:
        raise FormatError("is not a PDF file", path=path, cure="check its extension")
    builder = Builder()
    with _quiet():
        try:
            reader = pypdf.PdfReader(io.BytesIO(data))
            lines = _lines(reader, path, builder)
            language = _language(reader)
        except InputError:
            raise
        except (Exception, RecursionError) as error:
            # Damaged files make the library fail in many ways, not only with its own errors.
            reason = " ".join(str(error).split())[:100] or type(error).__name__
            raise FormatError(
                f"is damaged ({reason})", path=path, cure="print it to a new PDF"
            ) from error
    for paragraph in paragraphs(lines, builder.skips):
        builder.add(
            paragraph.text,
            kind="heading" if paragraph.level else "paragraph",
            level=paragraph.level,
            anchor=f"page {paragraph.page}",
        )
    return builder.finish(path, "pdf", language=language, cure=SCAN_CURE)


def _lines(reader: Any, path: Path, builder: Builder) -> list[Line]:
    """Return the lines of all pages and list pages without text, comments and form fields."""
    if reader.is_encrypted and not reader.decrypt(""):
        raise FormatError("is protected by a password", path=path, cure="save it without one")
    count = len(reader.pages)
    if count > MAX_PAGES:
        raise FormatError(f"has more than {MAX_PAGES:,} pages", path=path, cure="split it")
    builder.skips.add(WARNING)
    lines: list[Line] = []
    for number, page in enumerate(reader.pages, 1):
        found = list(_page_lines(page, number, builder))
        if not found:
            builder.skips.add("page without text (a scan?)", f"page {number}")
        lines.extend(found)
        _list_annotations(page, builder)
    return lines


def _page_lines(page: Any, number: int, builder: Builder) -> Iterator[Line]:
    """Give the lines of one page with the place of their first characters and their size."""
    pieces: list[tuple[str, float, float, float]] = []

    def visit(text: str, cm: Any, tm: Any, _font: Any, size: float | None) -> None:
        # Place and size in the page's units: the text matrix within the current one.
        x = tm[4] * cm[0] + tm[5] * cm[2] + cm[4]
        y = tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
        scale = abs(tm[3] * cm[3]) or abs(tm[1] * cm[2]) or 1.0
        pieces.append((text, float(x), float(y), float(size or 0) * float(scale)))

    page.extract_text(visitor_text=visit)
    text, x, y = "", 0.0, 0.0
    sizes: Counter[float] = Counter()
    for piece, left, height, size in [*pieces, ("\n", 0.0, 0.0, 0.0)]:
        for index, part in enumerate(piece.split("\n")):
            if index:
                if cleaned := _cleaned(text, builder):
                    # A bullet may be smaller than its line: the size of most characters counts.
                    yield Line(cleaned, number, x, y, sizes.most_common(1)[0][0])
                text = ""
                sizes.clear()
            if part.strip():
                if not sizes:
                    x, y = left, height
                sizes[size] += len(part)
            text += part


def _cleaned(text: str, builder: Builder) -> str:
    """Spell out ligatures and take out what the file's fonts give no character for."""
    text, lost = UNREADABLE.subn("", text.translate(LIGATURES))
    builder.skips.add("character the file does not name", count=lost)
    return text.strip()


def _list_annotations(page: Any, builder: Builder) -> None:
    for reference in page.get("/Annots") or ():
        note = reference.get_object()
        kind = note.get("/Subtype")
        if kind == "/Widget" and note.get("/V"):
            builder.skips.add("form field", str(note["/V"]))
        elif kind in COMMENTS and note.get("/Contents"):
            builder.skips.add("comment", str(note["/Contents"]))


def _language(reader: Any) -> str | None:
    code = str(reader.root_object.get("/Lang") or "").strip()
    return code if LANGUAGE.fullmatch(code) else None


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep the library's remarks on faulty files off the terminal."""
    logger = logging.getLogger("pypdf")
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(level)
