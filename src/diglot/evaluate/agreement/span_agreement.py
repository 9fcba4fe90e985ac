"""How far two annotators mark the same stretches: by words, by characters, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import diglot
from diglot.errors import InputError
from diglot.evaluate.agreement.set_agreement import f_of
from diglot.evaluate.statistics import aggregate
from diglot.model import Score, Signature

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

COLUMNS = (
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
    rows = np.zeros((len(first), len(COLUMNS)))
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
    return aggregate.score(
        "spans",
        rows,
        COLUMNS,
        given=(),
        aggregate=_figures,
        signature=Signature("agreement.spans", diglot.__version__, (("unit", "text"),)),
    )


def _figures(counts: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
    items, identical, first, second, shared, *heavy = np.moveaxis(counts, -1, 0)
    return {
        "f": f_of(shared, first, second),
        "f_weighted": f_of(heavy[2], heavy[0], heavy[1]),
        "identical": aggregate.divide(identical, items, empty=np.nan),
    }
