"""Run systems on items: one shard and one folder of results a run, named by all that decided it."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from diglot._version import __version__
from diglot.campaign import starter
from diglot.campaign.plan import (
    STORED,
    Corpus,
    Limits,
    Plan,
    System,
    check_names,
    write_plan,
)
from diglot.campaign.tasks import NOT_RUN, Item, Result, Task, Usage, task_named
from diglot.campaign.tasks.items import check_keys, code_digest, find_items, found_resources
from diglot.errors import (
    ConfigError,
    DiglotError,
    InputError,
    MissingExtraError,
    describe_unknown,
)
from diglot.files.atomic import CURES, atomic_open
from diglot.files.binary import sha256_of_file
from diglot.files.text import read_text
from diglot.runs import Job, Shard, ShardResult, SpreadOptions, execute, record_path, shard_path
from diglot.runs.options import run_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from diglot.pipeline.documents import ProgressCall

_RESULTS, _SHARED = "results", "shared"
_USAGE, _JOB = "usage.json", "job.json"
_STARTS = 3
"""How often a run is begun whose starter others killed: that says nothing of the system."""
_LAST = 300
"""Characters of the last line of an error that are kept."""
_CODE = ("files", "formats", "learning", "model", "packs", "pipeline/documents.py", "text")
"""What decides on results of every task, beside its own packages."""


@dataclass(frozen=True, slots=True)
class Trial:
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
    spread: SpreadOptions | None = None,
    progress: ProgressCall | None = None,
) -> tuple[Result, ...]:
    """Run every system on every item that has no result yet.

    Args:
        plan: what is to be run; it is kept in ``out``.
        out: folder of results; made if it does not exist.
        jobs: runs at the same time.
        again: systems whose results are made anew.
        spread: which part of the runs is done, and by what.
        progress: called with the stage, the runs done and the runs in all.

    Returns:
        A result for each system and item, failures included, in the order of the plan.

    Raises:
        ConfigError: the plan does not fit its task.
        InputError: a file is missing, gold cannot be read, or the folder cannot be written.
        RunError: a result could not be written.
    """
    with _naming(plan):
        task = task_named(plan.task)
        trials = plan_trials(plan, task)
    known = [system.name for system in plan.systems]
    for name in again:
        if name not in known:
            raise ConfigError(describe_unknown("system", name, known))
    (out / _RESULTS).mkdir(parents=True, exist_ok=True)
    write_plan(out / STORED, plan)
    # Two systems may be the same run under two names.
    shards = tuple({each.digest: _shard(each) for each in trials}.values())
    for each in trials:
        if each.system.name in again:
            shutil.rmtree(_folder(out, each.digest), ignore_errors=True)
    number, parts = spread.part if spread else (0, 1)
    left = [each for each in shards[number::parts] if not _folder(out, each.name).is_dir()]
    for shard in left:  # what failed is tried again
        record_path(run_folder(out), shard.name).unlink(missing_ok=True)
    if left:
        for each in trials:  # every system runs on all items
            for item in each.items if each.system is plan.systems[0] else ():
                with _naming(plan):
                    _check_gold(task, plan, item)
    options = {
        "task": task.name,
        "folder": str(plan.folder),
        "out": str(out.resolve()),
        "limits": asdict(plan.limits),
    }
    job = Job("campaign", "diglot.campaign.running:run_trial", shards, options)
    execute(job, run_folder(out), workers=jobs, options=spread, progress=progress)
    return _results(out, task, trials)


def _check_gold(task: Task, plan: Plan, item: Item) -> None:
    try:
        task.check_gold(plan, item)
    except MissingExtraError:
        raise
    except ConfigError as error:
        raise ConfigError(f"corpus {item.corpus.name}: {error}") from error


def read_results(plan: Plan, out: Path) -> tuple[Result, ...]:
    """Return what there is of the results of a plan; what was never run has failed as such.

    Raises:
        ConfigError: the plan does not fit its task.
        InputError: a file is missing.
    """
    task = task_named(plan.task)
    return _results(out, task, plan_trials(plan, task))


@contextmanager
def _naming(plan: Plan) -> Iterator[None]:
    """Let errors in what a campaign file says name the file."""
    try:
        yield
    except MissingExtraError:
        raise
    except ConfigError as error:
        if plan.file is None:
            raise
        raise ConfigError(f"{plan.file}: {error}") from error


def plan_trials(plan: Plan, task: Task) -> tuple[Trial, ...]:
    """Return the runs of a plan, system by system.

    Raises:
        ConfigError: the plan does not fit its task.
        InputError: a file is missing.
    """
    check_names("corpus", [corpus.name for corpus in plan.corpora])
    check_names("system", [system.name for system in plan.systems])
    check_keys(plan, task)
    for system in plan.systems:
        _check_system(system, task)
    task.check_plan(plan)
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
            found.append(Trial(system, group, hashlib.sha256(text.encode()).hexdigest()[:32]))
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
                    if key.partition("/")[0] not in (*task.gold, *task.hidden)
                ),
            ]
            for item in items
        ],
    }
    if system.kind == "method":
        value |= {"method": system.method, "options": dict(system.options)}
        value["code"] = code_digest((*_CODE, *task.packages))
        value["found"] = found_resources()
        named = _files_of_options(plan, system.options, items)
        return value | {"files": [(str(path), digest_of(path)) for path in named]}
    value |= {"reads": system.reads, "writes": system.writes, "corpus": items[0].corpus.name}
    if system.kind == "command":
        program = shutil.which(_split(system)[0], path=None) or ""
        known = digest_of(Path(program)) if program else None
        return value | {"command": system.command, "program": known, "folder": str(plan.folder)}
    path = plan.folder / _fill(system, system.outputs, _names(items[0]))
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
    """Put values in the place of their names in braces."""

    def value(match: re.Match[str]) -> str:
        if match[1] not in values:
            known = ", ".join(f"{{{name}}}" for name in values)
            raise ConfigError(f"system {system.name}: {match[0]} is not one of {known}")
        return values[match[1]]

    return re.sub(r"\{(\w+)\}", value, text)


# A run as a shard: it makes the folder of its result, and an error of the system is its outcome.


class _RunError(Exception):
    """A run that gave no result; its text is one line for the table."""


class _KilledError(_RunError):
    """The starter of a run was killed, not what it started."""


def _shard(trial: Trial) -> Shard:
    content = {
        "system": asdict(trial.system),
        "corpus": asdict(trial.items[0].corpus),
        "items": [
            {"name": item.name, "files": {key: str(file) for key, file in item.files.items()}}
            for item in trial.items
        ],
    }
    return Shard(trial.digest, content=json.loads(json.dumps(content, default=str)))


def _trial(digest: str, content: Mapping[str, Any]) -> Trial:
    corpus = Corpus(**content["corpus"])
    items = (
        Item(corpus, each["name"], {key: Path(file) for key, file in each["files"].items()})
        for each in content["items"]
    )
    return Trial(System(**content["system"]), tuple(items), digest)


def run_trial(shard: Shard, options: Mapping[str, Any], output: Path) -> ShardResult:
    """Make the folder of a result, or note in ``output`` why there is none.

    Raises:
        InputError: the folder cannot be written.
    """
    task, trial = task_named(options["task"]), _trial(shard.name, shard.content)
    final = _folder(Path(options["out"]), shard.name)
    work = final.with_name(f".{final.name}")
    error = ""
    for _ in range(_STARTS):
        if final.is_dir():
            break
        shutil.rmtree(work, ignore_errors=True)
        try:
            (work / "outputs").mkdir(parents=True)
            _make(task, trial, work, options, shard.content)
            work.rename(final)
            error = ""
        except (_RunError, DiglotError) as raised:
            error = " ".join(str(raised).split())
            shutil.rmtree(work, ignore_errors=True)
            if not isinstance(raised, _KilledError):
                break
        except OSError as raised:
            shutil.rmtree(work, ignore_errors=True)
            reason = (raised.strerror or str(raised)).lower()
            cure = CURES.get(raised.errno or 0, "choose another folder")
            raise InputError(f"cannot be written ({reason})", path=work, cure=cure) from raised
    with atomic_open(output) as file:
        json.dump({"error": error}, file)
    return ShardResult({"failures": 1} if error else {})


def _make(
    task: Task, trial: Trial, work: Path, options: Mapping[str, Any], content: Mapping[str, Any]
) -> None:
    """Run a program of others, or a method in a process of its own, or take a file over."""
    system, folder = trial.system, Path(options["folder"])
    limits = Limits(**options["limits"])
    outputs = [_output(work, item, task) for item in trial.items]
    if system.kind == "method":
        command = [sys.executable, "-P", "-m", "diglot.campaign.running", str(work / _JOB)]
        given = {**options, **content, "outputs": list(map(str, outputs))}
        (work / _JOB).write_text(json.dumps(given), encoding="utf-8")
        start(command, folder, work, limits)
        (work / _JOB).unlink()
    elif system.kind == "outputs":
        path = folder / _fill(system, system.outputs, _names(trial.items[0]))
        if not path.is_file():
            raise _RunError(f"no such file: {path}")
        task.adopt(system, trial.items[0], path, outputs[0])
    else:
        item, made = trial.items[0], work / "raw"
        values = {name: str(path) for name, path in task.prepare(item, system.reads, work).items()}
        values |= _names(item) | {"output": str(made)}
        start([_fill(system, word, values) for word in _split(system)], folder, work, limits)
        if not made.is_file():
            (work / "stdout.txt").rename(made)
        try:
            task.adopt(system, item, made, outputs[0])
        except InputError as error:  # the file that it names will be gone
            place = f", {error.place}" if error.place else ""
            raise _RunError(f"its output{place}: {error.message}") from error
    for item, path in zip(trial.items, outputs, strict=True):
        if not path.is_file():
            raise _RunError(f"wrote nothing for {item.name}")


def run_method(path: Path) -> None:
    """Run a method as a file says; ``python -m`` calls it in a process of its own.

    Raises:
        DiglotError: it failed.
    """
    value = json.loads(read_text(path))
    task, trial = task_named(value["task"]), _trial("", value)
    shared = (Path(value["out"]) / _SHARED,) if task.shares else ()
    task.run(trial.system, trial.items, [*map(Path, value["outputs"])], *shared)


def start(command: Sequence[str], folder: Path, work: Path, limits: Limits) -> None:
    """Run a command without a shell; its cost and what it prints go to files in ``work``.

    Raises:
        _RunError: it failed, took too long or too much memory.
        OSError: what it cost cannot be written.
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
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
    )
    try:
        group, told = process.communicate()
    except BaseException:
        process.terminate()
        raise
    if process.returncode == starter.UNWRITTEN:
        raise OSError(int(told), os.strerror(int(told)))
    said = _last_line(work / "stderr.txt")
    if process.returncode < 0:
        with suppress(OSError, ValueError):
            os.killpg(int(group), signal.SIGKILL)
        raise _KilledError(f"its starter was killed (signal {-process.returncode})")
    if process.returncode or not (work / _USAGE).is_file():
        raise _RunError(said or f"could not be started (exit code {process.returncode})")
    usage: dict[str, Any] = json.loads(read_text(work / _USAGE))
    if usage["late"]:
        raise _RunError(f"stopped after {limits.seconds:g} seconds")
    if usage["code"]:
        reason = f"exit code {usage['code']}" if usage["code"] > 0 else f"signal {-usage['code']}"
        raise _RunError(f"{said} ({reason})" if said else reason)


