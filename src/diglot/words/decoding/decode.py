"""From probabilities to links: by a threshold, or by a classical symmetrisation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.model import WordLinks
from diglot.words.decoding.symmetrise import symmetrise as symmetrised
from diglot.words.ragged import offsets_of_kept

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.words.decoding.posteriors import Posteriors


def by_threshold(
    posteriors: Posteriors, probabilities: NDArray[np.float32], threshold: float
) -> WordLinks:
    """Take every candidate whose probability reaches the threshold."""
    taken = probabilities >= np.float32(threshold)
    offsets = offsets_of_kept(taken, posteriors.offsets)
    return WordLinks(
        offsets,
        posteriors.source[taken].astype(np.int32),
        posteriors.target[taken].astype(np.int32),
        probabilities[taken],
    )


def by_symmetrisation(
    posteriors: Posteriors, probabilities: NDArray[np.float32], name: str
) -> WordLinks:
    """Combine the best links of both directions; the links get their candidates' probabilities.

    A link that was no candidate has the probability 0.

    Raises:
        ConfigError: there is no such symmetrisation.
    """
    links = symmetrised(
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
    keys: NDArray[np.int64] = (pair << 32) | (source.astype(np.int64) << 16) | target
    return keys
