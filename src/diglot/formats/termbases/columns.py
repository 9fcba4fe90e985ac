"""Columns of tables of terms: which one holds what, whoever made the table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from diglot.errors import ConfigError
from diglot.formats.units import UNKNOWN
from diglot.formats.units.tables import TWO_LETTERS
from diglot.text.languages import language_by_name

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
# Other tools' names, as `normalised` gives them, to ours.
NAMES = {
    **{name: name for name in ("id", "term", "language", "source", "target", "about")},
    **{name: name for name in (*TERM_FIELDS, *CONCEPT_FIELDS)},
    **{SIDE + name: SIDE + name for name in (*TERM_FIELDS, "language")},
    "target language": "target language",
    **dict.fromkeys(("string id", "concept id", "entry id", "term id", "identifier", "nr"), "id"),
    **dict.fromkeys(("src", "source term", "source string", "source text", "original"), "source"),
    **dict.fromkeys(("tgt", "trg", "tar", "target term", "target string", "target text"), "target"),
    **dict.fromkeys(("translation", "equivalent"), "target"),
    **dict.fromkeys(("lemma", "word", "terms"), "term"),
    **dict.fromkeys(("lang", "locale"), "language"),
    **dict.fromkeys(("source lang", "src lang", "sl", "source locale"), "source language"),
    **dict.fromkeys(("target lang", "tgt lang", "tl", "target locale"), "target language"),
    **dict.fromkeys(("target status", "term status", "administrative status", "verdict"), "status"),
    **dict.fromkeys(("decision", "validation"), "status"),
    **dict.fromkeys(("probability", "confidence", "target score"), "score"),
    **dict.fromkeys(("freq", "count", "occurrences", "target frequency"), "frequency"),
    **dict.fromkeys(("pos", "word class", "target part of speech"), "part of speech"),
    **dict.fromkeys(("term type", "kind", "target type"), "type"),
    **dict.fromkeys(("example", "target context"), "context"),
    **dict.fromkeys(("origin", "method", "reference"), "provenance"),
    **dict.fromkeys(("notes", "comment", "comments", "remark", "remarks"), "note"),
    **dict.fromkeys(("subject field", "domain", "topic"), "subject"),
    **dict.fromkeys(("description", "meaning", "gloss"), "definition"),
    "source pos": "source part of speech",
}
# What the columns of a glossary of strings are called, as `normalised` gives it.
STRINGS = {"source string", "target string"}
CODES = (
    "ara baq eus bul cat zho chi hrv ces cze dan nld dut eng est fin fra fre glg deu ger ell gre "
    "heb hin hun gle ita jpn kor lat lav lit mlt nob nor fas per pol por ron rum rus srp slk slo "
    "slv spa swa swe tha tur ukr vie cym wel und"
)
THREE_LETTERS = frozenset(CODES.split())
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
SEPARATORS = re.compile(r"[\s_./-]+")
TAG = re.compile(
    r"(?:terms?[\s_-]*)?[(\[]?([A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*)[)\]]?(?:[\s_-]*terms?)?",
    re.IGNORECASE,
)
DEFINITION = re.compile(r"definition \(([^)]+)\)")
# A field of the terms of one language: "Status [de]" of Crowdin, "German_Def" of memoQ.
OF_LANGUAGE = re.compile(r"(.+?) ?[\[(]([\w-]+)[\])]|(?P<language>\w+?)_(?P<field>Def)")
NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?(?:[eE][-+]?\d+)?\s*%?")
COUNT = re.compile(r"[1-9]\d*")
LIKE_AN_ID = re.compile(r"(?:[A-Za-z]{0,4}[_:~-]?)?\d[\w~.-]*|[A-Za-z]{1,4}_\w+")


@dataclass(frozen=True, slots=True)
class TermColumns:
    """How a table of terms is laid out.

    Attributes:
        layout: ``pairs``, ``terms`` or ``concepts`` a row.
        meanings: of each column: a name of this module, ``lang:xx``, ``definition:xx``,
            ``of:xx:field``, ``+name`` for a property, or empty.
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
    told = (*(languages or ()), UNKNOWN, UNKNOWN)
    pair = (told[0], told[1])
    first = ahead[0]
    meanings = _meanings(first)
    layout = _layout(meanings)
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
    glossary = layout == "pairs" and {normalise_header(name) for name in first} >= STRINGS
    return TermColumns(
        layout, tuple(meanings), pair, is_header=True, is_own=own, is_glossary=glossary
    )


def is_heading(row: Sequence[str]) -> bool:
    """Tell whether a row names the columns of a table of terms."""
    return _layout(_meanings(row)) is not None


def _of_list(
    layout: str, pair: tuple[str, str], languages: Sequence[str] | None
) -> tuple[str, str]:
    """Return the languages; a list of terms may be in either of two."""
    return (UNKNOWN, UNKNOWN) if layout == "terms" and len(languages or ()) > 1 else pair


def normalise_header(name: str) -> str:
    """Return the name of a column in lower case, its words divided by single spaces."""
    words = CAMEL.sub(" ", name.strip().strip('"').strip())
    return SEPARATORS.sub(" ", words).strip().lower()


def language_of(name: str) -> str | None:
    """Return the language that the name of a column tells: a code, or a name."""
    if by_name := language_by_name(name):
        return by_name
    match = TAG.fullmatch(name.strip())
    if match is None:
        return None
    primary, *rest = match[1].replace("_", "-").split("-")
    if primary.lower() not in TWO_LETTERS | THREE_LETTERS:
        return None
    return "-".join((primary.lower() if primary.isupper() else primary, *rest))


def _meanings(first: Sequence[str]) -> list[str]:
    """Return the meaning of each column by its name; every field once."""
    found: list[str] = []
    for name in first:
        words = normalise_header(name)
        meaning = NAMES.get(words, "")
        language = None if meaning else language_of(name)
        definition = DEFINITION.fullmatch(name.strip())
        if definition is not None:
            meaning = f"definition:{definition[1]}"
        elif told := _of_language(name):
            meaning = told
        elif language is not None:
            meaning = f"lang:{language}"
        elif not meaning or meaning in found:
            meaning = f"+{name.strip()}"
        found.append(meaning)
    return found


def _of_language(name: str) -> str | None:
    """Return the meaning of a column that says something of the terms of one language."""
    match = OF_LANGUAGE.fullmatch(name.strip())
    if match is None:
        return None
    language = language_of(match["language"] or match[2])
    field = "definition" if match["field"] else NAMES.get(normalise_header(match[1]), "")
    if language is None or field not in {*TERM_FIELDS, "definition"}:
        return None
    return f"definition:{language}" if field == "definition" else f"of:{language}:{field}"


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
    numeric = [index for index in texts if all(map(NUMBER.fullmatch, columns[index]))]
    if len(texts) - len(numeric) == 1:
        return "terms", _placed(columns, meanings, texts, numeric, ("term",))
    if len(texts) - len(numeric) < 1:
        numeric = []
    return "pairs", _placed(columns, meanings, texts, numeric, ("source", "target"))


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
