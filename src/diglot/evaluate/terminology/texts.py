"""Texts of a terminology test set as numbers, so that metrics compare integers.

Every token gets a number once, every distinct token its lemma once; a metric sees tuples of
numbers, and spans of tokens in place of spans of characters.
"""

from __future__ import annotations

import re
import string
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Protocol

from diglot.errors import InputError
from diglot.plurals import count_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from diglot.model.terms import AnnotatedSet, Span, TermMark

Tokens = tuple[int, ...]

PUNCTUATION = frozenset(string.punctuation + "«»“”’‘–—…")
_WORD = re.compile(r"\S+")


class Tokeniser(Protocol):
    """Cuts a text into tokens."""

    def __call__(self, text: str, /) -> Sequence[Span]:
        """Return the half-open character ranges of the tokens, in order."""


@dataclass(frozen=True, slots=True)
class EncodedTerm:
    """A marked term as token numbers.

    Attributes:
        number: of the mark in its segment.
        entry: id of its entry.
        alternatives: what may stand for it: the form of the reference first, then by length.
        surface: the form of the reference; None if nobody said where it stands.
        target: token range in the reference; None likewise.
        source: token range in the source; None if unknown.
    """

    number: int
    entry: str
    alternatives: tuple[Tokens, ...]
    surface: Tokens | None
    target: Span | None
    source: Span | None


@dataclass(frozen=True, slots=True)
class EncodedSegment:
    """A segment of the test set as token numbers.

    Attributes:
        reference: tokens of the reference; None without one.
        terms: its marked terms.
    """

    reference: Tokens | None
    terms: tuple[EncodedTerm, ...]


class Vocabulary:
    """Numbers for tokens and for their lemmas.

    Args:
        lemma: gives the lemma of a word; None if lemmas are off.
        is_function_word: tells whether a word is one; None if the language has no list.

    Attributes:
        has_function_words: whether function words are known.
        is_function_word: tells whether a token is one; False if nobody knows.
        is_punctuation: tells whether a token is made of punctuation only.
    """

    def __init__(
        self,
        lemma: Callable[[str], str] | None = None,
        is_function_word: Callable[[str], bool] | None = None,
    ) -> None:
        self._numbers: dict[str, int] = {}
        self._lemmas: dict[str, int] = {}
        self._lemma_of: dict[int, int] = {}
        self._words: list[str] = []
        self._lemma = lemma
        self.has_function_words = is_function_word is not None
        tells = is_function_word or (lambda _: False)
        self.is_punctuation = cache(lambda token: PUNCTUATION.issuperset(self.word(token)))
        self.is_function_word = cache(lambda token: tells(self.word(token)))

    @property
    def has_lemmas(self) -> bool:
        """True if lemmas are known."""
        return self._lemma is not None

    def encode(self, tokens: Sequence[str]) -> Tokens:
        """Return the numbers of tokens; new ones get the next."""
        numbers = self._numbers
        return tuple([numbers.setdefault(token, len(numbers)) for token in tokens])

    def word(self, number: int) -> str:
        """Return the token with this number."""
        if number >= len(self._words):
            self._words = list(self._numbers)
        return self._words[number]

    def words(self, tokens: Tokens) -> list[str]:
        """Return the tokens with these numbers."""
        if len(self._words) < len(self._numbers):
            self._words = list(self._numbers)
        known = self._words
        return [known[token] for token in tokens]

    def lemmas(self, tokens: Tokens) -> Tokens:
        """Return the numbers of the lemmas of tokens; the tokens themselves if lemmas are off."""
        if self._lemma is None:
            return tokens
        known = self._lemma_of
        for token in tokens:
            if token not in known:
                found = self._lemma(self.word(token))
                known[token] = self._lemmas.setdefault(found, len(self._lemmas))
        return tuple([known[token] for token in tokens])


