"""Measures of termhood that need no training, by name."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Protocol

import numpy as np

from diglot.errors import ConfigError
from diglot.terms.figures import c_values

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from diglot.terms.corpus import Corpus
    from diglot.terms.occurrences import Occurrences
    from diglot.terms.word_figures import WordFigures

    Values = NDArray[np.float64]

_LEAST = 0.01
_THOUSAND = 1e3


class Measure(Protocol):
    """A figure for every candidate, the higher the more it looks like a term."""

    def __call__(self, seen: Occurrences, words: WordFigures, corpus: Corpus) -> Values:
        """Return the figure of every candidate.

        Args:
            seen: counted candidates.
            words: figures of the words.
            corpus: the text.

        Returns:
            Shape (candidates,).
        """


def frequency(seen: Occurrences, words: WordFigures, corpus: Corpus) -> Values:
    """Return occurrences."""
    del words, corpus
    return seen.frequency


def c_value(seen: Occurrences, words: WordFigures, corpus: Corpus) -> Values:
    """Return C-values, see `figures.c_values`."""
    del words, corpus
    return c_values(seen)


def weirdness(seen: Occurrences, words: WordFigures, corpus: Corpus) -> Values:
    """Return the mean of the log of how much more frequent content words are than in the reference.

    Reference:
        Ahmad, Gillam and Tostevin 1999, University of Surrey participation in TREC 8.
    """
    del corpus
    content = np.maximum(seen.content.sum(axis=1), 1)
    total: Values = np.where(seen.content, _weirdness(seen, words), 0).sum(axis=1)
    mean: Values = total / content
    return mean


def least_weirdness(seen: Occurrences, words: WordFigures, corpus: Corpus) -> Values:
    """Return the same of the least special content word."""
    del corpus
    if not len(seen):
        return np.zeros(0)
    lowest: Values = np.where(seen.content, _weirdness(seen, words), np.inf).min(axis=1)
    return lowest


def specificity(seen: Occurrences, words: WordFigures, corpus: Corpus) -> Values:
    """Return TermSuite's specificity, of the least special content word for terms of several words.

    It is log10(1 + relative frequency here / in the reference), the latter smoothed.

    Reference:
        Cram and Daille 2016, Terminology extraction with term variant detection, section 3.
    """
    # A term of several words is not in a general word list: its rarest word bounds it from above.
    size = max(len(corpus.tokens), 1)
    own = np.log(seen.frequency / size * 1e6)
    if not len(seen):
        return np.zeros(0)
    general = np.where(
        seen.content, (np.log(words.counts / size * 1e6) - words.weirdness)[seen.words], np.inf
    ).min(axis=1)
    figure: Values = np.log10(1 + np.exp(np.clip(own - np.nan_to_num(general), -50, 50)))
    return figure


def combined(seen: Occurrences, words: WordFigures, corpus: Corpus) -> Values:
    """Return the log of the C-value times the mean weirdness."""
    mean = np.maximum(weirdness(seen, words, corpus), _LEAST)
    return np.log1p(np.maximum(c_values(seen), 0)) * mean


def combined_least(seen: Occurrences, words: WordFigures, corpus: Corpus) -> Values:
    """Return log frequency times the least weirdness times the log of the length plus one."""
    least = np.maximum(least_weirdness(seen, words, corpus), _LEAST)
    return np.log2(1 + seen.frequency) * least * np.log2(seen.lengths + 1)


def tf_idf(seen: Occurrences, words: WordFigures, corpus: Corpus) -> Values:
    """Return frequency times the log of documents over documents that hold the candidate.

    Reference:
        Salton and Buckley 1988, Term-weighting approaches in automatic text retrieval.
    """
    del words
    documents = int(corpus.documents.max(initial=0)) + 1
    # One more document keeps candidates of a single document apart from nothing.
    figure: Values = seen.frequency * np.log((documents + 1) / seen.documents)
    return figure


def frequency_per_document(seen: Occurrences, words: WordFigures, corpus: Corpus) -> Values:
    """Return frequency over the number of documents, which TermSuite calls tf-idf."""
    del words, corpus
    return seen.frequency / seen.documents


def dispersion(seen: Occurrences, words: WordFigures, corpus: Corpus) -> Values:
    """Return Carroll's D2, in [0, 1]: the entropy over documents by the largest possible one.

    Reference:
        Carroll 1970, An alternative to Juilland's usage coefficient for lexical frequencies.
    """
    del words
    documents = int(corpus.documents.max(initial=0)) + 1
    if documents < 2:
        return np.ones(len(seen))
    figure: Values = seen.document_entropy / np.log(documents)
    return figure


def independence(seen: Occurrences, words: WordFigures, corpus: Corpus) -> Values:
    """Return the share of occurrences outside the most frequent longer candidate, in [0, 1]."""
    del words, corpus
    return np.clip(1 - seen.most / seen.frequency, 0, 1)


def orthographic(seen: Occurrences, words: WordFigures, corpus: Corpus) -> Values:
    """Return TermSuite's orthographic score in [0, 1]: low for scraps, numbers and symbols.

    Reference:
        Cram and Daille 2016; the figures are those of TermSuite's code.
    """
    del words
    of_word = [
        (len(word), sum(map(str.isdigit, word)), _runs(word), _edge_digit(word), _special(word))
        for word in corpus.words
    ]
    table = np.array(of_word, np.float64).reshape(-1, 5)
    inside = (seen.words >= 0)[:, :, None]
    letters, digits, runs, edge, special = (
        np.where(inside, table[seen.words], 0).sum(axis=1).T if len(seen) else np.zeros((5, 0))
    )
    by_length = np.array([0.15, 0.15, 0.45, 0.70, 0.95, 1.0])
    score = by_length[np.minimum(letters.astype(np.int64), 5)]
    one_at_end = (digits == 1) & (edge >= 1)
    score = score * np.where(one_at_end, 0.85, 1.8**-runs) * 2.0**-special
    return np.asarray(score, np.float64)


MEASURES: Mapping[str, Measure] = {
    "frequency": frequency,
    "c-value": c_value,
    "weirdness": weirdness,
    "least-weirdness": least_weirdness,
    "specificity": specificity,
    "combined": combined,
    "combined-least": combined_least,
    "tf-idf": tf_idf,
    "frequency-per-document": frequency_per_document,
    "dispersion": dispersion,
    "independence": independence,
    "orthographic": orthographic,
}
"""All measures by name."""


def measure(name: str) -> Measure:
    """Return a measure by its name.

    Raises:
        ConfigError: there is none of that name; the message lists all.
    """
    if name not in MEASURES:
        raise ConfigError(f"unknown measure {name!r}: choose one of {', '.join(MEASURES)}")
    return MEASURES[name]


def _weirdness(seen: Occurrences, words: WordFigures) -> Values:
    # Without a reference every word is as special as it is frequent in nothing: all alike.
    return np.nan_to_num(words.weirdness, nan=1.0)[seen.words]


def _runs(word: str) -> int:
    """Return how many runs of digits a word has."""
    digits = [character.isdigit() for character in word]
    return sum(now and not before for before, now in zip([False, *digits], digits, strict=False))


def _edge_digit(word: str) -> bool:
    return word[:1].isdigit() or word[-1:].isdigit()


def _special(word: str) -> int:
    """Return how many characters are no letters, marks, digits, hyphens or apostrophes."""
    return sum(
        not (character in "-'’·" or unicodedata.category(character)[0] in "LMN")
        for character in word
    )
