"""Terms of a termbase in a parallel text: which words of the reference stand for them.

A term is found as it is written (case apart, but for acronyms), by its lemmas or with other
hyphens, on both sides. Of terms inside each other the longest counts that the reference answers,
and a word of the reference serves one term only.

Reference: Alam, Anastasopoulos, Besacier, Cross, Gallé, Koehn and Nikoulina 2021, On the
Evaluation of Machine Translation for Terminology Consistency, section 2.1 and table 10.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from diglot.consistency.entries import Entries, Entry, EntryTerm
from diglot.consistency.matching.encoding import Forms, encode
from diglot.consistency.matching.occurrences import CASE, TermIndex
from diglot.model import AnnotatedSegment, TermMark
from diglot.model.terms import Span

ORIGINAL, LEMMATISED = 0, 1


@dataclass(frozen=True, slots=True)
class _Hit:
    """A pattern in a text, as a range of tokens."""

    begin: int
    end: int
    level: int
    entry: int


@dataclass(frozen=True, slots=True)
class MarkedSegment:
    """What was found in a segment.

    Attributes:
        marks: terms that the reference translates as the termbase has it, in source order.
        unanswered: number of terms of the source that have nothing in the reference.
    """

    marks: tuple[TermMark, ...]
    unanswered: int


def mark_terms(
    segments: Sequence[AnnotatedSegment],
    entries: Entries,
    *,
    lemmas: bool = True,
    notice: Callable[[str], None] | None = None,
) -> Iterator[MarkedSegment]:
    """Give the marks of every segment: those that it has, then new ones beside them.

    Args:
        segments: of a parallel text; without a reference the terms of the source are marked.
        entries: what the termbase demands.
        lemmas: whether terms are looked for by their lemmas, too.
        notice: called with one line for what the user should know: no lemmas of a language.
    """
    source, target = (
        _Side(language, lemmas=lemmas, notice=notice) for language in entries.languages
    )
    for index, entry in enumerate(entries.entries):
        for term in entry.targets:
            target.add(term, index)
        if entry.targets:  # others only forbid
            source.add(entry.source, index)
    found = source.hits([segment.source for segment in segments])
    answers = target.hits([segment.reference or "" for segment in segments])
    for segment, hits, others in zip(segments, found, answers, strict=True):
        spans = source.spans(segment.source)
        places = target.spans(segment.reference or "")
        yield _marked(segment, entries.entries, (hits, spans), (others, places))


class _Side:
    """The terms of one language, and the search for them."""

    def __init__(
        self, language: str, *, lemmas: bool, notice: Callable[[str], None] | None
    ) -> None:
        self._forms = Forms(language, lemmas=lemmas, notice=notice)
        self._terms: list[EntryTerm] = []
        self._entries: list[int] = []
        self.spans = self._forms.spans

    def add(self, term: EntryTerm, entry: int) -> None:
        """Take a term; all are taken before the texts."""
        self._terms.append(term)
        self._entries.append(entry)

    def hits(self, texts: Sequence[str]) -> list[list[_Hit]]:
        """Return all places of all terms in every text."""
        index = TermIndex(self._terms, self._forms)
        found = index.find(encode(texts, self._forms), longest=False)
        columns = (found.text, found.begin, found.end, found.term, found.level)
        hits: list[list[_Hit]] = [[] for _ in texts]
        for text, begin, end, term, level in zip(*(c.tolist() for c in columns), strict=True):
            near = ORIGINAL if level <= CASE else LEMMATISED
            hits[text].append(_Hit(begin, end, near, self._entries[term]))
        return hits


def _marked(
    segment: AnnotatedSegment,
    entries: Sequence[Entry],
    source: tuple[Sequence[_Hit], Sequence[Span]],
    target: tuple[Sequence[_Hit], Sequence[Span]],
) -> MarkedSegment:
    hits, spans = source
    covered = _covered(spans, [mark.source_span for mark in segment.terms])
    found, places = target
    if segment.reference is None:
        chosen = _longest(hits, entries, covered)
        pairs: list[tuple[_Hit, _Hit | None]] = [(hit, None) for hit in chosen]
        unanswered = 0
    else:
        taken = _covered(places, [mark.target_span for mark in segment.terms])
        pairs, unanswered = _answered(hits, found, entries, (covered, taken))
    new = [
        _mark(
            entries[hit.entry],
            (hit, _characters(hit, spans)),
            None if answer is None else (answer, _characters(answer, places)),
            segment.reference or "",
        )
        for hit, answer in pairs
    ]
    marks = (*segment.terms, *new)
    if segment.terms:
        marks = tuple(sorted(marks, key=lambda mark: mark.source_span or (0, 0)))
    return MarkedSegment(marks, unanswered)


def _answered(
    hits: Sequence[_Hit],
    answers: Sequence[_Hit],
    entries: Sequence[Entry],
    covered: tuple[bytearray, bytearray],
) -> tuple[list[tuple[_Hit, _Hit | None]], int]:
    """Return terms of the source with what stands for them, and how many have nothing.

    Where nothing stands for a long term, the terms inside it are looked at: a reference that has
    *flu symptoms* in words of its own may still have *symptômes*.
    """
    source, target = covered
    left, silent = list(hits), list[_Hit]()
    pairs: list[tuple[_Hit, _Hit | None]] = []
    while chosen := _longest(left, entries, bytearray(source)):
        found = _paired(chosen, answers, target, len(source))
        for hit, _ in found:
            source[hit.begin : hit.end] = b"\1" * (hit.end - hit.begin)
        pairs += found
        tried, known = set(chosen), {hit for hit, _ in found}
        silent += [hit for hit in chosen if hit not in known]
        left = [hit for hit in left if hit not in tried and not any(source[hit.begin : hit.end])]
    # Of silent terms inside each other the longest counts, unless one inside it has an answer.
    unanswered = _longest(silent, entries, bytearray(source))
    return sorted(pairs, key=lambda pair: (pair[0].begin, -pair[0].end)), len(unanswered)


def _covered(spans: Sequence[Span], taken: Iterable[Span | None]) -> bytearray:
    """Return for every token whether one of the ranges of characters meets it."""
    covered = bytearray(len(spans))
    for span in taken:
        if span is not None:
            first = bisect_right(spans, span[0], key=lambda each: each[1])
            last = bisect_left(spans, span[1], key=lambda each: each[0])
            covered[first:last] = b"\1" * max(0, last - first)
    return covered


def _longest(hits: Iterable[_Hit], entries: Sequence[Entry], covered: bytearray) -> list[_Hit]:
    """Return the hits that no longer one meets, in the order of the text."""
    known = bytes(covered)
    chosen: list[_Hit] = []
    ranges: set[tuple[int, int]] = set()
    for hit in sorted(hits, key=lambda each: (each.begin - each.end, each.level, each.begin)):
        place = (hit.begin, hit.end)
        inside = entries[hit.entry].source.inside_longer and place not in ranges
        if any((known if inside else covered)[hit.begin : hit.end]):
            continue
        covered[hit.begin : hit.end] = b"\1" * (hit.end - hit.begin)
        ranges.add(place)
        chosen.append(hit)
    return sorted(chosen, key=lambda each: (each.begin, -each.end))


def _paired(
    hits: Sequence[_Hit], answers: Iterable[_Hit], covered: bytearray, length: int
) -> list[tuple[_Hit, _Hit | None]]:
    """Return terms of the source with what stands for them, one to one.

    Longer terms choose first; as written goes before lemmas, a longer alternative before a
    shorter one, and one at the same part of the sentence before others.
    """
    of_entry: dict[int, list[_Hit]] = defaultdict(list)
    for hit in hits:
        of_entry[hit.entry].append(hit)
    by_entry: dict[int, list[_Hit]] = defaultdict(list)
    for answer in answers:
        by_entry[answer.entry].append(answer)
    pairs: list[tuple[_Hit, _Hit | None]] = []
    for entry, same in sorted(of_entry.items(), key=lambda item: item[1][0].begin - item[1][0].end):
        shares = [hit.begin / length for hit in same]

        def rank(answer: _Hit, shares: list[float] = shares) -> tuple[int, int, float, int]:
            share = answer.begin / len(covered)
            at = bisect_left(shares, share)
            distance = min(abs(each - share) for each in shares[max(0, at - 1) : at + 1])
            return answer.level, answer.begin - answer.end, distance, answer.begin

        got: list[_Hit] = []
        for answer in sorted(by_entry[entry], key=rank):
            if len(got) < len(same) and not any(covered[answer.begin : answer.end]):
                covered[answer.begin : answer.end] = b"\1" * (answer.end - answer.begin)
                got.append(answer)
        # The first occurrence is answered by the first answer.
        got.sort(key=lambda each: each.begin)
        pairs += zip(same, got, strict=False)
    return pairs


def _mark(
    entry: Entry, hit: tuple[_Hit, Span], answer: tuple[_Hit, Span] | None, reference: str
) -> TermMark:
    alternatives = [term.text for term in entry.targets]
    if answer is not None:
        alternatives.append(" ".join(reference[slice(*answer[1])].split()))
    return TermMark(
        entry.id,
        entry.source.text,
        tuple(dict.fromkeys(alternatives)),
        hit[1],
        None if answer is None else answer[1],
        hit[0].level == LEMMATISED,
        answer is not None and answer[0].level == LEMMATISED,
    )


def _characters(hit: _Hit, spans: Sequence[Span]) -> Span:
    return spans[hit.begin][0], spans[hit.end - 1][1]
