"""Two documents and the links between their segments, and the units that files hold of them."""

from dataclasses import dataclass, field

from diglot.model.document import Document, Markup
from diglot.model.score import Signature
from diglot.model.tables import Table


@dataclass(frozen=True, slots=True)
class Link:
    """A correspondence between runs of units: paragraphs, sentences or words.

    Attributes:
        source: zero-based indices of the source units, ascending; empty for an insertion.
        target: zero-based indices of the target units, ascending; empty for a deletion.
        score: calibrated probability that the link is right, in [0, 1]; None when unknown.
        kind: a label of the layer it belongs to (``S``/``P`` for words, ``confirmed``, ``zone``…).
        reasons: why a doubtful link is doubtful, as words for the user.
    """

    source: tuple[int, ...]
    target: tuple[int, ...]
    score: float | None = None
    kind: str | None = None
    reasons: tuple[str, ...] = ()

    @property
    def type(self) -> str:
        """Numbers of units on both sides, e.g. ``"2-1"``."""
        return f"{len(self.source)}-{len(self.target)}"

    @property
    def is_null(self) -> bool:
        """True when one side is empty."""
        return not self.source or not self.target


@dataclass(frozen=True, slots=True)
class Zone:
    """A stretch that has no parallel order and was not forced into one.

    Attributes:
        source: half-open range of source segments.
        target: half-open range of target segments.
        kind: ``non-monotone`` (same content, other order) or ``unmatched`` (no counterpart).
        reason: one line for the user.
    """

    source: tuple[int, int]
    target: tuple[int, int]
    kind: str = "non-monotone"
    reason: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class Bitext(Table[Link]):
    """Two documents, the links between their segments, and what made them.

    ``notes`` are remarks for the user that concern the whole pair (an ignored anchor, a widened
    band, a detected language).
    """

    source: Document
    target: Document
    links: tuple[Link, ...] = ()
    zones: tuple[Zone, ...] = ()
    notes: tuple[str, ...] = ()
    signature: Signature | None = None

    ITEMS = "links"
    COLUMNS = ("source", "target", "type", "score")

    def _row(self, item: Link) -> tuple[object, ...]:
        return self.source_text(item), self.target_text(item), item.type, item.score

    def _describe(self) -> str:
        return f"{self.source.language or '?'}-{self.target.language or '?'}"

    def source_text(self, link: Link, joiner: str = " ") -> str:
        """Return the source segments of ``link`` joined in order."""
        return joiner.join(self.source.segment_text(index) for index in link.source)

    def target_text(self, link: Link, joiner: str = " ") -> str:
        """Return the target segments of ``link`` joined in order."""
        return joiner.join(self.target.segment_text(index) for index in link.target)


@dataclass(frozen=True, slots=True)
class Variant:
    """The text of a unit in one language, with its inline codes beside it.

    ``segments`` holds the lengths in characters of the segments that were joined to make the text
    (joined by one space, or by nothing in languages written without spaces), so that a unit made
    of a 2-1 link can be taken apart again; empty when the text is one segment.
    """

    language: str
    text: str
    markup: tuple[Markup, ...] = ()
    segments: tuple[int, ...] = ()
    properties: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Unit:
    """A translation unit in one or more languages: TMX, XLIFF, PO and tables are streams of them.

    Attributes:
        variants: one per language, the source language first where there is one.
        id: identifier in its file (``tuid``, ``trans-unit id``, ``msgctxt``), if any.
        score: probability that the sides translate each other.
        kind: label of the link it was made from (see ``Link.kind``).
        reasons: why it is doubtful.
        method: signature or name of what made the pairing.
        document: name of the document it was taken from.
        paragraphs: block indices of the first segment on the source and the target side.
        properties: remaining (name, value) pairs of the file, kept as found.
        notes: remarks for people.
        line: number of the line that it begins in, from 1, in the file it was read from; None if
            unknown. Where a unit stands is no part of what it is: it does not count in comparisons.
    """

    variants: tuple[Variant, ...]
    id: str | None = None
    score: float | None = None
    kind: str | None = None
    reasons: tuple[str, ...] = ()
    method: str | None = None
    document: str | None = None
    paragraphs: tuple[int, int] | None = None
    properties: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    line: int | None = field(default=None, compare=False)
