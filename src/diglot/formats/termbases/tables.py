"""CSV, TSV and plain lists of terms: a pair, a term or a concept a row.

The columns are found by their names, or by what they look like where there is no header. A table
that diglot wrote gives the same termbase back, whatever order its rows are in: those with the same
id belong together.

References: RFC 4180, Common Format and MIME Type for Comma-Separated Values (CSV) Files, 2005;
UTX 1.20 Specification, AAMT, 2018.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from diglot.errors import RIGHT_FILE, ConfigError, FormatError
from diglot.files.atomic import atomic_open
from diglot.files.lines import (
    LOOK_AHEAD,
    check_delimiter,
    delimiter_of,
    has_doubled_quotes,
    join_row,
    look_ahead,
    read_rows,
    restore_formula,
    stream_lines,
)
from diglot.formats.blocks import Skips
from diglot.formats.table_rows import SIDES
from diglot.formats.termbases.columns import (
    ABOUT_SOURCE,
    BASE,
    CONCEPT_FIELDS,
    LAYOUTS,
    SIDE,
    TERM_FIELDS,
    TermColumns,
    is_heading,
    join_headings,
    term_columns,
)
from diglot.formats.termbases.data_categories import About, Ids, by_language
from diglot.formats.termbases.rows import BETWEEN, SYNONYMS, RowReader, properties_cell
from diglot.formats.units.tables import join_cells, titles_above
from diglot.model import Concept, ConceptTerm, Skipped, Termbase
from diglot.text.languages import UNDETERMINED, is_of

UNTOLD = "does not state the languages of its pairs"
UTX_TERM = re.compile(r"term:[\w-]+")
UTX = re.compile(r"#UTX[^;]*;\s*([\w-]+)/([\w-]+)", re.IGNORECASE)
LANGUAGES_CURE = "name the two languages, source first: --languages en,fr"


def read_concepts(
    path: Path,
    *,
    encoding: str | None = None,
    delimiter: str | None = None,
    header: bool | None = None,
    languages: Sequence[str] | None = None,
    about: About | None = None,  # noqa: ARG001 - a table says nothing of the whole
    skips: Skips | None = None,
) -> Iterator[Concept]:
    """Give the concepts of a table of terms.

    Args:
        delimiter: between cells; by default the one that divides the first lines evenly.
        header: whether the first row is one; by default seen from its names.
        languages: of source and target, where the table does not say; one for a list of terms.
        skips: collects blank and duplicate rows, and what else is left out.

    Raises:
        InputError: the file cannot be read as a table, or does not tell its languages.
        ConfigError: an option has a value that it cannot have.
    """
    check_delimiter(delimiter)
    skips = skips if skips is not None else Skips()
    lines = stream_lines(path, encoding=encoding, keep_ends=True)
    ahead, everything = look_ahead(lines)
    if not any(line.strip() for line in ahead):
        raise FormatError("is empty", path=path, cure=RIGHT_FILE)
    if utx := UTX.match(ahead[0]):
        # The last comment names the columns.
        comments = [*itertools.takewhile(lambda line: line.startswith("#"), ahead)]
        sides = iter(SIDES)
        names = UTX_TERM.sub(lambda found: next(sides, found[0]), comments[-1].removeprefix("#"))
        everything = itertools.chain([names], itertools.islice(everything, len(comments), None))
        ahead = [names, *ahead[len(comments) :]]
        languages = languages or utx.groups()
    delimiter = delimiter or _delimiter(path, ahead)
    quoted = delimiter != "\t" or _is_own(ahead[0]) or has_doubled_quotes(ahead)
    rows = read_rows(everything, delimiter, path, quoted=quoted)
    cells = (
        [restore_formula(cell) for cell in row] if delimiter != "\t" else row for _, row in rows
    )
    tables = ((cells, None),)
    yield from concepts_of(tables, path, languages=languages, header=header, skips=skips)


def concepts_of(
    tables: Iterable[tuple[Iterator[list[str]], str | None]],
    path: Path,
    *,
    languages: Sequence[str] | None,
    header: bool | None,
    skips: Skips,
) -> Iterator[Concept]:
    """Give the concepts of tables of cells, each with its place in the file.

    Beside a table that names its languages, one without any header is no table of terms: a sheet
    of notes, or a list of changes.

    Raises:
        FormatError: a table does not tell the languages of its pairs.
        ConfigError: more than two languages.
    """
    ids = Ids(skips)
    reader: RowReader | None = None
    begun = []
    for rows, place in tables:
        first = list(itertools.islice(rows, LOOK_AHEAD))
        if header is None:
            first = join_headings(first[titles_above(first, is_heading, skips) :])
        ahead = [row for row in first if any(map(str.strip, row))]
        if ahead:
            columns = term_columns(ahead, languages=languages, header=header)
            begun.append((columns, ahead, first, rows, place))
        else:
            skips.add("table without rows", place or "")
    named = any(columns.is_header and _tells_languages(columns) for columns, *_ in begun)
    for columns, ahead, first, rows, place in begun:
        if named and not columns.is_header:
            told = next(cell for cell in ahead[0] if cell.strip())
            skips.add("sheet without languages", f"{place}, {told}")
            continue
        if columns.layout == "pairs" and not _tells_languages(columns):
            raise FormatError(
                UNTOLD,
                path=path,
                place=place,
                cure=LANGUAGES_CURE,
            )
        if reader is None or not columns.is_own or columns != reader.columns:
            # A long table of ours goes on in the next sheet; other sheets number anew.
            if reader is not None:
                yield from reader.concepts()
            reader = RowReader(columns, ids, skips)
        if columns.is_header:
            first.remove(ahead[0])
        for row in itertools.chain(first, rows):
            reader.add(row)
    if reader is not None:
        yield from reader.concepts()


def write(
    path: Path,
    termbase: Termbase,
    *,
    delimiter: str | None = None,
    layout: str | None = None,
    languages: Sequence[str] | None = None,
    mark: bool = False,
    neutralise: bool | None = None,
) -> tuple[Skipped, ...]:
    """Write a termbase as a table; return what it could not carry.

    Args:
        termbase: with rejected terms, which serve as a stop list.
        delimiter: between cells; a tab for TSV, a comma by default.
        layout: ``pairs``, ``terms`` or ``concepts`` a row; by default pairs for two languages,
            terms otherwise.
        languages: those of the source and the target of pairs; the columns of concepts.
        mark: begin with a byte-order mark, for spreadsheets that take a file for 8-bit text.
        neutralise: put an apostrophe before what a spreadsheet would take for a formula; by
            default not in TSV, which feeds programs.

    Raises:
        ConfigError: an option has a value that it cannot have.
    """
    delimiter = delimiter or ","
    safe = delimiter != "\t" if neutralise is None else neutralise
    if safe and delimiter == "\t":
        raise ConfigError("cells of a TSV file are not neutralised; write CSV or XLSX")
    skips = Skips()
    if termbase.title or termbase.signature:
        skips.add("title or signature", termbase.title)
    table = table_of(termbase, skips, layout=layout, languages=languages)
    with atomic_open(path, encoding="utf-8-sig" if mark else "utf-8") as file:
        file.write(delimiter.join(table.header) + "\n")
        for row in table.rows:
            cells = [row.get(name, "") for name in table.header]
            file.write(join_row(cells, delimiter, neutralise=safe))
    return skips.entries()


DELIMITERS = (",", ";", "\t", "|")


def _delimiter(path: Path, ahead: Sequence[str]) -> str:
    """Choose the delimiter; a list of one term a line has none."""
    if path.suffix.lower() in {".tsv", ".tab"}:
        return "\t"
    if not any(each in line for line in ahead for each in DELIMITERS):
        return "\t"
    for each in DELIMITERS:
        if _is_own(ahead[0], each):
            return each  # its cells may hold whole lines without any, or with others
    if path.suffix.lower() not in {".csv"} and any("\t" in line for line in ahead):
        return "\t"
    if path.suffix.lower() == ".txt":
        return "\t"  # a comma in a plain list belongs to its term
    chosen = delimiter_of(ahead)
    lines = [line for line in ahead if line.strip()]
    # What stands in few lines belongs to their terms.
    return chosen if 2 * sum(chosen in line for line in lines) > len(lines) else "\t"


def _is_own(line: str, delimiter: str = "\t") -> bool:
    """Tell from its header whether diglot wrote a table: then its cells are quoted."""
    cells = line.rstrip("\r\n").lstrip("\ufeff").split(delimiter)
    return term_columns([cells]).is_own


def _tells_languages(columns: TermColumns) -> bool:
    if columns.layout == "concepts" or columns.languages != (UNDETERMINED, UNDETERMINED):
        return True
    return {"source language", "target language"} <= set(columns.meanings)


# Concepts as rows: a pair, a term or a concept a row.

Row = dict[str, str]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows to be written.

    Attributes:
        layout: ``pairs``, ``terms`` or ``concepts`` a row.
        header: names of the columns.
        rows: cells by name of the column; an absent one is empty.
    """

    layout: str
    header: tuple[str, ...]
    rows: tuple[Row, ...]


