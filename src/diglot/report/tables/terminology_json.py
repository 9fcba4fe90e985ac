"""Terminology metrics as plain values for JSON output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from diglot.evaluate.statistics.significance import Comparison
    from diglot.evaluate.terminology.alam2021 import CompatScore
    from diglot.evaluate.terminology.terminology import FoundTerm
    from diglot.model import AnnotatedSet, Score
    from diglot.pipeline.steps.scores.terminology_results import (
        ScoredTerminology,
        TerminologyScores,
    )


def terminology_as_json(scores: TerminologyScores, *, details: bool = False) -> dict[str, Any]:
    """Return one system as an object; several under ``runs``, with ``comparisons``.

    Args:
        scores: of all systems.
        details: what became of every term, too.
    """
    annotated = scores.annotated
    common: dict[str, Any] = {
        "test_set": annotated.name,
        "source_language": annotated.source_language,
        "target_language": annotated.target_language,
        "segments": len(annotated.segments),
        "segments_with_terms": sum(bool(each.terms) for each in annotated.segments),
        "terms": sum(len(each.terms) for each in annotated.segments),
        "notes": list(scores.notes),
    }
    runs = [_run(each, annotated, details=details) for each in scores.runs]
    if len(runs) == 1:
        return common | runs[0]
    return common | {
        "runs": runs,
        "comparisons": [
            _comparison(scores.runs[0], run, each)
            for run, found in scores.compared
            for each in found
        ],
        "correlations": [
            {"first": one, "second": other, "rho": found.rho, "p": found.p, "systems": found.n}
            for (one, other), found in scores.correlations.items()
        ],
    }


def compat_as_json(hypothesis: Path, score: CompatScore) -> dict[str, Any]:
    """Return what the published implementation of 2021 gives."""
    return {
        "hypothesis": str(hypothesis),
        "compat": "alam2021",
        "bleu": score.bleu,
        "exact_match": score.exact_match,
        "surface": score.surface,
        "lemma": score.lemma,
        "wrong": score.wrong,
        "window_overlap_2": score.window_overlap_2,
        "window_overlap_3": score.window_overlap_3,
        "one_minus_term": score.one_minus_term,
        "notes": list(score.notes),
    }


def _run(run: ScoredTerminology, annotated: AnnotatedSet, *, details: bool) -> dict[str, Any]:
    found: dict[str, Any] = {"hypothesis": str(run.hypothesis)}
    found |= {name: _score(each) for name, each in run.scores.items()}
    cheating = run.cheating
    found["cheating"] = {
        "flagged": cheating.cheating,
        "reasons": list(cheating.reasons),
        "guarded_exact_match": cheating.guarded_exact_match,
        "segments_at_edges": cheating.at_edges,
        "segments_repeating": cheating.repeating,
        "far": cheating.far,
        "unsupported": cheating.unsupported,
    }
    found["missing"] = dict(run.missing)
    if details:
        found["term_results"] = [_term(each, run, annotated) for each in run.terms]
    return found


def _comparison(
    first: ScoredTerminology, second: ScoredTerminology, found: Comparison
) -> dict[str, Any]:
    return {
        "figure": found.figure,
        "first": {"hypothesis": str(first.hypothesis), "value": found.first},
        "second": {"hypothesis": str(second.hypothesis), "value": found.second},
        "difference": found.difference,
        "interval": None if found.interval is None else list(found.interval),
        "p": found.p,
        "signature": str(found.signature),
    }


def _term(found: FoundTerm, run: ScoredTerminology, annotated: AnnotatedSet) -> dict[str, Any]:
    segment = annotated.segments[found.segment]
    mark = segment.terms[found.term]
    text = run.texts[found.segment]
    span = None if found.hit is None else run.characters(found.segment, found.hit.span)
    return {
        "segment": segment.id,
        "term": mark.id,
        "source": mark.source,
        "alternatives": list(mark.alternatives),
        "source_span": mark.source_span,
        "reference_span": mark.target_span,
        "level": "none" if found.hit is None else found.hit.level,
        "span": span,
        "found": None if span is None else text[slice(*span)],
        "window_overlap": list(found.overlap) or None,
        "partial": found.partial,
        "elsewhere": found.elsewhere,
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
