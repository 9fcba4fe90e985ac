"""Sentence pairs as payloads of words, and their links as files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from diglot import formats
from diglot.annotate.layers.word_links import join_links
from diglot.files.atomic import write_bytes
from diglot.text.languages import direction

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from diglot.annotate.exchange.answers import Answered
    from diglot.annotate.layers.word_links import MarkedLink
    from diglot.model import Skipped

Languages = tuple[str | None, str | None]


@dataclass(frozen=True, slots=True)
class WordPair:
    """A sentence pair cut into words.

    Attributes:
        payload: as layers of words show it.
        source: first characters of the source words.
        target: the same of the target words.
    """

    payload: dict[str, Any]
    source: tuple[int, ...]
    target: tuple[int, ...]

    def spans(self, side: str, positions: Iterable[int]) -> dict[str, int]:
        """Cells that mark words: ``s<start>`` or ``t<start>`` with the end."""
        tokens = self.payload[side]["tokens"]
        return {f"{side[0]}{tokens[at][0]}": tokens[at][1] for at in positions}


def word_pair(
    source: Sequence[str],
    target: Sequence[str],
    languages: Languages,
    *,
    names: tuple[str, str] = ("", ""),
) -> WordPair:
    """Make a payload of two lists of words.

    Args:
        source: words, none of them with a blank.
        target: the same of the other side.
        languages: codes; None where they are unknown.
        names: of the documents.
    """
    sides = [
        _side(words, language, name)
        for words, language, name in zip((source, target), languages, names, strict=True)
    ]
    starts = [tuple(start for start, _ in side["tokens"]) for side in sides]
    return WordPair({"source": sides[0], "target": sides[1]}, starts[0], starts[1])


def positions(payload: Mapping[str, Any], side: str) -> dict[int, int]:
    """Positions of the words of one side by their first characters."""
    return {token[0]: at for at, token in enumerate(payload[side]["tokens"])}


def words(payload: Mapping[str, Any], side: str) -> list[str]:
    """The words of one side."""
    shown = payload[side]
    return [shown["text"][start:end] for start, end in shown["tokens"]]


def _side(tokens: Sequence[str], language: str | None, name: str) -> dict[str, Any]:
    spans = []
    start = 0
    for token in tokens:
        spans.append([start, start + len(token)])
        start += len(token) + 1
    return {
        "lang": language or "",
        "dir": direction(language) if language else "ltr",
        "text": " ".join(tokens),
        "tokens": spans,
        "doc": name,
        "start": 0,
    }


# Layers of words as files of sure and possible links, an item a pair.


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
    return formats.write_word_links(path, join_links(links), format=name, **base)
