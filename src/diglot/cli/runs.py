"""``diglot runs``: commands for many inputs, how far runs are, what failed, and another try."""

from __future__ import annotations

import argparse
import io
import json
import re
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import asdict
from pathlib import Path
from typing import Any

from diglot.cli.commands import APART, Command
from diglot.cli.output import clean, print_json, progress
from diglot.cli.parsing import add_options, add_output, add_path, read_options, refuse_options
from diglot.errors import ConfigError, InputError, RunError
from diglot.files.atomic import atomic_open
from diglot.files.text import read_text, split_lines
from diglot.options import option_record, options_of
from diglot.pipeline.options import JOBS
from diglot.plurals import count_of
from diglot.runs.execution import JobStatus
from diglot.runs.jobs import Shard, ShardResult
from diglot.runs.options import SpreadOptions

DESCRIPTION = (
    "Run a command on many inputs. Commands that work in shards record in a folder what is done "
    "and what failed: show that record, or retry what failed too often."
)
_OUT = "output of the run, or its folder"


@option_record
class RetryOptions:
    """How failed shards are tried again."""

    jobs: int = JOBS()


STATUS_DESCRIPTION = "Show the progress of a run, its speed and the time left."


def configure_status(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "out", _OUT)


def run_status(arguments: argparse.Namespace) -> int:
    found = _statuses(arguments.out)
    if arguments.json:
        print_json([_as_json(each) for each in found])
        return 0
    for each in found:
        failed = len(each.quarantined)
        print(
            f"{each.name:<12}{each.complete:,} of {count_of(each.shards, 'shard')} done"
            + (f", {failed:,} failed" if failed else "")
            + (f", {each.retried:,} at a second try" if each.retried else "")
        )
        print(f"{'':<12}{_pace(each)}")
    if any(each.quarantined for each in found):
        print(f"see diglot runs report {arguments.out}")
    return 0


REPORT_DESCRIPTION = "List the shards that failed, with the reasons, and those that took longest."


def configure_report(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "out", _OUT)


def run_report(arguments: argparse.Namespace) -> int:
    found = _statuses(arguments.out)
    if arguments.json:
        print_json([_as_json(each, whole=True) for each in found])
        return 0
    for each in found:
        print(f"{each.name}: {count_of(each.shards, 'shard')}, {_pace(each)}")
        for record in each.quarantined:
            attempts = count_of(record.attempts, "attempt")
            print(f"  {record.shard} failed, {attempts}: {clean(record.error)}")
            if record.trace:
                print("".join(f"    {clean(line)}\n" for line in record.trace.splitlines()), end="")
        for record in each.slowest:
            print(f"  {record.shard} took {record.seconds:.1f} s")
    return 0


RETRY_DESCRIPTION = (
    "Retry the shards that failed too often. Then run the command itself again to write the "
    "outputs."
)


def configure_retry(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "out", _OUT)
    add_options(parser, RetryOptions)


def run_retry(arguments: argparse.Namespace) -> int:
    from diglot.runs.execution import find_jobs, retry

    workers = read_options(arguments, RetryOptions).jobs
    with progress(quiet=arguments.quiet or arguments.json) as report:
        tried = sum(
            retry(folder, workers=workers, progress=report) for folder in find_jobs(arguments.out)
        )
    if arguments.json:
        print_json({"tried": tried})
    elif not arguments.quiet and tried:
        print(f"{count_of(tried, 'shard')} done; run the command again to write the outputs")
    elif not arguments.quiet:
        print("no shard has failed too often")
    return 0


def _statuses(out: Path) -> list[JobStatus]:
    from diglot.runs.execution import find_jobs, job_status

    return [job_status(folder) for folder in find_jobs(out)]


def _pace(status: JobStatus) -> str:
    counts = ", ".join(f"{count:,} {name}" for name, count in status.counts.items())
    parts = [f"{status.seconds:,.1f} CPU seconds"]
    if counts:
        parts.append(counts)
    if status.left_seconds is not None:
        parts.append(f"{status.left_seconds / 60:,.1f} minutes left")
    return "; ".join(parts)


def _as_json(status: JobStatus, *, whole: bool = False) -> dict[str, Any]:
    value = asdict(status) | {"folder": str(status.folder), "quarantined": len(status.quarantined)}
    del value["slowest"]
    if whole:
        value["failures"] = [asdict(record) for record in status.quarantined]
        value["slowest"] = [
            {"shard": record.shard, "seconds": record.seconds} for record in status.slowest
        ]
    return value


# One command, done for every line of a list.


@option_record
class DoOptions(SpreadOptions):
    """How a command is done for many inputs."""

    jobs: int = JOBS()


DO_DESCRIPTION = (
    "Run a diglot command for every line of a list: in processes, on several machines or on a Ray "
    "cluster. Finished lines are not run again, and a failure does not stop the others."
)
_PLACE, _WRITTEN = re.compile(r"\{(\w+)\}"), re.compile(r"\{out\}.*")


