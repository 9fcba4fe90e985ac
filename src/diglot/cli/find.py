"""``diglot find``: where a term stands, and how it was translated there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diglot.cli.options import add_language_options
from diglot.cli.output import print_json, progress

if TYPE_CHECKING:
    import argparse

HELP = "show where a term stands in aligned texts, grouped by its translations"
DESCRIPTION = (
    "Find a term in a folder that diglot build wrote, or in a bitext, which is aligned word by "
    "word first. Every sentence pair shows the term and its translation."
)
_SHOWN = 5


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("term", metavar="TERM", help="a word, a part of one, or several words")
    parser.add_argument(
        "workspace",
        type=Path,
        metavar="WORKSPACE",
        help="folder that diglot build wrote, or a bitext (TMX, XLIFF, TSV and the like)",
    )
    parser.add_argument(
        "--side",
        choices=("source", "target", "both"),
        default="both",
        help="where to look for the term (default: %(default)s)",
    )
    parser.add_argument(
        "--limit",
        type=int,
        default=_SHOWN,
        metavar="N",
        help="most sentence pairs to show of each translation; 0 for all (default: %(default)s)",
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--whole-words", action="store_true", help="the term begins and ends where words do"
    )
    how.add_argument(
        "--lemma", action="store_true", help="any form of the words: cell finds cells, too"
    )
    how.add_argument("--regex", action="store_true", help="TERM is a regular expression")
    group = parser.add_argument_group("reading a bitext")
    add_language_options(group)
    group.add_argument(
        "--encoding", metavar="NAME", help="encoding of text files that are not in Unicode"
    )


def run(arguments: argparse.Namespace) -> int:
    """Find the term and print the sentence pairs that hold it."""
    from diglot import pipeline
    from diglot.cli.concordance import concordance_json, print_concordance
    from diglot.errors import ConfigError

    if arguments.limit < 0:
        raise ConfigError(f"--limit is {arguments.limit}, but must be 0 or more")
    query = pipeline.Query(
        arguments.term,
        side=arguments.side,
        whole_words=arguments.whole_words,
        lemma=arguments.lemma,
        regex=arguments.regex,
    )
    options = pipeline.BuildOptions(
        source_language=arguments.source_language,
        target_language=arguments.target_language,
        same_language=arguments.same_language,
        encoding=arguments.encoding,
    )
    quiet = arguments.quiet or arguments.json or arguments.workspace.is_dir()
    with (
        progress(quiet=quiet) as report,
        pipeline.open_workspace(arguments.workspace, options=options, progress=report) as workspace,
    ):
        found = workspace.find(query, limit=arguments.limit or None)
    if arguments.json:
        print_json(concordance_json(query, found))
    elif not arguments.quiet:
        print_concordance(query, found)
    return 0
