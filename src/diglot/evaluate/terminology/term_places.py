"""Where terms stand in a text: whole words, the longest term first, no word for two."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

# Languages that write compounds as one word.
COMPOUNDING = frozenset({"da", "de", "et", "fi", "hu", "is", "nb", "nl", "nn", "no", "sv"})
# Shorter parts of words are found by chance: "Art" in "Start".
SHORTEST_PART = 4


class Words:
    """A text as words that can be used up.

    Args:
        tokens: the words as written.
        lemma: gives the lemma of a word in lower case.

    Attributes:
        forms: the words in lower case.
        lemmas: their lemmas.
        taken: whether a term has used up the word.
    """

    __slots__ = ("forms", "lemmas", "taken")

    def __init__(self, tokens: Sequence[str], lemma: Callable[[str], str]) -> None:
        self.forms = [token.lower() for token in tokens]
        self.lemmas = [lemma(token) for token in tokens]
        self.taken = [False] * len(tokens)

    def take(self, sought: Words) -> int | None:
        """Use up the first free place of ``sought``, by form or lemma; return where it begins."""
        size = len(sought.forms)
        for begin in range(len(self.forms) - size + 1 if size else 0):
            if all(self._is(begin + step, sought, step) for step in range(size)):
                self.taken[begin : begin + size] = [True] * size
                return begin
        return None

    def _is(self, place: int, sought: Words, step: int) -> bool:
        return not self.taken[place] and (
            self.forms[place] == sought.forms[step] or self.lemmas[place] == sought.lemmas[step]
        )


def places(text: Words, terms: Mapping[str, Words]) -> list[tuple[str, int, int]]:
    """Return term, begin and end of every occurrence, in the order of the text.

    Args:
        text: is used up where a term stands.
        terms: words of each term.
    """
    found = []
    for term, sought in sorted(terms.items(), key=lambda pair: -len(pair[1].forms)):
        while (begin := text.take(sought)) is not None:
            found.append((term, begin, begin + len(sought.forms)))
    return sorted(found, key=lambda place: place[1])
