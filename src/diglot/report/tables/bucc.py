"""What a task of bilingual term alignment holds.

Its scores as the scorer of BUCC 2022 prints them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diglot.evaluate.rankings.bucc2022 import COLUMNS, MEAN, CompatRow, CompatScore
from diglot.report.tables.scores import table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diglot.pipeline import FinishedTask, Task

HEADER = "\t".join(COLUMNS)


def compat_lines(
    run: str, score: CompatScore, *, interpolated: bool = False, details: bool = False
) -> Iterator[str]:
    """Give the lines of a run.

    Args:
        run: name of its file.
        score: what was counted.
        interpolated: give interpolated average precision, which is 0.0000 otherwise.
        details: give a line for every hit, too; the official scorer has them with
            ``--interpolated`` only, and so they stand for it.
    """
    if details:
        for row in score.rows[:-1]:
            yield _line(run, row, interpolated=True)
    yield _line(run, score.whole, interpolated=interpolated or details)


def _line(run: str, row: CompatRow, *, interpolated: bool) -> str:
    raised = (row.ap_interpolated, row.ap_interpolated_max) if interpolated else (0.0, 0.0)
    numbers = [
        *(row.k, row.ap, raised[0], row.ap_max, raised[1]),
        *(row.pairs, row.gold, row.true, row.false, row.missed),
        *(row.precision, row.recall, row.f1, row.precision_interpolated),
    ]
    written = [f"{each:.4f}" if isinstance(each, float) else str(each) for each in numbers]
    return "\t".join([run, *written, row.pair if row.pair is not None else f"{MEAN}\t{MEAN}"])


# What a task of bilingual term alignment holds, as tables and as plain values.


def prepared_table(task: Task, *, style: str = "terminal") -> str:
    """Show sentences, terms and pairs to judge, source and target."""
    count = task.manifest.counts.get
    rows = [
        ["sentence pairs of the domain", f"{count('domain_pairs', 0):,}", ""],
        *(
            [
                f"{part} sentences",
                f"{count(f'{part}_source_sentences', 0):,}",
                f"{count(f'{part}_target_sentences', 0):,}",
            ]
            for part in ("train", "test")
        ),
        ["terms", f"{count('source_terms', 0):,}", f"{count('target_terms', 0):,}"],
        [
            "multi-word terms",
            f"{count('source_multi_word_terms', 0):,}",
            f"{count('target_multi_word_terms', 0):,}",
        ],
        ["source terms to ask about", f"{count('asked_terms', 0):,}", ""],
        ["pairs to judge", f"{count('asked_pairs', 0):,}", ""],
    ]
    return table(["", *task.languages], rows, style=style)


def finished_table(task: FinishedTask, *, style: str = "terminal") -> str:
    """Show the counts of table 3 of the shared task."""
    header, *rows = [[str(cell) for cell in row] for row in task.counts()]
    return table(header, [[row[0], *(f"{int(n):,}" for n in row[1:])] for row in rows], style=style)


def notes_of(task: FinishedTask) -> list[str]:
    """Say what became of the decisions."""
    found = task.divided
    decided = f"{found.accepted:,} pairs accepted, {found.rejected:,} refused"
    notes = [f"{decided}, {found.undecided:,} undecided and left out"]
    if task.silver:
        notes.append(f"{task.silver:,} of the accepted pairs were seen by nobody: silver, not gold")
    if found.unattested:
        notes.append(
            f"{found.unattested:,} accepted pairs do not occur in both corpora of one part"
        )
    return notes


def finished_as_json(task: FinishedTask) -> dict[str, Any]:
    """Return the counts by part, and what became of the decisions."""
    header, *rows = task.counts()
    found = task.divided
    return {
        "folder": str(task.folder),
        "languages": list(task.languages),
        "counts": {
            part: {str(row[0]): row[column] for row in rows}
            for column, part in enumerate(map(str, header[1:]), 1)
        },
        "accepted": found.accepted,
        "rejected": found.rejected,
        "undecided": found.undecided,
        "unattested": found.unattested,
        "silver": task.silver,
    }
