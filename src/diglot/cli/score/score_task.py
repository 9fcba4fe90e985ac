"""``diglot score terminology --task``: systems as the shared tasks on terminology score them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diglot.cli.output import print_json
from diglot.errors import ConfigError

if TYPE_CHECKING:
    import argparse

TASKS = ("wmt23", "wmt25", "wmt25-documents")
OPTIONS = ("task", "pseudo_references")
_DRAWS = 1000
# They belong to the metrics of 2021.
_OTHERS = ("compat", "termbase", "tokenise", "stop_words", "parser", "details")


def configure(group: argparse._ArgumentGroup) -> None:
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


def run(arguments: argparse.Namespace) -> int:
    """Score, compare, print."""
    from diglot import pipeline
    from diglot.report.tables import task_tables

    for name in _OTHERS:
        if getattr(arguments, name, None):
            raise ConfigError(f"--{name.replace('_', '-')} cannot be used with --task")
    if arguments.plot is not None:
        from diglot.report.plots.rank_plots import check_plot_path

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
        from diglot.report.plots.system_plots import write_task_plots

        write_task_plots(arguments.plot, scores)
    if arguments.json:
        from diglot.report.tables.task_json import task_as_json

        print_json(task_as_json(scores))
        return 0
    for table in task_tables.task_tables(scores):
        print(table, end="\n\n")
    for line in task_tables.warnings_of(scores):
        print(line)
    if not arguments.quiet:
        for note in scores.notes:
            print(note)
    return 0
