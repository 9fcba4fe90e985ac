"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def add_language_options(group: argparse._ActionsContainer) -> None:
    """Add what there is to say about the languages of two sides."""
    group.add_argument("-s", "--source-language", metavar="LANG", help="language of SOURCE")
    group.add_argument("-t", "--target-language", metavar="LANG", help="language of TARGET")
    group.add_argument(
        "--same-language",
        action="store_true",
        help="both sides are in one language on purpose (two versions of a text)",
    )


def add_reading_options(group: argparse._ActionsContainer) -> None:
    """Add what there is to say about reading and segmenting documents."""
    group.add_argument(
        "--srx", type=Path, metavar="FILE", help="segmentation rules to use instead of ours"
    )
    group.add_argument(
        "--encoding", metavar="NAME", help="encoding of text files that are not in Unicode"
    )
    group.add_argument(
        "--tracked",
        choices=("accepted", "original", "refuse"),
        default="accepted",
        help="what to take of tracked changes in documents (default: %(default)s)",
    )


def add_unit_options(group: argparse._ActionsContainer) -> None:
    """Add what there is to say about writing memories."""
    group.add_argument(
        "--strip-tags", action="store_true", help="leave inline codes out of memories"
    )
    group.add_argument(
        "--xliff",
        choices=("1.2", "2.1"),
        default="1.2",
        help="version of XLIFF to write (default: %(default)s)",
    )


def add_common_options(command: argparse.ArgumentParser, *, nested: bool = False) -> None:
    """Add the options of every command.

    Args:
        command: the parser of a command, or of one of its actions.
        nested: the command itself has these options, too: an absent one says nothing here.
    """
    from argparse import SUPPRESS

    default = SUPPRESS if nested else False
    group = command.add_argument_group("options of every command")
    group.add_argument(
        "--quiet", action="store_true", default=default, help="say nothing but errors"
    )
    group.add_argument(
        "--json", action="store_true", default=default, help="print the result as JSON"
    )
    group.add_argument(
        "--debug",
        action="store_true",
        default=default,
        help="show the whole trace when something fails",
    )
