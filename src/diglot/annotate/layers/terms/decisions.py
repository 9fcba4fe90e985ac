"""What terminologists decided of pairs of terms, applied to the concepts of a termbase.

A valid pair stays with the forms, flags and variants that it was given; a wrong one stays, too, its
target term marked as rejected: rejected pairs train rankers and serve as stop lists.
"""

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from diglot.annotate.bodies import Body
from diglot.model import Concept, ConceptTerm, Termbase
from diglot.model.termbase import ADMITTED, DO_NOT_TRANSLATE, FORBIDDEN, PREFERRED, REJECTED

VALID, WRONG = "valid", "wrong"
_DECIDED = (VALID, WRONG)

Named = tuple[str, str]
"""Language and text of a term."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person said of a pair of terms.

    Attributes:
        concept: id of its concept.
        source: language and text of the source term, as it was shown.
        target: the same of the target term.
        cells: the judgement.
        name: who gave it; empty if nobody is to be named.
        at: when.
    """

    concept: str
    source: Named
    target: Named
    cells: Body
    name: str = ""
    at: datetime | None = None


def apply_decisions(termbase: Termbase, decisions: Iterable[Decision]) -> Termbase:
    """Return a termbase with what was decided; concepts that nobody looked at stay as they are.

    Concepts that were merged become one, in the place of the first.
    """
    by_concept: dict[str, list[Decision]] = {}
    for each in decisions:
        by_concept.setdefault(each.concept, []).append(each)
    merged: dict[str, Concept] = {}
    for concept in termbase.concepts:
        given = by_concept.get(concept.id, [])
        home = next((str(each.cells["concept"]) for each in given if "concept" in each.cells), "")
        changed = _changed(concept, given)
        key = home or concept.id
        known = merged.get(key)
        merged[key] = changed if known is None else _joined(known, changed)
    return dataclasses.replace(termbase, concepts=tuple(merged.values()))


def _changed(concept: Concept, decisions: Sequence[Decision]) -> Concept:
    for each in decisions:
        concept = _with(concept, each)
    return concept


def _with(concept: Concept, decision: Decision) -> Concept:
    """Apply one decision to the two terms that it is about."""
    cells = decision.cells
    terms: list[ConceptTerm] = []
    for term in concept.terms:
        named = (term.language, term.text)
        if named == decision.source:
            terms.append(_renamed(term, cells.get("source")))
        elif named == decision.target:
            terms.append(_judged(_renamed(term, cells.get("target")), decision))
        else:
            terms.append(term)
    for letter, language in (("s", decision.source[0]), ("t", decision.target[0])):
        known = {term.text for term in terms if term.language == language}
        terms += [
            ConceptTerm(text, language, kind="variant")
            for text in _variants(cells, letter)
            if text not in known
        ]
    note = cells.get("note")
    return dataclasses.replace(
        concept, terms=tuple(terms), note=str(note) if note else concept.note
    )


def _renamed(term: ConceptTerm, text: object) -> ConceptTerm:
    return dataclasses.replace(term, text=text) if isinstance(text, str) and text else term


def _judged(term: ConceptTerm, decision: Decision) -> ConceptTerm:
    """The target term with its status, flags, and who decided."""
    cells = decision.cells
    if cells.get("status") not in _DECIDED:
        return term
    extra = {
        "relation": cells.get("relation"),
        "reliability": cells.get("reliability"),
        "case-sensitive": "yes" if cells.get("case") else None,
        "confirmed-by": decision.name or None,
        "confirmed-at": decision.at.isoformat(timespec="seconds") if decision.at else None,
    }
    properties = tuple(each for each in term.properties if each[0] not in extra)
    return dataclasses.replace(
        term,
        status=_status(cells),
        part_of_speech=str(cells["pos"]) if cells.get("pos") else term.part_of_speech,
        properties=(*properties, *((k, str(v)) for k, v in extra.items() if v is not None)),
    )


def _status(cells: Body) -> str:
    if cells.get("status") == WRONG:
        return REJECTED
    for cell, status in (
        ("forbidden", FORBIDDEN),
        ("do_not_translate", DO_NOT_TRANSLATE),
        ("preferred", PREFERRED),
    ):
        if cells.get(cell):
            return status
    return ADMITTED


def _variants(cells: Body, letter: str) -> list[str]:
    return [name[2:] for name in cells if name.startswith(f"v{letter}")]


def _joined(one: Concept, other: Concept) -> Concept:
    """Two concepts that are the same; a term that both have counts once."""
    known = {(term.language, term.text) for term in one.terms}
    more = tuple(term for term in other.terms if (term.language, term.text) not in known)
    notes = [note for note in (one.note, other.note) if note]
    return dataclasses.replace(
        one,
        terms=(*one.terms, *more),
        definitions=tuple(dict.fromkeys((*one.definitions, *other.definitions))),
        note="; ".join(dict.fromkeys(notes)) or None,
        properties=tuple(dict.fromkeys((*one.properties, *other.properties))),
    )
