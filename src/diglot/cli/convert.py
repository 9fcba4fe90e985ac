"""``diglot convert``: a bilingual file in another format."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diglot.cli.options import add_unit_options
from diglot.cli.output import print_json, print_lost

if TYPE_CHECKING:
    import argparse

DESCRIPTION = (
    "Convert translation memories and tables, files of links, or files of word links into each "
    "other. Translation units are streamed, so a file may be larger than the memory. What the new "
    "format cannot carry is listed."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("input", type=Path, metavar="IN", help="file to read")
    parser.add_argument("output", type=Path, metavar="OUT", help="file to write")
    parser.add_argument(
        "--from", dest="source_format", metavar="FORMAT", help="format of IN, if its name hides it"
    )
    parser.add_argument(
        "--to", dest="target_format", metavar="FORMAT", help="format of OUT, if its name hides it"
    )
    parser.add_argument(
        "-s", "--source-language", metavar="LANG", help="language to write as the source"
    )
    parser.add_argument(
        "-t", "--target-language", metavar="LANG", help="language to write as the target"
    )
    parser.add_argument(
        "--encoding", metavar="NAME", help="encoding of a text file that is not in Unicode"
    )
    add_unit_options(parser)
    words = parser.add_argument_group("word links")
    words.add_argument(
        "--base",
        type=int,
        choices=(0, 1),
        help="number of the first word of a sentence in IN (Pharaoh: 0; TALP does not say)",
    )
    words.add_argument("--to-base", type=int, choices=(0, 1), help="the same in OUT")
    words.add_argument(
        "--pairs",
        type=int,
        metavar="N",
        help="number of sentence pairs, where IN leaves out those without links",
    )
    words.add_argument("--reverse", action="store_true", help="the target word stands first in IN")


def run(arguments: argparse.Namespace) -> int:
    """Convert, then say how much was written and what was not."""
    from diglot import pipeline

    count, lost = pipeline.convert_file(
        arguments.input,
        arguments.output,
        source_format=arguments.source_format,
        target_format=arguments.target_format,
        source_language=arguments.source_language,
        target_language=arguments.target_language,
        encoding=arguments.encoding,
        options=pipeline.WriteOptions(strip_tags=arguments.strip_tags, xliff=arguments.xliff),
        words=pipeline.WordLinkOptions(
            base=arguments.base,
            target_base=arguments.to_base,
            pairs=arguments.pairs,
            reverse=arguments.reverse,
        ),
    )
    if arguments.json:
        print_json(
            {
                "output": str(arguments.output),
                "records": count,
                "lost": [
                    {"kind": each.kind, "count": each.count, "example": each.example}
                    for each in lost
                ],
            }
        )
    elif not arguments.quiet:
        print(f"{arguments.output}: {count} written")
        print_lost(lost)
    return 0
