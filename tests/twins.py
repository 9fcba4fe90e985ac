"""Kernels as plain Python, the oracles of their compiled selves.

A kernel is a Python module that Cython compiles. Its source also runs as it is, a thousand times
slower, with numpy's checks of every index: `load_twin` gives that.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.util
import math
import re
import sys
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

import cython
import numpy as np

# What a cast to a type of C gives, so that numbers wrap and round in a twin as they do in C.
for c_type, numpy_type in {
    cython.float: np.float32,
    cython.uchar: np.uint8,
    cython.ushort: np.uint16,
    cython.uint: np.uint32,
    cython.ulonglong: np.uint64,
}.items():
    c_type._basetype = numpy_type

# Cython's stand-in for what is cimported; the import of anything below it asks for its spec.
sys.modules["cython.cimports"].__spec__ = ModuleSpec("cython.cimports", None, is_package=True)

# C's functions of single precision, which Python's `math` lacks.
LIBC_MATH = "cython.cimports.libc.math"
sys.modules[LIBC_MATH] = ModuleType(LIBC_MATH)
vars(sys.modules[LIBC_MATH]).update(
    {name: value for name, value in vars(math).items() if not name.startswith("_")},
    expf=np.exp,
    fabsf=np.abs,
    logf=np.log,
    sqrtf=np.sqrt,
)

SOURCE = Path(__file__).resolve().parent.parent / "src"
CIMPORTS = "cython.cimports."


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the sources of kernels, which Python would pass over for their extensions."""

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        if name.startswith(CIMPORTS + "diglot"):
            return ModuleSpec(name, _Alias(), is_package=True)
        file = SOURCE.joinpath(*name.split(".")).with_suffix(".py")
        if file.parent.name != "kernels":
            return None
        if not file.is_file():
            declared = file.with_suffix(".pxd")
            return ModuleSpec(name, _Enumeration(declared)) if declared.is_file() else None
        return importlib.util.spec_from_file_location(
            name, file, loader=SourceFileLoader(name, str(file))
        )


class _Alias(importlib.abc.Loader):
    """Gives what Cython declares under `cython.cimports` from the module of the same name."""

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = importlib.import_module(spec.name.removeprefix(CIMPORTS))
        self.spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self.spec  # which the import has taken for its own


class _Enumeration(importlib.abc.Loader):
    """Gives the numbers that a declaration file without a module lists."""

    def __init__(self, declared: Path) -> None:
        self.names = re.findall(r"^    (\w+)$", declared.read_text("utf-8"), re.MULTILINE)

    def exec_module(self, module: ModuleType) -> None:
        vars(module).update(zip(self.names, range(len(self.names)), strict=True))


def load_twin(name: str) -> Any:
    """Load a module of kernels, and those whose functions it calls, from their sources.

    Call its functions in ``np.errstate(over="ignore")`` where unsigned numbers wrap.
    """

    def concerned(module: str) -> bool:
        return ".kernels." in module or module.startswith(CIMPORTS + "diglot")

    before = {module: sys.modules.pop(module) for module in list(sys.modules) if concerned(module)}
    finder = _Finder()
    sys.meta_path.insert(0, finder)
    try:
        return importlib.import_module(name)
    finally:
        sys.meta_path.remove(finder)
        for module in [module for module in sys.modules if concerned(module)]:
            del sys.modules[module]
            package, _, attribute = module.rpartition(".")
            if package in sys.modules:  # or who imports it from there next has the twin
                vars(sys.modules[package]).pop(attribute, None)
        sys.modules.update(before)
        for module, loaded in before.items():
            package, _, attribute = module.rpartition(".")
            if package in sys.modules:
                setattr(sys.modules[package], attribute, loaded)
