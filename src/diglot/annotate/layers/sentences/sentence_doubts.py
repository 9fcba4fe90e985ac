"""Beads that are allowed but odd: large, long, with other figures, many without a counterpart."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate, chain
from typing import TYPE_CHECKING

from diglot.annotate.layers.sentences.lengths import Lengths, best_split, limit_of
from diglot.annotate.layers.spans import SIDES, text_of
from diglot.sentences.reasons import Reasoner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.annotate.layers.layer import Payload
    from diglot.annotate.layers.rules import Breaches
    from diglot.annotate.layers.sentences.beads import Bead, Beads
    from diglot.annotate.layers.sentences.sentence_structure import Counts
    from diglot.annotate.layers.spans import Span
    from diglot.annotate.schemes import Scheme


# One pattern each: a search for a literal is much quicker than one for alternatives.
_TELLING = tuple(map(re.compile, (r"\d+", "@", "://", r"www\.")))


def doubts(payload: Payload, beads: Beads, counts: Counts, scheme: Scheme, found: Breaches) -> None:
    """Report beads that deserve a second look, those in zones left out."""
    kept: Sequence[int] = range(len(beads.beads))
    if beads.zones:
        kept = [
            number
            for number, bead in enumerate(beads.beads)
            if not any(zone.touches(bead) for zone in beads.zones)
        ]
    _null_runs([beads.beads[number] for number in kept], scheme, found)
    whole = [text_of(payload, side) for side in SIDES]
    texts = [
        [text[begin:end] for begin, end in spans]
        for text, spans in zip(whole, (beads.source, beads.target), strict=True)
    ]
    _lengths(beads.beads, kept, counts, texts, scheme, found)
    if found.wants("figures-differ"):
        telling = [
            _telling(*side) for side in zip(whole, (beads.source, beads.target), strict=True)
        ]
        _figures(beads.beads, kept, counts, texts, telling, found)
    waiting = [bead for bead in beads.beads if bead.place not in beads.confirmed]
    if waiting:
        message = f"{len(waiting)} of {len(beads.beads)} beads are not confirmed"
        found.add("unconfirmed", message)


def _null_runs(beads: Sequence[Bead], scheme: Scheme, found: Breaches) -> None:
    most = scheme.settings.get("nulls", 3)
    run: list[Bead] = []
    for bead in [*beads, None]:
        if bead is not None and bead.is_null:
            run.append(bead)
            continue
        if len(run) > most:
            message = f"{len(run)} beads in a row have no counterpart: is there one?"
            found.add("null-run", message, [f"b{each.place}" for each in run])
        run = []


def _lengths(
    beads: Sequence[Bead],
    kept: Sequence[int],
    counts: Counts,
    texts: Sequence[Sequence[str]],
    scheme: Scheme,
    found: Breaches,
) -> None:
    sizes = [[len(text) for text in side] for side in texts]
    lengths = list(zip(_totals(sizes[0], counts[0]), _totals(sizes[1], counts[1]), strict=True))
    model = Lengths.of([lengths[number] for number in kept if _is_single(counts, number)])
    limit = limit_of(scheme.settings.get("band", 0.99))
    most = scheme.settings.get("zone", 250)
    for number in kept:
        (first, last), (begin, end) = counts[0][number], counts[1][number]
        n, m = last - first, end - begin
        source, target = lengths[number]
        if n == m == 1 and not model.is_odd(source, target, limit):
            continue
        cells = (f"b{beads[number].place}",)
        if max(n, m) > most:
            found.add("large", f"a bead of {n} and {m} segments: mark a zone instead", cells)
        if n == 0 or m == 0:
            continue
        if model.is_odd(source, target, limit):
            times = target / max(model.ratio * source, 1.0)
            found.add("length-ratio", f"target {times:.1f}× as long as expected", cells)
        if n >= 2 and m >= 2 and found.wants("not-minimal"):
            i, j, share = best_split(model, sizes[0][first:last], sizes[1][begin:end])
            message = f"{n}-{m} can perhaps be split after {i} and {j} segments ({share:.2f})"
            found.add("not-minimal", message, cells)


def _totals(values: Sequence[int], ranges: Sequence[Span]) -> list[int]:
    """Sums over ranges."""
    sums = [0, *accumulate(values)]
    return [sums[last] - sums[first] for first, last in ranges]


def _is_single(counts: Counts, number: int) -> bool:
    source, target = counts[0][number], counts[1][number]
    return source[1] - source[0] == 1 and target[1] - target[0] == 1


def _telling(text: str, spans: Sequence[Span]) -> list[int]:
    """1 for each segment that holds a figure or an address, perhaps; 0 for all others."""
    starts = [begin for begin, _ in spans]
    marks = [0] * len(spans)
    for found in chain.from_iterable(pattern.finditer(text) for pattern in _TELLING):
        number = bisect_right(starts, found.start()) - 1
        if number >= 0:
            marks[number] = 1
    return marks


def _figures(
    beads: Sequence[Bead],
    kept: Sequence[int],
    counts: Counts,
    texts: Sequence[Sequence[str]],
    telling: Sequence[Sequence[int]],
    found: Breaches,
) -> None:
    reasoner = Reasoner(*texts)
    source, target = map(_totals, telling, counts)
    for number in kept:
        if not (source[number] or target[number]):
            continue
        # A certain link is only given the reasons that its numbers and addresses speak for.
        sides = [range(*side[number]) for side in counts]
        reasons = reasoner.reasons(sides[0], sides[1], 1.0)
        if reasons:
            found.add("figures-differ", "; ".join(reasons), (f"b{beads[number].place}",))
