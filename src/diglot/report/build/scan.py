"""One walk through all sentence pairs of a build: terms, their numbers and their translations."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import islice, product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from diglot.report.build.usage import (
    Choice,
    TermFinder,
    TermForms,
    Translation,
    choices,
    linked_words,
    tally,
)
from diglot.report.pages.base import Numbers, thousandths
from diglot.text.kernels.terms import WORDS, translations
from diglot.text.tokens import words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from diglot.model import Concept, ConceptTerm, Term, Termbase, TermPair, WordLinks

Partners = tuple["Mapping[int, set[int]]", "Mapping[int, set[int]]"]

# Parts of the text in which a term is looked for, to tell how it spreads.
PARTS = 10


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """The terms in one side of all pairs, in flat arrays: a corpus has too many for objects.

    Attributes:
        flat: shape (terms, 4), int32: number, first token, one past the last, 1 inside a longer
            one.
        ends: shape (pairs + 1,), where those of each pair begin.
        codes: shape (terms,), int32, numbers of their translations: that of a known term doubled,
            that of other words doubled and one more, -1 for none.
        places: shape (terms,), int32: the place of each translation among the forms of all choices,
            from 1; 0 for none.
    """

    flat: NDArray[np.int32]
    ends: NDArray[np.int64]
    codes: NDArray[np.int32]
    places: NDArray[np.int32]

    def counts(self) -> NDArray[np.int64]:
        """Return the number of terms in each pair."""
        return np.diff(self.ends)


@dataclass(slots=True)
class TermUse:
    """What was seen of one term in all pairs.

    Attributes:
        count: occurrences outside longer terms.
        nested: occurrences inside longer terms.
        parts: bit n for the nth part of the text with an occurrence.
        documents: number of documents with an occurrence.
        outer: what translated the occurrences outside longer terms: how often each number of
            `Marks` was met, in the order of first use.
        inner: the same of those inside.
        choices: translations counted, most frequent first.
    """

    count: int = 0
    nested: int = 0
    parts: int = 0
    documents: int = 0
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
    finders = TermFinder(forms[0]), TermFinder(forms[1])
    known = [_rows(len(forms[side]), partners[side]) for side in (0, 1)]
    strings: Numbers[str] = Numbers()
    sums = [0, 0]
    found: tuple[list[_Found], list[_Found]] = ([], [])
    cut = iter(with_tokens(texts, tokens, forms, total))
    for first in range(0, max(total, 1), _BLOCK):
        block = list(islice(cut, _BLOCK if first + _BLOCK < total else None))
        marks = [finders[side].find([words[side] for _, words in block]) for side in (0, 1)]
        linked = _links_of(links, first, first + len(block), [sizes for _, _, sizes in marks])
        chosen = []
        for side in (0, 1):
            (flat, ends, sizes), (others, other_ends, other_sizes) = marks[side], marks[1 - side]
            sums[side] += int(sizes[-1])
            longest = int(np.diff(other_sizes).max(initial=0))
            ours, theirs = linked[1 + side], linked[2 - side]
            chosen.append(
                translations(
                    *(flat, ends, others, other_ends, linked[0], ours, theirs, *known[side]),
                    longest,
                )
            )
        codes = _coded(block, marks, linked, chosen, strings)
        for side in (0, 1):
            flat, ends, _ = marks[side]
            found[side].append(_Found(flat, ends[1:], codes[side]))
    names = list(strings)
    both = [
        _used(found[side], documents, forms[1 - side].texts, partners[side], names)
        for side in (0, 1)
    ]
    count = 0 if links is None else len(links.source)
    return Scan((both[0][0], both[1][0]), (both[0][1], both[1][1]), count, (sums[0], sums[1]))


_BLOCK = 4096
"""Pairs that are looked through at once."""


class _Found(NamedTuple):
    """The terms of one side of some pairs: see `Marks`."""

    flat: NDArray[np.int32]
    ends: NDArray[np.int64]
    codes: NDArray[np.int32]


_Linked = tuple["NDArray[np.int64]", "NDArray[np.int32]", "NDArray[np.int32]"]


def _rows(
    size: int, partners: Mapping[int, Collection[int]]
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return partners by number as one array, and where those of each begin."""
    listed = [sorted(partners.get(number, ())) for number in range(size)]
    ends = np.cumsum([0, *map(len, listed)])
    return ends, np.array([each for row in listed for each in row], np.int32)


def _links_of(
    links: WordLinks | None, first: int, last: int, sizes: Sequence[NDArray[np.int64]]
) -> _Linked:
    """Return where the links of some pairs begin, and their ends."""
    nothing = np.zeros(0, np.int32)
    if links is None:
        return np.zeros(last - first + 1, np.int64), nothing, nothing
    ends = links.offsets[first : last + 1]
    ours, theirs = (each[ends[0] : ends[-1]] for each in (links.source, links.target))
    counts = np.diff(ends)
    outside = np.zeros(len(ours), np.bool_)
    for tokens, each in zip((ours, theirs), sizes, strict=True):
        outside |= (tokens < 0) | (tokens >= np.repeat(np.diff(each), counts))
    if outside.any():
        at = int(np.argmax(outside))
        pair = int(np.searchsorted(ends - ends[0], at, "right")) - 1
        one, other = (int(np.diff(each)[pair]) for each in sizes)
        raise ValueError(
            f"pair {first + pair}: word link {ours[at]}-{theirs[at]} lies outside its {one} and "
            f"{other} words"
        )
    return ends - ends[0], ours, theirs


