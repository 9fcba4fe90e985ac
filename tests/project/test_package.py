"""What is importable, how light it is, and what the wheel contains."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from importlib import import_module
from pathlib import Path

import pytest

import diglot

HEAVY = ("numpy", "numba", "lxml", "rich", "openpyxl", "regex", "scipy", "py3langid", "simplemma")


def modules_after(code: str) -> set[str]:
    """Modules loaded in a fresh interpreter after ``code``."""
    report = f"{code}\nimport sys; print('\\n'.join(sys.modules), file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", report], capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


@pytest.mark.parametrize(
    "code",
    [
        "import diglot",
        "import diglot.cli; diglot.cli.build_parser().format_help()",
        "import diglot.errors",
    ],
)
def test_importing_diglot_and_asking_for_help_stay_light(code: str) -> None:
    assert not {name.partition(".")[0] for name in modules_after(code)} & set(HEAVY)


# A module takes about a millisecond where files are read slowly; 20 are Python's own.
@pytest.mark.parametrize(
    ("arguments", "most"), [("--help", 80), ("score --help", 85), ("align --help", 350)]
)
def test_help_loads_few_modules(arguments: str, most: int) -> None:
    asked = f"main({arguments.split()})"
    code = f"from diglot.cli import main\ntry: {asked}\nexcept SystemExit: pass"
    assert len(modules_after(code) - modules_after("pass")) <= most


@pytest.mark.parametrize("name", diglot.__all__)
def test_every_public_name_exists_and_is_documented(name: str) -> None:
    value = getattr(diglot, name)
    assert name == "__version__" or value.__doc__


def test_dir_lists_the_public_names() -> None:
    assert dir(diglot) == sorted(diglot.__all__)


@pytest.mark.parametrize("name", sorted(set(diglot.__all__) - {"__version__"}))
def test_public_names_are_the_very_objects_of_their_modules(name: str) -> None:
    value = getattr(diglot, name)
    assert getattr(import_module(value.__module__), name) is value


def test_every_value_of_the_model_is_public() -> None:
    assert set(import_module("diglot.model").__all__) <= set(diglot.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'aline'"):
        diglot.aline  # noqa: B018  # the access is the test


against_the_wheel = pytest.mark.skipif(
    Path(sys.prefix).name != "wheel", reason="not running against the wheel: make test"
)


@against_the_wheel
def test_the_wheel_holds_every_file_of_the_package(project: Path) -> None:
    (wheel_file,) = (project / "dist").glob("diglot-*.whl")
    tracked = subprocess.run(
        ["git", "ls-files", "src"], cwd=project, capture_output=True, text=True, check=False
    )
    if tracked.returncode:
        pytest.skip("not a git checkout")
    expected = {line.removeprefix("src/") for line in tracked.stdout.splitlines()}
    with zipfile.ZipFile(wheel_file) as wheel:
        names = set(wheel.namelist())
    assert expected <= names
    assert any(name.endswith("licenses/LICENSE") for name in names)


@against_the_wheel
def test_the_tests_of_the_wheel_do_not_see_the_sources(project: Path) -> None:
    assert (project / "src") not in Path(diglot.__file__).parents
    assert str(project / "src") not in sys.path
