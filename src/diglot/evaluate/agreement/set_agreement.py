"""How far two annotators agree who each chose some of many things: F of one set and the other.

What neither chose does not count, and often cannot be counted. F is the same both ways, and is the
share of the chosen on which the other agrees. It is NaN where nobody chose anything.

Reference: Hripcsak and Rothschild 2005, "Agreement, the F-measure, and reliability in information
    retrieval".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

import diglot
from diglot.evaluate.statistics import aggregate
from diglot.model import Score, Signature

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Mapping

    from numpy.typing import NDArray

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
    rows = np.zeros((len(names), len(COLUMNS)))
    rows[:, 1] = np.arange(len(names))
    for column, marks in enumerate((table[:, 1], table[:, 2], table[:, 1] & table[:, 2]), 2):
        rows[:, column] = np.bincount(table[:, 0], marks, len(names))
    return aggregate.score(
        "sets",
        rows,
        COLUMNS,
        given=(),
        aggregate=_figures,
        signature=Signature("agreement.sets", diglot.__version__, (("unit", "pair"),)),
    )


def f_of(
    shared: NDArray[np.float64], first: NDArray[np.float64], second: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return F of sizes of two sets and of what they share; NaN for two empty ones."""
    return aggregate.divide(2 * shared, first + second, empty=np.nan)


def _figures(counts: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
    return {"f": f_of(counts[..., 2], counts[..., 0], counts[..., 1])}
