"""Compile the kernels: the modules in `kernels/` folders become extension modules (Cython).

``python tools/compile_kernels.py`` compiles those of a checkout where they stand, as an editable
install does; a wheel gets them without their sources. ``--variant checked`` makes those that raise
on an index out of bounds and on an integer that overflows, ``--variant sanitized`` the fast ones
under the sanitizers of the compiler; ``--into FOLDER`` puts a copy of the package with its
extensions there. ``--wheel FOLDER`` builds a wheel, with ``--target`` for another
system.

A module is compiled again when its content, a declaration file that it uses, a flag, Cython or the
compiler is another: what is compiled lies in `build/kernels` under the digest of all that. Beside
the extensions stands `compiled.json` with the digests of their sources, which `diglot.installed`
holds against the sources whenever they are imported.

The compiler is that of CC, else cc if it works, else that of the package ziglang. The headers are
those of the running Python; where a distribution keeps them in a package that is not installed,
that package is unpacked into `build/headers`, which needs no rights.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # compiled by hand, where the package is not built
    BuildHookInterface = object  # type: ignore[assignment, misc]

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
BUILT = ROOT / "build" / "kernels"
HEADERS = ROOT / "build" / "headers"
RECORD = "compiled.json"
SUFFIX = ".abi3.so"
LIMITED = "0x030B0000"  # one extension serves every Python from 3.11 on
SUPPORT = "diglot.memoryviews"  # what Cython needs for arrays, once for all kernels
TARGET = "DIGLOT_TARGET"  # environment variable: the system to build a wheel for
ZIG = "ziglang>=0.13"

# Contracted multiplications and additions would round otherwise than the processor next door, so
# results stay the same on every machine; errno is never asked. An error that is expected in one of
# ten steps would make what follows forty steps too rare a thing to optimise.
C_FLAGS = ["-O3", "-ffp-contract=off", "-fno-math-errno", "-fPIC", "-fvisibility=hidden"]
C_FLAGS += ["--param=builtin-expect-probability=100"]
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
# Reads and writes outside of arrays, and what C leaves undefined, end the process with a report.
SANITIZED = ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]

# Directives of Cython and flags of C.
VARIANTS = {
    "fast": (COMMON | FAST, [*C_FLAGS, "-s"]),
    "checked": (COMMON | CHECKED, [*C_FLAGS, "-s"]),
    "sanitized": (COMMON | FAST, [*C_FLAGS, *SANITIZED]),
}

# Functions whose loops are worth compiling for AVX2 and AVX-512, too, by gcc for systems that
# choose when they load a module. All kinds round alike, so results have the same bits.
CLONED = {
    "diglot.learning.kernels.convolutions": ["add_neighbours", "add_units", "add_row"],
    "diglot.words.kernels.hmm": ["posteriors"],
    "diglot.words.kernels.links": ["judge"],
}
CLONES = """
#if defined __x86_64__ && defined __gnu_linux__ && !defined __clang__
#define CLONED __attribute__((target_clones("avx512f", "avx2", "default"), flatten))
#else
#define CLONED
#endif
"""

TRANSLATE = """
import json, sys
from Cython.Compiler.Main import main
for sys.argv[1:] in json.load(sys.stdin):
    main(command_line=1)
