"""Phrases around terms: a small parallel text that string metrics can be computed on.

The words of hypothesis and reference are linked where they are equal, or have equal lemmas, along
the longest common subsequence; a term's phrase in the hypothesis is what its words are linked to,
and the words around.

Reference:
    Alam et al. 2021, "On the evaluation of machine translation for terminology consistency",
    appendix A (Term-BLEU).
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.evaluate.terminology.texts import EncodedSegment, Tokens, Vocabulary

# The table of a longest common subsequence takes a bit a cell; beyond this the words that occur
# once on both sides are linked, which takes no table.
_CELLS = 1 << 30


class PhrasePair(NamedTuple):
    """What stands around a term in the reference, and around its image in the hypothesis.

    Attributes:
        reference: its tokens.
        hypothesis: its tokens; empty if no word of the term is linked.
    """

    reference: Tokens
    hypothesis: Tokens


def linked_places(reference: Tokens, hypothesis: Tokens) -> list[int]:
    """Return the place in the hypothesis of every token of the reference; -1 for none.

    Args:
        reference: tokens, or numbers of their lemmas.
        hypothesis: the same of the other text.
    """
    if len(reference) * len(hypothesis) > _CELLS:
        return _linked_by_single_words(reference, hypothesis)
    from rapidfuzz.distance import LCSseq

    places = [-1] * len(reference)
    for begin, other, size in LCSseq.opcodes(reference, hypothesis).as_matching_blocks():
        places[begin : begin + size] = range(other, other + size)
    return places


def phrase_pairs(
    segment: EncodedSegment, hypothesis: Tokens, places: Sequence[int], size: int
) -> list[PhrasePair]:
    """Return the phrases around the terms of a segment, cut at its ends.

    Args:
        segment: a segment with a reference.
        hypothesis: its tokens.
        places: see `linked_places`.
        size: words on each side of the term.
    """
    pairs: list[PhrasePair] = []
    reference = segment.reference or ()
    for term in segment.terms:
        if term.target is None:
            continue
        begin, end = term.target
        image = [place for place in places[begin:end] if place >= 0]
        pairs.append(
            PhrasePair(
                reference[max(0, begin - size) : end + size],
                hypothesis[max(0, image[0] - size) : image[-1] + 1 + size] if image else (),
            )
        )
    return pairs


def texts(pairs: Sequence[PhrasePair], vocabulary: Vocabulary) -> list[tuple[str, str]]:
    """Return phrases as texts, reference first, with a space between tokens."""
    return [
        (" ".join(vocabulary.words(one)), " ".join(vocabulary.words(other))) for one, other in pairs
    ]


def _linked_by_single_words(reference: Tokens, hypothesis: Tokens) -> list[int]:
    """Link the words that occur once on both sides, along their longest rising sequence."""
    single = _single(hypothesis)
    candidates = [
        (place, single[token]) for token, place in _single(reference).items() if token in single
    ]
    candidates.sort()
    ends: list[int] = []
    chain: list[int] = []
    before = [-1] * len(candidates)
    for number, (_, place) in enumerate(candidates):
        length = bisect_left(ends, place)
        before[number] = chain[length - 1] if length else -1
        ends[length : length + 1] = [place]
        chain[length : length + 1] = [number]
    places = [-1] * len(reference)
    number = chain[-1] if chain else -1
    while number >= 0:
        here, there = candidates[number]
        places[here] = there
        number = before[number]
    return places


def _single(tokens: Tokens) -> dict[int, int]:
    """Return the places of the tokens that occur once."""
    found: dict[int, int] = {}
    for place, token in enumerate(tokens):
        found[token] = -1 if token in found else place
    return {token: place for token, place in found.items() if place >= 0}
