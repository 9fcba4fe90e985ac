"""How long a translation is: ratio, variance and the background of unlinked sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_ROOT = float(np.sqrt(2 * np.pi))
_START_VARIANCE = 10.0
_POOLED_WEIGHT = 3000.0
"""Characters of pooled text that temper the ratio of one document."""


@dataclass(frozen=True, slots=True, eq=False)
class LengthModel:
    """Normal model of target length given source length, in characters.

    A target of ``lt`` characters for a source of ``ls`` has density
    ``N(lt; ratio * ls, variance * (ratio * ls + lt) / 2 + 1)``; unlinked sentences have a
    log-normal background on each side.

    Reference: Gale and Church (1993), with estimated parameters and the mean length under the root.

    Attributes:
        ratio: target characters for one source character.
        variance: variance per character.
        source_background, target_background: (mean, standard deviation) of the log lengths; source
            lengths are multiplied by ``ratio`` first.
    """

    ratio: float
    variance: float
    source_background: tuple[float, float]
    target_background: tuple[float, float]


def first_model(source: Floats, target: Floats, pooled_ratio: float) -> LengthModel:
    """Model of one document from the totals of both sides, before any link is known.

    Args:
        source: lengths of the source sentences, float64 (n,).
        target: lengths of the target sentences, float64 (m,).
        pooled_ratio: ratio of the totals over all documents of the run.
    """
    ratio = _tempered(source.sum(), target.sum(), pooled_ratio)
    return _with_backgrounds(ratio, _START_VARIANCE, source, target)


def fitted_model(
    model: LengthModel, source: Floats, target: Floats, linked_source: Floats, linked_target: Floats
) -> LengthModel:
    """Model re-estimated from the lengths of 1-1 links.

    Args:
        model: the model so far; its ratio tempers the new one, its variance stays if at most 20
            links are given.
        source: lengths of all source sentences.
        target: lengths of all target sentences.
        linked_source: lengths of the source sentences of 1-1 links.
        linked_target: lengths of their target sentences.
    """
    ratio = _tempered(linked_source.sum(), linked_target.sum(), model.ratio)
    if len(linked_source) <= 20:
        return _with_backgrounds(ratio, model.variance, source, target)
    squares = (linked_target - ratio * linked_source) ** 2
    per_character = squares / ((ratio * linked_source + linked_target) / 2)
    cut = np.quantile(per_character, 0.97)
    variance = float(np.clip(np.minimum(per_character, cut).mean(), 1.0, 20.0))
    return _with_backgrounds(ratio, variance, source, target)


def background_log_density(lengths: Floats, background: tuple[float, float]) -> Floats:
    """Log-normal log density of each length."""
    mean, deviation = background
    logs = np.log(lengths)
    standard = (logs - mean) / deviation
    density: Floats = -0.5 * standard**2 - logs - np.log(deviation * _ROOT)
    return density


def _tempered(source: float, target: float, prior: float) -> float:
    return (target + _POOLED_WEIGHT * prior) / (source + _POOLED_WEIGHT)


def _with_backgrounds(ratio: float, variance: float, source: Floats, target: Floats) -> LengthModel:
    return LengthModel(ratio, variance, _log_normal(source * ratio), _log_normal(target))


def _log_normal(lengths: Floats) -> tuple[float, float]:
    if not len(lengths):
        return (0.0, 1.0)
    logs = np.log(lengths)
    return float(logs.mean()), float(max(logs.std(), 0.1))
