"""Several termbases: united into one, or one compared with another."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from diglot.errors import ConfigError
from diglot.model import Concept, ConceptTerm, Termbase
from diglot.text.languages import primary_subtag
from diglot.text.lemmas import Lemmatiser
from diglot.text.spelling import fold_line
from diglot.text.tokens import words

Marks = Callable[[Concept], Iterable[Hashable]]

MATCHES = ("exact", "case", "lemma")

# A term as it is compared: language without its region, and form.
Key = tuple[str, str]


class TermKeys:
    """Gives the key of a term; equal keys, equal terms.

    Args:
        match: ``exact`` as written; ``case`` in lower case, with plain apostrophes; ``lemma`` by
            the lemmas of the words, where the language has any.

    Raises:
        ConfigError: there is no such match.
    """

    def __init__(self, match: str = "case") -> None:
        if match not in MATCHES:
            raise ConfigError(f"match is {match!r}; it can be {', '.join(MATCHES)}")
        self._match = match
        self._lemmatisers: dict[str, Lemmatiser | None] = {}

    def of(self, term: ConceptTerm) -> Key:
        """Return the key of a term."""
        return self.key(term.text, term.language)

    def key(self, text: str, language: str) -> Key:
        """Return the key of a text in a language; regions make no difference."""
        primary = primary_subtag(language)
        if self._match == "exact":
            return primary, text
        folded = fold_line(text)
        if self._match == "lemma":
            folded = self._lemmas(folded, primary)
        return primary, folded

    def _lemmas(self, text: str, language: str) -> str:
        if language not in self._lemmatisers:
            try:
                self._lemmatisers[language] = Lemmatiser(language)
            except ConfigError:  # a language nobody knows has no lemmas
                self._lemmatisers[language] = None
        lemmatiser = self._lemmatisers[language]
        if lemmatiser is None or lemmatiser.method == "identity":
            return text
        return " ".join(lemmatiser.lemma(word) for word in words(text, lemmatiser.language))


def pairs_of(concept: Concept, keys: TermKeys) -> Iterator[tuple[Key, Key]]:
    """Give every two terms of different languages of a concept, the lesser key first."""
    found = list(dict.fromkeys(keys.of(term) for term in concept.terms))
    for index, first in enumerate(found):
        for second in found[index + 1 :]:
            if first[0] != second[0]:
                yield (first, second) if first < second else (second, first)


PREFER = ("first", "last")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Conflict:
    """A term to which the termbases give different statuses.

    Attributes:
        concept: id of the united concept.
        language: of the term.
        term: its text.
        statuses: what was found, in the order of the termbases.
        chosen: what was taken.
    """

    concept: str
    language: str
    term: str
    statuses: tuple[str, ...]
    chosen: str


@dataclass(frozen=True, slots=True)
class MergeResult:
    """What became of several termbases.

    Attributes:
        termbase: the concepts, in the order of their first appearance.
        united: how many concepts went into others.
        renamed: how many concepts had an id that another one has.
        conflicts: terms with different statuses.
    """

    termbase: Termbase
    united: int
    renamed: int
    conflicts: tuple[Conflict, ...]


def merge_termbases(
    termbases: Sequence[Termbase], *, rule: str = "pair", prefer: str = "first", match: str = "case"
) -> MergeResult:
    """Unite termbases: concepts that are the same become one.

    Sameness is handed on: if A is the same as B, and B as C, all three become one concept. What is
    united counts with all of its terms, until no two concepts are the same any more.

    Args:
        termbases: one after the other; one alone is united with itself.
        rule: which concepts are the same: ``pair`` those that share a term in each of two
            languages (or their only language's term), ``term`` those that share any term, ``id``
            those with the same id, ``none`` no two.
        prefer: which termbase is right where they say different things: ``first`` or ``last``.
        match: which terms are the same, as in `TermKeys`.

    Raises:
        ConfigError: an unknown rule, preference or match.
    """
    if rule not in RULES:
        raise ConfigError(f"the rule is {rule!r}; it can be {', '.join(RULES)}")
    if prefer not in PREFER:
        raise ConfigError(f"prefer is {prefer!r}; it can be {', '.join(PREFER)}")
    keys = TermKeys(match)
    concepts = [concept for each in termbases for concept in each.concepts]
    groups = _united_groups(concepts, lambda concept: RULES[rule](concept, keys))
    used: set[str] = set()
    conflicts: list[Conflict] = []
    merged: list[Concept] = []
    renamed = 0
    for group in groups:
        identifier = _free(group[0].id, used)
        renamed += identifier != group[0].id
        united = _united(group, identifier, keys, conflicts, last=prefer == "last")
        merged.append(united)
    signatures = {each.signature for each in termbases}
    whole = Termbase(
        tuple(merged),
        next((each.title for each in termbases if each.title), ""),
        tuple(dict.fromkeys(note for each in termbases for note in each.notes)),
        signatures.pop() if len(signatures) == 1 else None,
    )
    return MergeResult(whole, len(concepts) - len(merged), renamed, tuple(conflicts))


def _by_pair(concept: Concept, keys: TermKeys) -> Iterator[Hashable]:
    pairs = list(pairs_of(concept, keys))
    yield from pairs or map(keys.of, concept.terms)


def _by_term(concept: Concept, keys: TermKeys) -> Iterator[Hashable]:
    yield from map(keys.of, concept.terms)


def _by_id(concept: Concept, keys: TermKeys) -> Iterator[Hashable]:  # noqa: ARG001
    yield concept.id


def _never(concept: Concept, keys: TermKeys) -> Iterator[Hashable]:  # noqa: ARG001
    yield from ()


# What two concepts must share to be the same.
RULES: dict[str, Callable[[Concept, TermKeys], Iterator[Hashable]]] = {
    "pair": _by_pair,
    "term": _by_term,
    "id": _by_id,
    "none": _never,
}


def _united_groups(concepts: Sequence[Concept], marks: Marks) -> list[list[Concept]]:
    """Return the concepts that become one together, in the order of their first ones."""
    groups = [[index] for index in range(len(concepts))]
    before = len(groups) + 1
    while len(groups) < before:
        before = len(groups)
        # Terms that come together make pairs that no concept had before.
        wholes = [_with_all_terms([concepts[index] for index in group]) for group in groups]
        groups = [
            sorted(index for number in numbers for index in groups[number])
            for numbers in _groups(wholes, marks)
        ]
    return [[concepts[index] for index in group] for group in groups]


def _with_all_terms(group: Sequence[Concept]) -> Concept:
    if len(group) == 1:
        return group[0]
    return replace(group[0], terms=tuple(term for concept in group for term in concept.terms))


def _groups(concepts: Sequence[Concept], marks: Marks) -> list[list[int]]:
    """Return numbers of concepts that share a mark together, in the order of their first ones."""
    roots = list(range(len(concepts)))

    def root(index: int) -> int:
        while roots[index] != index:
            roots[index] = roots[roots[index]]
            index = roots[index]
        return index

    owners: dict[Hashable, int] = {}
    for index, concept in enumerate(concepts):
        for mark in marks(concept):
            first, second = sorted((root(owners.setdefault(mark, index)), root(index)))
            roots[second] = first
    groups: dict[int, list[int]] = {}
    for index in range(len(concepts)):
        groups.setdefault(root(index), []).append(index)
    return list(groups.values())


def _free(wanted: str, used: set[str]) -> str:
    """Return an id that no other concept has."""
    chosen, number = wanted, 2
    while chosen in used:
        chosen, number = f"{wanted}~{number}", number + 1
    used.add(chosen)
    return chosen


def _united(
    group: Sequence[Concept],
    identifier: str,
    keys: TermKeys,
    conflicts: list[Conflict],
    *,
    last: bool,
) -> Concept:
    """Return one concept made of several."""
    if len(group) == 1 and len({keys.of(term) for term in group[0].terms}) == len(group[0].terms):
        return group[0] if group[0].id == identifier else replace(group[0], id=identifier)
    forms: dict[Key, list[ConceptTerm]] = {}
    for concept in group:
        for term in concept.terms:
            forms.setdefault(keys.of(term), []).append(term)
    order = group[::-1] if last else group
    terms = []
    for same in forms.values():
        term = _one_term(same[::-1] if last else same)
        statuses = tuple(dict.fromkeys(each.status for each in same if each.status is not None))
        if len(statuses) > 1 and term.status is not None:
            told = Conflict(identifier, term.language, term.text, statuses, term.status)
            conflicts.append(told)
        terms.append(term)
    return Concept(
        identifier, tuple(terms), _all(concept.definitions for concept in group),
        _first(concept.subject for concept in order), _most(concept.score for concept in group),
        _first(concept.source for concept in order), _together(concept.note for concept in group),
        _all(concept.properties for concept in group),
    )  # fmt: skip


def _one_term(same: Sequence[ConceptTerm]) -> ConceptTerm:
    """Return one term made of several, what the first of them says first."""
    if len(same) == 1:
        return same[0]
    return ConceptTerm(
        same[0].text, same[0].language, _first(term.status for term in same),
        _first(term.part_of_speech for term in same), _first(term.kind for term in same),
        _most(term.score for term in same), _most(term.frequency for term in same),
        _all(term.contexts for term in same), _first(term.source for term in same),
        _together(term.note for term in same), _all(term.properties for term in same),
    )  # fmt: skip


def _first(values: Iterable[Value | None]) -> Value | None:
    return next((value for value in values if value is not None), None)


def _most(values: Iterable[Any]) -> Any:
    """Return the greatest value: the texts behind two termbases may overlap, so none is added."""
    return max((value for value in values if value is not None), default=None)


def _all(values: Iterable[tuple[Value, ...]]) -> tuple[Value, ...]:
    return tuple(dict.fromkeys(value for each in values for value in each))


def _together(notes: Iterable[str | None]) -> str | None:
    told = dict.fromkeys(note for note in notes if note is not None)
    return "\n".join(told) if told else None


# What changed from one termbase to another.

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
