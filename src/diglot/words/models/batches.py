"""The pairs of a corpus in batches of one shape, and the batches in tasks for threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from diglot.words.corpus import Corpus
    from diglot.words.kernels.hmm import Text
    from diglot.words.pairs import PairIndex

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
