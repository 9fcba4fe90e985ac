"""`mapped` and `cmwep`: terms of two lists as vectors in one space."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diglot.errors import ConfigError, describe_unknown
from diglot.learning import mapping
from diglot.learning.mapping import BLOCK, best_of_rows, nearest_targets, unit_rows
from diglot.learning.word_vectors import train_vectors
from diglot.model import TermPair
from diglot.terms.comparable import word_similarity
from diglot.terms.comparable.compositional import encode_lists, written_list
from diglot.terms.comparable.dictionary import Dictionary
from diglot.terms.comparable.interface import Resources, Side, TermPairScores
from diglot.terms.comparable.lists import TermList
from diglot.text.lemmas import Lemmatiser

LEAST_SEEDS = 10
VOCABULARY = 20_000
"""Words that self-learning looks at, the first ones of the vectors."""


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """Normalised vectors of one language.

    Attributes:
        rows: row of every word in lower case; of several spellings that which comes first.
        matrix: shape (words, dimensions), float32, unit vectors.
        lemmas: of the language.
    """

    rows: Mapping[str, int]
    matrix: NDArray[np.float32]
    lemmas: Lemmatiser

    def row(self, word: str) -> int:
        """Return the row of a word or, failing that, of its lemma; -1 if neither is known."""
        found = self.rows.get(word)
        return self.rows.get(self.lemmas.lemma(word), -1) if found is None else found


@dataclass(frozen=True, slots=True, eq=False)
class Spaces:
    """Both languages in the space of the target.

    Attributes:
        source: vectors of source words, mapped; None where there are none.
        target: vectors of target words.
    """

    source: Space | None
    target: Space


def common_space(
    resources: Resources,
    source: TermList,
    target: TermList,
    *,
    method: str,
    rounds: int = 0,
    both: bool = True,
) -> Spaces:
    """Bring the vectors of both languages into one space.

    Vectors come with the resources, or are trained on their texts. The map is learnt from the
    words of the dictionary; without any the vectors have to share a space already.

    Args:
        resources: vectors or texts, and the dictionary.
        source: terms of the source language.
        target: terms of the target language.
        method: name of the method, for errors.
        rounds: of self-learning.
        both: False if the source language may go without vectors; they are trained on its texts
            only if those of the target language are.

    Raises:
        ConfigError: there are neither vectors nor texts, or too few words in the dictionary.
    """
    to = vector_space(resources.target, target.lemmas, method, "target")
    trained = resources.target.vectors is None and resources.source.sentences is not None
    if resources.source.vectors is None and not both and not trained:
        return Spaces(None, to)
    of = vector_space(resources.source, source.lemmas, method, "source")
    seeds = seed_rows(resources.dictionary, of, to)
    if len(seeds) < LEAST_SEEDS:
        if len(seeds) or of.matrix.shape[1] != to.matrix.shape[1]:
            raise ConfigError(
                f"the method {method} learns a map from words of the dictionary that have "
                f"vectors: there are {len(seeds)}, at least {LEAST_SEEDS} are needed"
            )
        return Spaces(of, to)
    first = seeds[(seeds < VOCABULARY).all(axis=1)] if rounds else seeds
    weights = mapping.learn_map(
        of.matrix[:VOCABULARY] if rounds else of.matrix,
        to.matrix[:VOCABULARY] if rounds else to.matrix,
        first if len(first) >= LEAST_SEEDS else seeds,
        rounds=rounds if len(first) >= LEAST_SEEDS else 0,
    )
    return Spaces(Space(of.rows, mapping.unit_rows(of.matrix @ weights), of.lemmas), to)


def seed_rows(dictionary: Dictionary, source: Space, target: Space) -> NDArray[np.int64]:
    """Return rows of word pairs of the dictionary, shape (pairs, 2)."""
    found = {
        (source.rows[of[0]], target.rows[to[0]])
        for of, to, _ in dictionary.entries
        if len(of) == len(to) == 1 and of[0] in source.rows and to[0] in target.rows
    }
    return np.array(sorted(found), np.int64).reshape(-1, 2)


def word_matrix(listed: TermList, space: Space) -> NDArray[np.float32]:
    """Return vectors of the words of a list, shape (words, dimensions); zeros for unknown ones."""
    rows = np.array([space.row(word) for word in listed.words], np.int64).reshape(-1)
    found = np.zeros((len(rows), space.matrix.shape[1]), np.float32)
    found[rows >= 0] = space.matrix[rows[rows >= 0]]
    return found


def term_matrix(listed: TermList, words: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return vectors of terms, unit means of their words; zeros where no word has one."""
    sums = np.zeros((len(listed), words.shape[1]), np.float32)
    terms = np.repeat(np.arange(len(listed)), np.diff(listed.offsets))
    np.add.at(sums, terms, words[listed.tokens])
    return mapping.unit_rows(sums)


