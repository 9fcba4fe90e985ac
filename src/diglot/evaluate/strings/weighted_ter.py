"""Translation edit rate with weights on reference words: TERm, where words of terms weigh more.

Not having reference word j, or another word in its place, costs its weight; a word too many costs
1; a moved block costs the largest weight among the reference words it lands on. Blocks are searched
as for plain TER, except that a move is judged by what it saves less what it costs; with all weights
1 both give the same edits.

Reference:
    Alam et al. 2021, "On the evaluation of machine translation for terminology consistency",
    section on TERm; what it leaves open is settled as above.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diglot.errors import ConfigError, InputError
from diglot.evaluate.strings.segments import Segment, WordNumbers, same_number, split, starts
from diglot.evaluate.strings.ter import CANDIDATES, per_word

if TYPE_CHECKING:
    from collections.abc import Sequence

Floats = NDArray[np.float64]

TERM_WEIGHT = 2.0
"""Weight of a word of a term in the paper; other words weigh 1."""

_SCALES = (1, 2, 4, 10, 100, 1000)
_MOST = 1 << 30


@dataclass(frozen=True, slots=True, eq=False)
class WeightedEditRates:
    """Weighted edit rate of every segment.

    Attributes:
        costs: float64 (segments,).
        moves: int64 (segments,), how many blocks were moved.
        lengths: int64 (segments,), words of the reference.
        weights: float64 (segments,), sum of their weights.
    """

    costs: Floats
    moves: NDArray[np.int64]
    lengths: NDArray[np.int64]
    weights: Floats

    @property
    def score(self) -> float:
        """One less the cost per reference word, over all segments; may be below 0."""
        return float(accuracy(self.statistics.sum(axis=0)))

    @property
    def score_by_weight(self) -> float:
        """One less the cost per unit of weight, over all segments."""
        return float(accuracy_by_weight(self.statistics.sum(axis=0)))

    @property
    def statistics(self) -> Floats:
        """Cost, reference words and weight of each segment, (segments, 3)."""
        return np.column_stack([self.costs, self.lengths, self.weights]).astype(np.float64)


def weighted_ter(
    hypotheses: Sequence[Segment],
    references: Sequence[Segment],
    weights: Sequence[Sequence[float]],
    *,
    moves: bool = True,
    case_sensitive: bool = True,
) -> WeightedEditRates:
    """Return the weighted translation edit rate of each segment and of all.

    Args:
        hypotheses: the translations: texts divided by blanks, or lists of words.
        references: a reference for each, in the same order.
        weights: for every reference the weights of its words, none below 0, to three decimals.
        moves: search blocks to move; else it is the weighted edit distance, with no beam either.
        case_sensitive: capitals matter.

    Raises:
        InputError: numbers of segments differ, or weights do not fit the words of a reference.
        ConfigError: a weight is negative or not a number.

    Reference:
        Alam et al. 2021; Snover et al. 2006 for the search.
    """
    from diglot.evaluate.strings.kernels.ter import edit_costs, edit_distances

    same_number(hypotheses, references, weights)  # type: ignore[arg-type]
    numbers = WordNumbers()
    flat, offsets = numbers.flat(split(hypotheses, case_sensitive=case_sensitive))
    r_flat, r_offsets = numbers.flat(split(references, case_sensitive=case_sensitive))
    values = _flat_weights(weights, r_offsets)
    scale = _scale(values)
    scaled = np.rint(values * scale)
    _check_size(scaled, r_offsets, offsets, scale)
    texts = flat, offsets, r_flat, r_offsets, scaled.astype(np.int32), scale
    if moves:
        costs, moved = edit_costs(*texts, CANDIDATES).T
    else:
        costs, moved = edit_distances(*texts), np.zeros(len(hypotheses), np.int64)
    sums = np.concatenate([[0.0], np.cumsum(scaled)])
    return WeightedEditRates(
        costs=costs / scale,
        moves=moved,
        lengths=np.diff(r_offsets),
        weights=np.diff(sums[r_offsets]) / scale,
    )


def accuracy(totals: Floats) -> Floats:
    """Return one less the cost per reference word, from sums of statistics (..., 3)."""
    return 1 - per_word(totals[..., 0], totals[..., 1])


def accuracy_by_weight(totals: Floats) -> Floats:
    """Return one less the cost per unit of weight, from sums of statistics (..., 3)."""
    return 1 - per_word(totals[..., 0], totals[..., 2])


def _flat_weights(weights: Sequence[Sequence[float]], offsets: NDArray[np.int64]) -> Floats:
    """Return all weights behind one another."""
    given = np.diff(starts(weights))
    wrong = np.flatnonzero(given != np.diff(offsets))
    if len(wrong):
        at = int(wrong[0])
        raise InputError(
            f"{given[at]} weights for {offsets[at + 1] - offsets[at]} words of the reference",
            place=f"segment {at + 1}",
        )
    values = np.concatenate([np.asarray(each, np.float64) for each in weights] or [np.empty(0)])
    if not (np.isfinite(values) & (values >= 0)).all():
        raise ConfigError("a weight of a reference word is negative or no number")
    return values


def _scale(values: Floats) -> int:
    """The smallest factor that makes all weights whole, so that equal costs are exactly equal."""
    for scale in _SCALES:
        if (np.rint(values * scale) == values * scale).all():
            return scale
    return _SCALES[-1]


def _check_size(
    scaled: Floats, r_offsets: NDArray[np.int64], offsets: NDArray[np.int64], scale: int
) -> None:
    sums = np.concatenate([[0.0], np.cumsum(scaled)])
    most = np.diff(sums[r_offsets]) + scale * np.diff(offsets)
    if len(most) and most.max() >= _MOST:
        raise InputError(
            "too long for weights with so many decimals",
            place=f"segment {int(most.argmax()) + 1}",
            cure="use whole weights, or split the segment",
        )
