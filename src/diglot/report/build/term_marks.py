"""Where known terms stand in tokenised sentences."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
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
        self._root = _Node()
        self._folds: dict[str, str] = {}
        self._keys: dict[str, tuple[str, ...]] = {}

    def __len__(self) -> int:
        return len(self.texts)

    def add(self, text: str) -> int:
        """Return the number of a term, a new one for a new term."""
        node = self._node(text)
        if node is None or node.term < 0:
            self.texts.append(text)
            self._enter(text, len(self.texts) - 1)
            return len(self.texts) - 1
        return node.term

    def number(self, text: str) -> int | None:
        """Return the number of a term or a form; None for an unknown one."""
        node = self._node(text)
        return None if node is None or node.term < 0 else node.term

    def add_form(self, text: str, term: int) -> None:
        """Let another form stand for a term, unless it already stands for one."""
        if self.number(text) is None:
            self._enter(text, term)

    def find(self, tokens: Sequence[str]) -> list[Mark]:
        """Return every term in a sentence, by start, longer ones first."""
        folds = self._folds
        folded = [folds.get(token) or self._remember(token) for token in tokens]
        starts = self._root.children
        marks = []
        reach = 0
        for start, first in enumerate(folded):
            node = starts.get(first)
            if node is None:
                continue
            here = []
            end = start + 1
            while node is not None:
                if node.term >= 0 and (
                    node.capitals is None or _fits(node.capitals, tokens[start:end])
                ):
                    here.append((node.term, end))
                if end == len(folded) or not node.children:
                    break
                node = node.children.get(folded[end])
                end += 1
            for term, end in reversed(here):
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

    def _node(self, text: str) -> _Node | None:
        node: _Node | None = self._root
        for word in self._key(text):
            node = node.children.get(word) if node else None
        return node

    def _enter(self, text: str, number: int) -> None:
        node = self._root
        for word in self._key(text):
            node = node.children.setdefault(word, _Node())
        node.term = number
        capitals = [
            word if len(word) > 1 and word.isalpha() and word.isupper() else None
            for word in words(text, self.language)
        ]
        # A term written in capitals throughout, as in a heading, is a term in any case.
        if any(capitals) and (len(capitals) == 1 or not all(capitals)):
            node.capitals = capitals


@dataclass(slots=True)
class _Node:
    """Words that forms begin with.

    Attributes:
        children: what comes next, by its folded word.
        term: number of the term that ends here; -1 for none.
        capitals: the words that must stand in these capitals; None where case is ignored.
    """

    children: dict[str, _Node] = field(default_factory=dict)
    term: int = -1
    capitals: list[str | None] | None = None


def _fits(capitals: list[str | None], tokens: Sequence[str]) -> bool:
    return all(word is None or word == token for word, token in zip(capitals, tokens, strict=True))


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
