"""Tables of translations: TSV layouts of TIAD, ACoLi and graphs, and what their columns hold."""

from __future__ import annotations

import csv
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_DOWN, Decimal
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from diglot.errors import FormatError
from diglot.files.atomic import atomic_open
from diglot.files.lines import byte_blocks
from diglot.formats.blocks import Skips
from diglot.formats.lexicons.sources import (
    MAX_LINE,
    Reading,
    count_losses,
    first_lines,
    lines_of_block,
    numbered_lines,
)
from diglot.formats.table_rows import (
    BREAKS,
    SIDES,
    clean_term,
    columns_of_languages,
    find_columns,
    number_of,
    read_heading,
)
from diglot.formats.units.tables import BETWEEN_REASONS, split_cell
from diglot.model.lexicon import BOTH, DIRECTIONS, Lexicon, Translation, TranslationColumns
from diglot.text.interning import Text, Words, take_words
from diglot.text.languages import UNDETERMINED

# Tables of translations in text: results of TIAD, graphs, translation sets, plain pairs.
#
# A table without a header is known by its columns; see `_lexicon_layouts`. One with a header goes
# by the names there. A confidence is cut off, not rounded, after six decimals: .4999999 must not
# reach a threshold of .5 on its way through a file.


GRAPH_HEADER = ("src_lemma", "src_lang", "src_pos", "tgt_lemma", "tgt_lang", "tgt_pos")
SETS_HEADER = (
    "written_rep_a", "lex_entry_a", "sense_a", "trans", "sense_b", "lex_entry_b", "written_rep_b",
    "POS",
)  # fmt: skip
STEP = Decimal("0.000001")


def is_own(line: str) -> bool:
    """Return whether a line is the header of a translation set of TIAD."""
    return line.lstrip().startswith(f'"{SETS}"')


def read_translations(reading: Reading, *, layout: str | None = None) -> Iterator[Translation]:
    """Give the translations of a table one by one.

    Args:
        reading: of the file; its languages hold where no column says others.
        layout: one of `LAYOUTS`; seen from the first lines by default.

    Raises:
        FormatError: a bad line, or no layout that is known.
    """
    chosen = _find_layout(reading, layout)
    lines = itertools.islice(numbered_lines(reading), chosen.header, None)
    yield from translations_of(cells_of(lines, chosen), chosen, reading)


def read_chunks(
    reading: Reading, *, layout: str | None = None
) -> Iterator[TranslationColumns | list[Translation]]:
    """Give the translations of a table in chunks, by columns where all rows of one are regular.

    Raises:
        FormatError, InputError: as `read_translations`.
    """
    chosen = _find_layout(reading, layout)
    first, header = 1, chosen.header
    for data, encoding in byte_blocks(reading.path, encoding=reading.encoding):
        while header and (end := data.find(b"\n") + 1) and data[: end - 1].strip():
            data, first, header = data[end:], first + 1, header - 1
        columns = None if header or encoding != "utf-8" else _columns(data, chosen, reading)
        if columns is not None:
            yield columns
            first += len(columns.languages) // 2
            continue
        block = lines_of_block(data, encoding, first, reading)
        lines = numbered_lines(reading, [(first, block)])
        while header and next(lines, None) is not None:
            header -= 1
        yield list(translations_of(cells_of(lines, chosen), chosen, reading))
        first += len(block)


def _find_layout(reading: Reading, layout: str | None) -> Layout:
    first = first_lines(reading.path, encoding=reading.encoding)
    chosen = layout_of(first, layout, languages=reading.languages)
    if chosen is None:
        raise FormatError(
            f"has columns that no layout of dictionaries has; it begins {first[0][:60]!r}",
            path=reading.path,
            cure="write a header with source and target, or name one of " + ", ".join(LAYOUTS),
        )
    return chosen


def write_lexicon(
    path: Path, lexicon: Lexicon, *, skips: Skips | None = None, layout: str | None = None
) -> int:
    """Write a lexicon as a table; return the number of its lines.

    Args:
        lexicon: the translations.
        skips: collects what the layout cannot carry.
        layout: one of `LAYOUTS`; ``tiad`` by default: exactly source, target, part of speech and
            confidence a line, and no header. A translation without a confidence gets 1.
    """
    layout = layout or "tiad"
    skips = skips if skips is not None else Skips()
    _note_losses(lexicon, layout, skips)
    header, row = _WRITERS[layout]
    separator = " , " if layout == "tiad-csv" else "\t"
    with atomic_open(path) as file:
        if header:
            names = [f'"{name}"' for name in header] if layout in _SET_LAYOUTS else header
            file.write(separator.join(names) + "\n")
        for each in lexicon.translations:
            cells = [BREAKS.sub(" ", cell).strip() for cell in row(each)]
            if layout in _SET_LAYOUTS:
                cells = [_quoted(cell, layout) for cell in cells]
            file.write(separator.join(cells) + "\n")
    return len(lexicon.translations)


