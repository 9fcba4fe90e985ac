"""Translation edit rate: plain, weighted by reference words, and as published in 2021.

Words inserted, deleted, substituted and blocks moved, per reference word. Every plain figure equals
sacreBLEU's TER, to the last digit and at about a hundred times the speed.

References:
    Snover et al. 2006, "A study of translation edit rate with targeted human annotation".
    Post 2018, "A call for clarity in reporting BLEU scores" (signatures of sacreBLEU).
    Alam et al. 2021, "On the evaluation of machine translation for terminology consistency" (TERm).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError, InputError
from diglot.evaluate.strings import ngrams
from diglot.evaluate.strings.kernels.alam2021 import all_edits
from diglot.evaluate.strings.kernels.ter import edit_costs, edit_distances

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from diglot.evaluate.statistics.aggregate import Floats, Ints

    Tokeniser = Callable[[Sequence[ngrams.Segment | None]], list[ngrams.Segment | None]]

CANDIDATES = 1000
"""Moves tried in a segment at most; sacreBLEU's limit."""


@dataclass(frozen=True, slots=True, eq=False)
class EditRates:
    """Translation edit rate of every segment.

    Attributes:
        edits: int64 (segments,), edits to the reference that needs fewest.
        moves: int64 (segments,), how many of these are moves of a block.
        lengths: float64 (segments,), words of the reference, the mean of several.
        signature: sacreBLEU's line of options.
    """

    edits: Ints
    moves: Ints
    lengths: Floats
    signature: str

    @property
    def score(self) -> float:
        """Edits per hundred reference words, over all segments; lower is better."""
        # Thirds of several references do not add up exactly: one after the other, as sacreBLEU.
        totals = np.add.accumulate(self.statistics)[-1:].sum(axis=0)
        return float(edit_rate(totals))

    @property
    def statistics(self) -> Floats:
        """Edits and reference words of each segment, (segments, 2); `edit_rate` takes sums."""
        return np.column_stack([self.edits, self.lengths]).astype(np.float64)


def ter(
    hypotheses: Sequence[ngrams.Segment],
    references: Sequence[ngrams.Segment | None],
    *more_references: Sequence[ngrams.Segment | None],
    case_sensitive: bool = False,
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
) -> EditRates:
    """Return the translation edit rate of each segment and of all, exactly as sacreBLEU has it.

    Args:
        hypotheses: the translations: texts, or lists of words.
        references: a reference for each, in the same order.
        more_references: further references for each; None where there is none.
        case_sensitive: capitals matter.
        normalized: split off punctuation and resolve entities, as Tercom does; texts only.
        no_punct: leave out punctuation; texts only.
        asian_support: with the former two, treat Chinese and Japanese characters apart.

    Raises:
        InputError: the numbers of segments differ, or a segment has no reference.

    Reference:
        Snover et al. 2006, sections 2 and 3.
    """
    tercom = _tokeniser(
        case_sensitive=case_sensitive,
        normalized=normalized,
        no_punct=no_punct,
        asian_support=asian_support,
    )

    def words(segments: Sequence[ngrams.Segment | None], times: int) -> list[Sequence[str]]:
        for _ in range(times):
            segments = tercom(segments)
        return ngrams.split_words(segments, case_sensitive=case_sensitive)

    streams = (references, *more_references)
    ngrams.same_number(hypotheses, *streams)
    numbers = ngrams.WordNumbers()
    flat, offsets = numbers.flat(words(hypotheses, 1))
    edits = np.full(len(hypotheses), np.iinfo(np.int64).max)
    moves, lengths, counts = (np.zeros(len(hypotheses), np.int64) for _ in range(3))
    for stream in streams:
        there = np.fromiter((each is not None for each in stream), bool, len(stream))
        # sacreBLEU cuts references twice: "..1" becomes ". .1", and that ". . 1".
        r_flat, r_offsets = numbers.flat(words(stream, 2))
        costs = edit_costs(flat, offsets, r_flat, r_offsets, np.ones_like(r_flat), 1, CANDIDATES)
        better = there & (costs[:, 0] < edits)
        edits[better], moves[better] = costs[better].T
        lengths += np.diff(r_offsets)
        counts += there
    if not counts.all():
        raise InputError("no reference", place=f"segment {int(counts.argmin()) + 1}")
    signature = ngrams.sacrebleu_signature(
        counts,
        case="mixed" if case_sensitive else "lc",
        tok="tercom",
        norm=normalized,
        punct=not no_punct,
        asian=asian_support,
    )
    return EditRates(edits, moves, lengths / counts, signature)


