"""A job is done: every shard is tried until it is complete, three times at most."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.errors import InputError, RunError
from diglot.files.atomic import hold_lock
from diglot.plurals import count_of
from diglot.runs.jobs import (
    COMPLETE,
    FAILED,
    QUARANTINED,
    Job,
    Record,
    Task,
    digest_files,
    key_of,
    run_task,
    write_job,
    write_record,
)
from diglot.runs.options import SpreadOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Sequence

    from diglot.runs.jobs import Outcome

MOST_ATTEMPTS = 3


def execute(
    job: Job,
    folder: Path,
    *,
    workers: int = 1,
    options: SpreadOptions | None = None,
    only: Container[str] | None = None,
    progress: Callable[[str, int, int], None] | None = None,
) -> list[Record]:
    """Do a job in a folder, or what is left of it.

    The outputs are the same for any number of workers, in any number of parts, and however often
    the run was interrupted.

    Args:
        job: the work.
        folder: of the job; made if it does not exist.
        workers: processes; one works in this process.
        options: which part is done, and by what.
        only: names of the shards that are done; None for all.
        progress: called with the job's name, the shards done and the shards in all.

    Returns:
        The records of all shards, or of those of the part, in the order of the job.

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
        records: dict[str, Record] = {}
        for record in _attempts(tasks, workers, options):
            records[record.shard] = record
            if progress:
                progress(job.name, len(records), len(shards))
    failed = [each for each in records.values() if each.state != COMPLETE]
    if failed:
        raise RunError(
            f"{count_of(len(failed), 'shard')} of {len(shards)} failed, the first: "
            f"{failed[0].error}; mend that, or see diglot runs report {folder}"
        )
    return [records[shard.name] for shard in shards]


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
    from diglot.runs.workers import run_locally, run_on_ray

    if options.runner == "ray":
        return run_on_ray(tasks, options.address)
    return run_locally(tasks, workers)


def _remove_others(folder: Path, names: set[str]) -> None:
    """Remove what an earlier job with other shards left."""
    for path in (folder / "shards").iterdir():
        if path.name not in names:
            path.unlink()
    for path in (folder / "records").iterdir():
        if path.name.removesuffix(".json") not in names:
            path.unlink()
