"""Terminology metrics as tables and as JSON."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.errors import ConfigError
from diglot.files.atomic import atomic_open
from diglot.files.lines import quote_cell
from diglot.formats.judgements.answers import answer_word
from diglot.pipeline.steps.scores.metric_studies import METRICS, QUESTIONS, WINDOW
from diglot.plurals import count_of
from diglot.report.tables import layout
from diglot.report.tables.layout import (
    Columns,
    attributes,
    counts_as_json,
    figure_cells,
    number_as_json,
    record_table,
    score_as_json,
    short_names,
    table,
)
from diglot.report.tables.scores import Compared, compared_as_json, pairwise_table, ranking_table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from diglot.evaluate.statistics.ranks import Correlation
    from diglot.evaluate.terminology.alam2021 import CompatScore
    from diglot.evaluate.terminology.scores import FoundTerm
    from diglot.model import AnnotatedSet, Score
    from diglot.pipeline.steps.scores.metric_studies import AnswerStudy, StudiedOutput
    from diglot.pipeline.steps.scores.terminology import (
        ScoredTask,
        ScoredTerminology,
        TaskScores,
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
    **{
        f"window_overlap_{words}.{figure}": f"window overlap {words}, {shown}"
        for words in (2, 3)
        for figure, shown in {
            "matched": "matched terms",
            "all_terms": "all terms",
            "per_segment": "segments with terms",
            "all_segments": "all segments",
        }.items()
    },
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
    **{
        f"term_{metric}_{how}{size}.score": f"Term-{shown} {size}{told}"
        for how, told in (("", ""), ("linked_", ", linked words"))
        for metric, shown in (("bleu", "BLEU"), ("chrf", "chrF"))
        for size in (2, 3)
    },
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
# What figures are means over, by their names or for all metrics that have them.
_SHARES = {
    "exact_match.surface": "{surface_matches:,.0f} of {terms:,.0f} terms",
    "exact_match.accuracy": "{matches:,.0f} of {terms:,.0f} terms",
    "matched": "{matched:,.0f} terms",
    "all_terms": "{terms:,.0f} terms",
    "per_segment": "{segments_with_terms:,.0f} segments",
    "all_segments": "{segments:,.0f} segments",
}
# On a scale to 100, as the field prints them.
_PERCENT = frozenset(
    ["bleu", "chrf2", "chrf2++", "ter"]
    + [name.partition(".")[0] for name in LABELS if name.startswith(("term_bleu", "term_chrf"))]
)
# What the published implementation of 2021 prints, all digits.
_COMPAT: Columns = (
    ("", itemgetter(0)),
    ("BLEU", "{0[1].bleu!r}".format),
    ("surface/lemma/wrong", "{0[1].surface}/{0[1].lemma}/{0[1].wrong}".format),
    ("exact match", "{0[1].exact_match!r}".format),
    ("WO2", "{0[1].window_overlap_2!r}".format),
    ("WO3", "{0[1].window_overlap_3!r}".format),
    ("1-TERm", "{0[1].one_minus_term!r}".format),
)
# What became of a term, as JSON has it.
_DETAILS: Columns = (
    ("segment", itemgetter("segment")),
    ("term", itemgetter("source")),
    ("found", itemgetter("level")),
    ("as", lambda each: each["found"] or ""),
    ("WO2", lambda each: _overlap(each["window_overlap"], 0)),
    ("WO3", lambda each: _overlap(each["window_overlap"], 1)),
)
# Metrics of whole segments, with signatures of their own.
_WHOLE = ("bleu", "chrf2++", "ter")
_FEW_SYSTEMS = 5
_MISSED = 10
_WIDTH = 70


def system_table(run: ScoredTerminology) -> str:
    """Show all figures of one system, with their intervals and what they are shares of."""
    rows = [
        [label, *scaled_cells(name, run.scores), _share(name, run.scores)]
        for name, label in LABELS.items()
        if name in run.figures
    ]
    return table(["", "value", "95 %", "of"], rows)


def overview_table(
    runs: Sequence[ScoredTerminology | ScoredTask], compared: Compared, labels: Mapping[str, str]
) -> str:
    """Show the figures that tell most, a row for each system, with letters of those alike.

    Args:
        runs: the systems.
        compared: the same, two by two.
        labels: heads of the columns by figure; figures that the first system lacks are left out.
    """
    shown = [figure for figure in labels if figure in runs[0].figures]
    names = dict(zip(map(id, runs), names_of(runs), strict=True))
    return ranking_table(
        ["system", *(labels[figure] for figure in shown)],
        runs,
        lambda run: (
            names[id(run)],
            *(
                figure_of(figure, run.figures[figure]) if figure in run.figures else None
                for figure in shown
            ),
        ),
        compared,
        {labels[figure]: figure for figure in shown},
    )


def interval_table(scores: TerminologyScores) -> str:
    """Show the main figures of all systems with their intervals."""
    names = names_of(scores.runs)
    rows = [
        [LABELS[figure] if run is scores.runs[0] else "", name, *scaled_cells(figure, run.scores)]
        for figure in scores.runs[0].headlines
        for name, run in zip(names, scores.runs, strict=True)
        if figure in run.figures
    ]
    return table(["", "system", "value", "95 %"], rows)


def difference_table(scores: TerminologyScores | TaskScores, labels: Mapping[str, str]) -> str:
    """Show how every two systems differ in figures that have a label."""
    names = dict(zip(map(id, scores.runs), names_of(scores.runs), strict=True))
    figures = {label: name for name, label in labels.items()}
    return pairwise_table(
        [
            (first, second, replace(each, figure=labels[each.figure]))
            for first, second, each in scores.compared
            if each.figure in labels
        ],
        names=lambda run: names[id(run)],
        show=lambda label, value: figure_of(figures[label], value),
    )


def correlation_table(correlations: Mapping[tuple[str, str], Correlation]) -> str:
    """Show Spearman's rank correlation of the figures of ``SHORT`` over systems, as a triangle."""
    names = [name for name in SHORT if any(name in pair for pair in correlations)]
    systems = next(iter(correlations.values())).n
    found = {frozenset(pair): each for pair, each in correlations.items()}
    rows = [
        [
            SHORT[one],
            *(found[frozenset((one, other))].label for other in names[:number]),
            *("" for _ in names[number:-1]),
        ]
        for number, one in enumerate(names)
        if number
    ]
    header = [f"Spearman, {systems} systems", *(SHORT[name] for name in names[:-1])]
    return table(header, rows)


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


