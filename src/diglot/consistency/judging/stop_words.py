"""Words that say nothing of whether a term is there: those of closed classes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from diglot.text.function_words import function_words, word_classes

if TYPE_CHECKING:
    from collections.abc import Sequence

_EMPTY = frozenset(
    {"determiner", "preposition", "pronoun", "conjunction", "auxiliary", "clitic", "linking"}
)
_SHORTEST = 3  # letters of a preposition that may be a noun


@cache
def stop_words(language: str | None) -> frozenset[str]:
    """Return the words of a language, in lower case, that are looked for in no term.

    Adverbs and numbers are content here: "two-week" is another thing than "one-week".
    """
    classes = word_classes(language)
    if not classes:
        return function_words(language)
    return frozenset(word for word, found in classes.items() if found <= _EMPTY)


def content_words(term: Sequence[str], language: str | None) -> list[int]:
    """Return the places of the words of a term that are looked for, all if none has content.

    No term begins or ends with a preposition, so what looks like one there is none: Spanish "vía"
    in "vía respiratoria".

    >>> content_words(["vía", "de", "contagio"], "es")
    [0, 2]
    """
    stops, classes = stop_words(language), word_classes(language)
    chosen = []
    for place, word in enumerate(term):
        plain = word.lower()
        at_end = place in (0, len(term) - 1) and len(term) > 1
        if not any(map(str.isalnum, plain)):
            continue
        if plain not in stops or (
            at_end and len(plain) >= _SHORTEST and classes.get(plain) == frozenset({"preposition"})
        ):
            chosen.append(place)
    return chosen or list(range(len(term)))