def configure_do(parser: argparse.ArgumentParser) -> None:
    add_path(
        parser,
        "list",
        "table with the input files of one command per line, separated by tabs and relative to the "
        "folder of the table; or a folder, each of whose files is such a line",
    )
    add_output(parser, "folder of the outputs", required=True)
    parser.add_argument(
        "command",
        nargs="+",
        metavar="COMMAND",
        help="after --: the command with its arguments, in which {1}, {2} and so on stand for the "
        "files of a line, {name} for the name of the first one without its extension, and {out} "
        "for the folder of the outputs with that name",
    )
    add_options(parser, DoOptions)


def run_do(arguments: argparse.Namespace) -> int:
    from diglot.cli import build_parser

    options, command = read_options(arguments, DoOptions), arguments.command
    shards = _shards(arguments.list, command)
    # What the parser refuses it refuses for every line: it ends here, as any wrong usage does.
    build_parser().parse_args(_filled(command, shards[0], arguments.output / shards[0].name))
    return _do(arguments, shards, command, arguments.output, options, "line")


def do_in_folder(
    arguments: argparse.Namespace, folder: Path, out: Path | None, command: Sequence[str]
) -> int:
    """Do a command for every text of a folder, with outputs of the same names in another one.

    Args:
        arguments: of the command, with `DoOptions` among them.
        folder: of the texts; what accompanies them, such as pictures, is passed over.
        out: folder of the outputs.
        command: with its arguments; ``{1}`` stands for a file, ``{out}`` for its output without
            extension.

    Raises:
        ConfigError: there is no folder of outputs.
        InputError: the folder holds no texts, or two of one name.
        RunError: some could not be done; the others are.
    """
    from diglot.pipeline.file_pairs import list_texts

    if out is None:
        raise ConfigError(f"{folder} is a folder: name the folder of the outputs with -o")
    lines = [(number, [each]) for number, each in enumerate(list_texts(folder), 1)]
    shards = _as_shards(folder, command, lines)
    return _do(arguments, shards, command, out, read_options(arguments, DoOptions), "file", folder)


def refuse_spread(arguments: argparse.Namespace) -> None:
    """Refuse the options of many inputs where there is one.

    Raises:
        ConfigError: one of them was given.
    """
    names = [each.name for each, _ in options_of(DoOptions)]
    refuse_options(arguments, names, "is for a folder of files", DoOptions)


def _do(
    arguments: argparse.Namespace,
    shards: tuple[Shard, ...],
    command: Sequence[str],
    output: Path,
    options: DoOptions,
    what: str,
    base: Path | None = None,
) -> int:
    from diglot.runs import Job, execute
    from diglot.runs.options import run_folder

    out = output.absolute()
    settings = {"command": list(command), "out": str(out)}
    job = Job(
        command[0],
        f"{__name__}:do_shard",
        shards,
        settings | ({"base": str(base.absolute())} if base else {}),
        tuple(each for each in command if "{" not in each and Path(each).is_file()),
    )
    out.mkdir(parents=True, exist_ok=True)
    folder = run_folder(out) / f"1-{command[0]}"
    _forget_lost(folder, shards, out)
    with progress(quiet=arguments.quiet or arguments.json) as report:
        records = execute(job, folder, workers=options.jobs, options=options, progress=report)
    counts: dict[str, int] = {}
    for record in records:
        for name, count in record.counts.items():
            counts[name] = counts.get(name, 0) + count
    if arguments.json:
        print_json({"done": len(records), "counts": counts, "output": str(output)})
    elif not arguments.quiet:
        print(f"{output}: {command[0]} done for {count_of(len(records), what)}")
        for name, count in counts.items():
            print(f"  {count:,} {name}")
    return int(counts.get(_VIOLATIONS, 0) > 0)


_VIOLATIONS = "checks with violations"


def do_shard(shard: Shard, options: Mapping[str, Any], output: Path) -> ShardResult:
    """Do a command for one line; the file lists what it wrote, with sizes."""
    from diglot.cli import INTERRUPTED, main
    from diglot.runs import ShardResult

    out = Path(options["out"])
    place = out / shard.name
    if "base" in options:
        place = out / Path(shard.content[0]).relative_to(options["base"]).with_suffix("")
        place.parent.mkdir(parents=True, exist_ok=True)
    command = _filled(options["command"], shard, place)
    said, errors = io.StringIO(), io.StringIO()
    try:
        with redirect_stdout(said), redirect_stderr(errors):
            code = main([*command, "--json"])
    except SystemExit as error:
        code = int(error.code or 0)
    if code == INTERRUPTED:  # the run, not its line alone
        raise KeyboardInterrupt
    if code not in {0, 1}:
        lines = errors.getvalue().strip().splitlines() or [f"exit code {code}"]
        raise RunError(lines[-1].removeprefix("diglot: error: "))
    # An option may say more than where to write, as in json={out}.json.
    asked = [found[0] for each in options["command"] if (found := _WRITTEN.search(each))]
    written = [path for each in _filled(asked, shard, place) if (path := Path(each)).exists()]
    if not written:
        raise RunError(f"{' '.join(command[:3])} wrote nothing")
    sizes = {path.relative_to(out).as_posix(): _size(path) for path in written}
    with atomic_open(output) as file:
        file.write(json.dumps(sizes, ensure_ascii=False, indent=1) + "\n")
    return ShardResult({**_figures(said.getvalue()), **({_VIOLATIONS: 1} if code else {})})


