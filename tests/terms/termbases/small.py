"""Termbases written in one line: ``small("a: bread=en pain=fr!")``."""

from __future__ import annotations

from diglot.model import Concept, ConceptTerm, Termbase

MARKS = {"+": "preferred", "~": "admitted", "!": "forbidden", "-": "rejected", "": None}


def small(*lines: str) -> Termbase:
    """A termbase of concepts ``id: text=language…``; words of a text divided by underscores.

    A mark at the end gives the status: ``+`` preferred, ``~`` admitted, ``!`` forbidden,
    ``-`` rejected.
    """
    concepts = []
    for line in lines:
        identifier, _, rest = line.partition(":")
        terms = []
        for word in rest.split():
            text, _, language = word.partition("=")
            mark = language[-1] if language[-1] in MARKS else ""
            status = MARKS[mark]
            terms.append(ConceptTerm(text.replace("_", " "), language.removesuffix(mark), status))
        concepts.append(Concept(identifier, tuple(terms)))
    return Termbase(tuple(concepts))


def shown(termbase: Termbase) -> list[str]:
    """The concepts of a termbase in the notation of `small`."""
    marks = {status: mark for mark, status in MARKS.items()}
    return [
        f"{concept.id}: "
        + " ".join(
            f"{term.text.replace(' ', '_')}={term.language}{marks[term.status]}"
            for term in concept.terms
        )
        for concept in termbase.concepts
    ]
