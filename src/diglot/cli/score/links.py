"""``diglot score sentences``, ``words``, ``agreement``: links against gold, annotators compared."""

from __future__ import annotations

import argparse

from diglot.cli.output import print_json
from diglot.cli.parsing import add_options, add_path, read_options
from diglot.cli.score import add_files, print_runs, print_tables
from diglot.errors import ConfigError
from diglot.pipeline.steps.scores.options import (
    AgreementOptions,
    SentenceScoreOptions,
    WordScoreOptions,
)

SENTENCES_DESCRIPTION = (
    "Score links between sentences: strict and lax precision and recall, the four levels of "
    "ARCADE, and the quality of probabilities, with 95 % intervals; more than one result can be "
    "compared."
)
WORDS_DESCRIPTION = (
    "Score links between words: alignment error rate, precision, recall and F over sure and "
    "possible links; agreement with trees; quality of probabilities; with 95 % intervals. More "
    "than one result can be compared."
)


def configure_sentences(parser: argparse.ArgumentParser) -> None:
    add_files(parser, "file of gold links, or a folder of them", required=False)
    add_options(parser, SentenceScoreOptions)


def run_sentences(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.scores.links import compare_runs, score_sentences
    from diglot.report.tables.scores import overview_table, sentence_tables, sentences_as_json

    options = read_options(arguments, SentenceScoreOptions)
    runs = score_sentences(arguments.gold, arguments.pred, options)
    compared = compare_runs(runs)
    note = None if options.source else "word and char need --source and --target"
    if arguments.json:
        print_runs([sentences_as_json(each, note) for each in runs], compared)
        return 0
    print_tables(
        runs, sentence_tables, overview_table, compared, figure="F1", brief=arguments.quiet
    )
    if not arguments.quiet:
        first = next(iter(runs[0].scores.values()))
        print(*filter(None, (note, first.note, first.signature)), sep="\n")
    return 0


def configure_words(parser: argparse.ArgumentParser) -> None:
    add_files(parser, "file of gold links, or of trees that represent them", required=False)
    add_options(parser, WordScoreOptions)


def run_words(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.scores.links import compare_words, score_words
    from diglot.report.tables.words import note_of, overview_table, word_tables, words_as_json

    options = read_options(arguments, WordScoreOptions)
    runs = score_words(arguments.pred, gold=arguments.gold, options=options)
    compared = compare_words(runs)
    if arguments.json:
        print_runs([words_as_json(each) for each in runs], compared)
        return 0
    figure = "AER" if runs[0].score is not None else "consistency"
    print_tables(runs, word_tables, overview_table, compared, figure=figure, brief=arguments.quiet)
    if not arguments.quiet:
        for line in (note_of(runs[0]), runs[0].score and runs[0].score.signature):
            if line:
                print(line)
    return 0


AGREEMENT_DESCRIPTION = (
    "Measure the agreement of annotators: kappa, alpha and F of labels, links, spans, sentence "
    "links and trees, with 95 % intervals."
)


def configure_agreement(parser: argparse.ArgumentParser) -> None:
    add_path(
        parser,
        "files",
        "files of judgements (TransRead), folders of labels on links, or one file per annotator",
        nargs="*",
        metavar="FILE",
    )
    add_options(parser, AgreementOptions)


def run_agreement(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.scores.agreement import score_agreement
    from diglot.report.tables.agreement import GUIDE, agreement_json, agreement_text, guide_text

    if not arguments.files:
        raise ConfigError("give the files of the annotators after the word agreement")
    options = read_options(arguments, AgreementOptions)
    reports = score_agreement(arguments.files, options=options)
    drawn = f"{options.resamples:,} resamples of sentence pairs, seed {options.seed}"
    if arguments.json:
        print_json(
            {
                "reports": [agreement_json(each) for each in reports],
                "resamples": options.resamples,
                "seed": options.seed,
                "guide": list(GUIDE),
            }
        )
        return 0
    for report in reports:
        print(agreement_text(report, brief=arguments.quiet), end="\n\n")
    if not arguments.quiet:
        print(f"{drawn}\n\n{guide_text()}")
    return 0
