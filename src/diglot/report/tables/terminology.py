"""Terminology metrics as tables and as plain values for JSON."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from diglot.report.tables.scores import table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from diglot.evaluate.statistics.ranks import Correlation
    from diglot.evaluate.statistics.significance import Comparison
    from diglot.evaluate.terminology.alam2021 import CompatScore
    from diglot.evaluate.terminology.scores import FoundTerm
    from diglot.model import AnnotatedSet, Score
    from diglot.pipeline.steps.scores.terminology_results import (
        ScoredTerminology,
        TerminologyScores,
    )

# What every figure is called on the screen, in the order in which it is shown.
LABELS = {
    "bleu.score": "BLEU",
    "chrf2.score": "chrF2",
    "chrf2++.score": "chrF2++",
    "ter.score": "TER (low is good)",
    "term.score": "1-TERm",
    "term.by_weight": "1-TERm, by weight",
    "exact_match.surface": "exact match, as written",
    "exact_match.accuracy": "exact match, with lemmas",
    "window_overlap_2.matched": "window overlap 2, matched terms",
    "window_overlap_2.all_terms": "window overlap 2, all terms",
    "window_overlap_2.per_segment": "window overlap 2, segments with terms",
    "window_overlap_2.all_segments": "window overlap 2, all segments",
    "window_overlap_3.matched": "window overlap 3, matched terms",
    "window_overlap_3.all_terms": "window overlap 3, all terms",
    "window_overlap_3.per_segment": "window overlap 3, segments with terms",
    "window_overlap_3.all_segments": "window overlap 3, all segments",
    "ordered_window_2.matched": "ordered window 2, matched terms",
    "ordered_window_2.all_terms": "ordered window 2, all terms",
    "ordered_window_3.matched": "ordered window 3, matched terms",
    "ordered_window_3.all_terms": "ordered window 3, all terms",
    "dependency_window.matched": "dependency window, matched terms",
    "dependency_window.all_terms": "dependency window, all terms",
    "partial.accuracy": "partial match",
    "partial.content_words": "partial match, content words weigh more",
    "partial.annotated": "partial match, form of the reference",
    "partial.in_place": "the same, with reordering penalty",
    "aligned_partial.accuracy": "partial match among linked words",
    "aligned_partial.elsewhere": "found, but linked elsewhere (low is good)",
    "term_bleu_2.score": "Term-BLEU 2",
    "term_bleu_3.score": "Term-BLEU 3",
    "term_chrf_2.score": "Term-chrF 2",
    "term_chrf_3.score": "Term-chrF 3",
}
SHORT = {
    "bleu.score": "BLEU",
    "chrf2++.score": "chrF2++",
    "term.score": "1-TERm",
    "exact_match.surface": "EM written",
    "exact_match.accuracy": "EM lemmas",
    "window_overlap_2.matched": "WO2 matched",
    "window_overlap_2.all_terms": "WO2 all",
    "window_overlap_3.all_terms": "WO3 all",
    "partial.accuracy": "partial",
    "term_bleu_2.score": "T-BLEU2",
}
# On a scale to 100, as the field prints them.
_PERCENT = frozenset(
    {"bleu", "chrf2", "chrf2++", "ter", "term_bleu_2", "term_bleu_3", "term_chrf_2", "term_chrf_3"}
)
# Metrics of whole segments, with signatures of their own.
_WHOLE = ("bleu", "chrf2++", "ter")
_FEW_SYSTEMS = 5
_MISSED = 10
_WIDTH = 70


def system_table(run: ScoredTerminology, *, style: str = "terminal") -> str:
    """Show all figures of one system, with their intervals and what they are shares of."""
    rows = []
    for name, label in LABELS.items():
        found = _value(run.scores, name)
        if found is None:
            continue
        score, figure = found
        interval = score.intervals.get(figure)
        rows.append(
            [
                label,
                figure_of(name, score.values[figure]),
                _range(name, interval) if interval else "",
                _share(name, score),
            ]
        )
    return table(["", "value", "95 %", "of"], rows, style=style)


def overview_table(runs: Sequence[ScoredTerminology], *, style: str = "terminal") -> str:
    """Show the figures that tell most, a row for each system."""
    shown = [name for name in SHORT if _value(runs[0].scores, name) is not None]
    names = names_of(runs)
    rows = [
        [name, *(_cell(run, figure) for figure in shown)]
        for name, run in zip(names, runs, strict=True)
    ]
    return table(["system", *(SHORT[name] for name in shown)], rows, style=style)


def paired_table(scores: TerminologyScores, *, style: str = "terminal") -> str:
    """Show each figure of all systems with its interval, and how it differs from the first's."""
    names = names_of(scores.runs)
    compared = {(id(run), each.figure): each for run, found in scores.compared for each in found}
    rows = []
    for figure in scores.runs[0].headlines:
        for name, run in zip(names, scores.runs, strict=True):
            found = _value(run.scores, figure)
            if found is None:
                continue
            interval = found[0].intervals.get(found[1])
            rows.append(
                [
                    LABELS[figure] if run is scores.runs[0] else "",
                    name,
                    figure_of(figure, found[0].values[found[1]]),
                    _range(figure, interval) if interval else "",
                    *_difference(figure, compared.get((id(run), figure))),
                ]
            )
    header = ["", "system", "value", "95 %", "against the first", "95 %", "p"]
    return table(header, rows, style=style)


