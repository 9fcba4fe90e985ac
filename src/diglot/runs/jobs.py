"""A job as values: its shards, the function that is called with each, and what came of it.

A folder of a job holds

    job.json          the job: function, options, shards
    shards/NAME       what the function made of a shard
    records/NAME.json how that went: `Record`

A shard is done when its record says so and carries the digest of everything that decides on the
result: the function, its options, the version of diglot and the bytes of all files. So a shard can
be done again at any time, by anybody, and is never done twice without need.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from diglot._version import __version__
from diglot.errors import DiglotError, InputError
from diglot.files.atomic import atomic_open, make_folder
from diglot.files.binary import sha256_of_file
from diglot.files.text import read_text

SCHEMA, FORMAT = "diglot-job", 1
NAME = "job.json"
COMPLETE, FAILED, QUARANTINED = "complete", "failed", "quarantined"


@dataclass(frozen=True, slots=True)
class Shard:
    """A part of a corpus that is worked on by itself.

    Attributes:
        name: of its output and of its record: a file name, one a job.
        files: whose bytes decide on the result.
        content: further values for the function, which JSON can hold.
    """

    name: str
    files: tuple[str, ...] = ()
    content: Any = None


@dataclass(frozen=True, slots=True)
class ShardResult:
    """What a function tells of the shard that it has worked on.

    Attributes:
        counts: figures by name, which are added up over all shards.
        details: anything else that is said at the end of the run, which JSON can hold.
    """

    counts: Mapping[str, int] = field(default_factory=dict)
    details: Any = None


ShardFunction = Callable[[Shard, Mapping[str, Any], Path], ShardResult]
"""``function(shard, options, output)`` writes the file ``output``.

