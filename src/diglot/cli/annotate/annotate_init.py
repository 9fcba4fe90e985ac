"""``diglot annotate init``: an empty project."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from diglot.cli.output import print_json

if TYPE_CHECKING:
    import argparse

HELP = "make an empty project"
DESCRIPTION = (
    "Make a folder for a project: its judgements in one SQLite file, unless a PostgreSQL database "
    "is named, its guidelines as Markdown, its releases."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("project", type=Path, metavar="PROJECT", help="folder to make")
    parser.add_argument(
        "--name", metavar="NAME", help="what the page calls it (default: the folder)"
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        help="keep the judgements in PostgreSQL, as postgresql://USER@HOST/DATABASE (default: a "
        "file in PROJECT)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Make the folder and its tables."""
    from diglot.annotate.projects import create_project

    with create_project(arguments.project, name=arguments.name, url=arguments.database) as store:
        if arguments.json:
            print_json({"project": str(arguments.project), "name": store.project.name})
        elif not arguments.quiet:
            print(f"project {store.project.name} in {arguments.project}")
            print(f"next: diglot annotate import {quote(str(arguments.project))} FILE")
    return 0
