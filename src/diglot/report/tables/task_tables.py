"""Scores of the shared tasks on terminology as tables: one system in full, several side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.report.plots.rank_plots import short_names
from diglot.report.tables.tables import table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from diglot.evaluate.statistics.rank_correlation import Correlation
    from diglot.pipeline.steps.scores.task_results import ScoredTask, TaskScores

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
