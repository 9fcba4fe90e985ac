"""Rows of a table as translations: one loop for every layout."""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING

from diglot.formats.term_rows import number_of
from diglot.formats.units.columns import BETWEEN_REASONS, parted
from diglot.model.lexicon import BOTH, DIRECTIONS, Translation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from diglot.formats.lexicons.lexicon_faults import Faults
    from diglot.formats.lexicons.lexicon_layouts import Layout

BETWEEN_CELLS = '" , "'  # of TIAD's translation sets, eight columns
LITERAL = re.compile(r'"(?P<text>.*)"(?:@[A-Za-z0-9-]+|\^\^\S+)?', re.DOTALL)
BLANKS = re.compile(r"[ \t]+")


def translations_of(
    rows: Iterable[tuple[int | str, list[str]]],
    layout: Layout,
    languages: tuple[str, str],
    faults: Faults,
) -> Iterator[Translation]:
    """Give rows as translations.

    Args:
        rows: place and cells of each, without headers.
        layout: which column holds what.
        languages: of source and target where no column says them.
        faults: takes bad rows.

    Raises:
        FormatError: a bad row: a word or a column is missing, or a score is no number in [0, 1].
    """
    source_language, target_language = languages
    of_source, of_target = layout.source, layout.target
    needed = max(of_source, of_target) + 1
    width = layout.width
    has_languages = layout.source_language is not None or layout.target_language is not None
    has_more = any(
        each is not None for each in (layout.score, layout.direction, layout.sense, layout.reasons)
    )
    source_part, target_part = layout.source_pos, layout.target_pos
    for place, cells in rows:
        found = len(cells)
        if found != width and (width is not None or found < needed):
            wanted = f"{width} columns" if width else f"{needed} columns or more"
            faults.bad(
                f"has {found} column{'s' if found != 1 else ''}, not {wanted}",
                place,
                " | ".join(cells),
            )
            continue
        source, target = cells[of_source].strip(), cells[of_target].strip()
        if not source or not target:
            faults.bad("lacks a word", place, source or target)
            continue
        if has_languages:
            source_language = _cell(cells, layout.source_language) or languages[0]
            target_language = _cell(cells, layout.target_language) or languages[1]
        part = _cell(cells, source_part)
        if part and "#" in part:
            part = part.rpartition("#")[2].rstrip(">") or None
        other = part if target_part == source_part else _cell(cells, target_part)
        if not has_more:
            yield Translation(source, target, source_language, target_language, part, other)
            continue
        score = None
        if told := _cell(cells, layout.score):
            score = number_of(told)
            if score is None or not 0 <= score <= 1:
                faults.bad(f"the confidence {told[:30]!r} is no number from 0 to 1", place, source)
                continue
        direction = _cell(cells, layout.direction) or BOTH
        if direction not in DIRECTIONS:
            faults.bad(
                f"the direction {direction[:30]!r} is none of {', '.join(DIRECTIONS)}",
                place,
                source,
            )
            continue
        yield Translation(
            source,
            target,
            source_language,
            target_language,
            part,
            other,
            direction,
            score,
            _cell(cells, layout.sense),
            parted(_cell(cells, layout.reasons) or "", BETWEEN_REASONS),
        )


def cells_of(lines: Iterable[tuple[int, str]], layout: Layout) -> Iterator[tuple[int, list[str]]]:
    """Give number and cells of lines, divided and unquoted as a layout has them."""
    if layout.is_literal:
        for number, line in lines:
            if layout.separator == "\t":
                yield number, [_plain(cell.strip()) for cell in line.split("\t")]
            else:
                yield number, _set_cells(line.strip())
    elif layout.separator == " ":
        for number, line in lines:
            yield number, BLANKS.split(line.strip(" \t"))
    else:
        for number, line in lines:
            yield number, line.split("\t")


def _cell(cells: list[str], column: int | None) -> str | None:
    """Return a cell, None if it is empty or missing."""
    if column is None or column >= len(cells):
        return None
    return cells[column].strip() or None


def _set_cells(line: str) -> list[str]:
    """Divide a line of a translation set at quote, blank, comma, blank, quote.

    Quotes inside cells are doubled or not, so that the rules of CSV come second.
    """
    line = line.removesuffix(",").rstrip()  # some lines end with the separator
    if line.count(BETWEEN_CELLS) == 7 and line.startswith('"') and line.endswith('"'):
        return [cell.replace('""', '"') for cell in line[1:-1].split(BETWEEN_CELLS)]
    (cells,) = csv.reader([line.replace("\r", " ")], skipinitialspace=True)
    return [cell.strip() for cell in cells]


def _plain(cell: str) -> str:
    """Return what a quoted string or an address says."""
    if cell.startswith("<") and cell.endswith(">"):
        return cell[1:-1]
    found = LITERAL.fullmatch(cell)
    return found["text"] if found else cell
