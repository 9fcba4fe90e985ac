"""``diglot score terminology``: how systems translate the marked terms of a test set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diglot.cli.output import print_json, print_lines, progress
from diglot.cli.parsing import add_options, add_path, read_options, refuse_options
from diglot.cli.score import add_plot, print_runs
from diglot.errors import ConfigError
from diglot.pipeline.steps.scores.options import (
    ShownTermOptions,
    TaskOptions,
    TerminologyScoreOptions,
)

if TYPE_CHECKING:
    import argparse

    from diglot.pipeline.steps.scores.terminology import TerminologyScores

DESCRIPTION = (
    "Score the use of the marked terms of a test set in translations (exact match, window "
    "overlap, TERm, and more), with 95 % intervals; further systems are compared with the first. "
    "Or score as the shared tasks on terminology do, or compare metrics with human judgements."
)
# The metrics of the shared tasks have no such options; neither has the published implementation
# of 2021; rows of answers hold the outputs and their terms.
_PARSES = ("parser", "reference_parse", "parses")
_NOT_TASK = ("compat", "termbase", "tokenise", "skip_function_words", *_PARSES, "details")
_NOT_COMPAT = (
    *("tokenise", "skip_function_words", "align", "links", *_PARSES, "unit", "draws", "details"),
    "plot",
)
_NOT_ANSWERS = (
    *("hypothesis", "termbase", "align", "links", *_PARSES, "skip_function_words", "unit", "task"),
    *("compat", "pseudo_references", "draws", "details"),
)


def configure(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "--source", "test set with marked terms", metavar="S")
    add_path(parser, "--reference", "reference translations of S, terms marked", metavar="R")
    add_path(
        parser,
        "--hypothesis",
        "translation to score; repeat it to compare further systems with the first",
        action="append",
        metavar="H",
    )
    add_path(
        parser,
        "--termbase",
        "mark the terms of this termbase in S and R, in addition to those already marked",
        metavar="TB",
    )
    add_plot(parser, "the figures of the systems")
    parser.add_argument(
        "--parser",
        metavar="MODULE:FUNCTION",
        help="Python function that finds the heads of words, for windows of dependency links",
    )
    add_options(parser, ShownTermOptions, TerminologyScoreOptions, TaskOptions)
    group = parser.add_argument_group("human judgements of terms")
    add_path(
        group,
        "--answers",
        "outputs with human judgements of their terms (.tsv .jsonl): how well metrics "
        "separate right from wrong, drawn by --plot",
    )
    add_path(
        group,
        "--answer-table",
        "write the scores of every output of --answers (.tsv .json)",
        metavar="OUT",
    )


def run(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.scores.terminology import score_terminology

    if arguments.answers is not None:
        return _run_answers(arguments)
    if arguments.answer_table is not None:
        raise ConfigError("--answer-table needs --answers")
    if arguments.source is None:
        raise ConfigError("give --source, the test set with marked terms")
    if not arguments.hypothesis:
        raise ConfigError("give --hypothesis, a translation to score")
    if "task" in arguments:
        return _run_task(arguments)
    refuse_options(arguments, ("pseudo_references",), "needs --task wmt25", TaskOptions)
    shown = read_options(arguments, ShownTermOptions)
    if shown.compat:
        return _compat(arguments)
    options = _read_terminology(arguments)
    _refuse_identity(options)
    if arguments.plot is not None:
        from diglot.report.plots.figures import check_plot_path

        check_plot_path(arguments.plot)
    with progress(quiet=arguments.quiet or not options.align) as report:
        scores = score_terminology(
            arguments.source,
            arguments.reference,
            arguments.hypothesis,
            termbase=arguments.termbase,
            options=options,
            progress=report,
        )
    if arguments.plot is not None:
        from diglot.report.plots.systems import write_terminology_plots

        write_terminology_plots(arguments.plot, scores)
    if arguments.json:
        from diglot.report.tables.terminology import terminology_as_json

        print_json(terminology_as_json(scores, details=shown.details))
    else:
        _print(scores, brief=arguments.quiet, details=shown.details)
    return 0


def _read_terminology(arguments: argparse.Namespace) -> TerminologyScoreOptions:
    parser = None if arguments.parser is None else _load(arguments.parser)
    return read_options(arguments, TerminologyScoreOptions, parser=parser)


def _refuse_identity(options: TerminologyScoreOptions) -> None:
    if options.lemmas == "identity":
        raise ConfigError("--lemmas identity belongs to --compat alam2021")


def _print(scores: TerminologyScores, *, brief: bool, details: bool) -> None:
    from diglot.report.tables import terminology as tables

    if len(scores.runs) == 1:
        run = scores.runs[0]
        print(tables.system_table(run), end="\n\n")
        missed = [] if brief else tables.missed_lines(scores.annotated, run)
        if missed:
            print("\n".join(missed), end="\n\n")
    else:
        print(tables.overview_table(scores.runs, scores.compared, tables.SHORT), end="\n\n")
        print(tables.interval_table(scores), end="\n\n")
        if scores.compared:
            print(tables.difference_table(scores, tables.LABELS), end="\n\n")
        if scores.correlations:
            print(tables.correlation_table(scores.correlations), end="\n\n")
    if details:
        for run in scores.runs:
            print(tables.details_table(scores.annotated, run), end="\n\n")
    for line in tables.warnings_of(scores):
        print(line)
    if brief:
        return
    for line in (*tables.notes_of(scores), *tables.signatures_of(scores)):
        print(line)


def _compat(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.scores.terminology import score_terminology_as_alam2021

    refuse_options(
        arguments, _NOT_COMPAT, "cannot be used with --compat alam2021", TerminologyScoreOptions
    )
    scores = score_terminology_as_alam2021(
        arguments.source,
        arguments.reference,
        arguments.hypothesis,
        termbase=arguments.termbase,
        options=read_options(arguments, TerminologyScoreOptions),
    )
    if arguments.json:
        from diglot.report.tables.terminology import compat_as_json

        print_runs([compat_as_json(path, score) for path, score in scores])
        return 0
    from diglot.report.tables.terminology import compat_table

    print(compat_table([path.name for path, _ in scores], [score for _, score in scores]))
    for note in dict.fromkeys(note for _, score in scores for note in score.notes):
        if not arguments.quiet:
            print(note)
    return 0


def _load(name: str) -> Any:
    """Return the function that ``module:function`` names."""
    from importlib import import_module

    module, _, function = name.partition(":")
    try:
        return getattr(import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise ConfigError(
            f"--parser {name}: {error}; name an importable module and a function of it, as in "
            "mymodule:heads"
        ) from error


# ``--task``: as the shared tasks of 2023 and 2025 score.


def _run_task(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.scores.shared_tasks import score_task
    from diglot.report.tables import tasks

    refuse_options(arguments, _NOT_TASK, "cannot be used with --task", TerminologyScoreOptions)
    if arguments.plot is not None:
        from diglot.report.plots.figures import check_plot_path

        check_plot_path(arguments.plot)
    scores = score_task(
        arguments.source,
        arguments.hypothesis,
        reference=arguments.reference,
        options=read_options(arguments, TaskOptions),
    )
    if arguments.plot is not None:
        from diglot.report.plots.systems import write_task_plots

        write_task_plots(arguments.plot, scores)
    if arguments.json:
        print_json(tasks.task_as_json(scores))
        return 0
    for table in tasks.task_tables(scores):
        print(table, end="\n\n")
    for line in tasks.warnings_of(scores):
        print(line)
    if not arguments.quiet:
        for note in scores.notes:
            print(note)
    return 0


# ``--answers``: metrics of outputs against human judgements of them.


def _run_answers(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.scores.metric_studies import study_answers
    from diglot.report.plots.figures import check_plot_path
    from diglot.report.tables import terminology

    refuse_options(
        arguments,
        _NOT_ANSWERS,
        "cannot be used with --answers",
        TerminologyScoreOptions,
        TaskOptions,
    )
    options = read_options(arguments, TerminologyScoreOptions)
    _refuse_identity(options)
    if arguments.plot is not None:
        check_plot_path(arguments.plot)
    if arguments.answer_table is not None:
        terminology.check_answer_path(arguments.answer_table)
    annotated = None
    if arguments.source is not None:
        from diglot.formats import read_annotated_set

        annotated = read_annotated_set(
            arguments.source,
            arguments.reference,
            format=options.format,
            terms=options.terms,
            mode=options.mode,
            source_language=options.source_language,
            target_language=options.target_language,
        )
    study = study_answers(
        arguments.answers,
        annotated=annotated,
        target_language=options.target_language,
        lemmas=options.lemmas,
        tokenise=options.tokenise,
    )
    if arguments.plot is not None:
        from diglot.report.plots.systems import write_answer_plots

        write_answer_plots(arguments.plot, study)
    if arguments.answer_table is not None:
        terminology.write_answer_table(arguments.answer_table, study)
    if arguments.json:
        print_json(terminology.answers_as_json(study))
        return 0
    print(terminology.answer_table(study))
    if not arguments.quiet:
        print_lines("note: ", study.notes)
        print(study.signature)
    return 0
