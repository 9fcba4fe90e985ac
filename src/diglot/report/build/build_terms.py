"""The terms of a build by number: which side they stand on, and what is known to translate them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from diglot.report.build.term_marks import TermForms

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from diglot.model import Concept, ConceptTerm, Term, Termbase, TermPair
    from diglot.report.build.build_scan import Scan, TermUse

Languages = tuple[str | None, str | None]


@dataclass(frozen=True, slots=True)
class KnownTerms:
    """The terms of both sides.

    Attributes:
        forms: the terms and the forms they are found by.
        partners: the terms known to translate each, by number.
        languages: tags of the termbase, in order of first use.
        sides: for each of them 0 (source), 1 (target) or None (another language).
    """

    forms: tuple[TermForms, TermForms]
    partners: tuple[Mapping[int, set[int]], Mapping[int, set[int]]]
    languages: tuple[str, ...]
    sides: tuple[int | None, ...]

    def side(self, term: ConceptTerm) -> int | None:
        """Return the side that a term of a concept stands on."""
        return self.sides[self.languages.index(term.language)]


def known_terms(
    termbase: Termbase,
    pairs: Sequence[TermPair],
    extracted: tuple[Sequence[Term], Sequence[Term]],
    languages: Languages,
) -> KnownTerms:
    """Number the terms of concepts and pairs; extracted terms lend them their variants."""
    forms = TermForms(languages[0]), TermForms(languages[1])
    partners: tuple[dict[int, set[int]], dict[int, set[int]]] = (
        defaultdict(set),
        defaultdict(set),
    )
    tags = termbase.languages
    known = KnownTerms(forms, partners, tags, _sides(tags, languages))
    for concept in termbase.concepts:
        numbers: tuple[list[int], list[int]] = ([], [])
        for term in concept.terms:
            side = known.side(term)
            if side is not None:
                numbers[side].append(forms[side].add(term.text))
        for one in numbers[0]:
            for other in numbers[1]:
                partners[0][one].add(other)
                partners[1][other].add(one)
    for pair in shown_pairs(termbase, pairs):
        one, other = forms[0].add(pair.source), forms[1].add(pair.target)
        partners[0][one].add(other)
        partners[1][other].add(one)
    for side in (0, 1):
        for each in extracted[side]:
            number = forms[side].number(each.text)
            if number is not None:
                for variant in each.variants:
                    forms[side].add_form(variant.text, number)
    return known


def shown_pairs(termbase: Termbase, pairs: Sequence[TermPair]) -> list[TermPair]:
    """Return the pairs that have something to say of a concept: those that share a term with it."""
    named = {term.text for concept in termbase.concepts for term in concept.terms}
    return [pair for pair in pairs if pair.source in named or pair.target in named]


def _sides(tags: Sequence[str], languages: Languages) -> tuple[int | None, ...]:
    """Return the side of each language tag: by its primary part, else in the order of the tags."""
    primary = [each.lower().replace("_", "-").split("-")[0] if each else "" for each in languages]
    sides: list[int | None] = []
    for number, tag in enumerate(tags):
        part = tag.lower().replace("_", "-").split("-")[0]
        if part in primary:
            sides.append(primary.index(part))
        elif number < len(primary) and not primary[number]:
            sides.append(number)
        else:
            sides.append(None)
    return tuple(sides)


def term_rows(
    known: KnownTerms, scan: Scan, extracted: tuple[Sequence[Term], Sequence[Term]]
) -> list[list[list[Any]]]:
    """Return the terms of both sides as the page's script expects them (static/build/state.js)."""
    result = []
    for side in (0, 1):
        lent: dict[int, Term] = {}
        for each in extracted[side]:
            number = known.forms[side].number(each.text)
            if number is not None:
                lent.setdefault(number, each)
        uses = scan.uses[side]
        result.append(
            [
                _term_row(text, uses.get(number), lent.get(number))
                for number, text in enumerate(known.forms[side].texts)
            ]
        )
    return result


def _term_row(text: str, use: TermUse | None, term: Term | None) -> list[Any]:
    row: list[Any] = [text]
    if use is not None:
        chosen = [[value for form in choice.forms for value in form] for choice in use.choices]
        row += [use.count, use.nested, use.parts, len(use.documents), chosen, len(use.translations)]
    if term is not None and (term.variants or term.measures):
        row += [0, 0, 0, 0, [], 0][len(row) - 1 :]
        row.append([[each.text, each.kind, each.frequency] for each in term.variants])
        row.append([[name, _figure(value)] for name, value in term.measures.items()])
    return row


def concept_row(concept: Concept, known: KnownTerms, score: float | None) -> list[Any]:
    """Return one concept as the page's script expects it."""
    terms = []
    for each in concept.terms:
        side = known.side(each)
        number = known.forms[side].number(each.text) if side is not None else None
        terms.append(
            _trim(
                [
                    known.languages.index(each.language),
                    each.text if number is None else number,
                    each.status or "",
                    each.kind or "",
                    each.part_of_speech or "",
                    _thousandths(each.score),
                    -1 if each.frequency is None else each.frequency,
                    each.source or "",
                    each.note or "",
                ]
            )
        )
    row = [
        concept.id,
        terms,
        _thousandths(score),
        concept.subject or "",
        concept.source or "",
        concept.note or "",
        [list(each) for each in concept.definitions],
    ]
    return _trim(row)


def pair_rows(
    pairs: Sequence[TermPair], known: KnownTerms, places: Mapping[int, int]
) -> tuple[list[list[Any]], list[str]]:
    """Return term pairs as the page's script expects them, and the reasons they point to.

    Args:
        pairs: translations found.
        known: numbers of their terms.
        places: where the pairs of sentences that stay stand on the page.
    """
    reasons: dict[str, int] = {}
    rows = [
        _trim(
            [
                known.forms[0].number(pair.source),
                known.forms[1].number(pair.target),
                _thousandths(pair.probability),
                [reasons.setdefault(each, len(reasons)) for each in pair.reasons],
                [places[each] for each in pair.contexts if each in places],
                -1 if pair.score is None else _figure(pair.score),
                -1 if pair.frequency is None else _figure(pair.frequency),
            ]
        )
        for pair in pairs
    ]
    return rows, list(reasons)


def _thousandths(probability: float | None) -> int:
    """Return a probability in thousandths, rounded down so that only certainty is 1,000."""
    if probability is None or probability != probability:
        return -1
    return min(1000, max(0, int(probability * 1000 + 0.01)))


def _figure(value: float) -> float:
    """Return a figure with four significant digits; one that is none as 0."""
    return float(f"{value:.4g}") if abs(value) < float("inf") else 0.0


def _trim(row: list[Any]) -> list[Any]:
    """Return a row without the empty values at its end."""
    while row and row[-1] in ("", -1, []):
        row.pop()
    return row
