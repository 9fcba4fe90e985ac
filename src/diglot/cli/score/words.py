"""``diglot score words``: links between words against gold, trees or labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.cli.parsing import add_options, read_options
from diglot.cli.score.common import add_files, print_compared, print_runs
from diglot.pipeline.steps.scores.options import WordScoreOptions

if TYPE_CHECKING:
    import argparse

DESCRIPTION = (
    "Score links between words: alignment error rate, precision, recall and F over sure and "
    "possible links; agreement with trees; quality of probabilities; with 95 % intervals. More "
    "than one result can be compared."
)


def configure(parser: argparse.ArgumentParser) -> None:
    add_files(parser, "file of links that are right, or trees that stand for them", required=False)
    add_options(parser, WordScoreOptions)


def run(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.scores.links import compare_words, score_words
    from diglot.report.tables.words import note_of, word_tables, words_as_json

    options = read_options(arguments, WordScoreOptions)
    runs = score_words(arguments.pred, gold=arguments.gold, options=options)
    compared = compare_words(runs)
    if arguments.json:
        print_runs([words_as_json(each) for each in runs], compared)
        return 0
    for each in runs:
        if len(runs) > 1:
            print(each.prediction)
        for table in word_tables(each, brief=arguments.quiet):
            print(table, end="\n\n")
    print_compared(compared)
    if not arguments.quiet:
        for line in (note_of(runs[0]), runs[0].score and runs[0].score.signature):
            if line:
                print(line)
    return 0
