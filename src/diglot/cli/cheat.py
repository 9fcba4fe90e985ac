"""``diglot cheat``: translations that cheat on terminology metrics, made and detected."""

from __future__ import annotations

import argparse

from diglot.cli.output import print_json
from diglot.cli.parsing import add_options, add_output, add_path, read_options, refuse_options
from diglot.errors import ConfigError
from diglot.pipeline.steps.scores.options import DETECTION, MAKING, CheatOptions
from diglot.plurals import count_of

DESCRIPTION = (
    "Add the marked terms of a test set to a translation, to see which metrics reward it; or "
    "detect translations to which terms were added (--detect)."
)
_MAKING = ("kind", "where", "output")
_DETECTING = ("links", "align", "without_terms")
_READING = ("source_language", "target_language", "terms", "mode", "links", "align")


def configure(parser: argparse.ArgumentParser) -> None:
    add_path(
        parser,
        "--source",
        "source segments with marked terms, or a test set of both sides",
        required=True,
        metavar="S",
    )
    add_path(parser, "--reference", "reference translations of S, terms marked", metavar="R")
    add_path(
        parser,
        "--hypothesis",
        "translation to change or to judge; more than one may be judged",
        action="append",
        required=True,
        metavar="H",
    )
    add_options(parser, CheatOptions, only=_READING)
    add_output(parser.add_argument_group(MAKING), "file to write, as SGML or as lines of text")
    parser.add_argument_group(DETECTION).add_argument(
        "--detect", action="store_true", help="judge every H instead of changing it"
    )
    add_options(parser, CheatOptions, only=("kind", "where", "without_terms"))


def run(arguments: argparse.Namespace) -> int:
    unfit, why, cure = (
        (_MAKING, "makes a translation", "leave out --detect")
        if arguments.detect
        else (_DETECTING, "detects", "add --detect")
    )
    refuse_options(arguments, unfit, f"{why}: {cure}, or leave it out", CheatOptions)
    return _detect(arguments) if arguments.detect else _make(arguments)


def _make(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.scores.metric_studies import make_cheat

    if "kind" not in arguments or arguments.output is None:
        raise ConfigError("give --kind and --output to make a translation, or --detect")
    if len(arguments.hypothesis) > 1:
        raise ConfigError("one translation is changed at a time: give --hypothesis once")
    made = make_cheat(
        arguments.source,
        arguments.reference,
        arguments.hypothesis[0],
        arguments.output,
        read_options(arguments, CheatOptions),
    )
    if arguments.json:
        print_json(
            {
                "path": str(made.path),
                "kind": made.kind,
                "segments": made.segments,
                "segments_with_terms": made.with_terms,
                "changed": made.changed,
                "notes": list(made.notes),
            }
        )
    elif not arguments.quiet:
        print(
            f"{made.path}: {made.changed:,} of {count_of(made.segments, 'segment')} changed "
            f"({made.with_terms:,} with terms)"
        )
        for note in made.notes:
            print(note)
    return 0


def _detect(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.scores.metric_studies import detect_cheats
    from diglot.report.tables.tasks import cheat_lines, cheat_table, cheats_as_json

    judged = detect_cheats(
        arguments.source,
        arguments.reference,
        arguments.hypothesis,
        read_options(arguments, CheatOptions),
    )
    if arguments.json:
        print_json(cheats_as_json(judged))
        return 0
    print(cheat_table(judged.systems))
    if not arguments.quiet:
        ids = [segment.id for segment in judged.test_set.segments]
        lines = [line for each in judged.systems for line in cheat_lines(each, ids)]
        lines += [*judged.anomalies, *judged.test_set.notes]
        print("", *lines, sep="\n", end="\n" if lines else "")
    return 0
