"""What is wrong with a termbase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

from diglot.errors import ConfigError, describe_unknown
from diglot.model import Concept, ConceptTerm, Termbase
from diglot.model.termbase import FORBIDDEN, PREFERRED, REJECTED
from diglot.terms.termbases.cleaning import FAULTS, MENDS, Mend, faults_of, mend_termbase
from diglot.terms.termbases.merging import Key, TermKeys


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that a person should look at.

    Attributes:
        kind: a name of `CHECKS`.
        concept: id of the concept, the first one if there are several.
        language: tag, where it matters.
        term: text, where it matters.
        others: ids of further concepts that it concerns.
    """

    kind: str
    concept: str
    language: str | None = None
    term: str | None = None
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Inspection:
    """What the checks look at."""

    concepts: Sequence[Concept]
    languages: Sequence[str]
    keys: TermKeys
    mends: Sequence[Mend]


def check_termbase(
    termbase: Termbase,
    *,
    languages: Sequence[str] | None = None,
    match: str = "case",
    ignore: Collection[str] = (),
) -> tuple[Problem, ...]:
    """Return what is wrong with a termbase, by kind, in the order of the concepts.

    Args:
        termbase: the concepts.
        languages: those that every concept must have; by default those of more than half of them.
        match: which terms are the same, as in `TermKeys`.
        ignore: names of `CHECKS` to leave out.

    Raises:
        ConfigError: an unknown match or check.
    """
    for name in ignore:
        if name not in CHECKS:
            raise ConfigError(describe_unknown("check", name, CHECKS))
    wanted = _usual(termbase) if languages is None else languages
    mends = (
        *mend_termbase(termbase).mends,
        *chain.from_iterable(map(faults_of, termbase.concepts)),
    )
    inspection = _Inspection(termbase.concepts, wanted, TermKeys(match), mends)
    return tuple(
        problem
        for name, function in CHECKS.items()
        if name not in ignore
        for problem in function(inspection)
    )


def _usual(termbase: Termbase) -> list[str]:
    """Return the languages that more than half of the concepts have."""
    counts = Counter(
        language
        for concept in termbase.concepts
        for language in dict.fromkeys(_primary(term.language) for term in concept.terms)
    )
    return [language for language, count in counts.items() if 2 * count > len(termbase.concepts)]


def _empty(inspection: _Inspection) -> Iterator[Problem]:
    for concept in inspection.concepts:
        if not any(term.text.strip() for term in concept.terms):
            yield Problem("empty-concept", concept.id)


def _missing(inspection: _Inspection) -> Iterator[Problem]:
    for concept in inspection.concepts:
        usable = {_primary(term.language) for term in _used(concept) if term.text.strip()}
        for language in inspection.languages:
            if concept.terms and _primary(language) not in usable:
                yield Problem("missing-language", concept.id, language)


def _twice(inspection: _Inspection) -> Iterator[Problem]:
    for concept in inspection.concepts:
        seen: dict[Key, ConceptTerm] = {}
        for term in concept.terms:
            key = inspection.keys.of(term)
            if key in seen:
                yield Problem("term-twice", concept.id, term.language, term.text)
            seen.setdefault(key, term)


def _shared(inspection: _Inspection) -> Iterator[Problem]:
    holders: dict[Key, list[tuple[Concept, ConceptTerm]]] = {}
    for concept in inspection.concepts:
        found = {inspection.keys.of(term): term for term in _used(concept)}
        for key, term in found.items():
            holders.setdefault(key, []).append((concept, term))
    for several in holders.values():
        if len(several) > 1:
            (concept, term), *rest = several
            others = tuple(each.id for each, _ in rest)
            yield Problem("term-in-several-concepts", concept.id, term.language, term.text, others)


def _preferred(inspection: _Inspection) -> Iterator[Problem]:
    for concept in inspection.concepts:
        counts = Counter(term.language for term in concept.terms if term.status == PREFERRED)
        for language, count in counts.items():
            if count > 1:
                yield Problem("two-preferred-terms", concept.id, language)


def _forbidden(inspection: _Inspection) -> Iterator[Problem]:
    for concept in inspection.concepts:
        by_language: dict[str, list[ConceptTerm]] = {}
        for term in concept.terms:
            if term.status != REJECTED:
                by_language.setdefault(term.language, []).append(term)
        for language, terms in by_language.items():
            if all(term.status == FORBIDDEN for term in terms):
                yield Problem("forbidden-terms-only", concept.id, language, terms[0].text)


def _mended(inspection: _Inspection, kind: str) -> Iterator[Problem]:
    for mend in inspection.mends:
        if mend.kind == kind:
            yield Problem(kind, mend.concept, mend.language, mend.term)


def _used(concept: Concept) -> Iterator[ConceptTerm]:
    """Give the terms that name the concept: not those that a person has refused."""
    return (term for term in concept.terms if term.status != REJECTED)


def _primary(language: str) -> str:
    return language.replace("_", "-").partition("-")[0].lower()


CHECKS: dict[str, Callable[[_Inspection], Iterator[Problem]]] = {
    "empty-concept": _empty,
    "missing-language": _missing,
    "term-twice": _twice,
    "term-in-several-concepts": _shared,
    "two-preferred-terms": _preferred,
    "forbidden-terms-only": _forbidden,
    **{kind: partial(_mended, kind=kind) for kind in (*MENDS, *FAULTS)},
}
