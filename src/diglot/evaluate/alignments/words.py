"""Scores of word alignment: alignment error rate, precision, recall and F over links.

A gold link is sure or only possible; S are the sure links, P all of them, so S is a part of P. What
is predicted and stands in P is not wrong, and what stands in S has to be found.

References:
    Och and Ney 2000, "A comparison of alignment models for statistical machine translation"
    (sure and possible links, alignment error rate).
    Fraser and Marcu 2007, "Measuring word alignment quality for statistical machine translation",
    Computational Linguistics 33(3) (F with weight alpha of precision).
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from diglot._version import __version__
from diglot.errors import ConfigError
from diglot.evaluate.alignments.word_links import (
    check_pairs,
    check_range,
    find_links,
    number_links,
    owners,
    select_links,
    sum_by_pair,
)
from diglot.evaluate.statistics import aggregate
from diglot.model import Score, Signature

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diglot.evaluate.statistics.aggregate import Flags, Floats, Ints
    from diglot.model import WordLinks

ALPHA = 0.5
COLUMNS = ("document", "pair", "predicted", "possible_hits", "sure_hits", "sure", "possible")
GIVEN = ("sure", "possible")


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """Some tokens of one side of many sentence pairs, held flat.

    Attributes:
        offsets: where the tokens of each sentence begin, and the total, shape (pairs + 1,).
        marked: shape (tokens,).
    """

    offsets: Ints
    marked: Flags

    @property
    def lengths(self) -> Ints:
        """Number of tokens of each sentence, shape (pairs,)."""
        return np.diff(self.offsets)

    def of(self, links: WordLinks, positions: NDArray[np.int32]) -> Flags:
        """Return the marks of the tokens at ``positions``, one for each of ``links``."""
        marks: Flags = self.marked[self.offsets[owners(links.offsets)] + positions]
        return marks


def score(
    predicted: WordLinks,
    gold: WordLinks,
    *,
    all_sure: bool = False,
    ignore_possible: bool = False,
    punctuation: tuple[Marks, Marks] | None = None,
    alpha: float = ALPHA,
) -> Score:
    """Score word links against gold, pooled over sentence pairs.

    Args:
        predicted: links of each pair.
        gold: gold links of the same pairs; ``possible`` marks those that are not sure.
        all_sure: count possible links as sure.
        ignore_possible: count possible links as no links.
        punctuation: tokens of the source and of the target side whose links are left out on both
            sides (see `punctuation_of`).
        alpha: weight of the precision in ``f_alpha``, in [0, 1]; below .5 recall weighs more.

    Returns:
        The figures ``aer``, ``precision``, ``recall``, ``f1`` and ``f_alpha``; the statistics have
        one row a sentence pair.

    Raises:
        InputError: the numbers of pairs differ, or a link names a token that is not there.
        ConfigError: ``alpha`` is out of range, or both options on possible links are given.
    """
    if all_sure and ignore_possible:
        raise ConfigError("possible links cannot be both sure and ignored")
    if not 0 <= alpha <= 1:
        raise ConfigError(f"alpha is {alpha}; it must lie between 0 and 1")
    check_pairs(predicted, gold)
    if punctuation is not None:
        predicted = _without(predicted, *punctuation, of="the prediction")
        gold = _without(gold, *punctuation, of="gold")
    if gold.possible is not None and ignore_possible:
        gold = select_links(gold, ~gold.possible)
    sure = np.ones(len(gold.source), dtype=np.bool_)
    if gold.possible is not None and not all_sure:
        sure = ~gold.possible
    statistics = _rows(predicted, gold, sure)
    options = (
        ("possible", "sure" if all_sure else "ignored" if ignore_possible else "kept"),
        ("punctuation", "kept" if punctuation is None else "removed"),
        ("alpha", f"{alpha:g}"),
        ("gold", "sure-only" if _sure_only(statistics) else "sure+possible"),
    )
    metrics = partial(word_metrics, alpha=alpha)
    signature = Signature("words", __version__, options)
    return aggregate.score("words", statistics, COLUMNS, metrics, signature, given=GIVEN)


def word_metrics(counts: Floats, *, alpha: float = ALPHA) -> dict[str, Floats]:
    """Compute the figures of summed counts.

    Where nothing is sure, nothing was missed: the recall is 1. Where nothing is predicted, the
    precision is 0, or 1 if nothing is sure either.

    Args:
        counts: shape (..., 4 or more): predicted links, those in P, those in S, sure links.
        alpha: weight of the precision in ``f_alpha``.

    Returns:
        An array of shape (...) for each figure.
    """
    predicted, in_possible, in_sure, sure = (counts[..., column] for column in range(4))
    precision = aggregate.divide(in_possible, predicted)
    precision = np.where((predicted == 0) & (sure == 0), 1.0, precision)
    recall = aggregate.divide(in_sure, sure, empty=1.0)
    return {
        "aer": 1 - aggregate.divide(in_sure + in_possible, predicted + sure, empty=1.0),
        "precision": precision,
        "recall": recall,
        "f1": aggregate.harmonic_mean(precision, recall),
        "f_alpha": aggregate.divide(precision * recall, alpha * recall + (1 - alpha) * precision),
    }


def sure_only(score: Score) -> bool:
    """Tell whether gold has no possible links: such an AER must not be compared with others."""
    return _sure_only(score.statistics)


def punctuation_of(sentences: Sequence[Sequence[str]]) -> Marks:
    """Mark the tokens made of punctuation and symbols only."""
    offsets = np.zeros(len(sentences) + 1, dtype=np.int64)
    np.cumsum([len(tokens) for tokens in sentences], out=offsets[1:])
    marked = (_is_punctuation(token) for token in chain.from_iterable(sentences))
    return Marks(offsets, np.fromiter(marked, np.bool_, int(offsets[-1])))


def _rows(predicted: WordLinks, gold: WordLinks, sure: Flags) -> Floats:
    """Count the links of each pair; ``sure`` marks those of gold."""
    found = find_links(*number_links([predicted, gold]))
    hits = found >= 0
    sure_hits = hits.copy()
    sure_hits[hits] = sure[found[hits]]
    return aggregate.number_rows(
        np.diff(predicted.offsets),
        sum_by_pair(predicted.offsets, hits),
        sum_by_pair(predicted.offsets, sure_hits),
        sum_by_pair(gold.offsets, sure),
        np.diff(gold.offsets),
    )


def _sure_only(statistics: Floats) -> bool:
    return bool(statistics[:, 5].sum() == statistics[:, 6].sum())


def _without(links: WordLinks, source: Marks, target: Marks, *, of: str) -> WordLinks:
    """Drop the links with a marked end."""
    check_range(links, source.lengths, target.lengths, of=of)
    return select_links(links, ~(source.of(links, links.source) | target.of(links, links.target)))


def _is_punctuation(token: str) -> bool:
    return all(unicodedata.category(character)[0] in "PS" for character in token)
