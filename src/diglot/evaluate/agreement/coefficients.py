"""Agreement beyond chance: Cohen's kappa, Fleiss' kappa, Krippendorff's alpha for nominal labels.

Everything is computed from two kinds of square tables of labels, which add up over items, so that
resamples cost a product of matrices. A *confusion table* counts the items of two annotators by the
label of the first (rows) and of the second (columns). A *coincidence table* holds, for each item
with m values, all ordered pairs of values of different annotators, each weighing 1 / (m - 1).

A coefficient is NaN where it is undefined: nothing to compare, or one label throughout, so that
chance alone would agree always. It is never 0 or 1 there.

References:
    Cohen 1960, "A coefficient of agreement for nominal scales".
    Fleiss 1971, "Measuring nominal scale agreement among many raters".
    Krippendorff 2011, "Computing Krippendorff's alpha-reliability".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import InputError

if TYPE_CHECKING:
    from diglot.evaluate.statistics.aggregate import Floats, Ints

MISSING = -1
"""Code of an item that an annotator did not judge."""


def raw_agreement(codes: Ints) -> float:
    """Return the share of equal labels, items with one value left out (see `krippendorff_alpha`).

    Args:
        codes: labels as numbers from 0, ``MISSING`` for none, shape (items, annotators).

    Raises:
        InputError: a code below ``MISSING``, or an array of another shape.
    """
    return float(diagonal_share(coincidences(codes).sum(axis=0)))


def cohen_kappa(first: Ints, second: Ints) -> float:
    """Return kappa of two annotators over the items that both judged.

    Args:
        first: labels as numbers from 0, ``MISSING`` for none, shape (items,).
        second: the same of the other.

    Raises:
        InputError: arrays of different lengths, or a code below ``MISSING``.

    Reference: Cohen 1960.
    """
    return float(kappa(confusions(first, second).sum(axis=0)))


def fleiss_kappa(codes: Ints) -> float:
    """Return kappa of any number of annotators over the items that all of them judged.

    Raises:
        InputError: as in `raw_agreement`.

    Reference: Fleiss 1971.
    """
    checked = _checked(codes)
    complete = checked[(checked != MISSING).all(axis=1)]
    return float(fleiss(coincidences(complete).sum(axis=0)))


def krippendorff_alpha(codes: Ints) -> float:
    """Return alpha for nominal labels; items with fewer than two values are dropped.

    Raises:
        InputError: as in `raw_agreement`.

    Reference: Krippendorff 2011.
    """
    return float(alpha(coincidences(codes).sum(axis=0)))


def coincidences(codes: Ints, labels: int | None = None) -> Floats:
    """Return the coincidence table of every item, shape (items, labels, labels).

    Args:
        codes: as in `raw_agreement`.
        labels: number of labels; None for as many as there are codes.

    Raises:
        InputError: as in `raw_agreement`.
    """
    codes = _checked(codes)
    size = _size(codes, labels)
    counts = (codes[:, :, None] == np.arange(size)).sum(axis=1)
    values = counts.sum(axis=1)
    pairs = counts[:, :, None] * counts[:, None, :] - counts[:, :, None] * np.eye(size, dtype=int)
    weights = np.where(values > 1, 1 / np.maximum(values - 1, 1), 0.0)
    tables: Floats = pairs * weights[:, None, None]
    return tables


def confusions(first: Ints, second: Ints, labels: int | None = None) -> Floats:
    """Return the confusion table of every item, empty where one value is missing.

    Args:
        first: as in `cohen_kappa`.
        second: the same of the other.
        labels: number of labels; None for as many as there are codes.

    Raises:
        InputError: as in `cohen_kappa`.
    """
    if np.shape(first) != np.shape(second) or np.ndim(first) != 1:
        raise InputError("two annotators need one label each for every item")
    codes = _checked(np.column_stack([first, second]))
    size = _size(codes, labels)
    marks = codes[:, :, None] == np.arange(size)
    tables: Floats = (marks[:, 0, :, None] & marks[:, 1, None, :]).astype(np.float64)
    return tables


def diagonal_share(tables: Floats) -> Floats:
    """Return the share of the diagonal of tables, shape (..., labels, labels)."""
    return _divided(_trace(tables), tables.sum(axis=(-2, -1)))


def kappa(tables: Floats) -> Floats:
    """Return Cohen's kappa of confusion tables, shape (..., labels, labels)."""
    total = tables.sum(axis=(-2, -1))
    chance = (tables.sum(axis=-1) * tables.sum(axis=-2)).sum(axis=-1)
    return _divided(total * _trace(tables) - chance, total * total - chance)


def fleiss(tables: Floats) -> Floats:
    """Return Fleiss' kappa of summed coincidence tables of items with equally many values."""
    values = tables.sum(axis=-1)
    total = values.sum(axis=-1)
    chance = (values * values).sum(axis=-1)
    return _divided(total * _trace(tables) - chance, total * total - chance)


def alpha(tables: Floats) -> Floats:
    """Return Krippendorff's alpha of summed coincidence tables."""
    values = tables.sum(axis=-1)
    total = values.sum(axis=-1)
    chance = (values * values).sum(axis=-1)
    apart = total - _trace(tables)
    return 1 - _divided((total - 1) * apart, total * total - chance)


def collapse_labels(tables: Floats, label: int) -> Floats:
    """Return tables of two labels, ``label`` against all others, shape (..., 2, 2)."""
    # Sums of the other labels, not differences from the total: what nobody says must stay 0.
    others = np.arange(tables.shape[-1]) != label
    same = tables[..., label, label]
    row = tables[..., label, others].sum(axis=-1)
    column = tables[..., others, label].sum(axis=-1)
    rest = tables[..., others, :][..., others].sum(axis=(-2, -1))
    return np.stack([np.stack([same, row], axis=-1), np.stack([column, rest], axis=-1)], axis=-2)


def positive_agreement(tables: Floats) -> Floats:
    """Return F of the first label of tables of two labels: agreement on where it holds.

    Reference: Hripcsak and Rothschild 2005, "Agreement, the F-measure, and reliability in
        information retrieval".
    """
    return _divided(
        2 * tables[..., 0, 0], 2 * tables[..., 0, 0] + tables[..., 0, 1] + tables[..., 1, 0]
    )


def _checked(codes: Ints) -> Ints:
    codes = np.asarray(codes)
    if codes.ndim != 2 or not np.issubdtype(codes.dtype, np.integer):
        raise InputError("labels must come as whole numbers, one row an item")
    if codes.size and codes.min() < MISSING:
        raise InputError(f"{int(codes.min())} is not a number of a label")
    return codes


def _size(codes: Ints, labels: int | None) -> int:
    needed = 1 + int(codes.max(initial=MISSING))
    if labels is not None and labels < needed:
        raise InputError(f"a code is {needed - 1}, but there are {labels} labels")
    return needed if labels is None else labels


def _trace(tables: Floats) -> Floats:
    found: Floats = np.trace(tables, axis1=-2, axis2=-1)
    return found


def _divided(above: Floats, below: Floats) -> Floats:
    """Divide; NaN where nothing is left to divide by."""
    below = np.asarray(below, dtype=np.float64)
    filled = np.full(np.shape(below), np.nan)
    np.divide(above, below, out=filled, where=below > 0)
    return filled
