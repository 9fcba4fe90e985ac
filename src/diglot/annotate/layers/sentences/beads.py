"""The cells of an alignment of sentences as segments, beads and zones, and back.

All offsets are characters of the two texts. The empty side of a bead stands where the next segment
begins, or at the end of the text.
"""

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from diglot.annotate.bodies import Body, Value
from diglot.annotate.layers.cells import Payload, Span
from diglot.model import Bitext, Document, Link, Segment, Zone

NUMBERED = re.compile(r"([stbczuv])(0|[1-9][0-9]{0,9})(?:-(0|[1-9][0-9]{0,9}))?", re.ASCII)
"""Names of cells: a letter, one number for segments and their texts, two for all others."""

CORRECTIONS = {"u": "source", "v": "target"}
"""Letters of the cells that hold the corrected text of a segment, by where it begins."""

CONFIRMED = "confirmed"
ZONE_KINDS = {"exclude": "unmatched", "non-monotone": "non-monotone"}
"""Kinds of zones as annotators call them, and as bitexts do."""


class Bead(NamedTuple):
    """Source and target characters that correspond; one side may be empty."""

    source: Span
    target: Span

    @property
    def place(self) -> str:
        """The end of the names of its cells."""
        return f"{self.source[0]}-{self.target[0]}"

    @property
    def cell(self) -> str:
        """Name of the cell that holds its ends."""
        return f"b{self.source[0]}-{self.target[0]}"

    @property
    def is_null(self) -> bool:
        """Whether a side is empty."""
        return self.source[0] == self.source[1] or self.target[0] == self.target[1]


@dataclass(frozen=True, slots=True)
class MarkedZone:
    """A stretch that is left out (``exclude``) or linked in any order (``non-monotone``)."""

    source: Span
    target: Span
    kind: str

    @property
    def cell(self) -> str:
        """Name of its cell."""
        return f"z{self.source[0]}-{self.target[0]}"

    def holds(self, bead: Bead) -> bool:
        """Whether a bead lies inside."""
        return (
            self.source[0] <= bead.source[0]
            and bead.source[1] <= self.source[1]
            and self.target[0] <= bead.target[0]
            and bead.target[1] <= self.target[1]
        )

    def touches(self, bead: Bead) -> bool:
        """Whether a bead has characters inside."""
        return max(self.source[0], bead.source[0]) < min(self.source[1], bead.source[1]) or max(
            self.target[0], bead.target[0]
        ) < min(self.target[1], bead.target[1])


@dataclass(frozen=True, slots=True)
class Beads:
    """An alignment read from its cells.

    Attributes:
        source: segments of the source, ascending.
        target: segments of the target, ascending.
        beads: in the order of the source, then of the target.
        confirmed: places that somebody confirmed.
        zones: in the order of the source.
        corrections: corrected texts of segments of either side, by where these begin.
    """

    source: list[Span]
    target: list[Span]
    beads: list[Bead]
    confirmed: frozenset[str] = frozenset()
    zones: list[MarkedZone] = field(default_factory=list)
    corrections: tuple[dict[int, str], dict[int, str]] = field(default_factory=lambda: ({}, {}))


def beads_of(body: Body) -> Beads:
    """Read the cells of an alignment; cells of other names or shapes are passed over."""
    sides: dict[str, list[Span]] = {"s": [], "t": []}
    beads: list[Bead] = []
    zones: list[MarkedZone] = []
    confirmed: set[str] = set()
    texts: dict[str, dict[int, str]] = {letter: {} for letter in CORRECTIONS}
    match = NUMBERED.fullmatch
    for name, value in body.items():
        found = match(name)
        if not found:
            continue
        letter, first, second = found.groups()
        if second is None:
            if letter in sides:
                sides[letter].append((int(first), value))  # type: ignore[arg-type]
            elif letter in texts:
                texts[letter][int(first)] = str(value)
        elif letter == "c":
            confirmed.add(name[1:])
        elif letter in "bz" and isinstance(value, list):
            source = (int(first), value[0])
            target = (int(second), value[1])
            if letter == "b":
                beads.append(Bead(source, target))  # type: ignore[arg-type]
            else:
                zones.append(MarkedZone(source, target, str(value[2])))  # type: ignore[arg-type]
    beads.sort()
    zones.sort(key=lambda zone: (zone.source, zone.target))
    return Beads(
        sorted(sides["s"]),
        sorted(sides["t"]),
        beads,
        frozenset(confirmed),
        zones,
        (texts["u"], texts["v"]),
    )


def cells_of(beads: Beads) -> dict[str, Value]:
    """The cells of an alignment, the inverse of `beads_of`."""
    cells: dict[str, Value] = {f"s{begin}": end for begin, end in beads.source}
    cells.update((f"t{begin}", end) for begin, end in beads.target)
    for bead in beads.beads:
        cells[f"b{bead.place}"] = [bead.source[1], bead.target[1]]
    cells.update((f"c{place}", True) for place in beads.confirmed)
    for letter, texts in zip(CORRECTIONS, beads.corrections, strict=True):
        cells.update((f"{letter}{begin}", text) for begin, text in texts.items())
    for zone in beads.zones:
        cells[zone.cell] = [zone.source[1], zone.target[1], zone.kind]
    return dict(sorted(cells.items()))


