"""From probabilities to links: a threshold, or a symmetrisation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from diglot.errors import ConfigError
from diglot.model import WordLinks
from diglot.words.parts import kept_offsets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.words.decoding.confidence import Posteriors


# Tools mean different things by the same name; every reading has a name of its own here. All start
# from the *intersection* of both directions and add links of one of them. ``grow`` repeats scans
# over the union, by source, then target position: a link beside one that is in already is added if
# the condition holds, and counts at once; it stops when a scan adds nothing. ``final`` then scans
# the links of the forward direction once, and those of the backward direction, in the same order.
#
# Reference: Och and Ney (2003); Koehn, Och and Marcu (2003).


@dataclass(frozen=True, slots=True)
class Symmetrisation:
    """Which links are added to the intersection.

    Attributes:
        neighbours: links grow to no neighbours, to the straight four, or to all eight.
        strict: grow where source and target word are unaligned, else where one of them is.
        final: then add other links where source ``or`` target word is unaligned, where source
            ``and`` target word are, or none.
        union: add all links of one direction.
    """

    neighbours: Literal[0, 4, 8] = 0
    strict: bool = False
    final: Literal["or", "and"] | None = None
    union: bool = False


SYMMETRISATIONS: dict[str, Symmetrisation] = {
    "intersection": Symmetrisation(),
    "union": Symmetrisation(union=True),
    "grow": Symmetrisation(4),
    "grow-diag": Symmetrisation(8),
    "grow-diag-final": Symmetrisation(8, final="or"),
    "grow-diag-final-and": Symmetrisation(8, final="and"),
    "grow-diag-strict": Symmetrisation(8, strict=True),
    "grow-diag-strict-final": Symmetrisation(8, strict=True, final="or"),
    "grow-diag-strict-final-and": Symmetrisation(8, strict=True, final="and"),
}
"""All symmetrisations by name; without ``strict`` those of fast_align's atools and of Moses.

There is no strict ``grow``: a straight neighbour shares a word with a link, so nothing could grow.
"""


def symmetrise(
    forward_best: NDArray[np.int32],
    backward_best: NDArray[np.int32],
    source_offsets: NDArray[np.int64],
    target_offsets: NDArray[np.int64],
    *,
    method: str = "grow-diag-final-and",
) -> WordLinks:
    """Join the best links of both directions.

    Args:
        forward_best: shape (target tokens,), source position of each target word, -1 for none.
        backward_best: shape (source tokens,), target position of each source word, -1 for none.
        source_offsets: shape (pairs + 1,), tokens of the source sentences.
        target_offsets: shape (pairs + 1,), tokens of the target sentences.
        method: a name of `SYMMETRISATIONS`.

    Raises:
        ConfigError: when there is no such method.
    """
    from diglot.words.kernels import symmetrisation as kernel

    chosen = SYMMETRISATIONS.get(method)
    if chosen is None:
        names = ", ".join(SYMMETRISATIONS)
        raise ConfigError(f"unknown symmetrisation {method!r}; available: {names}")
    offsets, source, target = kernel.symmetrise(
        forward_best, backward_best, source_offsets, target_offsets, chosen.union,
        chosen.neighbours // 4, chosen.strict, {None: 0, "or": 1, "and": 2}[chosen.final],
    )  # fmt: skip
    return WordLinks(offsets, source, target)


def by_threshold(
    posteriors: Posteriors, probabilities: NDArray[np.float32], threshold: float
) -> WordLinks:
    """Take every candidate whose probability reaches the threshold."""
    taken = probabilities >= np.float32(threshold)
    offsets = kept_offsets(taken, posteriors.offsets)
    return WordLinks(
        offsets,
        posteriors.source[taken].astype(np.int32),
        posteriors.target[taken].astype(np.int32),
        probabilities[taken],
    )


def above(links: WordLinks, threshold: float) -> WordLinks:
    """Leave out the links whose probability does not reach the threshold."""
    if links.scores is None:
        return links
    kept = links.scores >= np.float32(threshold)
    offsets = kept_offsets(kept, links.offsets)
    return WordLinks(offsets, links.source[kept], links.target[kept], links.scores[kept])


def by_symmetrisation(
    posteriors: Posteriors, probabilities: NDArray[np.float32], name: str
) -> WordLinks:
    """Combine the best links of both directions; the links get their candidates' probabilities.

    A link that was no candidate has the probability 0.

    Raises:
        ConfigError: there is no such symmetrisation.
    """
    links = symmetrise(
        posteriors.forward_best,
        posteriors.backward_best,
        posteriors.source_offsets,
        posteriors.target_offsets,
        method=name,
    )
    mine = _keys(links.offsets, links.source, links.target)
    known = _keys(posteriors.offsets, posteriors.source, posteriors.target)
    scores = np.zeros(len(mine), np.float32)
    if len(known):
        places = np.minimum(np.searchsorted(known, mine), len(known) - 1)
        found = known[places] == mine
        scores[found] = probabilities[places[found]]
    return WordLinks(links.offsets, links.source, links.target, scores)


def _keys(
    offsets: NDArray[np.int64], source: NDArray[np.integer], target: NDArray[np.integer]
) -> NDArray[np.int64]:
    """Number links so that they ascend by pair, source and target."""
    pair = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    return (pair << 32) | (source.astype(np.int64) << 16) | target