def edit_rate(totals: Floats) -> Floats:
    """Return edits per hundred reference words from sums of `EditRates.statistics`.

    Args:
        totals: shape (..., 2).

    Returns:
        Shape (...): 100 where there are edits but no reference words, 0 where there is neither.
    """
    return 100 * per_word(totals[..., 0], totals[..., 1])


def per_word(edits: Floats, sizes: Floats) -> Floats:
    """Return edits by size of the reference; 1 where something stands for nothing, else 0."""
    there = np.asarray(sizes) > 0
    return np.where(there, edits / np.where(there, sizes, 1.0), np.asarray(edits) > 0)


def _tokeniser(
    *, case_sensitive: bool, normalized: bool, no_punct: bool, asian_support: bool
) -> Tokeniser:
    """Return what cuts the texts among segments; Tercom's rules are sacreBLEU's own."""
    if not normalized and not no_punct:
        return list
    from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

    tercom = TercomTokenizer(
        normalized=normalized,
        no_punct=no_punct,
        asian_support=asian_support,
        case_sensitive=case_sensitive,
    )
    return lambda segments: [
        tercom(each.rstrip()) if isinstance(each, str) else each for each in segments
    ]


# Translation edit rate with weights on reference words: TERm, where words of terms weigh more.
#
# Not having reference word j, or another word in its place, costs its weight; a word too many costs
# 1; a moved block costs the largest weight among the reference words it lands on. Blocks are
# searched as for plain TER, except that a move is judged by what it saves less what it costs; with
# all weights 1 both give the same edits. So is settled what Alam et al. 2021 leave open.

TERM_WEIGHT = 2.0
"""Weight of a word of a term in the paper; other words weigh 1."""

_SCALES = (1, 2, 4, 10, 100, 1000)
_MOST = 1 << 30


@dataclass(frozen=True, slots=True, eq=False)
class WeightedEditRates:
    """Weighted edit rate of every segment.

    Attributes:
        costs: float64 (segments,).
        moves: int64 (segments,), how many blocks were moved.
        lengths: int64 (segments,), words of the reference.
        weights: float64 (segments,), sum of their weights.
    """

    costs: Floats
    moves: Ints
    lengths: Ints
    weights: Floats

    @property
    def score(self) -> float:
        """One less the cost per reference word, over all segments; may be below 0."""
        return float(accuracy(self.statistics.sum(axis=0)))

    @property
    def score_by_weight(self) -> float:
        """One less the cost per unit of weight, over all segments."""
        return float(accuracy_by_weight(self.statistics.sum(axis=0)))

    @property
    def statistics(self) -> Floats:
        """Cost, reference words and weight of each segment, (segments, 3)."""
        return np.column_stack([self.costs, self.lengths, self.weights]).astype(np.float64)


def weighted_ter(
    hypotheses: Sequence[ngrams.Segment],
    references: Sequence[ngrams.Segment],
    weights: Sequence[Sequence[float]],
    *,
    moves: bool = True,
    case_sensitive: bool = True,
) -> WeightedEditRates:
    """Return the weighted translation edit rate of each segment and of all.

    Args:
        hypotheses: the translations: texts divided by blanks, or lists of words.
        references: a reference for each, in the same order.
        weights: for every reference the weights of its words, none below 0, to three decimals.
        moves: search blocks to move; else it is the weighted edit distance, with no beam either.
        case_sensitive: capitals matter.

    Raises:
        InputError: numbers of segments differ, or weights do not fit the words of a reference.
        ConfigError: a weight is negative or not a number.

    Reference:
        Alam et al. 2021; Snover et al. 2006 for the search.
    """
    ngrams.same_number(hypotheses, references, weights)  # type: ignore[arg-type]
    numbers = ngrams.WordNumbers()
    flat, offsets = numbers.flat(ngrams.split_words(hypotheses, case_sensitive=case_sensitive))
    r_flat, r_offsets = numbers.flat(ngrams.split_words(references, case_sensitive=case_sensitive))
    values = _flat_weights(weights, r_offsets)
    scale = _scale(values)
    scaled = np.rint(values * scale)
    sums = np.concatenate([[0.0], np.cumsum(scaled)])
    totals = np.diff(sums[r_offsets])
    _check_size(totals + scale * np.diff(offsets))
    texts = flat, offsets, r_flat, r_offsets, scaled.astype(np.int32), scale
    if moves:
        costs, moved = edit_costs(*texts, CANDIDATES).T
    else:
        costs, moved = edit_distances(*texts), np.zeros(len(hypotheses), np.int64)
    return WeightedEditRates(
        costs=costs / scale, moves=moved, lengths=np.diff(r_offsets), weights=totals / scale
    )


