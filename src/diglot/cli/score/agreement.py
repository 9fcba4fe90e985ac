"""``diglot score agreement``: annotators against each other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diglot.cli.output import print_json
from diglot.errors import ConfigError

if TYPE_CHECKING:
    import argparse

OPTIONS = ("files", "layer", "seed")
# The layers are written out: asking for help loads nothing.
_LAYERS = ("confidence", "labels", "links", "sentences", "trees")
_RESAMPLES = 1000


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "files",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="for agreement: files of judgements (TransRead), folders of labels on links, or a "
        "file of each annotator",
    )
    group = parser.add_argument_group("agreement")
    group.add_argument(
        "--layer",
        choices=_LAYERS,
        help="what was judged, if the files do not tell: sentence pairs, given word links, word "
        "links, links of sentences, or divisions",
    )
    group.add_argument(
        "--seed", type=int, metavar="N", help="seed of the random numbers (default: 0)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Measure, print."""
    from diglot import pipeline
    from diglot.report.tables.agreement import GUIDE, agreement_json, agreement_text, guide_text

    if not arguments.files:
        raise ConfigError("give the files of the annotators after the word agreement")
    options = pipeline.AgreementOptions(
        layer=arguments.layer,
        source=arguments.source,
        target=arguments.target,
        format=arguments.format,
        base=arguments.base,
        resamples=_RESAMPLES if arguments.draws is None else arguments.draws,
        seed=arguments.seed or 0,
    )
    reports = pipeline.score_agreement(arguments.files, options=options)
    drawn = f"{options.resamples:,} resamples of sentence pairs, seed {options.seed}"
    if arguments.json:
        print_json(
            {
                "reports": [agreement_json(each) for each in reports],
                "resamples": options.resamples,
                "seed": options.seed,
                "guide": list(GUIDE),
            }
        )
        return 0
    for report in reports:
        print(agreement_text(report, brief=arguments.quiet), end="\n\n")
    if not arguments.quiet:
        print(f"{drawn}\n\n{guide_text()}")
    return 0
