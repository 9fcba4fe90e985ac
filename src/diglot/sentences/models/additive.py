"""The first pass: lengths and tokens common to both sides, in a band that widens by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.sentences.corpus import IDENTITY, Corpus, Pair, Path, distinct_words, postings
from diglot.sentences.evidence.anchors import anchor_chain
from diglot.sentences.evidence.length import LengthModel, background_log_density
from diglot.sentences.search import bands

if TYPE_CHECKING:
    from diglot.sentences.search.types import Types

SMALL, MIDDLE = 150, 1500
ANCHORED_HALF_WIDTH = 60
VECTOR_HALF_WIDTH = 15
MAX_BORDER_SHARE = 0.003
MAX_WIDENINGS = 5


def first_pass(corpus: Corpus, pair: Pair, types: Types, length: LengthModel) -> Path:
    """Align one pair by length and identical tokens.

    With sentence vectors, the band follows the pairs that are each other's nearest. Otherwise it
    starts at 300 cells for short texts, 15 % for middle ones and 60 cells round the anchor chain
    for long ones. It doubles as long as the path comes near its border.
    """
    from diglot.sentences.kernels import additive, search

    n, m = pair.source.size, pair.target.size
    target_index = postings(pair.target, corpus.vocabulary_t)
    longer = max(n, m)
    points = np.zeros((0, 2), np.int64)
    if pair.vectors is not None:
        half = VECTOR_HALF_WIDTH
        points = pair.nearest
    elif longer <= SMALL:
        half = 300
    elif longer <= MIDDLE:
        half = max(60, int(0.15 * longer))
    else:
        half = ANCHORED_HALF_WIDTH
        points = anchor_chain(
            postings(pair.source, corpus.vocabulary_s), target_index, corpus.seeds, n, m
        )
    words, words_offset = distinct_words(pair.source, corpus.vocabulary_s)
    background_s = background_log_density(
        pair.source.lengths * length.ratio, length.source_background
    )
    background_t = background_log_density(pair.target.lengths, length.target_background)
    seeds = corpus.seeds
    for _ in range(MAX_WIDENINGS + 1):
        band = bands.between(points, n, m, half)
        back, _ = additive.additive_viterbi(
            band.lo,
            band.hi,
            band.first,
            types.source,
            types.target,
            types.log_prior,
            pair.source.lengths,
            pair.target.lengths,
            background_s,
            background_t,
            length.ratio,
            length.variance,
            np.diff(pair.source.offsets),
            np.diff(pair.target.offsets),
            words,
            words_offset,
            seeds.first,
            seeds.key,
            IDENTITY * seeds.weight,
            target_index.distinct_first,
            target_index.distinct_sentence,
            corpus.probability_s,
            corpus.probability_t,
        )
        path = Path(*search.trace(back, band.lo, band.first, types.source, types.target, 0, n, m))
        if bands.border_share(band, path, max(2, half // 6), m) <= MAX_BORDER_SHARE:
            break
        half *= 2
    return path
