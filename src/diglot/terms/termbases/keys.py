"""When two terms of two termbases are the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.text.lemmas import Lemmatiser
from diglot.text.spelling import fold
from diglot.text.tokens import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diglot.model import Concept, ConceptTerm

MATCHES = ("exact", "case", "lemma")
UNDETERMINED = "und"

# A term as it is compared: language without its region, and form.
Key = tuple[str, str]


class TermKeys:
    """Gives the key of a term; equal keys, equal terms.

    Args:
        match: ``exact`` as written; ``case`` in lower case, with plain apostrophes; ``lemma`` by
            the lemmas of the words, where the language has any.

    Raises:
        ConfigError: there is no such match.
    """

    def __init__(self, match: str = "case") -> None:
        if match not in MATCHES:
            raise ConfigError(f"match is {match!r}; it can be {', '.join(MATCHES)}")
        self._match = match
        self._lemmatisers: dict[str, Lemmatiser | None] = {}

    def of(self, term: ConceptTerm) -> Key:
        """Return the key of a term."""
        return self.key(term.text, term.language)

    def key(self, text: str, language: str) -> Key:
        """Return the key of a text in a language; regions make no difference."""
        primary = language.replace("_", "-").partition("-")[0].lower()
        if self._match == "exact":
            return primary, text
        folded = " ".join(fold(text).text.split())
        if self._match == "lemma":
            folded = self._lemmas(folded, primary)
        return primary, folded

    def _lemmas(self, text: str, language: str) -> str:
        if language not in self._lemmatisers:
            try:
                self._lemmatisers[language] = Lemmatiser(language)
            except ConfigError:  # a language nobody knows has no lemmas
                self._lemmatisers[language] = None
        lemmatiser = self._lemmatisers[language]
        if lemmatiser is None or lemmatiser.method == "identity":
            return text
        return " ".join(lemmatiser.lemma(word) for word in words(text, lemmatiser.language))


def pairs_of(concept: Concept, keys: TermKeys) -> Iterator[tuple[Key, Key]]:
    """Give every two terms of different languages of a concept, the lesser key first."""
    found = list(dict.fromkeys(keys.of(term) for term in concept.terms))
    for index, first in enumerate(found):
        for second in found[index + 1 :]:
            if first[0] != second[0]:
                yield (first, second) if first < second else (second, first)
