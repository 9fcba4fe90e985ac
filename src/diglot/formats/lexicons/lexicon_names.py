"""What the name of a dictionary's file says: its own name, and its two languages."""

from __future__ import annotations

import re
from pathlib import Path

from diglot.formats.units.columns import TWO_LETTERS

UNKNOWN = "und"
PACKED = (".gz", ".dz")
# "EN" of TransSetEN-ES begins a word of its own.
WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")


def unpacked_name(path: str | Path) -> Path:
    """Return the name of a file without the ``.gz`` or ``.dz`` of what packed it."""
    path = Path(path)
    return path.with_suffix("") if path.suffix.lower() in PACKED else path


def name_of(path: str | Path) -> str:
    """Return the name of a dictionary: that of its file without its extensions."""
    return unpacked_name(path).stem


def languages_of(path: str | Path) -> tuple[str, str]:
    """Return the two languages that the name of a file tells, as it writes them.

    Two codes side by side count, both of two or both of three letters: ``apertium-eng-spa.dix``,
    ``en-fr.0-5000.txt``, ``TransSetEN-ES.csv``; of several such pairs the last. Each is ``und``
    where there are none.
    """
    words = WORDS.findall(name_of(path))
    for one, other in zip(words[-2::-1], words[:0:-1], strict=True):
        if _is_code(one) and _is_code(other) and len(one) == len(other):
            return one, other
    return UNKNOWN, UNKNOWN


def _is_code(word: str) -> bool:
    if word not in (word.lower(), word.upper()):
        return False
    return word.lower() in TWO_LETTERS if len(word) == 2 else len(word) == 3 and word.isalpha()
