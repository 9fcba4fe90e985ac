"""The layer of sentence alignment: structure of beads, doubtful beads, and odd lengths."""

import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, groupby, pairwise
from statistics import NormalDist, median
from typing import Self, TypeAlias

from diglot.annotate.bodies import Body, Problem, Value
from diglot.annotate.layers.cells import (
    SIDES,
    Breaches,
    Payload,
    Severities,
    Span,
    common_fault,
    is_range,
    is_whole,
    overlapping,
    text_of,
    true_fault,
)
from diglot.annotate.layers.sentences.beads import (
    CORRECTIONS,
    NUMBERED,
    ZONE_KINDS,
    Bead,
    Beads,
    MarkedZone,
    beads_of,
)
from diglot.annotate.schemes import Scheme
from diglot.plurals import count_of
from diglot.sentences.reasons import Reasoner

_START_VARIANCE = 10.0
_FEW = 20
"""Beads from which the variance is fitted; characters from which a length can be odd."""

_SPLIT = 0.05
"""Probability of two beads against one from which a bead is perhaps not minimal."""

LONGEST = 20_000
"""Characters that a corrected text may have."""

_PRIORS = {(1, 1): 0.89, (1, 2): 0.0445, (2, 1): 0.0445, (2, 2): 0.011}
_RARE = 0.002


@dataclass(frozen=True, slots=True)
class Lengths:
    """Normal model of target length given source length, in characters.

    Reference: Gale and Church 1993, A program for aligning sentences in bilingual corpora,
        Computational Linguistics 19, with the mean length under the root.

    Attributes:
        ratio: target characters for one of the source.
        variance: per character.
    """

    ratio: float
    variance: float

    @classmethod
    def of(cls, pairs: Sequence[tuple[int, int]]) -> Self:
        """Fit the model to source and target lengths of beads with both sides.

        The ratio is the median, the variance that of the 97 percent nearest to it, so that odd
        ones stay odd.
        """
        ratios = [target / source for source, target in pairs if source and target]
        ratio = median(ratios) if ratios else 1.0
        if len(pairs) <= _FEW:
            return cls(ratio, _START_VARIANCE)
        squares = sorted(
            2 * (target - ratio * source) ** 2 / (ratio * source + target)
            for source, target in pairs
            if source or target
        )
        cut = squares[int(0.97 * (len(squares) - 1))] if squares else _START_VARIANCE
        mean = sum(min(square, cut) for square in squares) / max(len(squares), 1)
        return cls(ratio, min(max(mean, 1.0), 20.0))

    def deviation(self, source: int, target: int) -> float:
        """Standard deviations by which a target is longer than expected."""
        expected = self.ratio * source
        return (target - expected) / math.sqrt(self.variance * (expected + target) / 2 + 1)

    def log_density(self, source: int, target: int) -> float:
        """Logarithm of the density of a target length."""
        spread = self.variance * (self.ratio * source + target) / 2 + 1
        return -(self.deviation(source, target) ** 2) / 2 - math.log(
            math.sqrt(2 * math.pi * spread)
        )

    def is_odd(self, source: int, target: int, limit: float) -> bool:
        """Whether two lengths lie outside of the band of a limit; short texts never do."""
        return max(source, target) >= _FEW and abs(self.deviation(source, target)) > limit


def limit_of(band: float) -> float:
    """Standard deviations of a band that holds a share of all beads, such as .99."""
    return NormalDist().inv_cdf((1 + band) / 2)


def best_split(
    lengths: Lengths, source: Sequence[int], target: Sequence[int]
) -> tuple[int, int, float]:
    """Where a bead of two or more segments a side is best divided, by lengths alone.

    Args:
        lengths: the model of the text.
        source: lengths of the source segments, two at least.
        target: lengths of the target segments, two at least.

    Returns:
        Number of source and of target segments of the first part, and the probability of two
        beads against one.
    """
    sums = [list(accumulate(side)) for side in (source, target)]
    whole = lengths.log_density(sums[0][-1], sums[1][-1]) + _prior(len(source), len(target))
    best = (1, 1, -math.inf)
    for i in range(1, len(source)):
        # The density falls on both sides of the fitting length, so its neighbours are enough.
        near = bisect_left(sums[1], lengths.ratio * sums[0][i - 1])
        for j in {min(max(near + step, 1), len(target) - 1) for step in (-1, 0, 1, 2)}:
            score = _prior(i, j) + lengths.log_density(sums[0][i - 1], sums[1][j - 1])
            score += _prior(len(source) - i, len(target) - j) + lengths.log_density(
                sums[0][-1] - sums[0][i - 1], sums[1][-1] - sums[1][j - 1]
            )
            if score > best[2]:
                best = (i, j, score)
    gain = min(max(best[2] - whole, -700.0), 700.0)
    return best[0], best[1], 1 / (1 + math.exp(-gain))


