"""``diglot lexicon``: dictionaries counted, converted, united into one graph, explained."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from diglot.cli.commands import Command
from diglot.cli.output import print_json, print_lines, print_lost, progress
from diglot.cli.parsing import add_options, add_output, add_path, read_options
from diglot.options import option, option_record
from diglot.pipeline.steps.lexicons.options import DictionaryOptions, LexiconChoices
from diglot.plurals import count_of

STATS_DESCRIPTION = (
    "Count the words and translations of dictionaries by language, pair, dictionary and part of "
    "speech; show how they are connected, which of them share a source, and which pairs of "
    "languages could be inferred."
)


@option_record
class DisplayOptions:
    """How much is shown."""

    top: int = option("maximum number of rows in a table", default=20, metavar="K", least=1)


def configure_stats(parser: argparse.ArgumentParser) -> None:
    add_path(
        parser,
        "dictionaries",
        "dictionary in any format that diglot reads, or a saved graph (.lexgraph)",
        nargs="+",
        metavar="DICTIONARY",
    )
    add_options(parser, DictionaryOptions, DisplayOptions)


def run_stats(arguments: argparse.Namespace) -> int:
    from diglot.lexicons.graph.families import group_by_family, overlap_warnings
    from diglot.lexicons.graph.statistics import graph_statistics
    from diglot.pipeline.steps.lexicons.dictionaries import load_graph
    from diglot.report.tables.lexicons import graph_tables

    options = read_options(arguments, DictionaryOptions)
    most = read_options(arguments, DisplayOptions).top
    with progress(quiet=arguments.quiet or arguments.json) as report:
        loaded = load_graph(arguments.dictionaries, **options.reading(), progress=report)
    origins = loaded.graph.origins
    sources = {
        name: [origins[number].name for number in numbers]
        for name, numbers in group_by_family(origins).items()
    }
    warnings = overlap_warnings(loaded.graph)
    found = graph_statistics(loaded.graph)
    if arguments.json:
        print_json(
            {
                **asdict(found),
                "sources": sources,
                "warnings": list(warnings),
                "notes": list(loaded.notes),
            }
        )
    elif not arguments.quiet:
        print(graph_tables(found, most=most))
        print_lines("note: ", (*loaded.notes, *warnings))
    return 0


# ``diglot lexicon convert``: dictionaries in another format, or as one graph.

CONVERT_DESCRIPTION = (
    "Write one dictionary, or several as one, in another format. A .lexgraph file holds the graph "
    "of all of them, which diglot infer opens without reading them again. Skipped content, and "
    "content that the new format cannot hold, is listed."
)


def configure_convert(parser: argparse.ArgumentParser) -> None:
    add_path(
        parser,
        "dictionaries",
        "dictionary in any format that diglot reads",
        nargs="+",
        metavar="DICTIONARY",
    )
    add_output(parser, "file to write", required=True)
    parser.add_argument(
        "--format",
        dest="output_format",
        metavar="FORMAT",
        help="format of OUT, if it has no known extension",
    )
    add_options(parser, LexiconChoices)


def run_convert(arguments: argparse.Namespace) -> int:
    from diglot.cli.targets import check_writable
    from diglot.pipeline.steps.lexicons.conversion import convert_lexicons

    check_writable(arguments.output)
    with progress(quiet=arguments.quiet or arguments.json) as report:
        written = convert_lexicons(
            arguments.dictionaries,
            arguments.output,
            choices=read_options(arguments, LexiconChoices),
            format=arguments.output_format,
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
        print(f"{arguments.output}: {count_of(written.entries, 'translation')} ({pairs})")
        print_lines("  left out: ", written.left_out)
        print_lines("  note: ", written.notes)
        print_lost(written.lost)
    return 0


# ``diglot lexicon``: dictionaries counted, converted, united into one graph, explained.

DESCRIPTION = (
    "Work with bilingual dictionaries in any format that diglot reads, and with graphs made from "
    "them."
)
ACTIONS = {
    "stats": Command(
        "count the contents of dictionaries, and list the language pairs that could be inferred",
        "lexicon",
        "stats",
    ),
    "convert": Command(
        "write dictionaries in another format, or as one saved graph", "lexicon", "convert"
    ),
    "explain": Command("show where the translations of a word come from", "explain"),
}
