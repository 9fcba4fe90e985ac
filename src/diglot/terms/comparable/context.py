"""`context`: terms whose surroundings, as weighted and translated context vectors, are alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from diglot.errors import ConfigError, describe_unknown
from diglot.flat_arrays import offsets_of
from diglot.model import TermPair
from diglot.terms.association_measures import AssociationMeasure, signed_log_likelihood
from diglot.terms.comparable import sparse
from diglot.terms.comparable.compositional import dictionary_words
from diglot.terms.comparable.dictionary import Dictionary
from diglot.terms.comparable.interface import Resources, TermPairScores
from diglot.terms.comparable.lists import term_tokens
from diglot.terms.comparable.sparse import Sparse, join_rows, row_starts
from diglot.terms.kernels import context as kernel
from diglot.text.function_words import function_words
from diglot.text.lemmas import Lemmatiser

Values = NDArray[np.float64]

WINDOW = 3
CAPACITY = 4_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """Encoded texts of one language.

    Attributes:
        numbers: numbers of words, as written.
        tokens: shape (tokens,), int32, word numbers.
        offsets: shape (sentences + 1,), int64.
        content: shape (words,), uint8: 1 for words that carry meaning.
        lemmas: numbers of lemmas: the columns of context vectors.
        lemma_of: shape (words,), int64, lemma of every word.
        counts: shape (lemmas,), int64, occurrences of lemmas.
    """

    numbers: Mapping[str, int]
    tokens: NDArray[np.int32]
    offsets: NDArray[np.int64]
    content: NDArray[np.uint8]
    lemmas: Mapping[str, int]
    lemma_of: NDArray[np.int64]
    counts: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Contexts:
    """Context vectors of terms.

    Attributes:
        vectors: a row for every term, a column for every lemma of the texts; weights above zero.
        counts: shape (terms,), int64, occurrences of the terms.
    """

    vectors: Sparse
    counts: NDArray[np.int64]


def positive_information(both: Values, source: Values, target: Values, pairs: float) -> Values:
    """Return pointwise mutual information in nats."""
    return np.log(both * pairs / (source * target))


def log_ratio(both: Values, source: Values, target: Values, pairs: float) -> Values:
    """Return ln(1 + log-likelihood ratio): a single collocation does not make the vector."""
    found = signed_log_likelihood(both, source, target, pairs)
    return np.sign(found) * np.log1p(np.abs(found))


def mutual_information(both: Values, source: Values, target: Values, pairs: float) -> Values:
    """Return pointwise mutual information times the count: the term's part of the whole."""
    return both * positive_information(both, source, target, pairs)


WEIGHTS: Mapping[str, AssociationMeasure] = {
    "llr": signed_log_likelihood,
    "log-llr": log_ratio,
    "pmi": positive_information,
    "mi": mutual_information,
}
"""Weights of the words around a term; what is not above zero is left out."""


def encode_texts(sentences: Sequence[Sequence[str]], lemmas: Lemmatiser) -> Texts:
    """Number the words of texts, and their lemmas."""
    little = function_words(lemmas.language)
    numbers: dict[str, int] = {}
    flat = [numbers.setdefault(word, len(numbers)) for word in chain.from_iterable(sentences)]
    tokens = np.array(flat, np.int32)
    offsets = offsets_of([*map(len, sentences)])
    content = [
        word not in little and not word.endswith("'") and any(map(str.isalpha, word))
        for word in numbers
    ]
    forms: dict[str, int] = {}
    lemma_of = [forms.setdefault(lemmas.lemma(word), len(forms)) for word in numbers]
    lemma_numbers = np.array(lemma_of, np.int64)
    counted = np.bincount(lemma_numbers[tokens], minlength=len(forms))
    return Texts(
        numbers=numbers,
        tokens=tokens,
        offsets=offsets,
        content=np.array(content, np.uint8),
        lemmas=forms,
        lemma_of=lemma_numbers,
        counts=counted.astype(np.int64),
    )


