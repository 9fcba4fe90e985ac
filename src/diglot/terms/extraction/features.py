"""Features of words and candidates that rankers learn from; none depends on the language."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from diglot.flat_arrays import offsets_of
from diglot.terms.extraction.corpus import CONTENT, Corpus
from diglot.terms.kernels.candidates import CLASSES, Spans, neighbours
from diglot.text.function_words import word_classes
from diglot.text.inflection import learn_inflection
from diglot.text.lemmas import Lemmatiser

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.terms.extraction.occurrences import Occurrences
    from diglot.text.frequencies import Frequencies

    Floats = NDArray[np.float64]

NEIGHBOURS = (
    "linking", "determiner", "pronoun", "preposition", "conjunction", "auxiliary", "adverb",
    "number", "content", "digit", "bracket", "punctuation", "edge",
)  # fmt: skip
"""Classes of neighbours, in the order of their bits."""

_LIKE = {
    "filler": "adverb", "function": "adverb", "outside": "adverb",
    "clitic": "linking", "character": "linking", "particle": "linking",
}  # fmt: skip
_BRACKETS = frozenset("()[]{}\"«»“”„‘’'")
_MILLION = 1e6

PLAIN = (
    "weirdness", "general", "frequency", "lemma_share", "lemma_general", "citation", "capital",
    "acronym", "characters", "documents", "hyphen", "digit",
)  # fmt: skip
"""Features of words in the order of the columns; the shares of neighbours follow."""


@dataclass(frozen=True, slots=True, eq=False)
class WordFeatures:
    """Features of the words of a corpus.

    Attributes:
        counts: shape (words,), float64, occurrences.
        plain: shape (words, len(PLAIN)), float64; NaN where unknown.
        beside: shape (words, 2 * len(NEIGHBOURS)), float64, shares of the classes of left and then
            of right neighbours.
        lemmas: shape (words,), int64: equal numbers are forms of one lemma.
        lemma_texts: the lemma of every word.
        weirdness: shape (words,), float64, log of how much more frequent than in the reference.
    """

    counts: Floats
    plain: Floats
    beside: Floats
    lemmas: NDArray[np.int64]
    lemma_texts: tuple[str, ...]
    weirdness: Floats


def class_bits(corpus: Corpus) -> NDArray[np.uint16]:
    """Return the classes of every word as bits, those of a sentence's edge last."""
    known = word_classes(corpus.language)
    bits = {name: 1 << k for k, name in enumerate(NEIGHBOURS)}
    found = np.empty(len(corpus.words) + 1, np.uint16)
    for number, word in enumerate(corpus.words):
        classes = known.get(word)
        if classes:
            value = 0
            for name in classes:
                value |= bits[_LIKE.get(name, name)]
        elif corpus.kinds[number] == CONTENT:
            value = bits["content"]
        elif any(map(str.isdigit, word)):
            value = bits["digit"]
        elif any(map(str.isalpha, word)):
            value = bits["adverb"]
        else:
            value = bits["bracket" if word in _BRACKETS else "punctuation"]
        found[number] = value
    found[-1] = bits["edge"]
    return found


