"""Scores of the shared tasks on terminology.

Signs of cheating on them, as tables and JSON.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diglot.report.plots.figures import short_names
from diglot.report.tables.scores import table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from diglot.evaluate.statistics.ranks import Correlation
    from diglot.evaluate.terminology.cheat_detection import CheatReport, SegmentSigns
    from diglot.evaluate.terminology.consistency import Consistency
    from diglot.model import Score
    from diglot.pipeline.steps.scores.metric_studies import JudgedSystem, JudgedSystems
    from diglot.pipeline.steps.scores.terminology_results import ScoredTask, TaskScores

# Figures on a scale to 100, as the field prints them.
_PERCENT = ("bleu", "chrf2++")
_LABELS = {
    "bleu": "BLEU",
    "chrf2++": "chrF2++",
    "success": "success",
    "words": "success in words",
    "regex": "success, regex",
    "fuzzy90": "success, fuzzy90",
    "lemma_regex": "success, lemma regex",
    "lemma_fuzzy90": "success, lemma fuzzy90",
    "consistency": "consistency",
}
_FIGURES = {
    "whole_words": "whole words only",
    "micro": "micro",
    "unaligned": "occurrences without translation (low is good)",
}
_HEADLINES = ("success", "words", "lemma_regex", "bleu", "chrf2++")


def task_tables(scores: TaskScores, *, style: str = "terminal") -> list[str]:
    """Return the tables of a score: of one system, or of several side by side."""
    runs = scores.runs
    if len(runs) == 1:
        found = [system_table(runs[0], style=style)]
    else:
        found = [overview_table(runs, style=style)]
        if scores.compared:
            found.append(difference_table(scores, style=style))
        if scores.correlations:
            found.append(correlation_table(scores.correlations, style=style))
    if any(run.consistency for run in runs):
        found.append(consistency_table(runs, style=style))
    if any(run.published for run in runs):
        found.append(published_table(runs, style=style))
    return found


def system_table(run: ScoredTask, *, style: str = "terminal") -> str:
    """Show all figures of one system with their intervals."""
    rows = []
    for name, score in run.scores.items():
        for figure, value in score.values.items():
            interval = score.intervals.get(figure)
            rows.append(
                [
                    label_of(f"{name}.{figure}"),
                    _figure(name, value),
                    f"{_figure(name, interval[0])}–{_figure(name, interval[1])}"
                    if interval
                    else "",
                    _share(run, name, figure),
                ]
            )
    if run.first_f1:
        rows.append(["consistency of 2023, F1", _figure("", run.first_f1["f1"]), "", ""])
    return table(["", "value", "95 %", "of"], rows, style=style)


def overview_table(runs: Sequence[ScoredTask], *, style: str = "terminal") -> str:
    """Show the main figures of several systems, a row each."""
    shown = [name for name in runs[0].figures if _is_headline(name)]
    rows = [
        [name, *(_figure(figure, run.figures[figure]) for figure in shown)]
        for name, run in zip(_names(runs), runs, strict=True)
    ]
    return table(["system", *map(label_of, shown)], rows, style=style)


def difference_table(scores: TaskScores, *, style: str = "terminal") -> str:
    """Show how each system differs from the first in the main figures, with p."""
    names = dict(zip(map(id, scores.runs), _names(scores.runs), strict=True))
    rows = []
    for run, found in scores.compared:
        for each in found:
            if not _is_headline(each.figure):
                continue
            low, high = each.interval or (0.0, 0.0)
            rows.append(
                [
                    names[id(run)],
                    label_of(each.figure),
                    f"{'+' if each.difference >= 0 else ''}{_figure(each.figure, each.difference)}",
                    f"{_figure(each.figure, low)} to {_figure(each.figure, high)}",
                    f"{each.p:.3f}",
                ]
            )
    return table(["system", "figure", "against the first", "95 %", "p"], rows, style=style)


def correlation_table(
    correlations: Mapping[tuple[str, str], Correlation], *, style: str = "terminal"
) -> str:
    """Show Spearman's rank correlation of the main figures over systems.

    Reference:
        Alam et al. 2021, table 11.
    """
    rows = [
        [f"{label_of(one)} and {label_of(other)}", found.shown, f"{found.p:.3f}", str(found.n)]
        for (one, other), found in correlations.items()
        if _is_headline(one) and _is_headline(other)
    ]
    return table(["Spearman", "rho", "p", "systems"], rows, style=style)


def consistency_table(runs: Sequence[ScoredTask], *, style: str = "terminal") -> str:
    """Show diglot's own consistency: micro with its support, macro, and what was left out."""
    rows = []
    for name, run in zip(_names(runs), runs, strict=True):
        rows += [
            [
                name,
                kind,
                _figure("", each.micro),
                f"{each.support:,}",
                _figure("", each.macro),
                f"{each.terms:,}",
                f"{each.singletons:,}",
                f"{each.unaligned:,} of {each.occurrences:,}",
            ]
            for kind, each in run.consistency.items()
        ]
    header = ["system", "consistency", "micro", "occurrences", "macro", "terms", "seen once"]
    return table([*header, "unaligned"], rows, style=style)


def published_table(runs: Sequence[ScoredTask], *, style: str = "terminal") -> str:
    """Show the consistency of the task from tables of occurrences."""
    rows = [
        [
            name,
            kind,
            f"{each.micro:.4f}",
            f"{each.macro:.4f}",
            f"{each.occurrences:,}",
            f"{each.groups:,}",
            f"{each.singletons:,}",
        ]
        for name, run in zip(_names(runs), runs, strict=True)
        for kind, each in run.published.items()
    ]
    header = ["system", "pseudo-reference", "micro", "macro", "occurrences", "groups", "seen once"]
    return table(header, rows, style=style)


