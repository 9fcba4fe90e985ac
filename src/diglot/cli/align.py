"""``diglot align``: two texts, or two folders of texts, become an aligned, scored bitext."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from diglot.cli.output import clean, print_json, print_lines, print_lost, progress
from diglot.cli.parsing import add_options, add_output, add_path, read_options
from diglot.pipeline.options import WriteOptions
from diglot.pipeline.steps.sentences.options import AlignOptions

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.model import Bitext, Skipped

DESCRIPTION = (
    "Align two files, or two folders whose files are paired by name, and write translation "
    "memories, tables, link files or an HTML page. Every link has the probability that it is "
    "correct; a doubtful link also has the reasons for doubt."
)


def configure(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "source", "file or folder to align")
    add_path(parser, "target", "its translation")
    add_output(
        parser,
        "file to write, in the format of its extension (.tmx .xlf .tsv .csv .xlsx .jsonl "
        ".xml .html .links), or a folder with --format; more than one may be given",
        several=True,
        required=True,
    )
    parser.add_argument(
        "--format",
        metavar="NAME",
        help="format of outputs without a known extension; an output folder gets one file for "
        "each pair, named after the pair",
    )
    add_options(parser, WriteOptions, AlignOptions)


def run(arguments: argparse.Namespace) -> int:
    from diglot.cli import targets as _targets
    from diglot.pipeline.file_pairs import pair_files
    from diglot.pipeline.steps.sentences.alignment import align_files

    pairs = pair_files(arguments.source, arguments.target)
    targets = _targets.plan(arguments.output, arguments.format, pairs)
    options = read_options(arguments, AlignOptions)
    with progress(quiet=arguments.quiet or arguments.json) as report:
        bitexts = align_files(pairs, options=options, progress=report)
    how = read_options(arguments, WriteOptions)
    written = [(target.path, target.write(pairs, bitexts, how)) for target in targets]
    if arguments.json:
        print_json(summary_json(bitexts, outputs=arguments.output))
    elif not arguments.quiet:
        print_summary(bitexts, written=written)
    return 0


# The summary of a run, for people and for programs.


def print_summary(
    bitexts: Sequence[Bitext], *, written: Sequence[tuple[Path, Sequence[Skipped]]]
) -> None:
    """Print what was aligned, how sure it is, what was left out, and where the result is."""
    from diglot.report.summary import summarise, worst_places
    from diglot.report.tables.scores import summary_table

    summary = summarise(bitexts)
    print(summary_table(summary))
    print_lines("left out: ", _left_out(bitexts))
    print_lines("note: ", summary.notes)
    print_lines("worth a look: ", (clean(str(place)) for place in worst_places(bitexts)))
    for output, lost in written:
        print(f"written: {output}")
        print_lost(lost)


def summary_json(bitexts: Sequence[Bitext], *, outputs: Sequence[Path]) -> dict[str, Any]:
    """Return the summary as plain values."""
    from diglot.report.summary import summarise, worst_places

    first = bitexts[0]
    return {
        **asdict(summarise(bitexts)),
        "worst": [asdict(place) for place in worst_places(bitexts)],
        "source_language": first.source.language,
        "target_language": first.target.language,
        "left_out": [asdict(skipped) for skipped in _left_out(bitexts)],
        "signature": str(first.signature) if first.signature else None,
        "outputs": [str(output) for output in outputs],
    }


def _left_out(bitexts: Sequence[Bitext]) -> tuple[Skipped, ...]:
    from diglot.pipeline.documents import sum_skipped

    return sum_skipped(
        skipped
        for bitext in bitexts
        for document in (bitext.source, bitext.target)
        for skipped in document.skipped
    )
