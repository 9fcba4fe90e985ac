"""Scorers of inferred pairs in files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, FormatError
from diglot.files.atomic import atomic_open
from diglot.files.text import read_text

if TYPE_CHECKING:
    from pathlib import Path

    from diglot.lexicons.learned.scorer import Scorer


def read_scorer(path: Path) -> Scorer:
    """Read a scorer that was trained here before.

    Raises:
        FormatError: it is none, of another version, or damaged.
        InputError: it cannot be read.
    """
    from diglot.lexicons.learned.scorer import Scorer

    try:
        return Scorer.from_dict(json.loads(read_text(path)))
    except (ConfigError, ValueError, RecursionError) as error:
        raise FormatError(
            f"is no scorer ({error})", path=path, cure="train one with --save-scorer"
        ) from error


def save_scorer(path: Path, scorer: Scorer) -> None:
    """Write a scorer; the same one gives the same bytes.

    Raises:
        InputError: the file cannot be written.
    """
    with atomic_open(path) as file:
        json.dump(scorer.to_dict(), file, separators=(",", ":"))
        file.write("\n")