def count_contexts(
    texts: Texts, terms: Sequence[Sequence[str]], *, window: int = WINDOW, weight: str = "log-llr"
) -> Contexts:
    """Collect the content words around every occurrence of terms, as lemmas, within the sentence.

    The margins of the weight's table are those of all words of the texts, so that the vector of a
    term does not depend on which other terms are asked for.

    Raises:
        ConfigError: there is no such weight.

    Reference:
        Rapp (1995), Identifying word translations in non-parallel texts; Fung (1998).
    """
    if weight not in WEIGHTS:
        raise ConfigError(describe_unknown("weight", weight, WEIGHTS))
    table = _terms(texts, terms)
    counts = kernel.count_occurrences(texts.tokens, texts.offsets, *table)
    keys, both = _counted(texts, table, window)
    width = max(1, len(texts.lemmas))
    rows, columns = keys // width, keys % width
    around = np.bincount(rows, both, minlength=len(terms))
    slots = 2.0 * window
    values = WEIGHTS[weight](
        both.astype(np.float64),
        np.maximum(around[rows], both),
        np.maximum(slots * texts.counts[columns], both),
        max(slots * float(texts.content[texts.tokens].sum()), 1.0),
    )
    kept = values > 0
    return Contexts(
        Sparse(row_starts(rows[kept], len(terms)), columns[kept], values[kept]),
        counts,
    )


