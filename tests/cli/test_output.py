"""What a command does to take less memory."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import sys
from diglot.cli.output import leave_linear_algebra_out
{before}
leave_linear_algebra_out()
import numba
import numpy as np
assert numba.njit(lambda values: values.sum())(np.ones(3)) == 3
assert ("scipy.linalg" in sys.modules) == {loaded}
import scipy.linalg  # later is not too late
assert scipy.linalg.det(np.eye(2)) == 1
assert sys.modules["scipy.linalg.cython_blas"] is not None
"""


def run(before: str, *, loaded: bool) -> None:
    program = PROGRAM.format(before=before, loaded=loaded)
    subprocess.run([sys.executable, "-c", program], check=True, timeout=600)


@pytest.mark.slow
def test_compiled_loops_start_without_linear_algebra_which_can_be_had_later() -> None:
    run("", loaded=False)


@pytest.mark.slow
def test_linear_algebra_that_is_there_stays() -> None:
    run("import scipy.linalg", loaded=True)
