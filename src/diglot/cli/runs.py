"""``diglot runs``: how far runs over many shards are, what failed in them, and another try."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from diglot.cli.commands import Command
from diglot.cli.output import clean, print_json, progress
from diglot.cli.parsing import add_options, add_path, read_options
from diglot.options import option_record
from diglot.pipeline.options import JOBS
from diglot.plurals import count_of

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from diglot.runs.status import JobStatus

DESCRIPTION = (
    "Commands that work on many shards keep in a folder what is done and what failed. Show it, or "
    "try again what failed too often."
)
_OUT = "output of the run, or its folder"


@option_record
class RetryOptions:
    """How failed shards are tried again."""

    jobs: int = JOBS()


STATUS_DESCRIPTION = "Show how far a run is, how fast it goes, and how long the rest will take."


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
    "Try again the shards that failed too often. Then run the command itself again: it writes the "
    "outputs."
)


def configure_retry(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "out", _OUT)
    add_options(parser, RetryOptions)


def run_retry(arguments: argparse.Namespace) -> int:
    from diglot.runs.status import find_jobs, retry

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
    from diglot.runs.status import find_jobs, job_status

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


ACTIONS = {
    "status": Command("show how far a run is", "runs", "status"),
    "retry": Command("try again what failed too often", "runs", "retry"),
    "report": Command("list what failed, with the reasons", "runs", "report"),
}
