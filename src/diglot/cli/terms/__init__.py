"""The command diglot terms with its actions extract, align and annotate.

Arguments that name texts, dictionaries or termbases enter. Files of terms, pairs or test sets and a
printed summary leave.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.cli.options import Action, add_actions
from diglot.cli.options import run as run
from diglot.cli.terms import align, annotate, extract

if TYPE_CHECKING:
    import argparse

HELP = "find terms in texts, and their translations; mark them in test sets"
DESCRIPTION = (
    "Extract the terms of texts in one language, or pair the terms of two: in translations by "
    "their word links, in texts that only share their subject by dictionaries and spelling. Mark "
    "the terms of a termbase in parallel text, to make a test set."
)
ACTIONS = {"extract": extract, "align": align, "annotate": annotate}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    actions = {
        name: Action(module.HELP, module.DESCRIPTION, module.configure, module.run)
        for name, module in ACTIONS.items()
    }
    add_actions(parser, actions)
