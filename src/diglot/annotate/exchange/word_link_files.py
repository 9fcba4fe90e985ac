"""Layers of words as files of sure and possible links, an item a pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot import formats
from diglot.annotate.exchange.word_pairs import words
from diglot.annotate.layers.word_links import joined
from diglot.files.atomic import write_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.annotate.exchange.answers import Answered
    from diglot.annotate.layers.word_links import MarkedLink
    from diglot.model import Skipped

FORMATS = {".pharaoh": "pharaoh", ".naacl": "naacl", ".talp": "talp"}
BASES = {"talp": 1}
"""Number of the first word, where a format leaves it open: that of its guidelines."""


def write_links(
    path: Path, name: str, answers: Sequence[Answered], links: Sequence[Sequence[MarkedLink]]
) -> tuple[Skipped, ...]:
    """Write links, and beside them the words that they count, a pair a line.

    The words stand in files of the same name that end in ``.source`` and ``.target``.

    Raises:
        InputError: a file cannot be written.
    """
    for side in ("source", "target"):
        lines = "".join(" ".join(words(each.payload, side)) + "\n" for each in answers)
        write_bytes(path.with_suffix(f".{side}"), lines.encode())
    base = {"base": BASES[name]} if name in BASES else {}
    return formats.write_word_links(path, joined(links), format=name, **base)
