"""Sentence pairs whose words stand between spaces, as payloads; positions of words as offsets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from diglot.text.languages import direction

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

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
