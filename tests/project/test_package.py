"""What is importable, how light it is, and what the wheel contains."""

from __future__ import annotations

import ast
import re
import stat
import subprocess
import sys
import tarfile
import zipfile
from importlib import import_module
from pathlib import Path

import pytest

import diglot

HEAVY = (
    "numpy", "lxml", "rich", "openpyxl", "regex", "scipy", "py3langid", "simplemma", "rdflib",
    "polib", "selectolax", "fastapi", "uvicorn", "sqlalchemy", "pydantic",
)  # fmt: skip


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
        "import diglot.formats.termbases",
        "import diglot.annotate.server",
    ],
)
def test_importing_diglot_and_asking_for_help_stay_light(code: str) -> None:
    assert not {name.partition(".")[0] for name in modules_after(code)} & set(HEAVY)


# A module takes about a millisecond where files are read slowly; most of these are Python's own.
@pytest.mark.parametrize(
    ("arguments", "most"), [("--help", 55), ("score --help", 85), ("align --help", 350)]
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


def test_the_stub_imports_every_public_name_from_where_it_is() -> None:
    stub = ast.parse(Path(diglot.__file__).with_suffix(".pyi").read_text())
    stated = {
        name: each.module
        for each in stub.body
        if isinstance(each, ast.ImportFrom)
        for alias in each.names
        for name in (import_module(str(each.module)).__all__ if alias.name == "*" else [alias.name])
    }
    assert stated == {**diglot._HOMES, "__version__": "diglot._version"}


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'aline'"):
        diglot.aline  # noqa: B018  # the access is the test


against_the_wheel = pytest.mark.skipif(
    Path(sys.prefix).name != "wheel", reason="not running against the wheel: make test"
)


@pytest.fixture
def wheel_file(project: Path) -> Path:
    """The wheel that `make test` has built."""
    (wheel_file,) = (project / "dist").glob("diglot-*.whl")
    return wheel_file


def files_of(wheel_file: Path) -> list[zipfile.ZipInfo]:
    with zipfile.ZipFile(wheel_file) as wheel:
        return wheel.infolist()


def is_kernel_source(name: str) -> bool:
    path = Path(name)
    return path.suffix == ".pxd" or (path.parent.name == "kernels" and path.stem != "__init__")


@against_the_wheel
def test_the_wheel_holds_every_file_of_the_package_and_kernels_compiled(
    project: Path, wheel_file: Path
) -> None:
    tracked = subprocess.run(
        ["git", "ls-files", "src"], cwd=project, capture_output=True, text=True, check=False
    )
    if tracked.returncode:
        pytest.skip("not a git checkout")
    sources = {line.removeprefix("src/") for line in tracked.stdout.splitlines()}
    kernels = set(filter(is_kernel_source, sources))
    extensions = {name.replace(".py", ".abi3.so") for name in kernels if name.endswith(".py")}
    names = {file.filename for file in files_of(wheel_file)}
    assert sources - kernels <= names
    assert {name for name in names if is_kernel_source(name)} == extensions
    assert any(name.endswith("licenses/LICENSE") for name in names)


@against_the_wheel
def test_everybody_may_read_the_files_of_the_wheel_and_nobody_write_them(wheel_file: Path) -> None:
    modes = {stat.S_IMODE(file.external_attr >> 16) for file in files_of(wheel_file)}
    assert modes <= {0o644, 0o755}


@against_the_wheel
@pytest.mark.skipif(sys.platform != "linux", reason="auditwheel knows Linux only")
def test_the_wheel_says_which_systems_run_it(wheel_file: Path) -> None:
    *_, python, abi, platform = wheel_file.stem.split("-")
    assert (python, abi) == ("cp311", "abi3")
    said = subprocess.run(
        [sys.executable, "-m", "auditwheel", "show", wheel_file],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    needed = max(int(minor) for minor in re.findall(r"GLIBC_2\.(\d+)", said))
    assert platform.startswith(f"manylinux_2_{max(needed, 17)}_")
    # Otherwise it would be consistent with one system only, that which built it.
    assert 'consistent with the following platform tag: "manylinux_2_' in " ".join(said.split())


@against_the_wheel
@pytest.mark.slow
def test_the_source_distribution_builds_the_same_wheel(
    project: Path, wheel_file: Path, tmp_path: Path
) -> None:
    def build(kind: str, folder: Path) -> Path:
        command = [sys.executable, "-m", "build", "--no-isolation", kind, "--outdir", tmp_path, "."]
        subprocess.run(command, cwd=folder, capture_output=True, check=True)
        (built,) = tmp_path.glob("*.whl" if kind == "--wheel" else "*.tar.gz")
        return built

    with tarfile.open(build("--sdist", project)) as archive:
        archive.extractall(tmp_path, filter="data")
    (unpacked,) = (each for each in tmp_path.iterdir() if each.is_dir())
    # What is kept there is kept by content: nothing is compiled a second time.
    (unpacked / "build").mkdir()
    (unpacked / "build" / "kernels").symlink_to(project / "build" / "kernels")
    again = build("--wheel", unpacked)
    assert again.name == wheel_file.name
    assert {(file.filename, file.CRC) for file in files_of(again)} == {
        (file.filename, file.CRC) for file in files_of(wheel_file)
    }


@against_the_wheel
def test_the_tests_of_the_wheel_do_not_see_the_sources(project: Path) -> None:
    assert (project / "src") not in Path(diglot.__file__).parents
    assert str(project / "src") not in sys.path
