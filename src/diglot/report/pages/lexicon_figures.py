"""Figures of an inferred lexicon: entries by probability, pivot languages, dictionaries."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from diglot.text.languages import name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.model import Translation

_BANDS = (0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.0)
_SLACK = 1e-9
_DICTIONARIES = 30


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a page.

    Attributes:
        title: what it shows.
        head: names of the columns.
        rows: texts and numbers, one a column.
        hint: how to read it; may be empty.
        bar: number of the column that is drawn as a bar, too; None for none.
    """

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str | float]]
    hint: str = ""
    bar: int | None = None

    def as_data(self) -> dict[str, Any]:
        """Return the table as plain values."""
        found: dict[str, Any] = {
            "title": self.title,
            "head": list(self.head),
            "rows": [list(row) for row in self.rows],
        }
        if self.hint:
            found["hint"] = self.hint
        if self.bar is not None:
            found["bar"] = self.bar
        return found


def lexicon_figures(translations: Sequence[Translation]) -> list[Table]:
    """Return the figures of a lexicon; what it says nothing of has no table."""
    found = [_probabilities(translations), _pivots(translations), _dictionaries(translations)]
    return [table for table in found if table.rows]


def _probabilities(translations: Sequence[Translation]) -> Table:
    counts: Counter[float] = Counter()
    for each in translations:
        score = each.score
        if score is not None:
            counts[next(band for band in _BANDS if score >= band - _SLACK or not band)] += 1
    rows = []
    total, above = 0, 1.0
    for band in _BANDS:
        if counts[band]:
            total += counts[band]
            rows.append((f"{band:.2f} to {above:.2f}", counts[band], total))
        above = band
    return Table(
        "Entries by probability",
        ("probability", "entries", "from here up"),
        rows,
        hint="How many entries a threshold at the lower bound leaves.",
        bar=1,
    )


def _pivots(translations: Sequence[Translation]) -> Table:
    best: Counter[str] = Counter()
    every: Counter[str] = Counter()
    for each in translations:
        every.update({code for path in each.paths for code in path.languages[1:-1]})
        best.update({code for path in each.paths[:1] for code in path.languages[1:-1]})
    ranked = sorted(every, key=lambda code: (-best[code], -every[code], code))
    return Table(
        "Pivot languages",
        ("language", "code", "on the best path", "on any path shown"),
        [(name(code), code, best[code], every[code]) for code in ranked],
        hint="Entries whose paths go through a language.",
        bar=2,
    )


def _dictionaries(translations: Sequence[Translation]) -> Table:
    best: Counter[str] = Counter()
    for each in translations:
        best.update(
            {said for path in each.paths[:1] for names in path.dictionaries for said in names}
        )
    ranked = sorted(best, key=lambda said: (-best[said], said))
    more = len(ranked) - _DICTIONARIES
    return Table(
        "Dictionaries",
        ("dictionary", "on the best path"),
        [(said, best[said]) for said in ranked[:_DICTIONARIES]],
        hint="Entries whose best path rests on a dictionary"
        + (f"; {more:,} more dictionaries are used less." if more > 0 else "."),
        bar=1,
    )
