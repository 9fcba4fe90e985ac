"""Kernels that are missing or older than their sources are refused, never run.

In a checkout the sources of the kernels stand beside their extension modules. Python would load an
outdated extension without a word, and without one would run the source a thousand times slower.
An installed wheel holds no sources of kernels, and nothing is read there.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

RECORD = "compiled.json"
"""Beside the extensions: SHA-256 of every source, written by ``tools/compile_kernels.py``."""


def require_compiled(folders: Iterable[str]) -> None:
    """Check that the kernels of a package are compiled from the sources that stand there.

    Args:
        folders: the ``__path__`` of the package.

    Raises:
        ImportError: if a source was changed since, or was never compiled.
    """
    for folder in map(Path, folders):
        found = {path.name: path for path in folder.iterdir() if path.suffix in {".py", ".pxd"}}
        found.pop("__init__.py", None)
        if found:
            record = folder / RECORD
            known = json.loads(record.read_bytes()) if record.exists() else {}
            for name, path in sorted(found.items()):
                if "njit" in path.read_text("utf-8"):  # until the last one is converted
                    continue
                if known.get(name) != hashlib.sha256(path.read_bytes()).hexdigest():
                    raise ImportError(
                        f"{path}: not compiled since it was changed; "
                        "run: python tools/compile_kernels.py (make does it, too)"
                    )
