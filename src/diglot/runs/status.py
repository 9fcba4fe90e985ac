"""How far a run is, what failed in it, and how failed shards get another chance."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.errors import InputError
from diglot.runs.execution import execute
from diglot.runs.jobs import COMPLETE, QUARANTINED, read_job, read_record, record_path

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from diglot.runs.jobs import Record

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


def run_folder(output: Path) -> Path:
    """Return where the run of an output is kept unless the user says otherwise."""
    return output / ".run" if output.is_dir() else output.with_name(f"{output.name}.run")


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
