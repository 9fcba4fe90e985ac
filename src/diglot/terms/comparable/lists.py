"""A list of terms as arrays: content words by number, and what is known of each term."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from diglot.terms.comparable.compounds import Splitter
from diglot.terms.comparable.number import head, number
from diglot.text.function_words import function_words
from diglot.text.languages import is_spaceless, normalise
from diglot.text.lemmas import Lemmatiser
from diglot.text.tokens import words as cut

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class TermList:
    """Terms of one language, encoded.

    Content words are all but function words; a term of nothing else keeps those. A term has one
    reading or several: its words as written, and with compounds and hyphenated words cut.

    Attributes:
        language: code.
        terms: as given.
        words: the content words by number, in lower case.
        tokens: shape (content words of all readings,), int32, word numbers.
        offsets: shape (readings + 1,), int64: where readings begin in ``tokens``.
        term_of: shape (readings,), int32, ascending; the first one of a term is as written.
        lengths: shape (terms,), int32, tokens of a term, function words included.
        numbers: shape (terms,), int8: of the head, see `number`.
        rarity: shape (words,), float64: ln(1 + terms / terms that hold the word).
        lemmas: of the language.
    """

    language: str
    terms: tuple[str, ...]
    words: tuple[str, ...]
    tokens: NDArray[np.int32]
    offsets: NDArray[np.int64]
    term_of: NDArray[np.int32]
    lengths: NDArray[np.int32]
    numbers: NDArray[np.int8]
    rarity: NDArray[np.float64]
    lemmas: Lemmatiser

    def __len__(self) -> int:
        return len(self.terms)

    def content(self) -> list[tuple[str, ...]]:
        """Return the content words of every term, as written."""
        chosen = np.searchsorted(self.term_of, np.arange(len(self)))
        return [
            tuple(self.words[word] for word in self.tokens[begin:end].tolist())
            for begin, end in zip(
                self.offsets[chosen].tolist(), self.offsets[chosen + 1].tolist(), strict=True
            )
        ]


def encode(
    terms: Sequence[str], language: str, *, known: AbstractSet[str] = frozenset()
) -> TermList:
    """Cut terms into words and number these.

    Args:
        terms: distinct terms, none blank.
        language: code or name.
        known: words of dictionaries, by which compounds and languages without spaces are cut.

    Raises:
        ConfigError: the language is unknown.
    """
    code = normalise(language)
    lemmas = Lemmatiser(code)
    little = function_words(code)
    every = [tokens(term, code, known) for term in terms]
    content = [content_words(each, little) for each in every]
    splitter = Splitter(code, frozenset(chain(known, chain.from_iterable(content))) - little)
    readings = [_readings(each, splitter) for each in content]
    flat = list(chain.from_iterable(readings))
    numbering: dict[str, int] = {}
    numbered = [numbering.setdefault(word, len(numbering)) for word in chain.from_iterable(flat)]
    holding = Counter(chain.from_iterable(set(chain.from_iterable(each)) for each in readings))
    offsets = np.zeros(len(flat) + 1, np.int64)
    np.cumsum([len(each) for each in flat], out=offsets[1:])
    return TermList(
        language=code,
        terms=tuple(terms),
        words=tuple(numbering),
        tokens=np.array(numbered, np.int32),
        offsets=offsets,
        term_of=np.repeat(np.arange(len(terms), dtype=np.int32), [len(each) for each in readings]),
        lengths=np.array([len(each) for each in every], np.int32),
        numbers=np.array([number(head(each, code), code, lemmas) for each in content], np.int8),
        rarity=np.log1p(len(terms) / np.array([holding[word] for word in numbering], np.float64)),
        lemmas=lemmas,
    )


def _readings(content: Sequence[str], splitter: Splitter) -> list[list[str]]:
    """Return the content words as written, and cut in one or two ways."""
    ways = [splitter.parts(word) for word in content]
    found = [list(content)]
    for depth in range(max(map(len, ways), default=0)):
        cut = [
            part
            for word, each in zip(content, ways, strict=True)
            for part in (each[min(depth, len(each) - 1)] if each else (word,))
        ]
        found.append(cut)
    return found


def tokens(text: str, code: str, known: AbstractSet[str] = frozenset()) -> list[str]:
    """Cut a term into tokens in lower case; without spaces by the longest known words."""
    found = [token.lower().replace("’", "'") for token in cut(text, code)]
    return longest_words(found, known) if is_spaceless(code) and known else found


def longest_words(
    characters: Sequence[str], known: AbstractSet[str], *, longest: int = 8
) -> list[str]:
    """Join characters to the longest words that are known, from the left."""
    found = []
    at = 0
    while at < len(characters):
        end = next(
            (
                stop
                for stop in range(min(len(characters), at + longest), at + 1, -1)
                if "".join(characters[at:stop]) in known
            ),
            at + 1,
        )
        found.append("".join(characters[at:end]))
        at = end
    return found


def content_words(tokens: Sequence[str], little: AbstractSet[str]) -> list[str]:
    """Return the tokens that carry meaning; all of them if none does."""
    found = [
        token
        for token in tokens
        if token not in little and not token.endswith("'") and any(map(str.isalnum, token))
    ]
    return found or list(tokens)
