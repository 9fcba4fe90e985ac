"""``diglot align``: two texts, or two folders of texts, become an aligned, scored bitext."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.cli.options import add_language_options, add_reading_options, add_unit_options
from diglot.cli.output import print_json, print_lost, progress

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from diglot.model import Bitext, Skipped

HELP = "align two texts, or two folders of texts, sentence by sentence"
DESCRIPTION = (
    "Align two files or two folders (paired by name) and write translation memories, tables, "
    "link files or a page to read. Every link carries the probability that it is right; "
    "doubtful ones say why."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("source", type=Path, metavar="SOURCE", help="file or folder to align")
    parser.add_argument("target", type=Path, metavar="TARGET", help="its translation")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        action="append",
        required=True,
        metavar="OUT",
        help="file to write, its format told by the extension (.tmx .xlf .tsv .csv .xlsx .jsonl "
        ".xml .html .links), or a folder with --format; may be given several times",
    )
    parser.add_argument(
        "--format",
        metavar="NAME",
        help="format of outputs whose name does not tell; an output that is a folder gets one "
        "file a pair, under the pair's name",
    )
    parser.add_argument(
        "--keep-nulls",
        action="store_true",
        help="write segments without a partner to translation memories and tables, too",
    )
    add_unit_options(parser)
    _configure_reading(parser.add_argument_group("reading"))
    _configure_aligning(parser.add_argument_group("aligning"))
    _configure_evidence(parser.add_argument_group("more evidence"))


def _configure_reading(group: argparse._ArgumentGroup) -> None:
    add_language_options(group)
    unit = group.add_mutually_exclusive_group()
    unit.add_argument("--segmented", action="store_true", help="every line is one segment")
    unit.add_argument(
        "--paragraphs", action="store_true", help="align paragraphs instead of sentences"
    )
    add_reading_options(group)


def _configure_aligning(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--method",
        metavar="NAME",
        default="crf",
        help="crf (default), length, length-classic, lexical or moore",
    )
    merging = group.add_mutually_exclusive_group()
    merging.add_argument(
        "--max-merge",
        type=int,
        default=6,
        metavar="N",
        help="most segments a side in one link (default: %(default)s)",
    )
    merging.add_argument(
        "--no-merge",
        dest="max_merge",
        action="store_const",
        const=1,
        help="link single segments only",
    )
    group.add_argument(
        "--jobs",
        type=int,
        default=1,
        metavar="N",
        help="workers; the output is the same for any number (default: %(default)s)",
    )


def _configure_evidence(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--lexicon", type=Path, metavar="FILE", help="bilingual dictionary, termbase or memory"
    )
    group.add_argument(
        "--mt-source",
        type=Path,
        metavar="FILE",
        help="machine translation of SOURCE, one line a segment (a folder for folders)",
    )
    group.add_argument(
        "--mt-target", type=Path, metavar="FILE", help="machine translation of TARGET"
    )
    group.add_argument(
        "--par-source",
        type=Path,
        metavar="FILE",
        help="paragraph number of every segment of SOURCE, one a line (a folder for folders)",
    )
    group.add_argument("--par-target", type=Path, metavar="FILE", help="the same for TARGET")
    group.add_argument(
        "--embeddings",
        type=Path,
        nargs=2,
        metavar=("S.npy", "T.npy"),
        help="sentence vectors of both sides, one row a segment",
    )
    group.add_argument(
        "--encoder",
        metavar="NAME",
        help="sentence encoder to make vectors with (needs the extra neural)",
    )
    group.add_argument(
        "--anchor",
        metavar="REGEX",
        help="segments that match on both sides correspond, e.g. chapter marks",
    )


def run(arguments: argparse.Namespace) -> int:
    """Align, write every output, print the summary."""
    from diglot import pipeline
    from diglot.cli import targets as _targets

    pairs = pipeline.pair_files(arguments.source, arguments.target)
    targets = _targets.plan(arguments.output, arguments.format, pairs)
    embeddings = arguments.embeddings
    options = pipeline.AlignOptions(
        source_language=arguments.source_language,
        target_language=arguments.target_language,
        same_language=arguments.same_language,
        segmented=arguments.segmented,
        paragraphs=arguments.paragraphs,
        srx=arguments.srx,
        encoding=arguments.encoding,
        tracked=arguments.tracked,
        method=arguments.method,
        max_merge=arguments.max_merge,
        lexicon=arguments.lexicon,
        mt_source=arguments.mt_source,
        mt_target=arguments.mt_target,
        par_source=arguments.par_source,
        par_target=arguments.par_target,
        embeddings=(embeddings[0], embeddings[1]) if embeddings else None,
        encoder=arguments.encoder,
        anchor=arguments.anchor,
        jobs=arguments.jobs,
    )
    with progress(quiet=arguments.quiet or arguments.json) as report:
        bitexts = pipeline.align_files(pairs, options=options, progress=report)
    how = pipeline.WriteOptions(
        keep_nulls=arguments.keep_nulls, strip_tags=arguments.strip_tags, xliff=arguments.xliff
    )
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
    from diglot.report.summary import summarise
    from diglot.report.tables.scores import summary_table

    summary = summarise(bitexts)
    print(summary_table(summary))
    for skipped in _left_out(bitexts):
        example = f', the first: "{skipped.example}"' if skipped.example else ""
        print(f"left out: {skipped.count} {skipped.kind}{example}")
    for note in summary.notes:
        print(f"note: {note}")
    for output, lost in written:
        print(f"written: {output}")
        print_lost(lost)


def summary_json(bitexts: Sequence[Bitext], *, outputs: Sequence[Path]) -> dict[str, Any]:
    """Return the summary as plain values."""
    from diglot.report.summary import summarise

    first = bitexts[0]
    return {
        **asdict(summarise(bitexts)),
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
