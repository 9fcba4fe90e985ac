"""Texts for reports: the part around marked places, safe for terminals and single lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from diglot.model.findings import Span

_PLACES = 20  # that are shown
GAP = " … "
# Characters that a cut may move to keep a word whole.
_WORD = 15


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A text with what is left of it.

    Attributes:
        text: pieces with an ellipsis between them and where an end was cut off.
        spans: the marked places in it, ascending, without overlaps.
        is_whole: whether nothing was cut.
    """

    text: str
    spans: tuple[Span, ...]
    is_whole: bool

    def pieces(self) -> Iterator[tuple[str, bool]]:
        """Give the text in pieces, and whether each is a marked place."""
        at = 0
        for begin, end in self.spans:
            yield self.text[at:begin], False
            yield self.text[begin:end], True
            at = end
        yield self.text[at:], False


def merged_spans(spans: Iterable[Span], length: int) -> tuple[Span, ...]:
    """Return spans inside a text of some length, ascending; those that overlap become one."""
    found: list[Span] = []
    for begin, end in sorted((max(0, begin), min(end, length)) for begin, end in spans):
        if begin >= end:
            continue
        if found and begin < found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((begin, end))
    return tuple(found)


def excerpt(text: str, spans: Iterable[Span], *, around: int) -> Excerpt:
    """Return the surroundings of marked places; of a text without them the beginning.

    Args:
        text: the whole text.
        spans: half-open character ranges.
        around: characters to keep on each side of a place.
    """
    marked = merged_spans(spans, len(text))[:_PLACES]
    # What stands before the first place tells least when the text is short anyway.
    windows: list[list[int]] = []
    for begin, end in marked or ((0, 0),):
        # A marked place may be a whole book: its ends are what matters.
        pieces = [(begin, end)] if end - begin <= 2 * around else [(begin, begin), (end, end)]
        for first, last in pieces:
            start = _moved(text, max(0, first - around), -1)
            stop = _moved(text, min(len(text), last + around + (0 if marked else around)), 1)
            if windows and start <= windows[-1][1]:
                windows[-1][1] = max(stop, windows[-1][1])
            else:
                windows.append([start, stop])
    found: list[str] = []
    places: list[Span] = []
    at = 0
    for number, (start, stop) in enumerate(windows):
        lead = GAP if number else "… " if start else ""
        found += [lead, text[start:stop]]
        at += len(lead)
        for begin, end in marked:
            inside = max(begin, start), min(end, stop)
            if inside[0] < inside[1]:
                places.append((inside[0] - start + at, inside[1] - start + at))
        at += stop - start
    if windows[-1][1] < len(text):
        found.append(" …")
    whole = len(windows) == 1 and windows[0] == [0, len(text)]
    return Excerpt("".join(found), tuple(places), whole)


def _moved(text: str, at: int, step: int) -> int:
    """Move a cut outwards to the end of the word it stands in, if that is near."""
    if at in (0, len(text)):
        return at
    for distance in range(_WORD):
        place = at + step * distance
        if place in (0, len(text)) or text[place if step > 0 else place - 1].isspace():
            return place
    return at


# Texts of any origin as a terminal, a file in UTF-8 and a line can carry them.

# Halves of surrogate pairs come from broken files; UTF-8 cannot write them. A text file with a NUL
# is taken for a binary one.
_UNWRITABLE = re.compile("[\0\ud800-\udfff]")
# Controls may move the cursor or colour a terminal; marks of direction may hide what follows.
_CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
_FIRST_PICTURE, _DELETE, _DELETE_PICTURE = 0x2400, "\x7f", "\u2421"


def replace_unwritable(text: str) -> str:
    """Return a text that a text file in UTF-8 can hold."""
    return _UNWRITABLE.sub("\ufffd", text)


def show_controls(text: str) -> str:
    """Return a text on one line, with pictures of the characters that could act on a terminal."""
    return _CONTROLS.sub(_picture, " ".join(re.split("[\t\n\r ]+", text))).strip()


def _picture(match: re.Match[str]) -> str:
    character = match[0]
    if character == _DELETE:
        return _DELETE_PICTURE
    if character < " ":
        return chr(_FIRST_PICTURE + ord(character))
    return "\ufffd"
