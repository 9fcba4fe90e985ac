"""``diglot segment``: a document, one segment a line."""

from __future__ import annotations

import argparse

from diglot.cli.output import print_json
from diglot.cli.parsing import add_options, add_output, add_path, given_flags, read_options
from diglot.cli.runs import DoOptions, do_in_folder, refuse_spread
from diglot.pipeline.steps.sentences.options import AlignOptions
from diglot.plurals import count_of

DESCRIPTION = (
    "Read a document in any supported format and write its segments, one per line: as input for "
    "machine translation, for sentence encoders, or for diglot align --segmented. Of a folder, "
    "every file is segmented."
)

_OPTIONS = ("srx", "input_format", "encoding", "tracked")


def configure(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "file", "document to segment, or a folder of documents")
    parser.add_argument(
        "-l",
        "--language",
        "--source-language",
        dest="source_language",
        metavar="LANG",
        help="its language (detected if not given)",
    )
    add_output(parser, "file to write (default: the terminal); for a folder, a folder")
    parser.add_argument(
        "--paragraphs", action="store_true", help="one paragraph per line instead of one sentence"
    )
    add_options(parser, AlignOptions, only=_OPTIONS)
    add_options(parser, DoOptions)


def run(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.documents import segment_file, segment_lines, write_lines

    if arguments.file.is_dir():
        flags = given_flags(arguments, AlignOptions, without=["jobs"])
        command = ["segment", "{1}", "-o", "{out}.txt", *flags]
        return do_in_folder(arguments, arguments.file, arguments.output, command)
    refuse_spread(arguments)
    document, notes = segment_file(arguments.file, options=read_options(arguments, AlignOptions))
    lines = segment_lines(document)
    if arguments.output:
        write_lines(arguments.output, lines)
    if arguments.json:
        print_json(
            {
                "language": document.language,
                "segmenter": document.segmenter,
                "segments": len(lines),
                "notes": list(notes),
                "output": str(arguments.output) if arguments.output else None,
                "lines": None if arguments.output else lines,
            }
        )
    elif not arguments.output:
        for line in lines:
            print(line)
    elif not arguments.quiet:
        print(f"{arguments.output}: {count_of(len(lines), 'segment')}")
        for note in notes:
            print(note)
    return 0
