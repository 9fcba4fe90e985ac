"""Coefficients of agreement written down from their papers: loops, fractions, no arrays.

An item is a list of labels, None for a missing one. An undefined coefficient is None.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations


def raw(items):
    """Share of equal pairs of values, an item with m values weighing m."""
    weight = equal = Fraction(0)
    for values in map(known, items):
        if len(values) > 1:
            pairs = list(permutations(values, 2))
            equal += Fraction(sum(a == b for a, b in pairs), len(values) - 1)
            weight += len(values)
    return None if not weight else float(equal / weight)


def cohen(first, second):
    both = [(a, b) for a, b in zip(first, second, strict=True) if a is not None and b is not None]
    if not both:
        return None
    size = len(both)
    observed = Fraction(sum(a == b for a, b in both), size)
    ours, theirs = Counter(a for a, _ in both), Counter(b for _, b in both)
    chance = sum(Fraction(ours[label] * theirs[label], size * size) for label in ours)
    return None if chance == 1 else float((observed - chance) / (1 - chance))


def fleiss(items):
    items = [values for values in items if None not in values]
    if not items or len(items[0]) < 2:
        return None
    raters = len(items[0])
    shares = [
        Fraction(sum(n * n for n in Counter(values).values()) - raters, raters * (raters - 1))
        for values in items
    ]
    observed = sum(shares) / len(items)
    labels = Counter(label for values in items for label in values)
    chance = sum(Fraction(n, raters * len(items)) ** 2 for n in labels.values())
    return None if chance == 1 else float((observed - chance) / (1 - chance))


def alpha(items):
    """One minus observed over expected disagreement, as coincidences of values."""
    coincidences: Counter[tuple[object, object]] = Counter()
    for values in map(known, items):
        if len(values) > 1:
            for pair in permutations(values, 2):
                coincidences[pair] += Fraction(1, len(values) - 1)
    totals: Counter[object] = Counter()
    for (one, _), count in coincidences.items():
        totals[one] += count
    size = sum(totals.values())
    apart = sum(count for (one, other), count in coincidences.items() if one != other)
    expected = sum(
        totals[one] * totals[other] for one in totals for other in totals if one != other
    )
    return None if not expected else float(1 - (size - 1) * apart / expected)


def known(values):
    return [value for value in values if value is not None]
