"""``diglot annotate serve``: the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.annotate.options import ServeOptions
from diglot.cli.parsing import add_options, add_path, read_options

if TYPE_CHECKING:
    import argparse

DESCRIPTION = (
    "Serve the page of a project and open it in the browser: for one person on this machine "
    "without a login, or with --team for invited people who sign in."
)


def configure(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "project", "folder of the project")
    add_options(parser, ServeOptions)


def run(arguments: argparse.Namespace) -> int:
    from diglot.annotate.projects import open_project
    from diglot.annotate.server import serve

    with open_project(arguments.project) as store:
        serve(
            store,
            read_options(arguments, ServeOptions),
            announce=None if arguments.quiet else announce,
        )
    return 0


def announce(line: str) -> None:
    """Print a line for the person who started the server, at once."""
    print(line, flush=True)
