"""Commands that are struck by a signal in the middle of their work, at a place that is known.

A signal that is sent from outside comes before the work, or when it is done, on a machine that is
fast, slow or busy: so the process sends it to itself where it calls a function.
"""

from __future__ import annotations

import signal
import subprocess
import sys

_PROGRAM = """
import importlib, signal, sys
from diglot.cli import main

name, place, *arguments = sys.argv[1:]
module, _, function = place.rpartition(".")
signal.signal(signal.SIGINT, signal.default_int_handler)  # which a job in the background ignores
setattr(
    importlib.import_module(module),
    function,
    lambda *_, **__: signal.raise_signal(signal.Signals[name]),
)
sys.exit(main(arguments))
"""


def struck(by: signal.Signals, at: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a command in a process that gets a signal instead of calling a function.

    Args:
        by: the signal.
        at: the function, by the module that looks it up, such as ``os.fsync``.
        arguments: of the command.
    """
    return subprocess.run(
        [sys.executable, "-c", _PROGRAM, by.name, at, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
