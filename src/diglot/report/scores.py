"""Scores as plain values for JSON output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from diglot.model import Score


def as_json(scores: Mapping[str, Score]) -> dict[str, dict[str, Any]]:
    """Return scores as JSON values.

    Each metric has its figures (``precision``, ``recall``, ``f1``, ``silence``, ``noise``) and its
    ``signature``; after a bootstrap also ``intervals``, with [low, high] for each figure.
    """
    values: dict[str, dict[str, Any]] = {}
    for name, score in scores.items():
        values[name] = dict(score.values)
        if score.intervals:
            values[name]["intervals"] = {
                figure: list(interval) for figure, interval in score.intervals.items()
            }
        if score.signature is not None:
            values[name]["signature"] = str(score.signature)
    return values