def table_of(
    termbase: Termbase,
    skips: Skips,
    *,
    layout: str | None = None,
    languages: Sequence[str] | None = None,
) -> Table:
    """Return a termbase as a table.

    Args:
        termbase: the concepts.
        skips: collects what the layout cannot carry.
        layout: by default ``pairs`` for two languages, ``terms`` for one or several.
        languages: those of the source and the target of pairs; the columns of concepts.

    Raises:
        ConfigError: there is no such layout, or pairs of other than two languages.
    """
    if layout is not None and layout not in LAYOUTS:
        raise ConfigError(f"the layout is {layout!r}; it can be {', '.join(LAYOUTS)}")
    told = tuple(languages or termbase.languages)
    if layout is None:
        layout = "pairs" if len(told) == 2 else "terms"
    if layout == "pairs":
        if languages is not None and len(told) != 2:
            raise ConfigError("a table of pairs takes two languages: source and target")
        left, right = (*told, UNDETERMINED, UNDETERMINED)[:2]
        rows = [row for each in termbase.concepts for row in _pairs(each, left, right, skips)]
    elif layout == "terms":
        rows = [row for each in termbase.concepts for row in _terms(each, languages, skips)]
    else:
        told = tuple(tag for tag in termbase.languages if any(is_of(tag, each) for each in told))
        rows = [_concept(each, told, skips) for each in termbase.concepts]
    return Table(layout, _header(layout, rows, told), tuple(rows))


