"""The task ``terminology``: translations of test sets with marked terms, as in Alam et al. 2021.

Systems are translators: programs, or translations made elsewhere. Methods make the cheating
translations that metrics are tried on, and the reference itself.

Reference: Alam et al. 2021, "On the evaluation of machine translation for terminology consistency",
tables 3 and 11 to 15.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.campaign.tables import Cell, Entry, Report, Table, mark_best
from diglot.campaign.tasks import SHOWN, Item, Result, Task, given_options
from diglot.errors import ConfigError, describe_unknown
from diglot.evaluate.statistics.ranks import OMITTED, spearman
from diglot.formats.marked_terms import read_annotated_set, read_hypotheses, texts_for
from diglot.formats.marked_terms.shared_tasks import write_hypotheses
from diglot.model import AnnotatedSet, Hypotheses
from diglot.pipeline.steps.scores.metric_studies import make_cheat, study_answers
from diglot.pipeline.steps.scores.options import (
    CheatOptions,
    TaskOptions,
    TerminologyScoreOptions,
)
from diglot.pipeline.steps.scores.shared_tasks import score_task
from diglot.pipeline.steps.scores.terminology import (
    ScoredTerminology,
    TerminologyScores,
    compare_systems,
    score_terminology,
)
from diglot.report.plots.systems import answer_figures, terminology_figures
from diglot.report.tables.scores import Compared, letters_of
from diglot.report.tables.tasks import label_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from diglot.campaign.plan import Plan, System
    from diglot.report.plots.figures import Figure

METHODS = ("naive", "smart", "interleave", "reference")
"""The cheats of another system's translations, and the reference as a translation."""
COLUMNS = {
    "BLEU": "bleu.score",
    "exact match": "exact_match.accuracy",
    "1-TER": "ter.score",
    "1-TERm": "term.score",
    **{f"ordered window {size}": f"ordered_window_{size}.per_segment" for size in (2, 3)},
    **{f"Term-BLEU {size}": f"term_bleu_linked_{size}.score" for size in (2, 3)},
    "UD match": "dependency_window.per_segment",
    **{f"window overlap {size}": f"window_overlap_{size}.per_segment" for size in (2, 3)},
}
"""Those of tables 12 to 15, with the figures they hold; all out of 100."""
_FIRST = "bleu.score"
_CORRELATED = {
    "window overlap 3": "window_overlap_3.per_segment",
    "exact match": "exact_match.accuracy",
}
_SETTINGS = ("source_language", "target_language", "parses")
_SCORES = ("align", "lemmas", "tokenise", "skip_function_words", "draws", "unit", "task")


def _check(plan: Plan) -> None:
    for system in plan.systems:
        if system.kind != "method":
            continue
        if system.method not in METHODS:
            raise ConfigError(
                f"system {system.name}: {describe_unknown('method', system.method, METHODS)}"
            )
        _cheat(system)
    _scoring(plan)
    if "task" in plan.scores:
        _task_scoring(plan)


def _cheat(system: System) -> tuple[str, CheatOptions]:
    """Return the translations that a method changes, and how."""
    options = dict(system.options)
    of = options.pop("of", "")
    if system.method == "reference":
        if options or of:
            raise ConfigError(f"system {system.name}: the method reference has no options")
        return "", CheatOptions()
    if not isinstance(of, str) or not of:
        raise ConfigError(
            f"system {system.name}: name the translations to change, as in "
            'options = {of = "theirs/{document}.txt"}'
        )
    found = given_options(CheatOptions, options, f"system {system.name}", kind=system.method)
    return of, found


def _scoring(plan: Plan) -> TerminologyScoreOptions:
    given = {"align": True, **plan.scores}
    given.pop("task", None)
    return given_options(TerminologyScoreOptions, given, "[scores]")


def _task_scoring(plan: Plan) -> TaskOptions:
    known = {"task", "lemmas", "align", "draws", "unit"}
    given = {key: value for key, value in plan.scores.items() if key in known}
    return given_options(TaskOptions, given, "[scores]")


def _test_set(item: Item) -> AnnotatedSet:
    source, target = _languages(item)
    return read_annotated_set(
        item.files["source"],
        item.files.get("reference"),
        source_language=source,
        target_language=target,
    )


def _languages(item: Item) -> tuple[str | None, str | None]:
    settings = item.corpus.settings
    return settings.get("source_language"), settings.get("target_language")


