"""The program as the shell starts it."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

# A job in the background of a shell inherits that SIGINT is ignored; these programs do not.
BEGIN = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
"""
# What the program imports first waits here, so that a signal comes as early as it can.
EARLY = """
class Slow:
    def find_spec(self, name, *_):
        if name == "diglot.cli":
            signal.raise_signal(signal.{name})
sys.meta_path.insert(0, Slow())
from diglot.__main__ import run
sys.exit(run())
"""
LATE = """
from diglot.cli import commands
import diglot.cli
def main():
    diglot.cli.build_parser()
    raise_ = signal.raise_signal(signal.{name})
diglot.cli.main = main
from diglot.__main__ import run
sys.exit(run())
"""


@pytest.mark.parametrize("program", [EARLY, LATE], ids=["early", "late"])
@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_a_signal_ends_the_program_in_one_line(program, name, code):
    run = subprocess.run(
        [sys.executable, "-c", BEGIN + program.format(name=name)], capture_output=True, text=True
    )
    assert run.returncode == code
    assert run.stderr == "diglot: error: interrupted; nothing was written\n"


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_signal_after_the_work_is_done_prints_nothing(name):
    program = f"""
import atexit, diglot.cli
diglot.cli.main = lambda: 0
atexit.register(signal.raise_signal, signal.{name})
from diglot.__main__ import run
sys.exit(run())
"""
    run = subprocess.run([sys.executable, "-c", BEGIN + program], capture_output=True, text=True)
    assert run.returncode == -signal.Signals[name]
    assert run.stderr == ""
