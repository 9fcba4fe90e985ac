"""``diglot find``: where a term stands, and how it was translated there."""

from __future__ import annotations

import os
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from diglot.cli.output import clean, print_json, progress
from diglot.cli.parsing import add_options, add_path, read_options
from diglot.errors import ConfigError
from diglot.options import option, option_record
from diglot.pipeline.build.options import BuildOptions, Query
from diglot.plurals import count_of

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.pipeline.find import Concordance, Group, Ranges

DESCRIPTION = (
    "Find a term in a folder that diglot build wrote, or in a bitext, whose words are aligned "
    "first. Every sentence pair shows the term and its translation."
)
_READING = ("source_language", "target_language", "same_language", "encoding", "packs")


@option_record
class FindOptions:
    """What is kept of a bitext, and how much of what is found is shown."""

    keep: Path | None = option(
        "folder to keep an aligned bitext in, to be searched like a build afterwards",
        metavar="FOLDER",
    )
    limit: int = option(
        "maximum number of sentence pairs to show for each translation; 0 for all",
        default=5,
        metavar="N",
        least=0,
    )
    most: int = option(
        "maximum number of sentence pairs to read for a frequent term, spread evenly over all "
        "that hold it; 0 for all",
        default=5_000,
        metavar="N",
        least=0,
    )


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("term", metavar="TERM", help="a word, a part of one, or several words")
    add_path(
        parser,
        "workspace",
        "folder that diglot build wrote, or a bitext (TMX, XLIFF, TSV or similar)",
    )
    add_options(parser, Query, FindOptions)
    add_options(parser, BuildOptions, only=_READING)


def run(arguments: argparse.Namespace) -> int:
    from pathlib import Path

    from diglot.pipeline.find import open_workspace

    if Path(arguments.term).exists() and not arguments.workspace.exists():
        raise ConfigError(f"give the term first, then the folder: find TERM {arguments.term}")
    query = read_options(arguments, Query, term=arguments.term)
    options = read_options(arguments, BuildOptions)
    choices = read_options(arguments, FindOptions)
    quiet = arguments.quiet or arguments.json or arguments.workspace.is_dir()
    with (
        progress(quiet=quiet) as report,
        open_workspace(
            arguments.workspace, options=options, keep=choices.keep, progress=report
        ) as workspace,
    ):
        found = workspace.find(query, limit=choices.limit or None, most=choices.most or None)
    if arguments.json:
        print_json(concordance_json(query, found))
    elif not arguments.quiet:
        print_concordance(query, found)
    return 0


# Sentence pairs with a term and its translation, for people and for programs.

_PLAIN = ("[", "]")
_TERM, _TRANSLATION = ("\x1b[1;36m", "\x1b[0m"), ("\x1b[1;33m", "\x1b[0m")
_LIKELY = 0.5


def print_concordance(query: Query, found: Sequence[Concordance]) -> None:
    """Print what was found, in colours on a terminal, between brackets elsewhere."""
    colours = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    if not any(each.count for each in found):
        print(f"no sentence pair holds {clean(query.term)!r}")
        return
    several = len({hit.document for each in found for x in each.groups for hit in x.hits}) > 1
    first = True
    for each in found:
        if not each.count:
            continue
        if not first:
            print()
        first = False
        many, note = count_of(each.count, "sentence pair"), ""
        if each.sample:
            read, total = each.sample
            many = f"about {total * each.count // read:,} sentence pairs"
            note = f"; translations counted in {each.count:,} of them (--most 0 counts all)"
        print(f"{each.side}: {clean(query.term)} in {many}{note}")
        for group in each.groups:
            _print_group(group, colours=colours, many=several)


def concordance_json(query: Query, found: Sequence[Concordance]) -> dict[str, Any]:
    """Return what was found as plain values; sentence pairs are numbered from 1."""
    return {
        "term": query.term,
        "sides": [
            {
                "side": each.side,
                "pairs": each.count,
                "sample": each.sample,
                "translations": [
                    {
                        "translation": group.translation or None,
                        "pairs": group.count,
                        "shown": [{**asdict(hit), "pair": hit.pair + 1} for hit in group.hits],
                    }
                    for group in each.groups
                ],
            }
            for each in found
        ],
    }


def _print_group(group: Group, *, colours: bool, many: bool) -> None:
    name = clean(group.translation) or "without a linked word"
    print(f"\n  {name}  ({group.count:,})")
    for hit in group.hits:
        doubt = ""
        if hit.score is not None and hit.score < _LIKELY:
            doubt = f"  (a translation with probability {hit.score:.2f})"
        place = f"{clean(hit.document)}  " if many and hit.document else ""
        text = _marked(hit.text, hit.marks, _TERM, colours=colours)
        other = _marked(hit.translation, hit.translation_marks, _TRANSLATION, colours=colours)
        print(f"  {hit.pair + 1:>6}  {place}{text}\n          {other}{doubt}")
    if group.count > len(group.hits):
        print(f"          and {group.count - len(group.hits):,} more")


def _marked(text: str, marks: Ranges, signs: tuple[str, str], *, colours: bool) -> str:
    begin, end = signs if colours else _PLAIN
    pieces = []
    at = 0
    for start, stop in marks:
        if start < at:
            continue
        pieces += [clean(text[at:start]), begin, clean(text[start:stop]), end]
        at = stop
    return "".join([*pieces, clean(text[at:])])
