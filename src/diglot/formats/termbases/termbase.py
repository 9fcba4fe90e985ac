"""What every reader of termbases builds with: what the whole says, unique ids, scores, notes."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from diglot.model.termbase import REJECTED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from diglot.formats.blocks import Skips
    from diglot.model import Concept, ConceptTerm, Signature, Skipped

OWN = "x-diglot-"
BETWEEN_NOTES = "\n"
SPACES = re.compile(r"[ \t\r\n]+")


@dataclass(slots=True)
class About:
    """What a file says of the termbase as a whole; filled while its concepts are read."""

    title: str = ""
    signature: Signature | None = None


class Ids:
    """Gives every concept an id of its own: that of the file where it has one."""

    def __init__(self, skips: Skips) -> None:
        self._skips = skips
        self._used: set[str] = set()
        self._count = 0

    def take(self, told: str | None) -> str:
        """Return ``told``, or a new id if there is none or another concept has it."""
        self._count += 1
        chosen = told or f"c{self._count}"
        if chosen in self._used:
            if told:
                self._skips.add("id that two concepts have, changed", told)
            number = 2
            while f"{chosen}~{number}" in self._used:
                number += 1
            chosen = f"{chosen}~{number}"
        self._used.add(chosen)
        return chosen


def notes_of(skipped: Iterable[Skipped]) -> tuple[str, ...]:
    """Return what a reader left out or changed as remarks for the user."""
    return tuple(
        f"{each.count} {each.kind}" + (f', the first: "{each.example}"' if each.example else "")
        for each in skipped
    )


def by_language(terms: Iterable[ConceptTerm]) -> dict[str, list[ConceptTerm]]:
    """Return terms by language, languages in the order of their first term."""
    found: dict[str, list[ConceptTerm]] = {}
    for term in terms:
        found.setdefault(term.language, []).append(term)
    return found


def in_one_line(text: str) -> str:
    """Return a term without breaks and doubled spaces; no-break spaces are content."""
    return SPACES.sub(" ", text).strip(" ")


def added(note: str | None, more: str) -> str:
    """Return a note with one more remark in it."""
    return more if note is None else f"{note}{BETWEEN_NOTES}{more}"


def carried(concepts: Iterable[Concept], skips: Skips) -> Iterator[Concept]:
    """Give the concepts that have terms, without those that a person has rejected.

    For formats that hand a termbase over: what is no term has no place there. Nor has a concept
    of which nothing is left but terms of one language that nobody has accepted.
    """
    for concept in concepts:
        if not concept.terms:
            skips.add("concept without terms", concept.id)
            continue
        kept = tuple(term for term in concept.terms if term.status != REJECTED)
        if len(kept) == len(concept.terms):
            yield concept
            continue
        refused = next(term for term in concept.terms if term.status == REJECTED)
        skips.add("rejected term", refused.text, len(concept.terms) - len(kept))
        was_bilingual = len({term.language for term in concept.terms}) > 1
        is_bilingual = len({term.language for term in kept}) > 1
        if is_bilingual or any(term.status for term in kept) or (kept and not was_bilingual):
            yield replace(concept, terms=kept)
        else:
            skips.add("concept of which nothing was accepted", concept.id)
