"""Tables of translation units: which column holds what, and rows as units."""

from __future__ import annotations

import itertools
import math
import re
import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from diglot.errors import RIGHT_FILE, ConfigError, FormatError
from diglot.files import lines
from diglot.files.atomic import atomic_open
from diglot.formats.blocks import Skips
from diglot.formats.table_rows import (
    SIDES,
    Heading,
    columns_of_languages,
    find_columns,
    is_over_numbers,
    read_heading,
)
from diglot.formats.units import (
    parse_integer_pair,
    parse_integers,
    parse_probability,
    segment_count,
    type_of,
)
from diglot.model import Skipped, Unit, Variant
from diglot.text import detection
from diglot.text.languages import UNDETERMINED

# TSV and CSV: tables with a unit a row.
#
# Quoting is a matter of convention, so the rules are explicit: CSV follows RFC 4180; a TSV file
# that diglot or a spreadsheet wrote follows the same rules; in any other TSV file quotes are just
# characters, as tools for parallel corpora have it, unless ``quoting="csv"`` is asked for.
#
# Reference: RFC 4180, Common Format and MIME Type for Comma-Separated Values (CSV) Files, 2005.


QUOTING = ("csv", "none")


def read_units(
    path: Path,
    *,
    encoding: str | None = None,
    delimiter: str | None = None,
    header: bool | None = None,
    quoting: str | None = None,
    columns: Sequence[str | int] | None = None,
    languages: Sequence[str] | None = None,
    skips: Skips | None = None,
) -> Iterator[Unit]:
    """Give the rows of a table as units.

    With a header, columns go by their names: ``source``, ``target``, ``score``, ``note``… or one
    column per language, named by its code; other columns become properties. Without one, the first
    two columns are source and target, or the next two where those are addresses (Bitextor,
    ParaCrawl).

    Args:
        delimiter: between cells; by default the one that divides the first lines evenly.
        header: whether the first row is one; by default seen from its names.
        quoting: ``csv`` or ``none``; see the module.
        columns: names, or numbers from 1, of the source and the target column.
        languages: of source and target.

    Raises:
        InputError: the file cannot be read as a table.
        ConfigError: an option has a value that it cannot have.
    """
    _check(delimiter, quoting)
    skips = skips if skips is not None else Skips()
    stream = lines.stream_lines(path, encoding=encoding, keep_ends=True)
    ahead, everything = lines.look_ahead(stream)
    if not ahead:
        raise FormatError("is empty", path=path, cure=RIGHT_FILE)
    delimiter = delimiter or lines.delimiter_of(ahead)
    own = is_own(cell.strip('"') for cell in ahead[0].rstrip("\r\n").split(delimiter))
    quoted = own or delimiter != "\t" or lines.has_doubled_quotes(ahead)
    quoted = quoting == "csv" if quoting else quoted
    rows = lines.read_rows(everything, delimiter, path, quoted=quoted)
    known = list(itertools.islice(rows, lines.LOOK_AHEAD))
    first, *more = (cells for _, cells in known)
    found = columns_of(first, languages=languages, header=header, columns=columns, ahead=more)
    rows = itertools.chain(known[found.is_header :], rows)
    restore = found.is_own and delimiter != "\t"
    for number, cells in rows:
        if not any(cells) and len(cells) < 2:
            skips.add("blank line")
            continue
        if restore:
            cells = [lines.restore_formula(cell) for cell in cells]
        yield found.unit(cells, path, number, skips)


