"""How far two annotators agree on word links, sure and possible ones.

References:
    Och and Ney 2000, "A comparison of alignment models for statistical machine translation"
    (alignment error rate, with one annotator as reference).
    Melamed 1998, "Manual annotation of translational equivalence: the Blinker project".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

import diglot
from diglot.evaluate.agreement import coefficients
from diglot.evaluate.agreement.set_agreement import f_of
from diglot.evaluate.alignments.cells import check_range, counted, found_in, numbered
from diglot.evaluate.statistics import aggregate
from diglot.model import Score, Signature

if TYPE_CHECKING:
    from diglot.model import WordLinks

CLASSES = ("none", "possible", "sure")
COLUMNS = ("document", "pair", *(f"{one}-{other}" for one in CLASSES for other in CLASSES))

Counts = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class LinkAgreement:
    """Agreement of two annotators on links.

    Attributes:
        pairs: number of sentence pairs.
        confusion: pairs of words by the ``CLASSES`` of the first and of the second annotator,
            shape (3, 3); the corner of those that neither links is 0 if lengths are not known.
        score: the figures, see `link_agreement`; one row a sentence pair.
    """

    pairs: int
    confusion: NDArray[np.int64]
    score: Score


def link_agreement(
    first: WordLinks,
    second: WordLinks,
    *,
    lengths: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None,
) -> LinkAgreement:
    """Compare the links of two annotators.

    Args:
        first: links of one; ``possible`` marks those that are not sure.
        second: links of the other to the same sentence pairs.
        lengths: numbers of source and of target words of the pairs, each of shape (pairs,).

    Returns:
        ``f_sure`` over sure links, ``f`` over all; ``aer_first`` and ``aer_second``, the error
        rate if the first or the second annotator is the reference; ``kappa``, Cohen's over all
        pairs of words, linked or not, which depends on how many are not: NaN without lengths.

    Raises:
        InputError: the numbers of pairs differ, or a link names a word that is not there.
    """
    ours, theirs = numbered([first, second])
    if lengths is not None:
        check_range(first, *lengths, of="the first annotator")
        check_range(second, *lengths, of="the second annotator")
    kinds = [_kinds(links) for links in (first, second)]
    place = found_in(ours, theirs)
    of_other = np.where(place >= 0, kinds[1][place] if len(kinds[1]) else 0, 0)
    alone = found_in(theirs, ours) < 0
    rows = np.zeros((first.pairs, 2 + 9))
    rows[:, 1] = np.arange(first.pairs)
    for mine in (1, 2):
        for yours in (0, 1, 2):
            marks = (kinds[0] == mine) & (of_other == yours)
            rows[:, 2 + 3 * mine + yours] = counted(first.offsets, marks)
        rows[:, 2 + mine] = counted(second.offsets, alone & (kinds[1] == mine))
    if lengths is not None:
        rows[:, 2] = lengths[0] * lengths[1] - rows[:, 3:].sum(axis=1)
    score = aggregate.score(
        "word_links",
        rows,
        COLUMNS,
        given=(),
        aggregate=_figures,
        signature=Signature("agreement.links", diglot.__version__, (("unit", "pair"),)),
    )
    confusion = rows[:, 2:].sum(axis=0).astype(np.int64).reshape(3, 3)
    return LinkAgreement(first.pairs, confusion, score)


def _kinds(links: WordLinks) -> NDArray[np.int64]:
    """Return the position in ``CLASSES`` of each link."""
    if links.possible is None:
        return np.full(len(links.source), 2)
    return np.where(links.possible, 1, 2)


def _figures(counts: Counts) -> dict[str, Counts]:
    cells = counts.reshape(*counts.shape[:-1], 3, 3)
    linked = cells[..., 1:, 1:].sum(axis=(-2, -1))
    first, second = cells[..., 1:, :].sum(axis=(-2, -1)), cells[..., :, 1:].sum(axis=(-2, -1))
    sure_first, sure_second = cells[..., 2, :].sum(axis=-1), cells[..., :, 2].sum(axis=-1)
    two = coefficients.collapsed(cells, 0)
    # Without the pairs of words that nobody links there is nothing to correct for chance.
    unknown = cells[..., 0, 0] == 0
    return {
        "f_sure": f_of(cells[..., 2, 2], sure_first, sure_second),
        "f": f_of(linked, first, second),
        "aer_first": _error_rate(cells[..., 2, 1:].sum(axis=-1), linked, second, sure_first),
        "aer_second": _error_rate(cells[..., 1:, 2].sum(axis=-1), linked, first, sure_second),
        "kappa": np.where(unknown, np.nan, coefficients.kappa(two)),
    }


def _error_rate(in_sure: Counts, in_all: Counts, predicted: Counts, sure: Counts) -> Counts:
    return 1 - aggregate.divide(in_sure + in_all, predicted + sure, empty=np.nan)
