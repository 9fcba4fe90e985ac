"""Termbases written in one line: ``small("a: bread=en pain=fr!")``; and generated ones."""

from __future__ import annotations

from hypothesis import strategies as st

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


# Few words, so that concepts share some.
_words = st.sampled_from("abcde").map(str) | st.sampled_from(["A", "B"])
_terms = st.tuples(_words, st.sampled_from(["en", "fr", "de"]), st.sampled_from(list(MARKS)))
_lines = st.lists(_terms, min_size=1, max_size=4, unique_by=lambda each: each[:2]).map(
    lambda terms: " ".join(f"{word}={language}{mark}" for word, language, mark in terms)
)
_ids = st.sampled_from(["p", "q", "r", "s", "c1", "c2"])


@st.composite
def termbases(draw):
    """A termbase of a few concepts that share terms."""
    ids = draw(st.lists(_ids, max_size=4, unique=True))
    return small(*(f"{identifier}: {draw(_lines)}" for identifier in ids))
