"""One walk through all sentence pairs of a build: terms, their numbers and their translations."""

from __future__ import annotations

from array import array
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any

from diglot.report.build.usage import (
    Choice,
    Mark,
    Sentence,
    TermForms,
    Translation,
    choices,
    tally,
    translation_of,
)
from diglot.report.pages.base import Numbers, pack, thousandths, zigzag
from diglot.text.tokens import words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from diglot.model import Concept, ConceptTerm, Term, Termbase, TermPair, WordLinks

Partners = tuple["Mapping[int, set[int]]", "Mapping[int, set[int]]"]

# Parts of the text in which a term is looked for, to tell how it spreads.
PARTS = 10


class Marks:
    """The terms in one side of all pairs, in flat arrays: a corpus has too many for objects.

    Args:
        strings: translations that are no terms, each with its number; shared by both sides.
    """

    def __init__(self, strings: dict[str, int]) -> None:
        self._strings = strings
        self._flat = array("i")
        self._ends = array("q", [0])

    def __len__(self) -> int:
        return len(self._ends) - 1

    def add(self, marks: Iterable[Mark], translations: Iterable[Translation]) -> list[int]:
        """Take the terms of the next pair with what translates them; return that as numbers."""
        codes = []
        for (term, start, end, nested), translation in zip(marks, translations, strict=True):
            if isinstance(translation, str):
                code = 2 * self._strings.setdefault(translation, len(self._strings)) + 1
            else:
                code = -1 if translation is None else 2 * translation
            self._flat.extend((term, start, 2 * (end - start) + nested, code))
            codes.append(code)
        self._ends.append(len(self._flat))
        return codes

    def count(self, pair: int) -> int:
        """Return the number of terms in a pair."""
        return (self._ends[pair + 1] - self._ends[pair]) // 4

    def of(self, pair: int) -> Iterator[tuple[Mark, int]]:
        """Give the terms of a pair, each with the number of its translation, -1 for none."""
        flat = iter(self._flat[self._ends[pair] : self._ends[pair + 1]])
        for term, start, length, code in zip(flat, flat, flat, flat, strict=True):
            yield Mark(term, start, start + (length >> 1), bool(length & 1)), code


@dataclass(slots=True)
class TermUse:
    """What was seen of one term in all pairs.

    Attributes:
        count: occurrences outside longer terms.
        nested: occurrences inside longer terms.
        parts: bit n for the nth part of the text with an occurrence.
        documents: numbers of the documents with an occurrence.
        outer: what translated the occurrences outside longer terms: how often each number of
            `Marks` was met, in the order of first use.
        inner: the same of those inside.
        choices: translations counted, most frequent first.
    """

    count: int = 0
    nested: int = 0
    parts: int = 0
    documents: set[int] = field(default_factory=set)
    outer: dict[int, int] = field(default_factory=dict)
    inner: dict[int, int] = field(default_factory=dict)
    choices: list[Choice] = field(default_factory=list)
    _places: dict[int, int] = field(default_factory=dict)

    @property
    def translations(self) -> dict[int, int]:
        """Translations of the occurrences that count: outside longer terms, if there are such."""
        return self.outer or self.inner

    @property
    def occurrences(self) -> int:
        """Number of occurrences that count."""
        return sum(self.translations.values())

    def group(
        self, texts: Sequence[str], partners: Collection[int], strings: Sequence[str]
    ) -> None:
        """Count the translations.

        Args:
            texts: the terms of the other side.
            partners: those of them that are known to translate this one.
            strings: translations that are no terms, by their number.
        """
        named = {code: _decode(code, strings) for code in (*self.outer, *self.inner)}
        counted = {named[code]: count for code, count in self.translations.items()}
        self.choices = choices(tally(counted), texts, partners)
        forms = (form for choice in self.choices for form, _ in choice.forms)
        places = {_folded(form): place for place, form in enumerate(forms, 1)}
        self._places = {
            code: places.get(_folded(each), 0) for code, each in named.items() if each is not None
        }

    def place(self, code: int) -> int:
        """Return the place of a translation among the forms of all choices, from 1; else 0."""
        return self._places.get(code, 0)


def _decode(code: int, strings: Sequence[str]) -> Translation:
    if code < 0:
        return None
    return strings[code >> 1] if code & 1 else code >> 1