def word_features(
    corpus: Corpus,
    classes: NDArray[np.uint16],
    *,
    general: Frequencies | None,
    reference: Frequencies | None = None,
    lemmatiser: Lemmatiser | None = None,
) -> WordFeatures:
    """Return the features of all words.

    Args:
        corpus: encoded text.
        classes: from `class_bits`.
        general: general language, for the trained ranker.
        reference: what ``weirdness`` is measured against; None: ``general``.
        lemmatiser: gives lemmas; None makes one for the language.
    """
    size, length = len(corpus.words), max(len(corpus.tokens), 1)
    counts = np.bincount(corpus.tokens, minlength=size).astype(np.float64)
    relative = np.log(np.maximum(counts, 1) / length * _MILLION)
    if lemmatiser is None and corpus.language:
        # Lists have no Korean; the words of the text tell particles from nouns.
        lemmatiser = (
            learn_inflection(corpus.words, counts.astype(np.int64), corpus.language)
            if corpus.language == "ko"
            else Lemmatiser(corpus.language)
        )
    forms = [_usual(spelling) for spelling in _spellings(corpus, size)]
    texts = [lemmatiser.lemma(form) if lemmatiser else form.lower() for form in forms]
    numbers: dict[str, int] = {}
    lemmas = np.array([numbers.setdefault(text, len(numbers)) for text in texts], np.int64)
    unknown = np.full(size, np.nan)
    common = np.log(general.array(corpus.words)) if general else unknown
    lemma_common = np.log(general.array(texts)) if general else unknown
    against = np.log(reference.array(corpus.words)) if reference else common
    of_lemma = np.bincount(lemmas, weights=counts)[lemmas] if size else counts
    capital, acronym = _capitals(corpus, counts)
    columns = {
        "weirdness": relative - common,
        "general": common,
        "frequency": np.log(np.maximum(counts, 1)),
        "lemma_share": np.log(np.maximum(of_lemma, 1)) - np.log(np.maximum(counts, 1)),
        "lemma_general": lemma_common - common,
        "citation": np.array(
            [a == b for a, b in zip(texts, corpus.words, strict=True)], np.float64
        ),
        "capital": capital,
        "acronym": acronym,
        "characters": np.array([len(word) for word in corpus.words], np.float64),
        "documents": _documents(corpus, size) / (int(corpus.documents.max(initial=0)) + 1),
        "hyphen": np.array(["-" in word for word in corpus.words], np.float64),
        "digit": np.array([any(map(str.isdigit, word)) for word in corpus.words], np.float64),
    }
    return WordFeatures(
        counts=counts,
        plain=np.stack([columns[name] for name in PLAIN], axis=1),
        beside=_beside(corpus, classes, counts),
        lemmas=lemmas,
        lemma_texts=tuple(texts),
        weirdness=relative - against,
    )


def _documents(corpus: Corpus, size: int) -> Floats:
    """Return how many documents hold each word."""
    found = np.zeros(size)
    ends = np.flatnonzero(np.diff(corpus.documents, append=-1)) + 1
    for begin, end in pairwise([0, *corpus.offsets[ends].tolist()]):
        found[np.unique(corpus.tokens[begin:end])] += 1
    return found


def has_noun_capitals(corpus: Corpus) -> bool:
    """Return True if capitals say nothing about names: German, or a text of titles."""
    inside = (token_positions(corpus) < OPENING) & (corpus.kinds[corpus.tokens] == CONTENT)
    return bool(inside.any()) and float(corpus.capitals[inside].mean()) > 0.35


RUNNING, TITLE, OPENING = 0, 1, 2
"""What may give a token its capital: nothing, a title in capitals, the beginning of a sentence."""


def token_positions(corpus: Corpus) -> NDArray[np.uint8]:
    """Return for every token whether its capital may be that of a sentence or of a title.

    A sentence opens with its first word with a letter, and numbers before it: "2.1. Supported
    Hardware". It is a title if all other content words have capitals.
    """
    lettered = np.array([any(map(str.isalpha, form)) for form in corpus.spellings], np.bool_)
    before = offsets_of(lettered[corpus.written])
    sizes = np.diff(corpus.offsets)
    opening = before[:-1] == before[np.repeat(corpus.offsets[:-1], sizes)]
    small = ~opening & ~corpus.capitals & (corpus.kinds[corpus.tokens] == CONTENT)
    smalls = offsets_of(small)[corpus.offsets]
    positions = np.where(np.repeat(np.diff(smalls) > 0, sizes), RUNNING, TITLE)
    positions[opening] = OPENING
    return positions.astype(np.uint8)


