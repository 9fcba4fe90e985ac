"""Where known terms stand in tokenised sentences."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from diglot.text.tokens import words

if TYPE_CHECKING:
    from collections.abc import Sequence


class Mark(NamedTuple):
    """A term in a sentence.

    Attributes:
        term: its number.
        start: first token.
        end: one past the last token.
        nested: True inside a longer term.
    """

    term: int
    start: int
    end: int
    nested: bool


class TermForms:
    """The terms of one language by number, with every form they are known by.

    Case is ignored, but for words in capitals (WHO is not who), and so are spelling differences
    that Unicode calls equal.

    Args:
        language: how terms are cut into tokens, as the sentences are.
    """

    def __init__(self, language: str | None) -> None:
        self.language = language
        self.texts: list[str] = []
        self._terms: dict[tuple[str, ...], int] = {}
        # Forms with a word in capitals: the capitals they must be found in.
        self._capitals: dict[tuple[str, ...], list[str | None]] = {}
        # By its first word, the most words of a term.
        self._longest: dict[str, int] = {}
        self._folds: dict[str, str] = {}
        self._keys: dict[str, tuple[str, ...]] = {}

    def __len__(self) -> int:
        return len(self.texts)

    def add(self, text: str) -> int:
        """Return the number of a term, a new one for a new term."""
        key = self._key(text)
        number = self._terms.get(key)
        if number is None:
            number = len(self.texts)
            self.texts.append(text)
            self._enter(key, number, text)
        return number

    def number(self, text: str) -> int | None:
        """Return the number of a term or a form; None for an unknown one."""
        return self._terms.get(self._key(text))

    def add_form(self, text: str, term: int) -> None:
        """Let another form stand for a term, unless it already stands for one."""
        key = self._key(text)
        if key not in self._terms:
            self._enter(key, term, text)

    def find(self, tokens: Sequence[str]) -> list[Mark]:
        """Return every term in a sentence, by start, longer ones first."""
        folds = self._folds
        folded = [folds.get(token) or self._remember(token) for token in tokens]
        marks = []
        reach = 0
        for start, first in enumerate(folded):
            most = self._longest.get(first)
            if most is None:
                continue
            for end in range(min(start + most, len(folded)), start, -1):
                key = tuple(folded[start:end])
                term = self._terms.get(key)
                if term is not None and self._fits(key, tokens[start:end]):
                    marks.append(Mark(term, start, end, end <= reach))
                    reach = max(reach, end)
        return marks

    def _remember(self, token: str) -> str:
        return self._folds.setdefault(token, _fold(token))

    def _key(self, text: str) -> tuple[str, ...]:
        key = self._keys.get(text)
        if key is None:
            key = tuple(_fold(word) for word in words(text, self.language))
            self._keys[text] = key
        return key

    def _fits(self, key: tuple[str, ...], tokens: Sequence[str]) -> bool:
        wanted = self._capitals.get(key)
        return wanted is None or all(
            word is None or word == token for word, token in zip(wanted, tokens, strict=True)
        )

    def _enter(self, key: tuple[str, ...], number: int, text: str) -> None:
        if not key:
            return
        self._terms[key] = number
        capitals = [
            word if len(word) > 1 and word.isalpha() and word.isupper() else None
            for word in words(text, self.language)
        ]
        # A term written in capitals throughout, as in a heading, is a term in any case.
        if any(capitals) and (len(key) == 1 or not all(capitals)):
            self._capitals[key] = capitals
        self._longest[key[0]] = max(len(key), self._longest.get(key[0], 0))


def _fold(token: str) -> str:
    folded = token.casefold()
    return folded if folded.isascii() else unicodedata.normalize("NFC", folded)


def locate(text: str, tokens: Sequence[str]) -> list[tuple[int, int]]:
    """Return where tokens stand in their text; one that is not there gets an empty span."""
    spans = []
    at = 0
    for token in tokens:
        begin = text.find(token, at)
        if begin < 0:
            spans.append((at, at))
            continue
        at = begin + len(token)
        spans.append((begin, at))
    return spans
