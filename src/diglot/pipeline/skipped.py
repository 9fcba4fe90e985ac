"""What the readers of a run left out, added up."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from diglot.model import Skipped

if TYPE_CHECKING:
    from collections.abc import Iterable


def add_up(found: Iterable[Skipped]) -> tuple[Skipped, ...]:
    """Add up kind by kind; the first example of each kind stays."""
    counts: Counter[str] = Counter()
    examples: dict[str, str] = {}
    for skipped in found:
        counts[skipped.kind] += skipped.count
        examples.setdefault(skipped.kind, skipped.example)
    return tuple(Skipped(kind, count, examples[kind]) for kind, count in counts.items())