def details_table(annotated: AnnotatedSet, run: ScoredTerminology) -> str:
    """Show what became of every term."""
    return record_table(_DETAILS, (_term(each, run, annotated) for each in run.terms))


def notes_of(scores: TerminologyScores) -> list[str]:
    """Return what to keep in mind: how to read the table, what is missing and why."""
    annotated, first = scores.annotated, scores.runs[0]
    with_terms = sum(bool(each.terms) for each in annotated.segments)
    terms = sum(len(each.terms) for each in annotated.segments)
    held = count_of(len(annotated.segments), "segment")
    marked = count_of(terms, "marked term")
    lines = [f"{annotated.name}: {held}, {with_terms:,} with {marked}"]
    lines.extend(scores.notes)
    lines.extend(filter(None, [next(iter(first.scores.values())).note]))
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
    return record_table(_COMPAT, zip(names, scores, strict=True))


def names_of(runs: Sequence[ScoredTerminology | ScoredTask]) -> list[str]:
    """Return short names of systems."""
    return short_names([run.prediction for run in runs])


def figure_of(name: str, value: float) -> str:
    """Write a figure named ``metric.figure``: 45.34 on a scale to 100, .8590 on one to 1."""
    percent = name.partition(".")[0] in _PERCENT
    return f"{value:.2f}" if percent else layout.figure_of(value, 4)


def scaled_cells(name: str, scores: Mapping[str, Score]) -> list[str]:
    """Return the figure ``metric.figure`` of scores and its interval, scaled."""
    metric, _, figure = name.partition(".")
    return figure_cells(scores[metric], figure, partial(figure_of, name))


def _overlap(values: Sequence[float] | None, number: int) -> str:
    return "" if values is None else layout.figure_of(values[number], 4)


def _cut(text: str) -> str:
    return text if len(text) <= _WIDTH else f"{text[:_WIDTH]}…"


def _share(name: str, scores: Mapping[str, Score]) -> str:
    """Say how many terms or segments a figure is a mean over."""
    metric, _, figure = name.partition(".")
    sums = counts_as_json(scores[metric])
    told = _SHARES.get(name) or _SHARES.get(figure)
    if told is None and f"{figure}_terms" in sums:
        told = f"{{{figure}_terms:,.0f}} terms"
    return told.format_map(sums) if told else ""


def terminology_as_json(scores: TerminologyScores, *, details: bool = False) -> dict[str, Any]:
    """Return one system as an object; several under ``runs``, with ``comparisons``."""
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
    return common | runs_as_json(runs, scores)


def runs_as_json(
    runs: Sequence[dict[str, Any]], scores: TerminologyScores | TaskScores
) -> dict[str, Any]:
    """Return one run as it is; several as ``runs``, with ``comparisons`` and ``correlations``."""
    if len(runs) == 1:
        return runs[0]
    return {
        "runs": runs,
        "comparisons": compared_as_json(scores.compared, key="hypothesis", value="value"),
        "correlations": [
            {
                "first": one,
                "second": other,
                "rho": number_as_json(found.rho),
                "p": number_as_json(found.p),
                "systems": found.n,
            }
            for (one, other), found in scores.correlations.items()
        ],
    }


