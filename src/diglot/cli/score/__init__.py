"""The command diglot score, with an action for each kind of result.

The arguments of an action enter. Tables, JSON or plots leave.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diglot.cli.commands import Command
from diglot.cli.output import print_json
from diglot.cli.parsing import add_path

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from diglot.evaluate.statistics.significance import Comparison

DESCRIPTION = (
    "Score links between sentences (strict and lax precision and recall, ARCADE's levels) or "
    "between words (alignment error rate, precision, recall, F; agreement with trees; quality of "
    "probabilities), ranked pairs of terms (average precision, MAP, precision, recall), extracted "
    "terms, inferred dictionaries (TIAD's precision, recall, F, coverage), or the use of marked "
    "terms in translations (exact match, window overlap, TERm), with 95 % intervals; more than "
    "one result can be compared. Or measure the agreement of annotators (kappa, alpha, F)."
)
ACTIONS = {
    "sentences": Command("score links between sentences", "score.links", "sentences"),
    "words": Command("score links between words", "score.links", "words"),
    "pairs": Command("score ranked pairs of terms", "score.pairs", "pairs"),
    "terms": Command("score extracted terms", "score.pairs", "terms"),
    "lexicon": Command("score inferred dictionaries", "score.lexicon"),
    "terminology": Command(
        "score the use of the marked terms of a test set in translations", "score.terminology"
    ),
    "agreement": Command("measure the agreement of annotators", "score.links", "agreement"),
}


# What the kinds share: files to score, and tables of comparisons.


def add_files(parser: argparse.ArgumentParser, gold: str, *, required: bool = True) -> None:
    """Declare gold and predictions."""
    add_path(parser, "--gold", gold, required=required, metavar="G")
    add_path(
        parser,
        "--pred",
        "file or folder to score; repeat it to compare more than one",
        action="append",
        required=True,
        metavar="P",
    )


def add_plot(parser: argparse.ArgumentParser, what: str) -> None:
    """Declare where figures are drawn."""
    add_path(parser, "--plot", f"draw {what} into an .html or .svg file")


def print_tables(
    runs: Sequence[Any],
    tables: Callable[..., Iterable[str]],
    overview: Callable[[Sequence[Any], Sequence[Any]], str],
    compared: Sequence[tuple[Any, Any, Comparison]] = (),
    *,
    figure: str,
    brief: bool,
) -> None:
    """Print the tables of a run; of several one table, and how every two compare."""
    from diglot.report.tables.scores import pairwise_table

    if len(runs) == 1:
        for table in tables(runs[0], brief=brief):
            print(table, end="\n\n")
        return
    print(overview(runs, compared), end="\n\n")
    if compared:
        print(pairwise_table(compared, figure), end="\n\n")


def print_notes(notes: Mapping[str, Sequence[str]]) -> None:
    """Print notes on runs by name, and a blank line; what holds for all is said once."""
    first, *others = notes.values()
    common = [note for note in first if all(note in other for other in others)]
    lines = [*common]
    for name, own in notes.items():
        lines += [f"{name}: {note}" for note in own if note not in common]
    if lines:
        print(*lines, sep="\n", end="\n\n")


def print_runs(
    results: Sequence[dict[str, Any]],
    compared: Sequence[tuple[Any, Any, Comparison]] | None = None,
    **common: object,
) -> None:
    """Print one run as an object; several under ``runs``, with ``comparisons`` where they were."""
    from diglot.report.tables.scores import compared_as_json

    if len(results) == 1:
        print_json(results[0] | common)
        return
    found = {} if compared is None else {"comparisons": compared_as_json(compared)}
    print_json({"runs": results} | found | common)
