"""Measures of termhood that need no training, by name."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Protocol

import numpy as np

from diglot.errors import ConfigError
from diglot.terms.extraction.features import c_values
from diglot.terms.kernels.candidates import weakest_joint
from diglot.text.frequencies import general_frequencies

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from diglot.terms.extraction.termhood import CountedText

    Values = NDArray[np.float64]

_LEAST = 0.01


class Measure(Protocol):
    """A feature for every candidate, the higher the more it looks like a term."""

    def __call__(self, text: CountedText) -> Values:
        """Return the feature of every candidate.

        Returns:
            Shape (candidates,).
        """


def frequency(text: CountedText) -> Values:
    """Return occurrences."""
    return text.seen.frequency


def c_value(text: CountedText) -> Values:
    """Return C-values, see `features.c_values`."""
    return c_values(text.seen)


def weirdness(text: CountedText) -> Values:
    """Return the mean of the log of how much more frequent content words are than in the reference.

    Reference:
        Ahmad, Gillam and Tostevin 1999, University of Surrey participation in TREC 8.
    """
    content = np.maximum(text.seen.content.sum(axis=1), 1)
    total: Values = np.where(text.seen.content, _weirdness(text), 0).sum(axis=1)
    mean: Values = total / content
    return mean


def least_weirdness(text: CountedText) -> Values:
    """Return the same of the least special content word."""
    if not len(text.seen):
        return np.zeros(0)
    lowest: Values = np.where(text.seen.content, _weirdness(text), np.inf).min(axis=1)
    return lowest


def specificity(text: CountedText) -> Values:
    """Return TermSuite's specificity, of the least special content word for terms of several words.

    It is log10(1 + relative frequency here / in the reference), the latter smoothed.

    Reference:
        Cram and Daille 2016, Terminology extraction with term variant detection, section 3.
    """
    # A term of several words is not in a general word list: its rarest word bounds it from above.
    seen, words = text.seen, text.words
    size = max(len(text.found.corpus.tokens), 1)
    own = np.log(seen.frequency / size * 1e6)
    if not len(seen):
        return np.zeros(0)
    general = np.where(
        seen.content, (np.log(words.counts / size * 1e6) - words.weirdness)[seen.words], np.inf
    ).min(axis=1)
    feature: Values = np.log10(1 + np.exp(np.clip(own - np.nan_to_num(general), -50, 50)))
    return feature


def combined_weirdness(text: CountedText) -> Values:
    """Return the log of the C-value times the mean weirdness."""
    mean = np.maximum(weirdness(text), _LEAST)
    return np.log1p(np.maximum(c_values(text.seen), 0)) * mean


def combined_least_weirdness(text: CountedText) -> Values:
    """Return log frequency times the least weirdness times the log of the length plus one."""
    least = np.maximum(least_weirdness(text), _LEAST)
    return np.log2(1 + text.seen.frequency) * least * np.log2(text.seen.lengths + 1)


def tf_idf(text: CountedText) -> Values:
    """Return frequency times the log of documents over documents that hold the candidate.

    Reference:
        Salton and Buckley 1988, Term-weighting approaches in automatic text retrieval.
    """
    documents = _documents(text)
    # One more document keeps candidates of a single document apart from nothing.
    return text.seen.frequency * np.log((documents + 1) / text.seen.documents)


def frequency_per_document(text: CountedText) -> Values:
    """Return frequency over the number of documents, which TermSuite calls tf-idf."""
    return text.seen.frequency / text.seen.documents


def carroll_dispersion(text: CountedText) -> Values:
    """Return Carroll's D2, in [0, 1]: the entropy over documents by the largest possible one.

    Reference:
        Carroll 1970, An alternative to Juilland's usage coefficient for lexical frequencies.
    """
    documents = _documents(text)
    if documents < 2:
        return np.ones(len(text.seen))
    feature: Values = text.seen.document_entropy / np.log(documents)
    return feature


def independence(text: CountedText) -> Values:
    """Return the share of occurrences outside the most frequent longer candidate, in [0, 1]."""
    return np.clip(1 - text.seen.most / text.seen.frequency, 0, 1)


def orthographic_score(text: CountedText) -> Values:
    """Return TermSuite's orthographic score in [0, 1]: low for scraps, numbers and symbols.

    Reference:
        Cram and Daille 2016; the features are those of TermSuite's code.
    """
    of_word = [
        (len(word), sum(map(str.isdigit, word)), _runs(word), _edge_digit(word), _special(word))
        for word in text.found.corpus.words
    ]
    table = np.array(of_word, np.float64).reshape(-1, 5)
    seen = text.seen
    inside = (seen.words >= 0)[:, :, None]
    letters, digits, runs, edge, special = (
        np.where(inside, table[seen.words], 0).sum(axis=1).T if len(seen) else np.zeros((5, 0))
    )
    by_length = np.array([0.15, 0.15, 0.45, 0.70, 0.95, 1.0])
    score = by_length[np.minimum(letters.astype(np.int64), 5)]
    one_at_end = (digits == 1) & (edge >= 1)
    score = score * np.where(one_at_end, 0.85, 1.8**-runs) * 2.0**-special
    return np.asarray(score, np.float64)


def boundary_score(text: CountedText) -> Values:
    """Return how much a string is a word of its own: free at both ends and firm inside.

    It is log2(1 + frequency) times the lower entropy of the two neighbours times the pointwise
    mutual information at the weakest joint, times the specificity of the whole string. Where no
    spaces tell the words, candidates of characters are ranked by it.

    Reference:
        Sornlertlamvanich, Potipiti and Charoenporn 2000, Automatic corpus-based Thai word
        extraction with the C4.5 learning algorithm: entropies at both ends, information inside.
    """
    seen, found = text.seen, text.found
    corpus = found.corpus
    size = max(len(corpus.tokens), 1)
    joint = weakest_joint(found.spans, found.first, found.frequencies, size)[seen.numbers]
    # A word alone has no joint: it counts as a pair that is seen together e times by chance.
    joint = np.where(seen.lengths > 1, np.nan_to_num(joint), 1.0)
    free = np.minimum(seen.left_entropy, seen.right_entropy)
    general = general_frequencies(corpus.language)
    common = (
        general.array(found.text(int(number)) for number in seen.numbers)
        if general
        else np.ones(len(seen))
    )
    special = np.log10(1 + seen.frequency / size * 1e6 / common)
    return np.log2(1 + seen.frequency) * free * np.maximum(joint, 0) * special


MEASURES: Mapping[str, Measure] = {
    "frequency": frequency,
    "c-value": c_value,
    "weirdness": weirdness,
    "least-weirdness": least_weirdness,
    "specificity": specificity,
    "combined": combined_weirdness,
    "combined-least": combined_least_weirdness,
    "tf-idf": tf_idf,
    "frequency-per-document": frequency_per_document,
    "dispersion": carroll_dispersion,
    "independence": independence,
    "orthographic": orthographic_score,
    "boundary": boundary_score,
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


def _documents(text: CountedText) -> int:
    return int(text.found.corpus.documents.max(initial=0)) + 1


def _weirdness(text: CountedText) -> Values:
    # Without a reference every word is as special as it is frequent in nothing: all alike.
    return np.nan_to_num(text.words.weirdness, nan=1.0)[text.seen.words]


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
