"""The command diglot annotate with its actions.

A project folder and the arguments of an action enter. A changed project, exported files, or the
served page leave.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.cli.actions import Action, add_actions
from diglot.cli.actions import run as run
from diglot.cli.annotate import (
    annotate_agreement,
    annotate_assign,
    annotate_check,
    annotate_export,
    annotate_import,
    annotate_init,
    serve,
)

if TYPE_CHECKING:
    import argparse

HELP = "make gold data in the browser, alone or in a team"
DESCRIPTION = (
    "Collect judgements of people: links between sentences, how sure they are, labels of word "
    "links, groups of words, division trees, terms, matches of a termbase, and answers about "
    "machine translation. A project is a folder; the page works offline and loses nothing."
)
ACTIONS = {
    "init": annotate_init,
    "import": annotate_import,
    "assign": annotate_assign,
    "serve": serve,
    "check": annotate_check,
    "agreement": annotate_agreement,
    "export": annotate_export,
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the actions."""
    actions = {
        name: Action(module.HELP, module.DESCRIPTION, module.configure, module.run)
        for name, module in ACTIONS.items()
    }
    add_actions(parser, actions)
