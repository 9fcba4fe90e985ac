"""How a run is spread over processes and machines."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

from diglot.errors import ConfigError
from diglot.options import Group, option_record

RUNNING = Group("large corpora")
RUNNER = partial(
    RUNNING,
    "where shards are processed: in processes on this machine, or on a Ray cluster",
    default="local",
    choices=("local", "ray"),
)
ADDRESS = partial(
    RUNNING,
    "address of the Ray cluster (default: Ray is started on this machine)",
    metavar="HOST:PORT",
)
_PART = re.compile(r"(\d+)/(\d+)")


@option_record
class SpreadOptions:
    """How shards are spread over processes and machines; none of it changes a result."""

    shard: str | None = RUNNING(
        "process only part I of N of the shards and write no output; after N such runs, on any "
        "machines that share the folder, a run without this option writes the outputs",
        metavar="I/N",
    )
    runner: str = RUNNER()
    address: str | None = ADDRESS()

    def __post_init__(self) -> None:
        _ = self.part

    @property
    def part(self) -> tuple[int, int]:
        """Which part of how many, from 0; (0, 1) is everything.

        Raises:
            ConfigError: there is no such part.
        """
        if self.shard is None:
            return 0, 1
        found = _PART.fullmatch(self.shard)
        number, count = map(int, found.groups()) if found else (0, 0)
        if not 1 <= number <= count:
            raise ConfigError(f"--shard is {self.shard!r}, but must be such as 1/10 or 10/10")
        return number - 1, count


@option_record
class RunOptions(SpreadOptions):
    """Options of commands that work on a corpus shard by shard; none of them changes a result."""

    folder: Path | None = RUNNING(
        "folder for the shards, which are then kept when the run is done (default: OUT.run, or "
        ".run in an output folder; removed at the end)",
        "--run",
        metavar="DIR",
    )
