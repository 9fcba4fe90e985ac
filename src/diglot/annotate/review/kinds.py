"""Whether a file under review is a memory or a termbase."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from diglot import formats
from diglot.errors import ConfigError
from diglot.pipeline.steps.terms.termbase_files import is_termbase

if TYPE_CHECKING:
    from pathlib import Path

SENTENCES, TERMS = "sentences", "terms"
KINDS = (SENTENCES, TERMS)

_LOOK = 20  # rows of a table that are looked at
_TABLES = frozenset({"csv", "tsv", "xlsx"})
# Columns that tables of terms have, and tables of sentences never.
_OF_TERMS = frozenset({"status", "termhood", "frequency", "target frequency", "part of speech"})


def kind_of(path: Path, told: str | None = None, encoding: str | None = None) -> str:
    """Return the kind of the layer that a file is reviewed in.

    Args:
        path: the file; a table is a termbase if it has columns that only terms have.
        told: the kind, where somebody knows.
        encoding: of a text file that is not in Unicode.

    Raises:
        InputError: the file cannot be read.
        ConfigError: it is neither a memory nor a termbase.
    """
    if told is not None:
        return told
    if is_termbase(path):
        return TERMS
    name = formats.format_of(path, look=True)
    if name not in formats.UNITS:
        raise ConfigError(
            f"{path} ({name}) is no memory and no termbase: align it first (diglot align), or "
            "import it into a project (diglot annotate import)"
        )
    return TERMS if name in _TABLES and _has_terms(path, encoding) else SENTENCES


def _has_terms(path: Path, encoding: str | None) -> bool:
    rows = islice(formats.read_units(path, encoding=encoding), _LOOK)
    return any(name.lower() in _OF_TERMS for row in rows for name, _ in row.properties)