def _folded(form: int | str) -> int | str:
    return form.casefold() if isinstance(form, str) else form


@dataclass(frozen=True, slots=True)
class Scan:
    """All pairs.

    Attributes:
        marks: the terms of both sides.
        uses: use of every term of both sides by its number.
        links: number of links.
        words: number of words of both sides.
    """

    marks: tuple[Marks, Marks]
    uses: tuple[dict[int, TermUse], dict[int, TermUse]]
    links: int
    words: tuple[int, int]


def scan(
    texts: Iterable[tuple[str, str]],
    tokens: Iterable[tuple[Sequence[str], Sequence[str]]] | None,
    *,
    documents: Sequence[int],
    links: WordLinks | None,
    forms: tuple[TermForms, TermForms],
    partners: Partners,
) -> Scan:
    """Find the terms of both sides and their translations in every pair.

    Raises:
        ValueError: tokens or links are not one for each pair, or a link lies outside its pair.
    """
    total = len(documents)
    if links is not None and links.pairs != total:
        raise ValueError(f"{links.pairs} pairs have word links, {total} have text")
    strings: dict[str, int] = {}
    marks = Marks(strings), Marks(strings)
    sums = [0, 0]
    uses: tuple[dict[int, TermUse], dict[int, TermUse]] = (
        defaultdict(TermUse),
        defaultdict(TermUse),
    )
    for number, (text, cut) in enumerate(with_tokens(texts, tokens, forms, total)):
        sizes = len(cut[0]), len(cut[1])
        sums = [sums[0] + sizes[0], sums[1] + sizes[1]]
        sides = [Sentence(text[k], cut[k], forms[k].find(cut[k])) for k in (0, 1)]
        linked = [] if links is None else links.of(number)
        partners_of = _partners(number, linked, sizes)
        part, document = 1 << PARTS * number // total, documents[number]
        for side in (0, 1):
            found: list[Translation] = []
            others, other = partners_of[side], sides[1 - side]
            for term, start, end, _ in sides[side].marks:
                opposite: Collection[int] = others[start]
                if end - start > 1:
                    opposite = set().union(*others[start:end])
                elif len(opposite) > 1:
                    opposite = set(opposite)
                found.append(translation_of(opposite, other, partners[side].get(term, ())))
            codes = marks[side].add(sides[side].marks, found)
            for mark, code in zip(sides[side].marks, codes, strict=True):
                use = uses[side][mark.term]
                if mark.nested:
                    use.nested += 1
                    use.inner[code] = use.inner.get(code, 0) + 1
                else:
                    use.count += 1
                    use.outer[code] = use.outer.get(code, 0) + 1
                use.parts |= part
                use.documents.add(document)
    names = list(strings)
    for side in (0, 1):
        for term, use in uses[side].items():
            use.group(forms[1 - side].texts, partners[side].get(term, ()), names)
    count = 0 if links is None else len(links.source)
    return Scan(marks, (dict(uses[0]), dict(uses[1])), count, (sums[0], sums[1]))


_Cut = tuple[tuple[str, str], tuple["Sequence[str]", "Sequence[str]"]]


def with_tokens(
    texts: Iterable[tuple[str, str]],
    tokens: Iterable[tuple[Sequence[str], Sequence[str]]] | None,
    forms: tuple[TermForms, TermForms],
    total: int,
) -> Iterator[_Cut]:
    """Give the texts of each pair with their words.

    Raises:
        ValueError: tokens are not one for each pair.
    """
    if tokens is None:
        for source, target in texts:
            yield (
                (source, target),
                (words(source, forms[0].language), words(target, forms[1].language)),
            )
        return
    given = iter(tokens)
    for number, text in enumerate(texts):
        cut = next(given, None)
        if cut is None:
            raise ValueError(f"{number} pairs have tokens, {total} have text")
        yield text, (cut[0], cut[1])
    if next(given, None) is not None:
        raise ValueError(f"more than {total} pairs have tokens, {total} have text")


