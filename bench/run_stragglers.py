"""What slow and lost nodes cost a large run, on paper: ``python -m bench.run_stragglers``.

Words in shards are two passes, and the second begins when the first is whole. The shards of a pass
are given to the worker that is free first, and what failed is tried again when all others are done,
as `diglot.runs` does it; there is no second copy of a slow shard. Seconds of a shard are drawn with
the spread that was measured; some shards are several times slower, some attempts fail half-way, and
nodes leave for good. Printed is the time of both passes over that of an even share of the work.
"""

from __future__ import annotations

import argparse
import heapq
import random
from dataclasses import dataclass
from statistics import mean, quantiles

from bench.tables import table

MOST_ATTEMPTS = 3
CORES = 8
"""Workers of a node."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What goes wrong.

    Attributes:
        slow: share of the shards that are slow.
        factor: how much longer a slow one takes.
        failing: share of the attempts that end half-way.
        leaving: share of the nodes that leave, each at a random moment of the first pass.
    """

    slow: float = 0.0
    factor: float = 5.0
    failing: float = 0.0
    leaving: float = 0.0


TROUBLES = {
    "nothing": Trouble(),
    "one shard in 50 takes 5 times as long": Trouble(slow=0.02),
    "one attempt in 50 fails": Trouble(failing=0.02),
    "one node in 8 leaves": Trouble(leaving=0.125),
    "all three": Trouble(slow=0.02, failing=0.02, leaving=0.125),
}


def run_pass(
    seconds: list[float],
    free: list[float],
    leave: list[float],
    trouble: Trouble,
    rng: random.Random,
) -> tuple[float, int]:
    """Do the shards of a pass; return when it ends, and how many shards failed for good.

    Args:
        seconds: of each shard, the long ones first.
        free: when each worker can begin; changed in place.
        leave: when the node of each worker leaves.
        trouble: how often attempts fail.
        rng: draws which.
    """
    lost, end = 0, 0.0
    tasks = [(each, 1) for each in seconds]
    while tasks:
        again = []
        queue = [(at, worker) for worker, at in enumerate(free) if at < leave[worker]]
        heapq.heapify(queue)
        for long, attempt in tasks:
            at, worker = heapq.heappop(queue)
            fails = rng.random() < trouble.failing
            stop = at + (long / 2 if fails else long)
            if stop > leave[worker]:
                stop, fails = leave[worker], True
            else:
                heapq.heappush(queue, (stop, worker))
            free[worker] = stop
            end = max(end, stop)
            if fails and attempt < MOST_ATTEMPTS:
                again.append((long, attempt + 1))
            lost += fails and attempt == MOST_ATTEMPTS
        for worker, at in enumerate(free):
            free[worker] = max(at, end)
        tasks = again
    return end, lost


def simulate(
    shards: int,
    workers: int,
    passes: tuple[float, float],
    spread: float,
    trouble: Trouble,
    seed: int,
) -> tuple[float, int]:
    """Return the time of a run over that of an even share of its work, and the shards that failed.

    Args:
        shards: of the text.
        workers: of the cluster, `CORES` a node.
        passes: mean seconds of a shard in each pass.
        spread: standard deviation of the seconds of a shard, over their mean.
        trouble: what goes wrong.
        seed: of everything drawn.
    """
    rng = random.Random(seed)
    sizes = [max(0.1, rng.gauss(1, spread)) for _ in range(shards)]
    even = sum(passes) * sum(sizes) / workers
    nodes = [1e18] * max(1, workers // CORES)
    for node in rng.sample(range(len(nodes)), int(trouble.leaving * len(nodes))):
        nodes[node] = rng.uniform(0, even * passes[0] / sum(passes))
    leave = [nodes[worker * len(nodes) // workers] for worker in range(workers)]
    free = [0.0] * workers
    end, failed = 0.0, 0
    for long in passes:
        seconds = [
            long * size * (trouble.factor if rng.random() < trouble.slow else 1)
            for size in sorted(sizes, reverse=True)
        ]
        end, lost = run_pass(seconds, free, leave, trouble, rng)
        failed += lost
    return end / even, failed


def main() -> None:
    """Print the table of the manual."""
    parser = argparse.ArgumentParser(prog="python -m bench.run_stragglers", description=__doc__)
    parser.add_argument("--shards", type=int, default=800)
    parser.add_argument("--workers", type=int, nargs="+", default=[16, 64, 256])
    parser.add_argument("--seconds", type=float, nargs=2, default=[10.0, 24.0], metavar="S")
    parser.add_argument("--spread", type=float, default=0.2)
    parser.add_argument("--times", type=int, default=100)
    options = parser.parse_args()
    rows = []
    for name, trouble in TROUBLES.items():
        row = [name]
        for workers in options.workers:
            drawn = [
                simulate(
                    options.shards, workers, tuple(options.seconds), options.spread, trouble, seed
                )
                for seed in range(options.times)
            ]
            times = [each for each, _ in drawn]
            lost = sum(each for _, each in drawn) / options.times
            row.append(f"{mean(times):.2f} ({quantiles(times, n=20)[-1]:.2f}), {lost:.2f}")
        rows.append(row)
    print(table(["what goes wrong", *(f"{each} workers" for each in options.workers)], rows))


if __name__ == "__main__":
    main()
