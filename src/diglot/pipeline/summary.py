"""What a run of the main job gave, in figures."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from diglot.model import Bitext, Skipped

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Summary:
    """Figures over all pairs of a run.

    Attributes:
        pairs: number of document pairs.
        source_language, target_language: codes, as told or detected.
        source_segments, target_segments: numbers of segments.
        links: number of links that have both sides.
        nulls: number of segments without a partner, as (source, target).
        types: (type, count) of the links, the most frequent first.
        mean_confidence: mean probability of the links that have both sides; None without scores.
        doubtful: number of links that deserve a look: improbable, or with a reason to doubt.
        zones: stretches without parallel order.
        skipped: content that the readers left out.
        notes: remarks for the user, each once.
        signature: how the links were made.
    """

    pairs: int
    source_language: str | None
    target_language: str | None
    source_segments: int
    target_segments: int
    links: int
    nulls: tuple[int, int]
    types: tuple[tuple[str, int], ...]
    mean_confidence: float | None
    doubtful: int
    zones: int
    skipped: tuple[Skipped, ...]
    notes: tuple[str, ...]
    signature: str | None

    def as_dict(self) -> dict[str, Any]:
        """Return the figures as plain values for JSON."""
        values = asdict(self)
        values["types"] = dict(self.types)
        values["nulls"] = {"source": self.nulls[0], "target": self.nulls[1]}
        return values


def summarise(bitexts: Sequence[Bitext]) -> Summary:
    """Count what the links of a run look like."""
    from diglot.sentences import DOUBTFUL

    links = [link for bitext in bitexts for link in bitext.links]
    full = [link for link in links if not link.is_null]
    scores = [link.score for link in full if link.score is not None]
    first = bitexts[0] if bitexts else None
    return Summary(
        pairs=len(bitexts),
        source_language=first.source.language if first else None,
        target_language=first.target.language if first else None,
        source_segments=sum(len(bitext.source.segments) for bitext in bitexts),
        target_segments=sum(len(bitext.target.segments) for bitext in bitexts),
        links=len(full),
        nulls=(
            sum(len(link.source) for link in links if not link.target),
            sum(len(link.target) for link in links if not link.source),
        ),
        types=tuple(Counter(link.type for link in links).most_common()),
        mean_confidence=sum(scores) / len(scores) if scores else None,
        doubtful=sum(
            bool(link.reasons) or (link.score is not None and link.score < DOUBTFUL)
            for link in links
        ),
        zones=sum(len(bitext.zones) for bitext in bitexts),
        skipped=_merge_skipped(bitexts),
        notes=tuple(dict.fromkeys(note for bitext in bitexts for note in bitext.notes)),
        signature=str(first.signature) if first and first.signature else None,
    )


def _merge_skipped(bitexts: Sequence[Bitext]) -> tuple[Skipped, ...]:
    """Add up what was left out, kind by kind, with the first example of each."""
    counts: Counter[str] = Counter()
    examples: dict[str, str] = {}
    for bitext in bitexts:
        for skipped in (*bitext.source.skipped, *bitext.target.skipped):
            counts[skipped.kind] += skipped.count
            examples.setdefault(skipped.kind, skipped.example)
    return tuple(Skipped(kind, count, examples[kind]) for kind, count in counts.items())
