"""A bitext as the rows a reader sees: every link, every zone, and every segment left over."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.report.doubt import DOUBTFUL, is_doubtful

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diglot.model import Bitext, Link


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the reader.

    Attributes:
        source: source segments shown.
        target: target segments shown.
        link: position of the link in ``Bitext.links``; None for segments that are in no link.
        doubtful: True when the link deserves a look.
        zone: position of the zone it lies in, in ``Bitext.zones``; None outside.
    """

    source: tuple[int, ...]
    target: tuple[int, ...]
    link: int | None
    doubtful: bool
    zone: int | None


def rows(bitext: Bitext, *, threshold: float = DOUBTFUL) -> list[Row]:
    """Return the rows of ``bitext``, links in their order, left-over segments where they stand.

    Left-over segments of one zone share a row, so that both sides of the zone can be read beside
    each other; elsewhere each has its own row.
    """
    zone_of = _zones(bitext)
    left = (
        _unlinked([link.source for link in bitext.links], len(bitext.source.segments)),
        _unlinked([link.target for link in bitext.links], len(bitext.target.segments)),
    )
    done = [0, 0]
    result: list[Row] = []

    def leave_out(before: tuple[int, int]) -> None:
        """Add the left-over segments that stand before the given segments."""
        taken = []
        for side in (0, 1):
            end = bisect_right(left[side], before[side] - 1, lo=done[side])
            taken.append(left[side][done[side] : end])
            done[side] = end
        result.extend(_left_over(taken[0], taken[1], zone_of))

    for number, link in enumerate(bitext.links):
        leave_out((link.source[0] if link.source else -1, link.target[0] if link.target else -1))
        result.append(
            Row(
                link.source,
                link.target,
                number,
                is_doubtful(link, threshold),
                _zone_of_link(link, zone_of),
            )
        )
    leave_out((len(bitext.source.segments), len(bitext.target.segments)))
    return result


Zones = tuple[dict[int, int], dict[int, int]]


def _zones(bitext: Bitext) -> Zones:
    """Return the zone of every segment that lies in one, for both sides."""
    inside: Zones = ({}, {})
    for number, zone in enumerate(bitext.zones):
        for side, (start, end) in zip(inside, (zone.source, zone.target), strict=True):
            side.update(dict.fromkeys(range(start, end), number))
    return inside


def _unlinked(sides: list[tuple[int, ...]], count: int) -> list[int]:
    """Return the segments that are in no link, ascending."""
    linked = {index for side in sides for index in side}
    return [index for index in range(count) if index not in linked]


def _zone_of_link(link: Link, zones: Zones) -> int | None:
    """Return the zone that holds every segment of ``link``."""
    found = {zones[0].get(i) for i in link.source} | {zones[1].get(j) for j in link.target}
    return found.pop() if len(found) == 1 else None


def _left_over(source: list[int], target: list[int], zones: Zones) -> Iterator[Row]:
    """Give segments without a link their rows."""
    held: dict[int, tuple[list[int], list[int]]] = {}
    order: list[tuple[int | None, int, int]] = []
    for side, segments in enumerate((source, target)):
        for segment in segments:
            zone = zones[side].get(segment)
            if zone is None:
                order.append((None, side, segment))
                continue
            if zone not in held:
                held[zone] = ([], [])
                order.append((zone, side, segment))
            held[zone][side].append(segment)
    for zone, side, segment in order:
        if zone is not None:
            yield Row(tuple(held[zone][0]), tuple(held[zone][1]), None, False, zone)
        elif side == 0:
            yield Row((segment,), (), None, False, None)
        else:
            yield Row((), (segment,), None, False, None)
