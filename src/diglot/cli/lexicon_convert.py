"""``diglot lexicon convert``: dictionaries in another format, or as one graph."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.cli.options import add_dictionary_options
from diglot.cli.output import print_json, print_lost, progress

if TYPE_CHECKING:
    import argparse

HELP = "write dictionaries in another format, or as one saved graph"
DESCRIPTION = (
    "Write one dictionary, or several as one, in another format. A .lexgraph file holds the graph "
    "of all of them, which diglot infer opens at once. What is left out and what the new format "
    "cannot carry is listed."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the action."""
    parser.add_argument(
        "dictionaries",
        type=Path,
        nargs="+",
        metavar="DICTIONARY",
        help="dictionary of any format that diglot reads",
    )
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="OUT", help="file to write"
    )
    parser.add_argument(
        "--from",
        dest="source_language",
        metavar="LANG",
        help="take the entries of two languages alone, this one first; entries that stand the "
        "other way round are turned",
    )
    parser.add_argument(
        "--to", dest="target_language", metavar="LANG", help="the other of the two languages"
    )
    parser.add_argument(
        "--read-as", metavar="FORMAT", help="format of the dictionaries, if their names hide it"
    )
    parser.add_argument("--format", metavar="FORMAT", help="format of OUT, if its name hides it")
    parser.add_argument(
        "--encoding", metavar="NAME", help="encoding of text files that are not in Unicode"
    )
    add_dictionary_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Convert, then say how much was written and what was not."""
    from diglot.cli.targets import check_writable
    from diglot.pipeline.steps.lexicons.lexicon_files import LexiconChoices, convert_lexicons

    check_writable(arguments.output)
    with progress(quiet=arguments.quiet or arguments.json) as report:
        written = convert_lexicons(
            arguments.dictionaries,
            arguments.output,
            choices=LexiconChoices(
                source=arguments.source_language,
                target=arguments.target_language,
                format=arguments.read_as,
                case=arguments.case,
                pos=arguments.pos,
                skip_bad=arguments.skip_bad,
                rules=arguments.rules,
                encoding=arguments.encoding,
            ),
            format=arguments.format,
            progress=report,
        )
    if arguments.json:
        print_json(
            {
                "output": str(arguments.output),
                "entries": written.entries,
                "pairs": ["-".join(pair) for pair in written.pairs],
                "left_out": [asdict(each) for each in written.left_out],
                "lost": [asdict(each) for each in written.lost],
                "notes": list(written.notes),
            }
        )
    elif not arguments.quiet:
        pairs = ", ".join("-".join(pair) for pair in written.pairs)
        print(f"{arguments.output}: {written.entries:,} translations ({pairs})")
        for each in written.left_out:
            example = f', the first: "{each.example}"' if each.example else ""
            print(f"  left out: {each.count:,} {each.kind}{example}")
        for note in written.notes:
            print(f"  note: {note}")
        print_lost(written.lost)
    return 0