def write_units(
    path: Path,
    units: Iterable[Unit],
    *,
    delimiter: str | None = None,
    neutralise: bool | None = None,
) -> tuple[Skipped, ...]:
    """Write the first two languages of the units as a table; return what it could not carry.

    Args:
        delimiter: between cells; a tab for TSV, a comma by default.
        neutralise: put an apostrophe before what a spreadsheet would take for a formula. By
            default not in TSV, which feeds programs: a dialogue is full of leading dashes.

    Raises:
        ConfigError: an option has a value that it cannot have.
    """
    _check(delimiter, None)
    delimiter = delimiter or ","
    safe = delimiter != "\t" if neutralise is None else neutralise
    if safe and delimiter == "\t":
        raise ConfigError("cells of a TSV file are not neutralised; write CSV or XLSX")
    skips = Skips()
    # Spreadsheets take a CSV file for an 8-bit encoding unless it begins with a mark.
    with atomic_open(path, encoding="utf-8" if delimiter == "\t" else "utf-8-sig") as file:
        file.write(delimiter.join(HEADER) + "\n")
        for unit in units:
            if not check_fit(unit, skips):
                continue
            file.write(lines.join_row(row_of(unit), delimiter, neutralise=safe))
    return skips.entries()


def _check(delimiter: str | None, quoting: str | None) -> None:
    lines.check_delimiter(delimiter)
    if quoting is not None and quoting not in QUOTING:
        raise ConfigError(f"quoting is {quoting!r}; it can be {' or '.join(QUOTING)}")


# Columns of tables: which one holds what, and rows as units.

# What diglot writes, in order.
HEADER = (
    "source", "target", "score", "type", "reasons", "document", "id", "note", "kind", "paragraphs",
    "segments", "method",
)  # fmt: skip
# Names of columns that mean something in tables of units only.
NAMES = {
    **{name: name for name in HEADER},
    **dict.fromkeys(("bicleaner ai score", "bicleaner score"), "score"),
    "look": "reasons",
    **dict.fromkeys(("file", "doc", "src url"), "document"),
    "ids": "id",
}
TRAILING = re.compile(r"\\+\Z")
BETWEEN_REASONS = "; "
BETWEEN_NOTES = "\n"
_ADDRESS = re.compile(r"\s*https?://\S+\s*\Z")
_CODE = re.compile(r"\S*\d\S*")
SURE = 0.9
"""Least probability of the languages of two columns that are a text and its translation."""
LONGEST_NAME = 30  # characters of the name of a column
LEAST_ROWS = 2  # with a text in both columns, where no header says what these are
TELLING_ROWS, LEAST_CORRELATION = 8, 0.5
"""Such rows from which on the lengths of both texts tell, and how these go together at least."""
MOST_TITLES = 20  # rows above the names of columns
SENTENCE = re.compile(r"[.!?;:,]\s*\Z|(?:\S+\s+){3}")


@dataclass(frozen=True, slots=True)
class Columns:
    """Meaning of each column: one of `HEADER`, ``lang:xx``, ``+name`` for a property, or empty."""

    meanings: tuple[str, ...]
    languages: tuple[str, str]
    is_header: bool
    is_own: bool

    def unit(self, cells: Sequence[str], path: Path, place: str | int, skips: Skips) -> Unit:
        """Return a row as a unit.

        Raises:
            FormatError: a text column is missing in the row.
        """
        texts: list[tuple[str, str]] = []
        fields: dict[str, str] = {}
        properties: list[tuple[str, str]] = []
        for meaning, cell in zip(self.meanings, cells, strict=False):
            if meaning == "source":
                texts.insert(0, (self.languages[0], cell))
            elif meaning == "target":
                texts.append((self.languages[1], cell))
            elif meaning.startswith("lang:"):
                texts.append((meaning[5:], cell))
            elif cell and meaning.startswith("+"):
                properties.append((meaning[1:], cell))
            elif cell and meaning:
                fields[meaning] = cell
            elif cell:
                skips.add("column without a meaning", cell)
        if len(texts) < 2:
            raise FormatError(
                f"the row has {len(cells)} cells and lacks a text",
                path=path,
                place=place,
                cure="add the missing cell, or name the right delimiter",
            )
        for cell in cells[len(self.meanings) :]:
            if cell:
                skips.add("cell beyond the last column", cell)
        line = place if isinstance(place, int) else None
        return _unit(texts, fields, properties, is_own=self.is_own, line=line)