def _prior(n: int, m: int) -> float:
    return math.log(_PRIORS.get((n, m), _RARE / (n + m)))


# Whether every segment is in exactly one bead and the beads follow each other.

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
            found.add("empty", "a link has no sentence on either side", (f"b{bead.place}",))
    for letter, texts, spans in zip(
        CORRECTIONS, beads.corrections, (beads.source, beads.target), strict=True
    ):
        for begin in sorted(texts.keys() - {start for start, _ in spans}):
            found.add("corrected-nothing", "no sentence begins here", (f"{letter}{begin}",))
    for place in sorted(beads.confirmed - places):
        found.add("confirmed-nothing", "there is no link to confirm here", (f"c{place}",))
    return counts[0], counts[1]


def _segments(text: str, spans: list[Span], at: int, found: Breaches) -> None:
    letter, side = _LETTERS[at], SIDES[at]
    for begin, _ in overlapping(spans):
        message = f"a sentence of the {side} begins at {begin} before another one ends"
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
        message = (
            f"{count_of(len(outside), 'stretch')} of the {side} in no sentence, first {shown!r}"
        )
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
            message = f"the link's {SIDES[at]}, {begin} to {end}, does not fit its sentences"
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
            found.add(
                "gap",
                f"{shown} of the {side} in no link: join, or say that there is no translation",
                cells,
            )
        else:
            found.add("overlap", f"{shown} of the {side} in {count} links", cells)
        if count == 0 and len(numbers) > limit:
            message = f"{len(numbers)} sentences of the {side} in no link: mark a zone"
            found.add("large", message, cells[:1])


def _runs(covers: list[int]) -> Iterator[tuple[int, int, int]]:
    """Value, begin and end of the runs of equal values."""
    at = 0
    for count, run in groupby(covers):
        size = sum(1 for _ in run)
        yield count, at, at + size
        at += size


def _numbered(first: int, last: int) -> str:
    return f"sentence {first + 1}" if first == last else f"sentences {first + 1} to {last + 1}"


def _zones(beads: Beads, found: Breaches) -> None:
    for first, second in pairwise(beads.zones):
        if second.source[0] < first.source[1] or second.target[0] < first.target[1]:
            message = "two zones overlap or cross: join them"
            found.add("zone-overlap", message, (first.cell, second.cell))
    for zone in beads.zones:
        for bead in beads.beads:
            if zone.touches(bead) and not zone.holds(bead):
                message = "a link lies half in a zone: move the edge of one of them"
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


# Beads that are allowed but odd: large, long, with other figures, many without a counterpart.


# One pattern each: a search for a literal is much quicker than one for alternatives.
_TELLING = tuple(map(re.compile, (r"\d+", "@", "://", r"www\.")))


def doubts(payload: Payload, beads: Beads, counts: Counts, scheme: Scheme, found: Breaches) -> None:
    """Report doubtful beads outside of zones."""
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
        [corrections.get(begin) or text[begin:end] for begin, end in spans]
        for text, spans, corrections in zip(
            whole, (beads.source, beads.target), beads.corrections, strict=True
        )
    ]
    _lengths(beads.beads, kept, counts, texts, scheme, found)
    if found.wants("figures-differ"):
        telling = [
            _telling(*side) for side in zip(whole, (beads.source, beads.target), strict=True)
        ]
        _figures(beads.beads, kept, counts, texts, telling, found)
    waiting = [bead for bead in beads.beads if bead.place not in beads.confirmed]
    if waiting:
        message = f"not confirmed: {len(waiting):,} of {count_of(len(beads.beads), 'link')}"
        found.add("unconfirmed", message)


