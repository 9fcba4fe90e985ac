"""Run systems on items: one folder of results a run, named by all that decided it."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from diglot._version import __version__
from diglot.campaign import starter
from diglot.campaign.items import find_items
from diglot.campaign.plan import (
    STORED,
    Corpus,
    Limits,
    Plan,
    System,
    check_names,
    write_plan,
)
from diglot.campaign.tasks import Item, Result, Task, Usage, task_named
from diglot.errors import ConfigError, DiglotError, InputError, describe_unknown
from diglot.files.atomic import CURES, atomic_open
from diglot.files.locks import hold_lock
from diglot.files.text import read_text, sha256_of_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from diglot.pipeline.documents import ProgressCall

_RESULTS, _FAILURES, _LOCK = "results", "failures", ".lock"
_USAGE, _JOB = "usage.json", "job.json"
_LAST = 300
"""Characters of the last line of an error that are kept."""


@dataclass(frozen=True, slots=True)
class Job:
    """One run of a system: on all items of a corpus, or on one.

    Attributes:
        system: what is run.
        items: what it works on.
        digest: of all that decides on the result.
    """

    system: System
    items: tuple[Item, ...]
    digest: str


def run_campaign(
    plan: Plan,
    out: Path,
    *,
    jobs: int = 1,
    again: Sequence[str] = (),
    progress: ProgressCall | None = None,
) -> tuple[Result, ...]:
    """Run every system on every item that has no result yet.

    Args:
        plan: what is to be run; it is kept in ``out``.
        out: folder of results; made if it does not exist.
        jobs: runs at the same time.
        again: systems whose results are made anew.
        progress: called with the stage, the runs done and the runs in all.

    Returns:
        A result for each system and item, failures included, in the order of the plan.

    Raises:
        ConfigError: the plan does not fit its task, or another campaign is at work in the folder.
        InputError: a file is missing, or the folder cannot be written.
    """
    task = task_named(plan.task)
    known = [system.name for system in plan.systems]
    for name in again:
        if name not in known:
            raise ConfigError(describe_unknown("system", name, known))
    wanted = plan_jobs(plan, task)
    with _open_folder(out):
        write_plan(out / STORED, plan)
        for job in wanted:
            if job.system.name in again:
                shutil.rmtree(_folder(out, job), ignore_errors=True)
        # Two systems may be the same run under two names.
        missing = {job.digest: job for job in wanted if not _folder(out, job).is_dir()}
        open_jobs = list(missing.values())
        runner = _Runner(task, plan, out)
        for done, _ in enumerate(execute(open_jobs, runner.run, jobs)):
            if progress:
                progress("running", done, len(open_jobs))
        if progress and open_jobs:
            progress("running", len(open_jobs), len(open_jobs))
    return _results(out, task, wanted)


def read_results(plan: Plan, out: Path) -> tuple[Result, ...]:
    """Return what there is of the results of a plan; what was never run has failed as such.

    Raises:
        ConfigError: the plan does not fit its task.
        InputError: a file is missing.
    """
    task = task_named(plan.task)
    return _results(out, task, plan_jobs(plan, task))


def execute(jobs: Sequence[Job], run: Callable[[Job], None], workers: int) -> Iterator[Job]:
    """Run jobs in this process and its children; gives each when it is done, in any order."""
    with ThreadPoolExecutor(workers) as pool:
        started = {pool.submit(run, job): job for job in jobs}
        try:
            for each in as_completed(started):
                each.result()
                yield started[each]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            _stop_all()
            raise


def plan_jobs(plan: Plan, task: Task) -> tuple[Job, ...]:
    """Return the runs of a plan, system by system.

    Raises:
        ConfigError: the plan does not fit its task.
        InputError: a file is missing.
    """
    check_names("corpus", [corpus.name for corpus in plan.corpora])
    check_names("system", [system.name for system in plan.systems])
    for system in plan.systems:
        _check_system(system, task)
    task.check(plan)
    items = find_items(plan, task)
    by_corpus: dict[str, list[Item]] = {}
    for item in items:
        by_corpus.setdefault(item.corpus.name, []).append(item)
    found = []
    digest_of = cache(sha256_of_file)
    for system in plan.systems:
        whole = system.kind == "method" and task.together
        groups = [tuple(each) for each in by_corpus.values()] if whole else [(i,) for i in items]
        for group in groups:
            value = _decided(plan, task, system, group, digest_of)
            text = json.dumps(value, sort_keys=True, default=str)
            found.append(Job(system, group, hashlib.sha256(text.encode()).hexdigest()[:32]))
    return tuple(found)


def _check_system(system: System, task: Task) -> None:
    for key in ("reads", "writes"):
        value, known = getattr(system, key), task.formats.get(key, ())
        if value and value not in known:
            raise ConfigError(
                f"system {system.name}: {key} is {value!r}, but must be one of: {', '.join(known)}"
            )


def _decided(
    plan: Plan,
    task: Task,
    system: System,
    items: Sequence[Item],
    digest_of: Callable[[Path], str],
) -> dict[str, Any]:
    """Return everything that decides on the result of a run, as plain values."""
    settings = {key: items[0].corpus.settings.get(key) for key in task.settings}
    value: dict[str, Any] = {
        "task": task.name,
        "version": __version__,
        "settings": settings,
        "items": [
            [
                item.name,
                *(
                    (key, digest_of(file))
                    for key, file in item.files.items()
                    if key.partition("/")[0] not in task.gold
                ),
            ]
            for item in items
        ],
    }
    if system.kind == "method":
        value |= {"method": system.method, "options": dict(system.options)}
        named = _files_of_options(plan, system.options, items)
        return value | {"files": [(str(path), digest_of(path)) for path in named]}
    value |= {"reads": system.reads, "writes": system.writes, "corpus": items[0].corpus.name}
    if system.kind == "command":
        program = shutil.which(_split(system)[0], path=None) or ""
        known = digest_of(Path(program)) if program else None
        return value | {"command": system.command, "program": known, "folder": str(plan.folder)}
    path = _made_elsewhere(plan, system, items[0])
    return value | {"outputs": digest_of(path) if path.is_file() else None}


def _files_of_options(plan: Plan, options: Any, items: Sequence[Item]) -> list[Path]:
    """Return the files that options name, such as vectors, or translations that are changed."""
    if isinstance(options, str):
        paths = []
        for item in items:
            name = options
            for key, value in _names(item).items():
                name = name.replace(f"{{{key}}}", value)
            paths.append(plan.folder / name)
        return [path for path in dict.fromkeys(paths) if len(path.name) < 256 and path.is_file()]
    if isinstance(options, Mapping):
        options = list(options.values())
    if isinstance(options, list | tuple):
        return [path for each in options for path in _files_of_options(plan, each, items)]
    return []


def _made_elsewhere(plan: Plan, system: System, item: Item) -> Path:
    return plan.folder / _fill(system, system.outputs, _names(item))


def _names(item: Item) -> dict[str, str]:
    return {"corpus": item.corpus.name, "document": item.name}


def _split(system: System) -> list[str]:
    try:
        words = shlex.split(system.command)
    except ValueError as error:
        raise ConfigError(f"system {system.name}: the command cannot be read ({error})") from error
    if not words:
        raise ConfigError(f"system {system.name}: the command is empty")
    return words


def _fill(system: System, text: str, values: Mapping[str, str]) -> str:
    """Put values in the place of their names in braces.

    Raises:
        ConfigError: a name is unknown.
    """

    def value(match: re.Match[str]) -> str:
        if match[1] not in values:
            known = ", ".join(f"{{{name}}}" for name in values)
            raise ConfigError(f"system {system.name}: {match[0]} is none of {known}")
        return values[match[1]]

    return re.sub(r"\{(\w+)\}", value, text)


class _RunError(Exception):
    """A run that gave no result; its text is one line for the table."""


@dataclass(frozen=True, slots=True)
class _Runner:
    """Makes the results of jobs in a folder."""

    task: Task
    plan: Plan
    out: Path

    def run(self, job: Job) -> None:
        """Make the folder of a result, or note why there is none."""
        final = _folder(self.out, job)
        work = final.with_name(f".{final.name}")
        shutil.rmtree(work, ignore_errors=True)
        usage: dict[str, Any] = {}
        try:
            (work / "outputs").mkdir(parents=True)
            if job.system.kind == "outputs":
                self._adopt_file(job, work)
            else:
                self._run_command(job, work, usage)
            self._check_outputs(job, work)
        except (_RunError, DiglotError) as error:
            self._fail(job, str(error), usage)
            shutil.rmtree(work, ignore_errors=True)
            return
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            cure = CURES.get(error.errno or 0, "choose another folder")
            raise InputError(f"cannot be written ({reason})", path=work, cure=cure) from error
        with suppress(OSError):
            (work / _JOB).unlink()
        work.rename(final)
        with suppress(OSError):
            _failure(self.out, job).unlink()

    def _check_outputs(self, job: Job, work: Path) -> None:
        for item in job.items:
            if not _output(work, item, self.task).is_file():
                raise _RunError(f"wrote nothing for {item.name}")

    def _adopt_file(self, job: Job, work: Path) -> None:
        [item] = job.items
        path = _made_elsewhere(self.plan, job.system, item)
        if not path.is_file():
            raise _RunError(f"no such file: {path}")
        self.task.adopt(job.system, item, path, _output(work, item, self.task))

    def _run_command(self, job: Job, work: Path, usage: dict[str, Any]) -> None:
        """Run a program of others, or a method in a process of its own, under the limits."""
        own = job.system.kind == "method"
        made = work / "raw"
        if own:
            command = [sys.executable, "-P", "-m", "diglot.campaign.running", str(work / _JOB)]
            _write_job(work / _JOB, self.task, job, work)
        else:
            [item] = job.items
            files = self.task.prepare(item, job.system.reads, work)
            values = {name: str(path) for name, path in files.items()}
            values |= _names(item) | {"output": str(made)}
            command = [_fill(job.system, word, values) for word in _split(job.system)]
        usage |= start(command, self.plan.folder, work, self.plan.limits)
        if own:
            return
        if not made.is_file():
            (work / "stdout.txt").rename(made)
        try:
            self.task.adopt(job.system, item, made, _output(work, item, self.task))
        except InputError as error:  # the file that it names will be gone
            place = f", {error.place}" if error.place else ""
            raise _RunError(f"its output{place}: {error.message}") from error

    def _fail(self, job: Job, reason: str, usage: Mapping[str, Any]) -> None:
        path = _failure(self.out, job)
        path.parent.mkdir(exist_ok=True)
        with atomic_open(path) as file:
            json.dump({"error": " ".join(reason.split()), "usage": dict(usage)}, file)


_running: set[subprocess.Popen[bytes]] = set()
_guard = threading.Lock()


def start(command: Sequence[str], folder: Path, work: Path, limits: Limits) -> dict[str, Any]:
    """Run a command without a shell and return its cost; what it prints goes to files in ``work``.

    Raises:
        _RunError: it failed, took too long or too much memory.
    """
    given = {
        "command": list(command),
        "folder": str(folder),
        "seconds": limits.seconds,
        "megabytes": limits.megabytes,
        "stdout": str(work / "stdout.txt"),
        "stderr": str(work / "stderr.txt"),
        "usage": str(work / _USAGE),
    }
    package = Path(__file__).parents[2]
    path = os.pathsep.join(filter(None, (str(package), os.environ.get("PYTHONPATH"))))
    process = subprocess.Popen(  # noqa: S603 - the user's own command, without a shell
        [sys.executable, "-I", starter.__file__, json.dumps(given)],
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path},
    )
    with _guard:
        _running.add(process)
    try:
        process.wait()
    finally:
        with _guard:
            _running.discard(process)
    said = _last_line(work / "stderr.txt")
    if process.returncode or not (work / _USAGE).is_file():
        raise _RunError(said or f"could not be started (exit code {process.returncode})")
    usage: dict[str, Any] = json.loads(read_text(work / _USAGE))
    if usage["late"]:
        raise _RunError(f"stopped after {limits.seconds:g} seconds")
    if usage["code"]:
        reason = f"exit code {usage['code']}" if usage["code"] > 0 else f"signal {-usage['code']}"
        raise _RunError(f"{said} ({reason})" if said else reason)
    return usage


def _stop_all() -> None:
    with _guard:
        for process in _running:
            process.terminate()


def _last_line(path: Path) -> str:
    """Return the last line that a command said in its errors, or nothing."""
    try:
        lines = path.read_bytes().decode("utf-8", "replace").strip().splitlines()
    except OSError:
        return ""
    return lines[-1].strip()[:_LAST] if lines else ""


# A job as a file, for the process that does it.


def _write_job(path: Path, task: Task, job: Job, work: Path) -> None:
    corpus, system = job.items[0].corpus, job.system
    value = {
        "task": task.name,
        "system": {"name": system.name, "method": system.method, "options": dict(system.options)},
        "corpus": {"name": corpus.name, "type": corpus.type, "settings": dict(corpus.settings)},
        "items": [
            {"name": item.name, "files": {key: str(file) for key, file in item.files.items()}}
            for item in job.items
        ],
        "outputs": [str(_output(work, item, task)) for item in job.items],
    }
    with atomic_open(path) as file:
        json.dump(value, file, default=str)


def do_job(path: Path) -> None:
    """Do the job of a file that the runner wrote; ``python -m`` calls it in a process of its own.

    Raises:
        DiglotError: it failed.
    """
    value = json.loads(read_text(path))
    corpus = Corpus(**value["corpus"])
    items = [
        Item(corpus, each["name"], {key: Path(file) for key, file in each["files"].items()})
        for each in value["items"]
    ]
    task_named(value["task"]).run(System(**value["system"]), items, [*map(Path, value["outputs"])])


# Where results lie.


@contextmanager
def _open_folder(out: Path) -> Iterator[None]:
    busy = f"{out}: another campaign is at work in this folder; wait for it, or choose another"
    with hold_lock(out / _LOCK, busy=busy):
        results = out / _RESULTS
        results.mkdir(exist_ok=True)
        for left in results.glob(".*"):  # of runs that were killed
            shutil.rmtree(left, ignore_errors=True)
        yield


def _folder(out: Path, job: Job) -> Path:
    return out / _RESULTS / job.digest


def _failure(out: Path, job: Job) -> Path:
    return out / _FAILURES / f"{job.digest}.json"


def _output(folder: Path, item: Item, task: Task) -> Path:
    return folder / "outputs" / f"{quote(item.name, safe='')}{task.extension}"


def _results(out: Path, task: Task, jobs: Sequence[Job]) -> tuple[Result, ...]:
    found = []
    for job in jobs:
        folder = _folder(out, job)
        usage, error = None, ""
        if folder.is_dir():
            usage = _read_usage(folder / _USAGE)
        else:
            error = _read_failure(_failure(out, job))
        found += [
            Result(
                job.system.name,
                item,
                None if error else _output(folder, item, task),
                usage,
                len(job.items),
                error,
            )
            for item in job.items
        ]
    return tuple(found)


def _read_usage(path: Path) -> Usage | None:
    if not path.is_file():
        return None
    value = json.loads(read_text(path))
    return Usage(value["cpu"], value["wall"], value["peak"])


def _read_failure(path: Path) -> str:
    if not path.is_file():
        return "not run yet"
    return str(json.loads(read_text(path))["error"])


def _main(argument: str) -> int:
    for library in ("OPENBLAS", "OMP", "MKL"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    try:
        do_job(Path(argument))
    except (DiglotError, MemoryError) as error:
        sys.stderr.write(f"{error or 'the memory does not suffice'}\n")
        return 3
    return 0


if __name__ == "__main__":
    raise SystemExit(_main(sys.argv[1]))
