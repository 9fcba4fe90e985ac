"""Scores as plain values for JSON output, on which other programs rely."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Protocol

    from diglot.evaluate.statistics.significance import Comparison
    from diglot.model import Score
    from diglot.pipeline import ScoredRun, ScoredWords

    class _Run(Protocol):
        @property
        def prediction(self) -> Path: ...


LEVELS = ("strict", "lax", "align", "sentence", "word", "char")
WORD_FIGURES = ("aer", "precision", "recall", "f1", "f_alpha")


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


def sentences_as_json(run: ScoredRun, note: str | None = None) -> dict[str, Any]:
    """Return one scored prediction of sentence links: a key a level, None where it is unknown."""
    return {
        "pred": str(run.prediction),
        **dict.fromkeys(LEVELS),
        **as_json(run.scores),
        "types": [asdict(row) for row in run.types],
        "confidence": asdict(run.confidence) if run.confidence else None,
        "note": note,
    }


def words_as_json(run: ScoredWords) -> dict[str, Any]:
    """Return one scored prediction of word links: figures at the top, None what is unknown."""
    score = run.score
    values: dict[str, Any] = {"pred": str(run.prediction), **dict.fromkeys(WORD_FIGURES)}
    values |= dict.fromkeys(("intervals", "counts", "signature"))
    if score is not None:
        values |= as_json({"words": score})["words"]
        totals = dict(zip(score.columns, score.statistics.sum(axis=0).tolist(), strict=True))
        values["counts"] = {"pairs": len(score.statistics)} | {
            name: int(count) for name, count in totals.items() if name not in score.columns[:2]
        }
    return values | {
        "name": None if score is None else "AER (sure only)" if run.sure_only else "AER",
        "trees": as_json(run.trees) or None,
        "depths": [asdict(row) for row in run.depths] or None,
        "agreement": as_json(run.agreement) or None,
        "confidence": {name: asdict(each) for name, each in run.confidence.items()} or None,
        "labels": None if run.labels is None else asdict(run.labels),
        "pairs": None
        if run.pairs is None
        else {
            "mean_log": run.pairs.mean_log.tolist(),
            "uncovered": run.pairs.uncovered.tolist(),
        },
        "note": note_of(run),
    }


def note_of(run: ScoredWords) -> str | None:
    """Return what to keep in mind about an error rate, if there is something."""
    if not run.sure_only:
        return None
    return "gold has sure links only: this AER is 1 - F1, not to be compared with one that has both"


def compared_as_json(compared: Sequence[tuple[_Run, _Run, Comparison]]) -> list[dict[str, Any]]:
    """Return comparisons of runs, each with the two files and their figures."""
    return [
        {
            **asdict(comparison),
            "first": {"pred": str(first.prediction), comparison.figure: comparison.first},
            "second": {"pred": str(second.prediction), comparison.figure: comparison.second},
            "signature": str(comparison.signature),
        }
        for first, second, comparison in compared
    ]
