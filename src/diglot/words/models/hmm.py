"""IBM model 1 and the HMM, both directions trained to agree: batches of pairs, E and M step."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from diglot.errors import ConfigError
from diglot.words.corpus import (
    NULL,
    Corpus,
    PairIndex,
    parts_of,
    parts_of_rows,
    remove_pairs,
    run_over,
)
from diglot.words.decoding.confidence import KEPT, Posteriors
from diglot.words.models.surface import BACKWARD, FORWARD, Surface

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from diglot.words.kernels.hmm import Counts, Parameters, Text
    from diglot.words.models.prior_counts import PriorCounts


TASKS = 64
"""Parts at most of about equal size that the work is cut into, whatever the number of threads."""
LEAST = 1 << 13
"""Cells that are worth a part of their own."""
LANES = 16
"""Most pairs in a batch."""
CELLS = 1 << 14
"""Most cells in a batch of several pairs, so that its arrays stay in the cache."""

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True, eq=False)
class Batches:
    """Batches of pairs with the same numbers of words.

    Attributes:
        text: the words and cells of the pairs.
        order: int64, pairs that have words, sorted by shape.
        firsts: int64 (batches + 1,), pairs of batch q are order[firsts[q]:firsts[q + 1]].
        tasks: half-open ranges of batches.
    """

    text: Text
    order: NDArray[np.int64]
    firsts: NDArray[np.int64]
    tasks: list[tuple[int, int]]

    def run(self, work: Callable[[int, int, int], Result], jobs: int) -> list[Result]:
        """Results of all tasks in their order.

        The work is called with the number of the thread and the task.
        """

        def share(thread: int) -> list[Result]:
            return [work(thread, *task) for task in self.tasks[thread::jobs]]

        if jobs == 1:
            return share(0)
        with ThreadPoolExecutor(jobs) as pool:
            shares = list(pool.map(share, range(jobs)))
        return [shares[task % jobs][task // jobs] for task in range(len(self.tasks))]


def batches(corpus: Corpus, pairs: PairIndex, begin: int, end: int) -> Batches:
    """Batch the pairs from `begin` to `end`, which are numbered from zero again."""
    from diglot.words.kernels.hmm import Text

    source = corpus.source_offsets[begin : end + 1]
    target = corpus.target_offsets[begin : end + 1]
    cells = pairs.cell_offsets[begin : end + 1]
    text = Text(
        corpus.source[source[0] : source[-1]], source - source[0],
        corpus.target[target[0] : target[-1]], target - target[0], pairs.rows,
        pairs.cells[cells[0] : cells[-1]], cells - cells[0], pairs.no_pair,
    )  # fmt: skip
    order, firsts = by_shape(text.source_offsets, text.target_offsets)
    before = np.concatenate(([0], np.cumsum(np.diff(cells)[order])))[firsts]
    tasks = min(TASKS, 1 + int(before[-1]) // LEAST)
    cuts = np.searchsorted(before, np.linspace(0, before[-1], tasks + 1))
    return Batches(
        text, order, firsts, [(one, next_) for one, next_ in pairwise(cuts.tolist()) if one < next_]
    )


def by_shape(
    source_offsets: NDArray[np.int64], target_offsets: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Batch pairs with the same numbers of words; pairs without words are in no batch.

    Returns:
        order and firsts, see `Batches`.
    """
    n, m = np.diff(source_offsets), np.diff(target_offsets)
    order = np.flatnonzero((n > 0) & (m > 0))
    shapes = (n << 32 | m)[order]
    ranks = np.argsort(shapes, kind="stable")
    order, shapes = order[ranks], shapes[ranks]
    runs = np.flatnonzero(np.diff(shapes, prepend=-1))
    sizes = np.diff(runs, append=len(order))
    most = np.clip(CELLS // (n * m)[order[runs]], 1, LANES)
    batches = -(-sizes // most)
    first_of_run = np.cumsum(batches) - batches
    nth = np.arange(batches.sum()) - np.repeat(first_of_run, batches)
    firsts = np.repeat(runs, batches) + nth * np.repeat(most, batches)
    return order, np.append(firsts, len(order))


FLAT = 1e-4
"""Pseudo-count of a word pair that nothing speaks for, where the forms of words are known."""
STRENGTH = 30.0
"""Pseudo-count that the classes of a word share out: expectation-maximisation believes too much
in rare words, so it needs more than the sampler."""
PRIOR_JUMPS = 4.0
"""Counts of the most probable jump before any is seen, where the forms of words are known."""
SMOOTHING = 0.001
"""Share of the counts of jumps that is spread evenly over all widths."""


def m_step(
    learnt: ExpectedCounts, links: NDArray[np.float32] | None = None, *, jobs: int = 1
) -> Parameters:
    """Probabilities from counts.

    Args:
        learnt: the counts.
        links: shape (distinct pairs + 1, 2), float32, to write those of links to.
        jobs: threads; the result is the same for any number.
    """
    from diglot.words.kernels.hmm import Parameters
    from diglot.words.kernels.maximisation import maximise

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
        _normalised(learnt.jumps_forward + np.float32(few) * initial_jumps(), SMOOTHING),
        _normalised(learnt.jumps_backward + np.float32(few) * initial_jumps(), SMOOTHING),
    )


def initial_jumps() -> NDArray[np.float32]:
    """Return the shares of jumps before any is seen: the next word is the most probable."""
    from diglot.words.kernels.hmm import CLIP

    return np.exp(-np.abs(np.arange(-CLIP, CLIP + 1) - 1) / 2).astype(np.float32)


def _inform(
    learnt: ExpectedCounts, surface: Surface, links: NDArray[np.float32], jobs: int
) -> None:
    """Probabilities of links from counts and base measures; at first from the latter."""
    from diglot.words.kernels.maximisation import inform, sum_columns

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

        run_over(part, parts, jobs)
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


# Reference: Brown et al. (1993), model 1; Vogel, Ney and Tillmann (1996), the HMM; Och and Ney
# (2003), NULL states; Liang, Taskar and Klein (2006), alignment by agreement.

NULL_MASS = 0.2
"""Probability in the HMM that a word has no counterpart; to model 1 NULL is like any word."""
PASSES = (5, 5)


def passes(pairs: int, *, known: bool = False) -> tuple[int, int]:
    """Return the numbers of passes of model 1 and of the HMM that a sampler can go on from.

    They are few if a model knows the words already.
    """
    if known:
        return 0, 2
    return PASSES if pairs < 50_000 else (2, 3)


@dataclass(frozen=True, slots=True, eq=False)
class ExpectedCounts:
    """Expected counts of the last pass of training.

    Attributes:
        rows: shape (source words + 1,), int64, distinct word pairs by source word, see
            ``PairIndex``.
        columns: shape (distinct pairs,), int32, their target words.
        links: shape (distinct pairs, 1), float32, how often both directions link the word pair;
            without agreement (distinct pairs, 2), target words that are linked, source words.
        null_forward: shape (target words,), float32, tokens linked to NULL.
        null_backward: shape (source words,), float32.
        jumps_forward: shape (19,), float32, jumps of -9 words or more, -8, ... 8, 9 or more
            between the source positions of neighbouring target words; before any pass of the HMM
            what it starts from.
        jumps_backward: shape (19,), float32.
        surface: what the forms of the words say about these pairs; None for nothing.
        likelihoods: before each pass, log-likelihoods of the target words given the source words
            and of the source words given the target words; model 1 without its constant prior of
            a link.
    """

    rows: NDArray[np.int64]
    columns: NDArray[np.int32]
    links: NDArray[np.float32]
    null_forward: NDArray[np.float32]
    null_backward: NDArray[np.float32]
    jumps_forward: NDArray[np.float32]
    jumps_backward: NDArray[np.float32]
    surface: Surface | None = None
    likelihoods: tuple[tuple[float, float], ...] = ()


def train(
    corpus: Corpus,
    pairs: PairIndex,
    *,
    passes: tuple[int, int] = PASSES,
    agree: bool = True,
    surface: Surface | None = None,
    known: PriorCounts | None = None,
    prune: bool = True,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> tuple[ExpectedCounts, PairIndex]:
    """Learn from all pairs.

    The first pass of the HMM with agreement leaves most word pairs without any count, and such
    hardly ever come back: they can be left out from there on.

    Args:
        corpus: the encoded pairs.
        pairs: their index; its cells are written over, the index of what was learnt is returned.
        passes: numbers of passes of model 1 and of the HMM.
        agree: the HMM counts products of the posteriors of both directions.
        surface: what the forms of the words say; None for nothing.
        known: what a model knows of these words, counted as if it had been read before.
        prune: leave word pairs without counts out.
        jobs: threads.
        progress: called with the number of passes done.

    Raises:
        ConfigError: when passes are out of range.
    """
    if min(passes) < 0 or sum(passes) == 0:
        raise ConfigError(f"{passes[0]} and {passes[1]} passes are not training")
    batched = batches(corpus, pairs, 0, corpus.pairs)
    learnt = _start(corpus, pairs, surface)
    begun = learnt.jumps_forward, learnt.jumps_backward
    if known is not None:
        learnt = _with(learnt, known)
    links = None
    for done in range(sum(passes)):
        hmm = done >= passes[0]
        current = m_step(learnt, links, jobs=jobs)
        learnt = replace(learnt, links=np.zeros((0, 1), np.float32))  # room for the new ones
        counts, likelihood = _expect(batched, current, hmm=hmm, agree=hmm and agree, jobs=jobs)
        learnt = replace(
            learnt,
            links=_links(counts.links, jobs),
            null_forward=_in_ones(counts.null_t),
            null_backward=_in_ones(counts.null_s),
            jumps_forward=_in_ones(counts.jumps_t) if hmm else begun[0],
            jumps_backward=_in_ones(counts.jumps_s) if hmm else begun[1],
            likelihoods=(*learnt.likelihoods, likelihood),
        )
        if known is not None:
            learnt = _with(learnt, known)
        links = current.links
        del counts, current
        if prune and agree and done == passes[0]:
            links = None
            learnt, pairs = _pruned(corpus, learnt, pairs, jobs)
            batched = batches(corpus, pairs, 0, corpus.pairs)
        if progress is not None:
            progress(done + 1)
    return learnt, pairs


def decode(
    corpus: Corpus,
    pairs: PairIndex,
    learnt: ExpectedCounts,
    *,
    kept: float = KEPT,
    jobs: int = 1,
    reported: tuple[int, int] | None = None,
) -> Posteriors:
    """Posteriors of the HMM, learnt from the same text.

    Args:
        corpus: the encoded pairs.
        pairs: their index, as training returned it.
        learnt: counts.
        kept: see ``KEPT``.
        jobs: threads; the result is the same for any number.
        reported: half-open range of pairs that are wanted, None for all.
    """
    from diglot.words.kernels import hmm as kernel

    begin, end = (0, corpus.pairs) if reported is None else reported
    batched = batches(corpus, pairs, begin, end)
    text = batched.text
    current = m_step(learnt, jobs=jobs)
    sizes = np.zeros(end - begin, np.int64)
    forward_best = np.full(len(text.target), np.int32(-1))
    backward_best = np.full(len(text.source), np.int32(-1))

    def candidates(_: int, first: int, last: int) -> tuple[NDArray[Any], ...]:
        found: tuple[NDArray[Any], ...] = kernel.decode(
            first, last, batched.order, batched.firsts, text, current, NULL_MASS, kept,
            sizes, forward_best, backward_best,
        )  # fmt: skip
        return found

    parts = batched.run(candidates, jobs)
    offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))
    source, target = np.empty(offsets[-1], np.uint16), np.empty(offsets[-1], np.uint16)
    forward, backward = np.empty(offsets[-1], np.float32), np.empty(offsets[-1], np.float32)
    for first, last in reversed(batched.tasks):
        order = batched.order[batched.firsts[first] : batched.firsts[last]]
        # Taken off the list, so that no candidate is held twice for long.
        kernel.place(order, offsets, parts.pop(), source, target, forward, backward)
    return Posteriors(
        offsets, source, target, forward, backward, text.source_offsets, text.target_offsets,
        forward_best, backward_best,
    )  # fmt: skip