def correlation_table(
    correlations: Mapping[tuple[str, str], Correlation], *, style: str = "terminal"
) -> str:
    """Show Spearman's rank correlation of the figures of ``SHORT`` over systems, as a triangle."""
    names = [name for name in SHORT if any(name in pair for pair in correlations)]
    systems = next(iter(correlations.values())).n
    found = {frozenset(pair): each for pair, each in correlations.items()}
    rows = [
        [
            SHORT[one],
            *(found[frozenset((one, other))].shown for other in names[:number]),
            *("" for _ in names[number:-1]),
        ]
        for number, one in enumerate(names)
        if number
    ]
    header = [f"Spearman, {systems} systems", *(SHORT[name] for name in names[:-1])]
    return table(header, rows, style=style)


def missed_lines(annotated: AnnotatedSet, run: ScoredTerminology) -> list[str]:
    """Say which entries a system misses most often, and what was wanted; nothing if none."""
    asked: Counter[tuple[str, str]] = Counter()
    missed: Counter[tuple[str, str]] = Counter()
    wanted: dict[tuple[str, str], str] = {}
    for each in run.terms:
        mark = annotated.segments[each.segment].terms[each.term]
        key = (mark.id, mark.source)
        asked[key] += 1
        if each.hit is None:
            missed[key] += 1
            wanted.setdefault(key, " | ".join(mark.alternatives))
    if not missed:
        return []
    lines = [f"missed most often, of {len(missed):,} entries that are missed:"]
    for key, count in missed.most_common(_MISSED):
        often = f"{count} of {asked[key]}"
        lines.append(f"  {often:>9}  {key[1]} → {_cut(wanted[key])}")
    return lines


def details_table(
    annotated: AnnotatedSet, run: ScoredTerminology, *, style: str = "terminal"
) -> str:
    """Show what became of every term."""
    rows = []
    for each in run.terms:
        segment = annotated.segments[each.segment]
        mark = segment.terms[each.term]
        found = ""
        if each.hit is not None:
            found = run.texts[each.segment][slice(*run.characters(each.segment, each.hit.span))]
        rows.append(
            [
                segment.id,
                mark.source,
                "none" if each.hit is None else each.hit.level,
                found,
                *([figure_of("", value) for value in each.overlap] or ["", ""]),
            ]
        )
    return table(["segment", "term", "found", "as", "WO2", "WO3"], rows, style=style)


def notes_of(scores: TerminologyScores) -> list[str]:
    """Return what to keep in mind: how to read the table, what is missing and why."""
    annotated, first = scores.annotated, scores.runs[0]
    with_terms = sum(bool(each.terms) for each in annotated.segments)
    terms = sum(len(each.terms) for each in annotated.segments)
    held = f"{len(annotated.segments):,} segments, {with_terms:,} with {terms:,} marked terms"
    lines = [f"{annotated.name}: {held}"]
    lines.extend(scores.notes)
    if scores.correlations and len(scores.runs) < _FEW_SYSTEMS:
        lines.append(
            f"{len(scores.runs)} systems are too few for rank correlations to mean much; a star "
            "says p < .1, a dash p of .2 or more"
        )
    reasons: dict[str, list[str]] = {}
    for name, reason in first.missing.items():
        reasons.setdefault(reason, []).append(name)
    lines.extend(
        f"not available: {', '.join(names)} ({reason})" for reason, names in reasons.items()
    )
    return lines


