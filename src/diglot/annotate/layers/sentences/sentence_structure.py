"""Whether every segment is in exactly one bead and the beads follow each other."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import TYPE_CHECKING, TypeAlias

from diglot.annotate.layers.spans import SIDES, Span, overlapping, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diglot.annotate.layers.layer import Payload
    from diglot.annotate.layers.rules import Breaches
    from diglot.annotate.layers.sentences.beads import Bead, Beads, MarkedZone
    from diglot.annotate.schemes import Scheme

Counts: TypeAlias = tuple[list[Span], list[Span]]
"""First segment and the one after the last, of every bead, on both sides; empty for a null."""

_LETTERS = ("s", "t")


def structure(payload: Payload, beads: Beads, scheme: Scheme, found: Breaches) -> Counts:
    """Report what breaks the order of segments, beads and zones; return the segments of beads."""
    counts: list[list[Span]] = []
    covers: list[list[int]] = []
    for at, side in enumerate(SIDES):
        spans = (beads.source, beads.target)[at]
        _segments(text_of(payload, side), spans, at, found)
        ranges = _ranges(spans, beads.beads, at, found)
        counts.append(ranges)
        covers.append(_covers(len(spans), ranges))
    _zones(beads, found)
    for at, side in enumerate(SIDES):
        _coverage(side, at, beads, covers[at], scheme, found)
    _order(beads, counts, covers, found)
    places = {bead.place for bead in beads.beads}
    for bead in beads.beads:
        if bead.source[0] == bead.source[1] and bead.target[0] == bead.target[1]:
            found.add("empty", "a bead has no segment on either side", (f"b{bead.place}",))
    for place in sorted(beads.confirmed - places):
        found.add("confirmed-nothing", "there is no bead to confirm here", (f"c{place}",))
    return counts[0], counts[1]


def _segments(text: str, spans: list[Span], at: int, found: Breaches) -> None:
    letter, side = _LETTERS[at], SIDES[at]
    for begin, _ in overlapping(spans):
        message = f"a segment of the {side} begins at {begin} before another one ends"
        found.add("segment-overlap", message, (f"{letter}{begin}",))
    edges = [(0, 0), *spans, (len(text), len(text))]
    outside = [
        (first[1], second[0])
        for first, second in pairwise(edges)
        if first[1] < second[0] and not text[first[1] : second[0]].isspace()
    ]
    if outside:
        begin, end = outside[0]
        shown = text[begin:end].strip()[:30]
        message = f"{len(outside)} stretches of the {side} are in no segment, first {shown!r}"
        found.add("uncovered", message)


def _ranges(spans: list[Span], beads: list[Bead], at: int, found: Breaches) -> list[Span]:
    """Segments of each bead; a bead that cuts a segment has none."""
    firsts = {begin: number for number, (begin, _) in enumerate(spans)}
    ends = {end: number + 1 for number, (_, end) in enumerate(spans)}
    ranges = []
    for bead in beads:
        begin, end = (bead.source, bead.target)[at]
        first, last = firsts.get(begin), ends.get(end)
        if begin == end:
            ranges.append((0, 0))
        elif first is None or last is None:
            message = f"the bead's {SIDES[at]}, {begin} to {end}, does not fit its segments"
            found.add("misplaced", message, (f"b{bead.place}",))
            ranges.append((0, 0))
        else:
            ranges.append((first, last))
    return ranges


def _covers(size: int, ranges: list[Span]) -> list[int]:
    """How many beads each segment is in."""
    covers = [0] * size
    for first, last in ranges:
        for number in range(first, last):
            covers[number] += 1
    return covers


def _coverage(
    side: str, at: int, beads: Beads, covers: list[int], scheme: Scheme, found: Breaches
) -> None:
    spans = (beads.source, beads.target)[at]
    left_out = [(zone.source, zone.target)[at] for zone in beads.zones if zone.kind == "exclude"]
    limit = scheme.settings.get("zone", 250)
    for count, first, last in _runs(covers):
        if count == 1:
            continue
        numbers = [
            number
            for number in range(first, last)
            if not any(z[0] <= spans[number][0] and spans[number][1] <= z[1] for z in left_out)
        ]
        if not numbers:
            continue
        cells = [f"{_LETTERS[at]}{spans[number][0]}" for number in numbers]
        shown = _numbered(numbers[0], numbers[-1])
        if count == 0:
            found.add("gap", f"{shown} of the {side} in no bead: link or null", cells)
        else:
            found.add("overlap", f"{shown} of the {side} in {count} beads", cells)
        if count == 0 and len(numbers) > limit:
            message = f"{len(numbers)} segments of the {side} without beads: mark a zone"
            found.add("large", message, cells[:1])


def _runs(covers: list[int]) -> Iterator[tuple[int, int, int]]:
    """Value, begin and end of the runs of equal values."""
    at = 0
    for count, run in groupby(covers):
        size = sum(1 for _ in run)
        yield count, at, at + size
        at += size


def _numbered(first: int, last: int) -> str:
    return f"segment {first + 1}" if first == last else f"segments {first + 1} to {last + 1}"


def _zones(beads: Beads, found: Breaches) -> None:
    for first, second in pairwise(beads.zones):
        if second.source[0] < first.source[1] or second.target[0] < first.target[1]:
            message = "two zones overlap or cross: join them"
            found.add("zone-overlap", message, (first.cell, second.cell))
    for zone in beads.zones:
        for bead in beads.beads:
            if zone.touches(bead) and not zone.holds(bead):
                message = "a bead lies half in a zone: move the edge of one of them"
                found.add("zone-edge", message, (f"b{bead.place}", zone.cell))


def _order(
    beads: Beads, counts: list[list[Span]], covers: list[list[int]], found: Breaches
) -> None:
    """Report beads that stand before others on the target side and behind them on the source.

    A zone counts as one bead; nulls can stand anywhere.
    """
    shared = [number for number, count in enumerate(covers[1]) if count > 1]
    rows: list[MarkedZone | Bead] = [*beads.zones]
    for number, bead in enumerate(beads.beads):
        if bead.is_null or any(zone.touches(bead) for zone in beads.zones):
            continue
        if not (shared and any(each in range(*counts[1][number]) for each in shared)):
            rows.append(bead)
    rows.sort(key=_places)
    reach = 0
    owner: MarkedZone | Bead | None = None
    for row in rows:
        begin, end = row.target
        if begin < reach and owner is not None:
            cells = (owner.cell, row.cell)
            found.add("crossing", "two links cross: mark a zone or move one", cells)
        if end > reach:
            reach, owner = end, row


def _places(row: MarkedZone | Bead) -> tuple[Span, Span]:
    return row.source, row.target