def _filled(command: Sequence[str], shard: Shard, place: Path) -> list[str]:
    """Return a command with the files of a line in it."""
    values = {"name": shard.name, "out": str(place)}
    values |= {str(number): path for number, path in enumerate(shard.content, 1)}
    return [_PLACE.sub(lambda found: values[found[1]], each) for each in command]


def _figures(said: str) -> dict[str, int]:
    """Return the counts that a command printed as JSON, and those of what it left out."""
    try:
        value = json.loads(said)
    except ValueError:
        return {}
    if not isinstance(value, dict):
        return {}
    lost = {f"left out: {each['kind']}": each["count"] for each in value.get("lost", ())}
    return {name: each for name, each in value.items() if type(each) is int} | lost


def _size(path: Path) -> int:
    """Return the bytes of a file; those of a folder are its own command's to look after."""
    return path.stat().st_size if path.is_file() else 0


def _shards(listed: Path, command: Sequence[str]) -> tuple[Shard, ...]:
    """Return the lines of a list as shards of a command."""
    from diglot.cli import VERBS

    verb = command[0]
    if verb not in VERBS:
        raise ConfigError(f"{verb!r} is not a command of diglot; see diglot --help")
    if verb in APART:
        raise ConfigError(f"diglot {verb} {APART[verb]}")
    if not any("{out}" in each for each in command):
        raise ConfigError(
            "no argument of the command holds {out}: every line would write the same file"
        )
    return _as_shards(listed, command, _lines(listed))


def _as_shards(
    listed: Path, command: Sequence[str], lines: Sequence[tuple[int, list[Path]]]
) -> tuple[Shard, ...]:
    asked = {found for each in command for found in _PLACE.findall(each)} - {"name", "out"}
    shards: dict[str, Shard] = {}
    for number, files in lines:
        if missing := [each for each in files if not each.exists()]:
            raise InputError(
                f"no such file: {missing[0]}", path=listed, place=number, cure="check the name"
            )
        if unknown := asked.difference(map(str, range(1, len(files) + 1))):
            raise ConfigError(
                f"the command asks for {{{min(unknown)}}}, but line {number} of {listed} has "
                f"{count_of(len(files), 'column')}"
            )
        base = listed if listed.is_dir() else listed.parent
        first = files[0].relative_to(base) if files[0].is_relative_to(base) else files[0]
        name = first.with_suffix("").as_posix().strip("/.").replace("/", "_")
        if name in shards:
            raise InputError(
                f"two lines are called {name}", path=listed, place=number, cure="rename a file"
            )
        inputs = [path for each in files for path in ([each] if each.is_file() else _inside(each))]
        shards[name] = Shard(
            name,
            tuple(str(each.absolute()) for each in inputs),
            [str(each.absolute()) for each in files],
        )
    if not shards:
        raise InputError("lists nothing to do", path=listed, cure="give a line for every input")
    return tuple(shards.values())


def _lines(listed: Path) -> list[tuple[int, list[Path]]]:
    if listed.is_dir():
        return [(number, [each]) for number, each in enumerate(_inside(listed), 1)]
    return [
        (number, [listed.parent / cell.strip() for cell in line.split("\t") if cell.strip()])
        for number, line in enumerate(split_lines(read_text(listed)), 1)
        if line.strip() and not line.startswith("#")
    ]


def _inside(folder: Path) -> list[Path]:
    """Return the files of a folder by name, without hidden ones."""
    found = (each for each in sorted(folder.rglob("*")) if each.is_file())
    return [
        each
        for each in found
        if not any(part.startswith(".") for part in each.relative_to(folder).parts)
    ]


def _forget_lost(folder: Path, shards: Sequence[Shard], out: Path) -> None:
    """Forget what is done of lines whose outputs have gone or changed since."""
    from diglot.runs import record_path, shard_path

    for shard in shards:
        try:
            sizes = json.loads(read_text(shard_path(folder, shard.name)))
            held = all(_size(out / name) == size for name, size in sizes.items())
        except (InputError, OSError, ValueError):
            held = False
        if not held:
            record_path(folder, shard.name).unlink(missing_ok=True)


ACTIONS = {
    "do": Command("run a command for every line of a list", "runs", "do"),
    "status": Command("show the progress of a run", "runs", "status"),
    "retry": Command("retry what failed too often", "runs", "retry"),
    "report": Command("list what failed, with the reasons", "runs", "report"),
}
