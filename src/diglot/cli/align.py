"""``diglot align``: two texts, or two folders of texts, become an aligned, scored bitext."""

from __future__ import annotations

import sys
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

from diglot.cli.output import clean, print_json, print_lines, print_lost, progress
from diglot.cli.parsing import add_options, add_output, add_path, read_options
from diglot.errors import ConfigError
from diglot.pipeline.options import WriteOptions
from diglot.pipeline.steps.sentences.options import AlignOptions
from diglot.runs.options import RunOptions

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.model import Bitext, Skipped
    from diglot.pipeline.file_pairs import Pair, SkippedPair
    from diglot.pipeline.summary import CountedBitexts

DESCRIPTION = (
    "Align two files, or two folders whose files are paired by name or content, and write "
    "memories, tables, link files or an HTML page. Every link has the probability that it is "
    "correct; a doubtful link also has the reasons for doubt."
)


def configure(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "source", "file or folder to align", nargs="?")
    add_path(
        parser,
        "target",
        "its translation; may be left out for a folder that holds both languages",
        nargs="?",
    )
    add_path(
        parser,
        "--pairs",
        "instead of SOURCE and TARGET: a list of pairs of files, one per line, separated by a tab, "
        "or the sitemap of a mirrored site",
    )
    add_output(
        parser,
        "file to write, in the format of its extension (.tmx .xlf .tsv .csv .xlsx .jsonl "
        ".xml .html .links), or a folder with --format; more than one may be given",
        several=True,
    )
    parser.add_argument(
        "--preview",
        action="store_true",
        help="only print which files would be aligned with each other, and why, as a list for "
        "--pairs",
    )
    parser.add_argument(
        "--format",
        metavar="NAME",
        help="format of outputs without a known extension; an output folder gets one file for "
        "each pair, named after the pair",
    )
    add_options(parser, WriteOptions, AlignOptions, RunOptions)


def run(arguments: argparse.Namespace) -> int:
    from diglot.cli import targets as _targets
    from diglot.pipeline.file_pairs import list_companions
    from diglot.pipeline.steps.sentences.alignment import align_files
    from diglot.pipeline.steps.sentences.corpus import SAMPLE_PAIRS, align_corpus, is_sharded
    from diglot.pipeline.summary import CountedBitexts
    from diglot.runs.execution import discard_shards

    options, running = read_options(arguments, AlignOptions), read_options(arguments, RunOptions)
    skipped: list[SkippedPair] = []
    if not (arguments.output or arguments.preview):
        raise ConfigError("nothing to write: give -o OUT, or --preview; see diglot align --help")
    pairs = _pairs(arguments, options, skipped)
    skipped += list_companions(
        arguments.source, arguments.target, any_format=options.input_format is not None
    )
    if arguments.preview:
        print("\n".join(_listed(pairs)))
        _print_skipped(skipped, mark="# skipped: ")
        return 0
    targets = _targets.plan(arguments.output, arguments.format, pairs)
    bitexts: Sequence[Bitext]
    folder = None
    with progress(quiet=arguments.quiet or arguments.json) as report:
        if is_sharded(pairs, options):
            folder = running.folder_for(arguments.output)
            bitexts = align_corpus(
                pairs, folder, options=options, run=running, skipped=skipped, progress=report
            )
        elif running.shard or running.folder:
            raise ConfigError(
                f"--shard and --run are for more than {SAMPLE_PAIRS} pairs; these are {len(pairs)}"
            )
        else:
            bitexts = align_files(pairs, options=options, skipped=skipped, progress=report)
        # A corpus is aligned while it is written.
        counted, how = CountedBitexts(bitexts), read_options(arguments, WriteOptions)
        written = [(target.path, target.write(counted, how)) for target in targets]
    left = {each.name for each in skipped}
    if arguments.json:
        summary = summary_json(counted, outputs=arguments.output, skipped=skipped)
        guessed = [
            {"source": str(each.source), "target": str(each.target)}
            | {"reason": each.reason, "confidence": round(each.confidence, 3)}
            for each in pairs
            if each.confidence < 1 and each.name not in left
        ]
        print_json(summary | ({"paired": guessed} if guessed else {}))
    elif not arguments.quiet:
        print_summary(counted, written=written)
        _print_skipped(skipped)
    if folder and running.folder is None:
        discard_shards(folder)
    return 0


