"""Dictionaries of made-up languages whose truth is known: every language has a word a concept."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from diglot.model import Origin, Translation
from tests.lexicons.encoding import encode

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.lexicons.graph.graph import Graph

LANGUAGES = ("ca", "en", "es", "fr", "pt")
CONCEPTS = 900


def drawn(
    concepts: int = CONCEPTS,
    *,
    known: float = 0.85,
    noise: float = 0.5,
    direct: float = 0.0,
    misled: float = 0.0,
    seed: int = 0,
) -> Graph:
    """A graph of dictionaries between all languages; that of en and fr is a matter of its own.

    Args:
        concepts: number of concepts, and of words of each language.
        known: share of the right pairs that a dictionary has.
        noise: wrong pairs of a dictionary for each concept; words are mixed up with a few others
            alone, so that dictionaries make the same errors now and then.
        direct: share of the right pairs that the dictionary of en and fr has.
        misled: wrong pairs of that dictionary for each concept.
        seed: of the random numbers; no dictionary takes those of another.
    """
    dictionaries = []
    for number, (one, other) in enumerate(combinations(LANGUAGES, 2)):
        random = np.random.default_rng((seed, number))
        share, wrong = (direct, misled) if (one, other) == ("en", "fr") else (known, noise)
        right = np.flatnonzero(random.random(concepts) < share)
        astray = random.integers(concepts, size=int(wrong * concepts))
        others = (astray + random.integers(1, 8, size=len(astray))) % concepts
        ends = zip([*right, *astray], [*right, *others], strict=True)
        rows = [Translation(word(one, a), word(other, b), one, other) for a, b in ends]
        if rows:
            dictionaries.append((Origin(f"{one}-{other}"), rows))
    return encode(dictionaries)


def word(language: str, concept: int) -> str:
    """The word for a concept: five letters that say nothing of the words of other languages."""
    rest = (int(concept) * 3_141_593 + 1) * (2 * LANGUAGES.index(language) + 15) ** 3 % 26**5
    letters = ""
    for _ in range(5):
        rest, letter = divmod(rest, 26)
        letters += chr(ord("a") + letter)
    return letters


def right(
    graph: Graph, source: NDArray[np.integer], target: NDArray[np.integer]
) -> NDArray[np.bool_]:
    """Whether pairs of words of en and fr are of one concept."""
    meant = {word("en", each): word("fr", each) for each in range(CONCEPTS)}
    ends = zip(graph.lemmas(source), graph.lemmas(target), strict=True)
    return np.array([meant[one] == other for one, other in ends], np.bool_)
