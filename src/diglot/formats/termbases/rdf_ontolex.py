"""Lexical entries of OntoLex, and of lemon before it, as terms of concepts.

Reference: Lexicon Model for Ontologies, W3C 2016, sections 3 (ontolex) and 5 (vartrans).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.formats.rdf_names import DCT, LEMON, LIME, ONTOLEX, TYPE, VARTRANS, Value
from diglot.formats.termbases.tbx_names import spaced, status_of
from diglot.formats.termbases.termbase import in_one_line
from diglot.formats.units import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from diglot.formats.blocks import Skips
    from diglot.formats.rdf_names import Statements

ENTRIES = frozenset({"LexicalEntry", "Word", "MultiwordExpression", "Affix", "Phrase", "Part"})
# Older modules of translations have the same words for their ends.
TRANSLATION = ("translationSource", "translationTarget")


@dataclass(frozen=True, slots=True)
class Sense:
    """A term as the sense of a lexical entry.

    Attributes:
        text: written form.
        language: language tag.
        status: one of ours; None when not said.
        own: the node that holds what else is said: the sense, or the entry where it has none.
        part_of_speech: that of the entry; None when not said.
    """

    text: str
    language: str
    status: str | None
    own: str
    part_of_speech: str | None = None


def senses_of(statements: Statements, skips: Skips) -> dict[str, list[Sense]]:
    """Return the terms of each concept, by the node of the concept.

    A sense belongs to what it refers to. Senses without a reference that translate each other make
    a concept of their own; so does an entry without any sense.
    """
    owners = owners_of(statements)
    if not owners:
        return {}
    joined = _joined(statements, owners)
    found: dict[str, list[Sense]] = {}
    for entry, senses in owners.items():
        forms = form_of(statements, entry, skips)
        if forms is None:
            skips.add("lexical entry without a written form", entry)
            continue
        text, language = forms
        part = named(statements, entry, "partOfSpeech")
        part = part and spaced(part)
        for own in senses or (entry,):
            status = _status(statements, own) or _status(statements, entry)
            for concept in _concepts(statements, own, entry) or (joined.get(own, own),):
                found.setdefault(concept, []).append(Sense(text, language, status, own, part))
    return found


def owners_of(statements: Statements) -> dict[str, tuple[str, ...]]:
    """Return the senses of every lexical entry."""
    found: dict[str, dict[str, None]] = {}
    for subject, said in statements.items():
        kinds = {value.text for value in said.get(TYPE, ())}
        if any(kind in {ONTOLEX + each, LEMON + each} for kind in kinds for each in ENTRIES):
            found.setdefault(subject, {})
        for sense in _all(said, "sense"):
            found.setdefault(subject, {})[sense.text] = None
    for subject, said in statements.items():
        for entry in _all(said, "isSenseOf"):
            found.setdefault(entry.text, {})[subject] = None
    return {entry: tuple(senses) for entry, senses in found.items()}


def _concepts(statements: Statements, own: str, entry: str) -> tuple[str, ...]:
    """Return what a sense refers to; for an entry without a sense, what it denotes or evokes."""
    said = statements.get(own, {})
    refers = _all(said, "reference", "isLexicalizedSenseOf")
    if not refers and own == entry:
        refers = _all(said, "denotes", "evokes")
    return tuple(dict.fromkeys(value.text for value in refers if value.is_node))


def _joined(statements: Statements, owners: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Return for every sense that takes part in a translation the first one it is joined with."""
    roots: dict[str, str] = {}

    def root(own: str) -> str:
        while roots.setdefault(own, own) != own:
            roots[own] = roots[roots[own]]
            own = roots[own]
        return own

    for _, first, second in ends_of(statements):
        # An entry stands for its only sense.
        ends = [
            owners[each][0] if len(owners.get(each, ())) == 1 else each for each in (first, second)
        ]
        left, right = root(ends[0]), root(ends[1])
        if left != right:
            roots[right] = left
    return {own: root(own) for own in list(roots)}


def ends_of(statements: Statements) -> Iterator[tuple[str | None, str, str]]:
    """Give the pairs of senses, or of entries, that are said to translate each other.

    Each with the node that says so, which may say more; None where none of them does.
    """
    for subject, said in statements.items():
        kinds = {value.text for value in said.get(TYPE, ())}
        sources = said.get(VARTRANS + "source", ()), said.get(VARTRANS + "target", ())
        if any(kind.endswith(("Translation", "TranslatableAs")) for kind in kinds):
            if not all(sources):
                sources = _ends(said)
            for source in sources[0]:
                for target in sources[1]:
                    yield subject, source.text, target.text
            related = [value.text for value in said.get(VARTRANS + "relates", ())]
            if len(related) == 2:
                yield subject, related[0], related[1]
        for name in ("translation", "translatableAs"):
            for value in said.get(VARTRANS + name, ()):
                if value.is_node:
                    yield None, subject, value.text


def _ends(said: Mapping[str, list[Value]]) -> tuple[list[Value], list[Value]]:
    found: list[list[Value]] = [[], []]
    for predicate, values in said.items():
        for side, name in enumerate(TRANSLATION):
            if predicate.endswith(("#" + name, "/" + name)):
                found[side] += values
    return found[0], found[1]


def form_of(statements: Statements, entry: str, skips: Skips) -> tuple[str, str] | None:
    """Return written form and language of an entry."""
    said = statements.get(entry, {})
    written: list[Value] = []
    for form in _all(said, "canonicalForm", "lexicalForm"):
        written += _all(statements.get(form.text, {}), "writtenRep")
    others = len(_all(said, "otherForm", "abstractForm"))
    told = (
        said.get(LIME + "language", ()) or said.get(DCT + "language", ()) or _all(said, "language")
    )
    label = said.get("http://www.w3.org/2000/01/rdf-schema#label", ())
    texts = [value for value in (*written, *label) if value.text.strip() and not value.is_node]
    if not texts:
        return None
    skips.add("other form of a lexical entry", texts[0].text, others + max(0, len(written) - 1))
    language = texts[0].language or _tag(told) or UNKNOWN
    return in_one_line(texts[0].text), language


def _tag(values: Iterable[Value]) -> str | None:
    """Return a language: a tag, or the end of the IRI of a list of languages."""
    for value in values:
        text = value.text.rstrip("/").rpartition("/")[2] if value.is_node else value.text
        if text.strip():
            return text.strip()
    return None


def _status(statements: Statements, own: str) -> str | None:
    return status_of(named(statements, own, "normativeAuthorization") or "")


def named(statements: Statements, own: str, name: str) -> str | None:
    """Return the local name of what is said by a name of any version of LexInfo."""
    for predicate, values in statements.get(own, {}).items():
        if predicate.endswith("#" + name):
            return values[0].text.rpartition("#")[2] or values[0].text
    return None


def _all(said: Mapping[str, list[Value]], *wanted: str) -> list[Value]:
    """Return what is said by names of OntoLex or of lemon."""
    return [
        value
        for name in wanted
        for start in (ONTOLEX, LEMON)
        for value in said.get(start + name, ())
    ]