def translate_contexts(
    vectors: Sparse, source: Texts, target: Texts, dictionary: Dictionary
) -> Sparse:
    """Translate the columns of context vectors into lemmas of the target texts.

    A lemma gives its weight to its translations by their frequency in the target texts and their
    weight in the dictionary; one that has none there gives nothing.

    Args:
        vectors: of source terms.
        source: texts of the vectors.
        target: texts whose lemmas the columns of the result are.
        dictionary: single words of it are used.
    """
    entries = _shares(source, target, dictionary)
    cell, entry = join_rows(vectors.columns, entries.offsets)
    width = max(1, len(target.lemmas))
    keys = vectors.rows()[cell] * width + entries.columns[entry]
    every, place = np.unique(keys, return_inverse=True)
    parts = vectors.values[cell] * entries.values[entry]
    values = np.bincount(place, parts, minlength=len(every)).astype(np.float64)
    return Sparse(row_starts(every // width, len(vectors.offsets) - 1), every % width, values)


def _shares(source: Texts, target: Texts, dictionary: Dictionary) -> Sparse:
    """Return for every source lemma the shares of its translations among the target lemmas."""
    known: dict[int, dict[int, float]] = defaultdict(dict)
    for of, to, weight in dictionary.entries:
        if len(of) == len(to) == 1:
            one, other = _lemma(source, of[0]), _lemma(target, to[0])
            if one >= 0 and other >= 0:
                known[one][other] = max(weight, known[one].get(other, 0.0))
    sizes, columns, values = [], [], []
    for lemma in range(len(source.lemmas)):
        found = known.get(lemma, {})
        weights = [weight * float(target.counts[number]) for number, weight in found.items()]
        total = sum(weights)
        sizes.append(len(found))
        columns += list(found)
        values += [each / total for each in weights]
    offsets = offsets_of(sizes)
    return Sparse(offsets, np.array(columns, np.int64), np.array(values, np.float64))


def _lemma(texts: Texts, word: str) -> int:
    """Return the number of the lemma of a word of the dictionary, -1 if the texts have none."""
    number = texts.numbers.get(word)
    return texts.lemmas.get(word, -1) if number is None else int(texts.lemma_of[number])


_Table = tuple["NDArray[np.int64]", "NDArray[np.int64]", "NDArray[np.int32]", "NDArray[np.int64]"]


def _terms(texts: Texts, terms: Sequence[Sequence[str]]) -> _Table:
    """Return the terms by first word; those with a word that the texts lack are left out."""
    numbers = [[texts.numbers.get(word, -1) for word in term] for term in terms]
    offsets = offsets_of([*map(len, numbers)])
    present = [k for k, each in enumerate(numbers) if each and min(each) >= 0]
    heads = np.array([numbers[k][0] for k in present], np.int64)
    order = np.argsort(heads, kind="stable")
    return (
        row_starts(heads[order], len(texts.numbers)),
        np.array(present, np.int64)[order],
        np.array(list(chain.from_iterable(numbers)), np.int32),
        offsets,
    )


def _counted(
    texts: Texts, table: _Table, window: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return distinct pairs of term and lemma beside it, ascending, and how often each came."""
    every, times = np.zeros(0, np.int64), np.zeros(0, np.int64)
    keys = np.empty(CAPACITY, np.int64)
    sentence = 0
    while sentence < len(texts.offsets) - 1:
        next_one, filled = kernel.find_neighbours(
            sentence, texts.tokens, texts.offsets, *table, texts.content, window, keys
        )
        if next_one == sentence:  # one sentence alone is too long
            keys = np.empty(2 * len(keys), np.int64)
            continue
        sentence = next_one
        terms, words = np.divmod(keys[:filled], max(1, len(texts.numbers)))
        beside = terms * len(texts.lemmas) + texts.lemma_of[words]
        keys, count = np.unique(beside, return_counts=True)
        joined = np.concatenate([every, keys])
        every, place = np.unique(joined, return_inverse=True)
        times = np.bincount(place, np.concatenate([times, count])).astype(np.int64)
    return every, times


BEST = 50
LEAST = 2


def context_scores(
    source_terms: Sequence[str],
    target_terms: Sequence[str],
    resources: Resources,
    *,
    window: int = WINDOW,
    weight: str = "log-llr",
    least: int = LEAST,
    best: int = BEST,
) -> list[TermPair]:
    """Score pairs by the cosine of their context vectors, the source's translated word by word.

    Args:
        source_terms: distinct terms.
        target_terms: distinct terms.
        resources: texts of both languages, and the dictionary.
        window: content words on each side of a term, which count as lemmas.
        weight: of words in the vectors, a name of `contexts.WEIGHTS`.
        least: occurrences of a term at least.
        best: targets of a source at most.

    Raises:
        ConfigError: there are no texts, or there is no such weight.

    Reference:
        Rapp (1995), Identifying word translations in non-parallel texts; Fung (1998), A
        statistical view on bilingual lexicon extraction.
    """
    texts = texts_of(resources, "context")
    languages = resources.source.language, resources.target.language
    known = dictionary_words(resources.dictionary)
    found = [
        count_contexts(
            text,
            [term_tokens(term, language, words) for term in terms],
            window=window,
            weight=weight,
        )
        for text, language, words, terms in zip(
            texts, languages, known, (source_terms, target_terms), strict=True
        )
    ]
    rows = [np.flatnonzero(each.counts >= least) for each in found]
    one = translate_contexts(found[0].vectors, *texts, resources.dictionary)
    pivots = np.zeros(len(texts[1].lemmas), np.bool_)
    pivots[one.columns] = True
    i, j, score = sparse.nearest_rows(
        sparse.take_rows(one, rows[0]),
        sparse.take_rows(sparse.keep_columns(found[1].vectors, pivots), rows[1]),
        len(pivots),
        best=best,
    )
    return TermPairScores(rows[0][i], rows[1][j], score).pairs(source_terms, target_terms)


def texts_of(resources: Resources, method: str) -> tuple[Texts, Texts]:
    """Encode the texts of both languages.

    Raises:
        ConfigError: there are none of a language.
    """
    found = []
    for side, name in ((resources.source, "source"), (resources.target, "target")):
        if side.sentences is None:
            raise ConfigError(f"the method {method} needs texts of the {name} language")
        found.append(encode_texts(side.sentences, Lemmatiser(side.language)))
    return found[0], found[1]