def bitext_cells(bitext: Bitext) -> dict[str, Value]:
    """The cells of a bitext; its links of the kind ``confirmed`` are confirmed.

    A link of segments that do not follow each other covers what lies between them, too, which
    then is in two beads: the rules report it.
    """
    sides = [_spans(document) for document in (bitext.source, bitext.target)]
    beads = linked_beads(bitext)
    confirmed = {
        bead.place for bead, link in zip(beads, bitext.links, strict=True) if link.kind == CONFIRMED
    }
    names = {ours: theirs for theirs, ours in ZONE_KINDS.items()}
    zones = [
        MarkedZone(
            _range(sides[0], zone.source, len(bitext.source.text)),
            _range(sides[1], zone.target, len(bitext.target.text)),
            names.get(zone.kind, "non-monotone"),
        )
        for zone in bitext.zones
    ]
    return cells_of(Beads(sides[0], sides[1], beads, frozenset(confirmed), zones))


def link_payload(bitext: Bitext) -> dict[str, dict[str, Any]]:
    """Scores and reasons of the links of a bitext by the places of their beads."""
    found: dict[str, dict[str, Any]] = {}
    places = [bead.place for bead in linked_beads(bitext)]
    for place, link in zip(places, bitext.links, strict=True):
        if link.score is not None or link.reasons:
            score = None if link.score is None else round(link.score, 4)
            found[place] = {"score": score, "reasons": list(link.reasons)}
    return found


def bitext_of(payload: Payload, body: Body) -> Bitext:
    """The alignment as a bitext: its texts, segments as edited, links, zones.

    Segments of a bead are those that begin inside. Segments that begin in no bead stay unlinked.
    """
    beads = beads_of(body)
    documents = []
    for side, spans in (("source", beads.source), ("target", beads.target)):
        shown = payload.get(side) or {}
        documents.append(
            Document(
                text=shown.get("text") or "",
                segments=tuple(Segment(begin, end) for begin, end in spans),
                language=shown.get("lang") or None,
                name=shown.get("doc") or "",
            )
        )
    known: Mapping[str, Any] = payload.get("links") or {}
    numbers = [[begin for begin, _ in spans] for spans in (beads.source, beads.target)]
    links = []
    for bead in beads.beads:
        proposed = known.get(bead.place) or {}
        is_confirmed = bead.place in beads.confirmed
        links.append(
            Link(
                _inside(numbers[0], bead.source),
                _inside(numbers[1], bead.target),
                score=proposed.get("score"),
                kind=CONFIRMED if is_confirmed else None,
                reasons=tuple(proposed.get("reasons") or ()),
            )
        )
    zones = []
    for zone in beads.zones:
        ranges = [
            (_first(starts, span[0]), _first(starts, span[1]))
            for starts, span in zip(numbers, (zone.source, zone.target), strict=True)
        ]
        zones.append(Zone(ranges[0], ranges[1], ZONE_KINDS.get(zone.kind, zone.kind)))
    return Bitext(documents[0], documents[1], tuple(links), tuple(zones))


def linked_beads(bitext: Bitext) -> list[Bead]:
    """The beads of the links of a bitext, in their order."""
    sides = [_spans(document) for document in (bitext.source, bitext.target)]
    lengths = len(bitext.source.text), len(bitext.target.text)
    at = [0, 0]
    beads = []
    for link in bitext.links:
        spans = []
        for number, indices in enumerate((link.source, link.target)):
            spans.append(_span(sides[number], indices, at[number], lengths[number]))
            at[number] = max((at[number], *(index + 1 for index in indices)))
        beads.append(Bead(spans[0], spans[1]))
    return beads


def _spans(document: Document) -> list[Span]:
    return [(segment.start, segment.end) for segment in document.segments]


def _span(spans: Sequence[Span], indices: Sequence[int], at: int, length: int) -> Span:
    """Characters of some segments; where the next segment begins if there are none."""
    if indices:
        return spans[indices[0]][0], spans[indices[-1]][1]
    place = spans[at][0] if at < len(spans) else length
    return place, place


def _range(spans: Sequence[Span], numbers: tuple[int, int], length: int) -> Span:
    """Characters of a range of segments."""
    first, last = numbers
    begin = spans[first][0] if first < len(spans) else length
    return begin, (spans[last - 1][1] if last > first else begin)


def _inside(starts: Sequence[int], span: Span) -> tuple[int, ...]:
    return tuple(range(_first(starts, span[0]), _first(starts, span[1])))


def _first(starts: Sequence[int], offset: int) -> int:
    """Number of the first segment that begins at an offset or later."""
    return bisect_left(starts, offset)
