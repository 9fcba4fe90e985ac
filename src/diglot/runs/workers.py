"""Tasks in processes of this machine, or on a cluster of Ray.

Every worker of this machine is a pool of its own, so that a process that dies (killed by the
system, out of memory, by a fault in a library) takes with it the one task that it was at, and no
other. Workers end with the process that started them, however that ends.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING

from diglot.errors import RunError
from diglot.extras import extra_for
from diglot.runs.jobs import Outcome, Record, Task, run_task

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from multiprocessing.connection import Connection


def run_locally(tasks: Sequence[Task], workers: int) -> Iterator[Outcome]:
    """Do tasks in processes, and give each when it is finished."""
    waiting = iter(tasks)
    # Imported once, in the process that all workers are copies of.
    imported = {"diglot.runs.jobs", "numpy", *(task.function.partition(":")[0] for task in tasks)}
    multiprocessing.set_forkserver_preload(sorted(imported))
    idle = [_Worker() for _ in range(workers)]
    busy: dict[Future[Record], tuple[Task, _Worker]] = {}
    try:
        while True:
            while idle and (task := next(waiting, None)) is not None:
                worker = idle.pop()
                try:
                    future = worker.pool.submit(run_task, task)
                except BrokenProcessPool:  # it died while it had nothing to do
                    worker.end()
                    worker = _Worker()
                    future = worker.pool.submit(run_task, task)
                busy[future] = task, worker
            if not busy:
                break
            for future in wait(busy, return_when=FIRST_COMPLETED).done:
                task, worker = busy.pop(future)
                record = None
                try:
                    record = future.result()
                except BrokenProcessPool:
                    worker.end()
                    worker = _Worker()
                idle.append(worker)
                yield task, record
    finally:
        for worker in [*idle, *(worker for _, worker in busy.values())]:
            worker.end()


class _Worker:
    """A pool of one process, which starts with its first task."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("forkserver")
        reader, self._writer = context.Pipe(duplex=False)
        self.pool = ProcessPoolExecutor(
            1, mp_context=context, initializer=_follow, initargs=(reader,)
        )

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self._writer.close()
        self.pool.shutdown(cancel_futures=True)


def _follow(parent: Connection) -> None:
    """Make this process end with its parent, and leave Ctrl-C to that."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        try:
            parent.recv()
        except (EOFError, OSError):
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def run_on_ray(tasks: Sequence[Task], address: str | None) -> Iterator[Outcome]:
    """Do tasks on a cluster, and give each when it is finished.

    Every node needs diglot, and sees the folders of the files and of the run under the same paths.

    Args:
        tasks: what is to be done.
        address: of the cluster; None starts Ray on this machine, whatever else runs on it.

    Raises:
        MissingExtraError: Ray is not installed.
        RunError: there is no cluster at the address.
    """
    with extra_for("running on a cluster", instead="leave out --runner"):
        import ray
    if not ray.is_initialized():
        try:
            ray.init(address=address or "local", log_to_driver=False, include_dashboard=False)
        except (
            Exception
        ) as error:  # of any class: a node that does not start in time is a plain one
            raise RunError(f"Ray cannot be reached at {address or 'local'}: {error}") from error
    # Another attempt is ours to make, as it is with processes.
    remote = ray.remote(num_cpus=1, max_retries=0)(run_task)
    busy = {remote.remote(task): task for task in tasks}
    while busy:
        (done,), _ = ray.wait(list(busy), num_returns=1)
        task = busy.pop(done)
        try:
            yield task, ray.get(done)
        except ray.exceptions.RayError:
            yield task, None
