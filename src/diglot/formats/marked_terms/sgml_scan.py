"""One segment of SGML with marked terms: its text, and where the marks stand in it.

The files are no well-formed XML: a ``<`` that opens no term is text. White space counts as one
space, and what stands around a term inside its tags does not belong to it.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from diglot.model.terminology import Span

BETWEEN = "|"  # the alternatives of a term
ANY = "any"  # language of a file that does not say it
# Possessive: no text makes the search look at its signs again and again.
ATTRIBUTES = r"(?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+"
SEGMENT = re.compile(rf"<seg(?=[\s>])({ATTRIBUTES})>", re.IGNORECASE)
SEGMENT_END = re.compile(r"</seg\s{0,9}>", re.IGNORECASE)
OPENING = rf"<term(?=[\s>])(?P<open>{ATTRIBUTES})>"
CLOSING = r"(?P<close></term\s{0,9}>)"
OTHER = rf"<(?!term(?=[\s>]){ATTRIBUTES}>|/term\s{{0,9}}>)"  # a sign that begins no tag
PIECE = re.compile(rf"(?:[^<]++|{OTHER})++|{OPENING}|{CLOSING}", re.IGNORECASE)
ATTRIBUTE = re.compile(r"([\w:.-]+)\s{0,9}=\s{0,9}(?:\"([^\"]*)\"|'([^']*)')")
# White space other than one space alone, so that most texts need no change.
SPACES = re.compile(r"[\t\r\n\f\v][ \t\r\n\f\v]*+| [ \t\r\n\f\v]++")


@dataclass(slots=True)
class ScannedTerm:
    """A term as one side of the test set has it.

    Attributes:
        attributes: of its tag, entities resolved.
        span: half-open character range in the text, without the spaces around; may be empty.
    """

    attributes: dict[str, str]
    span: Span = (0, 0)


@dataclass(slots=True)
class ScannedSegment:
    """A segment with the marks of one side.

    Attributes:
        text: without tags.
        terms: in the order of their first tags.
        fault: what is wrong with the tags; None if nothing is.
    """

    text: str = ""
    terms: list[ScannedTerm] = field(default_factory=list)
    fault: str | None = None


def attributes_of(tag: str) -> dict[str, str]:
    """Return the attributes of a tag, names in small letters, entities resolved."""
    return {
        name.lower(): html.unescape(double or single)
        for name, double, single in ATTRIBUTE.findall(tag)
    }


def scan(content: str) -> ScannedSegment:
    """Return the text of a segment and its marked terms.

    Args:
        content: what stands between the tags of the segment.
    """
    pieces: list[str] = []
    length = 0
    found = ScannedSegment()
    still_open: list[ScannedTerm] = []
    after_space = True
    for piece in PIECE.finditer(content):
        if piece["open"] is not None:
            term = ScannedTerm(attributes_of(piece["open"]), (length, length))
            found.terms.append(term)
            still_open.append(term)
        elif piece["close"] is not None:
            if not still_open:
                found.fault = found.fault or "a </term> closes nothing"
                continue
            term = still_open.pop()
            term.span = (term.span[0], length)
        else:
            text = SPACES.sub(" ", html.unescape(piece.group()))
            if after_space:
                text = text.removeprefix(" ")
            if text:
                pieces.append(text)
                length += len(text)
                after_space = text[-1] == " "
    if still_open:
        found.fault = found.fault or "a <term> is not closed in its segment"
    whole = "".join(pieces)
    found.text = whole.rstrip(" ")
    for term in found.terms:
        term.span = _inside(whole, *term.span)
    return found


def _inside(text: str, begin: int, end: int) -> Span:
    """Return the range without one space at either side, as white space has been joined."""
    if begin < end and text[begin] == " ":
        begin += 1
    if begin < end and text[end - 1] == " ":
        end -= 1
    return begin, end
