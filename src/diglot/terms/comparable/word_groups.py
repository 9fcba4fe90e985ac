"""Groups of two words that texts repeat: what translations can be induced from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.terms.extraction import candidates, corpus
from diglot.text.function_words import function_words, linking_words
from diglot.text.languages import normalise

if TYPE_CHECKING:
    from diglot.terms.comparable.resources import Side

FREQUENCY = 3
LONGEST = 4


def word_groups(side: Side) -> frozenset[str]:
    """Return the groups of words of a side's sentences, none without sentences.

    Two content words, with linking words between them or without, and compounds, as single words.

    Raises:
        ConfigError: the language is unknown.
    """
    if not side.sentences:
        return frozenset()
    code = normalise(side.language)
    text = corpus.encode(
        side.sentences,
        language=code,
        function_words=function_words(code),
        linking_words=linking_words(code),
    )
    found = candidates.candidates(text, longest=LONGEST)
    chosen = np.flatnonzero(found.frequencies >= FREQUENCY)
    return frozenset(
        found.text(group)
        for group in chosen.tolist()
        if sum(text.kinds[word] == corpus.CONTENT for word in found.words(group)) <= 2
    )
