"""`cmwep`: source terms composed of the target vectors of their words' translations."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from diglot.learning.mapping import BLOCK, best_of_rows, unit_rows
from diglot.terms.comparable.compositional import encode_lists, written_list
from diglot.terms.comparable.interface import Resources, TermPairScores
from diglot.terms.comparable.mapped import Space, Spaces, common_space, term_matrix, word_matrix

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diglot.model import TermPair
    from diglot.terms.comparable.dictionary import Dictionary
    from diglot.terms.comparable.lists import TermList

BEST = 50
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