def _coded(
    block: Sequence[_Cut],
    marks: Sequence[tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]],
    linked: _Linked,
    chosen: Sequence[NDArray[np.int32]],
    strings: Numbers[str],
) -> list[NDArray[np.int32]]:
    """Return translations by number; words that are no term are read in the order of the pairs."""
    codes = [np.where(each >= 0, 2 * each, -1).astype(np.int32) for each in chosen]
    places = [np.flatnonzero(each == WORDS) for each in chosen]
    asked = sorted(
        (int(pair), side, int(at))
        for side in (0, 1)
        for at, pair in zip(
            places[side],
            np.searchsorted(marks[side][1], places[side], "right") - 1,
            strict=True,
        )
    )
    for pair, side, at in asked:
        here = slice(linked[0][pair], linked[0][pair + 1])
        ours, theirs = linked[1 + side][here], linked[2 - side][here]
        _, begin, end, _ = marks[side][0][at]
        inside = set(theirs[(ours >= begin) & (ours < end)].tolist())
        text, words = block[pair]
        said = linked_words(inside, text[1 - side], words[1 - side])
        if said is not None:
            codes[side][at] = 2 * strings[said] + 1
    return codes


def _used(
    found: list[_Found],
    documents: Sequence[int],
    texts: Sequence[str],
    partners: Mapping[int, Collection[int]],
    strings: Sequence[str],
) -> tuple[Marks, dict[int, TermUse]]:
    """Sum up what was seen of every term of one side, and empty the list of it."""
    count = sum(len(each.flat) for each in found)
    flat, codes = np.empty((count, 4), np.int32), np.empty(count, np.int32)
    bounds = [np.zeros(1, np.int64)]
    start = 0
    found.reverse()
    while found:  # what is copied is let go of at once
        each = found.pop()
        here = slice(start, start + len(each.flat))
        flat[here], codes[here] = each.flat, each.codes
        bounds.append(each.ends + start)
        start = here.stop
    ends = np.concatenate(bounds)
    total = len(ends) - 1
    size = int(flat[:, 0].max(initial=-1)) + 1
    width = int(codes.max(initial=0)) + 2
    in_documents = np.asarray(documents, np.int32)
    outside, inside, bits = (np.zeros(size, np.int64) for _ in range(3))
    spread, seen = [_NOTHING], [(_NOTHING, _NOTHING, _NOTHING)]

    def keys(here: slice) -> NDArray[np.int64]:
        term, _, _, nested = flat[here].astype(np.int64).T
        return np.asarray((2 * term + nested) * width + codes[here] + 1)

    parts = parts_of(flat)
    for here in parts:
        term, _, _, nested = flat[here].astype(np.int64).T
        pair = np.searchsorted(ends, np.arange(here.start, here.start + len(term)), "right") - 1
        outside += np.bincount(term[nested == 0], minlength=size)
        inside += np.bincount(term[nested == 1], minlength=size)
        np.bitwise_or.at(bits, term, 1 << (PARTS * pair // max(total, 1)))
        spread.append(np.unique((term << 32) + in_documents[pair]))
        distinct, first, counts = np.unique(keys(here), return_index=True, return_counts=True)
        seen.append((distinct, first + here.start, counts))
    in_each = np.bincount(np.unique(np.concatenate(spread)) >> 32, minlength=size)
    rows = zip(*(each.tolist() for each in (outside, inside, bits, in_each)), strict=True)
    uses = {
        number: TermUse(count=count, nested=within, parts=held, documents=many)
        for number, (count, within, held, many) in enumerate(rows)
        if count or within
    }
    # How often each translation was met, in the order of first use.
    every, firsts, numbers = (np.concatenate(each) for each in zip(*seen, strict=True))
    distinct, at, which = np.unique(every, return_index=True, return_inverse=True)
    counts = np.bincount(which, numbers, len(distinct)).astype(np.int64)
    order = np.argsort(firsts[at], kind="stable")
    for key, count in zip(distinct[order].tolist(), counts[order].tolist(), strict=True):
        number, code = divmod(key, width)
        use = uses[number >> 1]
        (use.inner if number & 1 else use.outer)[code - 1] = count
    for number, use in uses.items():
        use.group(texts, partners.get(number, ()), strings)
    places = np.array(
        [uses[key // width >> 1].place(key % width - 1) for key in distinct.tolist()], np.int32
    )
    placed = np.empty(len(flat), np.int32)
    for here in parts:
        placed[here] = places[np.searchsorted(distinct, keys(here))]
    return Marks(flat, ends, codes, placed), uses


def parts_of(flat: NDArray[np.int32]) -> list[slice]:
    """Return parts of all terms in the text that are worked on at once.

    A million pairs hold tens of millions of terms, and each takes several numbers.
    """
    return [slice(first, first + _MARKS) for first in range(0, len(flat), _MARKS)]


_MARKS = 1 << 20
"""Terms in the text that are counted at once."""
_NOTHING = np.zeros(0, np.int64)


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
        row += [use.count, use.nested, use.parts, use.documents, chosen, use.occurrences]
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
