"""``diglot score terminology``: how systems translate the marked terms of a test set."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.cli.output import print_json, progress
from diglot.errors import ConfigError

if TYPE_CHECKING:
    import argparse

    from diglot.pipeline.steps.scores.terminology_results import (
        TerminologyScoreOptions,
        TerminologyScores,
    )

TASKS = ("wmt23", "wmt25", "wmt25-documents")
TASK_OPTIONS = ("task", "pseudo_references")
_DRAWS = 1000
# They belong to the metrics of 2021.
_OTHERS = ("compat", "termbase", "tokenise", "stop_words", "parser", "details")


def configure_task(group: argparse._ArgumentGroup) -> None:
    """Declare the arguments."""
    group.add_argument(
        "--task",
        choices=TASKS,
        help="score as this shared task on terminology does: success rates, consistency",
    )
    group.add_argument(
        "--pseudo-references",
        type=Path,
        action="append",
        metavar="FILE",
        help="released table of term occurrences, once for each H in the same order (wmt25)",
    )


def run_task(arguments: argparse.Namespace) -> int:
    """Score, compare, print."""
    from diglot import pipeline
    from diglot.report.tables import tasks

    for name in _OTHERS:
        if getattr(arguments, name, None):
            raise ConfigError(f"--{name.replace('_', '-')} cannot be used with --task")
    if arguments.plot is not None:
        from diglot.report.plots.figures import check_plot_path

        check_plot_path(arguments.plot)
    scores = pipeline.score_task(
        arguments.source,
        arguments.hypothesis,
        reference=arguments.reference,
        options=pipeline.TaskOptions(
            task=arguments.task,
            mode=arguments.mode,
            terms=arguments.terms,
            source_language=arguments.source_language,
            target_language=arguments.target_language,
            lemmas=arguments.lemmas or "auto",
            align=bool(arguments.align),
            links=tuple(arguments.links or ()),
            pseudo_references=tuple(arguments.pseudo_references or ()),
            draws=_DRAWS if arguments.draws is None else arguments.draws,
            unit=arguments.unit or "segment",
        ),
    )
    if arguments.plot is not None:
        from diglot.report.plots.systems import write_task_plots

        write_task_plots(arguments.plot, scores)
    if arguments.json:
        from diglot.report.tables.tasks import task_as_json

        print_json(task_as_json(scores))
        return 0
    for table in tasks.task_tables(scores):
        print(table, end="\n\n")
    for line in tasks.warnings_of(scores):
        print(line)
    if not arguments.quiet:
        for note in scores.notes:
            print(note)
    return 0


# ``diglot score terminology --answers``: metrics of outputs against what people say of them.

ANSWER_OPTIONS = ("answers", "answer_table")
# The rows hold the outputs and their terms.
_NOT_FOR_ANSWERS = (
    *("hypothesis", "termbase", "align", "links", "parser", "stop_words", "unit", "task", "compat"),
    *("pseudo_references", "draws", "details"),
)


def configure_answers(group: argparse._ArgumentGroup) -> None:
    """Declare the arguments."""
    group.add_argument(
        "--answers",
        type=Path,
        metavar="FILE",
        help="outputs with what people say of their terms (.tsv .jsonl): how well metrics tell "
        "right from wrong, drawn by --plot",
    )
    group.add_argument(
        "--answer-table",
        type=Path,
        metavar="OUT",
        help="write the figures of every output of --answers (.tsv .json)",
    )


def run_answers(arguments: argparse.Namespace) -> int:
    """Compute, compare, draw, print."""
    from diglot.pipeline.steps.scores.metric_studies import study_answers
    from diglot.report.plots.figures import check_plot_path
    from diglot.report.tables import answers

    for name in _NOT_FOR_ANSWERS:
        if getattr(arguments, name, None) is not None:
            raise ConfigError(f"--{name.replace('_', '-')} cannot be used with --answers")
    if arguments.lemmas == "identity":
        raise ConfigError("--lemmas identity belongs to --compat alam2021")
    if arguments.plot is not None:
        check_plot_path(arguments.plot)
    if arguments.answer_table is not None:
        answers.check_table_path(arguments.answer_table)
    annotated = None
    if arguments.source is not None:
        from diglot.formats import read_annotated_set

        annotated = read_annotated_set(
            arguments.source,
            arguments.reference,
            format=arguments.format,
            terms=arguments.terms,
            mode=arguments.mode,
            source_language=arguments.source_language,
            target_language=arguments.target_language,
        )
    study = study_answers(
        arguments.answers,
        annotated=annotated,
        target_language=arguments.target_language,
        lemmas=arguments.lemmas or "auto",
        tokenise=bool(arguments.tokenise),
    )
    if arguments.plot is not None:
        from diglot.report.plots.systems import write_answer_plots

        write_answer_plots(arguments.plot, study)
    if arguments.answer_table is not None:
        answers.write_answer_table(arguments.answer_table, study)
    if arguments.json:
        print_json(answers.answers_as_json(study))
        return 0
    print(answers.answer_table(study))
    if not arguments.quiet:
        for note in study.notes:
            print(f"note: {note}")
        print(study.signature)
    return 0


# ``diglot score terminology``: how systems translate the marked terms of a test set.


COMPAT = ("alam2021",)
OPTIONS = (
    *("reference", "hypothesis", "termbase", "terms", "mode", "lemmas", "tokenise"),
    *("stop_words", "align", "links", "parser", "unit"),
    *TASK_OPTIONS,
    *ANSWER_OPTIONS,
)
_LEMMAS = ("auto", "none", "identity")
# What the published implementation has no word for.
_NOT_COMPAT = (
    *("tokenise", "stop_words", "align", "links", "parser", "unit", "draws", "details"),
    "plot",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    group = parser.add_argument_group("terminology")
    group.add_argument(
        "--reference", type=Path, metavar="R", help="reference translations of S, terms marked"
    )
    group.add_argument(
        "--hypothesis",
        type=Path,
        action="append",
        metavar="H",
        help="translation to score; give it again to compare several systems with the first",
    )
    group.add_argument(
        "--termbase",
        type=Path,
        metavar="TB",
        help="mark the terms of this termbase in S and R, besides those that are marked",
    )
    group.add_argument(
        "--terms",
        type=Path,
        metavar="FILE",
        help="terms of every line of S (shared task of 2023)",
    )
    group.add_argument(
        "--mode",
        choices=("proper", "random", "noterm"),
        help="which dictionary of S to take (shared task of 2025; default: proper)",
    )
    group.add_argument(
        "--lemmas",
        choices=_LEMMAS,
        help="match terms by lemmas, too, where the target language has them (default: auto); "
        "identity, every word its own lemma, is for --compat",
    )
    group.add_argument(
        "--tokenise",
        action="store_true",
        default=None,
        help="cut texts with diglot's tokens; they are cut at white space otherwise",
    )
    group.add_argument(
        "--stop-words",
        choices=("keep", "skip"),
        help="whether function words count in windows (default: keep)",
    )
    group.add_argument(
        "--align",
        action="store_true",
        default=None,
        help="align the words of S and H, for the metrics that ask where a term was translated",
    )
    group.add_argument(
        "--links",
        type=Path,
        action="append",
        metavar="FILE",
        help="word links of S and H instead, once for each H in the same order",
    )
    group.add_argument(
        "--parser",
        metavar="MODULE:FUNCTION",
        help="function that finds the heads of words, for windows of dependency links",
    )
    group.add_argument(
        "--unit",
        choices=("segment", "document"),
        help="what is drawn for intervals and tests (default: segment)",
    )
    configure_task(group)
    configure_answers(group)


def run(arguments: argparse.Namespace) -> int:
    """Score, compare, print."""
    from diglot import pipeline

    if arguments.answers is not None:
        return run_answers(arguments)
    if arguments.answer_table is not None:
        raise ConfigError("--answer-table needs --answers")
    if arguments.source is None:
        raise ConfigError("give --source, the test set with marked terms")
    if not arguments.hypothesis:
        raise ConfigError("give --hypothesis, a translation to score")
    if arguments.task:
        return run_task(arguments)
    if arguments.pseudo_references:
        raise ConfigError("--pseudo-references needs --task wmt25")
    if arguments.compat:
        return _compat(arguments)
    if arguments.lemmas == "identity":
        raise ConfigError("--lemmas identity belongs to --compat alam2021")
    if arguments.plot is not None:
        from diglot.report.plots.figures import check_plot_path

        check_plot_path(arguments.plot)
    with progress(quiet=arguments.quiet or not arguments.align) as report:
        scores = pipeline.score_terminology(
            arguments.source,
            arguments.reference,
            arguments.hypothesis,
            termbase=arguments.termbase,
            options=_options(arguments),
            progress=report,
        )
    if arguments.plot is not None:
        from diglot.report.plots.systems import write_terminology_plots

        write_terminology_plots(arguments.plot, scores)
    if arguments.json:
        from diglot.report.tables.terminology import terminology_as_json

        print_json(terminology_as_json(scores, details=bool(arguments.details)))
    else:
        _print(scores, arguments)
    return 0


def _options(arguments: argparse.Namespace) -> TerminologyScoreOptions:
    from diglot import pipeline

    return pipeline.TerminologyScoreOptions(
        source_language=arguments.source_language,
        target_language=arguments.target_language,
        lemmas=arguments.lemmas or "auto",
        tokenise=bool(arguments.tokenise),
        skip_function_words=arguments.stop_words == "skip",
        align=bool(arguments.align),
        links=tuple(arguments.links or ()),
        parser=None if arguments.parser is None else _load(arguments.parser),
        draws=_DRAWS if arguments.draws is None else arguments.draws,
        unit=arguments.unit or "segment",
        format=arguments.format,
        terms=arguments.terms,
        mode=arguments.mode,
    )


def _print(scores: TerminologyScores, arguments: argparse.Namespace) -> None:
    from diglot.report.tables import terminology as tables

    if len(scores.runs) == 1:
        run = scores.runs[0]
        print(tables.system_table(run), end="\n\n")
        missed = [] if arguments.quiet else tables.missed_lines(scores.annotated, run)
        if missed:
            print("\n".join(missed), end="\n\n")
    else:
        print(tables.overview_table(scores.runs), end="\n\n")
        print(tables.paired_table(scores), end="\n\n")
        if scores.correlations:
            print(tables.correlation_table(scores.correlations), end="\n\n")
    if arguments.details:
        for run in scores.runs:
            print(tables.details_table(scores.annotated, run), end="\n\n")
    for line in tables.warnings_of(scores):
        print(line)
    if arguments.quiet:
        return
    for line in (*tables.notes_of(scores), *tables.signatures_of(scores)):
        print(line)


def _compat(arguments: argparse.Namespace) -> int:
    from diglot import pipeline

    for name in _NOT_COMPAT:
        if getattr(arguments, name) is not None:
            raise ConfigError(f"--{name.replace('_', '-')} cannot be used with --compat alam2021")
    lemmas = arguments.lemmas or "auto"
    scores = pipeline.score_terminology_as_alam2021(
        arguments.source,
        arguments.reference,
        arguments.hypothesis,
        termbase=arguments.termbase,
        lemmas="simplemma" if lemmas == "auto" else lemmas,
        options=_options(arguments),
    )
    if arguments.json:
        from diglot.report.tables.terminology import compat_as_json

        results = [compat_as_json(path, score) for path, score in scores]
        print_json(results[0] if len(results) == 1 else {"runs": results})
        return 0
    from diglot.report.tables.terminology import compat_table

    print(compat_table([path.name for path, _ in scores], [score for _, score in scores]))
    for note in dict.fromkeys(note for _, score in scores for note in score.notes):
        if not arguments.quiet:
            print(note)
    return 0


def _load(name: str) -> Any:
    """Return the function that ``module:function`` names.

    Raises:
        ConfigError: there is no such module or function.
    """
    from importlib import import_module

    module, _, function = name.partition(":")
    try:
        return getattr(import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise ConfigError(
            f"--parser {name}: {error}; name an importable module and a function of it, as in "
            "mymodule:heads"
        ) from error
