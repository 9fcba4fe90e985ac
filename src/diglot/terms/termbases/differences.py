"""What changed from one termbase to another."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from diglot.model import Concept, ConceptTerm, Termbase
from diglot.terms.termbases.merging import Key, TermKeys

TERM_FIELDS = (
    *("text", "status", "part_of_speech", "kind", "score", "frequency"),
    *("contexts", "source", "note", "properties"),
)
CONCEPT_FIELDS = ("definitions", "subject", "score", "source", "note", "properties")
# Ids that a reader made up because a file had none: the same one means nothing.
MADE_UP = re.compile(r"c\d+")


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that changed in a concept.

    Attributes:
        field: ``term`` for a term that came or went, else the field of a term or of the concept.
        language: of the term; None for a field of the concept.
        term: its text, as it is now or as it was; None for a field of the concept.
        before: value as text; None for nothing.
        after: the same.
    """

    field: str
    language: str | None
    term: str | None
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class ChangedConcept:
    """A concept that both termbases have, with what changed in it."""

    before: Concept
    after: Concept
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class TermbaseDiff:
    """Differences of two termbases.

    Attributes:
        added: concepts that only the new one has.
        removed: concepts that only the old one has.
        changed: concepts of both that differ.
        same: number of concepts without a difference.
    """

    added: tuple[Concept, ...]
    removed: tuple[Concept, ...]
    changed: tuple[ChangedConcept, ...]
    same: int


def diff(old: Termbase, new: Termbase, *, match: str = "case") -> TermbaseDiff:
    """Compare two termbases.

    Concepts with the same id that share a term are the same; then those that share most terms;
    then those with the same id, unless a reader made it up.

    Args:
        old: what was.
        new: what is.
        match: which terms are the same, as in `TermKeys`; a change of spelling within that is a
            change of the text.

    Raises:
        ConfigError: an unknown match.
    """
    keys = TermKeys(match)
    partners = _partners(old.concepts, new.concepts, keys)
    taken = set(partners.values())
    changed = []
    same = 0
    for number, index in sorted(partners.items(), key=lambda pair: pair[1]):
        changes = tuple(_changes(old.concepts[number], new.concepts[index], keys))
        if changes:
            changed.append(ChangedConcept(old.concepts[number], new.concepts[index], changes))
        else:
            same += 1
    return TermbaseDiff(
        tuple(each for index, each in enumerate(new.concepts) if index not in taken),
        tuple(each for number, each in enumerate(old.concepts) if number not in partners),
        tuple(changed),
        same,
    )


def _partners(old: Sequence[Concept], new: Sequence[Concept], keys: TermKeys) -> dict[int, int]:
    """Return for concepts of the old termbase, by number, the number of the new one."""
    forms = [{keys.of(term) for term in concept.terms} for concept in new]
    by_id = {concept.id: index for index, concept in enumerate(new)}
    found: dict[int, int] = {}
    taken: set[int] = set()

    def pair(number: int, index: int) -> None:
        found[number] = index
        taken.add(index)

    mine = [{keys.of(term) for term in concept.terms} for concept in old]
    for number, concept in enumerate(old):
        index = by_id.get(concept.id)
        if index is not None and mine[number] & forms[index]:
            pair(number, index)
    holders: dict[Key, list[int]] = {}
    for index, terms in enumerate(forms):
        if index not in taken:
            for key in terms:
                holders.setdefault(key, []).append(index)
    shared = sorted(
        (-count, number, index)
        for number, terms in enumerate(mine)
        if number not in found
        for index, count in Counter(
            index for key in terms for index in holders.get(key, ())
        ).items()
    )
    for _, number, index in shared:
        if number not in found and index not in taken:
            pair(number, index)
    for number, concept in enumerate(old):
        index = by_id.get(concept.id)
        if number in found or index is None or index in taken or MADE_UP.fullmatch(concept.id):
            continue
        pair(number, index)
    return found


def _changes(before: Concept, after: Concept, keys: TermKeys) -> Iterator[Change]:
    old = {keys.of(term): term for term in before.terms}
    new = {keys.of(term): term for term in after.terms}
    for key, term in old.items():
        if key not in new:
            yield Change("term", term.language, term.text, term.text, None)
    for key, term in new.items():
        if key not in old:
            yield Change("term", term.language, term.text, None, term.text)
        else:
            yield from _term_changes(old[key], term)
    for name in CONCEPT_FIELDS:
        values = _shown(getattr(before, name)), _shown(getattr(after, name))
        if values[0] != values[1]:
            yield Change(name, None, None, *values)


def _term_changes(before: ConceptTerm, after: ConceptTerm) -> Iterator[Change]:
    for name in TERM_FIELDS:
        values = _shown(getattr(before, name)), _shown(getattr(after, name))
        if values[0] != values[1]:
            yield Change(name, after.language, after.text, *values)


def _shown(value: object) -> str | None:
    """Return a value as text; None for nothing."""
    if value is None or value == ():
        return None
    if isinstance(value, tuple):
        return "; ".join(_shown_part(each) for each in value)
    return str(value)


def _shown_part(value: object) -> str:
    if isinstance(value, tuple):
        return ": ".join(str(each) for each in value if each)
    parts = [getattr(value, name, None) for name in ("text", "translation", "source")]
    return " / ".join(str(part) for part in parts if part)