def _run(system: System, items: Sequence[Item], outputs: Sequence[Path]) -> None:
    of, options = _cheat(system)
    for item, output in zip(items, outputs, strict=True):
        if system.method == "reference":
            texts = tuple(each.reference or "" for each in _test_set(item).segments)
            write_hypotheses(output, Hypotheses(texts))
            continue
        path = Path(of.replace("{corpus}", item.corpus.name).replace("{document}", item.name))
        make_cheat(item.files["source"], item.files.get("reference"), path, output, options)


def _prepare(item: Item, reads: str, folder: Path) -> dict[str, Path]:
    if reads == "file":
        return {"source": item.files["source"]}
    found = folder / "source.txt"
    texts = tuple(each.source for each in _test_set(item).segments)
    write_hypotheses(found, Hypotheses(texts))
    return {"source": found}


def _adopt(system: System, item: Item, path: Path, output: Path) -> None:
    found = read_hypotheses(path, format=system.writes or None)
    write_hypotheses(output, Hypotheses(texts_for(_test_set(item), found, path)))


def evaluate(plan: Plan, results: Sequence[Result]) -> Report:
    """Score all results of a campaign on terminology.

    Raises:
        InputError: a test set or a parse cannot be read, or marks no terms.
    """
    by_item: dict[tuple[str, str], list[Result]] = defaultdict(list)
    for each in results:
        by_item[each.item.corpus.name, each.item.name].append(each)
    rows: list[tuple[Entry, ...]] = []
    correlations: list[tuple[Entry, ...]] = []
    figures: dict[str, Figure] = {}
    notes: list[str] = []
    signatures: list[str] = []
    success: list[Table] = []
    items: dict[str, dict[int, list[dict[str, Any]]]] = {each.name: {} for each in plan.systems}
    documents = []
    for number, own in enumerate(by_item.values()):
        item = own[0].item
        documents.append(item.title)
        made = [each for each in own if each.path is not None]
        scores = _scored(plan, item, made)
        runs = dict(zip([each.system for each in made], scores.runs, strict=True)) if scores else {}
        if scores is None:
            rows += _rows(plan, item.name, {}, number, COLUMNS)
            continue
        known = [each for each in COLUMNS.values() if each in scores.runs[0].figures]
        compared = compare_systems(scores.runs, known, _scoring(plan))
        rows += _rows(plan, item.name, runs, number, COLUMNS, compared)
        if "task" in plan.scores:
            success.append(_success_table(plan, item, made, number))
        if "answers" in item.files:
            study = study_answers(
                item.files["answers"],
                annotated=scores.annotated,
                target_language=scores.annotated.target_language,
            )
            for drawn in answer_figures(study):
                figures[f"answers-{item.name}-{len(figures)}"] = drawn
        for name, run in runs.items():
            items[name][number] = _missed(scores, run, runs)
        correlations += _correlations(item.name, list(runs.values()))
        figures[f"terms-{item.name}"] = terminology_figures(
            list(runs), [run.headlines for run in runs.values()]
        )[0]
        notes += [f"{item.name}: {note}" for note in scores.notes]
        shown = {figure.partition(".")[0] for figure in COLUMNS.values()}
        first = next(iter(runs.values())).scores
        signatures += [str(score.signature) for name, score in first.items() if name in shown]
    tables = [
        Table(
            "metrics",
            "Metrics by system",
            ("test set", "system", *COLUMNS),
            tuple(rows),
            labels=2,
            notes=(
                "all out of 100; windows are means over segments with terms, as in tables 12 to 15",
            ),
            brief=True,
        ),
        *success,
    ]
    if correlations:
        tables.append(
            Table(
                "correlations",
                "Rank correlation with BLEU",
                ("test set", *_CORRELATED, "systems"),
                tuple(correlations),
                notes=("Spearman, as in table 11: omitted if p > .2, with a star if p < .1",),
                brief=True,
            )
        )
    return Report(
        tuple(tables),
        figures=figures,
        notes=tuple(dict.fromkeys(notes)),
        signatures=tuple(dict.fromkeys(signatures)),
        items=items,
        documents=tuple(documents),
    )


def _scored(plan: Plan, item: Item, made: Sequence[Result]) -> TerminologyScores | None:
    paths = [each.path for each in made if each.path is not None]
    if not paths:
        return None
    settings = item.corpus.settings
    source, target = _languages(item)
    options = replace(_scoring(plan), source_language=source, target_language=target)
    if "reference_parse" in item.files and "parses" in settings:
        parses = tuple(
            plan.folder
            / str(settings["parses"])
            .replace("{system}", each.system)
            .replace("{document}", item.name)
            for each in made
        )
        options = replace(options, parses=parses, reference_parse=item.files["reference_parse"])
    return score_terminology(
        item.files["source"], item.files.get("reference"), paths, options=options
    )


