"""What is told of the work on a layer: how far, how fast, how well."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime


@dataclass(frozen=True, slots=True)
class Counts:
    """How many items of a layer are in which state."""

    open: int
    draft: int
    done: int
    adjudicated: int


@dataclass(frozen=True, slots=True)
class AnnotatorProgress:
    """How far a person is in a layer, and how fast.

    Attributes:
        assigned: items that are the person's by assignment.
        median_seconds: active time of an item that is done; None before the first.
        per_minute: items done a minute of active time.
        hasty: numbers of items done much faster than the person's others.
        suggested: cells that methods had proposed on the items done, by method.
        taken: of these, the ones that stand in the judgement, by method.
        acknowledged: warnings seen and kept.
        gold_right, gold_seen: hidden items answered as known, of those done.
        last_saved: None before the first.
    """

    user: int
    name: str
    assigned: int
    draft: int
    done: int
    median_seconds: float | None
    per_minute: float | None
    hasty: tuple[int, ...]
    suggested: Mapping[str, int]
    taken: Mapping[str, int]
    acknowledged: int
    gold_right: int
    gold_seen: int
    last_saved: datetime | None


@dataclass(frozen=True, slots=True)
class LayerProgress:
    """How far the work on a layer is.

    Attributes:
        states: items by the furthest state that anybody has brought them to.
        disagreements: items that wait for an adjudicator.
    """

    layer: int
    states: Counts
    disagreements: int
    annotators: tuple[AnnotatorProgress, ...]


@dataclass(frozen=True, slots=True)
class GoldAnswer:
    """An answer to an item whose answer was known, for a chart of drift."""

    user: int
    seq: int
    at: datetime
    right: bool
