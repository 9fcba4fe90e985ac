"""What all tests share: the development data, and marks by folder and by what a test uses."""

from __future__ import annotations

import gc
import os
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# A busy machine is no failure: no deadlines, no limit on the time that drawing takes. Every run
# draws other examples; --hypothesis-profile=thorough draws many where a test does not say how many,
# --hypothesis-profile=quick draws ten of any test.
settings.register_profile(
    "usual",
    deadline=None,
    print_blob=True,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("thorough", settings.get_profile("usual"), max_examples=2000)
settings.register_profile("quick", settings.get_profile("usual"), max_examples=10)
settings.load_profile("usual")
OF_FILES = 60
"""Examples of what is read and written: it comes from anywhere."""

# Collecting makes millions of objects and throws none away: a third of the time went into looking.
gc.disable()

# As the commands have it, here before numpy is there: threads that wait for each other spin, which
# took several times the time of the work itself.
for library in ("OPENBLAS", "OMP", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

# Tests are about the text they bring, not about what packs and encoders add; those of
# packs and encoders say so themselves.
os.environ.setdefault("DIGLOT_PACKS", "none")
os.environ.setdefault("DIGLOT_ENCODER", "none")

ROOT = Path(__file__).resolve().parent.parent


def _data_folder() -> Path:
    """The development data: ``DIGLOT_DATA``, or ``../shared/data`` beside the project."""
    given = os.environ.get("DIGLOT_DATA")
    return Path(given) if given else ROOT.parent / "shared" / "data"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by their folder, by the data they ask for, and where they start processes."""
    for item in items:
        folders = item.path.relative_to(ROOT / "tests").parts
        if folders[0] == "browser":
            item.add_marker("browser")
        if folders[0] == "gates":
            item.add_marker("gate")
        if "shared_data" in getattr(item, "fixturenames", ()):
            item.add_marker("data")
        _draw(item.function, folders[0])  # type: ignore[attr-defined]
        if any(_starts_processes(function) for function in _functions_of(item)):
            item.add_marker("subprocess")


def _draw(function: Callable[..., Any], folder: str) -> None:
    """Let a property draw no more examples than a quick profile has, and more where files are."""
    asked = getattr(function, "_hypothesis_internal_use_settings", None)
    if asked is None:
        return
    profile, examples = settings.get_current_profile_name(), settings().max_examples
    if profile == "quick":
        examples = min(asked.max_examples, examples)
    elif (profile, folder, asked.max_examples) == ("usual", "formats", examples):
        examples = OF_FILES
    else:
        return
    function._hypothesis_internal_use_settings = settings(asked, max_examples=examples)


def _functions_of(item: pytest.Item) -> Iterator[Callable[..., Any]]:
    """The test and its fixtures."""
    yield item.function  # type: ignore[attr-defined]
    for definitions in item._fixtureinfo.name2fixturedefs.values():  # type: ignore[attr-defined]
        yield definitions[-1].func


@cache
def _starts_processes(function: Callable[..., Any]) -> bool:
    """Whether a function of the tests, or one that it calls, names the module `subprocess`."""
    drawn = getattr(function, "hypothesis", None)
    known = [drawn.inner_test if drawn else function]
    for each in known:
        names = _names_in(each.__code__) if isinstance(each, FunctionType) else ()
        for value in map(getattr(each, "__globals__", {}).get, names):
            if value is subprocess:
                return True
            of_tests = str(getattr(value, "__module__", "")).startswith(("tests.", "bench."))
            if of_tests and isinstance(value, FunctionType) and value not in known:
                known.append(value)
    return False


def _names_in(code: CodeType) -> Iterator[str]:
    """Global names that a function and the functions in it read."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_in(constant)


def pytest_collection_finish() -> None:
    """Collect garbage again, but do not look for it among the tests."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def _powered() -> Iterator[None]:
    """Files do not wait for the disk: no test loses its power."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        yield


@pytest.fixture(scope="session")
def project() -> Path:
    """The project's root folder."""
    return ROOT


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of development data; absent data skips here and fails where CI is set."""
    folder = _data_folder()
    if not (folder / "README.md").is_file():
        message = f"no development data in {folder}: set DIGLOT_DATA to its folder"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return folder