It is pure: the same shard, options and bytes of files give the same bytes, in any process, in any
order, any number of times. It writes through `diglot.files.atomic`, or whatever else replaces a
file in one step.
"""


@dataclass(frozen=True, slots=True)
class Job:
    """Work on all shards of a corpus.

    Attributes:
        name: what progress calls it.
        function: ``"package.module:name"`` of a `ShardFunction`.
        shards: in the order of the corpus.
        options: of the function, which JSON can hold.
        shared: files that the function reads for every shard, such as a model.
    """

    name: str
    function: str
    shards: tuple[Shard, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    shared: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """One attempt at one shard; all that a worker has to know.

    Attributes:
        folder: of the job.
        function: of the job.
        options: of the job.
        shared: digests of the files that all shards share.
        shard: the shard.
        attempt: from 1.
    """

    folder: str
    function: str
    options: Mapping[str, Any]
    shared: tuple[str, ...]
    shard: Shard
    attempt: int = 1


@dataclass(frozen=True, slots=True)
class Record:
    """What came of a shard.

    Attributes:
        shard: its name.
        state: ``complete``, ``failed``, or ``quarantined``: failed too often, and left alone.
        key: digest of all that decides on the result.
        counts, details: see `ShardResult`.
        size: bytes of the output.
        seconds: processor time.
        finished: seconds since 1970.
        attempts: how many there were.
        error: why it failed, in one line.
        trace: where, for those who mend the function.
    """

    shard: str
    state: str
    key: str = ""
    counts: Mapping[str, int] = field(default_factory=dict)
    details: Any = None
    size: int = 0
    seconds: float = 0.0
    finished: float = 0.0
    attempts: int = 1
    error: str = ""
    trace: str = ""


Item = TypeVar("Item")
Outcome = tuple[Task, Record | None]
"""A task that was tried, and its record; None if the worker died of it."""


def divide(
    items: Iterable[Item], size: Callable[[Item], int], most: tuple[int, int]
) -> Iterator[list[Item]]:
    """Give stretches of items that are small enough for one shard.

    Args:
        items: in their order.
        size: of one, in bytes.
        most: items of a stretch, and bytes from which on it takes no more.
    """
    stretch: list[Item] = []
    bytes_read = 0
    for item in items:
        if stretch and (len(stretch) == most[0] or bytes_read > most[1]):
            yield stretch
            stretch, bytes_read = [], 0
        stretch.append(item)
        bytes_read += size(item)
    if stretch:
        yield stretch


def size_of(path: str | Path) -> int:
    """Return the bytes of a file; 0 where there is none."""
    try:
        return Path(path).stat().st_size
    except OSError:
        return 0


def shard_path(folder: Path, shard: str) -> Path:
    """Return the file that the function makes of a shard."""
    return folder / "shards" / shard


def record_path(folder: Path, shard: str) -> Path:
    """Return the file of the record of a shard."""
    return folder / "records" / f"{shard}.json"


def write_job(folder: Path, job: Job) -> None:
    """Write a job and make its folders.

    Raises:
        InputError: that cannot be done.
    """
    for each in (folder, folder / "shards", folder / "records"):
        make_folder(each)
    _write_json(folder / NAME, {"schema": SCHEMA, "format": FORMAT, **asdict(job)})


def read_job(folder: Path) -> Job | None:
    """Return the job of a folder; None if there is none, or none that can be used."""
    try:
        value = json.loads(read_text(folder / NAME))
        if (value.pop("schema"), value.pop("format")) != (SCHEMA, FORMAT):
            return None
        shards = tuple(
            Shard(each["name"], tuple(each["files"]), each["content"])
            for each in value.pop("shards")
        )
        return Job(**{**value, "shared": tuple(value["shared"]), "shards": shards})
    except (InputError, KeyError, TypeError, ValueError, AttributeError, RecursionError):
        return None


def write_record(folder: Path, record: Record) -> None:
    """Write the record of a shard."""
    _write_json(record_path(folder, record.shard), asdict(record))


def read_record(folder: Path, shard: str) -> Record | None:
    """Return the record of a shard; None if there is none, or none that can be used."""
    try:
        return Record(**json.loads(read_text(record_path(folder, shard))))
    except (InputError, TypeError, ValueError, RecursionError):
        return None


def _write_json(path: Path, value: Any) -> None:
    with atomic_open(path) as file:
        file.write(json.dumps(value, ensure_ascii=False, indent=1) + "\n")


def digest_files(files: tuple[str, ...]) -> tuple[str, ...]:
    """Return the digests of files.

    Raises:
        InputError: one cannot be read.
    """
    return tuple(sha256_of_file(path) for path in files)


def key_of(task: Task) -> str:
    """Return the digest of all that decides on the result of a task.

    Raises:
        InputError: a file of the shard cannot be read.
    """
    shard = task.shard
    value = [
        __version__,
        task.function,
        dict(task.options),
        task.shared,
        shard.name,
        shard.content,
        digest_files(shard.files),
    ]
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def run_task(task: Task) -> Record:
    """Do a shard, unless that is done; never raises what the function raises.

    Returns:
        The record, which is also written if the shard is complete. A record of earlier is returned
        as it is: that of a complete or of a quarantined shard whose inputs are the same.
    """
    folder, name, key = Path(task.folder), task.shard.name, ""
    begin = _processor_time()
    try:
        key = key_of(task)
        before = read_record(folder, name)
        if before and before.key == key and _holds(before, folder):
            return before
        module, _, function = task.function.partition(":")
        run: ShardFunction = getattr(import_module(module), function)
        output = shard_path(folder, name)
        result = run(task.shard, task.options, output)
        record = Record(
            shard=name,
            state=COMPLETE,
            key=key,
            counts=dict(result.counts),
            details=result.details,
            size=output.stat().st_size,
            seconds=round(_processor_time() - begin, 3),
            finished=time.time(),
            attempts=task.attempt,
        )
        write_record(folder, record)
    except Exception as error:
        known = isinstance(error, DiglotError)
        return Record(
            shard=name,
            state=FAILED,
            key=key,
            seconds=round(_processor_time() - begin, 3),
            finished=time.time(),
            attempts=task.attempt,
            error=str(error) if known else f"{type(error).__name__}: {error}",
            trace="" if known else traceback.format_exc(),
        )
    return record


def _processor_time() -> float:
    """Return the seconds of this process and of those that it started and waited for."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def _holds(record: Record, folder: Path) -> bool:
    if record.state != COMPLETE:
        return record.state == QUARANTINED
    try:
        return shard_path(folder, record.shard).stat().st_size == record.size
    except OSError:
        return False
