"""What is known of two candidates that correspond: figures that tell right pairs from wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.terms.comparable import number
from diglot.terms.comparable.spelling import letters, plain
from diglot.text.languages import UNDETERMINED
from diglot.text.lemmas import Lemmatiser

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.terms.extraction.candidates import Candidates
    from diglot.terms.parallel.correspondences import Correspondences

NAMES = (
    "target given source",  # ln of n / sentences that hold the source
    "source given target",
    "count",  # ln n
    "share of source",  # ln of n / sum of n over the alternatives of the source
    "share of target",
    "cognate",  # letters in common / letters of the longer one
    "number",  # 1: both singular or both plural, or unknown; 0: they differ
)
"""Names of the figures, in the order of the columns."""


def features(source: Candidates, target: Candidates, found: Correspondences) -> NDArray[np.float64]:
    """Return the figures of every pair, shape (pairs, len(NAMES))."""
    n = found.counts
    rows, columns = found.source, found.target
    by_source = np.bincount(rows, n, len(source))
    by_target = np.bincount(columns, n, len(target))
    return np.stack(
        [
            np.log(n / source.sentences[rows]),
            np.log(n / target.sentences[columns]),
            np.log(n),
            np.log(n / by_source[rows]),
            np.log(n / by_target[columns]),
            likeness(source, target, found),
            same_number(source, target, found),
        ],
        axis=1,
    )


def formula(figures: NDArray[np.float64]) -> NDArray[np.float64]:
    """Score pairs by hand: p(target | source), share of the source, evidence, number, spelling.

    Args:
        figures: what `features` gives.

    Returns:
        Shape (pairs,), positive, the higher the better.
    """
    forward, _, count, share, _, cognate, same = figures.T
    evidence = np.sqrt(np.log1p(np.exp(count)))
    score: NDArray[np.float64] = (
        np.exp(forward + share) * evidence * (0.5 + 0.5 * same) * (0.5 + cognate)
    )
    return score


def likeness(source: Candidates, target: Candidates, found: Correspondences) -> NDArray[np.float64]:
    """Return letters in common by letters of the longer one, accents and scripts apart."""
    from diglot.terms.kernels import words as kernel

    spelled = [
        letters([plain(text).replace(" ", "") for text in _texts(side, wanted)])
        for side, wanted in ((source, found.source), (target, found.target))
    ]
    places = [np.unique(wanted, return_inverse=True)[1] for wanted in (found.source, found.target)]
    common = kernel.common_letters_of_pairs(
        *spelled[0], *spelled[1], *(each.astype(np.int32) for each in places)
    )
    lengths = [np.diff(offsets)[place] for (_, offsets), place in zip(spelled, places, strict=True)]
    longer: NDArray[np.float64] = np.maximum(np.maximum(*lengths), 1).astype(np.float64)
    ratio: NDArray[np.float64] = common / longer
    return ratio


def same_number(
    source: Candidates, target: Candidates, found: Correspondences
) -> NDArray[np.float64]:
    """Return 0 where one candidate is singular and the other plural, else 1."""
    one, other = (
        _numbers(side, wanted) for side, wanted in ((source, found.source), (target, found.target))
    )
    differ = (one != other) & (one != number.UNKNOWN) & (other != number.UNKNOWN)
    return np.where(differ, 0.0, 1.0)


def _numbers(side: Candidates, wanted: NDArray[np.int32]) -> NDArray[np.int8]:
    """Return the number of the head of every n-gram wanted."""
    code = side.corpus.language or UNDETERMINED
    lemmas = Lemmatiser(code)
    known = np.array(
        [number.number(word, code, lemmas) for word in side.corpus.words], dtype=np.int8
    )
    first = side.first[wanted]
    at = side.begins[first]
    if code not in number.HEAD_FIRST:
        at = at + side.lengths[first] - 1
    return known[side.corpus.tokens[at]] if len(at) else np.zeros(0, np.int8)


def _texts(side: Candidates, wanted: NDArray[np.int32]) -> list[str]:
    return [side.text(ngram) for ngram in np.unique(wanted).tolist()]
