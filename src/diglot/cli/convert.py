"""``diglot convert``: a bilingual file in another format."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from diglot.cli.output import print_json, print_lost
from diglot.cli.parsing import add_options, add_path, given_flags, read_options
from diglot.cli.runs import DoOptions, do_in_folder, refuse_spread
from diglot.errors import ConfigError
from diglot.pipeline.options import ConvertOptions

DESCRIPTION = (
    "Convert between formats of translation memories and tables, of link files, or of word "
    "links. Translation units are streamed, so a file may be larger than memory. Content that "
    "the new format cannot hold is listed. Of a folder, every file is converted."
)


def configure(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "input", "file to read, or a folder of files", nargs="?", metavar="IN")
    add_path(parser, "output", "file to write; for a folder, a folder", nargs="?", metavar="OUT")
    parser.add_argument(
        "--formats", action="store_true", help="only print the table of all formats"
    )
    add_options(parser, ConvertOptions, DoOptions)


def run(arguments: argparse.Namespace) -> int:
    if arguments.formats:
        return _print_formats(as_json=arguments.json)
    if arguments.output is None:
        raise ConfigError("name the file to read and the file to write: diglot convert IN OUT")
    if arguments.input.is_dir():
        return _convert_folder(arguments)
    refuse_spread(arguments)
    from diglot.pipeline.convert import convert_file

    count, lost = convert_file(
        arguments.input, arguments.output, options=read_options(arguments, ConvertOptions)
    )
    if arguments.json:
        print_json(
            {
                "output": str(arguments.output),
                "records": count,
                "lost": [asdict(each) for each in lost],
            }
        )
    elif not arguments.quiet:
        print(f"{arguments.output}: {count} written")
        print_lost(lost)
    return 0


def _convert_folder(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.convert import format_to_write

    options = read_options(arguments, ConvertOptions)
    if options.target_format is None:
        raise ConfigError(f"{arguments.input} is a folder: name the format to write with --to")
    written = format_to_write(arguments.output, options.target_format)
    extension = "".join(written.extensions[:1])
    command = ["convert", "{1}", f"{{out}}{extension}", *given_flags(arguments, ConvertOptions)]
    return do_in_folder(arguments, arguments.input, arguments.output, command)


def _print_formats(*, as_json: bool) -> int:
    from diglot.formats.registry import format_rows

    head, *rows = format_rows()
    if as_json:
        print_json([dict(zip(head, row, strict=True)) for row in rows])
        return 0
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        print("  ".join(map(str.ljust, row, widths)).rstrip())
    return 0