def accuracy(totals: Floats) -> Floats:
    """Return one less the cost per reference word, from sums of statistics (..., 3)."""
    return 1 - per_word(totals[..., 0], totals[..., 1])


def accuracy_by_weight(totals: Floats) -> Floats:
    """Return one less the cost per unit of weight, from sums of statistics (..., 3)."""
    return 1 - per_word(totals[..., 0], totals[..., 2])


def _flat_weights(weights: Sequence[Sequence[float]], offsets: Ints) -> Floats:
    """Return all weights behind one another."""
    given = np.diff(ngrams.starts(weights))
    wrong = np.flatnonzero(given != np.diff(offsets))
    if len(wrong):
        at = int(wrong[0])
        raise InputError(
            f"{given[at]} weights for {offsets[at + 1] - offsets[at]} words of the reference",
            place=f"segment {at + 1}",
        )
    values = np.concatenate([np.asarray(each, np.float64) for each in weights] or [np.empty(0)])
    if not (np.isfinite(values) & (values >= 0)).all():
        raise ConfigError("a weight of a reference word is negative or no number")
    return values


def _scale(values: Floats) -> int:
    """The smallest factor that makes all weights whole, so that equal costs are exactly equal."""
    whole = (scale for scale in _SCALES if (np.rint(values * scale) == values * scale).all())
    return next(whole, _SCALES[-1])


def _check_size(most: Floats) -> None:
    if len(most) and most.max() >= _MOST:
        raise InputError(
            "too long for weights with so many decimals",
            place=f"segment {int(most.argmax()) + 1}",
            cure="use whole weights, or split the segment",
        )


# TERm of many pairs at once, as the published implementation of 2021 computes it.

# The time grows with the fourth power of the length; the published code would take days.
_MOST_CELLS = 250_000


@dataclass(frozen=True, slots=True)
class Pair:
    """A hypothesis and its reference.

    Attributes:
        name: of the segment.
        hypothesis: words.
        reference: words, at least one.
        marked: positions of words of terms in the reference; those beyond its end do nothing.
    """

    name: str
    hypothesis: Sequence[str]
    reference: Sequence[str]
    marked: Sequence[int]


def ter_m(pairs: Sequence[Pair]) -> Floats:
    """Return TERm of every pair, with a weight of 2 for words of terms: float64 (pairs,).

    Raises:
        InputError: a pair is too long.

    Reference: Alam et al. 2021, section 2.2, and the code published with it.
    """
    for pair in pairs:
        check_length(pair.name, len(pair.hypothesis), len(pair.reference))
    hypotheses = [pair.hypothesis for pair in pairs]
    references = [pair.reference for pair in pairs]
    # Numbers in the order of the words: it decides between shifts that are equally good.
    vocabulary = sorted(set(chain.from_iterable(chain(hypotheses, references))))
    numbers = {word: number for number, word in enumerate(vocabulary)}
    offsets = ngrams.starts(references)
    marked = np.zeros(offsets[-1], np.bool_)
    for start, pair in zip(offsets.tolist(), pairs, strict=False):
        marked[[start + at for at in pair.marked if at < len(pair.reference)]] = True
    sides = [
        np.array([numbers[word] for line in lines for word in line], np.int64)
        for lines in (hypotheses, references)
    ]
    edits = all_edits(sides[0], ngrams.starts(hypotheses), sides[1], offsets, marked)
    rates: Floats = edits / np.diff(offsets)
    return rates


def check_length(name: str, hypothesis: int, reference: int) -> None:
    """Make sure that TERm of a segment comes to an end.

    Raises:
        InputError: it has too many words.
    """
    if (hypothesis + 1) * (reference + 1) > _MOST_CELLS:
        raise InputError(
            f"{hypothesis:,} words against {reference:,} are too many for the TERm of 2021",
            place=f"segment {name}",
            cure="divide the segment, or take the clean metrics",
        )
