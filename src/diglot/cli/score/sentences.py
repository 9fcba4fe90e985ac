"""``diglot score sentences``: links between sentences against gold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.cli.parsing import add_options, read_options
from diglot.cli.score.common import add_files, print_compared, print_runs
from diglot.pipeline.steps.scores.options import SentenceScoreOptions

if TYPE_CHECKING:
    import argparse

DESCRIPTION = (
    "Score links between sentences: strict and lax precision and recall, the four levels of "
    "ARCADE, and the quality of probabilities, with 95 % intervals; more than one result can be "
    "compared."
)


def configure(parser: argparse.ArgumentParser) -> None:
    add_files(parser, "link file with what is right, or a folder of them")
    add_options(parser, SentenceScoreOptions)


def run(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.scores.links import compare_runs, score_sentences
    from diglot.report.tables.scores import sentence_tables, sentences_as_json

    options = read_options(arguments, SentenceScoreOptions)
    runs = score_sentences(arguments.gold, arguments.pred, options)
    compared = compare_runs(runs)
    note = None if options.source else "word and char need --source and --target"
    if arguments.json:
        print_runs([sentences_as_json(each, note) for each in runs], compared)
        return 0
    for each in runs:
        if len(runs) > 1:
            print(each.prediction)
        for table in sentence_tables(each, brief=arguments.quiet):
            print(table, end="\n\n")
    print_compared(compared)
    if not arguments.quiet:
        if note:
            print(note)
        print(runs[0].scores["strict"].signature)
    return 0
