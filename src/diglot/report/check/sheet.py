"""Findings as a table, one a row, with empty columns for what the reviewer says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diglot.consistency.suppressions import finding_fingerprint, fingerprint_of
from diglot.files.atomic import atomic_open, write_bytes
from diglot.files.lines import neutralise_formula
from diglot.formats.judgements.findings import HEADER
from diglot.formats.table_rows import format_row
from diglot.formats.workbooks import GENERAL, SheetLayout, workbook_of_rows
from diglot.model.findings import VERDICTS
from diglot.report.check.groups import NO_FACTS, groups, places, replace_unwritable, rule_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from diglot.model import Checked
    from diglot.model.findings import Span
    from diglot.report.check.groups import CheckFacts, Place

_WIDTHS = {
    "answer": 14,
    "comment": 24,
    "rule": 20,
    "term": 20,
    "found": 20,
    "expected": 24,
    "source": 50,
    "target": 50,
    "message": 44,
    "suggestion": 30,
}
_WIDTH = 10
_NUMBERS = ("unit", "score")
# A line of a table that holds a whole book is of no use to anybody; the place says where it is.
_LONGEST = 30_000


def write_check_workbook(
    path: Path | str, checked: Sequence[Checked], *, facts: CheckFacts = NO_FACTS
) -> None:
    """Write the table of `write_check_sheet` as a workbook, whatever its name.

    Raises:
        InputError: the file cannot be written.
    """
    write_bytes(path, _workbook(list(sheet_rows(checked, facts=facts))))


def write_check_sheet(
    path: Path | str, checked: Sequence[Checked], *, facts: CheckFacts = NO_FACTS
) -> None:
    """Write findings as a table that can be filled in and read back (`formats.answers`).

    Rows stand in groups of entry and form, the worst and largest first. A cell that a spreadsheet
    would take for a formula is marked as text.

    Args:
        path: ``.xlsx`` for a workbook, ``.csv``, or any other name for TSV.
        checked: the checks of several files.
        facts: how they were checked.

    Raises:
        InputError: the file cannot be written.
    """
    path = Path(path)
    if path.suffix.lower() == ".xlsx":
        write_check_workbook(path, checked, facts=facts)
        return
    delimiter = "," if path.suffix.lower() == ".csv" else "\t"
    with atomic_open(path, encoding="utf-8-sig" if delimiter == "," else "utf-8") as file:
        file.write(delimiter.join(HEADER) + "\n")
        for row in sheet_rows(checked, facts=facts):
            # `written` neutralises cells of CSV only.
            cells = map(neutralise_formula, row) if delimiter == "\t" else row
            file.write(format_row(cells, delimiter))


def sheet_rows(checked: Sequence[Checked], *, facts: CheckFacts = NO_FACTS) -> Iterator[list[str]]:
    """Give the cells of every finding in the order of `formats.answers.HEADER`."""
    for group in groups(places(checked)):
        for place in group.places:
            yield [replace_unwritable(cell) for cell in _row(place, facts)]


def _row(place: Place, facts: CheckFacts) -> list[str]:
    finding, unit = place.finding, place.unit
    cells = {
        "severity": finding.severity,
        "rule": rule_id(finding.rule),
        "file": place.path,
        "unit": str(unit.number + 1),
        "id": unit.id or "",
        "entry": finding.entry or "",
        "term": finding.term,
        "found": finding.found or "",
        "expected": "; ".join(finding.expected),
        "source": unit.source[:_LONGEST],
        "target": unit.target[:_LONGEST],
        "message": finding.message,
        "suggestion": finding.suggestion or "",
        "level": finding.level or "",
        "score": "" if finding.score is None else f"{finding.score:.4f}",
        "suppressed": finding.suppressed or "",
        "source_spans": _spans(finding.source),
        "target_spans": _spans(finding.target),
        "place": finding_fingerprint(finding, unit.source),
        "entry_fingerprint": fingerprint_of(finding.entry, facts.fingerprints) or "",
    }
    return [cells.get(name, "") for name in HEADER]


def _spans(spans: Iterable[Span]) -> str:
    """Return character ranges as `3:9 14:20`, which no spreadsheet takes for a number."""
    return " ".join(f"{begin}:{end}" for begin, end in spans)


def _workbook(rows: Sequence[Sequence[str]]) -> bytes:
    layout = SheetLayout(
        header=HEADER,
        widths=[_WIDTHS.get(name, _WIDTH) for name in HEADER],
        title="findings",
        numbers={HEADER.index(name): GENERAL for name in _NUMBERS},
        choices={0: VERDICTS},
    )
    return workbook_of_rows(layout, rows)