"""
# Cython raises this one without asking for the lock of the interpreter, which a loop has released.
OVERFLOW = 'PyErr_SetString(PyExc_OverflowError, "value too large");'
LOCKED_OVERFLOW = (
    f"{{ PyGILState_STATE state = PyGILState_Ensure(); {OVERFLOW} PyGILState_Release(state); }}"
)


def sources() -> list[Path]:
    """Return the modules to compile, relative to `src`."""
    found = (SOURCE / "diglot").rglob("kernels/*.py")
    return sorted(path.relative_to(SOURCE) for path in found if path.name != "__init__.py")


def own_target() -> str:
    """Return this system, written as zig writes targets."""
    machine = platform.machine().replace("arm64", "aarch64")
    if sys.platform == "darwin":
        return f"{machine}-macos.{platform.mac_ver()[0].partition('.')[0]}.0"
    return f"{machine}-linux-" + ("gnu.2.17" if platform.libc_ver()[0] == "glibc" else "musl")


@cache
def system_compiler() -> tuple[str, ...]:
    """Return the command of CC or cc, or nothing if neither makes a shared library."""
    command = shlex.split(os.environ.get("CC", "cc"))
    with tempfile.TemporaryDirectory() as folder:
        trial = Path(folder, "trial.c")
        trial.write_text("#include <math.h>\ndouble of(double x) { return log(x); }\n")
        flags = ["-shared", "-fPIC", "-lm", "-o", str(trial.with_suffix(SUFFIX))]
        return tuple(command) if _works([*command, str(trial), *flags]) else ()


def compiler(target: str | None = None) -> list[str]:
    """Return the command of the C compiler, and where it finds the headers of Python.

    Args:
        target: another system than this one, as zig writes it.

    Raises:
        SystemExit: if there is none; the message names the package to install.
    """
    command = [] if target else list(system_compiler())
    if not command:
        if not find_spec("ziglang"):
            raise SystemExit(
                "diglot: there is no C compiler: install the package gcc (Debian: with libc6-dev; "
                "macOS: xcode-select --install), or run: pip install ziglang"
            )
        os.environ.setdefault("ZIG_GLOBAL_CACHE_DIR", str(ROOT / "build" / "zig"))
        # zig would use what the processor at hand has beyond its kind.
        command = [sys.executable, "-m", "ziglang", "cc", "-mcpu=baseline"]
        command += ["-target", target or own_target()]
    include = portable_headers() if target else headers()
    # A distribution keeps pyconfig.h apart, under the folder above.
    return [*command, f"-I{include}", "-idirafter", str(include.parent)]


def headers() -> Path:
    """Return the folder of Python.h.

    Raises:
        SystemExit: if there is none; the message names the package to install.
    """
    include = Path(sysconfig.get_path("include"))
    unpacked = HEADERS / include.relative_to(include.anchor)
    for folder in (include, unpacked):
        if (folder / "Python.h").exists():
            return folder
    _unpack(f"libpython{sysconfig.get_python_version()}-dev")
    if (unpacked / "Python.h").exists():
        return unpacked
    raise SystemExit(
        f"diglot: {include}/Python.h is missing: install the package "
        f"python{sysconfig.get_python_version()}-dev (on Fedora and its kin: python3-devel)"
    )


def portable_headers() -> Path:
    """Return a copy of the headers whose pyconfig.h does not ask for the processor.

    Types have the same widths on all 64-bit systems but Windows; kernels use nothing else of it.
    """
    include = headers()
    portable = HEADERS / "portable"
    shutil.copytree(include, portable, dirs_exist_ok=True)
    for path in include.parent.glob(f"*/{include.name}/pyconfig.h"):
        shutil.copyfile(path, portable / path.name)
    return portable


def _unpack(package: str) -> None:
    """Unpack a package of Debian and its kin into `build/headers`, if there is one."""
    lists, kept = HEADERS / "lists", HEADERS / "cache"
    own = ["-o", f"Dir::State::Lists={lists}", "-o", f"Dir::Cache={kept}"]
    HEADERS.mkdir(parents=True, exist_ok=True)
    if not _works(["apt-get", "download", package], HEADERS):
        # The system's lists are missing, as in most images, or older than the package.
        for folder in (lists, kept / "archives"):
            (folder / "partial").mkdir(parents=True, exist_ok=True)
        _works(["apt-get", *own, "update"])
        _works(["apt-get", *own, "download", package], HEADERS)
        shutil.rmtree(lists)
        shutil.rmtree(kept)
    for file in HEADERS.glob("*.deb"):
        _works(["dpkg-deb", "-x", str(file), str(HEADERS)])
        file.unlink()


def _works(command: list[str], folder: Path | None = None) -> bool:
    try:
        return not subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode
    except OSError:
        return False


def link_flags(target: str) -> list[str]:
    """Return the flags that make an extension module on a system."""
    if "-macos" in target:
        return ["-shared", "-undefined", "dynamic_lookup"]
    return ["-shared", "-lm"]


def platform_tag(target: str, extensions: list[Path]) -> str:
    """Return the last part of a wheel's name: the oldest system that runs the extensions."""
    machine, _, system = target.partition("-")
    if system.startswith("macos."):
        version = system.removeprefix("macos.").replace(".", "_")
        return f"macosx_{version}_{machine.replace('aarch64', 'arm64')}"
    if system.endswith("musl"):
        return f"musllinux_1_2_{machine}"
    # Names of versions stand in an extension that needs a symbol of them.
    needed = {
        int(version)
        for path in extensions
        for version in re.findall(rb"\0GLIBC_2\.(\d+)", path.read_bytes())
    }
    return f"manylinux_2_{max(needed | {17})}_{machine}"


