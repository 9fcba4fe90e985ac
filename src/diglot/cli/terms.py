"""``diglot terms``: terms of one language, and terms paired over two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.cli import _terms_align, _terms_extract
from diglot.cli._options import add_common_options

if TYPE_CHECKING:
    import argparse

HELP = "find terms in texts, and their translations"
DESCRIPTION = (
    "Extract the terms of texts in one language, or pair the terms of two: in translations by "
    "their word links, in texts that only share their subject by dictionaries and spelling."
)
ACTIONS = {"extract": _terms_extract, "align": _terms_align}


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