def _pairs(concept: Concept, left: str, right: str, skips: Skips) -> Iterator[Row]:
    """Give one row for each target term, and one for each further source term.

    What is said of a term stands in one row only, so that nobody has to change it twice, and what
    a reviewer writes into the plain columns is about the term that the row is there for.
    """
    sources = [term for term in concept.terms if is_of(term.language, left)]
    rest = [term for term in concept.terms if term not in sources]
    targets = [term for term in rest if is_of(term.language, right)]
    for term in rest:
        if term not in targets:
            skips.add("term in a third language", term.text)
    blank = ConceptTerm("", left), ConceptTerm("", right)
    first = sources[0] if sources else blank[0]
    whole = _whole(concept)
    for index, term in enumerate(targets or blank[1:] if sources or targets else ()):
        said = {SIDE + name: cell for name, cell in _fields(first).items()} if index == 0 else {}
        yield {**_pair(concept, first, term), **_fields(term), **said, **whole}
        whole = {}
    for term in sources[1:]:
        other = targets[0] if targets else blank[1]
        yield {**_pair(concept, term, other), "about": ABOUT_SOURCE, **_fields(term)}
    if not sources and not targets:
        skips.add("concept without either language", concept.id)


def _pair(concept: Concept, source: ConceptTerm, target: ConceptTerm) -> Row:
    """Return what every row of a pair has."""
    return {
        "id": concept.id,
        "source": source.text,
        "target": target.text,
        "source language": source.language,
        "target language": target.language,
    }


