"""Packages that a plain install leaves out, and the line that names the extra which brings them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from diglot.errors import MissingExtraError

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
