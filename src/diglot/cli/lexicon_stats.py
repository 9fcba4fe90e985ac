"""``diglot lexicon stats``: what dictionaries hold, each and all together."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.cli.options import add_dictionary_options
from diglot.cli.output import print_json, progress
from diglot.errors import ConfigError

if TYPE_CHECKING:
    import argparse

HELP = "count what dictionaries hold, and which pairs of languages they could give"
DESCRIPTION = (
    "Count the words and translations of dictionaries by language, pair, dictionary and part of "
    "speech; say how they hang together, which of them share a source, and which pairs of "
    "languages could be inferred."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the action."""
    parser.add_argument(
        "dictionaries",
        type=Path,
        nargs="+",
        metavar="DICTIONARY",
        help="dictionary of any format that diglot reads, or a saved graph (.lexgraph)",
    )
    parser.add_argument(
        "--top",
        type=int,
        default=20,
        metavar="K",
        help="most rows of a table (default: %(default)s)",
    )
    add_dictionary_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Count, then print tables."""
    from diglot.lexicons.graph.families import grouped, overlap_warnings
    from diglot.lexicons.graph.statistics import statistics
    from diglot.pipeline.steps.lexicons.dictionaries import load_graph
    from diglot.report.tables.graphs import graph_tables

    if arguments.top < 1:
        raise ConfigError(f"--top is {arguments.top}, but must be 1 or more")
    with progress(quiet=arguments.quiet or arguments.json) as report:
        loaded = load_graph(
            arguments.dictionaries,
            case=arguments.case,
            pos=arguments.pos,
            skip_bad=arguments.skip_bad,
            rules=arguments.rules,
            progress=report,
        )
    origins = loaded.graph.origins
    sources = {
        name: [origins[number].name for number in numbers]
        for name, numbers in grouped(origins).items()
    }
    warnings = overlap_warnings(loaded.graph)
    found = statistics(loaded.graph)
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
        print(graph_tables(found, most=arguments.top))
        for note in (*loaded.notes, *warnings):
            print(f"note: {note}")
    return 0