def warnings_of(scores: TaskScores) -> list[str]:
    """Return the signs that a run is not what it is said to be."""
    return [
        f"warning: {name}: {each}"
        for name, run in zip(_names(scores.runs), scores.runs, strict=True)
        for each in run.anomalies
    ]


def label_of(name: str) -> str:
    """Return what a figure is called on the screen: ``words_proper.whole_words`` and the like."""
    metric, _, figure = name.partition(".")
    kind, _, dictionary = metric.rpartition("_")
    if kind not in _LABELS:
        kind, dictionary = metric, ""
    parts = [_LABELS.get(kind, kind)]
    if dictionary and dictionary != "terms":
        parts.append(dictionary)
    if figure in _FIGURES:
        parts.append(_FIGURES[figure])
    return ", ".join(parts)


def _is_headline(name: str) -> bool:
    metric, _, figure = name.partition(".")
    return figure in {"score", "success"} and metric.startswith(_HEADLINES)


def _names(runs: Sequence[ScoredTask]) -> list[str]:
    return short_names([run.hypothesis for run in runs])


def _share(run: ScoredTask, name: str, figure: str) -> str:
    """Say what a figure is a share of."""
    score = run.scores[name]
    sums = dict(zip(score.columns, score.statistics.sum(axis=0), strict=True))
    whole = {"success": "terms", "whole_words": "terms", "micro": "repeated"}.get(
        figure, "occurrences"
    )
    if whole not in sums:
        return ""
    what = "occurrences" if whole != "terms" or name.startswith("words") else "terms"
    return f"{sums[whole]:,.0f} {what}"


def _figure(name: str, value: float) -> str:
    if name.startswith(_PERCENT):
        return f"{value:.2f}"
    text = f"{value:.4f}"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


# Scores of the shared tasks on terminology as plain values for JSON output.


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


# Signs of cheating on terminology metrics: a table over systems, examples, JSON.

EXAMPLES = 3
_CONTEXT = 6


def cheat_table(systems: Sequence[JudgedSystem], *, style: str = "terminal") -> str:
    """Show how many segments of every system have which sign, and the guarded exact match."""
    linked = any(each.report.unsupported is not None for each in systems)
    header = ["system", "with terms", "at edges", "too often"]
    header += ["linked elsewhere"] * linked
    header += ["exact match", "guarded", "verdict"]
    rows = []
    for each in systems:
        report = each.report
        row = [str(each.path), *map(str, (report.segments, report.at_edges, report.repeating))]
        if linked:
            row.append("–" if report.unsupported is None else str(report.misplacing))
        row += [f"{report.exact_match:.4f}", f"{report.guarded_exact_match:.4f}"]
        rows.append([*row, "cheating" if report.cheating else "plain"])
    return table(header, rows, style=style)


def cheat_lines(system: JudgedSystem, ids: Sequence[str]) -> list[str]:
    """Return the reasons and anomalies of a system, and a few of its segments.

    Args:
        system: what was judged.
        ids: of the segments of the test set.
    """
    report = system.report
    lines = [f"{system.path}: {reason}" for reason in (*report.reasons, *system.anomalies)]
    if report.cheating:
        shown = [each for each in report.signs if each.at_an_edge] or list(report.signs)
        lines += [
            f"  segment {ids[each.segment]}: {sign}"
            for each in shown[:EXAMPLES]
            for sign in _signs(each, system.texts[each.segment].split())
        ]
    return lines


def _signs(signs: SegmentSigns, words: Sequence[str]) -> Iterator[str]:
    if signs.appended is not None:
        first, last = signs.appended
        before = [*"…"[: first > _CONTEXT], *words[max(0, first - _CONTEXT) : first]]
        yield f"{' '.join(before)} [{' '.join(words[first:last])}]"
    if signs.prepended is not None:
        first, last = signs.prepended
        after = [*words[last : last + _CONTEXT], *"…"[: len(words) > last + _CONTEXT]]
        yield f"[{' '.join(words[first:last])}] {' '.join(after)}".rstrip()
    for term in signs.repeated:
        yield f'"{term}" stands too often'
    for term in signs.unsupported:
        yield f'"{term}" is not linked to its source term'


def cheats_as_json(judged: JudgedSystems) -> dict[str, Any]:
    """Return what was found as JSON has it."""
    ids = [segment.id for segment in judged.test_set.segments]
    return {
        "systems": [
            {
                "path": str(each.path),
                **_report_as_json(each.report, ids),
                "anomalies": list(each.anomalies),
            }
            for each in judged.systems
        ],
        "anomalies": list(judged.anomalies),
    }


def _report_as_json(report: CheatReport, ids: Sequence[str]) -> dict[str, Any]:
    return {
        "cheating": report.cheating,
        "reasons": list(report.reasons),
        "segments_with_terms": report.segments,
        "terms": report.terms,
        "at_edges": report.at_edges,
        "repeating": report.repeating,
        "linked_elsewhere": None if report.unsupported is None else report.misplacing,
        "far": report.far,
        "exact_match": report.exact_match,
        "guarded_exact_match": report.guarded_exact_match,
        "segments": [
            {
                "segment": ids[each.segment],
                "appended": each.appended,
                "prepended": each.prepended,
                "repeated": list(each.repeated),
                "unsupported": list(each.unsupported),
            }
            for each in report.signs
        ],
    }
