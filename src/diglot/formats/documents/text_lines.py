"""Plain text: one segment a line, or paragraphs.

Paragraphs are found by this rule, which needs nothing but the lines:

1. A file counts as *wrapped* when many lines do not end like a sentence and, of those, most
   could not have taken the first word of the next line, and enough of the next lines begin in
   lower case (in scripts that have it). The width is that of the long lines (95th percentile) and
   must be one that people wrap at (30 to 140 characters; from 15 in scripts without spaces).
2. In a file that is not wrapped every line is a paragraph of its own; blank lines only separate.
3. In a wrapped file blank lines end paragraphs. So does a line that is indented more than the
   one before it, and a line that had room for the next word and either ends like a sentence or
   fills less than half of the width. The other lines are joined.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from diglot.files import text as _text
from diglot.formats.blocks import Builder
from diglot.formats.documents import wrapping
from diglot.model import Segment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from diglot.model import Document

WIDTHS = (30, 140)
UNSPACED_MIN_WIDTH = 15
TELLING_SHARE = 0.4
WRAPPED_SHARE = 0.6
LOWER_SHARE = 0.3
UNCASED_MIN_PAIRS = 4
FINAL = (
    ".",
    "!",
    "?",
    "…",
    ":",
    ";",
    "。",
    "！",
    "？",
    '"',
    "”",
    "»",
    "’",
    ")",
    "」",
    "۔",
    "؟",
    "।",
)


def read(path: Path, *, encoding: str | None = None, lines: bool = False) -> Document:
    r"""Read a plain text file.

    Args:
        path: the file.
        encoding: of a file that is neither UTF-8 nor marked.
        lines: every line is one segment, blank lines included, since they are positions in
            line-parallel files; otherwise paragraphs to segment.

    Raises:
        FormatError: it is empty, binary or in another encoding.
        InputError: it cannot be read.
    """
    content = _text.split_lines(_text.read_text(path, encoding=encoding))
    builder = Builder()
    if lines:
        return _of_lines(path, content)
    for number, text in paragraphs(content):
        builder.add(text, anchor=f"line {number}")
    return builder.finish(path, "text")


def _of_lines(path: Path, content: Sequence[str]) -> Document:
    """Document with a segment for each line, all in one block: a million lines need no more."""
    builder = Builder()
    if content:
        builder.add("\n".join(content), kind="line", blank=True)
    document = builder.finish(path, "text")
    segments = []
    start = 0
    for line in content:
        segments.append(Segment(start, start + len(line)))
        start += len(line) + 1
    return replace(document, segments=tuple(segments), segmenter="lines")


def paragraphs(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Give the paragraphs of a text with the number of their first line.

    Args:
        lines: as found, without line ends.
    """
    width = wrap_width(lines)
    if width is None:
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield number, line.strip()
        return
    words = wrapping.vocabulary(lines)
    group: list[str] = []
    first = 1
    for number, line in enumerate(lines, 1):
        if group and (not line.strip() or _ends(group[-1], line, width)):
            yield first, wrapping.join(group, words)
            group = []
        if line.strip():
            first = first if group else number
            group.append(line.rstrip())
    if group:
        yield first, wrapping.join(group, words)


def wrap_width(lines: Sequence[str]) -> int | None:
    """Return the width a text was wrapped at, or None when its lines are not wrapped."""
    lengths = sorted(len(line.rstrip()) for line in lines if line.strip())
    if not lengths:
        return None
    width = lengths[min(len(lengths) - 1, int(len(lengths) * 0.95))]
    pairs = [
        (line.rstrip(), following.lstrip())
        for line, following in pairwise(lines)
        if line.strip() and following.strip()
    ]
    # A line that ends like a sentence may be full by chance; only the others tell.
    telling = [pair for pair in pairs if not pair[0].endswith(FINAL)]
    if not telling or len(telling) < TELLING_SHARE * len(pairs):
        return None
    unspaced = sum(bool(wrapping.UNSPACED.match(following)) for _, following in telling)
    least = UNSPACED_MIN_WIDTH if unspaced * 2 > len(telling) else WIDTHS[0]
    if not least <= width <= WIDTHS[1]:
        return None
    cut = sum(wrapping.full(line, following, width) for line, following in telling)
    cased = [
        following[0] for _, following in telling if following[0].lower() != following[0].upper()
    ]
    lower = sum(character.islower() for character in cased)
    if not cased and len(telling) < UNCASED_MIN_PAIRS:
        return None  # the longest line is always full: too little to go by
    is_wrapped = cut >= WRAPPED_SHARE * len(telling) and lower >= LOWER_SHARE * len(cased)
    return width if is_wrapped else None


def _ends(line: str, following: str, width: int) -> bool:
    """Tell whether a paragraph of a wrapped text ends between two lines."""
    if _indent(following) > _indent(line):
        return True
    if wrapping.full(line, following, width):
        return False
    return line.endswith(FINAL) or len(line) * 2 < width


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
