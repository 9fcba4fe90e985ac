"""``diglot annotate agreement``: how far annotators agree, by layer and pair."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diglot.cli.output import print_json

if TYPE_CHECKING:
    import argparse

HELP = "say how far annotators agree"
DESCRIPTION = (
    "Compare the judgements of annotators on the items that they share: raw agreement, figures "
    "corrected for chance, F-scores, confusions, each with an interval; never one number alone."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("project", type=Path, metavar="PROJECT", help="folder of the project")
    parser.add_argument("layer", nargs="?", metavar="LAYER", help="one layer only")
    parser.add_argument(
        "--resamples", type=int, default=1000, metavar="N", help="of the bootstrap (default: 1000)"
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="of the bootstrap (default: 0)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Compute and print."""
    from diglot.annotate.agreement import agreement_of
    from diglot.annotate.assigning import answered_again
    from diglot.annotate.projects import open_project
    from diglot.report.tables.agreement import agreement_json, agreement_text

    with open_project(arguments.project) as store:
        found = agreement_of(
            store, arguments.layer, resamples=arguments.resamples, seed=arguments.seed
        )
        again = {
            each.name: answered_again(store, each.name)
            for each in store.layers.all()
            if arguments.layer in (None, each.name)
        }
    if arguments.json:
        print_json(
            {
                "agreement": [agreement_json(each) for each in found],
                "asked_again": {name: _steadiness(answers) for name, answers in again.items()},
            }
        )
    elif not arguments.quiet:
        print("\n\n".join(agreement_text(each) for each in found))
        for name, answers in again.items():
            for person, (same, items) in _steadiness(answers).items():
                print(f"\n{name}: {person} was asked {items} again and said the same of {same}")
    return 0


def _steadiness(answers: list[tuple[str, str, str]]) -> dict[str, tuple[int, int]]:
    """How many items each person was asked again, and on how many the answer was the same."""
    counts: dict[str, tuple[int, int]] = {}
    for person, first, second in answers:
        same, items = counts.get(person, (0, 0))
        counts[person] = (same + (first == second), items + 1)
    return counts
