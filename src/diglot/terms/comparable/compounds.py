"""Parts of words: at hyphens, and of compounds where a language writes them as one word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

# Letters that may stand between two parts, besides none.
_LINKS = {
    "de": ("s", "es", "n", "en", "er", "e", "ns"),
    "nl": ("s", "en", "e", "n"),
    "af": ("s", "e"),
    "sv": ("s", "e", "o", "a", "u"),
    "da": ("s", "e"),
    "no": ("s", "e"),
    "nb": ("s", "e"),
    "nn": ("s", "e"),
    "is": ("s", "a", "u", "ar", "na"),
    "fy": ("s", "e", "en"),
    "lb": ("s", "en", "n", "er", "e"),
    "fi": ("n",),
    "et": (),
    "hu": (),
}
SHORTEST = 4
"""Letters of a part."""


@dataclass(frozen=True, slots=True)
class Splitter:
    """Cuts the words of one language.

    Attributes:
        language: code.
        known: words that parts must be, in lower case.
    """

    language: str
    known: AbstractSet[str]

    def parts(self, word: str) -> tuple[tuple[str, ...], ...]:
        """Return the ways of cutting a word, none where it is one part only.

        A compound is cut once at its best place, and again as long as the parts are compounds.
        """
        pieces = tuple(piece for piece in word.split("-") if piece)
        if len(pieces) > 1:
            finest = tuple(part for piece in pieces for part in self._finest(piece))
            return (pieces,) if finest == pieces else (pieces, finest)
        once = self._halves(word)
        if once is None:
            return ()
        finest = tuple(part for half in once for part in self._finest(half))
        return (once,) if finest == once else (once, finest)

    def _finest(self, word: str) -> tuple[str, ...]:
        halves = self._halves(word)
        if halves is None:
            return (word,)
        return tuple(part for half in halves for part in self._finest(half))

    def _halves(self, word: str) -> tuple[str, str] | None:
        """Return both parts of a compound: the cut whose shorter part is longest."""
        links = _LINKS.get(self.language)
        if links is None or len(word) < 2 * SHORTEST:
            return None
        best: tuple[int, int, tuple[str, str]] | None = None
        for cut in range(SHORTEST, len(word) - SHORTEST + 1):
            tail = word[cut:]
            if tail not in self.known:
                continue
            for link in ("", *links):
                start = word[: cut - len(link)]
                if word[:cut].endswith(link) and len(start) >= SHORTEST and start in self.known:
                    size = (min(len(start), len(tail)), -len(link))
                    if best is None or size > best[:2]:
                        best = (*size, (start, tail))
        return None if best is None else best[2]