def _pairs(
    arguments: argparse.Namespace, options: AlignOptions, skipped: list[SkippedPair]
) -> tuple[Pair, ...]:
    """Return the pairs of files; what is paired by more than names is told in any case."""
    from diglot.pipeline import file_pairs

    unpaired = skipped if options.skip_bad or arguments.preview else None
    languages = (options.source_language, options.target_language)
    if arguments.pairs is not None:
        if arguments.source is not None:
            raise ConfigError("--pairs names the files: leave out SOURCE and TARGET")
        if arguments.pairs.suffix.lower() in (".xml", ".gz"):
            return file_pairs.read_sitemap(arguments.pairs, languages, skipped)
        return file_pairs.read_list(arguments.pairs, skipped=unpaired)
    is_folder = arguments.source is not None and arguments.source.is_dir()
    target = arguments.source if arguments.target is None and is_folder else arguments.target
    if target is None:
        raise ConfigError(
            "give SOURCE and TARGET, a folder that holds both languages, or a list of pairs with "
            "--pairs"
        )
    if is_folder and target.resolve() == arguments.source.resolve():
        return file_pairs.pair_addresses(arguments.source, languages, skipped)
    from diglot.pipeline.content_pairs import pair_by_content

    with progress(quiet=arguments.quiet or arguments.json) as report:
        look = partial(pair_by_content, options=options, progress=report)
        pairs = file_pairs.pair_files(
            arguments.source,
            target,
            skipped=unpaired,
            look=look,
            any_format=options.input_format is not None,
        )
    pairs = file_pairs.leave_copies_out(pairs, skipped)
    guessed = [pair for pair in pairs if pair.confidence < 1]
    if guessed and not arguments.preview:
        print("\n".join(_listed(guessed)), file=sys.stderr)
    return pairs


def _listed(pairs: Sequence[Pair]) -> list[str]:
    """Return pairs as lines of a list, each with its probability and its reason."""
    return [
        "\t".join(
            clean(str(cell))
            for cell in (
                pair.source,
                pair.target,
                pair.name,
                f"{pair.confidence:.2f}",
                pair.reason or "names",
            )
        )
        for pair in pairs
    ]


def _print_skipped(skipped: Sequence[SkippedPair], *, mark: str = "skipped: ") -> None:
    from diglot.pipeline.file_pairs import condense_skipped

    listed = condense_skipped(skipped)
    width = max((len(clean(each.name)) for each in listed), default=0)
    for each in listed:
        print(f"{mark}{clean(each.name):<{width}}  {clean(each.reason)}")


# The summary of a run, for people and for programs.


def print_summary(
    bitexts: CountedBitexts, *, written: Sequence[tuple[Path, Sequence[Skipped]]]
) -> None:
    """Print what was aligned, how sure it is, what was left out, and where the result is."""
    from diglot.report.tables.scores import summary_table

    summary = bitexts.summary
    print(summary_table(summary))
    print_lines("left out: ", summary.left_out)
    print_lines("note: ", summary.notes)
    print_lines("worth a look: ", (clean(str(place)) for place in summary.worst))
    for output, lost in written:
        print(f"written: {output}")
        print_lost(lost)


def summary_json(
    bitexts: CountedBitexts, *, outputs: Sequence[Path], skipped: Sequence[SkippedPair] = ()
) -> dict[str, Any]:
    """Return the summary as plain values."""
    first = bitexts[0]
    return {
        **asdict(bitexts.summary),
        "source_language": first.source.language,
        "target_language": first.target.language,
        "skipped": [asdict(each) for each in skipped],
        "signature": str(first.signature) if first.signature else None,
        "outputs": [str(output) for output in outputs],
    }
