"""Scores of the shared tasks on terminology, and signs of cheating, as tables and as JSON."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Any

from diglot.report.tables.layout import (
    attributes,
    counts_as_json,
    record_table,
    score_as_json,
    table,
)
from diglot.report.tables.terminology import (
    difference_table,
    figure_of,
    names_of,
    overview_table,
    runs_as_json,
    scaled_cells,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from diglot.evaluate.statistics.ranks import Correlation
    from diglot.evaluate.terminology.cheat_detection import CheatReport, SegmentSigns
    from diglot.pipeline.steps.scores.metric_studies import JudgedSystem, JudgedSystems
    from diglot.pipeline.steps.scores.terminology import ScoredTask, TaskScores
    from diglot.report.tables.layout import Columns

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
# The system, the kind of pseudo-reference, and the consistency: micro with its support, macro, and
# what was left out.
CONSISTENCY: Columns = (
    ("system", itemgetter(0)),
    ("consistency", itemgetter(1)),
    ("micro", lambda row: figure_of("", row[2].micro)),
    ("occurrences", lambda row: row[2].support),
    ("macro", lambda row: figure_of("", row[2].macro)),
    ("terms", lambda row: row[2].terms),
    ("seen once", lambda row: row[2].singletons),
    ("unaligned", lambda row: f"{row[2].unaligned:,} of {row[2].occurrences:,}"),
)
# The consistency of the task from tables of occurrences.
PUBLISHED: Columns = (
    ("system", itemgetter(0)),
    ("pseudo-reference", itemgetter(1)),
    ("micro", "{0[2].micro:.4f}".format),
    ("macro", "{0[2].macro:.4f}".format),
    ("occurrences", lambda row: row[2].occurrences),
    ("groups", lambda row: row[2].groups),
    ("seen once", lambda row: row[2].singletons),
)


def task_tables(scores: TaskScores) -> list[str]:
    """Return the tables of a score: of one system, or of several side by side."""
    runs = scores.runs
    if len(runs) == 1:
        found = [system_table(runs[0])]
    else:
        shown = {name: label_of(name) for name in runs[0].figures if _is_headline(name)}
        found = [overview_table(runs, scores.compared, shown)]
        if scores.compared:
            found.append(difference_table(scores, shown))
        if scores.correlations:
            found.append(correlation_table(scores.correlations))
    for columns, kinds in (
        (CONSISTENCY, [run.consistency for run in runs]),
        (PUBLISHED, [run.published for run in runs]),
    ):
        if any(kinds):
            rows = [
                (name, kind, each)
                for name, several in zip(names_of(runs), kinds, strict=True)
                for kind, each in several.items()
            ]
            found.append(record_table(columns, rows, thousands=True))
    return found


def system_table(run: ScoredTask) -> str:
    """Show all figures of one system with their intervals."""
    rows = [
        [label_of(name), *scaled_cells(name, run.scores), _share(run, name)] for name in run.figures
    ]
    if run.first_f1:
        rows.append(["consistency of 2023, F1", figure_of("", run.first_f1["f1"]), "", ""])
    return table(["", "value", "95 %", "of"], rows)


def correlation_table(correlations: Mapping[tuple[str, str], Correlation]) -> str:
    """Show Spearman's rank correlation of the main figures over systems.

    Reference:
        Alam et al. 2021, table 11.
    """
    rows = [
        [f"{label_of(one)} and {label_of(other)}", found.label, f"{found.p:.3f}", found.n]
        for (one, other), found in correlations.items()
        if _is_headline(one) and _is_headline(other)
    ]
    return table(["Spearman", "rho", "p", "systems"], rows)


def warnings_of(scores: TaskScores) -> list[str]:
    """Return the signs that a run is not what it is said to be."""
    return [
        f"warning: {name}: {each}"
        for name, run in zip(names_of(scores.runs), scores.runs, strict=True)
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


def _share(run: ScoredTask, name: str) -> str:
    """Say what a figure is a share of."""
    metric, _, figure = name.partition(".")
    sums = counts_as_json(run.scores[metric])
    whole = {"success": "terms", "whole_words": "terms", "micro": "repeated"}.get(
        figure, "occurrences"
    )
    if whole not in sums:
        return ""
    what = "occurrences" if whole != "terms" or metric.startswith("words") else "terms"
    return f"{sums[whole]:,.0f} {what}"


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
    return common | runs_as_json([_run(each) for each in scores.runs], scores)


def _run(run: ScoredTask) -> dict[str, Any]:
    found: dict[str, Any] = {"hypothesis": str(run.prediction)}
    found |= {name: score_as_json(score) for name, score in run.scores.items()}
    for kind, each in run.consistency.items():
        found[f"consistency_{kind}"] |= attributes(
            each,
            *("macro", "occurrences", "support", "terms", "singletons"),
            "unaligned_occurrences=unaligned",
        )
    if run.first_f1:
        found["consistency_wmt23"] = dict(run.first_f1)
    if run.published:
        found["consistency_wmt25"] = {
            kind: attributes(each, "micro", "macro", "occurrences", "groups", "singletons")
            for kind, each in run.published.items()
        }
    found["anomalies"] = list(run.anomalies)
    return found


# Signs of cheating on terminology metrics: a table over systems, examples, JSON.

_ELSEWHERE = "linked elsewhere"
CHEATS: Columns = (
    ("system", lambda each: str(each.path)),
    *("with terms=report.segments", "at edges=report.at_edges", "too often=report.repeating"),
    (_ELSEWHERE, lambda each: _linked_elsewhere(each.report)),
    ("exact match", "{0.report.exact_match:.4f}".format),
    ("guarded", "{0.report.guarded_exact_match:.4f}".format),
    ("verdict", lambda each: "cheating" if each.report.cheating else "plain"),
)
EXAMPLES = 3
_CONTEXT = 6


def cheat_table(systems: Sequence[JudgedSystem]) -> str:
    """Show how many segments of every system have which sign, and the guarded exact match."""
    linked = any(each.report.unsupported is not None for each in systems)
    columns = [column for column in CHEATS if linked or column[0] != _ELSEWHERE]
    return record_table(columns, systems)


def cheat_lines(system: JudgedSystem, ids: Sequence[str]) -> list[str]:
    """Return the reasons and anomalies of a system, and a few of its segments."""
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
        **attributes(report, "cheating", "reasons", "segments_with_terms=segments", "terms"),
        **attributes(report, "at_edges", "repeating"),
        "linked_elsewhere": _linked_elsewhere(report),
        **attributes(report, "far", "exact_match", "guarded_exact_match"),
        "segments": [
            {
                "segment": ids[each.segment],
                **attributes(each, "appended", "prepended", "repeated", "unsupported"),
            }
            for each in report.signs
        ],
    }


def _linked_elsewhere(report: CheatReport) -> int | None:
    return None if report.unsupported is None else report.misplacing