def digest(*parts: bytes | str) -> str:
    """Return the SHA-256 of some parts, each ended so that none runs into the next."""
    sha = hashlib.sha256()
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        sha.update(f"{len(content)}:".encode() + content)
    return sha.hexdigest()


def _declarations() -> list[Path]:
    return [path.relative_to(SOURCE) for path in sorted(SOURCE.rglob("kernels/*.pxd"))]


def declarations(module: Path) -> list[Path]:
    """Return the declaration files that a module uses, its own and those of its neighbours.

    Args:
        module: relative to `src`, as are the results.
    """
    found: set[Path] = set()
    todo = [module, module.with_suffix(".pxd")]
    while todo:
        path = todo.pop()
        if path in found or not (SOURCE / path).exists():
            continue
        found.add(path)
        for name in re.findall(r"diglot(?:\.\w+)*\.kernels(?:\.\w+)?", (SOURCE / path).read_text()):
            named = Path(*name.split("."))
            if (SOURCE / named).is_dir():
                todo += [each.relative_to(SOURCE) for each in (SOURCE / named).glob("*.pxd")]
            else:
                todo.append(named.with_suffix(".pxd"))
    return sorted(path for path in found if path.suffix == ".pxd")


class Compiled(NamedTuple):
    """What is to be put into a package.

    Attributes:
        extensions: for the place of every extension, relative to `src`, the file to put there.
        records: for every folder of kernels, relative to `src`, the SHA-256 of its sources by name.
    """

    extensions: dict[Path, Path]
    records: dict[Path, dict[str, str]]


def compile_kernels(variant: str = "fast", target: str | None = None) -> Compiled:
    """Compile what was not compiled before.

    Args:
        variant: one of `VARIANTS`.
        target: another system than this one, as zig writes it.

    Raises:
        SystemExit: if something cannot be compiled; the message is the compiler's.
    """
    from Cython import __version__ as cython

    records: dict[Path, dict[str, str]] = {}
    for path in [*sources(), *_declarations()]:
        content = hashlib.sha256((SOURCE / path).read_bytes()).hexdigest()
        records.setdefault(path.parent, {})[path.name] = content
    command = compiler(target)
    target = target or own_target()
    version = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False)
    settings = [VARIANTS[variant], DEFINES, LOCKED_OVERFLOW, target]
    common = digest(cython, version.stdout, json.dumps(settings))
    modules = [*sources(), Path(*SUPPORT.split(".")).with_suffix(".py")]
    # The longest first, so that no processor waits for the last; the support has no source.
    modules.sort(key=lambda module: -_size(SOURCE / module))
    extensions = {module.with_suffix(SUFFIX): place(module, common) for module in modules}
    todo = [module for module in modules if not extensions[module.with_suffix(SUFFIX)].exists()]
    if todo:
        print(f"compiling {len(todo)} kernels (once, a minute or two)", flush=True)
        workers = os.cpu_count() or 1
        with (
            tempfile.TemporaryDirectory() as name,
            ThreadPoolExecutor(workers) as pool,
        ):
            folder = Path(name)
            shares = filter(None, (todo[k::workers] for k in range(workers)))
            list(pool.map(lambda share: translate(share, variant, folder), shares))
            flags = [*VARIANTS[variant][1], *DEFINES, *WARNINGS]
            linking = link_flags(target)
            tasks = [
                pool.submit(compile_module, module, folder, [*command, *flags], linking)
                for module in todo
            ]
            for module, task in zip(todo, tasks, strict=True):
                built = task.result()
                extension = extensions[module.with_suffix(SUFFIX)]
                if place(module, common) != extension:
                    raise SystemExit(
                        f"diglot: {module} was changed while it was compiled; run again"
                    )
                _put(built, extension)
    return Compiled(extensions, records)


