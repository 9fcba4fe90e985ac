"""Where known terms stand in sentences, and how each occurrence was translated."""

from __future__ import annotations

import unicodedata
from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Prefix

from diglot.report.pages.base import Numbers
from diglot.text.kernels.terms import Forms, find_terms
from diglot.text.tokens import words

# A known term of the other side or, where there is none, the words that the links point to.
Translation = int | str | None

# Linked words further apart than this are not shown as one stretch.
_GAP = 2
# More linked words than this are no translation of a term, but a failure of the links.
_MOST = 8

# A second translation counts from here on: seen twice, and in one place out of ten.
LEAST, SHARE = 2, 0.1


def linked_words(linked: Iterable[int], text: str, tokens: Sequence[str]) -> str | None:
    """Return linked words as they stand in the text, with dots for what lies between them.

    None where they are no words, or too many.
    """
    spans = locate(text, tokens)
    kept = [each for each in sorted(linked) if any(map(str.isalnum, text[slice(*spans[each])]))]
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
        self._keys: dict[str, tuple[str, ...]] = {}

    @property
    def keys(self) -> Iterable[tuple[str, ...]]:
        """The folded words of all forms that were ever asked for."""
        return self._keys.values()

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

    def number_forms(self, numbers: Numbers[str]) -> tuple[Forms, Callable[[str], tuple[int, int]]]:
        """Return all forms as arrays.

        Args:
            numbers: of words as they are spelt; those that must stand in capitals are added.

        Returns:
            The forms, and what gives of a word its number among folded ones and the node of the
            forms that begin with it, -1 where there are none.
        """
        folds: Numbers[str] = Numbers()
        nodes = [self._root]
        children, words, spelt, capitals = [0], array("i"), array("i"), [0]
        for node in nodes:  # which grows
            following = sorted((folds[word], child) for word, child in node.children.items())
            words.extend(fold for fold, _ in following)
            children.append(len(words))
            nodes += [child for _, child in following]
            spelt.extend(-1 if word is None else numbers[word] for word in node.capitals or ())
            capitals.append(len(spelt))
        forms = Forms(
            children=np.array(children),
            words=np.array(words, np.int32),
            nodes=np.arange(1, len(nodes), dtype=np.int32),
            terms=np.array([node.term for node in nodes], np.int32),
            capitals=np.array(capitals),
            spelt=np.array(spelt, np.int32),
        )
        first = dict(zip(words[: children[1]], range(1, len(nodes)), strict=False))

        def look_up(word: str) -> tuple[int, int]:
            fold = folds.get(_fold(word), -1)
            return fold, first.get(fold, -1)

        return forms, look_up

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


class TermFinder:
    """Finds the terms of one language in sentences of words.

    Args:
        forms: the terms; none may be added afterwards.
    """

    def __init__(self, forms: TermForms) -> None:
        self._numbers: Numbers[str] = Numbers()
        self._forms, self._look_up = forms.number_forms(self._numbers)
        self._deepest = max((len(key) for key in forms.keys), default=0)
        self._folds, self._starts = array("i"), array("i")

    def find(
        self, sentences: Iterable[Sequence[str]]
    ) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
        """Find every term, by start, longer ones first.

        Returns:
            Shape (terms, 4): number, first token, one past the last, 1 inside a longer term; shape
            (sentences + 1,), where those of each begin, and where its tokens do.
        """
        tokens, offsets = array("i"), array("q", [0])
        for each in sentences:
            tokens.extend(map(self._numbers.__getitem__, each))
            offsets.append(len(tokens))
        for word in islice(self._numbers, len(self._folds), None):
            fold, start = self._look_up(word)
            self._folds.append(fold)
            self._starts.append(start)
        numbers, folds, starts = (
            np.array(each, np.int32) for each in (tokens, self._folds, self._starts)
        )
        sizes = np.array(offsets)
        marks, ends = find_terms(numbers, sizes, folds, starts, self._forms, self._deepest)
        return marks, ends, sizes


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
