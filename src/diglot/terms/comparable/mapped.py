"""`mapped`: terms as means of word vectors in one space, the nearest by CSLS."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.learning.mapping import nearest
from diglot.terms.comparable import likeness
from diglot.terms.comparable.compositional import encoded, written
from diglot.terms.comparable.scored import Scored
from diglot.terms.comparable.spaces import spaces, term_matrix, word_matrix

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.model import TermPair
    from diglot.terms.comparable.lists import TermList
    from diglot.terms.comparable.resources import Resources

BEST = 50
RERANKED = 300
LIKENESS = 0.6
UNLIKE = 0.4


def mapped(
    source_terms: Sequence[str],
    target_terms: Sequence[str],
    resources: Resources,
    *,
    retrieval: str = "csls",
    rounds: int = 0,
    strings: bool = False,
    best: int = BEST,
) -> list[TermPair]:
    """Score pairs by vectors mapped into one space.

    Args:
        source_terms: distinct terms.
        target_terms: distinct terms.
        resources: vectors of both languages, or texts to train them on; the dictionary, from
            which the map is learnt. Without a dictionary the vectors share a space already.
        retrieval: ``csls``, ``ratio`` or ``cosine``, see `nearest`.
        rounds: of self-learning (see `mapping.learn`); on small corpora it does harm.
        strings: whether common letters of the nearest 300 decide, too.
        best: targets of a source at most.

    Raises:
        ConfigError: something is missing, or there is no such retrieval.

    Reference:
        Conneau et al. (2018), Word translation without parallel data; Požár et al. (2022) for
        terms in the BUCC shared task.
    """
    source, target = map(written, encoded(source_terms, target_terms, resources))
    found = by_vectors(source, target, resources, retrieval, rounds, RERANKED if strings else best)
    if strings:
        found = _reranked(source, target, found, best)
    return found.pairs(source_terms, target_terms)


def by_vectors(
    source: TermList,
    target: TermList,
    resources: Resources,
    retrieval: str,
    rounds: int,
    best: int,
) -> Scored:
    """Find the nearest targets of the terms that have vectors."""
    both = spaces(resources, source, target, method="mapped", rounds=rounds)
    assert both.source is not None  # noqa: S101 - asked for both
    one = term_matrix(source, word_matrix(source, both.source))
    other = term_matrix(target, word_matrix(target, both.target))
    rows, columns = (np.flatnonzero(each.any(axis=1)) for each in (one, other))
    i, j, scores = nearest(one[rows], other[columns], best=best, retrieval=retrieval)
    return Scored(rows[i], columns[j], scores)


def _reranked(source: TermList, target: TermList, found: Scored, best: int) -> Scored:
    alike = likeness.of_pairs(source.terms, target.terms, found.source, found.target)
    score = found.score + LIKENESS * np.maximum(0.0, alike - UNLIKE)
    order = np.lexsort((found.target, -score, found.source))
    begins = np.searchsorted(found.source, found.source)
    kept = order[np.arange(len(order)) - begins < best]
    return Scored(found.source[kept], found.target[kept], score[kept])
