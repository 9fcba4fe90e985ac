"""A translation unit: the record of TMX, XLIFF, PO and tables, streamed one at a time."""

from dataclasses import dataclass, field

from diglot.model.document import Markup


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
    """One translation unit in one or more languages.

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
