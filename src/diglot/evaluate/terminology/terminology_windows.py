"""Window overlap: whether a term stands among the same words as in the reference.

References:
    Alam et al. 2021, "On the evaluation of machine translation for terminology consistency",
    section 2.2 (window overlap), appendix A (windows of dependency links).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from diglot.evaluate.terminology.terminology_matching import occurrences, positions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from diglot.evaluate.terminology.texts import EncodedSegment, EncodedTerm, Tokens, Vocabulary
    from diglot.model.terminology import Span

    Window = Sequence[int]
    WindowOf = Callable[[Span], Window]
    Likeness = Callable[[Window, Window], int]


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
    left = _walk(tokens, range(begin - 1, -1, -1), size, skipped)
    right = _walk(tokens, range(end, len(tokens)), size, skipped)
    return left[::-1] + right


def shared(reference: Window, hypothesis: Window) -> int:
    """Return how many tokens two windows share, each copy once."""
    held = list(hypothesis)
    count = 0
    for token in reference:
        if token in held:
            held.remove(token)
            count += 1
    return count


def in_order(reference: Window, hypothesis: Window) -> int:
    """Return the length of the longest common subsequence of two windows."""
    row = [0] * (len(hypothesis) + 1)
    for token in reference:
        diagonal = 0
        for place, other in enumerate(hypothesis, 1):
            above = row[place]
            row[place] = diagonal + 1 if token == other else max(above, row[place - 1])
            diagonal = above
    return row[-1]


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
    likeness: Likeness = shared,
) -> list[Pairing]:
    """Pair the occurrences of each annotated form one to one, the most alike windows first.

    In huge segments, with more than a million pairs of one form, they are paired in their order.

    Args:
        places: see `annotated_places`.
        reference: gives the window of a span of the reference.
        hypothesis: gives the window of a span of the hypothesis.
        likeness: counts what two windows share.

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


def _walk(
    tokens: Tokens, places: Iterable[int], size: int, skipped: Callable[[int], bool]
) -> list[int]:
    found: list[int] = []
    for place in places:
        if len(found) == size:
            break
        if not skipped(tokens[place]):
            found.append(tokens[place])
    return found
