"""Seconds and calls of every kernel while commands run; a script for the Python of any checkout.

It reads a JSON list of command lines (without ``diglot``; ``{out}`` is an empty folder), runs each
twice in this process, and prints what the second run took: by then everything is loaded, and
compiled where a release still compiled on first use (numba). ``--record FILE`` also keeps the
arguments of each kernel's longest calls, and ``--replay FILE`` runs the namesakes of those kernels
on these arguments instead of commands. Nothing of `bench` is imported, so that an older release can
be measured with it as well.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import importlib
import importlib.abc
import importlib.util
import inspect
import io
import json
import pickle
import re
import sys
import threading
from collections import defaultdict, namedtuple
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time, thread_time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from importlib.machinery import ModuleSpec
    from types import ModuleType

EXTENSIBLE = 1 << 10  # Py_TPFLAGS_BASETYPE
KERNEL = re.compile(r"diglot(\.\w+)*\.kernels\.\w+")

RECORDED_CALLS = 3
REPLAYS = 7

taken: dict[str, list[float]] = {}
"""For the name of a kernel: its calls, and the CPU seconds of all threads that ran it."""
recorded: dict[str, dict[int, list[Any]]] = {}
"""For the name of a kernel: the arguments of the calls that are kept, by their number."""
_kept: dict[str, frozenset[int]] = {}
_calls: defaultdict[str, list[float]] = defaultdict(list)
_running = threading.local()
_lock = threading.Lock()


def timed(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Return a function that counts its calls from Python, not those from another kernel."""

    def call(*arguments: Any, **options: Any) -> Any:
        if getattr(_running, "kernel", False):
            return function(*arguments, **options)
        _running.kernel = True
        number = len(_calls[name])
        if number in _kept.get(name, ()) and not options:
            with contextlib.suppress(TypeError):  # an object that cannot be copied
                recorded.setdefault(name, {})[number] = [portable(each) for each in arguments]
        begin = thread_time()
        try:
            return function(*arguments, **options)
        finally:
            seconds = thread_time() - begin
            _running.kernel = False
            with _lock:
                entry = taken.setdefault(name, [0, 0.0])
                entry[0] += 1
                entry[1] += seconds
                _calls[name].append(seconds)

    return call


