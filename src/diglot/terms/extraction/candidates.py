"""Candidate terms: n-grams, strings of characters, or matches of a part-of-speech pattern."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import regex
from numpy.typing import NDArray

from diglot.errors import ConfigError
from diglot.terms.extraction.corpus import CONTENT, LINKING, Corpus
from diglot.terms.kernels import candidates as kernel
from diglot.text.function_words import function_words
from diglot.text.languages import is_spaceless, normalise

LONGEST = 5
"""Words of the longest candidate, linking words included."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """The candidate n-grams of a corpus with all their occurrences.

    Attributes:
        corpus: where they stand.
        offsets: shape (sentences + 1,), int64: where the spans of sentences begin.
        begins: shape (spans,), int64, first token of every span; ascending within a sentence.
        lengths: shape (spans,), uint8, tokens of every span.
        ngrams: shape (spans,), int32, number of the n-gram of every span.
        first: shape (n-grams,), int64, first span of every n-gram.
        frequencies: shape (n-grams,), int32, occurrences.
        sentences: shape (n-grams,), int32, sentences that hold it.
    """

    corpus: Corpus
    offsets: NDArray[np.int64]
    begins: NDArray[np.int64]
    lengths: NDArray[np.uint8]
    ngrams: NDArray[np.int32]
    first: NDArray[np.int64]
    frequencies: NDArray[np.int32]
    sentences: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.first)

    @property
    def spans(self) -> kernel.Spans:
        """All occurrences, as compiled loops take them."""
        return kernel.Spans(
            self.corpus.offsets, self.offsets, self.begins, self.lengths, self.ngrams
        )

    def words(self, ngram: int) -> list[int]:
        """Return the word numbers of an n-gram."""
        span = self.first[ngram]
        begin = int(self.begins[span])
        found: list[int] = self.corpus.tokens[begin : begin + int(self.lengths[span])].tolist()
        return found

    def text(self, ngram: int) -> str:
        """Return an n-gram as text, in lower case."""
        return join_words(
            [self.corpus.words[word] for word in self.words(ngram)], self.corpus.joiner
        )


def join_words(words: list[str], joiner: str = " ") -> str:
    """Return the words of a term as glossaries write them: elided words lean on the next one.

    Apostrophes are straight, however the text prints them.

    Args:
        words: words of the term.
        joiner: what stands between them; where nothing does, Latin words keep a space.
    """
    if not joiner:
        # Latin words in a text without spaces have theirs: "IP address".
        parted = [
            f" {word}" if before[-1:].isascii() and word[:1].isascii() else word
            for before, word in itertools.pairwise(words)
        ]
        return "".join([*words[:1], *parted])
    return joiner.join(words).replace("’", "'").replace("' ", "'")


def find_candidates(corpus: Corpus, *, longest: int = LONGEST) -> Candidates:
    """Return all n-grams up to ``longest`` words with only content and linking words inside.

    Those of more than 255 words are left out.
    """
    offsets, begins, lengths = kernel.find_spans(
        corpus.tokens, corpus.offsets, corpus.kinds, longest
    )
    ngrams, first = kernel.number_ngrams(corpus.tokens, begins, lengths)
    counts = kernel.count_ngrams(offsets, ngrams, len(first))
    return Candidates(corpus, offsets, begins, lengths, ngrams, first, *counts)


# Some of the candidates: those whose occurrences pass a test.


def restrict_candidates(found: Candidates, spans: NDArray[np.bool_]) -> Candidates:
    """Return the candidates that have occurrences among ``spans``, and only those occurrences.

    Shape (spans,) says which occurrences stay.
    """
    kept = np.flatnonzero(spans)
    offsets = np.searchsorted(kept, found.offsets).astype(np.int64)
    old, first, numbers = np.unique(found.ngrams[kept], return_index=True, return_inverse=True)
    ngrams: NDArray[np.int32] = np.asarray(numbers.reshape(-1), np.int32)
    frequencies, sentences = kernel.count_ngrams(offsets, ngrams, len(old))
    return Candidates(
        corpus=found.corpus,
        offsets=offsets,
        begins=found.begins[kept],
        lengths=found.lengths[kept],
        ngrams=ngrams,
        first=first.astype(np.int64),
        frequencies=frequencies,
        sentences=sentences,
    )


# Candidates in texts that are cut into characters, as nothing shows where words begin.

LONGEST_STRING = 8
"""Characters of the longest candidate."""

_LEAST = 2
_SHARE = 0.6
_SAMPLE = 1000


def is_cut_into_characters(sentences: Sequence[Sequence[str]], language: str | None) -> bool:
    """Return True if most tokens of sentences written without spaces are single characters.

    Such a text needs other function words, see `function_words`.
    """
    if not is_spaceless(language):
        return False
    sizes = [len(word) for sentence in sentences[:_SAMPLE] for word in sentence]
    return sum(size == 1 for size in sizes) > _SHARE * len(sizes)


def is_in_characters(corpus: Corpus) -> bool:
    """Return True if most tokens of a text written without spaces are single characters."""
    if not is_spaceless(corpus.language) or not len(corpus.tokens):
        return False
    single = np.array([len(word) == 1 for word in corpus.words], np.bool_)
    return float(single[corpus.tokens].mean()) > _SHARE


def character_candidates(corpus: Corpus, *, longest: int = LONGEST_STRING) -> Candidates:
    """Return strings of characters that occur twice and neither begin nor end with function words.

    Single characters stay, as the parts that the longer strings are weighed against.

    Args:
        corpus: a text cut into characters, its separators encoded as function words (see
            `function_words`, ``characters``).
        longest: characters of the longest string.
    """
    found = find_candidates(corpus, longest=longest)
    if not len(found):
        return found
    several = {word for word in function_words(corpus.language) if len(word) > 1}
    widest = max(map(len, several), default=0)
    kept = (found.frequencies >= _LEAST) | (found.lengths[found.first] == 1)
    for number in np.flatnonzero(kept):
        text = found.text(int(number))
        sizes = range(2, min(widest, len(text)) + 1)
        if any(text[:size] in several or text[-size:] in several for size in sizes):
            kept[number] = False
    return restrict_candidates(found, kept[found.ngrams])


def term_candidates(corpus: Corpus, longest: int | None = None) -> Candidates:
    """Return the candidates of a text cut into words, or into characters.

    ``longest`` is in words or characters; None stands for `LONGEST` or `LONGEST_STRING`.
    """
    if is_in_characters(corpus):
        return character_candidates(corpus, longest=longest or LONGEST_STRING)
    return find_candidates(corpus, longest=longest or LONGEST)


# Candidates by part-of-speech pattern, where the user has a tagger: a regular expression over one
# letter a token (N noun or name, A adjective, V verb, R adverb, P adposition, D determiner,
# C conjunction, M number, X any other word).

LETTERS = {
    "NOUN": "N",
    "PROPN": "N",
    "ADJ": "A",
    "VERB": "V",
    "AUX": "X",
    "ADV": "R",
    "ADP": "P",
    "PART": "P",
    "DET": "D",
    "CCONJ": "C",
    "NUM": "M",
}
"""Letters of Universal POS tags; all others are X."""

_ROMANCE = "(?:NA*(?:CA)?|AN)(?:PD?A?NA*){0,2}|A"
_GERMANIC = "(?:RA|A|V)*N+(?:PD?A*N+)?|A"
_SLAVIC = "(?:A|N)*N(?:A*N)*(?:PA*N+)?|A"
_PATTERNS = {
    "en": "(?:R?[AV]|[AN])*N(?:PD?[AN]*N)?|A",
    **dict.fromkeys(("fr", "es", "it", "pt", "ro", "ca", "gl", "oc"), _ROMANCE),
    **dict.fromkeys(("de", "nl", "sv", "da", "no", "nb", "nn", "af"), _GERMANIC),
    **dict.fromkeys(
        ("ru", "uk", "be", "pl", "cs", "sk", "sl", "hr", "sr", "bs", "bg", "mk"), _SLAVIC
    ),
}
_ELSEWHERE = "[AN]*N(?:PD?[AN]*N)?|A"


def candidate_pattern(language: str | None) -> str:
    """Return the pattern of candidates in a language; one for all where none is known.

    Raises:
        ConfigError: the language is unknown.
    """
    return _PATTERNS.get(normalise(language) if language else "", _ELSEWHERE)


def tag_letters(tags: Iterable[Sequence[str]]) -> str:
    """Return the letters of all tags of all sentences, one after the other."""
    return "".join(LETTERS.get(tag.upper(), "X") for sentence in tags for tag in sentence)


def pattern_candidates(
    found: Candidates, tags: Iterable[Sequence[str]], *, patterns: str | None = None
) -> Candidates:
    """Return the candidates with occurrences whose tags match, and those occurrences.

    Args:
        found: candidates.
        tags: Universal POS tags of every token of every sentence.
        patterns: a regular expression over letters; None: that of the language.

    Raises:
        ConfigError: the tags are not as many as the tokens, or the expression is none.
    """
    letters = tag_letters(tags)
    if len(letters) != len(found.corpus.tokens):
        raise ConfigError(
            f"{len(letters)} tags for {len(found.corpus.tokens)} tokens: every token needs one"
        )
    asked = _compiled(patterns or candidate_pattern(found.corpus.language))
    # There are few tag sequences: each is matched once.
    known: dict[str, bool] = {}
    kept = np.zeros(len(found.begins), np.bool_)
    for span, (begin, length) in enumerate(
        zip(found.begins.tolist(), found.lengths.tolist(), strict=True)
    ):
        sequence = letters[begin : begin + length]
        fits = known.get(sequence)
        if fits is None:
            fits = known[sequence] = asked.fullmatch(sequence) is not None
        kept[span] = fits
    return restrict_candidates(found, kept)


def kinds_by_tags(corpus: Corpus, tags: Iterable[Sequence[str]]) -> NDArray[np.uint8]:
    """Return the kinds of words that tags give, for languages without function words.

    A word is content if most of its occurrences are nouns, adjectives, verbs, adverbs or numbers
    with a letter, and linking if they are adpositions, determiners or conjunctions. Universal POS
    tags are given of every token of every sentence.
    """
    letters = np.frombuffer(tag_letters(tags).encode("ascii"), np.uint8)
    size = len(corpus.words)
    content = np.isin(letters, np.frombuffer(b"NAVRM", np.uint8))
    linking = np.isin(letters, np.frombuffer(b"PDC", np.uint8))
    counts = np.maximum(np.bincount(corpus.tokens, minlength=size), 1)
    kinds = np.zeros(size, np.uint8)
    kinds[np.bincount(corpus.tokens, weights=linking, minlength=size) > counts / 2] = LINKING
    kinds[np.bincount(corpus.tokens, weights=content, minlength=size) > counts / 2] = CONTENT
    lettered = np.array([any(map(str.isalpha, word)) for word in corpus.words], np.bool_)
    kinds[~lettered] = 0
    return kinds


@cache
def _compiled(expression: str) -> regex.Pattern[str]:
    try:
        return regex.compile(expression)
    except regex.error as error:
        raise ConfigError(f"no pattern of tags: {expression!r}: {error}") from error
