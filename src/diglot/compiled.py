"""Kernels that are missing or older than their sources are refused, never run.

In a checkout the sources of the kernels stand beside their extension modules. Python would load an
outdated extension without a word, and without one would run the source a thousand times slower.
An installed wheel holds no sources of kernels, and nothing is read there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from diglot.errors import KernelError

RECORD = "compiled.json"
"""Beside the extensions: SHA-256 of every source, written by ``tools/compile_kernels.py``."""


def require_compiled(folders: Iterable[str]) -> None:
    """Check that the kernels of a package are compiled from the sources that stand there.

    Raises:
        KernelError: if a source was changed since, was never compiled, or is gone.
    """
    for folder in map(Path, folders):
        files = {path.name: path for path in folder.iterdir()}
        sources = {name for name in files if name.endswith((".py", ".pxd"))} - {"__init__.py"}
        if not sources and RECORD not in files:
            continue
        known = json.loads(files[RECORD].read_bytes()) if RECORD in files else {}
        found = {name: hashlib.sha256(files[name].read_bytes()).hexdigest() for name in sources}
        wrong = {name for name in found.keys() | known.keys() if found.get(name) != known.get(name)}
        # Python prefers some other endings to that of ours.
        extensions = {name for name in files if name.endswith((".so", ".pyd"))}
        wrong |= extensions ^ {f"{name[:-3]}.abi3.so" for name in sources if name.endswith(".py")}
        if wrong:
            raise KernelError(
                f"{folder / min(wrong)}: the kernels are not compiled from the sources that stand "
                "there; run: python tools/compile_kernels.py (make does it, too)"
            )
