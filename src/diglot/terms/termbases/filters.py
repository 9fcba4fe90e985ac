"""Termbases with only some of their concepts and terms.

A concept of several languages that would keep terms of only one of them goes as a whole: half a
pair tells nobody anything.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from diglot.errors import ConfigError
from diglot.model import Concept, ConceptTerm, Termbase
from diglot.model.termbase import FORBIDDEN, REJECTED, STATUSES
from diglot.terms.termbases.merging import Key, TermKeys, pairs_of
from diglot.text.languages import UNDETERMINED

UNDECIDED = "none"
UNITS = ("pair", "term")


@dataclass(frozen=True, slots=True)
class StopList:
    """Terms and pairs that are not wanted.

    Attributes:
        terms: keys of terms; the language ``und`` stands for any.
        pairs: keys of a term and of what must not stand beside it.
    """

    terms: frozenset[Key] = frozenset()
    pairs: frozenset[tuple[Key, Key]] = frozenset()


def in_languages(
    termbase: Termbase, languages: Sequence[str], *, complete: bool = False
) -> Termbase:
    """Keep the terms and definitions of some languages.

    Args:
        termbase: the concepts.
        languages: tags; ``pt`` keeps ``pt-BR``, too, while ``pt-BR`` keeps only itself.
        complete: keep only concepts with a term in each of them.
    """
    wanted = [language.replace("_", "-").lower() for language in languages]

    def fits(language: str, one: str) -> bool:
        tag = language.replace("_", "-").lower()
        return tag == one or tag.startswith(f"{one}-")

    kept = []
    for concept in termbase.concepts:
        terms = tuple(
            term for term in concept.terms if any(fits(term.language, one) for one in wanted)
        )
        has_all = all(any(fits(term.language, one) for term in terms) for one in wanted)
        if not terms or (complete and not has_all):
            continue
        definitions = tuple(
            (language, text)
            for language, text in concept.definitions
            if not language or any(fits(language, one) for one in wanted)
        )
        kept.append(replace(concept, terms=terms, definitions=definitions))
    return replace(termbase, concepts=tuple(kept))


def with_least_score(termbase: Termbase, score: float) -> Termbase:
    """Leave out concepts and terms with a lower score; what has no score stays.

    Raises:
        ConfigError: the score is not within [0, 1].
    """
    if not 0 <= score <= 1:
        raise ConfigError(f"the least score is {score}; it must lie between 0 and 1")
    high = [each for each in termbase.concepts if each.score is None or each.score >= score]
    return _kept(termbase, high, lambda term, _: term.score is None or term.score >= score)


def with_status(termbase: Termbase, statuses: Collection[str]) -> Termbase:
    """Keep the concepts with a term of one of the statuses, without their terms of others.

    A term about which nobody decided stays beside one that counts. ``none`` stands for concepts in
    which nothing is decided.

    Raises:
        ConfigError: there is no such status.
    """
    for status in statuses:
        if status not in (*STATUSES, UNDECIDED):
            raise ConfigError(
                f"the status is {status!r}; it can be {', '.join((*STATUSES, UNDECIDED))}"
            )

    def counts(concept: Concept) -> bool:
        found = {term.status for term in concept.terms} - {None}
        return bool(found & set(statuses)) or (not found and UNDECIDED in statuses)

    chosen = [concept for concept in termbase.concepts if counts(concept)]
    return _kept(termbase, chosen, lambda term, _: term.status is None or term.status in statuses)


def without_known(
    termbase: Termbase, existing: Iterable[Termbase], *, unit: str = "pair", match: str = "case"
) -> Termbase:
    """Leave out what other termbases have.

    Args:
        termbase: the concepts.
        existing: what is known.
        unit: ``pair``: a term is known if it stands beside the same term of another language
            there, and known terms go where their language has a new one; ``term``: a concept
            goes as soon as one of its terms is known at all.
        match: which terms are the same, as in `TermKeys`.

    Raises:
        ConfigError: an unknown unit or match.
    """
    if unit not in UNITS:
        raise ConfigError(f"the unit is {unit!r}; it can be {', '.join(UNITS)}")
    keys = TermKeys(match)
    terms: set[Key] = set()
    pairs: set[tuple[Key, Key]] = set()
    for each in existing:
        for concept in each.concepts:
            terms.update(map(keys.of, concept.terms))
            if unit == "pair":
                pairs.update(pairs_of(concept, keys))
    if unit == "term":
        left = [
            concept
            for concept in termbase.concepts
            if not any(keys.of(term) in terms for term in concept.terms)
        ]
        return replace(termbase, concepts=tuple(left))
    found = (_new_part(concept, terms, pairs, keys) for concept in termbase.concepts)
    return replace(termbase, concepts=tuple(each for each in found if each is not None))


def _new_part(
    concept: Concept, terms: set[Key], pairs: set[tuple[Key, Key]], keys: TermKeys
) -> Concept | None:
    """Return a concept without its known terms, but with those that new ones stand beside."""
    mine = list(pairs_of(concept, keys))
    known = {key for pair in mine if pair in pairs for key in pair}
    if not mine:
        known = {key for key in map(keys.of, concept.terms) if key in terms}
    new = [term for term in concept.terms if keys.of(term) not in known]
    if not new and all(pair in pairs for pair in mine):
        return None
    with_new = {term.language for term in new}
    kept = tuple(term for term in concept.terms if term in new or term.language not in with_new)
    return concept if kept == concept.terms else replace(concept, terms=kept)


def make_stop_list(lists: Iterable[Termbase], *, match: str = "case") -> StopList:
    """Return what is not wanted: all terms of plain lists, refused ones of termbases.

    In a termbase in which anything is decided, a forbidden term is stopped everywhere, and a
    rejected one beside the terms of the other languages of its concept: a wrong translation may be
    the right one of something else. A rejected term without any is stopped everywhere.

    Args:
        lists: termbases, or lists of terms read as such.
        match: which terms are the same, as in `TermKeys`.

    Raises:
        ConfigError: an unknown match.
    """
    keys = TermKeys(match)
    terms: set[Key] = set()
    pairs: set[tuple[Key, Key]] = set()
    for each in lists:
        decided = any(term.status for concept in each.concepts for term in concept.terms)
        for concept in each.concepts:
            for term in concept.terms:
                key = keys.of(term)
                partners = [
                    keys.of(other) for other in concept.terms if other.language != term.language
                ]
                if not decided or term.status == FORBIDDEN:
                    terms.add(key)
                elif term.status == REJECTED:
                    pairs.update((partner, key) for partner in partners)
                    terms.update(() if partners else (key,))
    return StopList(frozenset(terms), frozenset(pairs))


def without_stopped(termbase: Termbase, stopped: StopList, *, match: str = "case") -> Termbase:
    """Leave out the terms and pairs of a stop list.

    The list is one of `make_stop_list` with the same ``match``.

    Raises:
        ConfigError: an unknown match.
    """
    keys = TermKeys(match)

    def wanted(term: ConceptTerm, concept: Concept) -> bool:
        key = keys.of(term)
        if key in stopped.terms or (UNDETERMINED, key[1]) in stopped.terms:
            return False
        return not any((keys.of(other), key) in stopped.pairs for other in concept.terms)

    return _kept(termbase, termbase.concepts, wanted)


def _kept(
    termbase: Termbase, concepts: Iterable[Concept], wanted: Callable[[ConceptTerm, Concept], bool]
) -> Termbase:
    """Return concepts with their wanted terms, where these still make a concept."""
    found = []
    for concept in concepts:
        terms = tuple(term for term in concept.terms if wanted(term, concept))
        if len(terms) == len(concept.terms):
            found.append(concept)
            continue
        before = len({term.language for term in concept.terms})
        after = len({term.language for term in terms})
        if after >= min(before, 2) > 0:
            found.append(replace(concept, terms=terms))
    return replace(termbase, concepts=tuple(found))
