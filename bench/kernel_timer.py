"""Seconds and calls of every kernel while commands run; a script for the Python of any checkout.

It reads a JSON list of command lines (without ``diglot``; ``{out}`` is an empty folder), runs each
twice in this process, and prints what the second run took: by then everything is loaded, and
compiled where a release still compiled on first use (numba). Nothing of `bench` is imported, so
that an older release can be measured with it as well.
"""

from __future__ import annotations

import contextlib
import importlib.abc
import importlib.util
import inspect
import io
import json
import re
import sys
import threading
from importlib.machinery import PathFinder
from tempfile import TemporaryDirectory
from time import process_time, thread_time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from importlib.machinery import ModuleSpec
    from types import ModuleType

EXTENSIBLE = 1 << 10  # Py_TPFLAGS_BASETYPE
KERNEL = re.compile(r"diglot(\.\w+)*\.kernels\.\w+")

taken: dict[str, list[float]] = {}
"""For the name of a kernel: its calls, and the CPU seconds of all threads that ran it."""
_running = threading.local()
_lock = threading.Lock()


def timed(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Return a function that counts its calls from Python, not those from another kernel."""

    def call(*arguments: Any, **options: Any) -> Any:
        if getattr(_running, "kernel", False):
            return function(*arguments, **options)
        _running.kernel = True
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
            if inspect.isbuiltin(value):
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


def main() -> None:
    """Print a JSON object for each command: CPU seconds of the whole, and of its kernels."""
    sys.meta_path.insert(0, _Finder())
    if importlib.util.find_spec("numba"):
        time_numba()
    from diglot.cli import main as diglot

    for command in json.load(sys.stdin):
        for _ in range(2):
            taken.clear()
            with TemporaryDirectory() as out, contextlib.redirect_stdout(io.StringIO()):
                begin = process_time()
                code = diglot([argument.replace("{out}", out) for argument in command])
                cpu = process_time() - begin
            if code > 1:
                sys.exit(f"diglot {' '.join(command)}: exit code {code}")
        print(json.dumps({"cpu": cpu, "kernels": taken}), flush=True)


if __name__ == "__main__":
    main()
