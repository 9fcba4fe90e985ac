"""Candidates for terms: n-grams that begin and end with a content word, and where they stand."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.terms.extraction.corpus import Corpus

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

    def words(self, ngram: int) -> list[int]:
        """Return the word numbers of an n-gram."""
        span = self.first[ngram]
        begin = int(self.begins[span])
        found: list[int] = self.corpus.tokens[begin : begin + int(self.lengths[span])].tolist()
        return found

    def text(self, ngram: int) -> str:
        """Return an n-gram as text, in lower case."""
        return join([self.corpus.words[word] for word in self.words(ngram)], self.corpus.joiner)


def join(words: list[str], joiner: str = " ") -> str:
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


def candidates(corpus: Corpus, *, longest: int = LONGEST) -> Candidates:
    """Return all n-grams up to ``longest`` words with only content and linking words inside."""
    from diglot.terms.kernels import candidates as kernel

    text = (corpus.tokens, corpus.offsets, corpus.kinds, longest)
    offsets = kernel.count(*text)
    spans = int(offsets[-1])
    begins, lengths = np.empty(spans, np.int64), np.empty(spans, np.uint8)
    kernel.fill(*text, begins, lengths)
    # Open addressing: twice as many slots as keys keep the runs short.
    table = np.full(1 << (2 * spans + 1).bit_length(), -1, np.int32)
    ngrams, first = np.empty(spans, np.int32), np.empty(spans, np.int64)
    found = int(kernel.number(corpus.tokens, begins, lengths, table, ngrams, first))
    sentences = np.zeros(found, np.int32)
    frequencies = kernel.frequencies(offsets, ngrams, found, sentences)
    return Candidates(
        corpus, offsets, begins, lengths, ngrams, first[:found].copy(), frequencies, sentences
    )
