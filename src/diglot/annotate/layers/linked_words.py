"""Words linked by diglot, in both directions, for all pairs of a bitext at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.words.alignment import Alignment

WordLink: TypeAlias = tuple[int, int, float]
"""Source token, target token, probability."""

UNLIKELY = 0.02
"""Probability from which a link says something on where parts belong."""


@dataclass(frozen=True, slots=True)
class LinkedWords:
    """What the aligner knows of a sentence pair.

    Attributes:
        chosen: links that it would give.
        both: links that both directions give.
        likely: all that are not unlikely.
    """

    chosen: tuple[WordLink, ...]
    both: tuple[WordLink, ...]
    likely: tuple[WordLink, ...]


def linked_words(
    pairs: Sequence[tuple[Sequence[str], Sequence[str]]], *, seed: int = 0
) -> list[LinkedWords]:
    """Align the words of sentence pairs, learning from these pairs alone.

    Args:
        pairs: source words and target words; sides that are empty or very long get no links.
        seed: of the sampler.
    """
    if not any(source and target for source, target in pairs):
        return [LinkedWords((), (), ()) for _ in pairs]
    from diglot.words import align
    from diglot.words.corpus import encode

    alignment = align(encode(pairs), learn=False, seed=seed)
    return [_of(alignment, pair) for pair in range(len(pairs))]


def _of(alignment: Alignment, pair: int) -> LinkedWords:
    found = alignment.posteriors
    here = slice(int(found.offsets[pair]), int(found.offsets[pair + 1]))
    links = [
        (int(s), int(t), round(float(p), 4))
        for s, t, p in zip(
            found.source[here], found.target[here], alignment.probabilities[here], strict=True
        )
    ]
    known = {(s, t): p for s, t, p in links}
    sources = found.forward_best[found.target_offsets[pair] : found.target_offsets[pair + 1]]
    targets = found.backward_best[found.source_offsets[pair] : found.source_offsets[pair + 1]]
    both = [
        (s, t, known.get((s, t), 0.0))
        for t, s in enumerate(sources.tolist())
        if 0 <= s < len(targets) and targets[s] == t
    ]
    return LinkedWords(
        tuple(link for link in links if link[2] >= alignment.threshold),
        tuple(sorted(both)),
        tuple(link for link in links if link[2] >= UNLIKELY),
    )
