"""The texts of one language as flat arrays: what terms are looked for in."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diglot.text.function_words import verb_forms
from diglot.text.languages import is_spaceless

CONTENT, LINKING, OTHER = 2, 1, 0
"""Kinds of words: what terms begin and end with, what may stand inside, what ends a candidate."""


@dataclass(frozen=True, slots=True, eq=False)
class Corpus:
    """Encoded sentences of one language.

    Attributes:
        language: language code; None when unknown.
        words: the words by number, in lower case; an acronym that would be a function word in
            lower case keeps its capitals (WHO, IT).
        kinds: shape (words,), uint8: CONTENT, LINKING or OTHER.
        tokens: shape (tokens,), int32, word numbers.
        offsets: shape (sentences + 1,), int64: where sentences begin in ``tokens``.
        documents: shape (sentences,), int32, document numbers from 0, ascending.
        capitals: shape (tokens,), bool: the token was written with a first capital.
        written: shape (tokens,), int32, numbers of the forms as written.
        spellings: the forms as written, by number.
    """

    language: str | None
    words: tuple[str, ...]
    kinds: NDArray[np.uint8]
    tokens: NDArray[np.int32]
    offsets: NDArray[np.int64]
    documents: NDArray[np.int32]
    capitals: NDArray[np.bool_]
    written: NDArray[np.int32]
    spellings: tuple[str, ...]

    @property
    def sentences(self) -> int:
        """Number of sentences, empty ones included."""
        return len(self.offsets) - 1

    @property
    def joiner(self) -> str:
        """What stands between the words of a term: a space, or nothing."""
        return "" if is_spaceless(self.language) else " "


def encode_corpus(
    sentences: Iterable[Sequence[str]],
    *,
    language: str | None = None,
    function_words: AbstractSet[str] = frozenset(),
    linking_words: AbstractSet[str] = frozenset(),
    documents: Sequence[int] | None = None,
) -> Corpus:
    """Number the words of tokenised sentences; the stream is read once.

    A word is content if it has a letter, more than one character (one is enough in languages
    written without spaces) and is neither a function word, a verb by its ending, nor an address.

    Args:
        sentences: tokens of every sentence, as written.
        language: language code, for what depends on the script.
        function_words: words in lower case that no term begins or ends with.
        linking_words: those of them that may stand inside a term.
        documents: document number of every sentence, ascending; None: all are of one document.
    """
    numbers = _Numbers()
    acronyms = {word.upper() for word in function_words if len(word) > 1 and word.isalpha()}
    tokens = array("i")
    ends = array("q", [0])
    for sentence in sentences:
        if "<" in sentence:
            sentence = _mark_tags(sentence)
        if acronyms.isdisjoint(sentence) or _shouts(sentence):
            tokens.extend([numbers[word] for word in sentence])
        else:
            tokens.extend([numbers.of(word, as_is=word in acronyms) for word in sentence])
        ends.append(len(tokens))
    words = tuple(numbers.words)
    forms = np.frombuffer(tokens, np.int32) if tokens else np.zeros(0, np.int32)
    shortest = 1 if is_spaceless(language) else 2
    kinds = np.fromiter(
        _kinds(words, function_words | verb_forms(words, language), linking_words, shortest),
        np.uint8,
        count=len(words),
    )
    return Corpus(
        language=language,
        words=words,
        kinds=kinds,
        tokens=np.array(numbers.lower, np.int32)[forms],
        offsets=np.frombuffer(ends, np.int64),
        documents=np.asarray(
            np.zeros(len(ends) - 1) if documents is None else documents, dtype=np.int32
        ),
        capitals=np.array(numbers.capital, np.bool_)[forms],
        written=forms,
        spellings=tuple(form.removeprefix("\0") for form in numbers),
    )


class _Numbers(dict[str, int]):
    """Numbers of forms as written; each knows the number of its lower-cased word."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.lower: list[int] = []
        self.capital: list[bool] = []
        self._known: dict[str, int] = {}

    def of(self, form: str, *, as_is: bool) -> int:
        """Return the number of a form, of its own if it is to keep its capitals."""
        return self._add(f"\0{form}", form) if as_is else self[form]

    def __missing__(self, form: str) -> int:
        return self._add(form, form.lower().replace("’", "'"))

    def _add(self, form: str, word: str) -> int:
        if form in self:
            return self[form]
        number = self._known.get(word)
        if number is None:
            number = self._known[word] = len(self.words)
            self.words.append(word)
        self[form] = len(self.lower)
        self.lower.append(number)
        self.capital.append(form.removeprefix("\0")[:1].isupper())
        return self[form]


def _mark_tags(sentence: Sequence[str]) -> Sequence[str]:
    """Return a sentence whose tokens in tags are words of their own, as no term has them.

    Texts about software quote them: "use <span size="large">". A tag has but a name, or values.
    """
    marked, begin = list(sentence), -1
    for place, word in enumerate(sentence):
        if word == "<":
            begin = place
        elif word == ">" and begin >= 0:
            inside = range(begin + 1, place)
            parts = [sentence[each] for each in inside if sentence[each] != "/"]
            if parts and parts[0][0].isalpha() and (len(parts) == 1 or "=" in parts):
                for each in inside:
                    marked[each] = f"<{sentence[each]}"
            begin = -1
    return marked


def _shouts(sentence: Sequence[str]) -> bool:
    """Return True if capitals mean nothing here: most words have no small letter."""
    words = [word for word in sentence if any(map(str.isalpha, word))]
    return 2 * sum(map(str.isupper, words)) > len(words)


def _kinds(
    words: Sequence[str], function: AbstractSet[str], linking: AbstractSet[str], shortest: int
) -> Iterator[int]:
    for word in words:
        if word in linking:
            yield LINKING
        elif word in function or len(word) < shortest or not _is_word(word):
            yield OTHER
        else:
            yield CONTENT


def _is_word(word: str) -> bool:
    """Return False for numbers, marks, tags, and web and mail addresses."""
    return any(map(str.isalpha, word)) and {"/", "@", "<"}.isdisjoint(word)
