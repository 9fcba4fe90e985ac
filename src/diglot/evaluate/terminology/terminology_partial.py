"""Partial match: how much of each term a hypothesis has, wherever or in the right place.

References:
    Alam et al. 2021, "On the evaluation of machine translation for terminology consistency",
    appendix A (partial match, alignment-based partial match, reordering penalty).
    Denkowski and Lavie 2011, "Meteor 1.3", section 2.3 (content words weigh more).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from diglot.evaluate.terminology.terminology_matching import Hit
    from diglot.evaluate.terminology.texts import EncodedTerm, Tokens
    from diglot.model.terminology import Span

CONTENT_WEIGHT = 0.75
"""Weight of a content word; a function word has the rest to 1."""


def share_held(
    wanted: Tokens, held: Mapping[int, int], weight: Callable[[int], float] | None = None
) -> float:
    """Return the share of the words of a term that a text holds, each copy counted once.

    Args:
        wanted: tokens of the term.
        held: copies of each token in the text.
        weight: of a token; None weighs all alike.
    """
    found = total = 0.0
    seen: Counter[int] = Counter()
    for token in wanted:
        each = weight(token) if weight else 1.0
        total += each
        seen[token] += 1
        if seen[token] <= held.get(token, 0):
            found += each
    return found / total


def best_share(
    term: EncodedTerm, held: Mapping[int, int], weight: Callable[[int], float] | None = None
) -> float:
    """Return the highest share of any alternative of a term (see `share_held`)."""
    best = 0.0
    for wanted in term.alternatives:
        best = max(best, share_held(wanted, held, weight))
        if best == 1:
            break
    return best


def share_in_place(
    wanted: Tokens, span: Span, length: int, where: Mapping[int, Sequence[int]], total: int
) -> float:
    """Return the share of the words of a term that a text holds, less the farther they moved.

    A word counts 1 less the distance of its places in hypothesis and reference, numbered from 1
    and divided by the lengths. Copies of a word are assigned one to one with the largest total.

    Args:
        wanted: tokens of the term as it stands in the reference.
        span: where it stands there.
        length: tokens of the reference.
        where: places of each token in the hypothesis.
        total: tokens of the hypothesis.
    """
    copies: dict[int, list[int]] = {}
    for place, token in enumerate(wanted, span[0] + 1):
        copies.setdefault(token, []).append(place)
    kept = 0.0
    for token, places in copies.items():
        found = where.get(token)
        if found:
            here = [place / length for place in places]
            kept += _assigned(here, [(place + 1) / total for place in found])
    return kept / len(wanted)


def linked_words(links: Sequence[tuple[int, int]], span: Span) -> list[int]:
    """Return the places in the hypothesis that are linked to a range of the source, ascending."""
    return sorted({target for source, target in links if span[0] <= source < span[1]})


def is_elsewhere(hit: Hit | None, linked: Sequence[int]) -> bool:
    """Tell whether a term was found in a place that is not linked to its source.

    Nothing is known, and False returned, if the source is linked to nothing.
    """
    if hit is None or not linked:
        return False
    begin, end = hit.span
    return not any(begin <= place < end for place in linked)


def _assigned(wanted: Sequence[float], found: Sequence[float]) -> float:
    """Return the largest total of 1 - distance over one-to-one pairs of two ascending lists.

    An assignment of points on a line need not cross itself, so this is an alignment of two rows.
    """
    if len(wanted) == 1:
        return max(1 - abs(wanted[0] - each) for each in found)
    row = [0.0] * (len(found) + 1)
    for place in wanted:
        diagonal = 0.0
        for number, other in enumerate(found, 1):
            above = row[number]
            row[number] = max(above, row[number - 1], diagonal + 1 - abs(place - other))
            diagonal = above
    return row[-1]
