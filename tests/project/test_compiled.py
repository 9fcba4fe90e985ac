"""No kernel runs that is older than its source: it is compiled again, or refused."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import ModuleType

import pytest

from diglot.errors import KernelError
from diglot.installed import require_compiled

SOURCES = {
    "indirect.py": """
def once(value):
    return value
""",
    "indirect.pxd": "cdef long long once(long long value) nogil\n",
    "called.py": """
def twice(value):
    return 2 * value
""",
    "called.pxd": """
from diglot.kernels.indirect cimport once
cdef long long twice(long long value) nogil
""",
    "caller.py": """
import cython
from cython.cimports.diglot.kernels.called import twice

def fourfold(value: cython.longlong) -> cython.longlong:
    return twice(twice(value))
""",
    "alone.py": """
def half(value):
    return value // 2
""",
}
UNCHECKED = """
import cython

@cython.cfunc
@cython.nogil
def read(values: cython.longlong[::1], k: cython.Py_ssize_t) -> cython.longlong:
    return values[k]

def element(values: cython.longlong[::1], k: cython.Py_ssize_t):
    with cython.nogil:
        found = read(values, k)
    return found

def product(one: cython.longlong, other: cython.longlong):
    with cython.nogil:
        result = one * other
    return result

def quotient(one: cython.longlong, other: cython.longlong):
    with cython.nogil:
        result = one // other
    return result
"""
CHANGED = SOURCES["alone.py"].replace("2", "3")


@pytest.fixture
def tool(project: Path) -> ModuleType:
    """A copy of `tools/compile_kernels.py` that a test may point somewhere else."""
    spec = importlib.util.spec_from_file_location("tool", project / "tools" / "compile_kernels.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["tool"] = module  # its types ask for the names of their module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def kernels(tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The compiled kernels of a small package in a checkout of its own."""
    folder = tmp_path / "src" / "diglot" / "kernels"
    folder.mkdir(parents=True)
    for path in (folder.parent / "__init__.py", folder / "__init__.py"):
        path.touch()
    for name, content in SOURCES.items():
        (folder / name).write_text(content)
    # Extensions are kept with those of the project, so that only the first run compiles them.
    monkeypatch.setattr(tool, "SOURCE", tmp_path / "src")
    tool.install(tool.compile_kernels(), tmp_path / "src")
    return folder


def answer(kernels: Path, call: str) -> str:
    """What a kernel gives in a fresh process."""
    module = call.partition(".")[0]
    program = f"import numpy; from diglot.kernels import {module}; print({call})"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=kernels.parents[1],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def remove_all_sources(kernels: Path) -> None:
    for name in SOURCES:
        (kernels / name).unlink()


def add_extension(kernels: Path, name: str) -> None:
    shutil.copy(kernels / "alone.abi3.so", kernels / name)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "a source changed": lambda kernels: (kernels / "alone.py").write_text(CHANGED),
    "a source is new": lambda kernels: (kernels / "new.py").touch(),
    "a source is gone": lambda kernels: (kernels / "alone.py").unlink(),
    "all sources are gone": remove_all_sources,
    "a declaration changed": lambda kernels: (kernels / "called.pxd").write_text("# other"),
    "a declaration is gone": lambda kernels: (kernels / "called.pxd").unlink(),
    "an extension is missing": lambda kernels: (kernels / "alone.abi3.so").unlink(),
    "an extension has no source": lambda kernels: add_extension(kernels, "left.abi3.so"),
    "Python prefers another extension": lambda kernels: add_extension(
        kernels, f"alone{EXTENSION_SUFFIXES[0]}"
    ),
    "the record is missing": lambda kernels: (kernels / "compiled.json").unlink(),
}


def test_kernels_of_the_sources_that_are_there_are_accepted(kernels: Path) -> None:
    require_compiled([str(kernels)])
    assert answer(kernels, "caller.fourfold(3)") == "12"


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_any_others_are_refused(kernels: Path, damage: Callable[[Path], object]) -> None:
    damage(kernels)
    with pytest.raises(KernelError, match=r"run: python tools/compile_kernels\.py"):
        require_compiled([str(kernels)])


def test_kernels_without_any_source_are_those_of_a_wheel(kernels: Path) -> None:
    remove_all_sources(kernels)
    (kernels / "compiled.json").unlink()
    require_compiled([str(kernels)])


@pytest.mark.slow
def test_what_cython_refuses_is_shown_without_the_rest(tool: ModuleType, kernels: Path) -> None:
    (kernels / "alone.py").write_text("def half(value):\n    return missing\n")
    with pytest.raises(SystemExit) as raised:
        tool.compile_kernels()
    assert "alone.py:2:11: undeclared name not builtin: missing" in str(raised.value)
    assert "performance hint" not in str(raised.value)


@pytest.mark.slow
def test_a_changed_source_is_compiled_again(tool: ModuleType, kernels: Path) -> None:
    assert answer(kernels, "alone.half(6)") == "3"
    (kernels / "alone.py").write_text(CHANGED)
    tool.install(tool.compile_kernels(), kernels.parents[1])
    assert answer(kernels, "alone.half(6)") == "2"
    require_compiled([str(kernels)])


