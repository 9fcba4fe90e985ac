"""Translation edit rate: words inserted, deleted, substituted, blocks moved, per reference word.

Every figure equals sacreBLEU's TER, to the last digit and at about a hundred times the speed.

References:
    Snover et al. 2006, "A study of translation edit rate with targeted human annotation".
    Post 2018, "A call for clarity in reporting BLEU scores" (signatures of sacreBLEU).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diglot.errors import InputError
from diglot.evaluate.strings.segments import Segment, WordNumbers, same_number, split
from diglot.evaluate.strings.signatures import sacrebleu_signature

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Tokeniser = Callable[[Sequence[Segment | None]], list[Sequence[str]]]

CANDIDATES = 1000
"""Moves tried in a segment at most; sacreBLEU's limit."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class EditRates:
    """Translation edit rate of every segment.

    Attributes:
        edits: int64 (segments,), edits to the reference that needs fewest.
        moves: int64 (segments,), how many of these are moves of a block.
        lengths: float64 (segments,), words of the reference, the mean of several.
        signature: sacreBLEU's line of options.
    """

    edits: NDArray[np.int64]
    moves: NDArray[np.int64]
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
    hypotheses: Sequence[Segment],
    references: Sequence[Segment | None],
    *more_references: Sequence[Segment | None],
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
    from diglot.evaluate.strings.kernels.ter import edit_costs

    words = _tokeniser(
        case_sensitive=case_sensitive,
        normalized=normalized,
        no_punct=no_punct,
        asian_support=asian_support,
    )
    streams = (references, *more_references)
    same_number(hypotheses, *streams)
    numbers = WordNumbers()
    flat, offsets = numbers.flat(words(hypotheses))
    edits = np.full(len(hypotheses), np.iinfo(np.int64).max)
    moves, lengths, counts = (np.zeros(len(hypotheses), np.int64) for _ in range(3))
    for stream in streams:
        there = np.fromiter((each is not None for each in stream), bool, len(stream))
        r_flat, r_offsets = numbers.flat(words(stream))
        costs = edit_costs(flat, offsets, r_flat, r_offsets, np.ones_like(r_flat), 1, CANDIDATES)
        better = there & (costs[:, 0] < edits)
        edits[better], moves[better] = costs[better].T
        lengths += np.diff(r_offsets)
        counts += there
    if not counts.all():
        raise InputError("no reference", place=f"segment {int(counts.argmin()) + 1}")
    signature = sacrebleu_signature(
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
    """Return what makes words of segments; Tercom's rules are sacreBLEU's own."""
    if not normalized and not no_punct:
        return lambda segments: split(segments, case_sensitive=case_sensitive)
    from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

    tercom = TercomTokenizer(
        normalized=normalized,
        no_punct=no_punct,
        asian_support=asian_support,
        case_sensitive=case_sensitive,
    )
    return lambda segments: split(
        [tercom(each.rstrip()) if isinstance(each, str) else each for each in segments],
        case_sensitive=case_sensitive,
    )
