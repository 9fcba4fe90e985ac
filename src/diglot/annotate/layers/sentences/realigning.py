"""Aligning again what nobody confirmed, between beads that somebody did."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from diglot.annotate.bodies import Body, Change, difference
from diglot.annotate.layers.cells import Payload, Span
from diglot.annotate.layers.payloads import known_language
from diglot.annotate.layers.sentences.beads import Bead, Beads, beads_of, cells_of
from diglot.model import Document, Segment
from diglot.sentences import align

Links: TypeAlias = "list[tuple[tuple[int, ...], tuple[int, ...]]]"
"""Source and target segments of each link, by their place in the gap."""

_END = 2**62
_SIDES = ("source", "target")


@dataclass(frozen=True, slots=True)
class Gap:
    """Segments between two stretches that stay, by their numbers.

    Attributes:
        numbers: of the source, of the target.
        at: where the gap begins on both sides, also on one that has no segments in it.
    """

    numbers: tuple[list[int], list[int]]
    at: tuple[int, int]


def realign_unconfirmed(payload: Payload, cells: Body, start: tuple[int, int]) -> dict[str, Change]:
    """What changes if everything unconfirmed from a place on is aligned again.

    Confirmed beads stay, as do zones with all that is in them and what stands before the place.
    What is between them is aligned in parts of its own, with what is learned from the whole texts.

    Args:
        payload: of an item of the layer ``sentences``.
        cells: the judgement.
        start: source and target character of the bead to begin with.

    Returns:
        Values before and after by cell; nothing if the new alignment is the old one.
    """
    old = beads_of(cells)
    in_zones = {bead for bead in old.beads if any(zone.holds(bead) for zone in old.zones)}
    kept = [
        bead
        for bead in old.beads
        if bead.place in old.confirmed or bead in in_zones or _is_before(bead, start)
    ]
    fixed = [(bead.source, bead.target) for bead in kept if bead not in in_zones]
    fixed += [(zone.source, zone.target) for zone in old.zones]
    new = [*kept, *_aligned(payload, old, _gaps(old, fixed, start))]
    ours = cells_of(old)
    after = {name: value for name, value in cells.items() if name not in ours}
    after |= cells_of(Beads(old.source, old.target, new, old.confirmed, old.zones))
    return dict(difference(cells, after, id="", name="realign").changes)


def _is_before(bead: Bead, start: tuple[int, int]) -> bool:
    """Whether a bead stands before a place; one without source words goes by its target."""
    if bead.source[0] == bead.source[1]:
        return bead.target[0] < start[1]
    return bead.source[0] < start[0]


def _gaps(beads: Beads, fixed: list[tuple[Span, Span]], start: tuple[int, int]) -> list[Gap]:
    """Segments from a place on that no fixed stretch covers, cut where fixed ones stand."""
    firsts = [[begin for begin, _ in side] for side in (beads.source, beads.target)]
    free = [
        _free(side, [each[at] for each in fixed], start[at])
        for at, side in enumerate((beads.source, beads.target))
    ]
    gaps: list[Gap] = []
    reach = start
    edges = (bisect_left(firsts[0], start[0]), bisect_left(firsts[1], start[1]))
    for source, target in [*sorted(fixed), ((_END, _END), (_END, _END))]:
        # What crosses the others is part of an error that people have to repair first.
        if source[0] < reach[0] or target[0] < reach[1]:
            continue
        ends = (bisect_left(firsts[0], source[0]), bisect_left(firsts[1], target[0]))
        numbers = [
            [number for number in free[at] if edges[at] <= number < ends[at]] for at in range(2)
        ]
        if numbers[0] or numbers[1]:
            gaps.append(Gap((numbers[0], numbers[1]), edges))
        reach = (source[1], target[1])
        edges = (bisect_left(firsts[0], reach[0]), bisect_left(firsts[1], reach[1]))
    return gaps


def _free(side: Sequence[Span], fixed: list[Span], start: int) -> list[int]:
    """Numbers of the segments from a place on that no fixed stretch covers."""
    taken = sorted(span for span in fixed if span[0] < span[1])
    begins = [begin for begin, _ in taken]
    found = []
    for number, (begin, end) in enumerate(side):
        at = bisect_left(begins, end) - 1
        if begin >= start and (at < 0 or taken[at][1] <= begin):
            found.append(number)
    return found


def _aligned(payload: Payload, old: Beads, gaps: list[Gap]) -> list[Bead]:
    """New beads of the gaps."""
    found = iter(_linked(payload, old, [gap for gap in gaps if all(gap.numbers)]))
    beads: list[Bead] = []
    for gap in gaps:
        links = next(found) if all(gap.numbers) else _nulls(gap)
        beads += _placed(payload, old, gap, links)
    return beads


def _linked(payload: Payload, old: Beads, gaps: list[Gap]) -> list[Links]:
    """Links of gaps that have segments on both sides."""
    if not gaps:
        return []
    parts = [_documents(payload, old, gap) for gap in gaps]
    # The whole texts are there to learn from where the gaps, of a few sentences, teach little.
    few = sum(len(gap.numbers[0]) for gap in gaps) * 2 < len(old.source)
    whole = [_documents(payload, old, Gap(_all(old), (0, 0)))] if few else []
    bitexts = align([*whole, *parts])[len(whole) :]
    return [[(link.source, link.target) for link in bitext.links] for bitext in bitexts]


def _nulls(gap: Gap) -> Links:
    """Every segment of a one-sided gap without a counterpart."""
    source, target = (range(len(numbers)) for numbers in gap.numbers)
    return [*(((number,), ()) for number in source), *(((), (number,)) for number in target)]


def _all(old: Beads) -> tuple[list[int], list[int]]:
    return list(range(len(old.source))), list(range(len(old.target)))


def _documents(payload: Payload, old: Beads, gap: Gap) -> tuple[Document, Document]:
    """Both texts with the segments of a gap."""
    documents = []
    for name, spans, numbers in zip(_SIDES, (old.source, old.target), gap.numbers, strict=True):
        shown = payload.get(name) or {}
        documents.append(
            Document(
                text=shown.get("text") or "",
                segments=tuple(Segment(*spans[number]) for number in numbers),
                language=known_language(shown.get("lang")),
                name=shown.get("doc") or "",
            )
        )
    return documents[0], documents[1]


def _placed(
    payload: Payload,
    old: Beads,
    gap: Gap,
    links: Links,
) -> list[Bead]:
    """Links of the segments of a gap as beads."""
    at = list(gap.at)
    beads = []
    for link in links:
        spans: list[Span] = []
        for side, spans_of, name in zip((0, 1), (old.source, old.target), _SIDES, strict=True):
            numbers = [gap.numbers[side][index] for index in link[side]]
            if numbers:
                spans.append((spans_of[numbers[0]][0], spans_of[numbers[-1]][1]))
                at[side] = numbers[-1] + 1
            else:
                length = len((payload.get(name) or {}).get("text") or "")
                place = spans_of[at[side]][0] if at[side] < len(spans_of) else length
                spans.append((place, place))
        beads.append(Bead(spans[0], spans[1]))
    return beads