def _capitals(corpus: Corpus, counts: Floats) -> tuple[Floats, Floats]:
    """Return the shares of capitals within sentences (NaN: never seen there) and of acronyms."""
    size = len(corpus.words)
    inside = token_positions(corpus) < OPENING
    seen = np.bincount(corpus.tokens[inside], minlength=size)
    capital = np.bincount(corpus.tokens[corpus.capitals & inside], minlength=size)
    share = np.where(seen > 0, capital / np.maximum(seen, 1), np.nan)
    if has_noun_capitals(corpus):
        share[seen > 0] = 0.0
    upper = np.array([len(form) > 1 and form.isupper() for form in corpus.spellings], np.bool_)
    acronyms = np.bincount(corpus.tokens[upper[corpus.written]], minlength=size)
    return share, acronyms / np.maximum(counts, 1)


def _beside(corpus: Corpus, classes: NDArray[np.uint16], counts: Floats) -> Floats:
    # A word is an n-gram of one token: the counts of n-grams serve.
    tokens, words = len(corpus.tokens), len(corpus.words)
    spans = Spans(
        corpus.offsets, corpus.offsets, np.arange(tokens, dtype=np.int64),
        np.ones(tokens, np.uint8), corpus.tokens,
    )  # fmt: skip
    found: NDArray[np.float32] = neighbours(
        spans, corpus.tokens, classes, np.arange(words, dtype=np.int32), words
    )
    used = [*range(len(NEIGHBOURS)), *range(CLASSES, CLASSES + len(NEIGHBOURS))]
    return found[:, used] / np.maximum(counts, 1)[:, None]


def _spellings(corpus: Corpus, size: int) -> list[str]:
    """Return the most frequent spelling of every word."""
    times = np.bincount(corpus.written, minlength=len(corpus.spellings))
    word_of = np.zeros(len(corpus.spellings), np.int64)
    word_of[corpus.written] = corpus.tokens
    chosen = np.zeros(size, np.int64)
    order = np.argsort(times, kind="stable")
    chosen[word_of[order]] = order
    return [corpus.spellings[k] for k in chosen]


def _usual(spelling: str) -> str:
    """Return a spelling for the lemmatiser: shouted words are no acronyms it would know."""
    return spelling.lower() if spelling.isupper() else spelling


_OWN = (
    "frequency", "frequency_share", "c_value", "longer", "begin_with", "end_with", "most_longer",
    "total_longer", "words", "content_words", "linking_words", "letters", "rarest", "cohesion",
    "mutual_information", "lemma_frequency", "lemma_forms", "lemma_share", "documents",
    "document_share", "document_entropy", "largest_share", "left_entropy", "right_entropy",
    "left_kinds", "right_kinds",
)  # fmt: skip

NAMES: tuple[str, ...] = (
    *_OWN,
    *(f"{side}_{name}" for side in ("left", "right") for name in NEIGHBOURS),
    *(f"{how}_{name}" for how in ("least", "most", "mean", "first", "last") for name in PLAIN),
    *(
        f"{word}_{side}_{name}"
        for word in ("first", "last")
        for side in ("left", "right")
        for name in NEIGHBOURS
    ),
)
"""Names of the columns of `features`."""


def c_values(seen: Occurrences) -> Floats:
    """Return the C-value of every candidate.

    The logarithm is that of the length plus one, so that single words can have a value.

    Reference:
        Frantzi and Ananiadou 2000, Automatic recognition of multi-word terms, equation 2.
    """
    nested = np.where(seen.longer > 0, seen.total / np.maximum(seen.longer, 1), 0)
    return np.log2(seen.lengths + 1) * (seen.frequency - nested)


def lemma_groups(seen: Occurrences, words: WordFeatures) -> NDArray[np.int64]:
    """Return a number for every candidate: equal ones have the same lemmas in the same order."""
    lemmas = np.where(seen.words >= 0, words.lemmas[seen.words], -1)
    if not len(lemmas):
        return np.zeros(0, np.int64)
    _, group = np.unique(lemmas, axis=0, return_inverse=True)
    return group.reshape(-1).astype(np.int64)


