"""Where known terms stand in sentences, and how each occurrence was translated."""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from rapidfuzz.distance import Prefix

from diglot.text.tokens import words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

# A known term of the other side or, where there is none, the words that the links point to.
Translation = int | str | None

# Linked words further apart than this are not shown as one stretch.
_GAP = 2
# More linked words than this are no translation of a term, but a failure of the links.
_MOST = 8
# Share of the links' words that a known term must cover, as Dice, to be what was meant.
_COVER = 0.5
_KNOWN = 0.3

# A second translation counts from here on: seen twice, and in one place out of ten.
LEAST, SHARE = 2, 0.1


class Sentence:
    """One side of a sentence pair.

    Attributes:
        text: the sentence.
        tokens: its words.
        marks: the terms in it.
    """

    __slots__ = ("_over", "_spans", "marks", "text", "tokens")

    def __init__(self, text: str, tokens: Sequence[str], marks: Sequence[Mark]) -> None:
        self.text, self.tokens, self.marks = text, tokens, marks
        self._spans: list[tuple[int, int]] | None = None
        self._over: dict[int, list[int]] = {}
        for number, (_, start, end, _) in enumerate(marks):
            for token in range(start, end):
                self._over.setdefault(token, []).append(number)

    def covering(self, linked: Collection[int]) -> Iterable[tuple[int, int]]:
        """Give the terms that cover some of the tokens, in order, and how many they cover."""
        over = self._over
        if len(linked) == 1:
            (token,) = linked
            return [(number, 1) for number in over.get(token, ())]
        inside: dict[int, int] = {}
        for token in linked:
            for number in over.get(token, ()):
                inside[number] = inside.get(number, 0) + 1
        return sorted(inside.items())

    def words(self, linked: Iterable[int]) -> str | None:
        """Return linked words as they stand in the text, with dots for what lies between them."""
        if self._spans is None:
            self._spans = locate(self.text, self.tokens)
        return _surface(sorted(linked), self.text, self._spans)


def translation_of(
    linked: Collection[int], other: Sentence, partners: Collection[int]
) -> Translation:
    """Return what translates a term in one sentence pair.

    Args:
        linked: tokens of the other side that are linked with the term's, each once.
        other: the other side.
        partners: terms known to translate this one.

    Returns:
        Number of the term of the other side; the linked words if they make no known term; None
        when no word is linked and no known translation is there.
    """
    marks = other.marks
    if not linked:
        if not partners:
            return None
        return next((mark.term for mark in marks if mark.term in partners), None)
    best, found = _COVER, None
    for number, inside in other.covering(linked):
        term, start, end, _ = marks[number]
        cover = 2 * inside / (end - start + len(linked)) + _KNOWN * (term in partners)
        if cover > best:
            best, found = cover, term
    return found if found is not None else other.words(linked)


def _surface(linked: list[int], text: str, spans: Sequence[tuple[int, int]]) -> str | None:
    kept = [each for each in linked if any(map(str.isalnum, text[slice(*spans[each])]))]
    if not 0 < len(kept) <= _MOST:
        return None
    parts, start = [], kept[0]
    for before, after in zip(kept, [*kept[1:], None], strict=True):
        if after is None or after - before > _GAP:
            parts.append(text[spans[start][0] : spans[before][1]])
            start = before if after is None else after
    return " … ".join(parts)


class Choice(NamedTuple):
    """One translation of a term, in all its forms.

    Attributes:
        forms: (translation, number of occurrences), the most frequent first.
        total: occurrences of all forms.
    """

    forms: tuple[tuple[int | str, int], ...]
    total: int


