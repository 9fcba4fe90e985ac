"""How n-grams are mostly written: with the capitals they have inside sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.terms.extraction.candidates import join
from diglot.terms.extraction.word_figures import noun_capitals

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.terms.extraction.candidates import Candidates

_MIX = np.uint64(0x9E3779B97F4A7C15)


def spellings(found: Candidates, wanted: NDArray[np.integer]) -> dict[int, str]:
    """Return the most frequent spelling of n-grams.

    The first word of a sentence has a capital that is not its own: such occurrences count only
    where there are no others, and lose the capital then.

    Args:
        found: candidates.
        wanted: n-gram numbers.

    Returns:
        Text by n-gram number; of spellings that are as frequent the one that came first.
    """
    corpus = found.corpus
    chosen = np.zeros(len(found), np.bool_)
    chosen[wanted] = True
    spans = np.flatnonzero(chosen[found.ngrams])
    if not len(spans):
        return {}
    begins = found.begins[spans]
    first = corpus.offsets[np.searchsorted(corpus.offsets, begins, side="right") - 1] == begins
    ngrams = found.ngrams[spans]
    inside = np.zeros(len(found), np.bool_)
    inside[ngrams[~first]] = True
    counted = ~first | ~inside[ngrams]
    spans, begins, ngrams = spans[counted], begins[counted], ngrams[counted]
    lengths = found.lengths[spans].astype(np.int64)
    best = _most_frequent(ngrams, _keys(corpus.written, begins, lengths))
    nouns = noun_capitals(corpus)
    texts = {}
    for k in best.tolist():
        written = corpus.written[begins[k] : begins[k] + lengths[k]].tolist()
        words = [corpus.spellings[number] for number in written]
        if not inside[ngrams[k]] and not nouns and words[0][1:].islower():
            words[0] = words[0].lower()
        texts[int(ngrams[k])] = join(words, corpus.joiner)
    return texts


def _keys(
    written: NDArray[np.int32], begins: NDArray[np.int64], lengths: NDArray[np.int64]
) -> NDArray[np.uint64]:
    """Return a number for every span that is the same for the same spelling."""
    keys = np.zeros(len(begins), np.uint64)
    for place in range(int(lengths.max(initial=0))):
        here = lengths > place
        keys[here] = (keys[here] ^ written[begins[here] + place].astype(np.uint64)) * _MIX
        keys ^= keys >> np.uint64(29)
    return keys


def _most_frequent(ngrams: NDArray[np.int32], keys: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return for every n-gram the first occurrence of its most frequent key."""
    order = np.lexsort((keys, ngrams))  # stable: occurrences of a key stay in their order
    new = np.ones(len(order), np.bool_)
    new[1:] = (np.diff(ngrams[order]) != 0) | (keys[order][1:] != keys[order][:-1])
    starts = np.flatnonzero(new)
    counts = np.diff(np.append(starts, len(order)))
    heads = order[starts]
    ranked = np.lexsort((heads, -counts, ngrams[heads]))
    firsts = np.ones(len(ranked), np.bool_)
    firsts[1:] = np.diff(ngrams[heads][ranked]) != 0
    return heads[ranked][firsts]
