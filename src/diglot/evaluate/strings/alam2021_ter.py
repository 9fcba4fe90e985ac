"""TERm of many pairs at once, as the published implementation of 2021 computes it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

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


def ter_m(pairs: Sequence[Pair]) -> NDArray[np.float64]:
    """Return TERm of every pair, with a weight of 2 for words of terms: float64 (pairs,).

    Raises:
        InputError: a pair is too long.

    Reference: Alam et al. 2021, section 2.2, and the code published with it.
    """
    from diglot.evaluate.strings.kernels.alam2021 import all_edits

    for pair in pairs:
        check_length(pair.name, len(pair.hypothesis), len(pair.reference))
    hypotheses = [pair.hypothesis for pair in pairs]
    references = [pair.reference for pair in pairs]
    # Numbers in the order of the words: it decides between shifts that are equally good.
    vocabulary = sorted(set(chain.from_iterable(chain(hypotheses, references))))
    numbers = {word: number for number, word in enumerate(vocabulary)}
    offsets = _offsets(references)
    marked = np.zeros(offsets[-1], np.bool_)
    for start, pair in zip(offsets.tolist(), pairs, strict=False):
        marked[[start + at for at in pair.marked if at < len(pair.reference)]] = True
    edits = all_edits(
        _flat(hypotheses, numbers),
        _offsets(hypotheses),
        _flat(references, numbers),
        offsets,
        marked,
    )
    rates: NDArray[np.float64] = edits / np.diff(offsets)
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


def _flat(lines: Sequence[Sequence[str]], numbers: dict[str, int]) -> NDArray[np.int64]:
    return np.array([numbers[word] for line in lines for word in line], np.int64)


def _offsets(lines: Sequence[Sequence[str]]) -> NDArray[np.int64]:
    return np.concatenate(([0], np.cumsum([len(line) for line in lines], dtype=np.int64)))
