"""``diglot bucc``: a shared task of bilingual term alignment made of parallel text."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from diglot.cli.commands import Command
from diglot.cli.output import print_json, print_lines, progress
from diglot.cli.parsing import add_options, add_output, add_path, read_options
from diglot.pipeline.bucc.options import BuccFinishOptions, BuccOptions

DESCRIPTION = (
    "Make comparable corpora, term lists and gold from parallel text, by the protocol of the "
    "BUCC 2022 shared task: prepare writes a table for people to fill in, finish makes the task "
    "from their decisions."
)
PREPARE_DESCRIPTION = (
    "Remove one side of every sentence pair, extract the terms, and write a table of pairs for "
    "people to judge. A second run repeats only the steps whose inputs have changed."
)
FINISH_DESCRIPTION = (
    "Make gold and term lists, split into training and test parts, from the decisions."
)
ACTIONS = {
    "prepare": Command("make the corpora, and a table of pairs to judge", "bucc", "prepare"),
    "finish": Command("make gold and term lists from the decisions", "bucc", "finish"),
}


def configure_prepare(parser: argparse.ArgumentParser) -> None:
    add_path(
        parser,
        "source",
        "sentences, one per line; if alone, a bitext (TMX, XLIFF, TSV or similar) or a "
        "folder of them",
    )
    add_path(parser, "target", "the translations, line by line", nargs="?")
    add_output(parser, "folder of the task", required=True, metavar="DIR")
    add_options(parser, BuccOptions)


def configure_finish(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "folder", "folder of a prepared task", metavar="DIR")
    add_options(parser, BuccFinishOptions)


def run_prepare(arguments: argparse.Namespace) -> int:
    from diglot.cli.output import return_large_arrays
    from diglot.pipeline.bucc.task import prepare_task

    return_large_arrays()
    with progress(quiet=arguments.quiet or arguments.json) as report:
        task = prepare_task(
            arguments.source,
            arguments.target,
            out=arguments.output,
            options=read_options(arguments, BuccOptions),
            progress=report,
        )
    if arguments.json:
        print_json(
            {
                "folder": str(task.folder),
                "languages": list(task.languages),
                "candidates": str(task.candidates),
                **asdict(task.manifest),
            }
        )
    elif not arguments.quiet:
        from diglot.report.tables.pairs import prepared_table

        print(prepared_table(task), end="\n\n")
        print_lines("note: ", task.manifest.notes)
        print(f"to fill in: {task.candidates} (yes or no in the column accept), then")
        print(f"  diglot bucc finish {task.folder}")
    return 0


def run_finish(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.bucc.task import PARTS, finish_task
    from diglot.report.tables.pairs import finished_as_json, finished_table, task_notes

    task = finish_task(arguments.folder, read_options(arguments, BuccFinishOptions))
    if arguments.json:
        print_json(finished_as_json(task))
    elif not arguments.quiet:
        print(finished_table(task), end="\n\n")
        print_lines("note: ", task_notes(task))
        for name in PARTS:
            print(f"written: {task.folder / name}")
    return 0
