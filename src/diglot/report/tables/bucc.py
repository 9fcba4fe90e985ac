"""What a task of bilingual term alignment holds, and its scores as BUCC 2022 prints them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diglot.evaluate.rankings.bucc2022 import COLUMNS, MEAN, CompatRow, CompatScore
from diglot.plurals import count_of
from diglot.report.tables.layout import attributes, table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diglot.pipeline.bucc.task import FinishedTask, Task

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
    yield _line(run, score.last_row, interpolated=interpolated or details)


def _line(run: str, row: CompatRow, *, interpolated: bool) -> str:
    raised = (row.ap_interpolated, row.ap_interpolated_max) if interpolated else (0.0, 0.0)
    numbers = [
        *(row.k, row.ap, raised[0], row.ap_max, raised[1]),
        *(row.pairs, row.gold, row.true, row.false, row.missed),
        *(row.precision, row.recall, row.f1, row.precision_interpolated),
    ]
    written = [f"{each:.4f}" if isinstance(each, float) else str(each) for each in numbers]
    return "\t".join([run, *written, row.pair if row.pair is not None else f"{MEAN}\t{MEAN}"])


def prepared_table(task: Task) -> str:
    """Show sentences, terms and pairs to judge, source and target."""
    rows = {
        "sentence pairs of the domain": ("domain_pairs",),
        "train sentences": ("train_source_sentences", "train_target_sentences"),
        "test sentences": ("test_source_sentences", "test_target_sentences"),
        "terms": ("source_terms", "target_terms"),
        "multi-word terms": ("source_multi_word_terms", "target_multi_word_terms"),
        "source terms to ask about": ("asked_terms",),
        "pairs to judge": ("asked_pairs",),
    }
    cells = (
        [name, *(task.manifest.counts.get(key, 0) for key in keys), *[""] * (2 - len(keys))]
        for name, keys in rows.items()
    )
    return table(["", *task.languages], cells, thousands=True)


def finished_table(task: FinishedTask) -> str:
    """Show the counts of table 3 of the shared task."""
    header, *rows = task.counts()
    return table(
        list(map(str, header)), ([str(row[0]), *map(int, row[1:])] for row in rows), thousands=True
    )


def notes_of(task: FinishedTask) -> list[str]:
    """Say what became of the decisions."""
    found = task.divided
    decided = f"{count_of(found.accepted, 'pair')} accepted, {found.rejected:,} refused"
    notes = [f"{decided}, {found.undecided:,} undecided and left out"]
    if task.silver:
        notes.append(
            f"silver, not gold: {count_of(task.silver, 'accepted pair')} that nobody has reviewed"
        )
    if found.unattested:
        notes.append(
            f"not in both corpora of any part: {count_of(found.unattested, 'accepted pair')}"
        )
    return notes


def finished_as_json(task: FinishedTask) -> dict[str, Any]:
    """Return the counts by part, and what became of the decisions."""
    header, *rows = task.counts()
    return {
        "folder": str(task.folder),
        "languages": list(task.languages),
        "counts": {
            part: {str(row[0]): row[column] for row in rows}
            for column, part in enumerate(map(str, header[1:]), 1)
        },
        **attributes(task.divided, "accepted", "rejected", "undecided", "unattested"),
        "silver": task.silver,
    }
