"""Candidates in texts that are cut into characters, as nothing shows where words begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.terms.extraction.candidates import Candidates, candidates
from diglot.terms.extraction.restriction import restricted
from diglot.text.function_words import function_words
from diglot.text.languages import is_spaceless

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.terms.extraction.corpus import Corpus

LONGEST = 8
"""Characters of the longest candidate."""

_LEAST = 2
_SHARE = 0.6
_SAMPLE = 1000


def cut_into_characters(sentences: Sequence[Sequence[str]], language: str | None) -> bool:
    """Return True if most tokens of sentences written without spaces are single characters.

    Such a text needs other function words, see `function_words`.
    """
    if not is_spaceless(language):
        return False
    sizes = [len(word) for sentence in sentences[:_SAMPLE] for word in sentence]
    return sum(size == 1 for size in sizes) > _SHARE * len(sizes)


def is_in_characters(corpus: Corpus) -> bool:
    """Return True if most tokens of a text written without spaces are single characters."""
    if not is_spaceless(corpus.language) or not len(corpus.tokens):
        return False
    single = np.array([len(word) == 1 for word in corpus.words], np.bool_)
    return float(single[corpus.tokens].mean()) > _SHARE


def character_candidates(corpus: Corpus, *, longest: int = LONGEST) -> Candidates:
    """Return strings of characters that occur twice and neither begin nor end with function words.

    Single characters stay, as the parts that the longer strings are weighed against.

    Args:
        corpus: a text cut into characters, its separators encoded as function words (see
            `function_words`, ``characters``).
        longest: characters of the longest string.
    """
    found = candidates(corpus, longest=longest)
    if not len(found):
        return found
    several = {word for word in function_words(corpus.language) if len(word) > 1}
    widest = max(map(len, several), default=0)
    kept = (found.frequencies >= _LEAST) | (found.lengths[found.first] == 1)
    for number in np.flatnonzero(kept):
        text = found.text(int(number))
        sizes = range(2, min(widest, len(text)) + 1)
        if any(text[:size] in several or text[-size:] in several for size in sizes):
            kept[number] = False
    return restricted(found, kept[found.ngrams])
