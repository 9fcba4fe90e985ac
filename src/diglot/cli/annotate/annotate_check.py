"""``diglot annotate check``: what is wrong or doubtful in the judgements of a project."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diglot.cli.output import print_json

if TYPE_CHECKING:
    import argparse

HELP = "check all judgements by the rules of their layers"
DESCRIPTION = (
    "Apply the rules of every layer to its judgements, as the page does, and list what breaks "
    "them. The exit code is 1 if there is an error."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("project", type=Path, metavar="PROJECT", help="folder of the project")
    parser.add_argument("layer", nargs="?", metavar="LAYER", help="one layer only")
    parser.add_argument(
        "--warnings", action="store_true", help="list warnings nobody has acknowledged, too"
    )


def run(arguments: argparse.Namespace) -> int:
    """List the problems."""
    from diglot.annotate.checks import check_judgements
    from diglot.annotate.projects import open_project

    with open_project(arguments.project) as store:
        found = [
            each
            for each in check_judgements(store, arguments.layer)
            if arguments.warnings or each.problem.severity == "error"
        ]
    if arguments.json:
        print_json(
            [
                {
                    "layer": each.layer,
                    "item": each.seq,
                    "annotator": each.annotator,
                    "code": each.problem.code,
                    "severity": each.problem.severity,
                    "message": each.problem.message,
                }
                for each in found
            ]
        )
    elif not arguments.quiet:
        for each in found:
            problem = each.problem
            print(
                f"{each.layer} {each.seq} {each.annotator}: {problem.severity}: "
                f"{problem.message} [{problem.code}]"
            )
    return int(any(each.problem.severity == "error" for each in found))
