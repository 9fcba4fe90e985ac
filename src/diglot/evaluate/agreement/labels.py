"""How far annotators agree who gave labels to the same items: all figures at once, with counts.

One number hides what the others show, so a result has them all: raw agreement, the coefficients of
``chance_agreement``, who says what how often, who confuses what with what, each label against the
rest, and how many judgements are missing. Intervals come from drawing whole sentence pairs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import TypeVar

import numpy as np

from diglot._version import __version__
from diglot.errors import InputError
from diglot.evaluate.agreement import coefficients
from diglot.evaluate.agreement.coefficients import MISSING
from diglot.evaluate.statistics import aggregate
from diglot.evaluate.statistics.aggregate import Floats, Ints
from diglot.model import Score, Signature

Item = TypeVar("Item", bound="Hashable")


@dataclass(frozen=True, slots=True, eq=False)
class LabelMatrix:
    """Who gave which label to which item.

    Attributes:
        annotators: their names.
        labels: the labels; a code is a position here.
        codes: codes of labels, ``MISSING`` for none, shape (items, annotators), int64.
        groups: number of the sentence pair each item belongs to, from 0, shape (items,), int64.
    """

    annotators: tuple[str, ...]
    labels: tuple[str, ...]
    codes: Ints
    groups: Ints


@dataclass(frozen=True, slots=True, eq=False)
class AnnotatorPair:
    """Two annotators who judged some of the same items.

    Attributes:
        first: number of one.
        second: number of the other.
        items: number of items that both judged.
        confusion: items by the label of the first and of the second, shape (labels, labels).
    """

    first: int
    second: int
    items: int
    confusion: Ints


@dataclass(frozen=True, slots=True, eq=False)
class LabelAgreement:
    """Agreement on labels.

    Attributes:
        annotators: their names.
        labels: the labels.
        items: number of items with a label.
        groups: number of sentence pairs they come from.
        judgements: number of items by the number of their judgements, most judgements first.
        complete: number of items that every annotator judged; those of Fleiss' kappa.
        distribution: labels given by each annotator, shape (annotators, labels).
        agreed: items with several judgements that all say the same, by label, shape (labels,).
        confusion: pairs of judgements of one item by their labels, in both orders, so that the
            diagonal has each twice, shape (labels, labels).
        pairs: the annotators who share items, two by two.
        score: the figures, see `label_agreement`; NaN where one is undefined.
    """

    annotators: tuple[str, ...]
    labels: tuple[str, ...]
    items: int
    groups: int
    judgements: Mapping[int, int]
    complete: int
    distribution: Ints
    agreed: Ints
    confusion: Ints
    pairs: tuple[AnnotatorPair, ...]
    score: Score

    @property
    def missing(self) -> tuple[int, ...]:
        """Number of items that each annotator did not judge."""
        return tuple(self.items - int(given) for given in self.distribution.sum(axis=1))


def label_matrix(
    judgements: Mapping[str, Mapping[Item, str]],
    *,
    groups: Mapping[Item, Hashable] | None = None,
    labels: Sequence[str] = (),
) -> LabelMatrix:
    """Lay judgements out as a matrix: items in the order in which they are met.

    Args:
        judgements: by annotator the label of each item judged.
        groups: sentence pair of each item; None if the items are sentence pairs.
        labels: the labels that come first; others follow in the order in which they are met.
    """
    items: dict[Item, int] = {}
    known = {label: number for number, label in enumerate(dict.fromkeys(labels))}
    for given in judgements.values():
        for item, label in given.items():
            items.setdefault(item, len(items))
            known.setdefault(label, len(known))
    codes = np.full((len(items), len(judgements)), MISSING, dtype=np.int64)
    for column, given in enumerate(judgements.values()):
        for item, label in given.items():
            codes[items[item], column] = known[label]
    names: dict[Hashable, int] = {}
    numbers = [
        names.setdefault(item if groups is None else groups[item], len(names)) for item in items
    ]
    return LabelMatrix(tuple(judgements), tuple(known), codes, np.array(numbers, dtype=np.int64))


def figure_name(
    coefficient: str, pair: tuple[int, int] | None = None, label: int | None = None
) -> str:
    """Return the name of a figure: a coefficient, of two annotators, or of a label and the rest."""
    where = "" if pair is None else f" {pair[0]}-{pair[1]}"
    against = "" if label is None else f" label {label}"
    return f"{coefficient}{where}{against}"


def label_agreement(matrix: LabelMatrix) -> LabelAgreement:
    """Measure the agreement of all annotators.

    Returns:
        All figures with counts. Those of the score, whose rows are sentence pairs:

        ``raw``: share of equal labels over pairs of judgements, every item with several weighing
        as many as it has; ``alpha``: Krippendorff's, over the same items; ``fleiss``: over the
        items that all annotators judged; ``kappa``: mean of Cohen's kappas of the pairs of
        annotators that have one (Light 1971). ``raw 0-1`` and ``kappa 0-1``: of annotators 0 and
        1 over the items that both judged; ``raw``, ``alpha``, ``fleiss`` with ``label 2``: that
        label against the rest; ``f 0-1 label 2``: F of two annotators on where label 2 holds.
        `figure_name` writes these names.

    Raises:
        InputError: codes, labels, annotators and groups do not fit together.
    """
    codes, size = _checked(matrix), len(matrix.labels)
    given = codes != MISSING
    several = given.sum(axis=1) > 1
    complete = given.all(axis=1)
    tables = coefficients.coincidences(codes, size)
    shared = [
        (one, other)
        for one, other in combinations(range(len(matrix.annotators)), 2)
        if (given[:, one] & given[:, other]).any()
    ]
    confused = [
        coefficients.confusions(codes[:, one], codes[:, other], size) for one, other in shared
    ]
    parts = [tables, tables * complete[:, None, None], *confused]
    score = _score(parts, matrix.groups, size, tuple(shared))
    totals = [table.sum(axis=0).astype(np.int64) for table in confused]
    highest = codes.max(axis=1)
    unanimous = several & ((codes == highest[:, None]) | ~given).all(axis=1)
    return LabelAgreement(
        annotators=matrix.annotators,
        labels=matrix.labels,
        items=int(given.any(axis=1).sum()),
        groups=len(np.unique(matrix.groups[given.any(axis=1)])),
        judgements=dict(sorted(Counter(given.sum(axis=1).tolist()).items(), reverse=True)),
        complete=int(complete.sum()),
        distribution=(codes[:, :, None] == np.arange(size)).sum(axis=0),
        agreed=np.bincount(highest[unanimous], minlength=size),
        confusion=sum((table + table.T for table in totals), np.zeros((size, size), np.int64)),
        pairs=tuple(
            AnnotatorPair(one, other, int(table.sum()), table)
            for (one, other), table in zip(shared, totals, strict=True)
        ),
        score=score,
    )


def _checked(matrix: LabelMatrix) -> Ints:
    codes = matrix.codes
    if codes.shape != (len(matrix.groups), len(matrix.annotators)):
        raise InputError("labels need one row an item and one column an annotator")
    if codes.size and not MISSING <= codes.min() <= codes.max() < len(matrix.labels):
        raise InputError(f"a code of a label is not among the {len(matrix.labels)} labels")
    if not len(codes) or not matrix.annotators or not matrix.labels:
        raise InputError("there are no judgements")
    return codes


def _score(
    parts: list[Floats], groups: Ints, size: int, pairs: tuple[tuple[int, int], ...]
) -> Score:
    """Sum the tables of each sentence pair and aggregate them."""
    count = int(groups.max(initial=-1)) + 1
    width = size * size
    sums = np.zeros((count, len(parts) * width))
    np.add.at(sums, groups, np.hstack([part.reshape(len(groups), width) for part in parts]))
    names = ["coincidences", "complete", *(f"{one}-{other}" for one, other in pairs)]
    columns = ("document", "pair", *(f"{name} {cell}" for name in names for cell in range(width)))
    figures = partial(_figures, size=size, pairs=pairs)
    options = (("labels", str(size)), ("unit", "pair"))
    signature = Signature("agreement.labels", __version__, options)
    return aggregate.score("labels", aggregate.number_rows(sums), columns, figures, signature)


def _figures(counts: Floats, *, size: int, pairs: tuple[tuple[int, int], ...]) -> dict[str, Floats]:
    """Compute all figures of summed tables, shape (..., tables * labels * labels)."""
    tables = counts.reshape(*counts.shape[:-1], -1, size, size)
    every, complete = tables[..., 0, :, :], tables[..., 1, :, :]
    found = {
        "raw": coefficients.diagonal_share(every),
        "alpha": coefficients.alpha(every),
        "fleiss": coefficients.fleiss(complete),
        "kappa": np.full(counts.shape[:-1], np.nan),
    }
    kappas = []
    for number, pair in enumerate(pairs, 2):
        table = tables[..., number, :, :]
        kappas.append(coefficients.kappa(table))
        found[figure_name("raw", pair)] = coefficients.diagonal_share(table)
        found[figure_name("kappa", pair)] = kappas[-1]
        for label in range(size):
            two = coefficients.collapse_labels(table, label)
            found[figure_name("f", pair, label)] = coefficients.positive_agreement(two)
    if kappas:
        found["kappa"] = _mean(np.stack(kappas))
    for label in range(size):
        two, whole = (coefficients.collapse_labels(table, label) for table in (every, complete))
        found[figure_name("raw", label=label)] = coefficients.diagonal_share(two)
        found[figure_name("alpha", label=label)] = coefficients.alpha(two)
        found[figure_name("fleiss", label=label)] = coefficients.fleiss(whole)
    return found


def _mean(values: Floats) -> Floats:
    """Return the mean over the first axis of what is defined."""
    defined = ~np.isnan(values)
    found = np.full(values.shape[1:], np.nan)
    total = np.where(defined, values, 0.0).sum(axis=0)
    np.divide(total, defined.sum(axis=0), out=found, where=defined.any(axis=0))
    return found
