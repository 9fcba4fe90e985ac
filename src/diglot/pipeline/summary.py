"""A bitext in a few figures, and which of its links are doubtful."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import overload

from diglot.model import Bitext, Link, Skipped
from diglot.model.links import is_doubtful
from diglot.pipeline.documents import NoteCounts, sum_skipped

_CERTAIN = 0.6
"""Probability from which on a reason speaks against the translation, not against the link."""
_SHOWN = 60
"""Characters of a text that are shown, so that a person finds it."""


@dataclass(frozen=True, slots=True)
class Place:
    """A link that is worth a look.

    Attributes:
        file: name of the source document.
        source, target: segment numbers from 1, as in ``12-13``; empty on a side without any.
        score: probability of the link, if it has one.
        reasons: why it is worth a look.
        text: the beginning of its source, or of its target where it has no source.
        times: how often the same texts are linked and doubted for the same first reason.
    """

    file: str
    source: str
    target: str
    score: float | None
    reasons: tuple[str, ...]
    text: str
    times: int = 1

    def __str__(self) -> str:
        sides = f"{self.source or '–'} : {self.target or '–'}"
        more = f" ({self.times:,} times in all)" if self.times > 1 else ""
        return f'{self.file}, segments {sides}, "{self.text}": {"; ".join(self.reasons)}{more}'


class _Worst:
    """The links most worth a look: the worst of every kind of reason, then the next of each.

    Of one kind, reasons that stand against a certain link come first, then links by their doubt;
    segments that certainly have no counterpart were added or left out by somebody, and come
    between. What is repeated, such as a line that stands untranslated on every page, is one place.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        # By kind: how bad, which of all, and the place, of the worst alone.
        self._kinds: dict[str, list[tuple[float, int, Place]]] = {}
        # How often the same was doubted, by a hash of texts and reason; of which each place is.
        self._times: Counter[int] = Counter()
        self._same: dict[int, int] = {}
        self._seen = 0

    def add(self, bitext: Bitext, link: Link) -> None:
        doubtful = is_doubtful(link)
        if link.kind in ("confirmed", "zone") or not (doubtful or link.is_null):
            return
        score = 1.0 if link.score is None else link.score
        rank = 0.5 * score if link.is_null else 1.0 - score
        if score >= _CERTAIN and not link.is_null:
            rank = 1.0 + score
        reasons = _reasons(link)
        same = hash((reasons[0], bitext.source_text(link), bitext.target_text(link)))
        self._times[same] += 1
        if self._times[same] > 1:
            return
        held = self._kinds.setdefault(_kind(reasons[0]), [])
        if len(held) == self._count and -rank >= held[-1][0]:
            return
        self._seen += 1
        self._same[self._seen] = same
        sides = _numbers(link.source), _numbers(link.target)
        place = Place(bitext.source.name, *sides, link.score, reasons, _beginning(bitext, link))
        insort(held, (-rank, self._seen, place))
        del held[self._count :]

    def places(self) -> tuple[Place, ...]:
        turns = [(turn, *each) for held in self._kinds.values() for turn, each in enumerate(held)]
        return tuple(
            replace(place, times=self._times[self._same[seen]])
            for *_, seen, place in sorted(turns)[: self._count]
        )


_KINDS = {
    "≠": "numbers differ",
    "× as long as expected": "length unexpected",
    "missing in the source": "words missing in the source",
    "missing in the target": "words missing in the target",
}


def _kind(reason: str) -> str:
    """Name the kind of a reason, without figures and words of the text."""
    head = reason.partition(":")[0]
    for mark, kind in _KINDS.items():
        if mark in head:
            return kind
    return head


def _reasons(link: Link) -> tuple[str, ...]:
    return link.reasons or ("no counterpart" if link.is_null else "low probability",)


def _beginning(bitext: Bitext, link: Link) -> str:
    side, numbers = (bitext.source, link.source) if link.source else (bitext.target, link.target)
    text = " ".join(side.segment_text(numbers[0]).split())
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1].rstrip()}…"


def _numbers(segments: Sequence[int]) -> str:
    """Segment numbers as people count them."""
    if not segments:
        return ""
    first, last = segments[0] + 1, segments[-1] + 1
    return f"{first}" if first == last else f"{first}-{last}"


