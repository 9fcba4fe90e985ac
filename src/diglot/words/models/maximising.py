"""From the counts of a pass to the probabilities of the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.words.models.surface import BACKWARD, FORWARD
from diglot.words.ragged import parts_of_rows
from diglot.words.threads import over

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.words.kernels.batches import Parameters
    from diglot.words.models.hmm import Learnt
    from diglot.words.models.surface import Surface

FLAT = 1e-4
"""Pseudo-count of a word pair that nothing speaks for, where the forms of words are known."""
STRENGTH = 30.0
"""Pseudo-count that the classes of a word share out: expectation-maximisation believes too much
in rare words, so it needs more than the sampler."""
PRIOR_JUMPS = 4.0
"""Counts of the most probable jump before any is seen, where the forms of words are known."""
SMOOTHING = 0.001
"""Share of the counts of jumps that is spread evenly over all widths."""


def parameters(
    learnt: Learnt, links: NDArray[np.float32] | None = None, *, jobs: int = 1
) -> Parameters:
    """Probabilities from counts.

    Args:
        learnt: the counts.
        links: shape (distinct pairs + 1, 2), float32, to write those of links to.
        jobs: threads; the result is the same for any number.
    """
    from diglot.words.kernels.agreement import maximise
    from diglot.words.kernels.batches import Parameters

    if links is None:
        links = np.empty((len(learnt.columns) + 1, 2), np.float32)
    if learnt.surface is None:
        maximise(learnt.rows, learnt.columns, len(learnt.null_forward), learnt.links, links)
    else:
        _inform(learnt, learnt.surface, links, jobs)
    # What words keep for what they have not been seen with, NULL must keep, too: in a handful of
    # sentences it would take everything.
    kept, few = (0.0, 0.0) if learnt.surface is None else (STRENGTH, PRIOR_JUMPS)
    return Parameters(
        links,
        _normalised(learnt.null_backward, 0) * _seen(learnt.null_backward, kept),
        _normalised(learnt.null_forward, 0) * _seen(learnt.null_forward, kept),
        _normalised(learnt.jumps_forward + np.float32(few) * ahead(), SMOOTHING),
        _normalised(learnt.jumps_backward + np.float32(few) * ahead(), SMOOTHING),
    )


def ahead() -> NDArray[np.float32]:
    """Return the shares of jumps before any is seen: the next word is the most probable."""
    from diglot.words.kernels.hmm import CLIP

    return np.exp(-np.abs(np.arange(-CLIP, CLIP + 1) - 1) / 2).astype(np.float32)


def _inform(learnt: Learnt, surface: Surface, links: NDArray[np.float32], jobs: int) -> None:
    """Probabilities of links from counts and base measures; at first from the latter."""
    from diglot.words.kernels.agreement import inform, sum_columns

    parts = parts_of_rows(learnt.rows)
    for direction in (FORWARD, BACKWARD):
        counts = learnt.links[:, min(direction, learnt.links.shape[1] - 1)]
        # The base measures are written where the probabilities go: there are millions of them.
        base = links[:-1, direction]
        surface.base(counts, direction, flat=FLAT, strength=STRENGTH, out=base, jobs=jobs)
        totals = surface.masses[direction] + np.float32(
            surface.mass(direction, flat=FLAT, strength=STRENGTH)
        )
        totals = totals.astype(np.float64)
        bare = not learnt.likelihoods and not surface.masses[direction].any()
        if bare:
            totals[:] = 0
        if direction == BACKWARD:
            sum_columns(learnt.columns, base if bare else counts, totals)
        given = (counts, bare, base, totals, direction == BACKWARD)

        def part(first: int, last: int, given: tuple[object, ...] = given) -> None:
            inform(first, last, learnt.rows, learnt.columns, *given)

        over(part, parts, jobs)
    links[-1] = 0


def _seen(counts: NDArray[np.float32], kept: float) -> np.float32:
    """Share of the mass of NULL that belongs to words seen with it."""
    total = float(counts.sum(dtype=np.float64))
    return np.float32(total / (total + kept)) if total > 0 else np.float32(1)


def _normalised(counts: NDArray[np.float32], smoothing: float) -> NDArray[np.float32]:
    """Shares of counts, some of their mass spread evenly."""
    total = counts.sum(dtype=np.float64)
    if total == 0:
        return np.full(len(counts), np.float32(1 / len(counts)))
    shares: NDArray[np.float32] = (
        (counts / total + smoothing / len(counts)) / (1 + smoothing)
    ).astype(np.float32)
    return shares
