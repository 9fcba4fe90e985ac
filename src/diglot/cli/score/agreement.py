"""``diglot score agreement``: annotators against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.cli.output import print_json
from diglot.cli.parsing import add_options, add_path, read_options
from diglot.errors import ConfigError
from diglot.pipeline.steps.scores.options import AgreementOptions

if TYPE_CHECKING:
    import argparse

DESCRIPTION = (
    "Measure the agreement of annotators: kappa, alpha and F of labels, links, spans, sentence "
    "links and trees, with 95 % intervals."
)


def configure(parser: argparse.ArgumentParser) -> None:
    add_path(
        parser,
        "files",
        "files of judgements (TransRead), folders of labels on links, or one file per annotator",
        nargs="*",
        metavar="FILE",
    )
    add_options(parser, AgreementOptions)


def run(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.scores.agreement import score_agreement
    from diglot.report.tables.agreement import GUIDE, agreement_json, agreement_text, guide_text

    if not arguments.files:
        raise ConfigError("give the files of the annotators after the word agreement")
    options = read_options(arguments, AgreementOptions)
    reports = score_agreement(arguments.files, options=options)
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
