"""Columns of tables of terms: which one holds what, whoever made the table."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from diglot.errors import ConfigError
from diglot.formats.table_rows import (
    NUMBER,
    SIDES,
    Heading,
    columns_of_languages,
    find_columns,
    is_over_numbers,
    normalise_heading,
    read_heading,
)
from diglot.model.termbase import DO_NOT_TRANSLATE, FORBIDDEN, PREFERRED
from diglot.text.languages import UNDETERMINED, language_by_heading

LAYOUTS = ("pairs", "terms", "concepts")
# What is said of one term, in the order of the columns; the names of ConceptTerm's fields beside.
TERM_FIELDS = (
    "status", "score", "frequency", "part of speech", "type", "context", "context translation",
    "context source", "provenance", "note", "properties",
)  # fmt: skip
CONCEPT_FIELDS = (
    "subject", "definition", "concept score", "concept provenance", "concept note",
    "concept properties",
)  # fmt: skip
# What a column says of terms with yes or no, to the answer and to the status that it gives.
FLAGS = {
    "forbidden": (True, FORBIDDEN),
    "do-not-translate": (True, DO_NOT_TRANSLATE),
    "translatable": (False, DO_NOT_TRANSLATE),
    "preferred": (True, PREFERRED),
}
# The columns that diglot always writes.
BASE = {
    "pairs": {
        *("id", "source", "target", "status", "score", "frequency", "note"),
        *("source language", "target language"),
    },
    "terms": {"id", "language", "term", "status", "score", "frequency", "note"},
    "concepts": {"id", "subject", "concept note"},
}
# In the column "about": the plain columns of this row speak of the source term.
ABOUT_SOURCE = "source"
SIDE = "source "  # before the name of a field: it is said of the source term
# Names of columns that mean something else in other tables.
NAMES = {
    **{name: name for name in ("about", *TERM_FIELDS, *CONCEPT_FIELDS)},
    **{SIDE + name: SIDE + name for name in (*TERM_FIELDS, "language")},
    "kind": "type",
    "src:pos": "source part of speech",
    "tgt:pos": "part of speech",
    # memoQ
    "term info": "status",
    "term example": "context",
    "entry subject": "subject",
    "entry note": "concept note",
    **dict.fromkeys(("origin", "method", "reference"), "provenance"),
}
OTHER_TERMS = "synonyms"
# What the columns of a glossary of strings are called, as `normalise_heading` gives it.
STRINGS = {"source string", "target string"}
DEFINITION = re.compile(r"definition \(([^)]+)\)")  # as diglot writes it
COUNT = re.compile(r"[1-9]\d*")
LIKE_AN_ID = re.compile(r"(?:[A-Za-z]{0,4}[_:~-]?)?\d[\w~.-]*|[A-Za-z]{1,4}_\w+")


@dataclass(frozen=True, slots=True)
class TermColumns:
    """How a table of terms is laid out.

    Attributes:
        layout: ``pairs``, ``terms`` or ``concepts`` a row.
        meanings: of each column: a name of this module, ``lang:xx``, ``definition:xx``,
            ``of:xx:field`` (``of:xx:2:field`` of the second term in a language), ``+name`` for a
            property, or empty.
        languages: of the source and the target column, or of the terms, where the rows say none.
        is_header: whether the first row names the columns.
        is_own: whether diglot wrote the table.
        is_glossary: whether the rows are strings and what they become, so that several rows, or
            several texts in a cell, are alternatives for one source string.
    """

    layout: str
    meanings: tuple[str, ...]
    languages: tuple[str, str]
    is_header: bool
    is_own: bool
    is_glossary: bool = False


def term_columns(
    ahead: Sequence[Sequence[str]],
    *,
    languages: Sequence[str] | None = None,
    header: bool | None = None,
) -> TermColumns:
    """Find out from its first rows what a table of terms holds.

    Args:
        ahead: cells of the first rows, at least one.
        languages: of source and target, where the table does not say; one for a list of terms.
        header: whether the first row is one; None to see for ourselves.

    Raises:
        ConfigError: more than two languages.
    """
    if languages is not None and not 1 <= len(languages) <= 2:
        raise ConfigError("languages takes one or two: that of the source and that of the target")
    told = (*(languages or ()), UNDETERMINED, UNDETERMINED)
    pair = (told[0], told[1])
    first = ahead[0]
    headings = _headings(*ahead[:2])
    meanings = _meanings(first, headings, pair[0])
    layout = _layout(meanings)
    if layout == "concepts" and not _names_languages(ahead, headings):
        layout = None
    if layout is None and header is None and is_over_numbers(first, ahead[1:]):
        header = True
    if header is False or (layout is None and header is None):
        layout, meanings = _guessed(ahead)
        pair = _of_list(layout, pair, languages)
        return TermColumns(layout, tuple(meanings), pair, is_header=False, is_own=False)
    if layout is None:
        # A header in words that nobody knows: take the columns by their places.
        layout, placed = _guessed(ahead[1:] or ahead)
        used = {meaning for meaning in placed if meaning}
        meanings = [
            place or (meaning if meaning not in used else f"+{name.strip()}")
            for place, meaning, name in zip(placed, meanings, first, strict=False)
        ]
    meanings = ["" if meaning == "+" else meaning for meaning in meanings]
    own = BASE[layout] <= {name.strip().strip('"').lower() for name in first}
    pair = _of_list(layout, pair, languages)
    if layout == "pairs":
        pair = _languages_of(headings, meanings, pair)
    glossary = layout == "pairs" and {normalise_heading(name) for name in first} >= STRINGS
    return TermColumns(
        layout, tuple(meanings), pair, is_header=True, is_own=own, is_glossary=glossary
    )


def join_headings(rows: list[list[str]]) -> list[list[str]]:
    """Join the names of languages, each over several columns, with what stands below them."""
    if len(rows) < 2:
        return rows
    above: list[str] = []
    for cell, _ in itertools.zip_longest(rows[0], rows[1], fillvalue=""):
        above.append(cell.strip() or (above[-1] if above else ""))
    languages = [read_heading(cell) for cell in above]
    below = [read_heading(cell, NAMES) for cell in rows[1] if cell.strip()]
    is_joined = (
        len(set(above)) < len(above)
        and all(each.language and not each.meaning for each in languages)
        and all(each.meaning and not each.language for each in below)
    )
    if not (below and is_joined):
        return rows
    cells = itertools.zip_longest(above, rows[1], fillvalue="")
    return [[" ".join(filter(None, each)) for each in cells], *rows[2:]]


def is_heading(row: Sequence[str]) -> bool:
    """Tell whether a row names the columns of a table of terms."""
    return _layout(_meanings(row, _headings(row))) is not None


def _headings(first: Sequence[str], second: Sequence[str] = ()) -> list[Heading]:
    """Return what the names of columns say; several targets are terms in as many languages.

    The column *id* behind one of a language, or beside a single one, is Indonesian unless an
    identifier stands in it.
    """
    found = [read_heading(name, NAMES) for name in first]
    place = list(first).index("id") if "id" in first else None
    if place is not None and not any(map(LIKE_AN_ID.fullmatch, second[place : place + 1])):
        beside = found[place - 1] if place else found[-1] if len(found) == len(SIDES) else Heading()
        if beside.language and not beside.meaning:
            found[place] = Heading("", "id")
    targets = {each.language for each in found if each.meaning == "target"}
    if len(targets) > 1:
        found = [
            Heading("term", each.language) if each.meaning == "target" else each for each in found
        ]
    return found


def _names_languages(ahead: Sequence[Sequence[str]], headings: Sequence[Heading]) -> bool:
    """Tell a header of languages from a row that says which languages its terms are in."""
    named = [index for index, each in enumerate(headings) if each.language and not each.meaning]
    if len(ahead) < 2:
        return all(each.meaning or each.language for each in headings)
    return all(ahead[1][index : index + 1] != ahead[0][index : index + 1] for index in named)


def _languages_of(
    headings: Sequence[Heading], meanings: Sequence[str], told: tuple[str, str]
) -> tuple[str, str]:
    """Return the languages that the names of both sides say, as ``Source (en)``, or those told."""
    source, target = (headings[meanings.index(side)].language for side in SIDES)
    return source or told[0], target or told[1]


def _of_list(
    layout: str, pair: tuple[str, str], languages: Sequence[str] | None
) -> tuple[str, str]:
    """Return the languages; a list of terms may be in either of two."""
    return (UNDETERMINED, UNDETERMINED) if layout == "terms" and len(languages or ()) > 1 else pair


def _meanings(
    first: Sequence[str], headings: Sequence[Heading], source: str = UNDETERMINED
) -> list[str]:
    """Return the meaning of each column by its name; every field once, or once a term.

    A term without a language, beside columns of languages, is in that of the source.
    """
    columns = find_columns(headings)
    in_languages = {
        each.language for each in headings if each.language and each.meaning in {"", "term"}
    }
    # Beside columns of languages, a source is where a term was found.
    has_sides = {*SIDES} <= {*columns} or not columns_of_languages(headings)
    counts = Counter(heading.meaning for heading in headings)
    terms: Counter[str] = Counter()
    before = ""
    found: list[str] = []
    for place, (name, heading) in enumerate(zip(first, headings, strict=True)):
        meaning, language = heading.meaning, heading.language
        if columns.get("source") == place:
            meaning = "source"
        if meaning in SIDES and not has_sides:
            meaning = "provenance"
        if meaning == "term" and not language and in_languages - {source}:
            language = source
        if told := DEFINITION.fullmatch(name.strip()):
            meaning = f"definition:{told[1]}"
        elif language and meaning in {"", "term"}:
            meaning, before = f"lang:{language}", language
            terms[language] += 1
        elif meaning == OTHER_TERMS and (language or before):
            meaning = f"{OTHER_TERMS}:{language or before}"
        elif language and meaning == "definition":
            meaning = f"definition:{language}"
        elif meaning in TERM_FIELDS and (language or (before and counts[meaning] > 1)):
            # What comes behind the term of every language is said of that term.
            meaning = field_of(language or before, max(terms[language or before], 1), meaning)
        if meaning in {"", OTHER_TERMS} or (meaning in found and not meaning.startswith("lang:")):
            meaning = f"+{name.strip()}"
        found.append(meaning)
    return found


def field_of(language: str, number: int, name: str) -> str:
    """Return the meaning of a column about the first, second, ... term of a language."""
    return f"of:{language}:{name}" if number == 1 else f"of:{language}:{number}:{name}"


def _layout(meanings: Sequence[str]) -> str | None:
    """Return the layout that a header tells; None if the row is no header."""
    known = set(meanings)
    if {"source", "target"} <= known:
        return "pairs"
    if "term" in known and len(known) > 1:
        return "terms"
    languages = [meaning for meaning in meanings if meaning.startswith("lang:")]
    if len(languages) > 1 or (languages and len(known) > 1 and "id" in known):
        return "concepts"
    if list(meanings) in (["term"], ["source"]):
        return "terms"
    return None


def _guessed(ahead: Sequence[Sequence[str]]) -> tuple[str, list[str]]:
    """Return layout and meanings by what the cells look like, where no header tells."""
    rows = [row for row in ahead if any(cell.strip() for cell in row)] or [[""]]
    width = Counter(len(row) for row in rows).most_common(1)[0][0]
    if width == 1:
        return "terms", ["term"]
    rows = [row for row in rows if len(row) == width]
    columns = [[row[index].strip() for row in rows] for index in range(width)]
    meanings = [""] * width
    texts = list(range(width))
    heads = columns[0]
    if width > 2 and len(set(heads)) == len(heads) and all(map(LIKE_AN_ID.fullmatch, heads)):
        meanings[0] = "id"
        texts.remove(0)
    codes = [index for index in texts if _is_code(columns[index])]
    if len(codes) == len(SIDES):  # as in the glossaries of DeepL
        for index, side in zip(codes, SIDES, strict=True):
            meanings[index] = f"{side} language"
            texts.remove(index)
    numeric = [index for index in texts if all(map(NUMBER.fullmatch, columns[index]))]
    if len(texts) - len(numeric) == 1:
        return "terms", _placed(columns, meanings, texts, numeric, ("term",))
    if len(texts) - len(numeric) < 1:
        numeric = []
    return "pairs", _placed(columns, meanings, texts, numeric, ("source", "target"))


def _is_code(cells: Sequence[str]) -> bool:
    return len(set(cells)) == 1 and language_by_heading(cells[0]) is not None


def _placed(
    columns: Sequence[Sequence[str]],
    meanings: list[str],
    texts: Sequence[int],
    numeric: Sequence[int],
    words: Sequence[str],
) -> list[str]:
    """Give the columns of text their names, then those of numbers theirs."""
    rest = [index for index in texts if index not in numeric]
    for index, word in zip(rest, (*words, "note"), strict=False):
        meanings[index] = word
    for index in numeric:
        word = "frequency" if all(map(COUNT.fullmatch, columns[index])) else "score"
        meanings[index] = word if word not in meanings else ""
    return [meaning or f"+column {index}" for index, meaning in enumerate(meanings, 1)]
