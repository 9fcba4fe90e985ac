"""Hard anchors: segments that a pattern of the user's finds on both sides."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import regex

from diglot.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Sequence

# A pattern that needs longer on one segment is one of the exponential kind.
_SECONDS = 1.0


def compile_anchor(pattern: str) -> regex.Pattern[str]:
    """Compile the user's pattern.

    Raises:
        ConfigError: it is no regular expression.
    """
    try:
        return regex.compile(pattern)
    except regex.error as error:
        raise ConfigError(f"--anchor is no regular expression: {error}") from error


def find_anchors(
    source: Sequence[str], target: Sequence[str], pattern: regex.Pattern[str]
) -> tuple[tuple[tuple[int, int], ...], tuple[str, ...]]:
    """Pair the segments that match ``pattern`` and agree in its first group (or whole match).

    A mark that stands equally often on both sides (``* * *``) is paired in order; one that does
    not is left out, as are pairs that cross the others.

    Returns:
        (source, target) indices in ascending order, and notes on what was left out.

    Raises:
        ConfigError: the pattern takes forever on a segment.
    """
    marks = _marks(source, pattern), _marks(target, pattern)
    pairs = [
        pair
        for mark, places in marks[0].items()
        if len(places) == len(marks[1].get(mark, ()))
        for pair in zip(places, marks[1][mark], strict=True)
    ]
    kept = _in_order(pairs)
    found = max(sum(map(len, side.values())) for side in marks)
    if found == 0:
        return (), ("no segment matches --anchor",)
    left_out = found - len(kept)
    notes = (f"{left_out} of {found} anchors have no counterpart in order and were ignored",)
    return kept, notes if left_out else ()


def _marks(texts: Sequence[str], pattern: regex.Pattern[str]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for index, text in enumerate(texts):
        try:
            match = pattern.search(text, timeout=_SECONDS)
        except TimeoutError as error:
            raise ConfigError(
                f"--anchor takes too long on {text[:40]!r}: simplify the pattern"
            ) from error
        if match:
            mark = match[1] if pattern.groups and match[1] is not None else match[0]
            found[" ".join(mark.casefold().split())].append(index)
    return found


def _in_order(pairs: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the longest chain of pairs that ascends on both sides."""
    import numpy as np

    from diglot.sentences.evidence.anchors import longest_increasing

    points = np.array(pairs, np.int64).reshape(-1, 2)
    return tuple((int(i), int(j)) for i, j in longest_increasing(points))
