"""The index of a build: which sentences hold a string."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.formats import trigram_index
from diglot.text.spelling import fold

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from diglot.pipeline.stored.stored_pairs import Side, StoredPairs

INDEX = "index.sqlite"
NAMES = ("source", "target")
"""Names of the collections of both sides."""


@dataclass(frozen=True, slots=True)
class Indexed:
    """What an index is made of.

    Attributes:
        sides: sentences by the name of their side.
        key: what tells these sentences from all others.
    """

    sides: Mapping[str, Side]
    key: str


def index_of(pairs: StoredPairs) -> Indexed:
    """Return what the index of these pairs is made of."""
    return Indexed(dict(zip(NAMES, pairs.sides, strict=True)), pairs.digest)


def write_index(path: Path, indexed: Indexed) -> None:
    """Write an index; the same sentences give the same bytes.

    Raises:
        InputError: it cannot be written.
    """
    texts = {
        name: (fold(sentence).text for sentence in side.sentences())
        for name, side in indexed.sides.items()
    }
    trigram_index.write_index(path, texts, key=indexed.key)
