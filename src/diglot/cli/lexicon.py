"""``diglot lexicon``: dictionaries counted, converted, united into one graph, explained."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.cli import _lexicon_convert, _lexicon_stats, explain
from diglot.cli._options import add_common_options

if TYPE_CHECKING:
    import argparse

HELP = "count, convert, unite or explain bilingual dictionaries"
DESCRIPTION = (
    "Work with bilingual dictionaries of any format that diglot reads, and with graphs that are "
    "made of many of them."
)
ACTIONS = {"stats": _lexicon_stats, "convert": _lexicon_convert, "explain": explain}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    actions = parser.add_subparsers(
        metavar="ACTION", required=True, dest="action", help="what to do: " + ", ".join(ACTIONS)
    )
    for name, module in ACTIONS.items():
        action = actions.add_parser(
            name, help=module.HELP, description=module.DESCRIPTION, allow_abbrev=False
        )
        module.configure(action)
        add_common_options(action, nested=True)
        action.set_defaults(act=module.run)


def run(arguments: argparse.Namespace) -> int:
    """Do what the action says."""
    code: int = arguments.act(arguments)
    return code
