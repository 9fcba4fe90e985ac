"""What is wrong with the links of one pair of documents, by their indices alone."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from diglot.model.links import Link


def errors(links: Sequence[Link], source_size: int, target_size: int) -> list[str]:
    """Return what breaks the rules of a sentence alignment, one line each; empty when all is well.

    Every unit must be in exactly one link, a link must hold runs without gaps, links must not
    cross, and a link needs at least one unit.

    Args:
        links: links in the order of the file.
        source_size: number of source units.
        target_size: number of target units.
    """
    found: list[str] = []
    for number, link in enumerate(links, 1):
        found.extend(f"link {number}: {words}" for words in _of_one(link))
    for side, size in (("source", source_size), ("target", target_size)):
        found.extend(_cover([getattr(link, side) for link in links], side, size))
    found.extend(_crossings(links))
    return found


def _of_one(link: Link) -> Iterable[str]:
    if not link.source and not link.target:
        yield "empty on both sides"
    for side in ("source", "target"):
        ids: tuple[int, ...] = getattr(link, side)
        if any(a >= b for a, b in pairwise(ids)):
            yield f"{side} indices are not ascending"
        elif any(b != a + 1 for a, b in pairwise(ids)):
            yield f"{side} indices leave a gap"


def _cover(sides: Sequence[tuple[int, ...]], side: str, size: int) -> Iterable[str]:
    counts: dict[int, int] = {}
    for ids in sides:
        for index in ids:
            counts[index] = counts.get(index, 0) + 1
    outside = sorted(index for index in counts if not 0 <= index < size)
    missing = [index for index in range(size) if index not in counts]
    twice = sorted(index for index, count in counts.items() if count > 1)
    for words, indices in (
        ("do not exist", outside),
        ("are in no link", missing),
        ("are in more than one link", twice),
    ):
        if indices:
            yield f"{side} units {_listed(indices)} {words}"


def _crossings(links: Sequence[Link]) -> Iterable[str]:
    """Links with both sides, in source order, must have ascending targets."""
    filled = sorted(
        (
            (link.source[0], link.target[0], link.target[-1], number)
            for number, link in enumerate(links, 1)
            if link.source and link.target
        )
    )
    for before, after in pairwise(filled):
        if after[1] <= before[2]:
            yield f"link {after[3]}: crosses link {before[3]}"


def _listed(indices: Sequence[int], most: int = 5) -> str:
    shown = ", ".join(str(index) for index in indices[:most])
    return shown if len(indices) <= most else f"{shown} and {len(indices) - most} more"