def warnings_of(scores: TerminologyScores) -> list[str]:
    """Return a line for each system that shows signs of terms added to please a metric."""
    return [
        f"warning: {name}: terms seem to be added to please a metric: "
        f"{'; '.join(run.cheating.reasons)}; exact match without them "
        f"{figure_of('', run.cheating.guarded_exact_match)} (diglot cheat --detect tells more)"
        for name, run in zip(names_of(scores.runs), scores.runs, strict=True)
        if run.cheating.cheating
    ]


def signatures_of(scores: TerminologyScores) -> list[str]:
    """Return the signatures of metrics of whole segments, and the one that all others share."""
    found = scores.runs[0].scores
    lines = [str(found[name].signature) for name in _WHOLE if name in found]
    shared = found["exact_match"].signature
    return [*lines, str(replace(shared, method="terminology"))] if shared else lines


def compat_table(names: Sequence[str], scores: Sequence[CompatScore]) -> str:
    """Show what the published implementation of 2021 prints, all digits."""
    rows = [
        [
            name,
            repr(each.bleu),
            f"{each.surface}/{each.lemma}/{each.wrong}",
            repr(each.exact_match),
            repr(each.window_overlap_2),
            repr(each.window_overlap_3),
            repr(each.one_minus_term),
        ]
        for name, each in zip(names, scores, strict=True)
    ]
    header = ["", "BLEU", "surface/lemma/wrong", "exact match", "WO2", "WO3", "1-TERm"]
    return table(header, rows)


def names_of(runs: Sequence[ScoredTerminology]) -> list[str]:
    """Return a short name for each system: that of its file, with the folder where two agree."""
    stems = Counter(run.hypothesis.name for run in runs)
    return [
        run.hypothesis.name if stems[run.hypothesis.name] == 1 else str(run.hypothesis)
        for run in runs
    ]


def figure_of(name: str, value: float) -> str:
    """Write a figure named ``metric.figure``: 45.34 on a scale to 100, .8590 on one to 1."""
    if name.partition(".")[0] in _PERCENT:
        return f"{value:.2f}"
    text = f"{value:.4f}"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def _cut(text: str) -> str:
    return text if len(text) <= _WIDTH else f"{text[:_WIDTH]}…"


def _value(scores: Mapping[str, Score], name: str) -> tuple[Score, str] | None:
    metric, _, figure = name.partition(".")
    score = scores.get(metric)
    return (score, figure) if score is not None and figure in score.values else None


def _cell(run: ScoredTerminology, name: str) -> str:
    found = _value(run.scores, name)
    return "–" if found is None else figure_of(name, found[0].values[found[1]])


def _range(name: str, interval: tuple[float, float]) -> str:
    return f"{figure_of(name, interval[0])}–{figure_of(name, interval[1])}"


def _difference(name: str, found: Comparison | None) -> list[str]:
    if found is None:
        return ["", "", ""]
    low, high = found.interval or (0.0, 0.0)
    signed = [
        ("+" if value >= 0 else "") + figure_of(name, value)
        for value in (found.difference, low, high)
    ]
    return [signed[0], f"{signed[1]} to {signed[2]}", f"{found.p:.3f}"]


def _share(name: str, score: Score) -> str:
    """Say how many terms or segments a figure is a mean over."""
    sums = dict(zip(score.columns, score.statistics.sum(axis=0), strict=True))
    metric, _, figure = name.partition(".")
    if metric == "exact_match":
        held = sums["surface_matches" if figure == "surface" else "matches"]
        return f"{held:,.0f} of {sums['terms']:,.0f} terms"
    if "window" in metric:
        if figure == "matched":
            return f"{sums['matched']:,.0f} terms"
        if figure == "all_terms":
            return f"{sums['terms']:,.0f} terms"
        column = "segments_with_terms" if figure == "per_segment" else "segments"
        return f"{sums[column]:,.0f} segments"
    if f"{figure}_terms" in sums:
        return f"{sums[f'{figure}_terms']:,.0f} terms"
    return ""


# Terminology metrics as plain values for JSON output.


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