def choices(
    counts: Mapping[int | str, int], texts: Sequence[str], partners: Collection[int] = ()
) -> list[Choice]:
    """Return the translations of a term, forms of one word together, most frequent first.

    Args:
        counts: occurrences by translation.
        texts: terms of the other side by number.
        partners: terms known to translate this one; none of them is a mere part of another.
    """
    groups: list[tuple[str, list[tuple[int | str, int]]]] = []
    for key, n in sorted(counts.items(), key=lambda item: (-item[1], str(item[0]))):
        text = texts[key] if isinstance(key, int) else key
        for head, forms in groups:
            if is_same_word(head, text) or (key not in partners and is_part(head, text)):
                forms.append((key, n))
                break
        else:
            groups.append((text, [(key, n)]))
    result = [Choice(tuple(forms), sum(n for _, n in forms)) for _, forms in groups]
    return sorted(result, key=lambda choice: -choice.total)


def is_same_word(one: str, other: str) -> bool:
    """Tell whether two expressions differ in endings and short words at most.

    Without a lemmatiser for every language, words with the same beginning count as forms of one:
    four letters at least, and all but three of either.
    """
    first, second = one.casefold(), other.casefold()
    if first == second:
        return True
    words = [_long_words(each) for each in (first, second)]
    if len(words[0]) != len(words[1]):
        return False
    return all(_is_same_stem(a, b) for a, b in zip(*words, strict=True))


def is_part(one: str, other: str) -> bool:
    """Tell whether the long words of one expression are all in the other.

    Links that miss a word, or take one too many, give ``mains`` for ``lavage des mains``.
    """
    words = [_long_words(each.casefold()) for each in (one, other)]
    short, long = sorted(words, key=len)
    return all(any(_is_same_stem(a, b) for b in long) for a in short)


def _long_words(text: str) -> list[str]:
    parts = text.replace("-", " ").replace("’", "'").replace("'", "' ").split()
    return [part for part in parts if len(part) > 3] or parts


def _is_same_stem(one: str, other: str) -> bool:
    shared = Prefix.similarity(one, other)
    longest = max(len(one), len(other))
    return shared == longest or shared >= max(4, longest - 3)


def rivals(found: Sequence[Choice]) -> int:
    """Return how many translations of a term compete; fewer than two is consistent."""
    total = sum(choice.total for choice in found)
    return sum(choice.total >= max(LEAST, SHARE * total) for choice in found)


def tally(translations: Mapping[Translation, int]) -> Counter[int | str]:
    """Count translations, forms that differ in case as one, under the spelling seen first."""
    counts: Counter[int | str] = Counter()
    spelling: dict[str, str] = {}
    for each, count in translations.items():
        if each is None:
            continue
        key = spelling.setdefault(each.casefold(), each) if isinstance(each, str) else each
        counts[key] += count
    return counts


# Where known terms stand in tokenised sentences.


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
        self._folds = _Folds()
        self._starts = _Starts(self._root, self._folds)
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
        folds, size = self._folds, len(tokens)
        marks: list[Mark] = []
        reach = 0
        for start, first in enumerate(map(self._starts.__getitem__, tokens)):
            if first is None:
                continue
            here = []
            end = start + 1
            node: _Node | None = first
            while node is not None:
                if node.term >= 0 and (
                    node.capitals is None or _fits(node.capitals, tokens[start:end])
                ):
                    here.append((node.term, end))
                if end == size or not node.children:
                    break
                node = node.children.get(folds[tokens[end]])
                end += 1
            for term, end in reversed(here):
                marks.append(Mark(term, start, end, end <= reach))
                reach = max(reach, end)
        return marks

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
        self._starts.clear()
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


class _Folds(dict[str, str]):
    """Tokens as terms are compared; filled as it is asked."""

    def __missing__(self, token: str) -> str:
        folded = self[token] = _fold(token)
        return folded


class _Starts(dict[str, _Node | None]):
    """The node of the terms that begin with a token; filled as it is asked."""

    def __init__(self, root: _Node, folds: _Folds) -> None:
        super().__init__()
        self._root, self._folds = root, folds

    def __missing__(self, token: str) -> _Node | None:
        node = self[token] = self._root.children.get(self._folds[token])
        return node


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
