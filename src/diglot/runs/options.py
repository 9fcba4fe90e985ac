"""How a run is spread over processes and machines."""

from __future__ import annotations

import re
from pathlib import Path

from diglot.errors import ConfigError
from diglot.options import Group, option_record

RUNNING = Group("large corpora")
_PART = re.compile(r"(\d+)/(\d+)")


@option_record
class SpreadOptions:
    """How shards are spread over processes and machines; none of it changes a result."""

    shard: str | None = RUNNING(
        "do the shards of part I of N only and write no output; N runs, on any machines that share "
        "the folder, do all of them, and one without this option then writes the outputs",
        metavar="I/N",
    )
    runner: str = RUNNING(
        "what does the shards: processes of this machine, or a cluster of Ray",
        default="local",
        choices=("local", "ray"),
    )
    address: str | None = RUNNING(
        "address of the cluster of Ray (default: Ray is started on this machine)",
        metavar="HOST:PORT",
    )

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
        "folder in which shards are kept when the run is done (default: OUT.run, or .run in a "
        "folder, where they are removed then)",
        "--run",
        metavar="DIR",
    )