@dataclass(frozen=True, slots=True)
class EncodedSet:
    """A test set as token numbers.

    Attributes:
        segments: in the order of the set.
        vocabulary: what the numbers mean.
        tokenise: how texts were cut; None at white space.
        documents: number of the document of each segment, from 0.
    """

    segments: tuple[EncodedSegment, ...]
    vocabulary: Vocabulary
    tokenise: Tokeniser | None = None
    documents: tuple[int, ...] = field(default=())

    @property
    def terms(self) -> int:
        """Number of marked terms."""
        return sum(len(segment.terms) for segment in self.segments)

    @property
    def located_terms(self) -> int:
        """Number of marked terms whose place in the reference is known."""
        return sum(term.target is not None for each in self.segments for term in each.terms)

    @property
    def has_references(self) -> bool:
        """True if every segment has a reference."""
        return all(segment.reference is not None for segment in self.segments)

    def hypothesis(self, texts: Sequence[str]) -> tuple[Tokens, ...]:
        """Return the tokens of a hypothesis.

        Raises:
            InputError: there are more or fewer texts than segments.
        """
        if len(texts) != len(self.segments):
            raise InputError(
                f"the hypothesis has {count_of(len(texts), 'segment')}, the test set "
                f"{len(self.segments):,}"
            )
        encode = self.vocabulary.encode
        return tuple([encode(words(text, self.tokenise)) for text in texts])


def encode_set(
    annotated: AnnotatedSet,
    *,
    vocabulary: Vocabulary | None = None,
    tokenise: Tokeniser | None = None,
    source_tokenise: Tokeniser | None = None,
) -> EncodedSet:
    """Encode a test set.

    Args:
        annotated: the test set.
        vocabulary: knows lemmas and function words; None for one that knows neither.
        tokenise: how to cut references and hypotheses; None cuts at white space.
        source_tokenise: the same of sources.

    Raises:
        InputError: a term has no alternative with a token in it.
    """
    vocabulary = vocabulary or Vocabulary()
    segments: list[EncodedSegment] = []
    documents: dict[str | None, int] = {}
    for segment in annotated.segments:
        documents.setdefault(segment.document, len(documents))
        reference = segment.reference
        encoded = None if reference is None else vocabulary.encode(words(reference, tokenise))
        terms: tuple[EncodedTerm, ...] = ()
        if segment.terms:
            source = _starts(segment.source, source_tokenise)
            target = _starts(reference or "", tokenise)
            terms = tuple(
                _term(number, mark, source, target, encoded, vocabulary, tokenise, segment.id)
                for number, mark in enumerate(segment.terms)
            )
        segments.append(EncodedSegment(encoded, terms))
    numbers = tuple(documents[segment.document] for segment in annotated.segments)
    return EncodedSet(tuple(segments), vocabulary, tokenise, numbers)


def words(text: str, tokenise: Tokeniser | None) -> list[str]:
    """Return the tokens of a text."""
    if tokenise is None:
        return text.split()
    return [text[begin:end] for begin, end in tokenise(text)]


def token_spans(text: str, tokenise: Tokeniser | None) -> Sequence[Span]:
    """Return the ranges of characters of the tokens of a text."""
    return tokenise(text) if tokenise else [match.span() for match in _WORD.finditer(text)]


def _starts(text: str, tokenise: Tokeniser | None) -> tuple[list[int], list[int]]:
    """Return where the tokens of a text begin and end."""
    spans = token_spans(text, tokenise)
    return [begin for begin, _ in spans], [end for _, end in spans]


def _span(tokens: tuple[list[int], list[int]], span: Span | None) -> Span | None:
    """Return the range of the tokens that share a character with a range of characters."""
    if span is None:
        return None
    begins, ends = tokens
    first = bisect_right(ends, span[0])
    last = bisect_right(begins, span[1] - 1)
    return (first, last) if first < last else None


def _term(
    number: int,
    mark: TermMark,
    source: tuple[list[int], list[int]],
    target: tuple[list[int], list[int]],
    reference: Tokens | None,
    vocabulary: Vocabulary,
    tokenise: Tokeniser | None,
    segment: str,
) -> EncodedTerm:
    place = _span(target, mark.target_span)
    surface = None if place is None or reference is None else reference[slice(*place)]
    listed = [vocabulary.encode(words(text, tokenise)) for text in mark.alternatives]
    listed = sorted(filter(None, listed), key=len, reverse=True)
    alternatives = tuple(dict.fromkeys([surface, *listed] if surface else listed))
    if not alternatives:
        raise InputError(
            f"the term {mark.source!r} of segment {segment} has no translation",
            cure="give one, or take the mark away",
        )
    return EncodedTerm(
        number, mark.id, alternatives, surface, place, _span(source, mark.source_span)
    )