def _partners(
    pair: int, linked: Sequence[tuple[int, int]], sizes: tuple[int, int]
) -> tuple[list[list[int]], list[list[int]]]:
    """Return, for each word of both sides, the words of the other side it is linked with."""
    source: list[list[int]] = [[] for _ in range(sizes[0])]
    target: list[list[int]] = [[] for _ in range(sizes[1])]
    for i, j in linked:
        if not (0 <= i < sizes[0] and 0 <= j < sizes[1]):
            raise ValueError(
                f"pair {pair}: word link {i}-{j} lies outside its {sizes[0]} and {sizes[1]} words"
            )
        source[i].append(j)
        target[j].append(i)
    return source, target


def pack_links(links: WordLinks | None, pair: int) -> str:
    """Return the links of a pair as numbers: step of the source, of the target, how certain.

    Certainty goes from 0 to 20, and is 20 where it is unknown.
    """
    if links is None:
        return ""
    scores = None
    if links.scores is not None:
        scores = links.scores[links.offsets[pair] : links.offsets[pair + 1]].tolist()
    numbers = []
    before = (0, 0)
    for number, (i, j) in enumerate(links.of(pair)):
        certain = 1.0 if scores is None else min(1.0, max(0.0, scores[number]))
        numbers += [i - before[0], zigzag(j - before[1]), round(20 * certain)]
        before = (i, j)
    return pack(numbers)


# The terms of a build by number: which side they stand on, and what is known to translate them.

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


def number_terms(
    termbase: Termbase,
    pairs: Sequence[TermPair],
    extracted: tuple[Sequence[Term], Sequence[Term]],
    languages: Languages,
) -> KnownTerms:
    """Number the terms of concepts and pairs; extracted terms lend them their variants."""
    forms = TermForms(languages[0]), TermForms(languages[1])
    partners: tuple[dict[int, set[int]], dict[int, set[int]]] = (defaultdict(set), defaultdict(set))
    tags = termbase.languages
    known = KnownTerms(forms, partners, tags, _sides(tags, languages))
    known_pairs: list[tuple[int, int]] = []
    for concept in termbase.concepts:
        numbers: tuple[list[int], list[int]] = ([], [])
        for term in concept.terms:
            side = known.side(term)
            if side is not None:
                numbers[side].append(forms[side].add(term.text))
        known_pairs += product(*numbers)
    for pair in select_pairs(termbase, pairs):
        known_pairs.append((forms[0].add(pair.source), forms[1].add(pair.target)))
    for one, other in known_pairs:
        partners[0][one].add(other)
        partners[1][other].add(one)
    for side in (0, 1):
        for each in extracted[side]:
            number = forms[side].number(each.text)
            if number is not None:
                for variant in each.variants:
                    forms[side].add_form(variant.text, number)
    return known


def select_pairs(termbase: Termbase, pairs: Sequence[TermPair]) -> list[TermPair]:
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
        row += [use.count, use.nested, use.parts, len(use.documents), chosen, use.occurrences]
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
                    thousandths(each.score),
                    -1 if each.frequency is None else each.frequency,
                    each.source or "",
                    each.note or "",
                ]
            )
        )
    row = [
        concept.id,
        terms,
        thousandths(score),
        concept.subject or "",
        concept.source or "",
        concept.note or "",
        [list(each) for each in concept.definitions],
    ]
    return _trim(row)


def pair_rows(
    pairs: Sequence[TermPair], known: KnownTerms, places: Mapping[int, int]
) -> tuple[list[list[Any]], list[str]]:
    """Return term pairs as the page's script expects them, and the reasons they point to."""
    reasons: Numbers[str] = Numbers()
    rows = [
        _trim(
            [
                known.forms[0].number(pair.source),
                known.forms[1].number(pair.target),
                thousandths(pair.probability),
                [reasons[each] for each in pair.reasons],
                [places[each] for each in pair.contexts if each in places],
                -1 if pair.score is None else _figure(pair.score),
                -1 if pair.frequency is None else _figure(pair.frequency),
            ]
        )
        for pair in pairs
    ]
    return rows, list(reasons)


def _figure(value: float) -> float:
    """Return a figure with four significant digits; one that is none as 0."""
    return float(f"{value:.4g}") if abs(value) < float("inf") else 0.0


def _trim(row: list[Any]) -> list[Any]:
    """Return a row without the empty values at its end."""
    while row and row[-1] in ("", -1, []):
        row.pop()
    return row
