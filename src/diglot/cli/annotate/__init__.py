"""The command diglot annotate with its actions.

A project folder and the arguments of an action enter. A changed project, exported files, or the
served page leave.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.cli.annotate import exchange, project, serve
from diglot.cli.options import Action, add_actions
from diglot.cli.options import run as run

if TYPE_CHECKING:
    import argparse

HELP = "make gold data in the browser, alone or in a team"
DESCRIPTION = (
    "Collect judgements of people: links between sentences, how sure they are, labels of word "
    "links, groups of words, division trees, terms, matches of a termbase, and answers about "
    "machine translation. A project is a folder; the page works offline and loses nothing."
)
ACTIONS = {
    "init": Action(
        project.INIT_HELP, project.INIT_DESCRIPTION, project.configure_init, project.run_init
    ),
    "import": Action(
        exchange.IMPORT_HELP,
        exchange.IMPORT_DESCRIPTION,
        exchange.configure_import,
        exchange.run_import,
    ),
    "assign": Action(
        project.ASSIGN_HELP,
        project.ASSIGN_DESCRIPTION,
        project.configure_assign,
        project.run_assign,
    ),
    "serve": Action(serve.HELP, serve.DESCRIPTION, serve.configure, serve.run),
    "check": Action(
        project.CHECK_HELP, project.CHECK_DESCRIPTION, project.configure_check, project.run_check
    ),
    "agreement": Action(
        project.AGREEMENT_HELP,
        project.AGREEMENT_DESCRIPTION,
        project.configure_agreement,
        project.run_agreement,
    ),
    "export": Action(
        exchange.EXPORT_HELP,
        exchange.EXPORT_DESCRIPTION,
        exchange.configure_export,
        exchange.run_export,
    ),
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the actions."""
    add_actions(parser, ACTIONS)
