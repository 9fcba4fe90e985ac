"""`termsuite`: every word translated by dictionary or spelling, at most one by its contexts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from diglot.model import TermPair
from diglot.terms.comparable import context, sparse
from diglot.terms.comparable.candidates import retrieve_candidates
from diglot.terms.comparable.compositional import encode_lists, written_list
from diglot.terms.comparable.context import texts_of
from diglot.terms.comparable.interface import Resources, Side, TermPairScores
from diglot.terms.comparable.lists import TermList
from diglot.terms.comparable.sparse import Sparse, largest_by_key
from diglot.terms.comparable.word_similarity import WordSimilarity, similar_words, word_similarity
from diglot.terms.kernels.cover import assign_words
from diglot.terms.kernels.retrieval import row_products
from diglot.text.frequencies import general_frequencies

LEAST_COVER = 0.3
CANDIDATES = 3000
BEST = 50
DISTRIBUTIONAL = 0.5
"""What contexts alone are worth beside a dictionary."""


@dataclass(frozen=True, slots=True, eq=False)
class _Words:
    """Context vectors of the words of both lists, in one space; empty without texts."""

    source: Sparse
    target: Sparse
    width: int

    def cosines(self, one: NDArray[np.integer], other: NDArray[np.integer]) -> NDArray[np.float64]:
        """Return the cosine of source and target words."""
        rows = one.astype(np.int64), other.astype(np.int64)
        found: NDArray[np.float64] = row_products(self.source, self.target, *rows)
        return found


def termsuite(
    source_terms: Sequence[str],
    target_terms: Sequence[str],
    resources: Resources,
    *,
    spelling: str = "edits",
    specificity: float = 0.0,
    best: int = BEST,
) -> list[TermPair]:
    """Score pairs as the aligner of TermSuite does: by components, semi-distributionally.

    A single word is translated by dictionary, spelling or, where texts are given, by its context
    vector. A term of several words, or a compound, is translated by a target term that has exactly
    the translations of its words, in any order; where the target list has none, one of the words
    may be translated by its context vector. The score is the product over the words; the scores of
    a source term are divided by their sum, and multiplied by the product again, so that a lonely
    bad match does not come first.

    Args:
        source_terms: distinct terms.
        target_terms: distinct terms.
        resources: dictionary, and texts of both languages where there are any.
        spelling: ``edits`` or ``common`` letters, see `cognates`.
        specificity: power of a further factor: how much more frequent the target term's words are
            in the texts than in general language. TermSuite has 1; it did harm where we measured.
        best: targets of a source at most.

    Raises:
        ConfigError: a language or measure is unknown.

    Reference:
        Cram and Daille (2016), Terminology extraction with term variant detection; Daille and
        Morin (2008), An effective compositional model for lexical alignment; the second factor
        of the score is ours.
    """
    readings = encode_lists(source_terms, target_terms, resources)
    alike = similar_words(*readings, measure=spelling)
    words = word_similarity(*readings, resources.dictionary, cognates=alike)
    around = _contexts(*readings, resources)
    source, target = map(written_list, readings)
    parts = [
        _composed(*readings, words, around),
        _by_contexts(source, target, around, best),
    ]
    found = _joined(parts, len(target_terms))
    weight = found.score.copy()
    if specificity:
        weight *= _specificity(target, resources.target)[found.target] ** specificity
    total = np.bincount(found.source, weight, minlength=len(source_terms))[found.source]
    score = found.score * weight / np.where(total > 0, total, 1.0)
    order = np.lexsort((found.target, -score, found.source))
    rank = np.arange(len(order)) - np.searchsorted(found.source[order], found.source[order])
    kept = np.sort(order[rank < best])
    return TermPairScores(found.source[kept], found.target[kept], score[kept]).pairs(
        source_terms, target_terms
    )


def _composed(
    source: TermList, target: TermList, words: WordSimilarity, around: _Words | None
) -> TermPairScores:
    """Score target terms whose words translate all words of the source, or all but one.

    Compounds count as one word and as their parts; a pair comes as often as there are ways.
    """
    even = [replace(side, rarity=np.ones(len(side.words))) for side in (source, target)]
    found = retrieve_candidates(even[0], even[1], words, least=LEAST_COVER, best=CANDIDATES)
    i, j = found.source, found.target
    sizes = np.diff(source.offsets)[i], np.diff(target.offsets)[j]
    same = sizes[0] == sizes[1]
    i, j, size = i[same], j[same], sizes[0][same]
    product, matched, left = assign_words(i, j, source, target, words)
    terms = source.term_of[i].astype(np.int64), target.term_of[j].astype(np.int64)
    whole = matched == size
    single = whole & (size == 1)
    if around is not None and single.any():
        one, other = (
            source.tokens[source.offsets[i[single]]],
            target.tokens[target.offsets[j[single]]],
        )
        product[single] *= (1 + around.cosines(one, other)) / 2
    served = np.zeros(len(source), np.bool_)
    served[terms[0][whole]] = True
    partly = (matched == size - 1) & (size > 1) & ~served[terms[0]]
    if around is None:
        partly[:] = False
    else:
        cosines = around.cosines(left[partly, 0], left[partly, 1])
        product[partly] *= DISTRIBUTIONAL * cosines
    kept = (whole | partly) & (product > 0)
    return TermPairScores(terms[0][kept], terms[1][kept], product[kept])


def _by_contexts(
    source: TermList, target: TermList, around: _Words | None, best: int
) -> TermPairScores:
    """Score single words by their contexts alone."""
    none = np.zeros(0, np.int64)
    if around is None:
        return TermPairScores(none, none, np.zeros(0))
    singles = [np.flatnonzero(np.diff(each.offsets) == 1) for each in (source, target)]
    rows = [
        each.tokens[each.offsets[here]].astype(np.int64)
        for each, here in zip((source, target), singles, strict=True)
    ]
    i, j, cosines = sparse.nearest_rows(
        sparse.take_rows(around.source, rows[0]),
        sparse.take_rows(around.target, rows[1]),
        around.width,
        best=best,
    )
    return TermPairScores(singles[0][i], singles[1][j], DISTRIBUTIONAL * cosines)


def _contexts(source: TermList, target: TermList, resources: Resources) -> _Words | None:
    """Return context vectors of all content words; None without texts."""
    if resources.source.sentences is None or resources.target.sentences is None:
        return None
    texts = texts_of(resources, "termsuite")
    one, other = (
        context.count_contexts(text, [[word] for word in listed.words]).vectors
        for text, listed in zip(texts, (source, target), strict=True)
    )
    translated = context.translate_contexts(one, *texts, resources.dictionary)
    pivots = np.zeros(len(texts[1].lemmas), np.bool_)
    pivots[translated.columns] = True
    return _Words(translated.unit(), sparse.keep_columns(other, pivots).unit(), len(pivots))


def _joined(parts: Sequence[TermPairScores], width: int) -> TermPairScores:
    """Return the pairs of all parts, each once with its largest score."""
    keys = np.concatenate([part.source * np.int64(width) + part.target for part in parts])
    keys, score = largest_by_key(keys, np.concatenate([part.score for part in parts]))
    return TermPairScores(keys // max(1, width), keys % max(1, width), score)


def _specificity(target: TermList, side: Side) -> NDArray[np.float64]:
    """Return the mean over the words of log10(1 + frequency / general frequency); 1 if unknown."""
    counts = side.word_counts()
    general = general_frequencies(target.language)
    if not counts or general is None:
        return np.ones(len(target))
    per_million = 1e6 / max(1, sum(counts.values()))
    words = np.array(
        [
            np.log10(1 + counts.get(word, 0) * per_million / general.of(word))
            for word in target.words
        ]
    )
    sums = np.bincount(
        np.repeat(np.arange(len(target)), np.diff(target.offsets)),
        words[target.tokens],
        minlength=len(target),
    )
    return np.maximum(sums / np.maximum(1, np.diff(target.offsets)), 1e-3)
