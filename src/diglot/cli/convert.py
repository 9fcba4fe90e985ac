"""``diglot convert``: a bilingual file in another format."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diglot.cli.output import print_json, print_lost
from diglot.cli.parsing import add_options, read_options
from diglot.pipeline.options import ConvertOptions

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
    add_options(parser, ConvertOptions)


def run(arguments: argparse.Namespace) -> int:
    """Convert, then say how much was written and what was not."""
    from diglot import pipeline

    count, lost = pipeline.convert_file(
        arguments.input, arguments.output, options=read_options(arguments, ConvertOptions)
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
