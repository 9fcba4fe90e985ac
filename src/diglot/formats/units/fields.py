"""What diglot knows about a unit as (name, value) pairs, for formats that carry such pairs."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from diglot.model import Unit, Variant

SIDES = ("source", "target")


def probability(value: str) -> float | None:
    """Read a score; None for what is no probability."""
    try:
        score = float(value)
    except ValueError:
        score = math.nan
    return score if 0 <= score <= 1 else None


def numbers(text: str) -> tuple[int, ...]:
    """Read integers with spaces between; empty if there is anything else."""
    try:
        return tuple(int(word) for word in text.split())
    except ValueError:
        return ()


def two_numbers(text: str) -> tuple[int, int] | None:
    """Read a pair of integers; None for anything else."""
    found = numbers(text)
    return (found[0], found[1]) if len(found) == 2 else None


def type_of(unit: Unit) -> str:
    """Numbers of segments on the first two sides, e.g. ``"2-1"``."""
    return "-".join(str(count(variant)) for variant in unit.variants[:2])


def count(variant: Variant) -> int:
    """Number of segments in a variant."""
    return len(variant.segments) or (1 if variant.text else 0)


def fields_of(unit: Unit) -> list[tuple[str, str]]:
    """Return what is known about a unit beyond its texts, id, document, notes and properties."""
    pairs: list[tuple[str, str]] = []
    if unit.score is not None:
        pairs.append(("score", repr(float(unit.score))))
    if unit.method is not None:
        pairs.append(("method", unit.method))
    if unit.kind is not None:
        pairs.append(("kind", unit.kind))
    if unit.paragraphs is not None:
        pairs.append(("paragraphs", "{} {}".format(*unit.paragraphs)))
    pairs += [("reason", reason) for reason in unit.reasons]
    for side, variant in zip(SIDES, unit.variants, strict=False):
        if variant.segments:
            pairs.append((f"{side}-segments", " ".join(map(str, variant.segments))))
    return pairs


@dataclass(slots=True)
class Fields:
    """Collects such pairs while a unit is read."""

    score: float | None = None
    method: str | None = None
    kind: str | None = None
    paragraphs: tuple[int, int] | None = None
    reasons: list[str] = field(default_factory=list)
    segments: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def take(self, name: str, value: str) -> bool:
        """Keep a pair if it is one of ours and can be read; tell whether it was."""
        match name:
            case "score":
                self.score = probability(value)
                return self.score is not None
            case "method":
                self.method = value
            case "kind":
                self.kind = value
            case "paragraphs":
                self.paragraphs = two_numbers(value)
                return self.paragraphs is not None
            case "reason":
                self.reasons.append(value)
            case "source-segments" | "target-segments":
                self.segments[name.partition("-")[0]] = numbers(value)
            case "type":
                pass  # said by the texts
            case _:
                return False
        return True
