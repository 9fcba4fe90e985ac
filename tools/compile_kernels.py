"""Compile the kernels: the modules in `kernels/` folders become extension modules (Cython).

``python tools/compile_kernels.py`` compiles those of a checkout where they stand, as an editable
install does; a wheel gets them without their sources. ``--checked`` makes the variant that raises
on an index out of bounds and on an integer that overflows, ``--into FOLDER`` puts a copy of the
package with its extensions there.

A module is compiled again when its content, a declaration file, a flag, Cython or the compiler is
another: what is compiled lies in `build/kernels` under the digest of all that. Beside the
extensions stands `compiled.json` with the digests of their sources, which `diglot.compiled` holds
against the sources whenever they are imported.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # compiled by hand, where the package is not built
    BuildHookInterface = object  # type: ignore[assignment, misc]

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
BUILT = ROOT / "build" / "kernels"
RECORD = "compiled.json"
SUFFIX = ".abi3.so"
LIMITED = "0x030B0000"  # one extension serves every Python from 3.11 on
SUPPORT = "diglot.memoryviews"  # what Cython needs for arrays, once for all kernels

# Contracted multiplications and additions would round otherwise than the processor next door, so
# results stay the same on every machine; errno is never asked.
C_FLAGS = ["-O3", "-ffp-contract=off", "-fno-math-errno", "-fPIC", "-fvisibility=hidden"]
DEFINES = [f"-DPy_LIMITED_API={LIMITED}", "-DNDEBUG", "-DCYTHON_PROFILE=0"]
WARNINGS = ["-Wno-unreachable-code", "-Wno-unused-function"]

COMMON = {
    "language_level": "3",
    "infer_types": "True",
    "binding": "False",
    "auto_pickle": "False",
    "wraparound": "False",
}
FAST = {
    "boundscheck": "False",
    "initializedcheck": "False",
    "cdivision": "True",
    # Nothing can be raised inside a kernel, so no caller asks whether something was.
    "legacy_implicit_noexcept": "True",
}
CHECKED = {
    "boundscheck": "True",
    "initializedcheck": "True",
    "cdivision": "False",
    "overflowcheck": "True",
    "nonecheck": "True",
}


VARIANTS = {
    "fast": COMMON | FAST,
    "checked": COMMON | CHECKED,
}


def sources() -> list[Path]:
    """Return the modules to compile, relative to `src`."""
    found = (SOURCE / "diglot").rglob("kernels/*.py")
    return sorted(
        path.relative_to(SOURCE)
        for path in found
        if path.name != "__init__.py" and "njit" not in path.read_text()
    )


def compiler() -> list[str]:
    """Return the command of the C compiler: that of CC, or cc, or ziglang's.

    Raises:
        SystemExit: if there is none; the message names the package to install.
    """
    if os.environ.get("CC"):
        return shlex.split(os.environ["CC"])
    if shutil.which("cc"):
        return ["cc"]
    raise SystemExit("diglot: no C compiler: install the package gcc, or run: pip install ziglang")


def link_flags() -> list[str]:
    """Return the flags that make an extension module on this system."""
    if sys.platform == "darwin":
        return ["-bundle", "-undefined", "dynamic_lookup"]
    return ["-shared", "-s", "-lm"]


def digest(*parts: bytes | str) -> str:
    """Return the SHA-256 of some parts, each ended so that none runs into the next."""
    sha = hashlib.sha256()
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        sha.update(f"{len(content)}:".encode() + content)
    return sha.hexdigest()


def compile_kernels(variant: str = "fast") -> dict[Path, Path]:
    """Compile what was not compiled before.

    Args:
        variant: one of `VARIANTS`.

    Returns:
        For the place of every extension in the package, relative to `src`, the file to put there.

    Raises:
        SystemExit: if something cannot be compiled; the message is the compiler's.
    """
    from Cython import __version__ as cython

    command = compiler()
    version = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False)
    declarations = [path.read_bytes() for path in sorted(SOURCE.rglob("kernels/*.pxd"))]
    settings = [VARIANTS[variant], C_FLAGS, DEFINES, link_flags(), sys.platform]
    common = digest(cython, version.stdout, json.dumps(settings), *declarations)
    modules = [*sources(), Path(*SUPPORT.split(".")).with_suffix(".py")]
    # The longest first, so that no processor waits for the last; the support has no source.
    modules.sort(key=lambda module: -_size(SOURCE / module))
    extensions = {}
    todo = {}
    for module in modules:
        path = SOURCE / module
        key = digest(common, path.read_bytes() if path.exists() else SUPPORT)
        extension = BUILT / module.parent / f"{module.stem}.{key[:16]}{SUFFIX}"
        extensions[module.with_suffix(SUFFIX)] = extension
        if not extension.exists():
            todo[module] = extension
    if todo:
        print(f"compiling {len(todo)} kernels (once, a minute or two)", flush=True)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            tasks = [
                pool.submit(_compile, module, extension, variant, command)
                for module, extension in todo.items()
            ]
            for task in tasks:
                task.result()
    return extensions


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 1 << 30


def _compile(module: Path, extension: Path, variant: str, command: list[str]) -> None:
    name = ".".join(module.with_suffix("").parts)
    with tempfile.TemporaryDirectory() as folder:
        translated, built = Path(folder, f"{module.stem}.c"), Path(folder, extension.name)
        cython = [sys.executable, "-m", "cython", "-3", "-o", str(translated)]
        if name == SUPPORT:
            cython += ["--generate-shared", str(translated)]
        else:
            for key, value in VARIANTS[variant].items():
                cython += ["-X", f"{key}={value}"]
            cython += ["--shared", SUPPORT, "--module-name", name, str(module)]
        _call(cython, module)
        flags = [*C_FLAGS, *DEFINES, *WARNINGS, f"-I{sysconfig.get_path('include')}"]
        _call([*command, *flags, str(translated), "-o", str(built), *link_flags()], module)
        _put(built, extension)


def _put(file: Path, there: Path) -> None:
    """Copy a file in one step: a process that has the old one open keeps it."""
    there.parent.mkdir(parents=True, exist_ok=True)
    unfinished = there.with_name(f"{there.name}.{os.getpid()}")
    shutil.copyfile(file, unfinished)
    unfinished.replace(there)


def _call(command: list[str], module: Path) -> None:
    done = subprocess.run(command, cwd=SOURCE, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"diglot: {module} cannot be compiled:\n{done.stdout}{done.stderr}")


def install(extensions: dict[Path, Path], folder: Path) -> None:
    """Put extensions, and the digests of their sources, where a package stands.

    Args:
        extensions: see `compile_kernels`.
        folder: holds the folder `diglot`.
    """
    for place, built in extensions.items():
        there = folder / place
        if not there.exists() or there.read_bytes() != built.read_bytes():
            _put(built, there)
    wanted = {folder / place for place in extensions}
    for left in (folder / "diglot").rglob(f"*{SUFFIX}"):
        if left not in wanted:
            left.unlink()
    for package in {place.parent for place in extensions if place.parent.name == "kernels"}:
        found = [*(SOURCE / package).glob("*.py"), *(SOURCE / package).glob("*.pxd")]
        digests = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in found}
        (folder / package / RECORD).write_text(json.dumps(digests, indent=1, sort_keys=True))


class KernelHook(BuildHookInterface):  # type: ignore[misc, type-arg]
    """What hatchling calls before it makes a wheel or an editable install."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and add the extensions to what is built."""
        extensions = compile_kernels()
        if version == "editable":
            install(extensions, SOURCE)
            return
        for place, built in extensions.items():
            build_data["force_include"][str(built)] = place.as_posix()
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["pure_python"] = False
        build_data["tag"] = f"cp311-abi3-{platform}"


def main() -> None:
    """Compile the kernels of this checkout."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--checked", action="store_true", help="with bounds and overflow checks")
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="copy the package there")
    given = parser.parse_args()
    extensions = compile_kernels("checked" if given.checked else "fast")
    folder = given.into or SOURCE
    if given.into:
        shutil.copytree(
            SOURCE / "diglot",
            folder / "diglot",
            dirs_exist_ok=True,
            ignore=shutil.ignore_patterns("__pycache__", f"*{SUFFIX}", RECORD),
        )
    install(extensions, folder)


if __name__ == "__main__":
    main()
