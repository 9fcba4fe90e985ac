"""Lexical scores of all blocks in a band, and the search over them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.sentences.evidence.length import LengthModel, background_log_density
from diglot.sentences.evidence.vectors import Calibration, similarities
from diglot.sentences.values import Pair, Reach

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.sentences.corpus import Corpus
    from diglot.sentences.encoding import Side
    from diglot.sentences.evidence.lexicon import Lexicon
    from diglot.sentences.search.bands import Band, Types


ROWS = 1024
"""Rows scored at once: bounds the memory of the evidence arrays."""


@dataclass(frozen=True, slots=True, eq=False)
class _Sums:
    """Prefix sums over the sentences of a side, each float64 (n + 1,)."""

    tokens: NDArray[np.float64]
    idf: NDArray[np.float64]
    chars: NDArray[np.float64]
    ground: NDArray[np.float64]
    digits: NDArray[np.float64]
    asking: NDArray[np.float64]
    quotes: NDArray[np.float64]


class BlockScorer:
    """Everything about one pair that the block kernel needs, prepared once."""

    def __init__(
        self,
        corpus: Corpus,
        pair: Pair,
        types: Types,
        length: LengthModel,
        lexicon: Lexicon,
        calibration: Calibration,
    ) -> None:
        self.calibration = calibration
        self.corpus, self.pair, self.types = corpus, pair, types
        self.longest = int(max(types.source.max(), types.target.max()))
        self.length, self.lexicon = length, lexicon
        self.source_sums = _sums(pair.source, corpus.idf_s, length.source_background, length.ratio)
        self.target_sums = _sums(pair.target, corpus.idf_t, length.target_background, 1.0)
        self.widest_a, self.widest_b = np.zeros((2, self.longest + 1), np.int64)
        np.maximum.at(self.widest_a, types.target, types.source)
        np.maximum.at(self.widest_b, types.source, types.target)
        self.type_of = np.full((types.source.max() + 1, types.target.max() + 1), -1)
        merges = np.flatnonzero((types.source > 0) & (types.target > 0))
        self.type_of[types.source[merges], types.target[merges]] = merges
        self.classes = np.array(
            [
                _class(a, b)
                for a, b in zip(types.source.tolist(), types.target.tolist(), strict=True)
            ]
        )

    def of(self, pair: Pair, lexicon: Lexicon | None = None) -> BlockScorer:
        """The same models for another pair of the corpus, or for a part of one."""
        return BlockScorer(
            self.corpus, pair, self.types, self.length, lexicon or self.lexicon, self.calibration
        )

    def scores(
        self, band: Band, weights: NDArray[np.float64], row_begin: int = 0, row_end: int = -1
    ) -> NDArray[np.float32]:
        """Scores of all blocks that end in rows of the band, float32 (cells, types)."""
        if row_end < 0:
            row_end = len(band.lo)
        origin = band.first[row_begin]
        scores = np.empty((band.first[row_end] - origin, len(self.types)), np.float32)
        for begin in range(row_begin, row_end, ROWS):
            end = min(row_end, begin + ROWS)
            part = scores[band.first[begin] - origin : band.first[end] - origin]
            self._fill(band, begin, end, weights, part)
        return scores

    def features(self, band: Band, wanted: NDArray[np.int64]) -> NDArray[np.float32]:
        """Features of chosen blocks, float32 (chosen, features).

        Wanted, int64 (cells, types), is the row of the result for a block, or -1.
        """
        from diglot.sentences.evidence.features import SIZE

        features = np.zeros((int(wanted.max()) + 1, SIZE), np.float32)
        weights = np.zeros(SIZE)
        rows = len(band.lo)
        for begin in range(0, rows, ROWS):
            end = min(rows, begin + ROWS)
            part = slice(band.first[begin], band.first[end])
            scores = np.empty((part.stop - part.start, len(self.types)), np.float32)
            self._fill(band, begin, end, weights, scores, wanted[part], features)
        return features

    def evidence(self, band: Band, row_begin: int, row_end: int) -> Reach:
        """Lexical evidence for all blocks that end in rows row_begin <= i < row_end."""
        from diglot.sentences.kernels import blocks

        n = self.pair.source.size
        row0, row1 = max(0, row_begin - self.longest - 1), min(n, row_end + 1)
        sentences = np.arange(n)
        begin = band.lo[np.maximum(sentences - self.longest + 1, 0)]
        end = band.hi[np.minimum(sentences + self.longest, n)]
        pair_first = np.zeros(row1 - row0 + 1, np.int64)
        np.cumsum((end - begin)[row0:row1], out=pair_first[1:])
        pairs = int(pair_first[-1])
        to_target, to_source = np.zeros((2, self.longest + 1, pairs, 2), np.float32)
        shared = np.zeros(pairs, np.float32)
        reach = Reach(row0, row1, begin, end, pair_first, to_target, to_source, shared)
        blocks.pair_evidence(self, band, reach)
        return reach

    def _fill(
        self,
        band: Band,
        row_begin: int,
        row_end: int,
        weights: NDArray[np.float64],
        scores: NDArray[np.float32],
        wanted: NDArray[np.int64] | None = None,
        features: NDArray[np.float32] | None = None,
    ) -> None:
        from diglot.sentences.kernels import blocks

        reach = self.evidence(band, row_begin, row_end)
        cosines = self.pair.vectors and similarities(*self.pair.vectors, self.types, reach)
        blocks.block_features(
            self, band, reach, row_begin, row_end, weights, scores, cosines, wanted, features
        )


def _sums(
    side: Side, idf: NDArray[np.float64], background: tuple[float, float], scale: float
) -> _Sums:
    from diglot.sentences.kernels import postings as index

    def prefix(values: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.concatenate(([0.0], np.cumsum(values, dtype=np.float64)))

    return _Sums(
        tokens=side.offsets.astype(np.float64),
        idf=index.sentence_sums(idf, side.tokens, side.offsets),
        chars=prefix(side.lengths),
        ground=prefix(background_log_density(side.lengths * scale, background)),
        digits=prefix(side.digits.astype(np.float64)),
        asking=prefix(side.asking.astype(np.float64)),
        quotes=prefix(side.quotes.astype(np.float64)),
    )


def _class(a: int, b: int) -> int:
    """Class of a link type, in the order of the class features."""
    if a == 0 or b == 0:
        return 1
    return {(1, 1): 0, (1, 2): 2, (2, 2): 3, (1, 3): 4, (2, 3): 5, (1, 4): 6, (3, 3): 7}.get(
        (min(a, b), max(a, b)), 8
    )
