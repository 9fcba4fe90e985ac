"""The wheel under test gets loops that are compiled already, but never outdated ones."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.compiled_loops import share

CALLER = """
from numba import njit
from .called import twice

@njit(cache=True)
def fourfold(value):
    return twice(twice(value))
"""
CALLED = """
from numba import njit

@njit(cache=True)
def twice(value):
    return 2 * value
"""
PROGRAM = """
from {package}.caller import fourfold
assert fourfold(3) == 12
print(sum(fourfold.stats.cache_hits.values()))
"""


def run(folder: Path, package: str) -> int:
    """Call a loop of a package in a process of its own; how often it was compiled already."""
    program = PROGRAM.format(package=package)
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, check=True, text=True
    )
    return int(done.stdout)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package whose loops are compiled, and a copy of its modules that is younger."""
    folder = tmp_path_factory.mktemp("packages")
    for name, seconds in (("package", 10**9), ("copied", 10**9 + 5)):
        (folder / name).mkdir()
        for module, content in (("caller", CALLER), ("called", CALLED)):
            path = folder / name / f"{module}.py"
            path.write_text(content, encoding="utf-8")
            os.utime(path, (seconds, seconds))
    assert run(folder, "package") == 0
    return folder


@pytest.fixture
def folder(compiled: Path, tmp_path: Path) -> Path:
    """Both of them once more."""
    shutil.copytree(compiled, tmp_path, dirs_exist_ok=True)
    return tmp_path


def loops(folder: Path) -> set[str]:
    """Modules of which something compiled lies there."""
    return {path.name.partition(".")[0] for path in folder.rglob("*.nbc")}


@pytest.mark.slow
def test_a_copy_of_the_package_finds_its_loops_compiled(folder: Path) -> None:
    share(folder / "package", folder / "copied")
    assert loops(folder / "copied") == {"caller", "called"}
    assert run(folder, "copied") == 1


def test_what_is_compiled_of_the_copy_can_go_back(folder: Path) -> None:
    share(folder / "package", folder / "copied")
    shutil.rmtree(folder / "package" / "__pycache__")
    share(folder / "copied", folder / "package")
    assert run(folder, "package") == 1


def test_loops_are_not_handed_on_where_a_module_differs(folder: Path) -> None:
    with (folder / "copied" / "called.py").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    share(folder / "package", folder / "copied")
    assert loops(folder / "copied") == set()


def test_loops_older_than_a_module_are_not_handed_on(folder: Path) -> None:
    os.utime(folder / "package" / "called.py", (2**32, 2**32))
    share(folder / "package", folder / "copied")
    assert loops(folder / "copied") == set()