class _Loader(importlib.abc.Loader):
    """Loads a module of kernels and puts timers around its public functions and methods."""

    def __init__(self, loader: Any) -> None:
        self.loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self.loader.create_module(spec)  # type: ignore[no-any-return]

    def exec_module(self, module: ModuleType) -> None:
        self.loader.exec_module(module)
        for name, value in list(vars(module).items()):
            if name.startswith("_") or getattr(value, "__module__", "") != module.__name__:
                continue
            full = f"{module.__name__}.{name}"
            if inspect.isbuiltin(value) or type(value).__name__ == "fused_cython_function":
                setattr(module, name, timed(value, full))
            elif inspect.isclass(value) and not issubclass(value, tuple):
                methods = {
                    method: timed(function, f"{full}.{method}")
                    for method, function in vars(value).items()
                    if not method.startswith("_") and inspect.ismethoddescriptor(function)
                }
                if methods and value.__flags__ & EXTENSIBLE:
                    setattr(module, name, type(name, (value,), methods))


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the kernels."""

    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if not KERNEL.fullmatch(name):
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec and spec.origin and spec.origin.endswith(".so"):
            spec.loader = _Loader(spec.loader)
        return spec


def time_numba() -> None:
    """Time the kernels of a release that compiled them with numba, where calls come from Python."""
    from numba.core import dispatcher

    inner = dispatcher._dispatcher.Dispatcher.__call__  # noqa: SLF001  # no public name
    timers: dict[Any, Callable[..., Any]] = {}

    def call(self: Any, *arguments: Any, **options: Any) -> Any:
        if self not in timers:
            function = self.py_func
            name = f"{function.__module__}.{function.__qualname__}"
            timers[self] = timed(inner, name) if KERNEL.match(name) else inner
        return timers[self](self, *arguments, **options)

    dispatcher.Dispatcher.__call__ = call


def portable(value: Any) -> Any:
    """Return a copy that needs no class of this checkout: a record as its name and fields."""
    fields = getattr(value, "_fields", None) or getattr(value, "__dataclass_fields__", None)
    if not fields:
        return copy.deepcopy(value)
    return {
        "record": type(value).__name__,
        "fields": {name: portable(getattr(value, name)) for name in fields},
    }


def restored(value: Any) -> Any:
    """Return a copy of what `portable` made, records as named tuples."""
    if isinstance(value, dict) and "record" in value:
        kind = record_type(value["record"], tuple(value["fields"]))
        return kind(*map(restored, value["fields"].values()))
    return copy.deepcopy(value)


@cache
def record_type(name: str, fields: tuple[str, ...]) -> Any:
    """Return one class for all records of a name: numba compiles a kernel for each class."""
    return namedtuple(name, fields)  # noqa: PYI024  # the fields are known only now


def parameters(sources: Path) -> dict[str, list[tuple[str, list[str]]]]:
    """Return ``(module, names of the parameters)`` of every public kernel, by function."""
    found = defaultdict(list)
    for path in sorted(sources.glob("diglot/**/kernels/*.py")):
        module = ".".join(path.relative_to(sources).with_suffix("").parts)
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                names = [argument.arg for argument in node.args.args]
                found[node.name].append((module, names))
    return found


def bind(arguments: list[Any], mine: list[str], others: list[str]) -> list[Any]:
    """Return recorded arguments in the order of a namesake's parameters.

    By their place where both take as many, else by name, fields of records included.

    Raises:
        KeyError: it takes one that was not recorded.
    """
    if len(mine) == len(others):
        return arguments
    named: dict[str, Any] = {}
    for name, value in zip(mine, arguments, strict=True):
        if isinstance(value, dict) and "record" in value:
            named.update(value["fields"])
        named[name] = value
    return [named[name] for name in others]


def replay(path: Path) -> dict[str, float]:
    """Least CPU seconds of the recorded calls of each kernel that has a namesake here.

    A namesake that takes other arguments, or that fails on them, is left out.
    """
    import diglot

    here = parameters(Path(diglot.__file__).parent.parent)
    found = {}
    for name, entry in pickle.loads(path.read_bytes()).items():
        package, _, function = name.partition(".kernels.")
        namesakes = here.get(function.rpartition(".")[2], [])
        same = [each for each in namesakes if f".{package.rpartition('.')[2]}." in each[0]]
        try:
            names, calls = pickle.loads(entry)
            [(module, others)] = same or namesakes
            kernel = getattr(importlib.import_module(module), function.rpartition(".")[2])
            bound = [bind(call, names, others) for call in calls]
            found[name] = sum(map(_least_seconds, [kernel] * len(bound), bound))
        except Exception as error:  # a kernel of another release: whatever it does not take
            print(f"{name}: {type(error).__name__}: {str(error)[:200]}", file=sys.stderr)
    return found


def _least_seconds(kernel: Callable[..., Any], arguments: list[Any]) -> float:
    least = float("inf")
    for _ in range(REPLAYS):
        fresh = [restored(each) for each in arguments]
        begin = thread_time()
        kernel(*fresh)
        least = min(least, thread_time() - begin)
    return least


def save(path: Path) -> None:
    """Write the recorded calls, with the names of the parameters."""
    import diglot

    here = parameters(Path(diglot.__file__).parent.parent)
    found = {}
    for name, calls in recorded.items():
        module, _, function = name.rpartition(".")
        for other, names in here.get(function, []):
            if other == module:
                with contextlib.suppress(pickle.PicklingError):  # a record with more than arrays
                    found[name] = pickle.dumps((names, list(calls.values())))
    path.write_bytes(pickle.dumps(found))


def main() -> None:
    """Print a JSON object for each command: CPU seconds of the whole, and of its kernels."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--record", type=Path, metavar="FILE")
    parser.add_argument("--replay", type=Path, metavar="FILE")
    given = parser.parse_args()
    if given.replay:
        print(json.dumps(replay(given.replay)))
        return
    sys.meta_path.insert(0, _Finder())
    if importlib.util.find_spec("numba"):
        time_numba()
    from diglot.cli import main as diglot

    for command in json.load(sys.stdin):
        for last in (False, True):
            if last and given.record:
                for name, each in _calls.items():
                    longest = sorted(range(len(each)), key=each.__getitem__)[-RECORDED_CALLS:]
                    _kept[name] = frozenset(longest)
            taken.clear()
            _calls.clear()
            with TemporaryDirectory() as out, contextlib.redirect_stdout(io.StringIO()):
                begin = process_time()
                code = diglot([argument.replace("{out}", out) for argument in command])
                cpu = process_time() - begin
            if code > 1:
                sys.exit(f"diglot {' '.join(command)}: exit code {code}")
        print(json.dumps({"cpu": cpu, "kernels": taken}), flush=True)
    if given.record:
        save(given.record)


if __name__ == "__main__":
    main()
