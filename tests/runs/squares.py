"""A function for jobs of the tests: it writes the square of a number, and misbehaves when asked."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.errors import InputError
from diglot.files.atomic import write_bytes
from diglot.runs import Job, Shard, ShardResult

if TYPE_CHECKING:
    from collections.abc import Mapping


def square(shard: Shard, options: Mapping[str, Any], output: Path) -> ShardResult:
    """Write the square of the number of a shard, plus what the options add."""
    with Path(options["log"]).open("a") as log:
        log.write(f"{shard.name}\n")
    number = int(Path(shard.files[0]).read_text()) if shard.files else shard.content
    if shard.name in options.get("refused", ()):
        raise InputError("is refused", path=shard.name)
    if shard.name == "001" and Path(options.get("refused_while", "no such file")).exists():
        raise InputError("is refused", path=shard.name)
    deadly = Path(options.get("deadly", "no such file"))
    if deadly.name == shard.name and deadly.exists():
        if options.get("once"):
            deadly.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    write_bytes(output, str(number**2 + options.get("more", 0)).encode())
    return ShardResult({"numbers": 1, "sum": number})


def squares(folder: Path, count: int = 8, **options: Any) -> Job:
    """A job of so many numbers; the shards that were tried are lines of ``log``."""
    shards = tuple(Shard(f"{number:03}", content=number) for number in range(count))
    options["log"] = str(folder / "log")
    return Job("squares", "tests.runs.squares:square", shards, options)


def tried(folder: Path) -> list[str]:
    """The shards that were tried, one entry an attempt."""
    return (folder / "log").read_text().split()


def results(folder: Path) -> dict[str, bytes]:
    """What was made of every shard."""
    return {path.name: path.read_bytes() for path in sorted((folder / "shards").iterdir())}
