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
