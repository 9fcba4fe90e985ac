"""Concepts as rows: a pair, a term or a concept a row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.formats.termbases.columns import (
    ABOUT_SOURCE,
    BASE,
    CONCEPT_FIELDS,
    LAYOUTS,
    SIDE,
    TERM_FIELDS,
)
from diglot.formats.termbases.concept_rows import BETWEEN, SYNONYMS, properties_cell
from diglot.formats.termbases.termbase import by_language
from diglot.formats.units import UNKNOWN
from diglot.formats.units.columns import joined
from diglot.model import ConceptTerm

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from diglot.formats.blocks import Skips
    from diglot.model import Concept, Termbase

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
        left, right = (*told, UNKNOWN, UNKNOWN)[:2]
        rows = [row for each in termbase.concepts for row in _pairs(each, left, right, skips)]
    elif layout == "terms":
        rows = [row for each in termbase.concepts for row in _terms(each, languages, skips)]
    else:
        told = tuple(tag for tag in termbase.languages if _is_in(tag, told))
        rows = [_concept(each, told, skips) for each in termbase.concepts]
    return Table(layout, _header(layout, rows, told), tuple(rows))


def _pairs(concept: Concept, left: str, right: str, skips: Skips) -> Iterator[Row]:
    """Give one row for each target term, and one for each further source term.

    What is said of a term stands in one row only, so that nobody has to change it twice, and what
    a reviewer writes into the plain columns is about the term that the row is there for.
    """
    sources = [term for term in concept.terms if _is_in(term.language, (left,))]
    rest = [term for term in concept.terms if term not in sources]
    targets = [term for term in rest if _is_in(term.language, (right,))]
    for term in rest:
        if term not in targets:
            skips.add("term in a third language", term.text)
    blank = ConceptTerm("", left), ConceptTerm("", right)
    first = sources[0] if sources else blank[0]
    whole = _whole(concept)
    for index, term in enumerate(targets or blank[1:] if sources or targets else ()):
        said = _of_source(first) if index == 0 else {}
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


def _of_source(term: ConceptTerm) -> Row:
    return {SIDE + name: cell for name, cell in _fields(term).items()}


def _is_in(language: str, wanted: Iterable[str]) -> bool:
    """Tell whether a tag is one of those wanted, or a region of one."""
    tag = language.lower()
    return any(tag == each.lower() or tag.startswith(f"{each.lower()}-") for each in wanted)


def _terms(concept: Concept, languages: Sequence[str] | None, skips: Skips) -> Iterator[Row]:
    """Give one row a term."""
    whole = _whole(concept)
    for term in concept.terms:
        if languages is not None and not _is_in(term.language, languages):
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
        row[language] = joined([term.text for term in terms], SYNONYMS)
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
        "context": joined([each.text for each in contexts], BETWEEN),
        "context translation": _beside([each.translation for each in contexts]),
        "context source": _beside([each.source for each in contexts]),
        "provenance": term.source or "",
        "note": term.note or "",
        "properties": properties_cell(term.properties),
    }
    return {name: cell for name, cell in found.items() if cell}


def _beside(parts: Sequence[str | None]) -> str:
    """Join what belongs to some of the contexts, an empty line where there is none."""
    return joined([part or "" for part in parts], BETWEEN) if any(parts) else ""


def _whole(concept: Concept) -> Row:
    """Return what is said of a whole concept."""
    definitions: dict[str, list[str]] = {}
    for language, text in concept.definitions:
        name = f"definition ({language})" if language else "definition"
        definitions.setdefault(name, []).append(text)
    found = {
        "subject": concept.subject or "",
        **{name: joined(texts, BETWEEN) for name, texts in definitions.items()},
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
