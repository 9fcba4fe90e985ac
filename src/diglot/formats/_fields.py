"""Fields that several formats write as words: probabilities, paragraph numbers, lengths."""

from __future__ import annotations

import math


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