def format_confidence(score: float | None) -> str:
    """Return a confidence with six decimals at most, cut off such that it never rises."""
    if score is None:
        return "1"
    text = format(Decimal(repr(float(score))).quantize(STEP, ROUND_DOWN), "f")
    return text.rstrip("0").rstrip(".")


def _result(each: Translation) -> tuple[str, ...]:
    return (
        each.source,
        each.target,
        each.source_pos or each.target_pos or "",
        format_confidence(each.score),
    )


def _edge(each: Translation) -> tuple[str, ...]:
    return (
        each.source,
        each.source_language,
        each.source_pos or "",
        each.target,
        each.target_language,
        each.target_pos or "",
    )


def _goel(each: Translation) -> tuple[str, ...]:
    source, language, part, target, other, its = _edge(each)
    return source, part, language, target, its, other


def _set(each: Translation) -> tuple[str, ...]:
    part = each.source_pos or each.target_pos or ""
    return each.source, "", each.sense or "", "", "", "", each.target, part


def _pair(each: Translation) -> tuple[str, ...]:
    return each.source, each.target


_SET_LAYOUTS = frozenset({"acoli", "tiad-csv"})
_ALWAYS_LOST = ("direction", "reasons", "paths")
_LOST = {
    "tiad": (*_ALWAYS_LOST, "sense"),
    "graph": (*_ALWAYS_LOST, "sense", "score"),
    "goel": (*_ALWAYS_LOST, "sense", "score"),
    "pairs": (*_ALWAYS_LOST, "sense", "score", "source_pos", "target_pos"),
    "acoli": (*_ALWAYS_LOST, "score"),
    "tiad-csv": (*_ALWAYS_LOST, "score"),
}
_WRITERS: dict[str, tuple[tuple[str, ...], Callable[[Translation], tuple[str, ...]]]] = {
    "tiad": ((), _result),
    "graph": (GRAPH_HEADER, _edge),
    "goel": ((), _goel),
    "pairs": ((), _pair),
    "acoli": (SETS_HEADER, _set),
    "tiad-csv": (SETS_HEADER, _set),
}


def _note_losses(lexicon: Lexicon, layout: str, skips: Skips) -> None:
    """Count what the lines of a layout cannot say."""
    translations = lexicon.translations
    count_losses(translations, _LOST[layout], skips)
    if layout == "tiad":
        unscored = [each for each in translations if each.score is None]
        example = f"{unscored[0].source} | {unscored[0].target}" if unscored else ""
        skips.add("translation without a confidence, written with 1", example, len(unscored))
    if layout not in {"graph", "goel"}:
        if layout != "pairs":
            for each in translations:
                if each.source_pos and each.target_pos and each.source_pos != each.target_pos:
                    skips.add("other part of speech of the target word", each.target)
        for pair in lexicon.pairs[1:]:
            skips.add("languages beyond the first two, which no column tells", "-".join(pair))


def _quoted(cell: str, layout: str) -> str:
    """Quote a cell of a translation set; between tabs only its ends are looked at."""
    return f'"{cell}"' if layout == "acoli" else '"' + cell.replace('"', '""') + '"'


# Layouts of tables of translations: which column holds what, told by the first lines.
#
# The names of layouts: ``tiad`` (source, target, part of speech, confidence), ``graph`` (word,
# language, part of speech, twice), ``goel`` (word, part of speech, language, twice), ``pairs`` (two
# words), ``acoli`` and ``tiad-csv`` (the eight columns of TIAD's translation sets). None of them
# has a header that says so, but for the last two and some graphs.
#
# Reference: Goel, Gracia and Forcada 2022, Bilingual dictionary generation and enrichment via graph
# exploration.

