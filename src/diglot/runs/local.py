"""Tasks in processes of this machine.

Every worker is a pool of its own, so that a process that dies (killed by the system, out of
memory, by a fault in a library) takes with it the one task that it was at, and no other. Workers
end with the process that started them, however that ends.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING

from diglot.runs.jobs import Outcome, Record, Task, run_task

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from concurrent.futures import Future
    from multiprocessing.connection import Connection


def run_locally(tasks: Iterable[Task], workers: int) -> Iterator[Outcome]:
    """Do tasks in processes, and give each when it is finished."""
    waiting = iter(tasks)
    idle = [_Worker() for _ in range(workers)]
    busy: dict[Future[Record], tuple[Task, _Worker]] = {}
    try:
        while True:
            while idle and (task := next(waiting, None)) is not None:
                worker = idle.pop()
                busy[worker.pool.submit(run_task, task)] = task, worker
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
        # Imported once, in the process that all workers are copies of.
        context.set_forkserver_preload(["diglot.runs.jobs", "numpy"])
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