def place(module: Path, common: str) -> Path:
    """Return where the extension of a module is kept, by the content of all that it is made of."""
    used = [path for path in (module, *declarations(module)) if (SOURCE / path).exists()]
    cloned = [CLONES, *CLONED[_name(module)]] if _name(module) in CLONED else []
    key = digest(common, *((SOURCE / path).read_bytes() for path in used), *cloned)
    return BUILT / module.parent / f"{module.stem}.{key[:16]}{SUFFIX}"


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 1 << 30


def translate(modules: list[Path], variant: str, folder: Path) -> None:
    """Translate modules to C, one after the other: Cython takes longer to start than for one.

    Args:
        modules: relative to `src`.
        variant: one of `VARIANTS`.
        folder: gets a file for each, see `_translated`.

    Raises:
        SystemExit: if one is wrong; the message is Cython's.
    """
    directives = [f"{key}={value}" for key, value in VARIANTS[variant][0].items()]
    options = [part for directive in directives for part in ("-X", directive)]
    commands = []
    for module in modules:
        name, out = _name(module), str(_translated(module, folder))
        if name == SUPPORT:
            commands.append(["-3", "-o", out, "--generate-shared", out])
        else:
            own = ["--shared", SUPPORT, "--module-name", name, str(module)]
            commands.append(["-3", "-o", out, *options, *own])
    _call([sys.executable, "-c", TRANSLATE], ", ".join(map(str, modules)), json.dumps(commands))
    for module in modules:
        out = _translated(module, folder)
        text = out.read_text().replace(OVERFLOW, LOCKED_OVERFLOW)
        for function in CLONED.get(_name(module), []) if variant == "fast" else []:
            head = re.compile(rf"^static (?=void __pyx_f_\w+_{function}\()", re.MULTILINE)
            text, found = head.subn("static CLONED ", text)
            if not found:
                raise SystemExit(f"diglot: {module} has no function {function} to clone")
        out.write_text(CLONES + text if _name(module) in CLONED else text)


def _name(module: Path) -> str:
    return ".".join(module.with_suffix("").parts)


def _translated(module: Path, folder: Path) -> Path:
    return folder / f"{_name(module)}.c"


def compile_module(module: Path, folder: Path, command: list[str], linking: list[str]) -> Path:
    """Compile a module that is translated, and return its extension.

    Args:
        module: relative to `src`.
        folder: see `translate`.
        command: of the compiler with its flags.
        linking: see `link_flags`.

    Raises:
        SystemExit: if it cannot be compiled.
    """
    translated = _translated(module, folder)
    extension = translated.with_suffix(SUFFIX)
    _call([*command, str(translated), "-o", str(extension), *linking], str(module))
    return extension


def _put(file: Path, there: Path) -> None:
    """Copy a file in one step: a process that has the old one open keeps it."""
    there.parent.mkdir(parents=True, exist_ok=True)
    unfinished = there.with_name(f"{there.name}.{os.getpid()}")
    shutil.copyfile(file, unfinished)
    unfinished.replace(there)