def columns_of(
    first: Sequence[str],
    *,
    languages: Sequence[str] | None = None,
    header: bool | None = None,
    columns: Sequence[str | int] | None = None,
    ahead: Sequence[Sequence[str]] = (),
) -> Columns:
    """Find out what the columns mean from the first row.

    Args:
        first: cells of the first row.
        languages: of source and target, which a table seldom says.
        header: whether the first row is one; None to see for ourselves.
        columns: names, or numbers from 1, of the source and the target column.
        ahead: rows after the first, which tell texts from numbers where there is no header.

    Raises:
        ConfigError: there are no such columns, or not two languages.
    """
    if languages is not None and len(languages) != 2:
        raise ConfigError("languages takes two: that of the source and that of the target")
    names = [cell.strip().lower() for cell in first]
    headings = _headings(first)
    found = find_columns(headings)
    by_name = set(SIDES) <= set(found)
    in_languages = _language_columns(first, headings, ahead) if columns is None else []
    known = bool(by_name or in_languages)
    is_header = known or is_over_numbers(first, ahead) if header is None else header
    pair = (languages[0], languages[1]) if languages else _languages_of(headings, found)
    if not is_header:
        texts = _text_columns([first, *ahead])
        sides = dict(zip(texts, ("source", "target"), strict=True))
        meanings = [sides.get(number, "") for number in range(len(first))]
        if len(first) > 3 and all(map(_ADDRESS.match, first[:2])):
            # Bitextor and ParaCrawl: both addresses, both texts, then scores, the best one last.
            meanings = ["document", "+target address", "source", "target"]
            meanings += [f"+column {number}" for number in range(5, len(first) + 1)]
            if len(first) > 4 and parse_probability(first[-1]) is not None:
                meanings[-1] = "score"
        if columns is not None:
            meanings = _chosen([""] * len(first), names, columns, named=False)
        return Columns(tuple(meanings), pair, is_header=False, is_own=False)
    of_place = {place: meaning for meaning, place in found.items() if meaning in HEADER}
    meanings = [
        of_place.get(place, f"+{cell.strip()}" if cell.strip() else "")
        for place, cell in enumerate(first)
    ]
    if in_languages and not by_name:
        for place in in_languages:
            meanings[place] = f"lang:{headings[place].language}"
    elif not known and columns is None:
        for side, place in zip(SIDES, _text_columns(ahead), strict=True):
            meanings[place] = side
    if columns is not None:
        meanings = _chosen(meanings, names, columns, named=True)
    own = is_own(first)
    return Columns(tuple(meanings), pair, is_header=True, is_own=own)


def _headings(first: Sequence[str]) -> list[Heading]:
    found = [read_heading(cell, NAMES) for cell in first]
    languages = sum(bool(each.language and not each.meaning) for each in found)
    for place, cell in enumerate(first):  # a column of ids comes first, Indonesian seldom does
        if cell.strip() == "id" and languages and (place or languages < len(SIDES)):
            found[place] = Heading("", "id")
    return found


def _languages_of(headings: Sequence[Heading], found: dict[str, int]) -> tuple[str, str]:
    """Return the languages that the names of both sides tell, as in ``Source (en)``."""
    told = [headings[found[side]].language if side in found else None for side in SIDES]
    return told[0] or UNDETERMINED, told[1] or UNDETERMINED


def _text_columns(rows: Sequence[Sequence[str]]) -> tuple[int, int]:
    """Return the first two columns that hold texts; just the first two if there are none."""
    columns = itertools.zip_longest(*rows, fillvalue="")
    found = [number for number, cells in enumerate(columns) if _are_texts(cells)]
    return (found[0], found[1]) if len(found) > 1 else (0, 1)


def _are_texts(cells: Sequence[str]) -> bool:
    """Tell whether most cells have letters, and not all are codes such as ``seg12``."""
    filled = [cell for cell in map(str.strip, cells) if cell]
    worded = sum(any(map(str.isalpha, cell)) for cell in filled)
    return 2 * worded > len(filled) and not all(map(_CODE.fullmatch, filled))


