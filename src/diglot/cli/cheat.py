"""``diglot cheat``: translations that cheat on terminology metrics, made and detected."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diglot.cli.output import print_json
from diglot.errors import ConfigError

if TYPE_CHECKING:
    import argparse

    from diglot.pipeline.steps.scores.options import TerminologyScoreOptions

DESCRIPTION = (
    "Put the marked terms of a test set into a translation, to see which metrics fall for it; or "
    "tell translations to which that was done from honest ones (--detect)."
)
_KINDS = ("naive", "smart", "interleave")
_MAKING = ("kind", "where", "output")
_DETECTING = ("links", "align", "without_terms")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "--source",
        type=Path,
        required=True,
        metavar="S",
        help="source segments with marked terms, or a test set of both sides",
    )
    parser.add_argument(
        "--reference", type=Path, metavar="R", help="reference translations of S, terms marked"
    )
    parser.add_argument(
        "--hypothesis",
        type=Path,
        action="append",
        required=True,
        metavar="H",
        help="translation to change or to judge; several may be judged at once",
    )
    parser.add_argument(
        "-s", "--source-language", metavar="LANG", help="language of S, where it does not say it"
    )
    parser.add_argument(
        "-t", "--target-language", metavar="LANG", help="the same of the translations"
    )
    parser.add_argument(
        "--terms",
        type=Path,
        metavar="FILE",
        help="terms of every line of S (shared task of 2023)",
    )
    parser.add_argument(
        "--mode",
        choices=("proper", "random", "noterm"),
        help="which dictionary of S to take (shared task of 2025; default: proper)",
    )
    making = parser.add_argument_group("to make one")
    making.add_argument(
        "--kind",
        choices=_KINDS,
        help="naive adds all terms of a segment, smart those that H lacks, interleave puts all "
        "where they stand in the source",
    )
    making.add_argument(
        "--where",
        choices=("end", "front"),
        help="where naive and smart add them (default: end)",
    )
    making.add_argument(
        "-o", "--output", type=Path, metavar="OUT", help="file to write, as SGML or lines of text"
    )
    detecting = parser.add_argument_group("to detect them")
    detecting.add_argument(
        "--detect", action="store_true", help="judge every H rather than change it"
    )
    detecting.add_argument(
        "--links",
        type=Path,
        action="append",
        metavar="FILE",
        help="word links of S and H, once for each H in the same order",
    )
    detecting.add_argument(
        "--align",
        action="store_true",
        default=None,
        help="link the words of S and H with diglot's aligner",
    )
    detecting.add_argument(
        "--without-terms",
        action="store_true",
        default=None,
        help="the systems were not shown the terms: too many of them are suspicious",
    )


def run(arguments: argparse.Namespace) -> int:
    """Make or detect, print."""
    unfit, why = (_MAKING, "makes a translation") if arguments.detect else (_DETECTING, "detects")
    for name in unfit:
        if getattr(arguments, name) is not None:
            option = f"--{name.replace('_', '-')}"
            with_detect = "leave out --detect" if arguments.detect else "add --detect"
            raise ConfigError(f"{option} {why}: {with_detect}, or leave {option} out")
    return _detect(arguments) if arguments.detect else _make(arguments)


def _make(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.scores.metric_studies import make_cheat

    if arguments.kind is None or arguments.output is None:
        raise ConfigError("give --kind and --output to make a translation, or --detect")
    if len(arguments.hypothesis) > 1:
        raise ConfigError("one translation is changed at a time: give --hypothesis once")
    made = make_cheat(
        arguments.source,
        arguments.reference,
        arguments.hypothesis[0],
        arguments.output,
        kind=arguments.kind,
        where=arguments.where or "end",
        options=_options(arguments),
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
            f"{made.path}: {made.changed} of {made.segments} segments changed "
            f"({made.with_terms} have terms)"
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
        links=arguments.links or (),
        align=bool(arguments.align),
        without_terms=bool(arguments.without_terms),
        options=_options(arguments),
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


def _options(arguments: argparse.Namespace) -> TerminologyScoreOptions:
    from diglot.pipeline.steps.scores.options import TerminologyScoreOptions

    return TerminologyScoreOptions(
        source_language=arguments.source_language,
        target_language=arguments.target_language,
        terms=arguments.terms,
        mode=arguments.mode,
    )
