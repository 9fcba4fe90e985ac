"""Marked terms of a segment as words, and hypotheses that cheat by adding them.

A metric that rises on added terms can be gamed, whether they fit there or not. ``naive`` adds every
term of the segment, ``smart`` only those that the translation lacks, both at its end or at its
front; ``interleave`` puts every term where it stands in the source.

Reference: Alam et al. 2021, section 3 and Tables 13 and 14 (naive and smart).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, InputError, describe_unknown
from diglot.plurals import count_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from diglot.model.terms import AnnotatedSegment, AnnotatedSet, TermMark

KINDS = ("naive", "smart", "interleave")
WHERE = ("end", "front")


def cheat(
    test_set: AnnotatedSet, hypotheses: Sequence[str], kind: str, *, where: str = "end"
) -> tuple[str, ...]:
    """Return the hypotheses with terms added as the reference has them.

    Terms come in the order of the reference. A hypothesis that gets no term stays as it is. Where
    terms have no place in a reference, the first alternative is added; where they have none in the
    source, ``interleave`` puts them at the end.

    Args:
        test_set: with marked terms.
        hypotheses: one per segment, in the order of the set.
        kind: one of `KINDS`.
        where: one of `WHERE`; for naive and smart.

    Raises:
        ConfigError: unknown kind or place, or ``front`` for ``interleave``.
        InputError: another number of hypotheses than of segments.
    """
    if kind not in KINDS:
        raise ConfigError(describe_unknown("cheat", kind, KINDS))
    if where not in WHERE:
        raise ConfigError(describe_unknown("place", where, WHERE))
    if kind == "interleave" and where != "end":
        raise ConfigError("interleave puts terms where the source has them: it takes no place")
    if len(hypotheses) != len(test_set.segments):
        raise InputError(
            f"{count_of(len(hypotheses), 'translation')} for "
            f"{count_of(len(test_set.segments), 'segment')}",
            cure="give one hypothesis for each segment",
        )
    return tuple(
        _cheated(segment, hypothesis, kind, where)
        for segment, hypothesis in zip(test_set.segments, hypotheses, strict=True)
    )


def _cheated(segment: AnnotatedSegment, hypothesis: str, kind: str, where: str) -> str:
    terms = marked_terms(segment)
    if kind == "interleave":
        return _interleaved(segment, terms, hypothesis)
    if kind == "smart":
        terms = _lacking(terms, hypothesis.split())
    if not terms:
        return hypothesis
    added = [" ".join(term.form) for term in terms]
    parts = [hypothesis, *added] if where == "end" else [*added, hypothesis]
    return " ".join(filter(None, (part.strip() for part in parts)))


def _lacking(terms: Sequence[MarkedTerm], words: Sequence[str]) -> tuple[MarkedTerm, ...]:
    """Return the terms whose form the words do not have, one occurrence for each of an entry."""
    used: set[tuple[str, int]] = set()
    lacking = []
    for term in terms:
        free = (at for at in word_positions(words, term.form) if (term.id, at) not in used)
        at = next(free, None)
        if at is None:
            lacking.append(term)
        else:
            used.add((term.id, at))
    return tuple(lacking)


def _interleaved(segment: AnnotatedSegment, terms: Sequence[MarkedTerm], hypothesis: str) -> str:
    if not terms:
        return hypothesis
    words = hypothesis.split()
    length = len(segment.source.split())
    before: dict[int, list[str]] = {}
    for term in terms:
        share = term.sources[0][0] / length if term.sources else 1.0
        before.setdefault(round(share * len(words)), []).extend(term.form)
    pieces: list[str] = []
    for at in range(len(words) + 1):
        pieces += before.get(at, ())
        pieces += words[at : at + 1]
    return " ".join(pieces)


# Marked terms of a segment as words: their forms, where the reference has them, and their hits.

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
    starts = word_positions(segment.source.lower().split(), term)
    return tuple((start, start + len(term)) for start in starts)


def word_positions(words: Sequence[str], term: Words) -> Iterator[int]:
    """Yield every position at which the words of a term stand, overlaps included."""
    at = -1
    while True:
        try:
            at = words.index(term[0], at + 1)
        except ValueError:
            return
        if tuple(words[at : at + len(term)]) == term:
            yield at


def find_hits(
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
            for start in word_positions(words, form)
            if (term.id, start) not in used
        )
        place = next((each for each in free if allowed is None or allowed(term, *each)), None)
        if place is not None:
            used.add((term.id, place[0]))
            found.append(Hit(number, *place))
    return sorted(found, key=lambda hit: hit.term)
