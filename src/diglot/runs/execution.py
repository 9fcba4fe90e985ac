"""A job is done: every shard is tried until it is complete, three times at most.

Its tasks run in processes of this machine, or on a cluster of Ray. Every worker of this machine is
a pool of its own, so that a process that dies (killed by the system, out of memory, by a fault in a
library) takes with it the one task that it was at, and no other. Workers end with the process that
started them, however that ends.
"""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

from diglot.errors import InputError, PartDone, RunError
from diglot.files.atomic import hold_lock
from diglot.installed import extra_for
from diglot.plurals import count_of
from diglot.runs.jobs import (
    COMPLETE,
    FAILED,
    QUARANTINED,
    Job,
    Outcome,
    Record,
    Task,
    digest_files,
    key_of,
    read_job,
    read_record,
    record_path,
    run_task,
    write_job,
    write_record,
)
from diglot.runs.options import SpreadOptions

if TYPE_CHECKING:
    from concurrent.futures import Future
    from multiprocessing.connection import Connection

MOST_ATTEMPTS = 3


def end_part(folder: Path, options: SpreadOptions, *, last: bool) -> None:
    """End a run that does a part of the shards, unless another pass follows and can begin.

    Args:
        folder: of the job whose part is done.
        options: which part that is.
        last: whether no other pass follows.

    Raises:
        PartDone: only a part was to be done, and shards of others are missing, or nothing follows.
    """
    if not options.shard:
        return
    status = job_status(folder)
    if left := status.shards - status.complete:
        what = f"{count_of(left, 'shard')} of other parts left in the pass {status.name}"
        cure = "" if last else ": when they are done, call this command again for the next pass"
        raise PartDone(
            f"part {options.shard} is done, {what}{cure}; see diglot runs status {folder}"
        )
    if last:
        raise PartDone(
            f"part {options.shard} is done, and all others: call the command without --shard to "
            "write the outputs"
        )


def execute(
    job: Job,
    folder: Path,
    *,
    workers: int = 1,
    options: SpreadOptions | None = None,
    only: Container[str] | None = None,
    progress: Callable[[str, int, int], None] | None = None,
) -> list[Record]:
    """Do a job in a folder, or what is left of it, and return the records: see `stream`."""
    return [
        *stream(
            job,
            folder,
            workers=workers,
            options=options,
            only=only,
            progress=progress,
            large_first=True,
        )
    ]


def stream(
    job: Job,
    folder: Path,
    *,
    workers: int = 1,
    options: SpreadOptions | None = None,
    only: Container[str] | None = None,
    progress: Callable[[str, int, int], None] | None = None,
    large_first: bool = False,
) -> Iterator[Record]:
    """Do a job in a folder, or what is left of it, while the caller uses what is done.

    The outputs are the same for any number of workers, in any number of parts, and however often
    the run was interrupted.

    Args:
        job: the work.
        folder: of the job; made if it does not exist.
        workers: processes; one works in this process.
        options: which part is done, and by what.
        only: names of the shards that are done; None for all.
        progress: called with the job's name, the shards done and the shards in all.
        large_first: begin with the largest shards, not with the first, so that no worker is left
            with one when the others have nothing to do.

    Yields:
        The records of all shards, or of those of the part, in the order of the job, each as soon as
        it and all before it are there.

    Raises:
        RunError: shards failed three times, in this run or in an earlier one; the others are done.
        InputError: the folder cannot be written, or a shared file not be read.
    """
    options = options or SpreadOptions()
    number, parts = options.part
    shards = [each for each in job.shards[number::parts] if only is None or each.name in only]
    names = {shard.name for shard in job.shards}
    if len(names) < len(job.shards):
        raise ValueError("two shards have one name")
    shared = digest_files(job.shared)
    # A second run of the same part waits, and then finds everything done.
    with hold_lock(folder / f"lock-{number + 1}-of-{parts}"):
        write_job(folder, job)
        if parts == 1:
            _remove_others(folder, names)
        tasks = [Task(str(folder), job.function, job.options, shared, shard) for shard in shards]
        if large_first and (workers > 1 or options.runner != "local"):
            tasks.sort(key=_bytes, reverse=True)
        records: dict[str, Record] = {}
        waiting = deque(shard.name for shard in shards)
        for record in _attempts(tasks, workers, options):
            records[record.shard] = record
            if progress:
                progress(job.name, len(records), len(shards))
            while waiting and (first := records.get(waiting[0])) and first.state == COMPLETE:
                yield first
                waiting.popleft()
    failed = [each for each in records.values() if each.state != COMPLETE]
    if failed:
        raise RunError(
            f"{count_of(len(failed), 'shard')} of {len(shards)} failed, the first: "
            f"{failed[0].error}; mend that, or see diglot runs report {folder}"
        )


