"""What commands cost."""

from __future__ import annotations

import sys

import pytest

from bench.measure import CommandError, measured


def python(code: str) -> list[str]:
    return [sys.executable, "-I", "-c", code]


def test_work_costs_cpu_time_and_waiting_does_not() -> None:
    work = measured(
        python(
            "import time\nend = time.process_time() + 0.3\nwhile time.process_time() < end: pass"
        )
    )
    rest = measured(python("import time; time.sleep(0.3)"))
    assert work.cpu >= 0.3
    assert rest.cpu < 0.3 <= rest.wall


def test_memory_is_that_of_the_command_and_not_of_the_benchmark() -> None:
    ballast = bytearray(200_000_000)
    ballast[::4096] = b"x" * len(ballast[::4096])
    assert measured(python("pass")).peak < 60
    assert 100 < measured(python("b = bytearray(b'x') * 100_000_000")).peak < 160


def test_children_count() -> None:
    child = "b = bytearray(b'x') * 100_000_000"
    code = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}], check=True)"
    assert measured(python(code)).peak > 100


def test_a_command_that_fails_is_an_error_with_its_last_words() -> None:
    with pytest.raises(CommandError, match="no such text"):
        measured(python("import sys; sys.exit('no such text')"))


def test_a_command_that_takes_too_long_is_stopped() -> None:
    with pytest.raises(CommandError, match="stopped after"):
        measured(python("import time; time.sleep(60)"), timeout=0.3)