def is_bilingual(path: Path) -> bool:
    """Tell whether the lines of a plain text are a text and its translation between tabs."""
    ahead, _ = lines.look_ahead(lines.stream_lines(path))
    rows = [line.rstrip("\r\n").split("\t") for line in ahead if line.strip()]
    return len(set(map(len, rows))) == 1 and in_two_languages(rows)


def in_two_languages(rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether a table holds a language beside another, by its header or by its texts."""
    start = titles_above(rows, lambda row: columns_of(row).is_header, Skips())
    first, *ahead = rows[start:]
    if not ahead or len(first) < 2:
        return False
    if columns_of(first).is_header:
        return True
    columns = _text_columns([first, *ahead])
    both = [[row[column] for column in columns] for row in rows if max(columns) < len(row)]
    pairs = [pair for pair in both if all(map(str.strip, pair))]
    if len(pairs) < LEAST_ROWS or not _lengths_agree(pairs):
        return False  # what stands in two columns does not stand side by side
    (one, sure), (other, surer) = map(detection.detect, map("\n".join, zip(*both, strict=True)))
    return min(sure, surer) >= SURE and not detection.is_close(one, other)


def _lengths_agree(pairs: Sequence[Sequence[str]]) -> bool:
    """Tell whether the longer text stands beside the longer one, as far as many rows tell.

    Keys are not longer where what they do takes more words.
    """
    if len(pairs) < TELLING_ROWS:
        return True
    lengths = [[math.log(len(text)) for text in side] for side in zip(*pairs, strict=True)]
    try:
        return statistics.correlation(*lengths) >= LEAST_CORRELATION
    except statistics.StatisticsError:  # all of one length
        return False


def titles_above(
    ahead: Sequence[Sequence[str]], is_header: Callable[[Sequence[str]], bool], skips: Skips
) -> int:
    """Count the rows above one that names the columns of a table, if none of them is longer."""
    filled = [[cell for cell in map(str.strip, row) if cell] for row in ahead[:MOST_TITLES]]
    longest = len(SIDES)
    for number, cells in enumerate(filled):
        if len(cells) >= longest and is_header(ahead[number]):
            for title in filter(None, filled[:number]):
                skips.add("title above the table", " ".join(dict.fromkeys(title)))
            return number
        longest = max(longest, len(cells))
    return 0


def _language_columns(
    first: Sequence[str], headings: Sequence[Heading], ahead: Sequence[Sequence[str]]
) -> list[int]:
    """Return the columns that two languages or more name, if what stands beside is as short."""
    found = columns_of_languages(headings, first, *ahead[:1])
    beside = (
        cell.strip() for cell, heading in zip(first, headings, strict=True) if heading == Heading()
    )
    return found if all(map(_is_name, beside)) else []


def _is_name(cell: str) -> bool:
    return len(cell) <= LONGEST_NAME and not SENTENCE.search(cell)


def is_own(cells: Iterable[str], header: Sequence[str] = HEADER) -> bool:
    """Tell whether a header is ours, whatever columns a reviewer has added or moved."""
    return set(header) <= {cell.strip().lower() for cell in cells}


def row_of(unit: Unit) -> list[str]:
    """Return a unit as cells in the order of `HEADER`; a unit has at least one variant."""
    texts = [variant.text for variant in unit.variants[:2]]
    segments = ""
    if any(variant.segments for variant in unit.variants[:2]):
        segments = " / ".join(" ".join(map(str, each.segments)) for each in unit.variants[:2])
    return [
        *texts,
        *[""] * (2 - len(texts)),
        "" if unit.score is None else repr(float(unit.score)),
        type_of(unit) if len(unit.variants) > 1 else f"{segment_count(unit.variants[0])}-0",
        join_cells(unit.reasons, BETWEEN_REASONS),
        unit.document or "",
        unit.id or "",
        join_cells(unit.notes, BETWEEN_NOTES),
        unit.kind or "",
        "" if unit.paragraphs is None else "{} {}".format(*unit.paragraphs),
        segments,
        unit.method or "",
    ]


def check_fit(unit: Unit, skips: Skips) -> bool:
    """Note what a table cannot carry; tell whether there is anything to write."""
    if not unit.variants:
        skips.add("unit without text", unit.id or "")
        return False
    for variant in unit.variants[2:]:
        skips.add("further text of a unit", variant.text)
    for variant in unit.variants[:2]:
        if variant.markup:
            data = "".join(mark.data for mark in variant.markup)
            skips.add("inline code", data, len(variant.markup))
        skips.add("property of one language", count=len(variant.properties))
    if unit.properties:
        skips.add("property", unit.properties[0][0], len(unit.properties))
    return True


def join_cells(parts: Sequence[str], separator: str) -> str:
    r"""Join short texts such that `parted` can take them apart.

    A separator inside a text gets a backslash; only backslashes right before a separator double.
    """
    if any(separator in part or part.endswith("\\") for part in parts):
        inside = re.compile(rf"(\\*){re.escape(separator)}")
        marked = (inside.sub(rf"\1\1\\{separator}", part) for part in parts)
        parts = [TRAILING.sub(r"\g<0>\g<0>", part) for part in marked]
    return separator.join(parts)


def split_cell(cell: str, separator: str) -> tuple[str, ...]:
    """Take apart what `joined` has joined; an empty cell holds nothing."""
    if not cell:
        return ()
    parts = [""]
    position = 0
    for match in re.finditer(rf"(\\*){re.escape(separator)}", cell):
        slashes = len(match[1])
        parts[-1] += cell[position : match.start()] + "\\" * (slashes // 2)
        if slashes % 2:
            parts[-1] += separator
        else:
            parts.append("")
        position = match.end()
    rest = cell[position:]
    slashes = len(rest) - len(rest.rstrip("\\"))
    parts[-1] += rest[: len(rest) - slashes // 2]
    return tuple(parts)


def _unit(
    texts: list[tuple[str, str]],
    fields: dict[str, str],
    properties: list[tuple[str, str]],
    *,
    is_own: bool,
    line: int | None,
) -> Unit:
    if not fields:
        variants = tuple([Variant(language, text) for language, text in texts])
        return Unit(variants, properties=tuple(properties), line=line)
    score = parse_probability(fields.get("score", ""))
    if score is None and "score" in fields:
        properties.append(("score", fields["score"]))
    several = split_cell if is_own else _one
    both = fields.get("segments", "").partition("/")
    lengths = [parse_integers(both[0]), parse_integers(both[2]), *[()] * (len(texts) - 2)]
    return Unit(
        tuple(
            Variant(language, text, (), told)
            for (language, text), told in zip(texts, lengths, strict=True)
        ),
        fields.get("id"),
        score,
        fields.get("kind"),
        several(fields.get("reasons", ""), BETWEEN_REASONS),
        fields.get("method"),
        fields.get("document"),
        parse_integer_pair(fields.get("paragraphs", "")),
        tuple(properties),
        several(fields.get("note", ""), BETWEEN_NOTES),
        line,
    )


def _one(cell: str, _: str) -> tuple[str, ...]:
    """Take a cell of another tool for what it is."""
    return (cell,) if cell else ()


def _chosen(
    meanings: list[str], names: list[str], columns: Sequence[str | int], *, named: bool
) -> list[str]:
    """Let the two columns that the user names be source and target."""
    if len(columns) != 2:
        raise ConfigError("columns takes two: that of the source and that of the target")
    meanings = ["" if meaning in {"source", "target"} else meaning for meaning in meanings]
    for side, column in zip(("source", "target"), columns, strict=True):
        word = str(column).strip().lower()
        if named and word in names:
            index = names.index(word)
        elif word.isdecimal() and 0 < int(word) <= len(names):
            index = int(word) - 1
        else:
            known = ", ".join(names) if named else f"1 to {len(names)}"
            raise ConfigError(f"no column {column!r}; available: {known}")
        meanings[index] = side
    return meanings
