"""Marked terms of a segment as words: their forms, where the reference has them, and their hits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from diglot.model.terminology import AnnotatedSegment, TermMark

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MarkedTerm:
    """A marked term of one segment, all words as ``text.split()`` gives them.

    Attributes:
        id: of its entry.
        form: words of the reference; those of the first alternative where there are none.
        alternatives: what may stand for it, the form included, longest first.
        at: position of its first word in the reference; None if unknown.
        sources: half-open ranges of its words in the source: where it is marked, or else wherever
            it stands; empty if unknown.
    """

    id: str
    form: Words
    alternatives: tuple[Words, ...]
    at: int | None
    sources: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """A place in a hypothesis that stands for a marked term.

    Attributes:
        term: number of the term in its segment.
        start: position of the first word.
        end: position after the last one.
    """

    term: int
    start: int
    end: int


def marked_terms(segment: AnnotatedSegment) -> tuple[MarkedTerm, ...]:
    """Return the terms of a segment in the order of the reference, those without a place last."""
    found = []
    for mark in segment.terms:
        form: Words = ()
        at = None
        if mark.target_span is not None and segment.reference is not None:
            form = tuple(segment.reference[slice(*mark.target_span)].split())
            at = len(segment.reference[: mark.target_span[0]].split())
        others = [words for each in mark.alternatives if (words := tuple(each.split()))]
        form = form or next(iter(others), ())
        if form:
            forms = sorted(dict.fromkeys((form, *others)), key=len, reverse=True)
            found.append(MarkedTerm(mark.id, form, tuple(forms), at, _sources(segment, mark)))
    return tuple(sorted(found, key=lambda term: (term.at is None, term.at or 0)))


def _sources(segment: AnnotatedSegment, mark: TermMark) -> tuple[tuple[int, int], ...]:
    if mark.source_span is not None:
        start, end = mark.source_span
        first = len(segment.source[:start].split())
        return ((first, first + len(segment.source[start:end].split())),)
    term = tuple(mark.source.lower().split())
    if not term:
        return ()
    starts = places(segment.source.lower().split(), term)
    return tuple((start, start + len(term)) for start in starts)


def places(words: Sequence[str], term: Words) -> Iterator[int]:
    """Yield every position at which the words of a term stand, overlaps included."""
    at = -1
    while True:
        try:
            at = words.index(term[0], at + 1)
        except ValueError:
            return
        if tuple(words[at : at + len(term)]) == term:
            yield at


def hits(
    words: Sequence[str],
    terms: Sequence[MarkedTerm],
    allowed: Callable[[MarkedTerm, int, int], bool] | None = None,
) -> list[Hit]:
    """Return the hits of a hypothesis, at most one a term, in the order of the terms.

    Longest terms choose first, and among their alternatives the longest. Two terms of one entry
    never share a place; terms of different entries may overlap.

    Args:
        words: of the hypothesis.
        terms: of the segment.
        allowed: tells for a term, a start and an end whether the place counts.
    """
    used: set[tuple[str, int]] = set()
    found: list[Hit] = []
    for number in sorted(range(len(terms)), key=lambda each: -len(terms[each].form)):
        term = terms[number]
        free = (
            (start, start + len(form))
            for form in term.alternatives
            for start in places(words, form)
            if (term.id, start) not in used
        )
        place = next((each for each in free if allowed is None or allowed(term, *each)), None)
        if place is not None:
            used.add((term.id, place[0]))
            found.append(Hit(number, *place))
    return sorted(found, key=lambda hit: hit.term)
