"""A dictionary that two lists of terms hold between them.

If *wind speed* and *vitesse du vent* share a known word, the other two words may translate each
other; if several known words say so, they do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.terms.comparable.dictionary import Dictionary
from diglot.terms.comparable.ragged import join, starts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.terms.comparable.lists import TermList
    from diglot.terms.comparable.word_similarity import WordSimilarity

SURE = 0.75
"""Likeness from which two words are taken for translations."""
WITNESSES = 3
"""Different known words that must say so."""
LEAST = 8.0
"""Witnesses times their surprise."""
SHARE, SHARE_OF_BEST = 0.5, 0.2
"""Strength that a pair must have, of the strongest pair of either word; and if it is the best of
one of them: a word may have a noun and an adjective for translations."""
SECOND = 0.1
"""Weight of a pair that is the best of neither word."""
CERTAIN = 25.0
"""Strength from which more makes no difference."""
LARGEST = 4_000_000
"""Pairs of terms that one pair of known words may bring together."""


def induce(
    source: TermList, target: TermList, similarity: WordSimilarity, *, least: float = LEAST
) -> Dictionary:
    """Find translations of words by analogy between the terms of two content words.

    Args:
        source: terms of the source language.
        target: terms of the target language.
        similarity: of their words, as known so far.
        least: witnesses times surprise that a pair must have.

    Returns:
        Entries with weights up to .8.
    """
    (known, other), (known_target, other_target) = _halves(source), _halves(target)
    sure = similarity.best >= SURE
    rows, columns = similarity.rows()[sure], similarity.columns[sure].astype(np.int64)
    order = np.argsort(known_target, kind="stable")
    first = starts(known_target[order], len(target.words))
    source_first = np.bincount(known, minlength=len(source.words))
    sizes = source_first[rows] * np.diff(first)[columns]
    rows, columns = rows[sizes <= LARGEST], columns[sizes <= LARGEST]
    # term with the word - pair of known words - target terms with the other one
    term, pair = join(known, starts(rows, len(source.words)))
    left, right = join(columns[pair], first)
    u, v = other[term[left]], other_target[order[right]]
    width = np.int64(len(target.words))
    witness = np.unique(np.stack([u * width + v, known[term[left]]], axis=1), axis=0)[:, 0]
    keys, n = np.unique(witness, return_counts=True)
    if not len(keys):
        return Dictionary()
    u, v = keys // width, keys % width
    of_u = np.bincount(u, n)[u]
    of_v = np.bincount(v, n)[v]
    strength = n * np.log(n * n.sum() / (of_u * of_v))
    best = _best(u, strength), _best(v, strength)
    # Pairs that say nothing of each other have no strength to divide by; they are left out below.
    share = strength / np.maximum(np.maximum(*best), 1e-9)
    first = strength >= np.minimum(*best)
    kept = (n >= WITNESSES) & (strength >= least)
    kept &= (share >= SHARE) | (first & (share >= SHARE_OF_BEST))
    weights = (0.5 + 0.3 * np.minimum(1.0, strength / CERTAIN)) * (0.5 + 0.5 * share)
    weights = np.where(first, weights, SECOND)
    return Dictionary(
        tuple(
            ((source.words[one],), (target.words[two],), float(weight))
            for one, two, weight in zip(u[kept], v[kept], weights[kept], strict=True)
        )
    )


def _halves(terms: TermList) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return both words of all terms of two, each once as the one and once as the other."""
    begins = terms.offsets[:-1][np.diff(terms.offsets) == 2]
    one, other = terms.tokens[begins].astype(np.int64), terms.tokens[begins + 1].astype(np.int64)
    pairs = np.unique(np.stack([np.r_[one, other], np.r_[other, one]], axis=1), axis=0)
    return pairs[:, 0], pairs[:, 1]


def _best(keys: NDArray[np.int64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return for every row the largest value of its key."""
    best = np.full(int(keys.max()) + 1, -np.inf)
    np.maximum.at(best, keys, values)
    found: NDArray[np.float64] = best[keys]
    return found
