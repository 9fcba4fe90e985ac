"""Texts as the success rates compare them: words in lower case, lemmas, lemmas in a row."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from diglot.text.languages import is_spaceless, normalise

if TYPE_CHECKING:
    from collections.abc import Callable

# Between lemmas: no text holds it, but the first and the last lemma may still match in part.
JOINT = "|||"
# Hyphens and apostrophes stay inside: a German lemmatiser sees "SAP-Produkt" as one word.
_TOKEN = re.compile(r"\w+(?:[-'’]\w+)*|[^\w\s]")


class TaskTexts:
    """Texts of one language, each analysed once: many systems cost little more than one.

    Args:
        language: code or name; None leaves words as they are, in lower case.
        lemmas: False does the same for a language that has lemmas.

    Raises:
        ConfigError: the language is unknown.
    """

    def __init__(self, language: str | None = None, *, lemmas: bool = True) -> None:
        self.language = normalise(language) if language is not None else None
        self.method = "identity"
        self.lemma: Callable[[str], str] = str.lower
        if self.language is not None and lemmas:
            from diglot.text.lemmas import Lemmatiser

            lemmatiser = Lemmatiser(self.language)
            self.method, self.lemma = lemmatiser.method, lemmatiser.lemma
        self._spaceless = is_spaceless(self.language)
        self._lemmas: dict[str, tuple[str, ...]] = {}

    def tokens(self, text: str) -> list[str]:
        """Return words and signs as written; in languages without spaces single characters."""
        if self._spaceless:
            from diglot.text.tokens import words

            return words(text, self.language)
        return _TOKEN.findall(text)

    def lemmas(self, text: str) -> tuple[str, ...]:
        """Return the lemmas of the tokens, in lower case."""
        known = self._lemmas.get(text)
        if known is None:
            known = self._lemmas[text] = tuple(map(self.lemma, self.tokens(text)))
        return known

    def joined(self, text: str, joint: str = JOINT) -> str:
        """Return the lemmas of ``text`` as one string."""
        return joint.join(self.lemmas(text))