def candidate_features(
    seen: Occurrences,
    words: WordFeatures,
    groups: NDArray[np.int64],
    *,
    tokens: int,
    documents: int,
) -> NDArray[np.float32]:
    """Return all features.

    Returns:
        Shape (candidates, len(NAMES)); NaN where unknown.
    """
    rows = len(seen)
    found = np.empty((rows, len(NAMES)), np.float32)
    found[:, : len(_OWN)] = _own(seen, words, groups, max(tokens, 1), max(documents, 1))
    at = len(_OWN)
    for side in (seen.left, seen.right):
        found[:, at : at + len(NEIGHBOURS)] = side[:, : len(NEIGHBOURS)]
        at += len(NEIGHBOURS)
    first = seen.words[:, 0]
    last = seen.words[np.arange(rows), seen.lengths - 1]
    for column in range(len(PLAIN)):
        each = np.where(seen.content, words.plain[seen.words, column], np.nan)
        least, mean, most = least_mean_most(each)
        values = (least, most, mean, words.plain[first, column], words.plain[last, column])
        for how, value in enumerate(values):
            found[:, at + how * len(PLAIN) + column] = value
    at += 5 * len(PLAIN)
    found[:, at : at + 2 * len(NEIGHBOURS)] = words.beside[first]
    found[:, at + 2 * len(NEIGHBOURS) :] = words.beside[last]
    return found


def least_mean_most(values: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the least, the mean and the greatest known value of every row."""
    known = ~np.isnan(values)
    some = np.maximum(known.sum(axis=1), 1)
    mean = np.where(known.any(axis=1), np.where(known, values, 0).sum(axis=1) / some, np.nan)
    return np.fmin.reduce(values, axis=1), mean, np.fmax.reduce(values, axis=1)


def _own(
    seen: Occurrences, words: WordFeatures, groups: NDArray[np.int64], tokens: int, documents: int
) -> Floats:
    rows, frequency = len(seen), seen.frequency
    content = seen.content.sum(axis=1)
    logs = np.where(seen.content, np.log(words.counts)[seen.words], np.nan)
    rarest = np.fmin.reduce(logs, axis=1) if rows else np.zeros(0)
    chance = np.where(seen.content, logs - np.log(tokens), 0).sum(axis=1)
    lengths = words.plain[:, PLAIN.index("characters")]
    group = np.bincount(groups, weights=frequency)[groups] if rows else frequency
    forms = np.bincount(groups)[groups] if rows else frequency
    columns = {
        "frequency": np.log(frequency),
        "frequency_share": np.log(frequency / tokens),
        "c_value": np.log1p(np.maximum(c_values(seen), 0)),
        "longer": np.log1p(seen.longer),
        "begin_with": np.log1p(seen.begin_with),
        "end_with": np.log1p(seen.end_with),
        "most_longer": seen.most / frequency,
        "total_longer": np.log((seen.total + 1) / frequency),
        "words": seen.lengths,
        "content_words": content,
        "linking_words": seen.lengths - content,
        "letters": np.where(seen.words >= 0, lengths[seen.words], 0).sum(axis=1),
        "rarest": rarest,
        "cohesion": np.log(frequency) - rarest,
        "mutual_information": (np.log(frequency / tokens) - chance) / np.maximum(content, 1),
        "lemma_frequency": np.log(group),
        "lemma_forms": forms,
        "lemma_share": frequency / group,
        "documents": seen.documents,
        "document_share": seen.documents / documents,
        "document_entropy": seen.document_entropy,
        "largest_share": seen.largest_share,
        "left_entropy": seen.left_entropy,
        "right_entropy": seen.right_entropy,
        "left_kinds": seen.left_kinds,
        "right_kinds": seen.right_kinds,
    }
    return np.stack([columns[name] for name in _OWN], axis=1)
