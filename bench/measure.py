"""What a command costs: CPU seconds, wall seconds and peak memory of the whole process.

As a script it runs the command given and prints the cost as JSON. The benchmark starts it as a
process of its own, because Linux counts the peak memory of a process that starts a command as the
command's, too: the starter has to be small.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Cost:
    """Cost of one run of a command, its children included.

    Attributes:
        cpu: CPU seconds, user and system.
        wall: seconds on the clock.
        peak: most memory resident at one time, megabytes (10^6 bytes).
    """

    cpu: float
    wall: float
    peak: float


# The benchmarks pin BLAS to one thread for themselves; and without compiled bytecode, which every
# ordinary second run has, reading the dependencies would cost more than aligning a short text.
_NOT_FOR_USERS = ("OPENBLAS_NUM_THREADS", "PYTHONDONTWRITEBYTECODE")


class CommandError(Exception):
    """A measured command failed."""


def measured(command: Sequence[str], *, timeout: float | None = None) -> Cost:
    """Run a command and measure it.

    Raises:
        CommandError: it failed, or took longer than ``timeout`` seconds.
    """
    environment = {name: value for name, value in os.environ.items() if name not in _NOT_FOR_USERS}
    starter = [sys.executable, "-I", __file__, *([f"--timeout={timeout}"] if timeout else [])]
    done = subprocess.run(
        [*starter, *command], capture_output=True, text=True, check=False, env=environment
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        raise CommandError(f"{' '.join(command[:4])}: {lines[-1]}")
    return Cost(**json.loads(done.stdout))


def _main(arguments: list[str]) -> int:
    timeout = None
    if arguments and arguments[0].startswith("--timeout="):
        timeout = float(arguments.pop(0).partition("=")[2])
    begin = time.perf_counter()
    with subprocess.Popen(arguments, stdout=subprocess.DEVNULL) as process:
        while not (state := os.wait4(process.pid, os.WNOHANG if timeout else 0))[0]:
            if timeout and time.perf_counter() - begin > timeout:
                process.kill()
                print(f"stopped after {timeout:.0f} s", file=sys.stderr)
                return 124
            time.sleep(0.05)
        wall = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(state[1])
    used = state[2]
    peak = used.ru_maxrss * 1024 / 1e6  # Linux counts in kilobytes of 1024 bytes
    print(json.dumps({"cpu": used.ru_utime + used.ru_stime, "wall": wall, "peak": peak}))
    return process.returncode


if __name__ == "__main__":
    raise SystemExit(_main(sys.argv[1:]))
