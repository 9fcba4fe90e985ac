"""``diglot annotate serve``: the page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

DESCRIPTION = (
    "Serve the page of a project and open it in the browser: for one person on this machine "
    "without a login, or with --team for people who are invited and sign in."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("project", type=Path, metavar="PROJECT", help="folder of the project")
    add_serving_options(parser)
    team = parser.add_argument_group("team")
    team.add_argument(
        "--team", action="store_true", help="people sign in, by invitation, each with a role"
    )
    team.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="address to listen on (default: %(default)s)",
    )
    team.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="name under which browsers reach the page; may be given several times",
    )
    team.add_argument("--certificate", type=Path, metavar="FILE", help="TLS certificate (PEM)")
    team.add_argument("--key", type=Path, metavar="FILE", help="its private key (PEM)")
    team.add_argument(
        "--insecure",
        action="store_true",
        help="listen beyond this machine without TLS, behind a proxy that adds it",
    )


def add_serving_options(parser: argparse.ArgumentParser) -> None:
    """Add what `diglot review` has, too."""
    parser.add_argument(
        "--port", type=int, default=0, metavar="N", help="port to listen on (default: a free one)"
    )
    parser.add_argument(
        "--no-browser", action="store_true", help="print the address instead of opening it"
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve until interrupted."""
    from diglot.annotate.projects import open_project
    from diglot.annotate.server import serve

    with open_project(arguments.project) as store:
        serve(
            store,
            host=arguments.host,
            port=arguments.port,
            team=arguments.team,
            hosts=tuple(arguments.allow_host),
            certificate=arguments.certificate,
            key=arguments.key,
            insecure=arguments.insecure,
            open_browser=not arguments.no_browser,
            announce=None if arguments.quiet else announce,
        )
    return 0


def announce(line: str) -> None:
    """Print a line for the person who started the server, at once."""
    print(line, flush=True)