def _last_line(path: Path) -> str:
    """Return the last line that a command said in its errors, or nothing."""
    try:
        lines = path.read_bytes().decode("utf-8", "replace").strip().splitlines()
    except OSError:
        return ""
    return lines[-1].strip()[:_LAST] if lines else ""


# Where results lie.


def _folder(out: Path, digest: str) -> Path:
    return out / _RESULTS / digest


def _output(folder: Path, item: Item, task: Task) -> Path:
    return folder / "outputs" / f"{quote(item.name, safe='')}{task.extension}"


def _results(out: Path, task: Task, trials: Sequence[Trial]) -> tuple[Result, ...]:
    found = []
    for trial in trials:
        folder = _folder(out, trial.digest)
        error = "" if folder.is_dir() else _error(shard_path(run_folder(out), trial.digest))
        usage = None
        with suppress(InputError):
            value = json.loads(read_text(folder / _USAGE))
            usage = Usage(value["cpu"], value["wall"], value["peak"])
        found += [
            Result(
                trial.system.name,
                item,
                None if error else _output(folder, item, task),
                usage,
                len(trial.items),
                error,
            )
            for item in trial.items
        ]
    return tuple(found)


def _error(path: Path) -> str:
    if not path.is_file():
        return NOT_RUN
    return str(json.loads(read_text(path))["error"]) or NOT_RUN


def _main(argument: str) -> int:
    for library in ("OPENBLAS", "OMP", "MKL"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    try:
        run_method(Path(argument))
    except (DiglotError, MemoryError) as error:
        sys.stderr.write(f"{error or 'the memory does not suffice'}\n")
        return 3
    return 0


if __name__ == "__main__":
    raise SystemExit(_main(sys.argv[1]))
