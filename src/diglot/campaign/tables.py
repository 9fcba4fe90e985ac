"""Tables of a campaign as values, and as text, CSV, Markdown, LaTeX and JSON."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from diglot.report.tables.layout import figure_of, interval_text, number_as_json, table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from diglot.report.plots.figures import Figure

MISSING = "–"


@dataclass(frozen=True, slots=True)
class Cell:
    """One figure of a table.

    Attributes:
        value: None where there is none.
        interval: low and high; None where it is not known.
        letters: of the groups of systems that do not differ.
        best: of its column.
        items: what stands behind it, see `Report.items`: a system, and numbers of items.
        digits: after the point.
    """

    value: float | None
    interval: tuple[float, float] | None = None
    letters: str = ""
    best: bool = False
    items: tuple[str, tuple[int, ...]] | None = None
    digits: int = 3

    @property
    def text(self) -> str:
        """The value as the field writes it."""
        return MISSING if self.value is None else figure_of(self.value, self.digits)


Entry = Cell | str | int | None


@dataclass(frozen=True, slots=True)
class Table:
    """A table of figures.

    Attributes:
        name: of its files.
        title: one line.
        columns: heads.
        rows: as many entries each as there are columns; the first names the row.
        labels: how many columns on the left hold names.
        notes: what has to be known to read it.
        brief: the terminal shows it without being asked.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Entry, ...], ...]
    labels: int = 1
    notes: tuple[str, ...] = ()
    brief: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that a scorer says.

    Attributes:
        tables: in the order in which they are read.
        figures: plots by the names of their files.
        notes: on the whole.
        signatures: how it was computed.
        items: what stands behind figures: lists by system and number of the item.
        documents: names of the items, in the order of their numbers.
    """

    tables: tuple[Table, ...]
    figures: Mapping[str, Figure] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()
    items: Mapping[str, Mapping[int, Sequence[Mapping[str, Any]]]] = field(default_factory=dict)
    documents: tuple[str, ...] = ()


def mark_best(columns: Sequence[Sequence[Cell]]) -> list[list[Cell]]:
    """Return columns of cells in which the best of each, as it is printed, is marked."""
    from dataclasses import replace

    marked = []
    for cells in columns:
        known = [each.value for each in cells if each.value is not None]
        best = max(known, default=None)
        marked.append(
            [
                replace(each, best=best is not None and each.text == figure_of(best, each.digits))
                for each in cells
            ]
        )
    return marked


def as_text(shown: Table) -> str:
    """Return a table for the terminal."""
    head: list[str] = []
    for name, wide in zip(shown.columns, _with_intervals(shown), strict=True):
        head += [name, f"95 % of {name}"] if wide else [name]
    rows = [
        [
            part
            for entry, wide in zip(row, _with_intervals(shown), strict=True)
            for part in _parts(entry, wide)
        ]
        for row in shown.rows
    ]
    return "\n".join([shown.title, table(head, rows), *(f"  {note}" for note in shown.notes)])


def _with_intervals(shown: Table) -> list[bool]:
    return [
        any(isinstance(row[k], Cell) and row[k].interval for row in shown.rows)  # type: ignore[union-attr]
        for k in range(len(shown.columns))
    ]


def _parts(entry: Entry, wide: bool) -> list[str]:
    if not isinstance(entry, Cell):
        return [_plain(entry), ""] if wide else [_plain(entry)]
    text = f"{entry.text} {entry.letters}".rstrip()
    return [text, interval_text(entry.interval)] if wide else [text]


def _plain(entry: Entry) -> str:
    if isinstance(entry, Cell):
        return entry.text
    return MISSING if entry is None else str(entry)


def as_csv(shown: Table) -> str:
    """Return a table as CSV, with the ends of intervals and the letters in columns of their own."""
    intervals, letters = _with_intervals(shown), _with_letters(shown)
    head: list[str] = []
    for name, wide, grouped in zip(shown.columns, intervals, letters, strict=True):
        head += [name, *([f"{name} low", f"{name} high"] if wide else [])]
        head += [f"{name} letters"] if grouped else []
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(head)
    for row in shown.rows:
        line: list[object] = []
        for entry, wide, grouped in zip(row, intervals, letters, strict=True):
            cell = entry if isinstance(entry, Cell) else None
            line.append(("" if entry is None else entry) if cell is None else cell.value)
            if wide:
                line += (cell.interval if cell else None) or ("", "")
            if grouped:
                line.append(cell.letters if cell else "")
        writer.writerow(["" if value is None else value for value in line])
    return file.getvalue()


def _with_letters(shown: Table) -> list[bool]:
    return [
        any(isinstance(row[k], Cell) and row[k].letters for row in shown.rows)  # type: ignore[union-attr]
        for k in range(len(shown.columns))
    ]


def as_markdown(shown: Table) -> str:
    """Return a table in Markdown, the best of each column in bold."""

    def text(entry: Entry) -> str:
        said = " ".join(filter(None, _parts(entry, True))).replace("|", "\\|")
        return f"**{said}**" if isinstance(entry, Cell) and entry.best else said

    ends = ["---" if k < shown.labels else "---:" for k in range(len(shown.columns))]
    rows = [[name.replace("|", "\\|") for name in shown.columns], ends]
    rows += [[text(entry) for entry in row] for row in shown.rows]
    lines = [f"### {shown.title}", "", *(f"| {' | '.join(row)} |" for row in rows)]
    notes = [part for note in shown.notes for part in ("", note)]
    return "\n".join([*lines, *notes, ""])


_LATEX = {
    **{character: f"\\{character}" for character in "&%$#_{}"},
    "\\": "\\textbackslash{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "–": "--",
    "−": "$-$",
    "×": "$\\times$",
    "<": "$<$",
    ">": "$>$",
    "|": "$|$",
    "≤": "$\\leq$",
    "≥": "$\\geq$",
    "→": "$\\rightarrow$",
}
# What the default encoding of fonts lacks is written by its name in T1, which every LaTeX knows.
_T1 = {
    "«": "guillemotleft", "»": "guillemotright", "‹": "guilsinglleft", "›": "guilsinglright",
    "„": "quotedblbase", "‚": "quotesinglbase", "đ": "dj", "Đ": "DJ", "ŋ": "ng", "Ŋ": "NG",
    "þ": "th", "Þ": "TH", "ð": "dh", "Ð": "DH",
    **{normalize("NFC", f"{letter}\u0328"): f"k{{{letter}}}" for letter in "AaEeIiUu"},
}  # fmt: skip
_LATEX |= {
    character: f"{{\\fontencoding{{T1}}\\selectfont\\{name}}}" for character, name in _T1.items()
}
_LATIN = 0x250
"""Letters from here on, Greek and Chinese among them, are in no font that pdfLaTeX takes."""


LATEX_ROWS = 40
"""Rows of a table in LaTeX: more do not fit on a page."""


def as_latex(shown: Table) -> str:
    """Return a table in LaTeX with the rules of booktabs, the best of each column in bold.

    What is wider than a line is made smaller, what is longer than a page goes on in other tables.
    """

    def text(entry: Entry) -> str:
        if not isinstance(entry, Cell):
            return escape_latex(_plain(entry))
        said = f"\\textbf{{{entry.text}}}" if entry.best else escape_latex(entry.text)
        letters = f"\\textsuperscript{{{entry.letters}}}" if entry.letters else ""
        low_high = interval_text(entry.interval, between="--")
        return f"{said}{letters}" + (f" {{\\footnotesize {low_high}}}" if low_high else "")

    def line(cells: Sequence[str]) -> str:
        return "    " + " & ".join(cells) + " \\\\"

    form = "l" * shown.labels + "r" * (len(shown.columns) - shown.labels)
    parts = [shown.title, *shown.notes, *(_plain(entry) for row in shown.rows for entry in row)]
    beyond = any(each.isalpha() and ord(each) >= _LATIN for part in parts for each in part)
    scripts = ", and LuaLaTeX or XeLaTeX with a font that has its scripts" if beyond else ""
    lines = [f"% needs \\usepackage{{booktabs,graphicx}}{scripts}"]
    for begin in range(0, len(shown.rows) or 1, LATEX_ROWS):
        mark, notes = (
            (f"-{begin // LATEX_ROWS + 1}", ("continued",)) if begin else ("", shown.notes)
        )
        lines += [
            *(["\\clearpage"] if begin else []),
            "\\begin{table}",
            "  \\centering",
            f"  \\caption{{{escape_latex(' '.join(map(_sentence, (shown.title, *notes))))}}}",
            f"  \\label{{tab:{shown.name}{mark}}}",
            "  \\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%",
            f"  \\begin{{tabular}}{{{form}}}",
            "    \\toprule",
            line([escape_latex(name) for name in shown.columns]),
            "    \\midrule",
            *(line([text(entry) for entry in row]) for row in shown.rows[begin:][:LATEX_ROWS]),
            "    \\bottomrule",
            "  \\end{tabular}}",
            "\\end{table}",
        ]
    return "\n".join([*lines, ""])


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def escape_latex(text: str) -> str:
    """Return text that LaTeX sets as it stands."""
    return "".join(_LATEX.get(character, character) for character in text)


def as_json(shown: Table) -> dict[str, Any]:
    """Return a table as plain values: objects for cells."""
    return {
        "name": shown.name,
        "title": shown.title,
        "columns": list(shown.columns),
        "rows": [[_entry_as_json(entry) for entry in row] for row in shown.rows],
        "notes": list(shown.notes),
    }


def _entry_as_json(entry: Entry) -> Any:
    if not isinstance(entry, Cell):
        return entry
    found: dict[str, Any] = {"value": None if entry.value is None else number_as_json(entry.value)}
    if entry.interval:
        found["interval"] = [number_as_json(end) for end in entry.interval]
    if entry.letters:
        found["letters"] = entry.letters
    return found


WRITERS: Mapping[str, Callable[[Table], str]] = {
    "text": as_text,
    "csv": as_csv,
    "markdown": as_markdown,
    "latex": as_latex,
}
"""Forms of a table by name; JSON holds all tables at once."""
EXTENSIONS = {"text": ".txt", "csv": ".csv", "markdown": ".md", "latex": ".tex"}
