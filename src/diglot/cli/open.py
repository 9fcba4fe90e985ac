"""``diglot open``: the page for one person, where files are dropped."""

from __future__ import annotations

import argparse
from pathlib import Path

from diglot.annotate.options import ServeOptions
from diglot.cli.annotate.project import announce
from diglot.cli.parsing import add_options, add_path, read_options

DESCRIPTION = (
    "Open a page in the browser for one person: drop two texts, two folders, or a translation "
    "memory with a termbase; watch the work, decide what is doubtful, correct the text, and save "
    "the memory and the termbase. The page ends the program."
)
FOLDER = Path.home() / "diglot"


def configure(parser: argparse.ArgumentParser) -> None:
    add_path(
        parser,
        "folder",
        "where files, jobs and results are kept (default: the folder diglot at home)",
        nargs="?",
        metavar="FOLDER",
    )
    add_options(parser, ServeOptions, only=("browser", "port"))


def run(arguments: argparse.Namespace) -> int:
    from diglot.annotate.review.jobs import open_workspace
    from diglot.annotate.server import serve

    with open_workspace(arguments.folder or FOLDER) as workspace:
        serve(
            workspace.store,
            read_options(arguments, ServeOptions),
            announce=None if arguments.quiet else announce,
            follower=workspace.follower,
            workspace=workspace,
        )
    return 0
