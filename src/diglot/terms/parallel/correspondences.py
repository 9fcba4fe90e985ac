"""Spans of parallel sentences that correspond, counted with the probabilities of word links."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.model import WordLinks
    from diglot.terms.extraction.candidates import Candidates

LEAST_LINK = 0.02
"""Probability of the weakest link that counts; below it there is noise."""

HIGHEST = 0.98
BOUNDARY = 0.02
LEAST = 0.03
LEAST_COUNT = 0.05
EVIDENCE = 3
"""Sentence pairs that are remembered of every pair of n-grams."""


@dataclass(frozen=True, slots=True, eq=False)
class Correspondences:
    """Pairs of candidate n-grams that were seen as translations of each other.

    Attributes:
        source: shape (pairs,), int32, n-gram of the source candidates; ascending.
        target: shape (pairs,), int32, n-gram of the target candidates.
        counts: shape (pairs,), float64: sum over sentence pairs of the best score in each.
        seen: shape (pairs,), int32, sentence pairs in which they correspond at all.
        best: shape (pairs,), float32, the best score of all.
        evidence: shape (pairs, EVIDENCE), int32, sentence pairs with the highest scores, best
            first; -1 where there are no more.
    """

    source: NDArray[np.int32]
    target: NDArray[np.int32]
    counts: NDArray[np.float64]
    seen: NDArray[np.int32]
    best: NDArray[np.float32]
    evidence: NDArray[np.int32]


def correspondences(source: Candidates, target: Candidates, links: WordLinks) -> Correspondences:
    """Find which candidates translate each other in parallel sentences.

    Two spans correspond in a sentence pair with the probability that some link runs between them,
    times the probability that no link crosses their borders, times the geometric mean of the
    probabilities that the first and the last word of each span are linked into the other one.
    Every link counts by its probability, so that nothing hangs on a threshold.

    Args:
        source: candidates of the source sentences.
        target: candidates of the target sentences, as many.
        links: links of every sentence pair with probabilities, those of ``LEAST_LINK`` included.

    Raises:
        ValueError: the sides and the links are not of the same sentence pairs, or the links have
            no probabilities.
    """
    from diglot.terms.kernels import spans as kernel

    pairs = links.pairs
    if not source.corpus.sentences == target.corpus.sentences == pairs:
        raise ValueError("candidates and links are of different sentence pairs")
    if links.scores is None:
        raise ValueError("the links have no probabilities")
    room = 32 * pairs
    while True:
        spans = np.empty(room, np.int64), np.empty(room, np.int64)
        scores = np.empty(room, np.float32)
        found = kernel.score_spans(
            source.corpus.offsets,
            target.corpus.offsets,
            source.offsets,
            source.begins,
            source.lengths,
            target.offsets,
            target.begins,
            target.lengths,
            links.offsets,
            links.source,
            links.target,
            links.scores,
            HIGHEST,
            BOUNDARY,
            LEAST,
            *spans,
            scores,
        )
        if found <= room:
            break
        room = int(found)
    return _summed(source, target, spans[0][:found], spans[1][:found], scores[:found])


def _summed(
    source: Candidates,
    target: Candidates,
    source_spans: NDArray[np.int64],
    target_spans: NDArray[np.int64],
    scores: NDArray[np.float32],
) -> Correspondences:
    from diglot.terms.kernels import spans as kernel

    keys = source.ngrams[source_spans].astype(np.int64) * max(len(target), 1)
    keys += target.ngrams[target_spans]
    sentences = (np.searchsorted(source.offsets, source_spans, side="right") - 1).astype(np.int32)
    order = np.lexsort((-scores, sentences, keys))
    kept = np.empty(len(order), np.int64)
    kept = kept[: kernel.best_of_sentences(order, keys, sentences, kept)]
    keys, sentences, scores = keys[kept], sentences[kept], scores[kept]
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    counts = np.add.reduceat(scores.astype(np.float64), starts) if len(starts) else np.zeros(0)
    ends = np.append(starts[1:], len(keys))
    # Ties go to the earlier sentence, so that the same text gives the same evidence.
    best = np.lexsort((sentences, -scores, keys))
    places = starts[:, None] + np.arange(EVIDENCE)
    there = places < ends[:, None]
    evidence = np.where(there, sentences[best[np.where(there, places, 0)]] if len(best) else -1, -1)
    enough = counts > LEAST_COUNT
    pair = keys[starts][enough]
    return Correspondences(
        source=(pair // max(len(target), 1)).astype(np.int32),
        target=(pair % max(len(target), 1)).astype(np.int32),
        counts=counts[enough],
        seen=(ends - starts)[enough].astype(np.int32),
        best=scores[best[starts]][enough] if len(best) else np.zeros(0, np.float32),
        evidence=evidence[enough].astype(np.int32),
    )
