"""What is known beside two lists of terms: a dictionary, texts, vectors, a ranker."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from diglot.terms.comparable.dictionary import Dictionary

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from diglot.learning.machines import Machine
    from diglot.learning.ranker import Ranker
    from diglot.model import WordVectors


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """What is known of one language of a comparable corpus; the language alone will do.

    Attributes:
        language: code or name.
        frequencies: occurrences of terms in the texts, by the term as it stands in the list.
        words: occurrences of words in the texts, in lower case; made from ``sentences`` where
            they are given and this is not.
        sentences: the texts, as tokens of every sentence, in lower case.
        vectors: of words, in a space of their own or one that both sides share.
    """

    language: str
    frequencies: Mapping[str, int] | None = None
    words: Mapping[str, int] | None = None
    sentences: Sequence[Sequence[str]] | None = None
    vectors: WordVectors | None = None

    def word_counts(self) -> Mapping[str, int] | None:
        """Return occurrences of words, counted if need be; None without texts."""
        from collections import Counter
        from itertools import chain

        if self.words is not None or self.sentences is None:
            return self.words
        return Counter(chain.from_iterable(self.sentences))


@dataclass(frozen=True, slots=True, eq=False)
class Resources:
    """What a method may use. Every method says what it needs; it leaves the rest alone.

    Attributes:
        source: the source language and its texts.
        target: the target language and its texts.
        dictionary: translations of words and phrases; may be empty.
        ranker: trained on the features of the method; None for the one that is shipped, if any.
    """

    source: Side
    target: Side
    dictionary: Dictionary = field(default_factory=Dictionary)
    ranker: Ranker | Machine | None = None