def vector_space(side: Side, lemmas: Lemmatiser, method: str, name: str) -> Space:
    """Return the normalised vectors of a side, trained on its texts where none are given.

    Raises:
        ConfigError: there are neither vectors nor texts; it names the method and the side.
    """
    vectors = side.vectors
    if vectors is None:
        if side.sentences is None:
            raise ConfigError(
                f"the method {method} needs vectors of the {name} language: give a file of them, "
                "or texts to train them on"
            )
        vectors = train_vectors(side.sentences)
    rows: dict[str, int] = {}
    for row, word in enumerate(vectors.words):
        rows.setdefault(word, row)
    for row, word in enumerate(vectors.words):
        rows.setdefault(word.lower(), row)
    return Space(rows, mapping.centre_and_normalise(vectors.matrix), lemmas)


BEST = 50
RERANKED = 300
LIKENESS = 0.6
UNLIKE = 0.4


def mapped_vectors(
    source_terms: Sequence[str],
    target_terms: Sequence[str],
    resources: Resources,
    *,
    retrieval: str = "csls",
    rounds: int = 0,
    strings: bool = False,
    best: int = BEST,
) -> list[TermPair]:
    """Score pairs by vectors mapped into one space.

    Args:
        source_terms: distinct terms.
        target_terms: distinct terms.
        resources: vectors of both languages, or texts to train them on; the dictionary, from
            which the map is learnt. Without a dictionary the vectors share a space already.
        retrieval: ``csls``, ``ratio`` or ``cosine``, see `nearest`.
        rounds: of self-learning (see `mapping.learn`); on small corpora it does harm.
        strings: whether common letters of the nearest 300 decide, too.
        best: targets of a source at most.

    Raises:
        ConfigError: something is missing, or there is no such retrieval.

    Reference:
        Conneau et al. (2018), Word translation without parallel data; Požár et al. (2022) for
        terms in the BUCC shared task.
    """
    source, target = map(written_list, encode_lists(source_terms, target_terms, resources))
    found = by_vectors(source, target, resources, retrieval, rounds, RERANKED if strings else best)
    if strings:
        found = _reranked(source, target, found, best)
    return found.pairs(source_terms, target_terms)


def by_vectors(
    source: TermList, target: TermList, resources: Resources, retrieval: str, rounds: int, best: int
) -> TermPairScores:
    """Find the nearest targets of the terms that have vectors."""
    both = common_space(resources, source, target, method="mapped", rounds=rounds)
    assert both.source is not None  # noqa: S101 - asked for both
    one = term_matrix(source, word_matrix(source, both.source))
    other = term_matrix(target, word_matrix(target, both.target))
    return nearest_pairs(one, other, best=best, retrieval=retrieval)


def nearest_pairs(
    source: NDArray[np.float32],
    target: NDArray[np.float32],
    *,
    best: int,
    retrieval: str = "csls",
) -> TermPairScores:
    """Return the nearest targets of every source; vectors of zeros have none, and are none.

    Args:
        source: shape (terms, dimensions), unit vectors.
        target: the same of the other language, in the same space.
        best: targets of a source.
        retrieval: see `nearest_targets`.
    """
    rows, columns = (np.flatnonzero(each.any(axis=1)) for each in (source, target))
    i, j, scores = nearest_targets(source[rows], target[columns], best=best, retrieval=retrieval)
    return TermPairScores(rows[i], columns[j], scores)


def _reranked(
    source: TermList, target: TermList, found: TermPairScores, best: int
) -> TermPairScores:
    alike = word_similarity.pair_likeness(source.terms, target.terms, found.source, found.target)
    score = found.score + LIKENESS * np.maximum(0.0, alike - UNLIKE)
    order = np.lexsort((found.target, -score, found.source))
    begins = np.searchsorted(found.source, found.source)
    kept = order[np.arange(len(order)) - begins < best]
    return TermPairScores(found.source[kept], found.target[kept], score[kept])


# Maps that begin without a dictionary.

STARTS = ("identical", "adversarial")
ROUNDS = 5
FREQUENT = 5_000
"""Words that the map is refined by, the first ones: the vectors of rare words are poor."""
LETTERS = 4
"""Letters of a word that both languages have in common: shorter ones are alike by chance."""


