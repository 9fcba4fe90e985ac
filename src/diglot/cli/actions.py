"""Commands that have actions of their own, as ``diglot terms extract``."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from diglot.cli.options import add_common_options

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Mapping


class Action(NamedTuple):
    """One thing that a command can do.

    Attributes:
        help: a few words for the list of actions.
        description: sentences for its own help.
        configure: declares its arguments.
        run: does it; gives the exit code.
    """

    help: str
    description: str
    configure: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


def add_actions(parser: argparse.ArgumentParser, actions: Mapping[str, Action]) -> None:
    """Declare the actions of a command, by name."""
    parsers = parser.add_subparsers(
        metavar="ACTION", required=True, dest="action", help="what to do: " + ", ".join(actions)
    )
    for name, action in actions.items():
        its = parsers.add_parser(
            name, help=action.help, description=action.description, allow_abbrev=False
        )
        action.configure(its)
        add_common_options(its, nested=True)
        its.set_defaults(act=action.run)


def run(arguments: argparse.Namespace) -> int:
    """Do what the action says."""
    code: int = arguments.act(arguments)
    return code
