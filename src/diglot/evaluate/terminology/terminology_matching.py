"""Exact match: which marked terms a hypothesis has, each occurrence counted once.

Two occurrences of one entry need two places in the hypothesis; different entries may overlap, so
that a term inside another counts for both.

Reference:
    Alam et al. 2021, "On the evaluation of machine translation for terminology consistency",
    section 2.2 (exact-match accuracy).
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from diglot.evaluate.terminology.texts import EncodedSegment, EncodedTerm, Tokens, Vocabulary
    from diglot.model.terminology import Span

LEVELS = ("exact", "lemma")


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
    longest alternative, from left to right.

    Args:
        segment: the segment.
        hypothesis: its tokens.
        vocabulary: knows lemmas, or does not.
        where: `positions` of the hypothesis, if they are known.

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