# Names of columns that mean something in tables of translations only.
NAMES = {
    **{name: name for name in ("direction", "sense", "reasons")},
    **dict.fromkeys(("source pos", "src pos", "source part of speech"), "source_pos"),
    **dict.fromkeys(("target pos", "tgt pos", "target part of speech"), "target_pos"),
}
WORD_LIKE_CODE = re.compile(r"\s*[a-z]{2,3}\s*")
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
        languages: of source and target, where the names of their columns tell them.
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
    languages: tuple[str, str] | None = None
    width: int | None = None
    separator: str = "\t"
    is_literal: bool = False
    header: int = 0

    @property
    def has_more(self) -> bool:
        """Whether a row says more than words, languages and parts of speech."""
        return any(
            each is not None for each in (self.score, self.direction, self.sense, self.reasons)
        )


FIELDS = frozenset({*SIDES, "source_language", "target_language", "score", *NAMES.values()})
"""What a column may hold, as `Layout` calls it."""
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
        told = header_of(*_rows(lines), languages=languages)
        return replace(layout, header=int(told is not None or first == "h"))
    return header_of(*_rows(lines), languages=languages) or _seen(first, lines)


def has_layout(path: Path) -> bool:
    """Tell a table that says languages or addresses in columns without a header, as none of units.

    Raises:
        InputError: the file cannot be read.
    """
    lines = first_lines(path)
    layout = layout_of(lines)
    if layout is None or layout.is_literal or layout.header:
        return layout is not None and layout.is_literal
    columns = (layout.source_language, layout.target_language)
    rows = [line.split("\t") for line in lines]
    return all(
        column is not None and all(CODE.fullmatch(row[column]) for row in rows if len(row) > column)
        for column in columns
    )


def _rows(lines: Sequence[str]) -> list[list[str]]:
    """Return the cells of the first two lines."""
    return [line.removeprefix("\ufeff").split("\t") for line in lines[:2]]


def header_of(
    cells: Sequence[str],
    second: Sequence[str] = (),
    *,
    languages: tuple[str, str] | None = None,
) -> Layout | None:
    """Return the layout that a row of names of columns tells, None if it is no such row.

    Args:
        cells: of the row.
        second: those of the row below.
        languages: the codes of which two columns may bear, and no others: two words of a
            dictionary may look like codes.
    """
    names = [clean_term(cell).lower() for cell in cells]
    codes = [] if languages is None else [language.lower() for language in languages]
    if names == codes and UNDETERMINED not in codes:
        return Layout(width=2, header=1)
    headings = [read_heading(cell, NAMES) for cell in cells]
    columns = find_columns(headings)
    places = {name.replace(" ", "_"): at for name, at in columns.items()}
    found = {name: at for name, at in places.items() if name in FIELDS}
    if not {*SIDES} & {*found}:
        # Names such as English and Spanish; two short words of a dictionary may look like codes.
        named = columns_of_languages(headings, cells, second)
        if len(named) == len(SIDES) and not any(
            map(WORD_LIKE_CODE.fullmatch, (cells[at] for at in named))
        ):
            found |= dict(zip(SIDES, named, strict=True))
    if not {*SIDES} <= {*found}:
        return None
    told = [headings[found[side]].language for side in SIDES]
    both = columns.get("part of speech")
    if both is not None:
        found.setdefault("source_pos", both)
        found.setdefault("target_pos", both)
    known = (told[0], told[1]) if told[0] and told[1] else None
    return replace(Layout(languages=known, header=1), **found)  # type: ignore[arg-type]  # columns are numbers


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
        are_codes = all(CODE.fullmatch(cell) or cell == UNDETERMINED for cell in cells)
        are_parts = any(cell.lower() in PARTS for cell in cells)
        # A dictionary has two languages and many parts of speech.
        return are_codes and not are_parts, -len(cells)

    return LAYOUTS["goel" if likeness(2, 5) > likeness(1, 4) else "graph"]


# Rows of a table as translations: one loop for every layout.

BETWEEN_CELLS = '" , "'  # of TIAD's translation sets, eight columns
LITERAL = re.compile(r'"(?P<text>.*)"(?:@[A-Za-z0-9-]+|\^\^\S+)?', re.DOTALL)
BLANKS = re.compile(r"[ \t]+")
WITH_BLANKS = re.compile(r"\n\s|[^\S\n]\n")  # a word that is none, or begins or ends with a blank
TAB, LINE_FEED = b"\t\n"


