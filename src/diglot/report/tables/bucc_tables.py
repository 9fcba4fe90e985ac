"""What a task of bilingual term alignment holds, as tables and as plain values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diglot.report.tables.tables import table

if TYPE_CHECKING:
    from diglot.pipeline import FinishedTask, Task


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
