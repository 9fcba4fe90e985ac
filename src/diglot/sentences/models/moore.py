"""Alignment by word counts, then by word counts and model 1 learned from the sure links.

Reference: Moore (2002), Fast and accurate sentence alignment of bilingual corpora. Ours differs in
that tokens are cut to prefixes as in the other methods, and in the share of unexplained tokens,
which is estimated on held-out links.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from diglot.sentences.corpus import Corpus
from diglot.sentences.evidence.features import first_model
from diglot.sentences.evidence.lexicon import learn
from diglot.sentences.link_types import Types
from diglot.sentences.models import rounds
from diglot.sentences.models.gale_church import types_of, widen_search
from diglot.sentences.search.bands import Band, SearchResult, search
from diglot.sentences.search.blocks import BlockScorer
from diglot.sentences.settings import Alignment, Settings
from diglot.sentences.values import Calibration, Pair, Path

PRIORS = {(1, 1): 0.94, (1, 0): 0.01, (0, 1): 0.01, (1, 2): 0.02, (2, 1): 0.02}
SURE = 0.9


def align(corpus: Corpus, settings: Settings) -> list[Alignment]:
    """Align all pairs in two passes."""
    types = types_of(PRIORS, settings)

    def counts_only(pair: Pair) -> SearchResult:
        return _searched(pair, types, None)

    first = rounds.map_items(counts_only, corpus.pairs, settings, "word counts")

    def with_words(scorer: BlockScorer) -> SearchResult:
        return _searched(scorer.pair, types, scorer)

    scorers = learn_scorers(corpus, first, types)
    found = rounds.map_items(with_words, scorers, settings, "words")
    return rounds.alignments(types, found)


def learn_scorers(corpus: Corpus, found: Sequence[SearchResult], types: Types) -> list[BlockScorer]:
    """Learn a lexicon from the sure 1-1 links of all pairs; return the scorer of each with it."""
    lexicon = learn(corpus, [choose_sure(each, types) for each in found], types)
    return [
        BlockScorer(
            corpus,
            pair,
            types,
            first_model(pair.source.lengths, pair.target.lengths, 1.0),
            lexicon,
            Calibration(),
        )
        for pair in corpus.pairs
    ]


def choose_sure(found: SearchResult, types: Types) -> Path:
    """Return the 1-1 links of a path that are probable enough to learn from."""
    path = found.path
    single = (types.source[path.kinds] == 1) & (types.target[path.kinds] == 1)
    kept = (found.posterior >= SURE) & single
    return Path(path.ends_i[kept], path.ends_j[kept], path.kinds[kept])


def _searched(pair: Pair, types: Types, scorer: BlockScorer | None) -> SearchResult:
    from diglot.sentences.kernels import length

    words_s = pair.source.offsets.astype(np.float64)
    words_t = pair.target.offsets.astype(np.float64)
    ratio = words_t[-1] / max(words_s[-1], 1.0)
    lengths = np.diff(pair.target.offsets)
    log_length = np.log((np.bincount(lengths) + 0.1) / (len(lengths) + 0.1 * (lengths.max() + 1)))

    def in_band(band: Band) -> SearchResult:
        def scores(begin: int, end: int) -> NDArray[np.float32]:
            reach = scorer and scorer.evidence(band, begin, end)
            result: NDArray[np.float32] = length.moore_scores(
                begin, end, band, types, (words_s, words_t, log_length, ratio), reach
            )
            return result

        return search(scores, band, types)

    return widen_search(in_band, pair.source.size, pair.target.size)
