"""A collapsed Gibbs sampler with jumps, fertilities and a base measure that knows word forms.

Several short chains explore different explanations of the text; the probability of a link is the
mean of its conditional probabilities in the later sweeps of all chains.

References:
    Mermer and Saraçlar 2011 (Dirichlet priors, collapsed sampling); Östling and Tiedemann 2016
    (jumps to both neighbours, sampled fertilities).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from diglot.words.corpus import Corpus, PairIndex, kept_offsets, results_in_order
from diglot.words.models.surface import BACKWARD, FORWARD, Surface

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from diglot.words.decoding.confidence import Posteriors
    from diglot.words.kernels.gibbs import Draws, Side
    from diglot.words.models.prior_counts import PriorCounts

FLAT = 3e-4
"""Pseudo-count of a word pair that nothing speaks for."""
STRENGTH = 3.0
"""Pseudo-count that the classes of a word share out."""
RENEWED = 4
"""Sweeps after which the base measure follows the counts, unless a model knows better anyway."""
ROUND = 2
"""Chains of a round know the rounds before, not each other."""

Marginals = tuple["NDArray[np.float32]", "NDArray[np.float32]"]


@dataclass(frozen=True, slots=True)
class SamplingSchedule:
    """How long the sampler runs; see `sampling_schedule`.

    Attributes:
        chains: independent chains.
        free: sweeps with words only.
        burn_in: sweeps with words and jumps only.
        fertile: sweeps with fertilities, too; the later half is collected.
        null: prior probability of NULL.
        random_start: links start anywhere instead of where the HMM sees them: on small texts many
            different starts are worth more than a good one.
        coupled: later rounds of chains look at what earlier ones found in the other direction.
        prune_below: candidates that the HMM finds less probable are not sampled; in large corpora
            most of the time and memory goes into them, and hardly a link.
        narrow_below: candidates that neither the HMM nor the first round of chains finds so
            probable are not sampled by later rounds.
    """

    chains: int
    free: int
    burn_in: int
    fertile: int
    null: float
    random_start: bool
    coupled: bool
    prune_below: float = 0.0
    narrow_below: float = 0.0

    @property
    def collected_sweeps(self) -> int:
        """Sweeps of a chain whose conditional probabilities are averaged."""
        return (self.fertile + 1) // 2


@dataclass(frozen=True, slots=True, eq=False)
class SampledMeans:
    """Means over all chains, by direction.

    Attributes:
        marginals: shape (candidates,), float32: probabilities of the links.
        links: shape (word pairs,), float32: links of every distinct pair.
        nulls: shape (words,), float32: words linked to NULL.
        jumps: shape (49,), float32: jumps by width.
        fertilities: shape (words, 9), float32: tokens by word and fertility.
    """

    marginals: Marginals
    links: Marginals
    nulls: Marginals
    jumps: Marginals
    fertilities: Marginals


VISITS = 1_500_000_000
"""Visits to a cell, both directions together, that small corpora of endless sentences may cost."""

LARGE = 50_000
"""Corpora with so many pairs need few sweeps: they average over so many sentences."""
HUGE = 500_000
"""and with so many pairs they need no more where a model goes on learning."""
SMALL = 5_000
"""Corpora with fewer pairs are sampled without any cell being ruled out before,"""
MANY_CELLS = 8_000_000
"""unless they have more cells than this: a few sentences of a thousand words;"""
QUICK_CELLS = 600_000
"""or than this where time counts: what is lost is seen in links, hardly in terms."""
FEW = 300
"""Chains of fewer pairs do not look at what others found."""
TAUGHT = 0.35
"""Share of the sweeps that fewer pairs need where a pack knows their words: the same error rate."""


def sampling_schedule(
    pairs: int,
    cells: int = 0,
    *,
    known: bool = False,
    taught: bool = False,
    quick: bool = False,
    of: int = 0,
) -> SamplingSchedule:
    """Return how long to sample a corpus.

    Small corpora need many chains from different starts; in large ones a chain averages over so
    many sentences that two of them agree.

    Args:
        pairs: number of sentence pairs.
        cells: products of the numbers of words of both sides, summed: the time of a sweep.
        known: a model knows their words already; huge corpora are sampled as if none did.
        taught: a pack knows many of their words.
        quick: time counts more than the last links.
        of: pairs of the text that this is a part of, if the other parts are what is known.
    """
    if known and (of >= LARGE or pairs >= HUGE):
        return sampling_schedule(max(of, pairs))
    if known:
        if pairs < 20:  # a single pair is to be answered at once
            return SamplingSchedule(
                3, 0, 0, 6, null=0.3, random_start=False, coupled=False, prune_below=1e-4
            )
        chains = 8 if pairs < SMALL else 2
        return SamplingSchedule(
            chains, 0, 0, 8, null=0.3, random_start=False, coupled=False, prune_below=1e-4
        )
    if pairs < SMALL and cells < (QUICK_CELLS if quick else MANY_CELLS):
        chains = 16
        unit = min(600 / max(pairs, 1) ** 0.5, VISITS / (3 * chains * max(cells, 1)))
        if taught and (quick or pairs < FEW):
            unit *= TAUGHT
        return SamplingSchedule(
            chains=chains,
            free=max(2, int(unit / 4)),
            burn_in=max(2, int(unit / 4)),
            fertile=max(6, int(unit)),
            null=0.1 if pairs < FEW else 0.2 if pairs < 1000 else 0.3,
            random_start=True,
            coupled=pairs >= FEW,
            narrow_below=3e-4 if taught or pairs >= FEW else 0.0,
        )
    if pairs < LARGE:
        return SamplingSchedule(
            4, 0, 2, 6, null=0.3, random_start=False, coupled=False, prune_below=1e-4
        )
    return SamplingSchedule(
        2, 0, 0, 4, null=0.3, random_start=False, coupled=False, prune_below=1e-3
    )


def sample(
    corpus: Corpus,
    surface: Surface,
    start: Posteriors,
    words: NDArray[np.uint32],
    *,
    plan: SamplingSchedule,
    known: PriorCounts | None = None,
    jobs: int = 1,
    seed: int = 0,
    progress: Callable[[float], None] | None = None,
) -> SampledMeans:
    """Sample links among the candidates.

    Args:
        corpus: the encoded pairs.
        surface: what the forms of the words say.
        start: candidate links of all pairs, with the probabilities that chains start from.
        words: shape (candidates,), distinct word pair of each candidate.
        plan: numbers of chains and sweeps.
        known: what a model knows of the words.
        jobs: threads; the result is the same for any number.
        seed: of the random numbers.
        progress: called with the share of the work done.
    """
    space = _Workspace.of(corpus, surface, start, words, plan, known)
    total: _Chain | None = None
    visited: _Visited | None = None
    step = ROUND if plan.coupled or plan.narrow_below else plan.chains
    for first in range(0, plan.chains, step):
        others = None
        if total is not None:  # a later round
            scale = np.float32(1 / (first * plan.collected_sweeps))
            if plan.narrow_below and visited is None:
                space, total, visited = space.narrow(total, scale)
            others = space.crossed(total.marginals, scale) if plan.coupled else None
        numbers = range(first, min(first + step, plan.chains))
        run = partial(space.run, others=others)
        for number, chain in zip(
            numbers, results_in_order(run, [1000 * seed + k for k in numbers], jobs), strict=True
        ):
            if total is None:
                total = chain
            else:
                total.add(chain)
            del chain
            if progress is not None:
                progress((number + 1) / plan.chains)
    if total is None:
        raise ValueError("a schedule has at least one chain")
    share = np.float32(1 / plan.chains)
    scale = np.float32(1 / (plan.chains * plan.collected_sweeps))
    sides = total.sides
    if known is not None:
        for direction, side in enumerate(sides):
            nulls, jumps, fertility = side.nulls, side.jumps, side.fertility
            nulls -= known.nulls[direction] * plan.chains
            jumps -= known.jumps[direction].astype(np.float64) * plan.chains
            fertility -= known.fertilities[direction] * plan.chains
    for part in total.marginals:
        part *= scale
    marginals = space.in_order(total.marginals)
    counts = sides[FORWARD].counts, sides[BACKWARD].counts
    if visited is not None:
        marginals, counts = visited.widen(marginals, counts, scale)
    return SampledMeans(
        marginals=marginals,
        links=(counts[0] * share, counts[1] * share),
        nulls=(sides[0].nulls * share, sides[1].nulls * share),
        jumps=(_counted(sides[0].jumps, share), _counted(sides[1].jumps, share)),
        fertilities=(sides[0].fertility * share, sides[1].fertility * share),
    )


def _counted(jumps: NDArray[np.float64], share: np.float32) -> NDArray[np.float32]:
    return (jumps * share).astype(np.float32)


@dataclass(slots=True, eq=False)
class _Chain:
    """State of both directions of a chain, and the sums of its conditional probabilities."""

    sides: tuple[Draws, Draws]
    marginals: tuple[NDArray[np.float32], NDArray[np.float32]]

    def add(self, other: _Chain) -> None:
        """Add the counts and sums of another chain."""
        for mine, its in zip(self.marginals, other.marginals, strict=True):
            mine += its
        for one, more in zip(self.sides, other.sides, strict=True):
            for field in ("counts", "nulls", "jumps", "fertility"):
                ours = getattr(one, field)
                ours += getattr(more, field)


@dataclass(frozen=True, slots=True, eq=False)
class _Visited:
    """What the first round counted, and which candidates and word pairs later ones go on with.

    Attributes:
        cells: shape (candidates,), those that are sampled on.
        pairs: shape (word pairs,), those that are left.
        marginals: sums over the first round, candidates in the order given.
        counts: links of every distinct pair, summed over the first round.
    """

    cells: NDArray[np.bool_]
    pairs: NDArray[np.bool_]
    marginals: Marginals
    counts: Marginals

    def widen(
        self, marginals: Marginals, counts: Marginals, scale: np.float32
    ) -> tuple[Marginals, Marginals]:
        """Give scaled sums and counts of what is left their place among all."""
        for wide, narrow in zip(self.marginals, marginals, strict=True):
            wide *= scale
            wide[self.cells] = narrow
        for wide, narrow in zip(self.counts, counts, strict=True):
            wide[self.pairs] = narrow
        return self.marginals, self.counts


@dataclass(frozen=True, slots=True, eq=False)
class _Workspace:
    """What all chains share."""

    corpus: Corpus
    surface: Surface
    plan: SamplingSchedule
    start: Posteriors
    by_target: tuple[NDArray[np.int64], NDArray[np.uint16], NDArray[np.int64], NDArray[np.uint32]]
    views: tuple[Side, Side]
    longest: int
    typical: float
    known: PriorCounts | None

    @classmethod
    def of(
        cls,
        corpus: Corpus,
        surface: Surface,
        start: Posteriors,
        words: NDArray[np.uint32],
        plan: SamplingSchedule,
        known: PriorCounts | None,
    ) -> _Workspace:
        """Gather it."""
        from diglot.words.kernels.gibbs import Side, arrange, beginnings, twins

        target = (corpus.target, corpus.target_offsets)
        source = (corpus.source, corpus.source_offsets)
        twin = (twins(*source, surface.sizes[0]), twins(*target, surface.sizes[1]))
        listed = (start.offsets, start.target, start.target_offsets)
        by = (*listed, beginnings(*listed))
        sides = [arrange(*by, values) for values in (start.source, words)]
        # Backward the candidates are in order as they come: ascending by source position.
        by_source = beginnings(start.offsets, start.source, start.source_offsets)
        views = (
            Side(*target, *source, twin[1], twin[0], by[-1], *sides),
            Side(*source, *target, twin[0], twin[1], by_source, start.target, words),
        )
        lengths = [np.diff(corpus.source_offsets), np.diff(corpus.target_offsets)]
        return cls(
            corpus, surface, plan, start, by, views,
            int(max(length.max(initial=0) for length in lengths)),
            max(1.0, *(length.sum() / max(len(length), 1) for length in lengths)), known,
        )  # fmt: skip

    def in_order(self, sums: Marginals) -> Marginals:
        """Put values of both directions into the order of the candidates given."""
        from diglot.words.kernels.gibbs import restore

        return restore(*self.by_target, sums[FORWARD]), sums[BACKWARD]

    def crossed(self, sums: Marginals, scale: np.float32) -> Marginals:
        """Show each direction what the other has found, in its own order."""
        from diglot.words.kernels.gibbs import arrange

        forward, backward = (part * scale for part in sums)
        return arrange(*self.by_target, backward), self.in_order((forward, backward))[FORWARD]

    def narrow(self, total: _Chain, scale: np.float32) -> tuple[_Workspace, _Chain, _Visited]:
        """Go on without the candidates that nothing has found probable so far.

        Four fifths of the cells go, and hardly a link: chains from random starts agree on what is
        impossible long before they agree on what is right.

        Args:
            total: sums over the chains so far.
            scale: makes means of them.
        """
        from diglot.words.kernels.gibbs import arrange

        start, least = self.start, np.float32(self.plan.narrow_below)
        forward, backward = marginals = self.in_order(total.marginals)
        cells = np.maximum(start.forward, start.backward) >= least
        cells |= np.maximum(forward, backward) >= least / scale
        words = self.views[BACKWARD].pairs[cells]
        pairs = np.zeros(self.surface.pairs, np.bool_)
        pairs[words] = True
        numbers = np.cumsum(pairs, dtype=np.uint32) - np.uint32(1)
        fewer = replace(
            start, offsets=kept_offsets(cells, start.offsets), source=start.source[cells],
            target=start.target[cells], forward=start.forward[cells],
            backward=start.backward[cells],
        )  # fmt: skip
        left = PairIndex(
            kept_offsets(pairs, self.surface.rows), self.surface.columns[pairs],
            np.zeros(0, np.uint16), np.zeros(1, np.int64),
        )  # fmt: skip
        surface = self.surface.select(pairs, left)
        space = _Workspace.of(self.corpus, surface, fewer, numbers[words], self.plan, self.known)
        one, two = (side._replace(counts=side.counts[pairs]) for side in total.sides)
        chain = _Chain((one, two), (arrange(*space.by_target, forward[cells]), backward[cells]))
        counts = total.sides[0].counts, total.sides[1].counts
        return space, chain, _Visited(cells, pairs, marginals, counts)

    def run(self, seed: int, others: Marginals | None) -> _Chain:
        """Run one chain."""
        from diglot.words.kernels import gibbs as kernel

        state = np.array([seed], np.uint64) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(1)
        sides = (self._begin(FORWARD, state), self._begin(BACKWARD, state))
        size = len(self.start.source)
        marginals = (np.zeros(size, np.float32), np.zeros(size, np.float32))
        settled = self.plan.free + self.plan.burn_in
        sweeps = settled + self.plan.fertile
        nothing = np.zeros(0, np.float32)  # of what a sweep does not look at
        even = np.full(2 * self.longest + 5, 1 / self.typical, np.float32)
        for sweep in range(sweeps):
            fertile = sweep >= settled
            collect = sweep >= sweeps - self.plan.collected_sweeps
            for direction, side in enumerate(sides):
                view = self.views[direction]
                if sweep == 0 or (sweep % RENEWED == 0 and self.known is None):
                    self.surface.base(
                        side.counts[:, 0],
                        direction,
                        flat=FLAT,
                        strength=STRENGTH,
                        out=side.counts[:, 1],
                    )
                if sweep == settled:
                    side.fertility[:] = self._fertility(direction)
                    kernel.tally(view, side.links, side.fertility, side.jumps.copy())
                free = sweep < self.plan.free
                jump = even if free else kernel.jump_table(side.jumps, self.longest)
                side.jumps[:] = self._jumps(direction)
                weights = kernel.Weights(
                    alpha=FLAT,
                    kappa=self.surface.mass(direction, flat=FLAT, strength=STRENGTH),
                    null_kappa=FLAT * len(side.nulls) + STRENGTH,
                    null=self.plan.null,
                    jump=jump,
                    general=kernel.fertility_shares(side.fertility) if fertile else nothing,
                )
                other = nothing if others is None else others[direction]
                kernel.sweep(
                    view, side, weights, fertile, other, collect, marginals[direction], state
                )
        # The base measures are done with.
        one, two = (side._replace(counts=side.counts[:, 0].copy()) for side in sides)
        return _Chain((one, two), marginals)

    def _begin(self, direction: int, state: NDArray[np.uint64]) -> Draws:
        """Draw the first links of a direction."""
        from diglot.words.kernels import gibbs as kernel

        output, inputs = self.surface.sizes[1 - direction], self.surface.sizes[direction]
        view = self.views[direction]
        side = kernel.Draws(
            links=np.zeros(len(view.output), np.int16),
            counts=np.zeros((self.surface.pairs, 2), np.float32),
            nulls=np.zeros(output, np.float32),
            totals=self.surface.masses[direction].copy(),
            jumps=self._jumps(direction),
            fertility=np.zeros((inputs, kernel.FERTILITIES), np.float32),
        )
        if self.known is not None:
            side.nulls[:] = self.known.nulls[direction]
        start = (
            self.start.backward
            if direction
            else kernel.arrange(*self.by_target, self.start.forward)
        )
        kernel.start(view, start, self.plan.random_start, side, state)
        kernel.tally(view, side.links, np.zeros_like(side.fertility), side.jumps)
        return side

    def _jumps(self, direction: int) -> NDArray[np.float64]:
        """Jumps to start counting from."""
        from diglot.words.kernels.gibbs import REACH

        if self.known is None:
            return np.zeros(2 * REACH + 1)
        return self.known.jumps[direction].astype(np.float64)

    def _fertility(self, direction: int) -> NDArray[np.float32] | np.float32:
        """Fertilities to start counting from."""
        return np.float32(0) if self.known is None else self.known.fertilities[direction]
