"""Scores of the shared tasks on terminology as plain values for JSON output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from diglot.evaluate.terminology.term_consistency import Consistency
    from diglot.model import Score
    from diglot.pipeline.steps.scores.task_results import ScoredTask, TaskScores


def task_as_json(scores: TaskScores) -> dict[str, Any]:
    """Return one system as an object; several under ``runs``, with ``comparisons``."""
    first = next(iter(scores.dictionaries.values()))
    common: dict[str, Any] = {
        "task": scores.task,
        "test_set": first.name,
        "source_language": first.source_language,
        "target_language": first.target_language,
        "segments": len(first.segments),
        "terms": {
            name: sum(len(segment.terms) for segment in each.segments)
            for name, each in scores.dictionaries.items()
        },
        "notes": list(scores.notes),
    }
    runs = [_run(each) for each in scores.runs]
    if len(runs) == 1:
        return common | runs[0]
    return common | {
        "runs": runs,
        "comparisons": [
            {
                "figure": each.figure,
                "first": {"hypothesis": str(scores.runs[0].hypothesis), "value": each.first},
                "second": {"hypothesis": str(run.hypothesis), "value": each.second},
                "difference": each.difference,
                "interval": None if each.interval is None else list(each.interval),
                "p": float(each.p),
                "signature": str(each.signature),
            }
            for run, found in scores.compared
            for each in found
        ],
        "correlations": [
            {
                "first": one,
                "second": other,
                "rho": _number(found.rho),
                "p": _number(found.p),
                "systems": found.n,
            }
            for (one, other), found in scores.correlations.items()
        ],
    }


def _run(run: ScoredTask) -> dict[str, Any]:
    found: dict[str, Any] = {"hypothesis": str(run.hypothesis)}
    found |= {name: _score(score) for name, score in run.scores.items()}
    for kind, each in run.consistency.items():
        found[f"consistency_{kind}"] |= _consistency(each)
    if run.first_f1:
        found["consistency_wmt23"] = dict(run.first_f1)
    if run.published:
        found["consistency_wmt25"] = {
            kind: {
                "micro": each.micro,
                "macro": each.macro,
                "occurrences": each.occurrences,
                "groups": each.groups,
                "singletons": each.singletons,
            }
            for kind, each in run.published.items()
        }
    found["anomalies"] = list(run.anomalies)
    return found


def _consistency(found: Consistency) -> dict[str, Any]:
    return {
        "macro": found.macro,
        "occurrences": found.occurrences,
        "support": found.support,
        "terms": found.terms,
        "singletons": found.singletons,
        "unaligned_occurrences": found.unaligned,
    }


def _score(score: Score) -> dict[str, Any]:
    sums = score.statistics.sum(axis=0)
    return {
        **score.values,
        "intervals": {name: list(each) for name, each in score.intervals.items()} or None,
        "counts": {
            name: int(value) if value == int(value) else float(value)
            for name, value in zip(score.columns[2:], sums[2:], strict=True)
        },
        "signature": None if score.signature is None else str(score.signature),
    }


def _number(value: float) -> float | None:
    """JSON has no NaN."""
    return None if value != value else value
