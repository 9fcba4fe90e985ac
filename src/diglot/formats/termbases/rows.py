"""Rows of a table of terms as concepts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import starmap

from diglot.formats.blocks import Skips
from diglot.formats.termbases.columns import (
    ABOUT_SOURCE,
    FLAGS,
    OTHER_TERMS,
    SIDE,
    TERM_FIELDS,
    TermColumns,
    field_of,
)
from diglot.formats.termbases.data_categories import Ids, by_language, in_one_line, status_of
from diglot.formats.units import parse_probability
from diglot.formats.units.tables import join_cells, split_cell
from diglot.model import Concept, ConceptTerm, Context
from diglot.model.termbase import FORBIDDEN
from diglot.text.languages import UNDETERMINED, primary_subtag

BETWEEN = "\n"  # contexts, definitions and properties in one cell
SYNONYMS = " | "
BAR = re.compile(r"\s*\|\s*|\s*\n\s*")
UNDECIDED = frozenset(
    {"undecided", "?", "-", "new", "proposed", "candidate", "unknown", "none"}
    # How memoQ compares a term.
    | {"casepermissive", "casesense", "caseinsense", "halfprefix", "exact", "fuzzy", "custom"}
)
YES = frozenset(
    {"yes", "y", "true", "1", "x", "ja", "oui", "sí", "sì", "si", "sim", "tak", "ano", "да"}
    | {"是", "はい", "✓", "✔", "+"}
)
NO = frozenset(
    {"no", "n", "false", "0", "nein", "non", "não", "nee", "nie", "ne", "нет", "否", "いいえ"}
)
AVOIDED = "avoided terms"
BETWEEN_TERMS = re.compile(r"[;,|\n]")
BETWEEN_FLAGS = re.compile(r"[;,|]")

# The terms of a row: language and text, and what the row says of each.
Terms = list[tuple[tuple[str, str], dict[str, str]]]


@dataclass(slots=True)
class _Draft:
    """A concept while its rows are collected."""

    id: str
    terms: dict[tuple[str, str], dict[str, str]] = field(default_factory=dict)
    fields: dict[str, str] = field(default_factory=dict)
    properties: list[tuple[str, str]] = field(default_factory=list)
    definitions: list[str] = field(default_factory=list)  # of rows behind the first


class RowReader:
    """Collects rows into concepts: those with the same id make one."""

    def __init__(self, columns: TermColumns, ids: Ids, skips: Skips) -> None:
        self.columns = columns
        self._ids = ids
        self._skips = skips
        self._drafts: dict[str, _Draft] = {}
        self._seen: set[tuple[tuple[str, str], ...]] = set()
        self._shared = columns.layout == "pairs" and (
            SIDE + "part of speech" not in columns.meanings
        )
        self._judged = _judged_languages(columns)
        # The language of terms that stand in a column of those to avoid.
        self._avoided = columns.languages[1] if columns.layout == "pairs" else ""
        if columns.layout == "concepts" and len(self._judged) == 1:
            [self._avoided] = self._judged

    def add(self, cells: Sequence[str]) -> None:
        """Take one row."""
        row, named, properties = self._parts(cells)
        terms = self._terms(row, named)
        for each in filter(None, map(in_one_line, BETWEEN_TERMS.split(row.pop(AVOIDED, "")))):
            self._skips.add(f"term to avoid, taken as one in {self._avoided}", each)
            terms.append(((self._avoided, each), {"status": FORBIDDEN}))
        if self.columns.is_glossary:
            terms = _with_alternatives(terms, row.get("target", ""))
        if not terms:
            example = row.get("source", "") or row.get("target", "") or row.get("id", "")
            self._skips.add("row without a term" if row or properties else "blank row", example)
            return
        if self.columns.layout == "pairs" and len(terms) < 2:
            self._skips.add("row with one term only", terms[0][0][1])
        told = row.get("id", "").strip() or None
        if self.columns.is_glossary and "source" in row:
            self._add_alternatives(told, terms, row, properties)
            return
        key = tuple(each for each, _ in terms)
        if told is None:
            if key in self._seen:
                self._skips.add("duplicate row", " = ".join(text for _, text in key))
                return
            self._seen.add(key)
        draft = self._draft(told)
        self._fill(draft, terms, row, properties)

    def _parts(
        self, cells: Sequence[str]
    ) -> tuple[dict[str, str], list[tuple[str, int, str]], list[tuple[str, str]]]:
        """Return the cells by meaning, those of terms of languages, and those of properties."""
        row: dict[str, str] = {}
        properties: list[tuple[str, str]] = []
        named: list[tuple[str, int, str]] = []
        numbers: Counter[str] = Counter()
        for meaning, cell in zip(self.columns.meanings, cells, strict=False):
            numbers[meaning] += 1
            if not cell.strip():
                continue
            if meaning.startswith("lang:"):
                named.append((meaning[5:], numbers[meaning], cell))
            elif meaning.startswith(f"{OTHER_TERMS}:"):
                named.append(
                    (meaning.removeprefix(f"{OTHER_TERMS}:"), 0, BETWEEN_TERMS.sub("|", cell))
                )
            elif meaning.startswith("+"):
                properties.append((meaning[1:], cell))
            elif meaning:
                row[meaning] = cell
            else:
                self._skips.add("cell in a column without a name", cell)
        for cell in cells[len(self.columns.meanings) :]:
            if cell.strip():
                self._skips.add("cell beyond the last column", cell)
        self._take_flags(row, properties)
        return row, named, properties

    def _take_flags(self, row: dict[str, str], properties: list[tuple[str, str]]) -> None:
        """Let a column that answers yes or no be the status; other words are terms to avoid."""
        for name, (wanted, status) in FLAGS.items():
            cell = row.pop(name, "").strip()
            answer = cell.lower()
            if answer in (YES if wanted else NO):
                row["status"] = status
                break
            if name == FORBIDDEN and self._avoided and answer not in {"", *NO}:
                row[AVOIDED] = cell
            elif answer not in {"", *YES, *NO}:
                properties.append((name, cell))

    def _add_alternatives(
        self,
        told: str | None,
        terms: Terms,
        row: dict[str, str],
        properties: Sequence[tuple[str, str]],
    ) -> None:
        """Put a row to the concept of its source string, whatever id it has."""
        language, text = terms[0][0]
        name = f"{language}\n{text}"
        if name not in self._drafts:
            self._drafts[name] = _Draft(self._ids.take(told))
        else:
            self._skips.add("row put to an earlier one with the same source", text)
        self._fill(self._drafts[name], terms, row, properties)

    def concepts(self) -> Iterable[Concept]:
        """Return the concepts of the rows, in the order of their first rows."""
        return map(self._concept, self._drafts.values())

    def _draft(self, told: str | None) -> _Draft:
        if told is not None and told in self._drafts:
            return self._drafts[told]
        identifier = self._ids.take(told)
        self._drafts[told or identifier] = draft = _Draft(identifier)
        return draft

    def _terms(self, row: dict[str, str], named: Sequence[tuple[str, int, str]]) -> Terms:
        """Return the terms of a row, each with what the row says of it."""
        columns = self.columns
        told = {name: row[name] for name in TERM_FIELDS if name in row}
        if columns.layout == "concepts":
            found: list[tuple[tuple[str, str], dict[str, str]]] = []
            status = told.pop("status", "")
            for language, number, cell in named:
                parts = split_cell(cell, SYNONYMS) if columns.is_own else BAR.split(cell)
                said = {
                    name: row[key]
                    for name in TERM_FIELDS
                    if (key := field_of(language, number, name)) in row
                }
                if status and language in self._judged:
                    said.setdefault("status", status)
                found += [((language, in_one_line(part)), said) for part in parts if part.strip()]
            for name in told:
                # Said of all terms, so of the concept; a score of the row included.
                row.setdefault(f"concept {name}", row[name])
            return list(dict(found).items())
        if columns.layout == "terms":
            language = _tag(row.get("language"), columns.languages[0])
            text = in_one_line(row.get("term") or row.get("source") or "")
            if "term" in row and "source" in row:
                told.setdefault("provenance", row["source"])
            return [((language, text), told)] if text else []
        source, target = in_one_line(row.get("source", "")), in_one_line(row.get("target", ""))
        of_source = {name: row[SIDE + name] for name in TERM_FIELDS if SIDE + name in row}
        if row.get("about", "").strip().lower() == ABOUT_SOURCE:
            told, of_source = {}, {**told, **of_source}
        if self._shared and "part of speech" in told:
            of_source["part of speech"] = told["part of speech"]
        if not target and source and not columns.is_own:
            of_source = {**told, **of_source}
        left = (_tag(row.get("source language"), columns.languages[0]), source)
        right = (_tag(row.get("target language"), columns.languages[1]), target)
        return [each for each in ((left, of_source), (right, told)) if each[0][1]]

    def _fill(
        self,
        draft: _Draft,
        terms: Sequence[tuple[tuple[str, str], dict[str, str]]],
        row: dict[str, str],
        properties: Sequence[tuple[str, str]],
    ) -> None:
        for key, told in terms:
            known = draft.terms.setdefault(key, {})
            for name, value in told.items():
                if known.setdefault(name, value) != value and name == "status":
                    self._skips.add("row that disagrees on a status, the first one taken", key[1])
        for name, value in row.items():
            if name.startswith(("concept ", "definition", "subject")):
                known_value = draft.fields.setdefault(name, value)
                if name == "definition" and value not in (known_value, *draft.definitions):
                    draft.definitions.append(value)
        draft.properties += [each for each in properties if each not in draft.properties]

    def _concept(self, draft: _Draft) -> Concept:
        fields = draft.fields
        if not (fields or draft.properties or draft.definitions):
            # Most rows of a large table hold terms and nothing else.
            return Concept(draft.id, self._sorted([*starmap(self._term, draft.terms.items())]))
        properties = list(draft.properties)
        score, left = _score(fields.get("concept score", ""))
        if left:
            properties.append(("score", left))
        properties += _properties(fields.get("concept properties", ""))
        note = fields.get("concept note")
        known = {"concept score", "concept note", "concept provenance", "concept properties"}
        properties += [
            (name.removeprefix("concept "), value)
            for name, value in fields.items()
            if name.startswith("concept ") and name not in known
        ]
        definitions = [
            (name.partition(":")[2], text)
            for name, cell in fields.items()
            if name.startswith("definition")
            for text in self._several(cell)
        ]
        definitions += [("", text) for text in draft.definitions]
        return Concept(
            draft.id,
            self._sorted([*starmap(self._term, draft.terms.items())]),
            tuple(definitions),
            fields.get("subject"),
            score,
            fields.get("concept provenance"),
            note,
            tuple(properties),
        )

    def _sorted(self, terms: list[ConceptTerm]) -> tuple[ConceptTerm, ...]:
        """Put the terms of pairs together by their languages."""
        if self.columns.layout == "pairs" and len(terms) > 2:
            terms = [term for section in by_language(terms).values() for term in section]
        return tuple(terms)

    def _term(self, key: tuple[str, str], told: dict[str, str]) -> ConceptTerm:
        if not told:
            return ConceptTerm(key[1], key[0])
        properties = list(_properties(told.get("properties", "")))
        score, left = _score(told.get("score", ""))
        if left:
            properties.append(("score", left))
        frequency, left = _count(told.get("frequency", ""))
        if left:
            properties.append(("frequency", left))
        language, text = key
        return ConceptTerm(
            text,
            language,
            self._status(told.get("status", ""), properties),
            told.get("part of speech"),
            told.get("type"),
            score,
            frequency,
            self._contexts(told),
            told.get("provenance"),
            told.get("note"),
            tuple(properties),
        )

    def _status(self, cell: str, properties: list[tuple[str, str]]) -> str | None:
        said = [" ".join(part.lower().split()) for part in BETWEEN_FLAGS.split(cell)]
        if all(not words or words in UNDECIDED for words in said):
            return None
        status = next(filter(None, map(status_of, said)), None)
        if status is None:
            self._skips.add("status that is not known, kept as a property", cell)
            properties.append(("status", cell))
        return status

    def _contexts(self, told: dict[str, str]) -> tuple[Context, ...]:
        texts = self._several(told.get("context", ""))
        beside = [
            self._several(told.get(name, "")) for name in ("context translation", "context source")
        ]
        translations, sources = ((*each, *[""] * (len(texts) - len(each))) for each in beside)
        return tuple(
            Context(text, translation or None, source or None)
            for text, translation, source in zip(texts, translations, sources, strict=False)
        )

    def _several(self, cell: str) -> tuple[str, ...]:
        """Take apart what was joined; a cell of another tool is one text."""
        if not cell:
            return ()
        return split_cell(cell, BETWEEN) if self.columns.is_own else (cell,)


def _judged_languages(columns: TermColumns) -> set[str]:
    """Return the languages whose terms a column of statuses is about, where each has a column.

    As in a table of pairs that is the target: the language that was told, else all but the first.
    """
    names = [name[5:] for name in columns.meanings if name.startswith("lang:")]
    target = primary_subtag(columns.languages[1])
    return {name for name in names if primary_subtag(name) == target} or {*names[1:]}


def _with_alternatives(terms: Terms, target: str) -> Terms:
    """Return the terms of a row, each alternative of its target apart."""
    if len(terms) < 2:
        return terms
    left, ((language, cell), told) = terms
    # A source such as "km/h" tells that strokes belong to the term.
    parts = [cell] if "/" in left[0][1] else alternatives_in(target)
    return [left, *(((language, part), told) for part in dict.fromkeys(parts))]


def _tag(cell: str | None, instead: str) -> str:
    told = (cell or "").strip().replace("_", "-")
    return (told.lower() if told.isupper() else told) or instead or UNDETERMINED


def _properties(cell: str) -> list[tuple[str, str]]:
    """Read ``name=value`` lines."""
    parts = (part.partition("=") for part in split_cell(cell, BETWEEN))
    return [(name, value) for name, _, value in parts]


def properties_cell(properties: Iterable[tuple[str, str]]) -> str:
    """Write properties as lines that `RowReader` takes apart again."""
    return join_cells([f"{name}={value}" for name, value in properties], BETWEEN)


def _score(cell: str) -> tuple[float | None, str]:
    """Return a score, and the cell if it holds something else."""
    text = cell.strip()
    if not text:
        return None, ""
    score = parse_probability(text.replace(",", "."))
    if score is None and text.endswith("%"):
        percent = parse_probability(_divided(text[:-1].strip().replace(",", ".")))
        return (percent, "") if percent is not None else (None, text)
    return (score, "") if score is not None else (None, text)


def _divided(percent: str) -> str:
    try:
        return str(float(percent) / 100)
    except ValueError:
        return ""


def _count(cell: str) -> tuple[int | None, str]:
    """Return a whole number, and the cell if it holds something else."""
    text = cell.strip()
    whole = text[:-2] if text.endswith((".0", ",0")) else text
    if whole.isascii() and whole.isdecimal() and len(whole) < 19:
        return int(whole), ""
    return None, text


# Several translations in one cell of a glossary.

INSIDE = r"\([^()]*+\)|\[[^\[\]]*+\]"
BREAK = r"[;\n]|(?<!\d)/|/(?!\d)"  # "2019/2020" is one text
PIECE = re.compile(rf"(?P<inside>{INSIDE})|(?P<break>{BREAK})")


def alternatives_in(cell: str) -> list[str]:
    """Return the texts of a cell, divided by ``;``, ``/`` and breaks outside of parentheses.

    >>> alternatives_in("confinement / (mettre/être) en quarantaine")
    ['confinement', '(mettre/être) en quarantaine']
    """
    parts: list[str] = []
    begin = 0
    for found in PIECE.finditer(cell):
        if found["break"]:
            parts.append(cell[begin : found.start()])
            begin = found.end()
    parts.append(cell[begin:])
    return [part for part in map(in_one_line, parts) if part]