def _call(command: list[str], what: str, given: str = "") -> None:
    done = subprocess.run(
        command, cwd=SOURCE, input=given, capture_output=True, text=True, check=False
    )
    if done.returncode:
        lines = f"{done.stdout}{done.stderr}".splitlines()
        said = [line for line in lines if not line.startswith(("warning:", "performance hint:"))]
        raise SystemExit("\n".join([f"diglot: {what} cannot be compiled:", *said]))


def install(compiled: Compiled, folder: Path) -> None:
    """Put extensions, and the digests of their sources, where a package stands.

    Nothing is touched that is there already. A record is written last, and removed before
    something that it speaks of changes: who is interrupted has no record rather than a wrong one.

    Args:
        compiled: the result of `compile_kernels`.
        folder: holds the folder `diglot`.
    """
    package = folder / "diglot"
    wanted = {folder / place: built for place, built in compiled.extensions.items()}
    records = {folder / place / RECORD: record for place, record in compiled.records.items()}
    for left in {*package.rglob(f"*{SUFFIX}"), *package.rglob(RECORD)} - {*wanted, *records}:
        left.unlink()
    for there, built in wanted.items():
        if not there.exists() or there.read_bytes() != built.read_bytes():
            there.with_name(RECORD).unlink(missing_ok=True)
            _put(built, there)
    for there, record in records.items():
        content = json.dumps(record, indent=1, sort_keys=True)
        if not there.exists() or there.read_text() != content:
            with tempfile.NamedTemporaryFile("w") as file:
                file.write(content)
                file.flush()
                _put(Path(file.name), there)


class KernelHook(BuildHookInterface):  # type: ignore[misc, type-arg]
    """What hatchling calls before it makes a wheel or an editable install."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return what has to be installed before: a compiler, where the system has none."""
        return [] if system_compiler() and not os.environ.get(TARGET) else [ZIG]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and add the extensions to what is built."""
        if version == "editable":
            install(compile_kernels(), SOURCE)
            return
        target = os.environ.get(TARGET)
        extensions = compile_kernels(target=target).extensions
        for place, built in extensions.items():
            build_data["force_include"][str(built)] = place.as_posix()
        tag = platform_tag(target or own_target(), list(extensions.values()))
        build_data["pure_python"] = False
        build_data["tag"] = f"cp311-abi3-{tag}"


def build_wheel(folder: Path, target: str | None) -> Path:
    """Build a wheel; every package that the build needs has to be installed.

    Args:
        folder: where to put it.
        target: see `compile_kernels`.
    """
    from hatchling.build import build_wheel as build

    os.chdir(ROOT)
    if target:
        os.environ[TARGET] = target
    return folder / build(str(folder))


def main() -> None:
    """Compile the kernels of this checkout."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--variant", choices=VARIANTS, default="fast", help="checks, see above")
    parser.add_argument("--checked", dest="variant", action="store_const", const="checked")
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="copy the package there")
    parser.add_argument("--wheel", type=Path, metavar="FOLDER", help="build a wheel there")
    parser.add_argument(
        "--target",
        metavar="SYSTEM",
        help="of the wheel: aarch64-linux-gnu.2.17, aarch64-macos.11.0",
    )
    parser.add_argument(
        "--needs-ziglang", action="store_true", help="only say by the exit code (0: yes)"
    )
    given = parser.parse_args()
    if given.needs_ziglang:
        sys.exit(bool(system_compiler()))
    if given.wheel:
        print(build_wheel(given.wheel.absolute(), given.target))
        return
    compiled = compile_kernels(given.variant)
    folder = given.into or SOURCE
    if given.into:
        shutil.copytree(
            SOURCE / "diglot",
            folder / "diglot",
            dirs_exist_ok=True,
            ignore=shutil.ignore_patterns("__pycache__", f"*{SUFFIX}", RECORD),
        )
    install(compiled, folder)


if __name__ == "__main__":
    main()