@dataclass(frozen=True, slots=True)
class Summary:
    """Figures of one bitext or of several together.

    Attributes:
        documents: number of bitexts.
        source_segments: segments on the source side.
        target_segments: segments on the target side.
        links: number of links.
        types: number of links of each type, most frequent first.
        nulls: links with an empty side.
        doubtful: links to check.
        reasons: number of doubtful links by their first reason, most frequent first.
        confidence: mean probability of the links that have one; None without any.
        zones: stretches without parallel order.
        unlinked: segments that are in no link.
        notes: remarks of all bitexts, each once; those of some only behind the name of the first.
        worst: links that are most worth a look.
        left_out: what the readers left out, added up.
    """

    documents: int
    source_segments: int
    target_segments: int
    links: int
    types: Mapping[str, int]
    nulls: int
    doubtful: int
    reasons: Mapping[str, int]
    confidence: float | None
    zones: int
    unlinked: int
    notes: tuple[str, ...]
    worst: tuple[Place, ...]
    left_out: tuple[Skipped, ...]


class Summariser:
    """Counts what bitexts hold, one after the other.

    Args:
        worst: how many links that are worth a look are listed.
    """

    def __init__(self, worst: int = 10) -> None:
        self._places = _Worst(worst)
        self._skipped: tuple[Skipped, ...] = ()
        self._totals: Counter[str] = Counter()
        self._types: Counter[str] = Counter()
        self._reasons: Counter[str] = Counter()
        self._probabilities = 0.0
        self._notes = NoteCounts()

    def add(self, bitext: Bitext) -> None:
        """Count one more."""
        totals = self._totals
        sizes = len(bitext.source.segments), len(bitext.target.segments)
        totals.update(documents=1, source=sizes[0], target=sizes[1], zones=len(bitext.zones))
        linked: tuple[set[int], set[int]] = set(), set()
        for link in bitext.links:
            self._types[link.type] += 1
            totals["nulls"] += link.is_null
            if is_doubtful(link):
                self._reasons[_kind(_reasons(link)[0])] += 1
            self._places.add(bitext, link)
            if link.score is not None:
                totals["scored"] += 1
                self._probabilities += link.score
            linked[0].update(link.source)
            linked[1].update(link.target)
        totals["unlinked"] += sum(sizes) - len(linked[0]) - len(linked[1])
        self._notes.add(bitext)
        skipped = bitext.source.skipped, bitext.target.skipped
        self._skipped = sum_skipped((*self._skipped, *skipped[0], *skipped[1]))

    def summary(self) -> Summary:
        """Return the figures of all that were counted."""
        totals = self._totals
        return Summary(
            documents=totals["documents"],
            source_segments=totals["source"],
            target_segments=totals["target"],
            links=self._types.total(),
            types=_by_number(self._types),
            nulls=totals["nulls"],
            doubtful=self._reasons.total(),
            reasons=_by_number(self._reasons),
            confidence=self._probabilities / totals["scored"] if totals["scored"] else None,
            zones=totals["zones"],
            unlinked=totals["unlinked"],
            notes=self._notes.lines(),
            worst=self._places.places(),
            left_out=self._skipped,
        )


def summarise(bitexts: Iterable[Bitext], *, worst: int = 10) -> Summary:
    """Count what the bitexts hold.

    Args:
        bitexts: any number of them; read once, one after the other.
        worst: how many links that are worth a look are listed.
    """
    counted = Summariser(worst)
    for bitext in bitexts:
        counted.add(bitext)
    return counted.summary()


class CountedBitexts(Sequence[Bitext]):
    """Bitexts that are counted when they are read for the first time: a corpus is on the disk."""

    def __init__(self, bitexts: Sequence[Bitext]) -> None:
        self._bitexts = bitexts
        self._summary: Summary | None = None

    @property
    def summary(self) -> Summary:
        """The figures of all."""
        if self._summary is None:
            self._summary = summarise(self._bitexts)
        return self._summary

    def __iter__(self) -> Iterator[Bitext]:
        counted = Summariser()
        for bitext in self._bitexts:
            if self._summary is None:
                counted.add(bitext)
            yield bitext
        self._summary = self._summary or counted.summary()

    def __len__(self) -> int:
        return len(self._bitexts)

    @overload
    def __getitem__(self, index: int) -> Bitext: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Bitext]: ...
    def __getitem__(self, index: int | slice) -> Bitext | Sequence[Bitext]:
        return self._bitexts[index]


def _by_number(counts: Counter[str]) -> dict[str, int]:
    """Return names with their counts, the most frequent first."""
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
