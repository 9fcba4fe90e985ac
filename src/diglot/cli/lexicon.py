"""``diglot lexicon``: dictionaries counted, converted, united into one graph, explained."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.cli import explain, lexicon_convert, lexicon_stats
from diglot.cli.actions import Action, add_actions
from diglot.cli.actions import run as run

if TYPE_CHECKING:
    import argparse

HELP = "count, convert, unite or explain bilingual dictionaries"
DESCRIPTION = (
    "Work with bilingual dictionaries of any format that diglot reads, and with graphs that are "
    "made of many of them."
)
ACTIONS = {"stats": lexicon_stats, "convert": lexicon_convert, "explain": explain}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    actions = {
        name: Action(module.HELP, module.DESCRIPTION, module.configure, module.run)
        for name, module in ACTIONS.items()
    }
    add_actions(parser, actions)
