"""Layouts of tables of translations: which column holds what, told by the first lines.

The names of layouts: ``tiad`` (source, target, part of speech, confidence), ``graph`` (word,
language, part of speech, twice), ``goel`` (word, part of speech, language, twice), ``pairs`` (two
words), ``acoli`` and ``tiad-csv`` (the eight columns of TIAD's translation sets). None of them has
a header that says so, but for the last two and some graphs.

Reference: Goel, Gracia and Forcada 2022, Bilingual dictionary generation and enrichment via graph
exploration.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from diglot.formats.lexicons.lexicon_names import UNKNOWN
from diglot.formats.term_rows import clean, number_of

if TYPE_CHECKING:
    from collections.abc import Sequence

# Names in headers, lower case, to what a column holds.
NAMES = {
    "source": "source",
    "src": "source",
    "source word": "source",
    "source_word": "source",
    "src_lemma": "source",
    "source_lemma": "source",
    "target": "target",
    "tgt": "target",
    "trg": "target",
    "target word": "target",
    "target_word": "target",
    "translation": "target",
    "tgt_lemma": "target",
    "target_lemma": "target",
    "source_language": "source_language",
    "source language": "source_language",
    "src_lang": "source_language",
    "target_language": "target_language",
    "target language": "target_language",
    "tgt_lang": "target_language",
    "pos": "pos",
    "part of speech": "pos",
    "part_of_speech": "pos",
    "source_pos": "source_pos",
    "src_pos": "source_pos",
    "target_pos": "target_pos",
    "tgt_pos": "target_pos",
    "score": "score",
    "confidence": "score",
    "probability": "score",
    "direction": "direction",
    "sense": "sense",
    "reasons": "reasons",
}
CODE = re.compile(r"[A-Za-z]{2,3}(?:[-_@][A-Za-z0-9]{2,8})*")
# Parts of speech that look like codes of languages.
PARTS_LIKE_CODES = "abr acr adj adv art aux cnj det ij int n nom np num pr prn sub sym v vb"
PARTS = frozenset(PARTS_LIKE_CODES.split())
SETS = "written_rep_a"


@dataclass(frozen=True, slots=True)
class Layout:
    """Numbers of the columns of a table; None for what it does not have.

    Attributes:
        source: column of the source word.
        target: column of the target word.
        source_language: column of its language.
        target_language: column of its language.
        source_pos: column of its part of speech.
        target_pos: column of its part of speech; the same one where a table has one for both.
        score: column of the confidence.
        direction: column of the direction.
        sense: column of the sense.
        reasons: column of the reasons.
        width: number of columns that every row has; None where the last may be missing.
        separator: a tab, ``" "`` for any blank, or ``","`` as TIAD's sets have it.
        is_literal: whether cells are quoted strings and addresses, as in TIAD's sets.
        header: lines above the first translation.
    """

    source: int = 0
    target: int = 1
    source_language: int | None = None
    target_language: int | None = None
    source_pos: int | None = None
    target_pos: int | None = None
    score: int | None = None
    direction: int | None = None
    sense: int | None = None
    reasons: int | None = None
    width: int | None = None
    separator: str = "\t"
    is_literal: bool = False
    header: int = 0


_SETS = Layout(0, 6, source_pos=7, target_pos=7, width=8, is_literal=True)
LAYOUTS = {
    "tiad": Layout(0, 1, source_pos=2, target_pos=2, score=3, width=4),
    "graph": Layout(0, 3, 1, 4, 2, 5, width=6),
    "goel": Layout(0, 3, 2, 5, 1, 4, width=6),
    "pairs": Layout(0, 1, width=2),
    "acoli": _SETS,
    "tiad-csv": replace(_SETS, separator=","),
}


WIDTHS = frozenset({2, 3, 4, 6, 8})


def layout_of(
    lines: Sequence[str], name: str | None = None, *, languages: tuple[str, str] | None = None
) -> Layout | None:
    """Return the layout of a table.

    Args:
        lines: its first lines, without blank ones.
        name: one of `LAYOUTS`, if the user says it; a header is still looked for.
        languages: of source and target, where something else than the table says them.

    Returns:
        The layout, None if the lines are those of no layout.
    """
    if not lines:
        return LAYOUTS[name or "tiad"]
    first = lines[0].removeprefix("\ufeff")
    if first.lstrip().startswith((f'"{SETS}"', SETS)):
        named = name or ("acoli" if "\t" in first else "tiad-csv")
        return replace(LAYOUTS[named], header=1)
    if name is not None:
        layout = LAYOUTS[name]
        if name == "pairs" and not any("\t" in line for line in lines):
            return replace(layout, separator=" ")
        told = header_of(first.split("\t"), languages=languages)
        return replace(layout, header=int(told is not None or first == "h"))
    return header_of(first.split("\t"), languages=languages) or _seen(first, lines)


def header_of(cells: Sequence[str], *, languages: tuple[str, str] | None = None) -> Layout | None:
    """Return the layout that a row of names of columns tells, None if it is no such row.

    Args:
        cells: of the row.
        languages: the codes of which two columns may bear, and no others: two words of a
            dictionary may look like codes.
    """
    names = [clean(cell).lower() for cell in cells]
    codes = [] if languages is None else [language.lower() for language in languages]
    if names == codes and UNKNOWN not in codes:
        return Layout(width=2, header=1)
    found: dict[str, int] = {}
    for index, name in enumerate(names):
        meaning = NAMES.get(name)
        if meaning is not None:
            found.setdefault(meaning, index)
    if "source" not in found or "target" not in found:
        return None
    both = found.pop("pos", None)
    if both is not None:
        found.setdefault("source_pos", both)
        found.setdefault("target_pos", both)
    return replace(Layout(header=1), **found)  # type: ignore[arg-type]  # columns are numbers


def _seen(first: str, lines: Sequence[str]) -> Layout | None:
    if first == "h":
        return replace(LAYOUTS["graph"], header=1)
    rows = [line.split("\t") for line in lines]
    widths = [len(row) for row in rows]
    # Of two widths as common as each other the one that a layout has; the other one is damage.
    width = max(set(widths), key=lambda each: (widths.count(each), each in WIDTHS, each))
    rows = [row for row in rows if len(row) == width]
    if width == 6:
        return _graph(rows)
    if width == 8:
        return LAYOUTS["acoli"]
    if width == 4:
        numbers = sum(not row[3].strip() or number_of(row[3]) is not None for row in rows)
        return LAYOUTS["tiad"] if 2 * numbers > len(rows) else None
    if width == 3:
        numbers = sum(number_of(row[2]) is not None for row in rows)
        return Layout(score=2, width=3) if 2 * numbers > len(rows) else None
    if width == 2:
        return LAYOUTS["pairs"]
    two = sum(len(line.split()) == 2 for line in lines)
    return replace(LAYOUTS["pairs"], separator=" ") if width == 1 and 2 * two > len(lines) else None


def _graph(rows: Sequence[Sequence[str]]) -> Layout:
    """Tell word, language, part of speech from word, part of speech, language."""

    def likeness(*columns: int) -> tuple[bool, int]:
        cells = {row[column].strip() for row in rows for column in columns}
        are_codes = all(CODE.fullmatch(cell) or cell == UNKNOWN for cell in cells)
        are_parts = any(cell.lower() in PARTS for cell in cells)
        # A dictionary has two languages and many parts of speech.
        return are_codes and not are_parts, -len(cells)

    return LAYOUTS["goel" if likeness(2, 5) > likeness(1, 4) else "graph"]