def _null_runs(beads: Sequence[Bead], scheme: Scheme, found: Breaches) -> None:
    most = scheme.settings.get("nulls", 3)
    run: list[Bead] = []
    for bead in [*beads, None]:
        if bead is not None and bead.is_null:
            run.append(bead)
            continue
        if len(run) > most:
            message = f"{len(run)} links in a row have no counterpart: is there one?"
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
            found.add("large", f"a link of {n} and {m} sentences: mark a zone instead", cells)
        if n == 0 or m == 0:
            continue
        if model.is_odd(source, target, limit):
            times = target / max(model.ratio * source, 1.0)
            found.add("length-ratio", f"target {times:.1f}× as long as expected", cells)
        if n >= 2 and m >= 2 and found.wants("not-minimal"):
            i, j, share = best_split(model, sizes[0][first:last], sizes[1][begin:end])
            if share >= _SPLIT:
                message = f"{n}-{m} can perhaps be split after {i} and {j} sentences ({share:.2f})"
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
    reasoner = Reasoner(texts[0], texts[1])
    source, target = map(_totals, telling, counts)
    for number in kept:
        if not (source[number] or target[number]):
            continue
        # A certain link is only given the reasons that its numbers and addresses speak for.
        sides = [range(*side[number]) for side in counts]
        reasons = reasoner.reasons(sides[0], sides[1], 1.0)
        if reasons:
            found.add("figures-differ", "; ".join(reasons), (f"b{beads[number].place}",))


# Which segments of two documents translate each other.
#
# Cells: ``s<start>`` and ``t<start>`` hold the end of a segment of the source and of the target;
# ``b<a>-<c>`` the ends ``[b, d]`` of a bead that covers the source from ``a`` to ``b`` and the
# target
# from ``c`` to ``d``; ``c<a>-<c>`` true for a bead that somebody confirmed; ``z<a>-<c>`` a zone
# ``[b, d, kind]``; ``u<start>`` and ``v<start>`` the corrected text of a segment.
#
# Reference: Tiedemann 2011, Bitext alignment, Morgan & Claypool, chapter 2 (contiguous, minimal,
#     monotone beads).


RULES: Severities = {
    "segment-overlap": "error",
    "misplaced": "error",
    "empty": "error",
    "gap": "error",
    "overlap": "error",
    "crossing": "error",
    "zone-edge": "error",
    "zone-overlap": "error",
    "confirmed-nothing": "error",
    "corrected-nothing": "error",
    "uncovered": "warning",
    "large": "warning",
    "not-minimal": "warning",
    "null-run": "warning",
    "length-ratio": "warning",
    "figures-differ": "warning",
    "unconfirmed": "warning",
}


def fault(payload: Payload, scheme: Scheme, cell: str, value: Value) -> str | None:
    """Why a cell cannot be stored at all."""
    found = NUMBERED.fullmatch(cell)
    if not found or (found[3] is None) != (found[1] in "stuv"):
        return common_fault(cell, value)
    letter, first = found[1], int(found[2])
    if letter == "c":
        return true_fault(value)
    if letter in CORRECTIONS:
        fits = isinstance(value, str) and value.strip() and len(value) <= LONGEST
        return None if fits else f"a corrected text must have 1 to {LONGEST:,} characters"
    if letter in "st":
        length = len(text_of(payload, "source" if letter == "s" else "target"))
        fits = is_whole(value) and first < value <= length  # type: ignore[operator]
        return None if fits else f"a segment must end after {first}, at most at {length}"
    if letter == "z":
        if not isinstance(value, list) or len(value) != 3 or value[2] not in ZONE_KINDS:
            return f"a zone must hold two ends and one of {', '.join(ZONE_KINDS)}"
        value = value[:2]
    return _ends_fault(payload, (first, int(found[3])), value)


def problems(payload: Payload, scheme: Scheme, body: Body) -> list[Problem]:
    """Segments in no bead or in two, crossing beads, and beads that are odd for the text."""
    found = Breaches(RULES, scheme)
    beads = beads_of(body)
    counts = structure(payload, beads, scheme, found)
    doubts(payload, beads, counts, scheme, found)
    return found.found


def label(payload: Payload, body: Body) -> str:
    """Number of beads, and of those confirmed."""
    # No other cell of the layer begins with these letters.
    letters = [name[0] for name in body]
    return f"{letters.count('c')} of {letters.count('b')} confirmed"


def _ends_fault(payload: Payload, starts: tuple[int, int], ends: Value) -> str | None:
    if not is_range(ends):
        return "must hold two whole numbers: the ends of both sides"
    for side, start, end in zip(("source", "target"), starts, ends, strict=True):  # type: ignore[arg-type]
        length = len(text_of(payload, side))
        if not start <= end <= length:  # type: ignore[operator]
            return f"{start} to {end} is not a part of a {side} with {length} characters"
    return None
