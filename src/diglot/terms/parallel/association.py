"""Candidates that stand in the same sentence pairs, or that word links hold together, as pairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot.errors import ConfigError, InputError, describe_unknown
from diglot.flat_arrays import offsets_of
from diglot.model import TermPair, WordLinks
from diglot.terms.association_measures import MEASURES, AssociationMeasure
from diglot.terms.kernels import association as kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.terms.extraction.candidates import Candidates

CAPACITY = 4_000_000
"""Pairs that are scored at a time."""
BEST = 100
_WIDEN = 1
"""Words without link that may be added on either side of a span at most."""


@dataclass(frozen=True, slots=True, eq=False)
class Associations:
    """Pairs of candidates with their counts, best first.

    Attributes:
        source: shape (pairs,), int32, n-gram numbers of the source candidates.
        target: shape (pairs,), int32, of the target candidates.
        counts: shape (pairs,), int32, sentence pairs in which both stand, or stand linked.
        scores: shape (pairs,), float64, by the measure, falling.
    """

    source: NDArray[np.int32]
    target: NDArray[np.int32]
    counts: NDArray[np.int32]
    scores: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.source)


def cooccurring_pairs(
    source: Candidates,
    target: Candidates,
    *,
    measure: str = "llr",
    least: int = 2,
    best: int | None = BEST,
) -> Associations:
    """Score candidates that stand in the same sentence pairs more often than by chance.

    Args:
        source: candidates of the source sentences.
        target: candidates of the target sentences; sentence k translates sentence k.
        measure: a name of `MEASURES`.
        least: sentence pairs that hold both, at least.
        best: targets of a source at most, which bounds memory; None for all.

    Raises:
        ConfigError: there is no such measure.
        InputError: the sides have not as many sentences.
    """
    score = _measure(measure)
    pairs = _pairs(source, target)
    if least < 1:
        raise ConfigError(f"pairs seen {least} times: the least is 1")
    s_offsets, s_ngrams = _distinct(source, least)
    t_offsets, t_ngrams = _distinct(target, least)
    rows, sentences = kernel.sentences_of_ngrams(s_offsets, s_ngrams, len(source))
    products = int((np.diff(s_offsets) * np.diff(t_offsets)).sum())
    capacity = max(len(target), min(CAPACITY, products))
    blocks: list[Associations] = []
    row = 0
    while row < len(source):
        row, (s, t, counts) = kernel.count_cooccurrences(
            row, rows, sentences, t_offsets, t_ngrams, len(target), least, capacity
        )
        found = _scored(s, t, counts, source, target, score, pairs)
        blocks.append(found if best is None else _best(found, best))
    return _sorted(_joined(blocks))


def linked_pairs(
    source: Candidates,
    target: Candidates,
    links: WordLinks,
    *,
    measure: str = "min-log",
    threshold: float = 0.0,
) -> Associations:
    """Score candidates whose words are linked with each other and with no others.

    The links of a source span reach from a first to a last target word. If no word between these
    is linked with a word outside the source span, and they are a candidate, the two are counted:
    once for a sentence pair. If they are none, a word without link may be added on either side.

    Args:
        source: candidates of the source sentences.
        target: candidates of the target sentences.
        links: word links, symmetrised.
        measure: a name of `MEASURES`.
        threshold: links with a lower score are left out.

    Raises:
        ConfigError: there is no such measure.
        InputError: sides and links are not of as many sentence pairs, or links leave them.

    Reference:
        Och and Ney (2004), The alignment template approach, equation 5, for consistent spans.
    """
    score = _measure(measure)
    pairs = _pairs(source, target)
    kept = _links(source, target, links, threshold)
    found = kernel.consistent_spans(source.spans, target.spans, kept, _WIDEN)
    found = found[np.lexsort((found[:, 2], found[:, 1], found[:, 0]))]
    # Once for a sentence pair, then all sentence pairs of a pair of terms.
    found = found[np.r_[True, (found[1:] != found[:-1]).any(axis=1)]] if len(found) else found
    new = np.ones(len(found), np.bool_)
    new[1:] = (found[1:, :2] != found[:-1, :2]).any(axis=1)
    first = np.flatnonzero(new)
    counts = np.diff(np.append(first, len(found))).astype(np.int32)
    s, t = found[first, 0], found[first, 1]
    return _sorted(_scored(s, t, counts, source, target, score, pairs))


def competitive_pairs(found: Associations) -> Associations:
    """Keep the best pairs, best first, such that a source has one target, a target two sources.

    Reference:
        Melamed (2000), Models of translational equivalence among words: competitive linking.
    """
    sources, targets = (
        int(side.max()) + 1 if len(side) else 0 for side in (found.source, found.target)
    )
    return _chosen(
        found,
        kernel.accept_greedily(found.source, found.target, sources, targets, 1, 2),
    )


def term_pairs(found: Associations, source: Candidates, target: Candidates) -> tuple[TermPair, ...]:
    """Return pairs with their texts and counts, in their order."""
    names = [
        {number: side.text(number) for number in np.unique(numbers).tolist()}
        for side, numbers in ((source, found.source), (target, found.target))
    ]
    return tuple(
        TermPair(
            names[0][s],
            names[1][t],
            score=score,
            frequency=together,
            source_frequency=int(source.sentences[s]),
            target_frequency=int(target.sentences[t]),
        )
        for s, t, together, score in zip(
            found.source.tolist(),
            found.target.tolist(),
            found.counts.tolist(),
            found.scores.tolist(),
            strict=True,
        )
    )


def _measure(name: str) -> AssociationMeasure:
    if name not in MEASURES:
        raise ConfigError(describe_unknown("measure", name, MEASURES))
    return MEASURES[name]


def _pairs(source: Candidates, target: Candidates) -> int:
    if source.corpus.sentences != target.corpus.sentences:
        raise InputError(
            f"{source.corpus.sentences} source and {target.corpus.sentences} target sentences "
            "are not sentence pairs"
        )
    return source.corpus.sentences


def _links(source: Candidates, target: Candidates, links: WordLinks, threshold: float) -> WordLinks:
    """Return the links above a threshold."""
    links.require_inside(source.corpus.offsets, target.corpus.offsets)
    if links.scores is None or threshold <= 0:
        return links
    high = links.scores >= threshold
    number = np.repeat(np.arange(links.pairs), np.diff(links.offsets))
    offsets = offsets_of(np.bincount(number[high], minlength=links.pairs))
    return WordLinks(offsets, links.source[high], links.target[high])


def _distinct(side: Candidates, least: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the n-grams of every sentence that enough sentences hold."""
    kept = (side.sentences >= least).view(np.uint8)
    found: tuple[NDArray[np.int64], NDArray[np.int32]] = kernel.distinct_ngrams(
        side.offsets, side.ngrams, kept
    )
    return found


