"""A list of terms as arrays: content words, parts of compounds, grammatical number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from diglot.flat_arrays import offsets_of
from diglot.text.function_words import function_words
from diglot.text.languages import is_spaceless, normalise
from diglot.text.lemmas import Lemmatiser
from diglot.text.tokens import words as cut

# Letters that may stand between two parts, besides none.
_LINKS = {
    "de": ("s", "es", "n", "en", "er", "e", "ns"),
    "nl": ("s", "en", "e", "n"),
    "af": ("s", "e"),
    "sv": ("s", "e", "o", "a", "u"),
    "da": ("s", "e"),
    "no": ("s", "e"),
    "nb": ("s", "e"),
    "nn": ("s", "e"),
    "is": ("s", "a", "u", "ar", "na"),
    "fy": ("s", "e", "en"),
    "lb": ("s", "en", "n", "er", "e"),
    "fi": ("n",),
    "et": (),
    "hu": (),
}
SHORTEST = 4
"""Letters of a part."""


@dataclass(frozen=True, slots=True)
class Splitter:
    """Cuts the words of one language.

    Attributes:
        language: code.
        known: words that parts must be, in lower case.
    """

    language: str
    known: AbstractSet[str]

    def parts(self, word: str) -> tuple[tuple[str, ...], ...]:
        """Return the ways of cutting a word, none where it is one part only.

        A compound is cut once at its best place, and again as long as the parts are compounds.
        """
        pieces = tuple(piece for piece in word.split("-") if piece)
        if len(pieces) > 1:
            finest = tuple(part for piece in pieces for part in self._finest(piece))
            return (pieces,) if finest == pieces else (pieces, finest)
        once = self._halves(word)
        if once is None:
            return ()
        finest = tuple(part for half in once for part in self._finest(half))
        return (once,) if finest == once else (once, finest)

    def _finest(self, word: str) -> tuple[str, ...]:
        halves = self._halves(word)
        if halves is None:
            return (word,)
        return tuple(part for half in halves for part in self._finest(half))

    def _halves(self, word: str) -> tuple[str, str] | None:
        """Return both parts of a compound: the cut whose shorter part is longest."""
        links = _LINKS.get(self.language)
        if links is None or len(word) < 2 * SHORTEST:
            return None
        best: tuple[int, int, tuple[str, str]] | None = None
        for place in range(SHORTEST, len(word) - SHORTEST + 1):
            tail = word[place:]
            if tail not in self.known:
                continue
            for link in ("", *links):
                start = word[: place - len(link)]
                if word[:place].endswith(link) and len(start) >= SHORTEST and start in self.known:
                    size = (min(len(start), len(tail)), -len(link))
                    if best is None or size > best[:2]:
                        best = (*size, (start, tail))
        return None if best is None else best[2]


# Singular or plural: the head of a term, by language.

UNKNOWN, SINGULAR, PLURAL = -1, 0, 1

# Languages whose noun comes before what describes it.
HEAD_FIRST = frozenset(
    {"fr", "es", "it", "pt", "ro", "ca", "gl", "oc", "ast", "la", "ga", "cy", "gd", "br"}
    | {"ar", "he", "mt", "fa", "id", "ms", "vi", "th", "km", "lo", "sw", "sq", "eo"}
)

# Endings of plural nouns. A word has the plural if it ends so and its lemma is another.
_PLURALS = {
    "en": ("s",),
    "fr": ("s", "x"),
    "es": ("s",),
    "pt": ("s",),
    "ca": ("s",),
    "gl": ("s",),
    "it": ("i", "e"),
    "ro": ("i", "e", "le", "uri"),
    "de": ("en", "er", "e", "n", "s"),
    "nl": ("en", "s", "eren"),
    "sv": ("ar", "er", "or", "na"),
    "da": ("er", "ne", "e"),
    "nb": ("er", "ene"),
    "no": ("er", "ene"),
    "ru": ("ы", "и", "а", "я", "ов", "ей", "ые", "ие"),
    "uk": ("и", "і", "ї", "ів"),
    "pl": ("y", "i", "e", "ów"),
    "cs": ("y", "i", "e", "é"),
    "sk": ("y", "i", "e", "é"),
    "sl": ("i", "e", "a"),
    "hr": ("i", "e", "a"),
    "sr": ("и", "е", "а", "i", "e", "a"),
    "bg": ("и", "а", "я"),
    "fi": ("t",),
    "et": ("d",),
    "hu": ("k",),
    "lv": ("i", "as", "es"),
    "lt": ("ai", "ės", "os", "iai"),
    "el": ("ες", "οι", "α", "εις"),
    "tr": ("lar", "ler"),
}


def head_word(words: Sequence[str], language: str) -> str:
    """Return the word of a term that carries its number: the first content word, or the last."""
    return words[0] if normalise(language) in HEAD_FIRST else words[-1]


def grammatical_number(word: str, language: str, lemmas: Lemmatiser) -> int:
    """Return SINGULAR or PLURAL, or UNKNOWN where the language has no endings or lemmas here."""
    endings = _PLURALS.get(normalise(language))
    if endings is None or lemmas.method == "identity":
        return UNKNOWN
    return PLURAL if word.endswith(endings) and lemmas.lemma(word) != word else SINGULAR


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

    @property
    def as_written(self) -> NDArray[np.int64]:
        """The first reading of every term: its words as written."""
        return np.searchsorted(self.term_of, np.arange(len(self)))

    def content(self) -> list[tuple[str, ...]]:
        """Return the content words of every term, as written."""
        return [
            tuple(self.words[word] for word in self.tokens[begin:end].tolist())
            for begin, end in np.stack([self.offsets[:-1], self.offsets[1:]], 1)[self.as_written]
        ]


def encode_terms(
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
    every = [term_tokens(term, code, known) for term in terms]
    content = [content_words(each, little) for each in every]
    splitter = Splitter(code, frozenset(chain(known, chain.from_iterable(content))) - little)
    readings = [_readings(each, splitter) for each in content]
    flat = list(chain.from_iterable(readings))
    numbering: dict[str, int] = {}
    numbered = [numbering.setdefault(word, len(numbering)) for word in chain.from_iterable(flat)]
    holding = Counter(chain.from_iterable(set(chain.from_iterable(each)) for each in readings))
    offsets = offsets_of([*map(len, flat)])
    return TermList(
        language=code,
        terms=tuple(terms),
        words=tuple(numbering),
        tokens=np.array(numbered, np.int32),
        offsets=offsets,
        term_of=np.repeat(np.arange(len(terms), dtype=np.int32), [len(each) for each in readings]),
        lengths=np.array([len(each) for each in every], np.int32),
        numbers=np.array(
            [grammatical_number(head_word(each, code), code, lemmas) for each in content], np.int8
        ),
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


def term_tokens(text: str, code: str, known: AbstractSet[str] = frozenset()) -> list[str]:
    """Cut a term into tokens in lower case; without spaces by the longest known words."""
    found = [token.lower().replace("’", "'") for token in cut(text, code)]
    return longest_words(found, known) if is_spaceless(code) and known else found


def longest_words(characters: Sequence[str], known: AbstractSet[str]) -> list[str]:
    """Join up to eight characters to the longest words that are known, from the left."""
    found = []
    at = 0
    while at < len(characters):
        end = next(
            (
                stop
                for stop in range(min(len(characters), at + 8), at + 1, -1)
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
