"""``diglot clean``: a parallel corpus without what is no translation, and without repetitions."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from diglot.cli.output import clean, print_json, print_lines, print_lost, progress
from diglot.cli.parsing import add_options, add_output, add_path, read_options
from diglot.errors import ConfigError
from diglot.pipeline.steps.cleaning.options import CleanOptions, CleanOutput

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.model import Skipped
    from diglot.pipeline.steps.cleaning.cleaning import CleanRun

DESCRIPTION = (
    "Drop the pairs of a parallel corpus that break a rule or are unlikely to be translations of "
    "each other, give every other pair a score, and write what is left."
)
_SHOWN = 60  # characters of a side


def configure(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "input", "file of translation units", metavar="IN")
    add_output(
        parser,
        "file to write, in the format of its extension (.parquet .jsonl .tsv .tmx .moses; .gz or "
        ".zst behind it packs), or a folder for a data set of Parquet files with its card; more "
        "than one may be given",
        several=True,
    )
    add_options(parser, CleanOptions, CleanOutput)


def run(arguments: argparse.Namespace) -> int:
    from diglot.cli.output import return_large_arrays
    from diglot.pipeline.steps.cleaning.cleaning import clean_file
    from diglot.pipeline.steps.cleaning.outputs import plan_outputs, write_outputs

    return_large_arrays()
    options = read_options(arguments, CleanOptions)
    output = read_options(arguments, CleanOutput)
    if not (arguments.output or output.dropped or output.card):
        raise ConfigError("nothing to write: give -o OUT, --dropped FILE or --card FILE")
    targets = plan_outputs(arguments.input, arguments.output, output)
    with progress(quiet=arguments.quiet or arguments.json) as report:
        done = clean_file(arguments.input, options=options, progress=report)
    written = write_outputs(done, targets, output)
    if arguments.json:
        print_json(_as_json(done, written))
    elif not arguments.quiet:
        _print(done, written)
    return 0


def _print(run: CleanRun, written: Sequence[tuple[Path, Sequence[Skipped]]]) -> None:
    total = len(run.verdicts)
    print(f"pairs   {total:,}")
    print(f"kept    {run.size:,} ({run.size / max(total, 1):.1%})")
    for name, count in run.counts.items():
        if not count:
            continue
        print(f"dropped {count:,} by the rule {name}")
        for each in run.samples[name]:
            score = "" if each.score is None else f" {each.score:.2f}"
            print(f"  {each.number:,}{score}: {_cut(each.source)} | {_cut(each.target)}")
    print_lines("note: ", run.notes)
    print_lost(run.skipped)
    for path, lost in written:
        print(f"written: {path}")
        print_lost(lost)


def _cut(text: str) -> str:
    shown = clean(" ".join(text.split()))
    return shown if len(shown) <= _SHOWN else shown[: _SHOWN - 1].rstrip() + "…"


def _as_json(run: CleanRun, written: Sequence[tuple[Path, Sequence[Skipped]]]) -> dict[str, Any]:
    return {
        "pairs": len(run.verdicts),
        "kept": run.size,
        "dropped": run.counts,
        "samples": {
            name: [asdict(each) for each in samples] for name, samples in run.samples.items()
        },
        "histogram": run.histogram(),
        "source_language": run.languages[0],
        "target_language": run.languages[1],
        "notes": list(run.notes),
        "skipped": [asdict(each) for each in run.skipped],
        "signature": str(run.signature),
        "outputs": [
            {"path": str(path), "lost": [asdict(each) for each in lost]} for path, lost in written
        ],
    }
