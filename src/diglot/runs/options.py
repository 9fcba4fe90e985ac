"""Options for spreading a run over processes and machines."""

from __future__ import annotations

import re
from collections.abc import Sequence
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
SHARD = partial(
    RUNNING,
    "process only part I of N of the shards and write no output; after N such runs, on any "
    "machines that share the folder, a run without this option writes the outputs",
    metavar="I/N",
)
_PART = re.compile(r"(\d+)/(\d+)")


@option_record
class SpreadOptions:
    """How shards are spread over processes and machines; none of it changes a result."""

    shard: str | None = SHARD()
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

    @property
    def is_asked_for(self) -> bool:
        """Whether any option says that there are to be shards."""
        workers = getattr(self, "jobs", 1)
        return bool(self.shard or self.folder or self.runner != "local" or workers > 1)

    def folder_for(self, outputs: Sequence[Path]) -> Path:
        """Return the folder of the run for these outputs.

        Raises:
            ConfigError: neither tells it.
        """
        if not (self.folder or outputs):
            raise ConfigError("shards need a folder: give --run DIR, or -o OUT")
        return self.folder or run_folder(outputs[0])


def run_folder(output: Path) -> Path:
    """Return where the run of an output is kept unless the user says otherwise."""
    return output / ".run" if output.is_dir() else output.with_name(f"{output.name}.run")