def _expect(
    batched: Batches, current: Parameters, *, hmm: bool, agree: bool, jobs: int
) -> tuple[Counts, tuple[float, float]]:
    """Expected counts of a pass, and the likelihoods before it, of the HMM or of model 1."""
    from diglot.words.kernels import hmm as kernel

    links, *others = current
    counts = [
        kernel.Counts(
            np.zeros((len(links), 1 if agree else 2), np.int64),
            *(np.zeros(len(other), np.int64) for other in others),
        )
        for _ in range(jobs)
    ]

    def expect(thread: int, first: int, last: int) -> tuple[float, float]:
        likelihood: tuple[float, float] = kernel.expect(
            first, last, batched.order, batched.firsts, batched.text, current,
            NULL_MASS if hmm else 1.0, hmm, counts[thread],
        )  # fmt: skip
        return likelihood

    found = batched.run(expect, jobs)
    total = counts[0]
    for more in counts[1:]:
        run_over(partial(_add, total.links, more.links), parts_of(len(links)), jobs)
        for mine, its in zip(total[1:], more[1:], strict=True):
            mine += its
    return total, (sum(one for one, _ in found), sum(other for _, other in found))


def _add(counts: NDArray[np.int64], more: NDArray[np.int64], first: int, last: int) -> None:
    counts[first:last] += more[first:last]


