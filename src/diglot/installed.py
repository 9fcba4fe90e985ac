"""What stands in this installation: packages that a plain one leaves out, and compiled kernels.

A package that is missing is told in one line with the extra that brings it. Kernels that are
missing or older than their sources are refused, never run: in a checkout the sources stand beside
their extension modules, and Python would load an outdated one without a word, or run the source a
thousand times slower. An installed wheel holds no sources of kernels, and nothing is read there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from diglot.errors import KernelError, MissingExtraError

EXTRAS = {
    "annotate": ("alembic", "argon2", "fastapi", "pydantic", "sqlalchemy", "starlette", "uvicorn"),
    "cjk": ("jieba",),
    "corpora": ("pyarrow", "warcio"),
    "cluster": ("ray",),
    "learn": ("scipy", "sklearn", "threadpoolctl"),
    "neural": ("sentence_transformers",),
    "pdf": ("pypdfium2",),
    "postgresql": ("pg8000",),
    "rdf": ("rdflib",),
    "vectors": ("gensim",),
}
"""What each extra brings to be imported; pyproject.toml has the distributions."""


@contextmanager
def extra_for(task: str, *, instead: str = "") -> Iterator[None]:
    """Have a package of an extra that is missing told in one line with the command.

    Args:
        task: what needs it, such as ``"reading PDF"``.
        instead: what can be done without it, an imperative.

    Raises:
        MissingExtraError: a package of an extra was to be imported, and is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        extra = next((name for name, brought in EXTRAS.items() if package in brought), None)
        if extra is None:
            raise
        cure = f"pip install 'diglot[{extra}]'" + (f", or {instead}" if instead else "")
        raise MissingExtraError(f"{task} needs the extra {extra}: {cure}") from error


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
