"""Two lists of terms compared: the steps from words to candidates and their figures."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Literal

import numpy as np

from diglot.terms.comparable import features, foreign, scoring
from diglot.terms.comparable.induced import induce
from diglot.terms.comparable.lists import TermList, content_words, encode
from diglot.terms.comparable.retrieval import Candidates, retrieve
from diglot.terms.comparable.word_groups import word_groups
from diglot.terms.comparable.word_similarity import (
    WordSimilarity,
    cognate_pairs,
    word_similarity,
)
from diglot.text.function_words import function_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diglot.terms.comparable.dictionary import Dictionary
    from diglot.terms.comparable.features import Matches
    from diglot.terms.comparable.resources import Resources
    from diglot.terms.comparable.scoring import Competition


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """All that is known of the candidates of two lists.

    Attributes:
        source: the terms of the source language.
        target: the terms of the target language.
        similarity: of their words.
        candidates: pairs of terms worth looking at.
        matches: their figures.
        score: shape (candidates,), by formula.
        rivals: how they stand among each other by this score.
        induced: translations that the lists themselves showed.
    """

    source: TermList
    target: TermList
    similarity: WordSimilarity
    candidates: Candidates
    matches: Matches
    score: NDArray[np.float64]
    rivals: Competition
    induced: Dictionary

    def __len__(self) -> int:
        return len(self.candidates)


def compare(
    source_terms: Sequence[str], target_terms: Sequence[str], resources: Resources
) -> Comparison:
    """Find the candidates of two lists and measure them.

    What is given of both sides is used: words of the texts show target terms that are written in
    the source language, which are left out; from sentences more translations are induced than from
    the lists.

    Raises:
        ConfigError: a language is unknown.
    """
    known = resources.dictionary
    words = _words(known, 0), _words(known, 1)
    source = encode(source_terms, resources.source.language, known=words[0])
    target = encode(target_terms, resources.target.language, known=words[1])
    cognates = cognate_pairs(source, target, known)
    similarity = word_similarity(source, target, known, cognates=cognates)
    groups = word_groups(resources.source), word_groups(resources.target)
    if all(groups):
        more = [
            encode((*one.terms, *sorted(some.difference(one.terms))), one.language, known=each)
            for one, some, each in zip((source, target), groups, words, strict=True)
        ]
        found = induce(more[0], more[1], word_similarity(more[0], more[1], known))
    else:
        found = induce(source, target, similarity)
    if len(found):
        similarity = word_similarity(source, target, known.merged(found), cognates=cognates)
    readings = retrieve(source, target, similarity)
    alien = foreign.foreign(target, resources)
    readings = readings.subset(~alien[target.term_of[readings.target]])
    matches = features.match(source, target, similarity, readings)
    score = scoring.formula(matches)
    best = _best_readings(source, target, readings, score)
    candidates = readings.subset(best)
    candidates = replace(
        candidates,
        source=source.term_of[candidates.source],
        target=target.term_of[candidates.target],
    )
    matches, score = matches.subset(best), score[best]
    matches.columns["entry"] = _entries(source, target, known, candidates)
    return Comparison(
        source,
        target,
        similarity,
        candidates,
        matches,
        score,
        scoring.competition(candidates, score),
        found,
    )


def _entries(
    source: TermList, target: TermList, known: Dictionary, candidates: Candidates
) -> NDArray[np.float64]:
    """Return the weight of every pair as an entry of the dictionary, 0 if it is none."""
    little = function_words(source.language), function_words(target.language)
    entries: dict[tuple[tuple[str, ...], tuple[str, ...]], float] = {}
    for one, other, weight in known.entries:
        key = tuple(content_words(one, little[0])), tuple(content_words(other, little[1]))
        entries[key] = max(weight, entries.get(key, 0.0))
    content = source.content(), target.content()
    return np.array(
        [
            entries.get((content[0][i], content[1][j]), 0.0)
            for i, j in zip(candidates.source.tolist(), candidates.target.tolist(), strict=True)
        ]
    )


def _words(dictionary: Dictionary, side: Literal[0, 1]) -> frozenset[str]:
    return frozenset(chain.from_iterable(entry[side] for entry in dictionary.entries))


def _best_readings(
    source: TermList, target: TermList, readings: Candidates, score: NDArray[np.float64]
) -> NDArray[np.int64]:
    """Return the best pair of readings of every pair of terms, ascending by source and target."""
    keys = source.term_of[readings.source] * np.int64(len(target))
    keys = keys + target.term_of[readings.target]
    order = np.lexsort((-score, keys))
    ordered = keys[order]
    found: NDArray[np.int64] = order[np.r_[True, ordered[1:] != ordered[:-1]][: len(order)]]
    return found
