"""``diglot mine``: pairs of sentences out of texts that are about the same, but no translations."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from diglot.cli.output import print_json, print_lines, print_lost, progress
from diglot.cli.parsing import add_options, add_output, add_path, read_options
from diglot.pipeline.options import WriteOptions
from diglot.pipeline.steps.sentences.options import MineOptions
from diglot.plurals import count_of

DESCRIPTION = (
    "Find sentences that translate each other in two files, or two folders, that are not "
    "translations of each other as a whole. Every pair has the probability that it is a "
    "translation."
)


def configure(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "source", "file or folder in one language")
    add_path(parser, "target", "file or folder in the other one")
    add_output(
        parser,
        "file to write, in the format of its extension (.tmx .xlf .tsv .csv .xlsx .jsonl .parquet "
        "and others); more than one may be given",
        several=True,
        required=True,
    )
    add_options(parser, MineOptions, WriteOptions, without=("keep_nulls", "unique"))


def run(arguments: argparse.Namespace) -> int:
    from diglot import formats
    from diglot.cli.targets import check_writable
    from diglot.pipeline.steps.cleaning.options import CleanOutput
    from diglot.pipeline.steps.cleaning.outputs import plan_outputs
    from diglot.pipeline.steps.sentences.mining import mine_files

    options, writing = read_options(arguments, MineOptions), read_options(arguments, WriteOptions)
    targets = plan_outputs(arguments.source, arguments.output, CleanOutput())
    for target in targets:
        check_writable(target.path)
    with progress(quiet=arguments.quiet or arguments.json) as report:
        found = mine_files(arguments.source, arguments.target, options=options, progress=report)
    written = [
        (
            each.path,
            formats.write_units(
                each.path, found.units(), format=each.format, **writing.of(each.format.name)
            ),
        )
        for each in targets
    ]
    if arguments.json:
        print_json(
            {
                "pairs": len(found),
                "sentences": [len(side) for side in found.sides],
                "repeated": [side.repeated for side in found.sides],
                "source_language": found.languages[0],
                "target_language": found.languages[1],
                "notes": list(found.notes),
                "signature": str(found.signature),
                "outputs": [
                    {"path": str(path), "lost": [asdict(each) for each in lost]}
                    for path, lost in written
                ],
            }
        )
    elif not arguments.quiet:
        for name, side in zip(("source", "target"), found.sides, strict=True):
            repeated = f"{side.repeated:,} more repeat one of them"
            print(f"{name}  {count_of(len(side), 'sentence')}, {repeated}")
        print(f"pairs   {len(found):,}")
        print_lines("note: ", found.notes)
        for path, lost in written:
            print(f"written: {path}")
            print_lost(lost)
    return 0