def _pruned(
    corpus: Corpus, learnt: ExpectedCounts, pairs: PairIndex, jobs: int
) -> tuple[ExpectedCounts, PairIndex]:
    """Without the word pairs that have no counts."""
    kept = learnt.links[:, 0] > 0
    if learnt.surface is not None:
        kept[learnt.surface.alike[0]] = True
    fewer = remove_pairs(corpus, pairs, kept, jobs=jobs)
    surface = None if learnt.surface is None else learnt.surface.select(kept, fewer)
    learnt = replace(
        learnt,
        rows=fewer.rows,
        columns=fewer.columns,
        links=learnt.links[kept],
        surface=surface,
    )
    return learnt, fewer


def _links(counts: NDArray[np.int64], jobs: int) -> NDArray[np.float32]:
    """Counts of links as numbers of tokens, without those of unknown word pairs."""
    ones = np.empty((len(counts) - 1, counts.shape[1]), np.float32)

    def part(first: int, last: int) -> None:
        _in_ones(counts[first:last], ones[first:last])

    run_over(part, parts_of(len(ones)), jobs)
    return ones


def _in_ones(
    counts: NDArray[np.int64], out: NDArray[np.float32] | None = None
) -> NDArray[np.float32]:
    """Counts as numbers of tokens."""
    from diglot.words.kernels.hmm import UNIT

    ones = np.empty(counts.shape, np.float32) if out is None else out
    np.multiply(counts, np.float32(1 / UNIT), out=ones, casting="unsafe")
    return ones


