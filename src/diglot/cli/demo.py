"""``diglot demo``: the main job on the sample documents that come with diglot."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diglot.cli._output import print_json, progress

if TYPE_CHECKING:
    import argparse

HELP = "align the sample documents that come with diglot"
DESCRIPTION = (
    "Align a contract (English and French, two DOCX files) and a web page (German and English), "
    "write a translation memory, a table, a link file and a page to read of each, and say what "
    "to open next."
)
EXTENSIONS = (".html", ".tmx", ".xlsx", ".links")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("diglot-demo"),
        metavar="DIR",
        help="folder to write to (default: %(default)s)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Align every sample and say what to look at."""
    from diglot import pipeline
    from diglot.cli import _targets
    from diglot.cli._summary import print_summary, summary_json

    results = []
    for pair in pipeline.sample_pairs():
        outputs = [arguments.out / f"{pair.name}{extension}" for extension in EXTENSIONS]
        _targets.make_folder(arguments.out)
        targets = _targets.plan(outputs, None, (pair,))
        with progress(quiet=arguments.quiet or arguments.json) as report:
            bitexts = pipeline.align_files((pair,), progress=report)
        written = [
            (target.path, target.write((pair,), bitexts, pipeline.WriteOptions()))
            for target in targets
        ]
        results.append((pair, outputs, bitexts))
        if not (arguments.quiet or arguments.json):
            print(f"$ diglot align {pair.source.name} {pair.target.name} -o {outputs[0]} ...")
            print_summary(bitexts, written=written)
            print()
    if arguments.json:
        print_json(
            [
                {"name": pair.name, **summary_json(bitexts, outputs=outputs)}
                for pair, outputs, bitexts in results
            ]
        )
    elif not arguments.quiet:
        print("Open next, in a browser:")
        for _, outputs, _ in results:
            print(f"  {outputs[0]}")
        memory = results[0][1][EXTENSIONS.index(".tmx")]
        print(f"Their words: diglot words {memory} -o {memory.with_name('words.html')}")
        print("Your own documents: diglot align SOURCE TARGET -o memory.tmx -o check.html")
    return 0