@pytest.mark.parametrize(
    ("changed", "compiled"),
    [
        ("alone.py", {"alone"}),
        ("called.py", {"called"}),
        ("called.pxd", {"called", "caller"}),
        ("indirect.pxd", {"indirect", "called", "caller"}),
    ],
)
def test_a_change_compiles_what_it_concerns(
    tool: ModuleType, kernels: Path, changed: str, compiled: set[str]
) -> None:
    def places() -> dict[str, Path]:
        return {path.stem: tool.place(path, "") for path in tool.sources()}

    before = places()
    with (kernels / changed).open("a") as file:
        file.write("# changed\n")
    assert {name for name, place in places().items() if place != before[name]} == compiled


def test_another_flag_compiles_everything(
    tool: ModuleType, kernels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = []

    def compile_module(module: Path, folder: Path, *rest: object) -> Path:
        compiled.append(module.stem)
        return Path(shutil.copy(kernels / "alone.abi3.so", folder / module.name))

    built = tmp_path / "built"
    for path in tool.compile_kernels().extensions.values():
        (built / path.relative_to(tool.BUILT)).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, built / path.relative_to(tool.BUILT))
    monkeypatch.setattr(tool, "BUILT", built)
    monkeypatch.setattr(tool, "DEFINES", [*tool.DEFINES, "-DOTHER"])
    monkeypatch.setattr(tool, "translate", lambda *modules: None)
    monkeypatch.setattr(tool, "compile_module", compile_module)
    tool.compile_kernels()
    assert sorted(compiled) == ["alone", "called", "caller", "indirect", "memoryviews"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("call", "error"),
    [
        ("alone.element(numpy.arange(3), 3)", "IndexError"),
        ("alone.product(2**40, 2**40)", "OverflowError"),
        ("alone.quotient(1, 0)", "ZeroDivisionError"),
    ],
)
def test_checked_kernels_raise_where_the_fast_ones_read_on(
    tool: ModuleType, kernels: Path, call: str, error: str
) -> None:
    (kernels / "alone.py").write_text(UNCHECKED)
    tool.install(tool.compile_kernels("checked"), kernels.parents[1])
    with pytest.raises(subprocess.CalledProcessError) as raised:
        answer(kernels, call)
    assert raised.value.stderr.splitlines()[-1].startswith(error)


def test_the_extension_of_a_module_that_is_gone_goes_too(tool: ModuleType, kernels: Path) -> None:
    (kernels / "alone.py").unlink()
    tool.install(tool.compile_kernels(), kernels.parents[1])
    assert not (kernels / "alone.abi3.so").exists()
    require_compiled([str(kernels)])


def test_without_modules_no_record_is_left(tool: ModuleType, kernels: Path) -> None:
    remove_all_sources(kernels)
    tool.install(tool.compile_kernels(), kernels.parents[1])
    assert {path.name for path in kernels.iterdir()} == {"__init__.py"}


def test_who_is_interrupted_has_no_record(
    tool: ModuleType, kernels: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (kernels / "alone.py").write_text(CHANGED)
    compiled = tool.compile_kernels()

    def put_one(file: Path, there: Path) -> None:
        shutil.copy(file, there)
        raise KeyboardInterrupt

    monkeypatch.setattr(tool, "_put", put_one)
    with pytest.raises(KeyboardInterrupt):
        tool.install(compiled, kernels.parents[1])
    (kernels / "alone.py").write_text(SOURCES["alone.py"])  # what stands there is not from this
    with pytest.raises(KernelError):
        require_compiled([str(kernels)])


def test_what_changes_while_it_is_compiled_is_not_kept(
    tool: ModuleType, kernels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def compile_module(module: Path, folder: Path, *rest: object) -> Path:
        (kernels / "alone.py").write_text(CHANGED)
        return Path(shutil.copy(kernels / "caller.abi3.so", folder / module.name))

    monkeypatch.setattr(tool, "BUILT", tmp_path / "built")
    monkeypatch.setattr(tool, "translate", lambda *modules: None)
    monkeypatch.setattr(tool, "compile_module", compile_module)
    with pytest.raises(SystemExit, match=r"alone\.py was changed while it was compiled"):
        tool.compile_kernels()
    assert not list((tmp_path / "built").rglob("alone.*"))


def test_a_command_says_in_one_line_what_to_do(project: Path, tmp_path: Path) -> None:
    shutil.copytree(project / "src", tmp_path / "src")
    (tmp_path / "src" / "diglot" / "sentences" / "kernels" / "search.abi3.so").unlink()
    for name, text in (("a", "One.\nTwo.\n"), ("b", "Un.\nDeux.\n")):
        (tmp_path / name).write_text(text)
    done = subprocess.run(
        [sys.executable, "-m", "diglot", "align", "../a", "../b", "-o", "c.tmx", "--quiet"],
        cwd=tmp_path / "src",
        capture_output=True,
        text=True,
    )
    assert done.returncode == 3
    (line,) = done.stderr.splitlines()
    assert line.startswith("diglot: error: ")
    assert line.endswith("run: python tools/compile_kernels.py (make does it, too)")