def _start(corpus: Corpus, pairs: PairIndex, surface: Surface | None) -> ExpectedCounts:
    """Every word pair once, or what its form says, and jumps that favour the next word."""
    jumps = initial_jumps()
    null_forward = np.ones(corpus.target_vocabulary.size, np.float32)
    null_backward = np.ones(corpus.source_vocabulary.size, np.float32)
    null_forward[NULL] = null_backward[NULL] = 0
    start = np.ones if surface is None else np.zeros
    links = start((pairs.size, 1), np.float32)
    return ExpectedCounts(
        pairs.rows, pairs.columns, links, null_forward, null_backward, jumps, jumps, surface
    )


def _with(learnt: ExpectedCounts, known: PriorCounts) -> ExpectedCounts:
    """Counts with those of a model added; those of links are in the base measures."""
    forward, backward = (_clipped(jumps) for jumps in known.jumps)
    return replace(
        learnt,
        null_forward=learnt.null_forward + known.nulls[0],
        null_backward=learnt.null_backward + known.nulls[1],
        jumps_forward=learnt.jumps_forward + forward,
        jumps_backward=learnt.jumps_backward + backward,
    )


def _clipped(jumps: NDArray[np.float32]) -> NDArray[np.float32]:
    """Counts of jumps with fewer kinds: the outer ones share a bucket."""
    from diglot.words.kernels.hmm import CLIP

    reach = len(jumps) // 2
    kinds = np.clip(np.arange(-reach, reach + 1), -CLIP, CLIP) + CLIP
    return np.bincount(kinds, jumps, 2 * CLIP + 1).astype(np.float32)