def _success_table(plan: Plan, item: Item, made: Sequence[Result], number: int) -> Table:
    """Success rates and consistency by the rules of a shared task, as its own scorer counts."""
    source, target = _languages(item)
    options = replace(_task_scoring(plan), source_language=source, target_language=target)
    paths = [each.path for each in made if each.path is not None]
    scores = score_task(
        item.files["source"], paths, reference=item.files.get("reference"), options=options
    )
    runs = dict(zip([each.system for each in made], scores.runs, strict=True))
    figures = {label_of(name): name for name in scores.runs[0].figures}
    return Table(
        f"success-{item.name}",
        f"Success by the rules of {options.task}",
        ("test set", "system", *figures),
        tuple(_rows(plan, item.name, runs, number, figures, scores.compared)),
        labels=2,
        notes=("all out of 100", *scores.notes),
        brief=True,
    )


def _rows(
    plan: Plan,
    name: str,
    runs: Mapping[str, Any],
    number: int,
    figures: Mapping[str, str],
    compared: Compared = (),
) -> list[tuple[Entry, ...]]:
    columns = []
    for figure in figures.values():
        letters = letters_of([*runs.values()], compared, figure)
        cells = []
        for system in plan.systems:
            run = runs.get(system.name)
            cell = _cell(run, figure, system.name, number) if run else Cell(None)
            cells.append(replace(cell, letters=letters.get(id(run), "")))
        columns.append(cells)
    marked = mark_best(columns)
    return [
        (name, system.name, *(column[k] for column in marked))
        for k, system in enumerate(plan.systems)
    ]


def _cell(run: Any, figure: str, system: str, number: int) -> Cell:
    metric, _, part = figure.partition(".")
    if metric not in run.scores:
        return Cell(None)
    score = run.scores[metric]
    value, interval = score.values[part], score.intervals.get(part)
    # BLEU and TER are out of 100 already; TER is an error.
    percent = metric in ("bleu", "chrf2++", "ter") or metric.startswith("term_bleu")
    scale = 1.0 if percent else 100.0
    value, *ends = (
        100 - each if metric == "ter" else scale * each for each in (value, *(interval or ()))
    )
    low_high = (min(ends), max(ends)) if ends else None
    return Cell(value, low_high, items=(system, (number,)), digits=2)


def _correlations(name: str, runs: Sequence[ScoredTerminology]) -> list[tuple[Entry, ...]]:
    if len(runs) < 3:
        return []
    known = [run.figures for run in runs]
    found: list[str] = []
    for figure in (COLUMNS[name] for name in _CORRELATED):
        if not all({figure, _FIRST} <= each.keys() for each in known):
            found.append(OMITTED)
            continue
        found.append(
            spearman([each[_FIRST] for each in known], [each[figure] for each in known]).label
        )
    return [(name, *found, len(runs))]


def _missed(
    scores: TerminologyScores, run: ScoredTerminology, runs: Mapping[str, ScoredTerminology]
) -> list[dict[str, Any]]:
    """Return the terms that a system missed, with its translations and who found them."""
    segments = scores.annotated.segments
    hits = {name: [each.hit is not None for each in other.terms] for name, other in runs.items()}
    found = []
    for place, term in enumerate(run.terms):
        if term.hit is None:
            segment = segments[term.segment]
            mark = segment.terms[term.term]
            found.append(
                {
                    "kind": f"missed: {mark.source} → {mark.alternatives[0]}",
                    "source": [segment.source],
                    "target": [run.texts[term.segment]],
                    "others": [name for name, each in hits.items() if each[place]],
                }
            )
    # What others found comes first: there is something to learn from.
    return sorted(found, key=lambda each: -len(each["others"]))[:SHOWN]


TASK = Task(
    name="terminology",
    inputs=("source",),
    gold=(),
    optional=("reference", "reference_parse"),
    hidden=("answers",),
    settings=_SETTINGS,
    scores=_SCORES,
    extension=".txt",
    formats={"reads": ("text", "file"), "writes": ("lines", "sgml", "wmt25", "units")},
    check=_check,
    check_gold=lambda _, item: _test_set(item),
    run=_run,
    prepare=_prepare,
    adopt=_adopt,
    evaluate=evaluate,
    packages=("evaluate/terminology", "pipeline/steps/scores"),
)