def start_map(of: Space, to: Space, *, start: str, seed: int) -> NDArray[np.float32]:
    """Return a first map between two spaces.

    Raises:
        ConfigError: there is no such start, or too few words are identical.
    """
    if start == "adversarial":
        return mapping.adversarial_map(of.matrix, to.matrix, seed=seed)
    if start != "identical":
        raise ConfigError(describe_unknown("start", start, STARTS))
    pairs = [
        (row, to.rows[word])
        for word, row in of.rows.items()
        if word in to.rows and len(word) >= LETTERS and row < len(of.matrix)
    ]
    if len(pairs) < LEAST_SEEDS:
        raise ConfigError(
            f"{len(pairs)} words are the same in both languages, at least {LEAST_SEEDS} are needed "
            'to begin with: set start = "adversarial"'
        )
    rows = np.unique(np.array(pairs, np.int64), axis=0)
    return mapping.procrustes(of.matrix[rows[:, 0]], to.matrix[rows[:, 1]])


# `cmwep`: source terms composed of the target vectors of their words' translations.

LENGTH = 0.1
FREQUENCY = 0.02


def cmwep(
    source_terms: Sequence[str],
    target_terms: Sequence[str],
    resources: Resources,
    *,
    length: float = LENGTH,
    frequency: float = FREQUENCY,
    best: int = BEST,
) -> list[TermPair]:
    """Score pairs by the cosine of the target term and the translated source term.

    A source word has the mean vector of its translations; one that the dictionary does not have,
    its own vector, mapped. A term has the mean of its content words.

    Args:
        source_terms: distinct terms.
        target_terms: distinct terms.
        resources: vectors of the target language or its texts; the dictionary; vectors or texts
            of the source language for words that it does not have; frequencies of target terms
            where known.
        length: taken off for every content word that one term has more than the other.
        frequency: times ln(1 + frequency of the target term), added.
        best: targets of a source at most.

    Raises:
        ConfigError: something is missing.

    Reference:
        Liu, Morin and Peña Saldarriaga (2018), Towards a unified framework for bilingual
        terminology extraction of single-word and multi-word terms; the last two terms are ours.
    """
    source, target = map(written_list, encode_lists(source_terms, target_terms, resources))
    both = common_space(resources, source, target, method="cmwep", both=False)
    one = term_matrix(source, compose_vectors(source, resources.dictionary, both))
    other = term_matrix(target, word_matrix(target, both.target))
    counts = resources.target.frequencies or {}
    bonus = frequency * np.log1p([counts.get(term, 0) for term in target.terms])
    sizes = [np.diff(each.offsets) for each in (source, target)]
    rows, columns = (np.flatnonzero(each.any(axis=1)) for each in (one, other))
    parts = []
    for begin in range(0, len(rows), BLOCK):
        here = rows[begin : begin + BLOCK]
        score = (one[here] @ other[columns].T).astype(np.float64)
        score -= length * np.abs(sizes[0][here][:, None] - sizes[1][columns])
        score += bonus[columns]
        i, j = best_of_rows(score, best)
        parts.append((here[i], columns[j], score[i, j]))
    none = np.zeros(0, np.int64)
    parts.append((none, none, np.zeros(0)))
    i, j, score = (np.concatenate(each) for each in zip(*parts, strict=True))
    return TermPairScores(i, j, score).pairs(source_terms, target_terms)


def compose_vectors(listed: TermList, dictionary: Dictionary, both: Spaces) -> NDArray[np.float32]:
    """Return vectors of source words in the target space, shape (words, dimensions)."""
    found = (
        word_matrix(listed, both.source)
        if both.source is not None
        else np.zeros((len(listed.words), both.target.matrix.shape[1]), np.float32)
    )
    known = _translations(listed, dictionary)
    for number, word in enumerate(listed.words):
        entries = known.get(word) or known.get(listed.lemmas.lemma(word)) or ()
        vectors = [
            weight * vector for to, weight in entries if (vector := _phrase(to, both.target)).any()
        ]
        if vectors:
            found[number] = np.sum(vectors, axis=0)
    return unit_rows(found)


def _translations(
    listed: TermList, dictionary: Dictionary
) -> dict[str, list[tuple[tuple[str, ...], float]]]:
    """Return translations of single words; under a lemma those of its forms."""
    found: dict[str, list[tuple[tuple[str, ...], float]]] = defaultdict(list)
    for of, to, weight in dictionary.entries:
        if len(of) == 1:
            found[of[0]].append((to, weight))
    for word, entries in list(found.items()):
        lemma = listed.lemmas.lemma(word)
        if lemma != word and lemma not in found:
            found[lemma] = entries
    return dict(found)


def _phrase(words: Sequence[str], space: Space) -> NDArray[np.float32]:
    """Return the unit mean vector of a translation, zeros if no word has one."""
    rows = [row for word in words if (row := space.row(word)) >= 0]
    mean: NDArray[np.float32] = unit_rows(space.matrix[rows].sum(axis=0, keepdims=True))[0]
    return mean
