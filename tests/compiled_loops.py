"""Hand compiled loops on to a copy of the package: ``python -m tests.compiled_loops FROM TO``.

Compiling all of them takes minutes. numba keeps them beside their modules and trusts them while
time and size of the module stay the same, so modules of the copy get the times of the originals.
"""

from __future__ import annotations

import filecmp
import os
import shutil
import sys
from pathlib import Path


def share(original: Path, copy: Path) -> None:
    """Hand on what is compiled of the original and not of the copy.

    A loop holds the code of the loops that it calls, and numba does not see when those change. So
    nothing is handed on where any module differs, or is younger than something compiled.
    """
    modules = [path.relative_to(original) for path in original.rglob("*.py")]
    if not all(_same(original / each, copy / each) for each in modules):
        return
    for each in modules:
        os.utime(copy / each, ns=(_time(original / each), _time(original / each)))
    compiled = list(original.rglob("*.nbi"))
    if compiled and max(_time(copy / each) for each in modules) < min(map(_time, compiled)):
        for index in compiled:
            there = copy / index.relative_to(original)
            if not there.exists():
                there.parent.mkdir(exist_ok=True)
                for code in index.parent.glob(f"{index.stem}.*.nbc"):
                    shutil.copy2(code, there.parent)
                shutil.copy2(index, there)


def _same(one: Path, other: Path) -> bool:
    return other.exists() and filecmp.cmp(one, other, shallow=False)


def _time(path: Path) -> int:
    return path.stat().st_mtime_ns


if __name__ == "__main__":
    share(*map(Path, sys.argv[1:]))