def compat_as_json(hypothesis: Path, score: CompatScore) -> dict[str, Any]:
    """Return what the published implementation of 2021 gives."""
    return {
        "hypothesis": str(hypothesis),
        "compat": "alam2021",
        **attributes(score, "bleu", "exact_match", "surface", "lemma", "wrong"),
        **attributes(score, "window_overlap_2", "window_overlap_3", "one_minus_term"),
        "notes": list(score.notes),
    }


def _run(run: ScoredTerminology, annotated: AnnotatedSet, *, details: bool) -> dict[str, Any]:
    found: dict[str, Any] = {"hypothesis": str(run.prediction)}
    found |= {name: score_as_json(each) for name, each in run.scores.items()}
    found["cheating"] = attributes(
        run.cheating,
        *("flagged=cheating", "reasons", "guarded_exact_match", "segments_at_edges=at_edges"),
        *("segments_repeating=repeating", "far", "unsupported"),
    )
    found["missing"] = dict(run.missing)
    if details:
        found["term_results"] = [_term(each, run, annotated) for each in run.terms]
    return found


def _term(found: FoundTerm, run: ScoredTerminology, annotated: AnnotatedSet) -> dict[str, Any]:
    segment = annotated.segments[found.segment]
    mark = segment.terms[found.term]
    text = run.texts[found.segment]
    span = None if found.hit is None else run.characters(found.segment, found.hit.span)
    return {
        "segment": segment.id,
        **attributes(mark, "term=id", "source", "alternatives", "source_span"),
        "reference_span": mark.target_span,
        "level": "none" if found.hit is None else found.hit.level,
        "span": span,
        "found": None if span is None else text[slice(*span)],
        "window_overlap": list(found.overlap) or None,
        **attributes(found, "partial", "elsewhere"),
    }


# What people say of terms against metrics: a table for the terminal, and one of every output.

ANSWER_EXTENSIONS = (".tsv", ".json")
ANSWER_COLUMNS = (
    "segment",
    "system",
    "source",
    "term",
    "expected",
    "output",
    "reference",
    "term correct",
    "context correct",
    *METRICS,
)


def metric_label(metric: str) -> str:
    """Return the name of a metric for people."""
    names = {"bleu": "BLEU of the sentence", "1-term": "1-TERm of the sentence"}
    return names.get(metric, f"window overlap {WINDOW} of the term")


def answer_table(study: AnswerStudy) -> str:
    """Return how well every metric tells right from wrong, for both questions."""
    rows = [
        [
            *(question, metric_label(metric), found.right, found.wrong),
            *(f"{each:.4f}" for each in (found.median_right, found.median_wrong, found.auc)),
            f"{found.p:.4g}",
        ]
        for question in QUESTIONS
        for metric in METRICS
        for found in (study.separations[question, metric],)
    ]
    header = ["question", "metric", "yes", "no", "median yes", "median no", "AUC", "p"]
    return table(header, rows)


def answers_as_json(study: AnswerStudy) -> dict[str, Any]:
    """Return a study as JSON: classes by question and metric, and every output."""
    return {
        "window": WINDOW,
        "questions": {
            question: {
                metric: {
                    "yes": found.right,
                    "no": found.wrong,
                    "median_yes": number_as_json(found.median_right),
                    "median_no": number_as_json(found.median_wrong),
                    "auc": number_as_json(found.auc),
                    "p": number_as_json(found.p),
                }
                for metric in METRICS
                for found in (study.separations[question, metric],)
            }
            for question in QUESTIONS
        },
        "outputs": [_answer(each) for each in study.outputs],
        "notes": list(study.notes),
        "signature": str(study.signature),
    }


def write_answer_table(path: str | Path, study: AnswerStudy) -> None:
    """Write every output with its answers and its figures into a ``.tsv`` or ``.json`` file.

    Raises:
        ConfigError: another extension.
        InputError: the file cannot be written.
    """
    check_answer_path(path)
    with atomic_open(path) as file:
        if Path(path).suffix.lower() == ".json":
            json.dump(answers_as_json(study), file, ensure_ascii=False, indent=2)
            file.write("\n")
            return
        file.write("\t".join(ANSWER_COLUMNS) + "\n")
        for each in study.outputs:
            cells = ("" if value is None else str(value) for value in _answer(each).values())
            file.write("\t".join(quote_cell(cell, "\t") for cell in cells) + "\n")


def check_answer_path(path: str | Path) -> None:
    """Refuse a file that the figures of outputs are not written to.

    Raises:
        ConfigError: it has another extension.
    """
    if Path(path).suffix.lower() not in ANSWER_EXTENSIONS:
        raise ConfigError(f"{path}: figures of outputs are written to .tsv and .json files")


def _answer(each: StudiedOutput) -> dict[str, Any]:
    answer = each.answer
    return {
        **attributes(answer, "segment", "system", "source", "term", "expected", "output"),
        "reference": answer.reference,
        "term correct": answer_word(answer.term_correct),
        "context correct": answer_word(answer.context_correct),
        **{metric: each.figures.get(metric) for metric in METRICS},
    }
