"""``diglot score terminology --answers``: metrics of outputs against what people say of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diglot.cli.output import print_json
from diglot.errors import ConfigError

if TYPE_CHECKING:
    import argparse

OPTIONS = ("answers", "answer_table")
# The rows hold the outputs and their terms.
_OTHERS = (
    *("hypothesis", "termbase", "align", "links", "parser", "stop_words", "unit", "task", "compat"),
    *("pseudo_references", "draws", "details"),
)


def configure(group: argparse._ArgumentGroup) -> None:
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


def run(arguments: argparse.Namespace) -> int:
    """Compute, compare, draw, print."""
    from diglot.pipeline.steps.scores.answer_study import study_answers
    from diglot.report.plots.rank_plots import check_plot_path
    from diglot.report.tables import answers

    for name in _OTHERS:
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
        from diglot.report.plots.answer_plots import write_answer_plots

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
