"""Terms found in a hypothesis: exact and partial matches, and overlap of the windows around them.

References:
    Alam et al. 2021, "On the evaluation of machine translation for terminology consistency",
    section 2.2 (exact match, window overlap) and appendix A (partial match, reordering penalty,
    windows of dependency links); Denkowski and Lavie 2011, "Meteor 1.3", section 2.3 (content words
    weigh more).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from diglot.evaluate.terminology.texts import EncodedSegment, EncodedTerm, Tokens, Vocabulary
    from diglot.model.terms import Span

    Window = Sequence[int]
    WindowOf = Callable[[Span], Window]
    Likeness = Callable[[Window, Window], int]


# Exact match: two occurrences of one entry need two places in the hypothesis; different entries may
# overlap, so that a term inside another counts for both.


class Hit(NamedTuple):
    """Where a term was found.

    Attributes:
        level: ``exact`` or ``lemma``.
        span: token range in the hypothesis.
    """

    level: str
    span: Span


def match_terms(
    segment: EncodedSegment,
    hypothesis: Tokens,
    vocabulary: Vocabulary,
    where: Mapping[int, Sequence[int]] | None = None,
) -> list[Hit | None]:
    """Find the terms of a segment in its hypothesis.

    As they are written first, then what is left by lemmas of both sides. Occurrences of one entry
    share no token; the longest goes first, and looks for the form of the reference, then for its
    longest alternative, from left to right. If some are missed that way, their order in the
    reference is tried, too: "a b" and "a b a" both stand in "a b a b a".

    Returns:
        A hit, or None, for each term.
    """
    hits: list[Hit | None] = [None] * len(segment.terms)
    taken: dict[str, set[int]] = defaultdict(set)
    order = sorted(segment.terms, key=lambda term: -len(term.alternatives[0]))
    choices = [term.alternatives for term in order]
    if where is None:
        where = positions(hypothesis)
    _match("exact", order, choices, (hypothesis, where), taken, hits)
    partly: dict[str, list[EncodedTerm]] = {
        term.entry: [] for term in order if hits[term.number] is None and taken[term.entry]
    }
    for term in sorted(order, key=lambda term: term.target or (0, 0)) if partly else ():
        partly.get(term.entry, []).append(term)
    for entry, terms in partly.items():
        others: list[Hit | None] = [None] * len(hits)
        used: dict[str, set[int]] = defaultdict(set)
        choices = [term.alternatives for term in terms]
        _match("exact", terms, choices, (hypothesis, where), used, others)
        if sum(map(bool, others)) > sum(bool(hits[term.number]) for term in terms):
            taken[entry] = used[entry]
            for term in terms:
                hits[term.number] = others[term.number]
    missed = [term for term in order if hits[term.number] is None]
    if missed and vocabulary.has_lemmas:
        choices = [tuple(map(vocabulary.lemmas, term.alternatives)) for term in missed]
        lemmas = vocabulary.lemmas(hypothesis)
        _match("lemma", missed, choices, (lemmas, positions(lemmas)), taken, hits)
    return hits


def positions(tokens: Tokens) -> dict[int, list[int]]:
    """Return the places of every token, ascending."""
    found: dict[int, list[int]] = {}
    for place, token in enumerate(tokens):
        found.setdefault(token, []).append(place)
    return found


def occurrences(wanted: Tokens, tokens: Tokens, where: Mapping[int, Sequence[int]]) -> list[int]:
    """Return where ``wanted`` begins in ``tokens``, whose `positions` are ``where``."""
    starts = where.get(wanted[0], ())
    length = len(wanted)
    return [start for start in starts if tokens[start : start + length] == wanted]


def _match(
    level: str,
    terms: Sequence[EncodedTerm],
    choices: Sequence[Sequence[Tokens]],
    text: tuple[Tokens, Mapping[int, Sequence[int]]],
    taken: Mapping[str, set[int]],
    hits: list[Hit | None],
) -> None:
    """Give each term the first place that no other occurrence of its entry has."""
    # What one occurrence passed over is taken, and stays so: the next goes on from there.
    starts: dict[tuple[str, Tokens], Iterator[int]] = {}
    for term, alternatives in zip(terms, choices, strict=True):
        for wanted in alternatives:
            key = term.entry, wanted
            if key not in starts:
                starts[key] = iter(occurrences(wanted, *text))
            place = _free_place(len(wanted), starts[key], taken[term.entry])
            if place is not None:
                taken[term.entry].update(range(*place))
                hits[term.number] = Hit(level, place)
                break


def _free_place(length: int, starts: Iterator[int], taken: set[int]) -> Span | None:
    for start in starts:
        if taken.isdisjoint(range(start, start + length)):
            return start, start + length
    return None


# Partial match: how much of each term a hypothesis has, wherever or in the right place.

CONTENT_WEIGHT = 0.75
"""Weight of a content word; a function word has the rest to 1."""


def share_held(
    wanted: Tokens, held: Mapping[int, int], weight: Callable[[int], float] | None = None
) -> float:
    """Return the share of the words of a term that a text holds, each copy counted once.

    Args:
        wanted: tokens of the term.
        held: copies of each token in the text.
        weight: of a token; None weighs all alike.
    """
    found = total = 0.0
    seen: Counter[int] = Counter()
    for token in wanted:
        each = weight(token) if weight else 1.0
        total += each
        seen[token] += 1
        if seen[token] <= held.get(token, 0):
            found += each
    return found / total


def best_share(
    term: EncodedTerm, held: Mapping[int, int], weight: Callable[[int], float] | None = None
) -> float:
    """Return the highest share of any alternative of a term (see `share_held`)."""
    best = 0.0
    for wanted in term.alternatives:
        best = max(best, share_held(wanted, held, weight))
        if best == 1:
            break
    return best


def share_in_place(
    wanted: Tokens, span: Span, length: int, where: Mapping[int, Sequence[int]], total: int
) -> float:
    """Return the share of the words of a term that a text holds, less the farther they moved.

    A word counts 1 less the distance of its places in hypothesis and reference, numbered from 1
    and divided by the lengths. Copies of a word are assigned one to one with the largest total.

    Args:
        wanted: tokens of the term as it stands in the reference.
        span: where it stands there.
        length: tokens of the reference.
        where: places of each token in the hypothesis.
        total: tokens of the hypothesis.
    """
    copies: dict[int, list[int]] = {}
    for place, token in enumerate(wanted, span[0] + 1):
        copies.setdefault(token, []).append(place)
    kept = 0.0
    for token, places in copies.items():
        found = where.get(token)
        if found:
            here = [place / length for place in places]
            kept += _assigned(here, [(place + 1) / total for place in found])
    return kept / len(wanted)


def linked_words(links: Sequence[tuple[int, int]], span: Span) -> list[int]:
    """Return the places in the hypothesis that are linked to a range of the source, ascending."""
    return sorted({target for source, target in links if span[0] <= source < span[1]})


def is_elsewhere(hit: Hit | None, linked: Sequence[int]) -> bool:
    """Tell whether a term was found in a place that is not linked to its source.

    Nothing is known, and False returned, if the source is linked to nothing.
    """
    if hit is None or not linked:
        return False
    begin, end = hit.span
    return not any(begin <= place < end for place in linked)


def _assigned(wanted: Sequence[float], found: Sequence[float]) -> float:
    """Return the largest total of 1 - distance over one-to-one pairs of two ascending lists.

    An assignment of points on a line need not cross itself, so this is an alignment of two rows.
    """
    if len(wanted) == 1:
        return max(1 - abs(wanted[0] - each) for each in found)
    row = [0.0] * (len(found) + 1)
    for place in wanted:
        diagonal = 0.0
        for number, other in enumerate(found, 1):
            above = row[number]
            row[number] = max(above, row[number - 1], diagonal + 1 - abs(place - other))
            diagonal = above
    return row[-1]


# Window overlap: whether a term stands among the same words as in the reference.

# Beyond so many pairs of occurrences in one segment the first is paired with the first, and so on.
_MOST_PAIRS = 1_000_000


class Parser(Protocol):
    """Finds the heads of words, as a dependency parser does."""

    def __call__(self, sentences: Sequence[Sequence[str]], /) -> Sequence[Sequence[int]]:
        """Return the place of the head of every token, from 0; -1 for the root."""


class Pairing(NamedTuple):
    """Where the annotated form of a term stands in the hypothesis, as well as it can be placed.

    Attributes:
        term: number of the term in its segment.
        span: token range in the hypothesis.
        score: share of the reference's window that the hypothesis' window has.
    """

    term: int
    span: Span
    score: float


def window(tokens: Tokens, span: Span, size: int, skipped: Callable[[int], bool]) -> Window:
    """Return up to ``size`` tokens on each side of a span, in the order of the text.

    Args:
        tokens: of the text.
        span: half-open range of tokens that belong to neither side.
        size: tokens a side.
        skipped: tells which tokens do not count, such as punctuation.
    """
    begin, end = span
    left, right = (
        list(islice((tokens[at] for at in side if not skipped(tokens[at])), size))
        for side in (range(begin - 1, -1, -1), range(end, len(tokens)))
    )
    return left[::-1] + right


def count_shared(reference: Window, hypothesis: Window) -> int:
    """Return how many tokens two windows share, each copy once."""
    return (Counter(reference) & Counter(hypothesis)).total()


def subsequence_length(reference: Window, hypothesis: Window) -> int:
    """Return the length of the longest common subsequence of two windows."""
    from rapidfuzz.distance import LCSseq

    return LCSseq.similarity(reference, hypothesis)


def annotated_places(
    segment: EncodedSegment, hypothesis: Tokens, where: Mapping[int, Sequence[int]] | None = None
) -> list[tuple[list[EncodedTerm], list[Span]]]:
    """Return the terms of a segment by annotated form, and where each form stands.

    Args:
        segment: a segment whose terms have places in the reference.
        hypothesis: its tokens.
        where: `positions` of the hypothesis, if they are known.

    Returns:
        Groups of terms with one form, and the places of that form in the hypothesis; forms that
        the hypothesis lacks are left out.
    """
    groups: dict[Tokens, list[EncodedTerm]] = {}
    for term in segment.terms:
        if term.surface is not None:
            groups.setdefault(term.surface, []).append(term)
    if where is None:
        where = positions(hypothesis)
    found = []
    for surface, terms in groups.items():
        starts = occurrences(surface, hypothesis, where)
        if starts:
            found.append((terms, [(start, start + len(surface)) for start in starts]))
    return found


def pair_windows(
    places: Iterable[tuple[Sequence[EncodedTerm], Sequence[Span]]],
    reference: WindowOf,
    hypothesis: WindowOf,
    likeness: Likeness = count_shared,
) -> list[Pairing]:
    """Pair the occurrences of each annotated form one to one, the most alike windows first.

    In huge segments, with more than a million pairs of one form, they are paired in their order.

    Returns:
        The pairs that were made. A term whose window in the reference is empty scores 1: there is
        nothing that could be wrong.
    """
    pairs: list[Pairing] = []
    for terms, spans in places:
        windows = [hypothesis(span) for span in spans]
        every = len(terms) * len(spans) <= _MOST_PAIRS
        scored = []
        for number, term in enumerate(terms):
            wanted = reference(term.target or (0, 0))
            for partner in range(len(spans)) if every else range(number, len(spans))[:1]:
                common = likeness(wanted, windows[partner])
                score = common / len(wanted) if wanted else 1.0
                scored.append((-score, term.number, spans[partner]))
        scored.sort()
        free_terms, free_spans = {term.number for term in terms}, set(spans)
        for score, term_number, span in scored:
            if term_number in free_terms and span in free_spans:
                free_terms.discard(term_number)
                free_spans.discard(span)
                pairs.append(Pairing(term_number, span, -score))
    return pairs


def dependency_window(
    heads: Sequence[int], tokens: Tokens, span: Span, vocabulary: Vocabulary
) -> Tokens:
    """Return the heads and dependents of the words of a span, without punctuation.

    Args:
        heads: place of the head of each token; -1 for none.
        tokens: of the text.
        span: range of the tokens of a term, which are left out themselves.
        vocabulary: knows punctuation.
    """
    begin, end = span
    inside = range(begin, end)
    linked = {heads[place] for place in inside if heads[place] >= 0}
    linked.update(place for place, head in enumerate(heads) if head in inside)
    linked.difference_update(inside)
    return tuple(
        tokens[place] for place in sorted(linked) if not vocabulary.is_punctuation(tokens[place])
    )