def _attempts(tasks: Sequence[Task], workers: int, options: SpreadOptions) -> Iterator[Record]:
    """Give one final record a task; what failed is tried again when all others are done."""
    while tasks:
        again = []
        for task, record in _outcomes(tasks, workers, options):
            if record is None:
                record = Record(
                    task.shard.name,
                    FAILED,
                    attempts=task.attempt,
                    error="the worker died of it: out of memory, or killed",
                )
                with suppress(InputError):
                    record = replace(record, key=key_of(task))
            if record.state == FAILED and task.attempt < MOST_ATTEMPTS:
                again.append(replace(task, attempt=task.attempt + 1))
                continue
            if record.state == FAILED:
                record = replace(record, state=QUARANTINED)
                write_record(Path(task.folder), record)
            yield record
        tasks = again


def _outcomes(tasks: Sequence[Task], workers: int, options: SpreadOptions) -> Iterator[Outcome]:
    if options.runner == "local" and workers == 1:
        return ((task, run_task(task)) for task in tasks)
    if options.runner == "ray":
        return run_on_ray(tasks, options.address)
    return run_locally(tasks, workers)


def _bytes(task: Task) -> int:
    try:
        return sum(Path(each).stat().st_size for each in task.shard.files)
    except OSError:
        return 0


def _remove_others(folder: Path, names: set[str]) -> None:
    """Remove what an earlier job with other shards left."""
    for path in (folder / "shards").iterdir():
        if path.name not in names:
            path.unlink()
    for path in (folder / "records").iterdir():
        if path.name.removesuffix(".json") not in names:
            path.unlink()


_SLOWEST = 5
_RECENT = 50
"""Shards whose pace tells when the run will be done."""


@dataclass(frozen=True, slots=True)
class JobStatus:
    """How far a job is.

    Attributes:
        name: of the job.
        folder: of the job.
        shards: how many it has.
        complete: how many are done.
        quarantined: records of those that failed too often.
        seconds: processor time of what is done.
        left_seconds: wall-clock time until the rest is done, by the pace of the last shards; None
            where there is no rest, or no pace yet.
        counts: figures of what is done, added up.
        retried: shards that were complete only after a failure.
        slowest: records of those that took longest, at most five.
    """

    name: str
    folder: Path
    shards: int
    complete: int
    quarantined: tuple[Record, ...]
    seconds: float
    left_seconds: float | None
    counts: Mapping[str, int]
    retried: int
    slowest: tuple[Record, ...]


def find_jobs(output: Path) -> list[Path]:
    """Return the folders of jobs of a run, in order.

    Args:
        output: the output of the run, its folder, or the folder of one of its jobs.

    Raises:
        InputError: there are none.
    """
    for folder in (output, output / ".run", output.with_name(f"{output.name}.run")):
        for found in ([folder], sorted(folder.iterdir()) if folder.is_dir() else []):
            if jobs := [each for each in found if read_job(each) is not None]:
                return jobs
    raise InputError(
        "no run is kept for this output", path=output, cure="name an output, or the folder of a run"
    )


