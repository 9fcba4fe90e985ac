"""``diglot annotate``: gold data made in the browser, by one person or a team."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.cli import (
    _annotate_agreement,
    _annotate_assign,
    _annotate_check,
    _annotate_export,
    _annotate_import,
    _annotate_init,
    _annotate_serve,
)
from diglot.cli._actions import Action, add_actions
from diglot.cli._actions import run as run

if TYPE_CHECKING:
    import argparse

HELP = "make gold data in the browser, alone or in a team"
DESCRIPTION = (
    "Collect judgements of people: links between sentences, how sure they are, labels of word "
    "links, groups of words, division trees, terms, matches of a termbase, and answers about "
    "machine translation. A project is a folder; the page works offline and loses nothing."
)
ACTIONS = {
    "init": _annotate_init,
    "import": _annotate_import,
    "assign": _annotate_assign,
    "serve": _annotate_serve,
    "check": _annotate_check,
    "agreement": _annotate_agreement,
    "export": _annotate_export,
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the actions."""
    actions = {
        name: Action(module.HELP, module.DESCRIPTION, module.configure, module.run)
        for name, module in ACTIONS.items()
    }
    add_actions(parser, actions)
