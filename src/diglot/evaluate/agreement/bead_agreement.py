"""How far two annotators agree on links between sentences.

References:
    Langlais et al. 1998, "ARCADE: a cooperative research project on parallel text alignment
    evaluation" (levels of links, sentences and characters); Cohen 1960 (kappa).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

import diglot
from diglot.evaluate.agreement import coefficients
from diglot.evaluate.alignments import sentences
from diglot.evaluate.alignments.blocks import BLOCK
from diglot.evaluate.statistics import aggregate
from diglot.model import Score, Signature

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from diglot.model import Link

LEVELS = {"beads": "align", "sentences": "sentence", "words": "word", "characters": "char"}
"""Our names of the levels, with those of the metric."""


@dataclass(frozen=True, slots=True, eq=False)
class BeadAgreement:
    """Agreement of two annotators on the links of one pair of documents.

    Attributes:
        beads: number of links of each annotator, those to nothing included.
        boundaries: places between two segments of a side, by whether the first and the second
            annotator end a link there: both, only the first, only the second, neither; (2, 2).
        scores: by level: F as ``f1``, the same both ways; levels of words and characters need
            texts. ``boundaries``: Cohen's ``kappa`` and ``raw`` agreement over `boundaries`.
    """

    beads: tuple[int, int]
    boundaries: NDArray[np.int64]
    scores: Mapping[str, Score]


def bead_agreement(
    first: Sequence[Link],
    second: Sequence[Link],
    *,
    texts: tuple[Sequence[str], Sequence[str]] | None = None,
) -> BeadAgreement:
    """Compare the links of two annotators.

    Args:
        first: links of one.
        second: links of the other between the same segments.
        texts: the source and the target segments, for the levels of words and characters.

    Raises:
        InputError: a link names a segment that the texts do not have.
    """
    sides = ([texts[0]], [texts[1]]) if texts is not None else ()
    found = sentences.score([second], [first], *sides, split_nulls=False)
    scores = {name: found[metric] for name, metric in LEVELS.items() if metric in found}
    cells, blocks = _boundaries(first, second)
    scores["boundaries"] = _kappa(cells, blocks)
    table = np.bincount(cells, minlength=4).reshape(2, 2)
    return BeadAgreement((len(first), len(second)), table, scores)


def _boundaries(
    first: Sequence[Link], second: Sequence[Link]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the cell of (2, 2) of every place between two segments, and its block."""
    cells: list[int] = []
    blocks: list[int] = []
    for side in ("source", "target"):
        owners = [
            {index: number for number, link in enumerate(links) for index in getattr(link, side)}
            for links in (first, second)
        ]
        size = 1 + max((max(each, default=-1) for each in owners), default=-1)
        for place, following in pairwise(range(size)):
            ends = [each.get(place, -1) != each.get(following, -2) for each in owners]
            cells.append(2 * (not ends[0]) + (not ends[1]))
            blocks.append(place // BLOCK)
    return np.array(cells, dtype=np.int64), np.array(blocks, dtype=np.int64)


def _kappa(cells: NDArray[np.int64], blocks: NDArray[np.int64]) -> Score:
    count = int(blocks.max(initial=-1)) + 1
    rows = np.zeros((count, 2 + 4))
    rows[:, 1] = np.arange(count)
    np.add.at(rows, (blocks, 2 + cells), 1)
    return aggregate.score(
        "boundaries",
        rows,
        ("document", "block", "both", "first", "second", "neither"),
        given=(),
        aggregate=_figures,
        signature=Signature("agreement.boundaries", diglot.__version__, (("block", str(BLOCK)),)),
    )


def _figures(counts: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
    tables = counts.reshape(*counts.shape[:-1], 2, 2)
    return {"raw": coefficients.raw(tables), "kappa": coefficients.kappa(tables)}
