"""What a command costs: CPU seconds, wall seconds and peak memory of the whole process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from diglot.campaign import starter
from diglot.campaign.tasks import Usage as Cost

if TYPE_CHECKING:
    from collections.abc import Sequence

# The benchmarks pin BLAS to one thread for themselves; and without compiled bytecode, which every
# ordinary second run has, reading the dependencies would cost more than aligning a short text.
_NOT_FOR_USERS = ("OPENBLAS_NUM_THREADS", "PYTHONDONTWRITEBYTECODE")


class CommandError(Exception):
    """A measured command failed."""


def measured(command: Sequence[str], *, timeout: float | None = None) -> Cost:
    """Run a command and measure it as campaigns do.

    Raises:
        CommandError: it failed, or took longer than ``timeout`` seconds.
    """
    environment = {name: value for name, value in os.environ.items() if name not in _NOT_FOR_USERS}
    with TemporaryDirectory() as folder:
        errors, usage = Path(folder) / "stderr", Path(folder) / "usage"
        given = {
            "command": list(command),
            "folder": None,
            "seconds": timeout,
            "megabytes": None,
            "stdout": os.devnull,
            "stderr": str(errors),
            "usage": str(usage),
        }
        starting = [sys.executable, "-I", starter.__file__, json.dumps(given)]
        subprocess.run(starting, check=False, env=environment, stdout=subprocess.DEVNULL)
        lines = errors.read_text("utf-8", "replace").strip().splitlines()
        made = json.loads(usage.read_text("utf-8")) if usage.is_file() else {"code": 127}
    if made.get("late"):
        lines = [f"stopped after {timeout:.0f} s"]
    if made["code"]:
        reason = lines[-1] if lines else f"exit code {made['code']}"
        raise CommandError(f"{' '.join(command[:4])}: {reason}")
    return Cost(made["cpu"], made["wall"], made["peak"])