def translations_of(
    rows: Iterable[tuple[int | str, list[str]]], layout: Layout, reading: Reading
) -> Iterator[Translation]:
    """Give rows as translations.

    Args:
        rows: place and cells of each, without headers.
        layout: which column holds what.
        reading: of the table; says the languages where no column does, and takes bad rows.

    Raises:
        FormatError: a bad row: a word or a column is missing, or a score is no number in [0, 1].
    """
    source_language, target_language = languages = layout.languages or reading.languages
    of_source, of_target = layout.source, layout.target
    needed = max(of_source, of_target) + 1
    width = layout.width
    has_languages = layout.source_language is not None or layout.target_language is not None
    has_more = layout.has_more
    source_part, target_part = layout.source_pos, layout.target_pos
    for place, cells in rows:
        found = len(cells)
        if found != width and (width is not None or found < needed):
            wanted = f"{width} columns" if width else f"{needed} columns or more"
            reading.bad(
                f"has {found} column{'s' if found != 1 else ''}, not {wanted}",
                place,
                " | ".join(cells),
            )
            continue
        source, target = cells[of_source].strip(), cells[of_target].strip()
        if not source or not target:
            reading.bad("lacks a word", place, source or target)
            continue
        if has_languages:
            source_language = _cell(cells, layout.source_language) or languages[0]
            target_language = _cell(cells, layout.target_language) or languages[1]
        part = _cell(cells, source_part)
        if part:
            part = _part_name(part) or None
        other = part if target_part == source_part else _cell(cells, target_part)
        if not has_more:
            yield Translation(source, target, source_language, target_language, part, other)
            continue
        score = None
        if told := _cell(cells, layout.score):
            score = number_of(told)
            if score is None or not 0 <= score <= 1:
                reading.bad(
                    f"the confidence {told[:30]!r} is not a number from 0 to 1", place, source
                )
                continue
        direction = _cell(cells, layout.direction) or BOTH
        if direction not in DIRECTIONS:
            reading.bad(
                f"the direction {direction[:30]!r} is not one of {', '.join(DIRECTIONS)}",
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
            split_cell(_cell(cells, layout.reasons) or "", BETWEEN_REASONS),
        )


def _columns(data: bytes, layout: Layout, reading: Reading) -> TranslationColumns | None:
    """Return the columns of whole lines in UTF-8.

    None where a row lacks a cell or a word, has blanks around a word, or says more than words,
    languages and parts of speech: such rows are read one by one.
    """
    if layout.separator != "\t" or layout.is_literal or layout.has_more or not data:
        return None
    if not data.endswith(b"\n"):
        data += b"\n"
    text = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero((text == TAB) | (text == LINE_FEED))
    width = data.count(b"\t", 0, data.find(b"\n")) + 1
    if len(ends) % width or width < 2 or (layout.width or width) != width:
        return None
    rows = len(ends) // width
    closing = (text[ends] == LINE_FEED).reshape(rows, width)
    breaks = ends[width - 1 :: width]
    if closing[:, :-1].any() or np.diff(breaks, prepend=-1).max() > MAX_LINE:
        return None
    cells = Text(text, np.concatenate([[0], ends + 1]))

    def column(number: int) -> Text:
        found = take_words(cells, np.arange(number, len(ends), width, dtype=np.int32))
        found.bytes[found.starts[1:] - 1] = LINE_FEED
        return found

    def names(number: int | None) -> tuple[list[str], NDArray[np.int32]]:
        if number is None or number >= width:
            return [""], np.zeros(rows, np.int32)
        known = Words()
        places = known.numbers_of(column(number))
        return [each.strip() for each in known.words_from(0)], places

    def both(
        ours: tuple[list[str], NDArray[np.int32]], theirs: tuple[list[str], NDArray[np.int32]]
    ) -> tuple[list[str], NDArray[np.intp]]:
        return ours[0] + theirs[0], np.concatenate([ours[1], theirs[1] + len(ours[0])])

    words = np.concatenate([column(layout.source).bytes, column(layout.target).bytes])
    try:
        data.decode()
        joined = words.tobytes().decode()
    except UnicodeDecodeError:
        return None
    if b"\0" in data or WITH_BLANKS.search("\n" + joined):
        return None
    source, target = names(layout.source_language), names(layout.target_language)
    languages = layout.languages or reading.languages
    part, other = names(layout.source_pos), names(layout.target_pos)
    part = [_part_name(each) for each in part[0]], part[1]
    return TranslationColumns(
        words,
        *both(
            ([each or languages[0] for each in source[0]], source[1]),
            ([each or languages[1] for each in target[0]], target[1]),
        ),
        *both(part, part if layout.source_pos == layout.target_pos else other),
    )


def _part_name(cell: str) -> str:
    """Return the name of a part of speech; of an address what stands after its last ``#``."""
    return cell.rpartition("#")[2].rstrip(">") if "#" in cell else cell


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