def _terms(concept: Concept, languages: Sequence[str] | None, skips: Skips) -> Iterator[Row]:
    """Give one row a term."""
    whole = _whole(concept)
    for term in concept.terms:
        if languages is not None and not any(is_of(term.language, each) for each in languages):
            skips.add("term in another language", term.text)
            continue
        yield {
            "id": concept.id,
            "language": term.language,
            "term": term.text,
            **_fields(term),
            **whole,
        }
        whole = {}
    if not concept.terms:
        skips.add("concept without terms", concept.id)


def _concept(concept: Concept, languages: Sequence[str], skips: Skips) -> Row:
    """Return one row with a cell a language."""
    row = {"id": concept.id, **_whole(concept)}
    for language, terms in by_language(concept.terms).items():
        if language not in languages:
            skips.add("term in another language", terms[0].text, len(terms))
            continue
        row[language] = join_cells([term.text for term in terms], SYNONYMS)
        for term in terms:
            for name in _fields(term):
                skips.add(f"{name} of a term", term.text)
    return row


def _fields(term: ConceptTerm) -> Row:
    """Return what is said of a term, without what nobody said."""
    contexts = term.contexts
    found = {
        "status": term.status or "",
        "score": "" if term.score is None else repr(float(term.score)),
        "frequency": "" if term.frequency is None else str(term.frequency),
        "part of speech": term.part_of_speech or "",
        "type": term.kind or "",
        "context": join_cells([each.text for each in contexts], BETWEEN),
        "context translation": _beside([each.translation for each in contexts]),
        "context source": _beside([each.source for each in contexts]),
        "provenance": term.source or "",
        "note": term.note or "",
        "properties": properties_cell(term.properties),
    }
    return {name: cell for name, cell in found.items() if cell}


def _beside(parts: Sequence[str | None]) -> str:
    """Join what belongs to some of the contexts, an empty line where there is none."""
    return join_cells([part or "" for part in parts], BETWEEN) if any(parts) else ""


def _whole(concept: Concept) -> Row:
    """Return what is said of a whole concept."""
    definitions: dict[str, list[str]] = {}
    for language, text in concept.definitions:
        name = f"definition ({language})" if language else "definition"
        definitions.setdefault(name, []).append(text)
    found = {
        "subject": concept.subject or "",
        **{name: join_cells(texts, BETWEEN) for name, texts in definitions.items()},
        "concept score": "" if concept.score is None else repr(float(concept.score)),
        "concept provenance": concept.source or "",
        "concept note": concept.note or "",
        "concept properties": properties_cell(concept.properties),
    }
    return {name: cell for name, cell in found.items() if cell}


def _header(layout: str, rows: Iterable[Row], languages: Sequence[str]) -> tuple[str, ...]:
    """Return the columns that are needed, in their order."""
    used = dict.fromkeys(name for row in rows for name in row)
    definitions = [name for name in used if name.startswith("definition")]
    used |= dict.fromkeys(BASE[layout])
    whole = [
        each
        for name in CONCEPT_FIELDS
        for each in (definitions if name == "definition" else (name,))
    ]
    of_source = [SIDE + name for name in TERM_FIELDS]
    order: dict[str, Sequence[str]] = {
        "pairs": (
            *("id", "source", "target", "about"),
            *TERM_FIELDS,
            *of_source,
            *whole,
            *("source language", "target language"),
        ),
        "terms": ("id", "language", "term", *TERM_FIELDS, *whole),
        "concepts": ("id", *languages, *whole),
    }
    if "part of speech" in used:
        # Without it the part of speech would be taken for that of both sides.
        used[SIDE + "part of speech"] = None
    if layout == "concepts":
        used |= dict.fromkeys(languages)
    return tuple(name for name in order[layout] if name in used)
