"""Agreement of two annotators who chose sets of things or marked spans of text, as F.

What neither chose does not count, and often cannot be counted. F is the same both ways, and is the
share of the chosen on which the other agrees. It is NaN where nobody chose anything.

Reference: Hripcsak and Rothschild 2005, "Agreement, the F-measure, and reliability in information
    retrieval".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

from diglot._version import __version__
from diglot.errors import InputError
from diglot.evaluate.statistics import aggregate
from diglot.model import Score, Signature

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Mapping, Sequence

    from diglot.evaluate.statistics.aggregate import Floats

Thing = TypeVar("Thing", bound="Hashable")
COLUMNS = ("document", "pair", "first", "second", "shared")


def set_agreement(
    first: Collection[Thing],
    second: Collection[Thing],
    *,
    groups: Mapping[Thing, Hashable] | None = None,
) -> Score:
    """Compare what two annotators chose, such as links that are not wrong, or terms accepted.

    Args:
        first: what one chose, each once.
        second: what the other chose.
        groups: the sentence pair of each thing; None if each is a group of its own.

    Returns:
        The figure ``f`` and the counts ``first``, ``second`` and ``shared``, one row a group.
    """
    one, other = dict.fromkeys(first), dict.fromkeys(second)
    names: dict[Hashable, int] = {}
    cells: list[tuple[int, bool, bool]] = []
    for thing in {**one, **other}:
        group = names.setdefault(thing if groups is None else groups[thing], len(names))
        cells.append((group, thing in one, thing in other))
    table = np.array(cells, dtype=np.int64).reshape(-1, 3)
    rows = aggregate.number_rows(
        *(
            np.bincount(table[:, 0], marks, len(names))
            for marks in (table[:, 1], table[:, 2], table[:, 1] & table[:, 2])
        )
    )
    signature = Signature("agreement.sets", __version__, (("unit", "pair"),))
    return aggregate.score("sets", rows, COLUMNS, _figures, signature)


def f_score(shared: Floats, first: Floats, second: Floats) -> Floats:
    """Return F of sizes of two sets and of what they share; NaN for two empty ones."""
    return aggregate.divide(2 * shared, first + second, empty=np.nan)


def _figures(counts: Floats) -> dict[str, Floats]:
    return {"f": f_score(counts[..., 2], counts[..., 0], counts[..., 1])}


SPAN_COLUMNS = (
    *("document", "pair", "items", "identical"),
    *("first", "second", "shared", "first_weight", "second_weight", "shared_weight"),
)


def span_agreement(
    first: Sequence[Collection[int]],
    second: Sequence[Collection[int]],
    *,
    weights: Sequence[Sequence[int]] | None = None,
) -> Score:
    """Compare the places that two annotators marked in the same texts.

    Args:
        first: places marked by one in each text: numbers of words, or offsets of characters.
        second: the same of the other.
        weights: weight of every place of every text, such as the characters of each word; None if
            all weigh 1.

    Returns:
        Micro-averaged ``f`` over places, ``f_weighted`` over weights, and ``identical``, the share
        of texts with the same places; one row a text.

    Raises:
        InputError: numbers of texts differ, or a place is not in its text.
    """
    if len(first) != len(second) or (weights is not None and len(weights) != len(first)):
        raise InputError("spans of two annotators must be those of the same texts")
    rows = np.zeros((len(first), len(SPAN_COLUMNS)))
    for number, (ours, theirs) in enumerate(zip(first, second, strict=True)):
        one, other = set(ours), set(theirs)
        sets = one, other, one & other
        heavy = None if weights is None else weights[number]
        if any(place < 0 for place in one | other) or (
            heavy is not None and any(place >= len(heavy) for place in one | other)
        ):
            raise InputError("a marked place is not in its text", place=f"text {number + 1}")
        summed = [len(each) if heavy is None else sum(heavy[i] for i in each) for each in sets]
        rows[number] = (0, number, 1, one == other, *map(len, sets), *summed)
    signature = Signature("agreement.spans", __version__, (("unit", "text"),))
    return aggregate.score("spans", rows, SPAN_COLUMNS, _span_metrics, signature)


def _span_metrics(counts: Floats) -> dict[str, Floats]:
    items, identical, first, second, shared, *heavy = np.moveaxis(counts, -1, 0)
    return {
        "f": f_score(shared, first, second),
        "f_weighted": f_score(heavy[2], heavy[0], heavy[1]),
        "identical": aggregate.divide(identical, items, empty=np.nan),
    }
