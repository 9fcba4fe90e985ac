"""Lexical scores of all blocks in a band, and the search over them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.sentences.evidence.features import (
    FEATURES,
    SIZE,
    LengthModel,
    background_log_density,
    no_breaks,
)
from diglot.sentences.search.bands import bands_beside_paths
from diglot.sentences.values import Breaks, Calibration, Pair, Reach, repeat_for_sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diglot.sentences.corpus import Corpus
    from diglot.sentences.encoding import Side
    from diglot.sentences.link_types import Types
    from diglot.sentences.search.bands import Band
    from diglot.sentences.values import Lexicon, Path


PARTS = [FEATURES.index(name) for name in FEATURES if name.startswith("parts")]
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
    inner: NDArray[np.float64]


class BlockScorer:
    """Everything about one pair that the block kernel needs, prepared once.

    The pair may be several ones below each other, see `join_pairs`, each with lengths of its own.
    """

    def __init__(
        self,
        corpus: Corpus,
        pair: Pair,
        types: Types,
        length: LengthModel | Sequence[LengthModel],
        lexicon: Lexicon,
        calibration: Calibration,
        breaks: Breaks | None = None,
    ) -> None:
        self.calibration, self.breaks = calibration, breaks or no_breaks()
        self.corpus, self.pair, self.types = corpus, pair, types
        self.longest, self.widest_a, self.widest_b, self.type_of, self.of_types = types.shapes
        self.lexicon = lexicon
        self.lengths = lengths = [length] if isinstance(length, LengthModel) else length
        self.ratios = np.array([each.ratio for each in lengths])
        self.variances = np.array([each.variance for each in lengths])
        self.source_sums = _sums(
            pair.source,
            pair.rows,
            corpus.idf_s,
            [each.source_background for each in lengths],
            self.breaks.source,
            self.ratios,
        )
        self.target_sums = _sums(
            pair.target,
            pair.columns,
            corpus.idf_t,
            [each.target_background for each in lengths],
            self.breaks.target,
            np.ones(len(lengths)),
        )

    def of(self, pair: Pair) -> BlockScorer:
        """The same models for another pair of the corpus, or for a part of one."""
        return BlockScorer(
            self.corpus,
            pair,
            self.types,
            self.lengths,
            self.lexicon,
            self.calibration,
            self.breaks,
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
        features = np.zeros((int(wanted.max()) + 1, SIZE), np.float32)
        weights = np.zeros(SIZE)
        rows = len(band.lo)
        for begin in range(0, rows, ROWS):
            end = min(rows, begin + ROWS)
            part = slice(band.first[begin], band.first[end])
            scores = np.empty((part.stop - part.start, len(self.types)), np.float32)
            self._fill(band, begin, end, weights, scores, wanted[part], features)
        return features

    def path_features(self, path: Path, names: Sequence[int]) -> NDArray[np.float32]:
        """Features of the blocks of a path by their numbers, float32 (blocks, names)."""
        band = bands_beside_paths(path, self.pair.rows, self.pair.columns)
        weights = np.zeros(SIZE)
        found = np.zeros((len(path.kinds), len(names)), np.float32)
        for begin in range(0, len(band.lo), ROWS):
            end = min(len(band.lo), begin + ROWS)
            inside = slice(*np.searchsorted(path.ends_i, [begin, end]))
            i, j, kinds = path.ends_i[inside], path.ends_j[inside], path.kinds[inside]
            cells = int(band.first[end] - band.first[begin])
            wanted = np.full((cells, len(self.types)), -1)
            wanted[band.first[i] - band.first[begin] + j - band.lo[i], kinds] = np.arange(
                len(kinds)
            )
            features = np.zeros((len(kinds), SIZE), np.float32)
            scores = np.empty(wanted.shape, np.float32)
            # A block is compared with its parts, and with those of one sentence more.
            runs = [
                int(lengths[kinds].max(initial=0)) + 1
                for lengths in (self.types.source, self.types.target)
            ]
            self._fill(band, begin, end, weights, scores, wanted, features, runs)
            found[inside] = features[:, names]
        return found

    def evidence(self, band: Band, row_begin: int, row_end: int) -> Reach:
        """Lexical evidence for all blocks that end in rows row_begin <= i < row_end."""
        from diglot.sentences.kernels import blocks

        n = self.pair.source.size
        row0, row1 = max(0, row_begin - self.longest - 1), min(n, row_end + 1)
        sentences = np.arange(n)
        # No sentence reaches into another text.
        tops = band.texts[:-1]
        top = repeat_for_sentences(tops, band.texts)
        last = repeat_for_sentences(band.texts[1:] - 1, band.texts)
        begin = band.lo[np.maximum(sentences - self.longest + 1, top)]
        end = band.hi[np.minimum(sentences + self.longest, last)]
        begin[tops[1:] - 1] = end[tops[1:] - 1]
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
        runs: Sequence[int] | None = None,
    ) -> None:
        from diglot.sentences.kernels import blocks

        reach = self.evidence(band, row_begin, row_end)
        cosines = by_parts = None
        if self.pair.cosines:
            # Runs of more sentences than are looked at have none.
            both = self.types.source, self.types.target
            most = runs or [int(side.max()) for side in both]
            lengths = [
                (a, b) if a <= most[0] and b <= most[1] else (0, 0)
                for a, b in zip(*(side.tolist() for side in both), strict=True)
            ]
            rows = slice(reach.row0, reach.row1)
            cosines = self.pair.cosines.of(lengths, rows, reach.begin, reach.end)
            if wanted is not None or weights[PARTS].any():
                by_parts = self.pair.cosines.by_parts(rows, reach.begin, reach.end)
        similar = cosines, by_parts
        blocks.block_features(
            self, band, reach, row_begin, row_end, weights, scores, similar, wanted, features
        )


def _sums(
    side: Side,
    begins: NDArray[np.int64],
    idf: NDArray[np.float64],
    backgrounds: Sequence[tuple[float, float]],
    breaks: NDArray[np.float64],
    scales: NDArray[np.float64],
) -> _Sums:
    """Sum up a side, anew in every text; ``begins`` has the place of each in the sums."""
    from diglot.sentences.kernels import postings as index

    inner = np.zeros(side.size)
    inner[1:] = breaks[side.ends[:-1], side.starts[1:]]
    inner[begins[1:-1]] = 0.0
    scale, mean, deviation = (
        repeat_for_sentences(each, begins)
        for each in (scales, *np.array(backgrounds, np.float64).T)
    )
    rows = (
        side.lengths,
        background_log_density(side.lengths * scale, (mean, deviation)),
        side.digits,
        side.asking,
        side.quotes,
        inner,
    )
    sums = index.running_sums(np.array(rows), begins)
    idf = index.sentence_sums(idf, side.tokens, side.offsets, begins)
    return _Sums(side.offsets.astype(np.float64), idf, *sums)
