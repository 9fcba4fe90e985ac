"""Statements as translations: OntoLex and lemon entries that vartrans puts together.

Reference: Lexicon Model for Ontologies, W3C 2016, module vartrans; Gracia et al., The Apertium
bilingual dictionaries on the web of data, Semantic Web 2018.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from diglot.formats import rdf_names as names
from diglot.formats.lexicons.jsonl import path_of
from diglot.formats.rdf_names import DIGLOT
from diglot.formats.termbases.rdf_ontolex import ends_of, form_of, named, owners_of
from diglot.formats.units import UNKNOWN
from diglot.formats.units.fields import probability
from diglot.model.lexicon import BOTH, DIRECTIONS, Translation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from diglot.formats.blocks import Skips
    from diglot.formats.rdf_names import Statements, Value
    from diglot.model.lexicon import LexicalPath

# Local names that say something of a translation, in whatever version of its vocabulary.
WANTED = frozenset(
    {"source", "target", "relates", "translation", "translatableAs", "translationSource"}
    | {"translationTarget", "sense", "isSenseOf", "canonicalForm", "lexicalForm", "writtenRep"}
    | {"language", "entry", "partOfSpeech", "label", "type", "confidenceDegree"}
    | {"translationConfidence", "definition", "direction", "reason", "path"}
)
CONFIDENCES = ("confidenceDegree", "translationConfidence")
ENTRY = (names.LIME + "entry", names.LEMON + "entry")

Place = tuple[str, str, str | None]


def is_wanted(predicate: str) -> bool:
    """Tell whether a statement has to do with translations."""
    name = predicate[max(predicate.rfind("#"), predicate.rfind("/"), predicate.rfind(":")) + 1 :]
    return name in WANTED


def joined(files: Iterable[Statements]) -> Statements:
    """Return what several files say; nodes without a name are each file's own."""
    found: Statements = {}
    for number, statements in enumerate(files):
        if not number:
            found = statements
            continue
        for subject, said in statements.items():
            place = found.setdefault(_own(subject, number), {})
            for predicate, values in said.items():
                place.setdefault(predicate, []).extend(
                    replace(value, text=_own(value.text, number)) if value.is_node else value
                    for value in values
                )
    return found


def _own(name: str, number: int) -> str:
    return f"_:{number}{name[1:]}" if name.startswith("_:") else name


class Reader:
    """Turns statements into translations.

    Args:
        statements: those of the file that `is_wanted` tells of.
        languages: of source and target, where the file does not say them.
        skips: collects what is left out.
    """

    def __init__(self, statements: Statements, languages: tuple[str, str], skips: Skips) -> None:
        self._said = statements
        self._languages = languages
        self._skips = skips
        owners = owners_of(statements)
        self._entries = {sense: entry for entry, senses in owners.items() for sense in senses}
        self._lexicons = {
            entry.text: language
            for said in statements.values()
            for name in ENTRY
            for entry in said.get(name, ())
            if (language := _language(said))
        }
        self._known: dict[str, Place | None] = {}

    def translations(self) -> Iterator[Translation]:
        """Give every pair of entries that a translation puts together."""
        for own, first, second in ends_of(self._said):
            source, target = self._place(first), self._place(second)
            if source is None or target is None:
                self._skips.add("translation of an entry without a written form", own or first)
                continue
            languages = source[1] or self._languages[0], target[1] or self._languages[1]
            if languages[0] == languages[1] != UNKNOWN:
                self._skips.add("translation within one language", source[0])
                continue
            said = self._said.get(own, {}) if own is not None else {}
            direction = _text(said, DIGLOT + "direction") or BOTH
            if direction not in DIRECTIONS:
                self._skips.add("direction that is not known", direction)
                direction = BOTH
            yield Translation(
                source[0],
                target[0],
                *languages,
                source[2],
                target[2],
                direction,
                self._score(said),
                _text(self._said.get(first, {}), names.SKOS + "definition"),
                tuple(value.text for value in said.get(DIGLOT + "reason", ())),
                tuple(self._paths(said)),
            )

    def _place(self, end: str) -> Place | None:
        """Return word, language (empty when not said) and part of speech of a sense or an entry."""
        entry = self._entries.get(end, end)
        if entry not in self._known:
            form = form_of(self._said, entry, self._skips)
            if form is None or not form[0].strip():
                self._known[entry] = None
            else:
                said = self._said[entry]
                told = _language(said) or (form[1] if form[1] != UNKNOWN else "")
                part = named(self._said, entry, "partOfSpeech")
                if part is None:
                    part = _text(said, DIGLOT + "partOfSpeech")
                self._known[entry] = form[0], told or self._lexicons.get(entry, ""), part
        return self._known[entry]

    def _score(self, said: dict[str, list[Value]]) -> float | None:
        for predicate, values in said.items():
            if predicate.endswith(CONFIDENCES):
                score = probability(values[0].text)
                if score is None:
                    self._skips.add("confidence that is no probability", values[0].text)
                return score
        return None

    def _paths(self, said: dict[str, list[Value]]) -> Iterator[LexicalPath]:
        for value in said.get(DIGLOT + "path", ()):
            try:
                yield path_of(json.loads(value.text))
            except (ValueError, TypeError, KeyError, RecursionError):
                self._skips.add("path that cannot be read", value.text)


def _text(said: dict[str, list[Value]], name: str) -> str | None:
    return next((value.text for value in said.get(name, ())), None)


def _language(said: dict[str, list[Value]]) -> str:
    """Return the language that an entry or a lexicon says it has; of an IRI its last part."""
    for name in (names.LIME + "language", names.LEMON + "language", names.DCT + "language"):
        for value in said.get(name, ()):
            text = value.text.rstrip("/").rpartition("/")[2] if value.is_node else value.text
            if text.strip():
                return text.strip()
    return ""
