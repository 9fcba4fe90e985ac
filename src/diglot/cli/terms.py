"""``diglot terms``: terms of one language, terms paired over two, and test sets with terms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.cli import _terms_align, _terms_annotate, _terms_extract
from diglot.cli._actions import Action, add_actions
from diglot.cli._actions import run as run

if TYPE_CHECKING:
    import argparse

HELP = "find terms in texts, and their translations; mark them in test sets"
DESCRIPTION = (
    "Extract the terms of texts in one language, or pair the terms of two: in translations by "
    "their word links, in texts that only share their subject by dictionaries and spelling. Mark "
    "the terms of a termbase in parallel text, to make a test set."
)
ACTIONS = {"extract": _terms_extract, "align": _terms_align, "annotate": _terms_annotate}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    actions = {
        name: Action(module.HELP, module.DESCRIPTION, module.configure, module.run)
        for name, module in ACTIONS.items()
    }
    add_actions(parser, actions)
