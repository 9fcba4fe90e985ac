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


def add_word_evidence_options(group: argparse._ActionsContainer) -> None:
    """Add what else tells which words translate each other."""
    group.add_argument(
        "--lexicon", type=Path, metavar="FILE", help="bilingual dictionary, termbase or memory"
    )
    group.add_argument(
        "--model",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="saved model of words to align with; several are added up",
    )


def add_dictionary_options(group: argparse._ActionsContainer) -> None:
    """Add what there is to say about reading dictionaries into one graph."""
    group.add_argument(
        "--case",
        choices=("keep", "fold"),
        default="keep",
        help="whether lemmas that differ in case are different words (default: %(default)s)",
    )
    group.add_argument(
        "--pos",
        choices=("keep", "ignore"),
        default="keep",
        help="whether parts of speech are entries of their own (default: %(default)s)",
    )
    group.add_argument(
        "--skip-bad",
        action="store_true",
        help="leave bad lines out and count them, rather than stop at the first",
    )
    group.add_argument(
        "--rules",
        type=_names,
        metavar="NAMES",
        help="what is done to lemmas, divided by commas: underscores, joins, remarks, glosses, "
        "variants, infinitive, length; or none (default: what suits each format)",
    )


def _names(text: str) -> tuple[str, ...]:
    names = tuple(part.strip() for part in text.split(",") if part.strip())
    return () if names == ("none",) else names


def add_unwanted_term_options(group: argparse._ActionsContainer) -> None:
    """Add what there is to say about terms that are not wanted, or known."""
    group.add_argument(
        "--stop-words",
        type=Path,
        metavar="FILE",
        help="words, one a line, that no term begins or ends with, besides those of the language",
    )
    group.add_argument(
        "--stop-list", type=Path, metavar="FILE", help="list of terms that are not wanted"
    )
    group.add_argument(
        "--existing",
        type=Path,
        action="append",
        default=[],
        metavar="TERMBASE",
        help="termbase whose terms are known: only what is new is listed; may be given several "
        "times",
    )


def add_run_options(group: argparse._ActionsContainer) -> None:
    """Add how the work is done."""
    group.add_argument(
        "--jobs",
        type=int,
        default=1,
        metavar="N",
        help="workers; the output is the same for any number (default: %(default)s)",
    )
    add_seed_option(group)


def add_seed_option(group: argparse._ActionsContainer) -> None:
    """Add what random numbers begin with."""
    group.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="seed of the random numbers (default: %(default)s)",
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