def job_status(folder: Path) -> JobStatus:
    """Return how far the job of a folder is.

    Raises:
        InputError: the folder holds no job.
    """
    job = read_job(folder)
    if job is None:
        raise InputError("holds no job", path=folder)
    records = [
        record for shard in job.shards if (record := read_record(folder, shard.name)) is not None
    ]
    done = [record for record in records if record.state == COMPLETE]
    counts: Counter[str] = Counter()
    for record in done:
        counts.update(record.counts)
    failed = tuple(record for record in records if record.state == QUARANTINED)
    left = len(job.shards) - len(done) - len(failed)
    return JobStatus(
        name=job.name,
        folder=folder,
        shards=len(job.shards),
        complete=len(done),
        quarantined=failed,
        seconds=round(sum(record.seconds for record in done), 3),
        left_seconds=_left(sorted(record.finished for record in done), left),
        counts=dict(counts),
        retried=sum(record.attempts > 1 for record in done),
        slowest=tuple(sorted(done, key=lambda record: -record.seconds)[:_SLOWEST]),
    )


def retry(
    folder: Path, *, workers: int = 1, progress: Callable[[str, int, int], None] | None = None
) -> int:
    """Do the quarantined shards of a job again, and nothing else.

    Returns:
        How many there were.

    Raises:
        InputError: the folder holds no job.
        RunError: they failed again.
    """
    job, failed = read_job(folder), job_status(folder).quarantined
    if job is None or not failed:
        return 0
    for record in failed:
        record_path(folder, record.shard).unlink(missing_ok=True)
    names = {record.shard for record in failed}
    execute(job, folder, workers=workers, only=names, progress=progress)
    return len(failed)


def discard_shards(folder: Path) -> None:
    """Remove what was made of the shards of a run whose outputs are written; records stay."""
    for job in find_jobs(folder):
        for path in (job / "shards").iterdir():
            path.unlink()


def _left(finished: list[float], shards: int) -> float | None:
    recent = finished[-_RECENT:]
    if not shards or len(recent) < 2:
        return None
    return round(shards * (recent[-1] - recent[0]) / (len(recent) - 1), 1)


def run_locally(tasks: Sequence[Task], workers: int) -> Iterator[Outcome]:
    """Do tasks in processes, and give each when it is finished, while the others go on."""
    from concurrent.futures.process import BrokenProcessPool

    start_server(*(task.function for task in tasks))
    waiting = deque(tasks)
    finished: SimpleQueue[tuple[_Worker, Task | None, Future[Record] | None]] = SimpleQueue()

    def begin(worker: _Worker) -> None:
        with suppress(IndexError):
            task = waiting.popleft()
            try:
                future = worker.pool.submit(run_task, task)
            except RuntimeError:  # it died while it had nothing to do
                waiting.appendleft(task)
                finished.put((worker, None, None))
            else:
                future.add_done_callback(partial(follow, worker, task))

    def follow(worker: _Worker, task: Task, future: Future[Record]) -> None:
        """Let a worker go on at once, by a thread of its pool, whatever the caller is doing."""
        finished.put((worker, task, future))
        if not (future.cancelled() or future.exception()):
            begin(worker)

    crew = {_Worker() for _ in range(workers)}
    left = len(tasks)
    try:
        for worker in [*crew]:
            begin(worker)
        while left:
            worker, task, future = finished.get()
            record = None
            if future:
                with suppress(BrokenProcessPool):
                    record = future.result()
            if record is None:
                crew.remove(worker)
                worker.end()
                crew.add(worker := _Worker())
                begin(worker)
            if task:
                left -= 1
                yield task, record
    finally:
        waiting.clear()
        for worker in crew:
            worker.end()


def start_server(*functions: str) -> None:
    """Start the process that all workers are copies of, unless it runs; it imports meanwhile.

    Args:
        functions: of the jobs, as `Job` names them; their modules are imported once.
    """
    import multiprocessing
    from multiprocessing import forkserver

    imported = {"diglot.runs.jobs", "numpy", *(each.partition(":")[0] for each in functions)}
    multiprocessing.set_forkserver_preload(sorted(imported))
    forkserver.ensure_running()


class _Worker:
    """A pool of one process, which starts with its first task."""

    def __init__(self) -> None:
        import multiprocessing
        from concurrent.futures import ProcessPoolExecutor

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
    """Make this process end with its parent, leave Ctrl-C to that, and seldom look for garbage."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(100_000, 20, 20)  # as the command itself does

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
