"""`compositional`: the words of two terms translate each other, by dictionary or by spelling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

import numpy as np

from diglot.flat_arrays import take_rows
from diglot.model import TermPair
from diglot.terms.comparable.candidates import retrieve_candidates
from diglot.terms.comparable.dictionary import Dictionary
from diglot.terms.comparable.interface import Resources, TermPairScores
from diglot.terms.comparable.lists import TermList, encode_terms
from diglot.terms.comparable.sparse import largest_by_key
from diglot.terms.comparable.word_similarity import LEAST_LIKENESS, similar_words, word_similarity
from diglot.terms.kernels.cover import mutual_cover

LEAST_COVER = 0.3
BEST = 60


def compositional(
    source_terms: Sequence[str],
    target_terms: Sequence[str],
    resources: Resources,
    *,
    spelling: str = "common",
    least: float = LEAST_LIKENESS,
    best: int = BEST,
) -> list[TermPair]:
    """Score pairs by how many words of each side the other side translates.

    A word translates another by the dictionary (over lemmas and stems, too, for less) or because
    both are written alike in Latin letters. The score is the mean of two means: over the content
    words of the source, each with its best match in the target, and the other way round.

    Args:
        source_terms: distinct terms.
        target_terms: distinct terms.
        resources: languages and dictionary.
        spelling: ``common`` letters or ``edits``, see `cognates`.
        least: least likeness of spellings.
        best: targets of a source at most.

    Raises:
        ConfigError: a language or measure is unknown.

    Reference:
        Morin and Daille (2010), Compositionality and lexical alignment of multi-word terms;
        Delpech et al. (2012) for cognates.
    """
    source, target = encode_lists(source_terms, target_terms, resources)
    return cover_scores(source, target, resources, spelling=spelling, least=least, best=best).pairs(
        source_terms, target_terms
    )


def cover_scores(
    source: TermList,
    target: TermList,
    resources: Resources,
    *,
    spelling: str = "common",
    least: float = LEAST_LIKENESS,
    best: int = BEST,
) -> TermPairScores:
    """Score encoded terms as `compositional` does."""
    alike = similar_words(source, target, measure=spelling, least=least)
    words = word_similarity(source, target, resources.dictionary, cognates=alike)
    # Every word counts the same here.
    even = [replace(side, rarity=np.ones(len(side.words))) for side in (source, target)]
    found = retrieve_candidates(even[0], even[1], words, least=LEAST_COVER, best=best)
    cover = mutual_cover(found.source, found.target, source, target, words)
    # Of several readings of a term, with compounds cut or not, the best one counts.
    keys = source.term_of[found.source] * np.int64(len(target)) + target.term_of[found.target]
    keys, score = largest_by_key(keys, cover.mean(axis=1))
    return TermPairScores(keys // max(1, len(target)), keys % max(1, len(target)), score)


def encode_lists(
    source_terms: Sequence[str], target_terms: Sequence[str], resources: Resources
) -> tuple[TermList, TermList]:
    """Encode both lists; the dictionary says how compounds and texts without spaces are cut."""
    known = dictionary_words(resources.dictionary)
    return (
        encode_terms(source_terms, resources.source.language, known=known[0]),
        encode_terms(target_terms, resources.target.language, known=known[1]),
    )


def dictionary_words(dictionary: Dictionary) -> tuple[frozenset[str], frozenset[str]]:
    """Return all source words and all target words of a dictionary."""
    return (
        frozenset(chain.from_iterable(of for of, _, _ in dictionary.entries)),
        frozenset(chain.from_iterable(to for _, to, _ in dictionary.entries)),
    )


def written_list(listed: TermList) -> TermList:
    """Return a list in which every term has one reading: as it is written."""
    places, offsets = take_rows(listed.offsets, listed.as_written)
    term_of = np.arange(len(listed), dtype=np.int32)
    return replace(listed, tokens=listed.tokens[places], offsets=offsets, term_of=term_of)