def _scored(
    s: NDArray[np.int32],
    t: NDArray[np.int32],
    counts: NDArray[np.int32],
    source: Candidates,
    target: Candidates,
    measure: AssociationMeasure,
    pairs: int,
) -> Associations:
    scores = measure(
        counts.astype(np.float64),
        source.sentences[s].astype(np.float64),
        target.sentences[t].astype(np.float64),
        float(pairs),
    )
    return Associations(s, t, counts, scores)


def _order(found: Associations, *first: NDArray[np.int32]) -> NDArray[np.int64]:
    """Order by ``first``, score, count and the place where the terms come first in the text."""
    keys: list[NDArray[Any]] = [found.target, found.source, -found.counts, -found.scores, *first]
    return np.lexsort(keys)


def _sorted(found: Associations) -> Associations:
    return _chosen(found, _order(found))


def _best(found: Associations, best: int) -> Associations:
    """Keep the best targets of every source; sources stand together."""
    found = _chosen(found, _order(found, found.source))
    if not len(found):
        return found
    begins = np.flatnonzero(np.r_[True, found.source[1:] != found.source[:-1]])
    sizes = np.diff(np.append(begins, len(found)))
    rank = np.arange(len(found)) - np.repeat(begins, sizes)
    return _chosen(found, rank < best)


def _chosen(found: Associations, which: NDArray[np.int64] | NDArray[np.bool_]) -> Associations:
    return Associations(
        found.source[which], found.target[which], found.counts[which], found.scores[which]
    )


def _joined(blocks: list[Associations]) -> Associations:
    if not blocks:
        none = np.zeros(0, np.int32)
        return Associations(none, none, none, np.zeros(0))
    return Associations(
        *(
            np.concatenate([getattr(block, name) for block in blocks])
            for name in ("source", "target", "counts", "scores")
        )
    )
