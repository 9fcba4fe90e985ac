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
    entries = _entries(source, target, known)
    readings = _with_entries(retrieve(source, target, similarity), target, entries)
    alien = foreign.foreign(target, resources)
    readings = readings.subset(~alien[target.term_of[readings.target]])
    matches = features.match(source, target, similarity, readings)
    weights = _weights(readings, len(target.term_of), entries)
    features.believe(matches, weights)
    score = scoring.formula(matches)
    best = _best_readings(source, target, readings, score)
    candidates = readings.subset(best)
    candidates = replace(
        candidates,
        source=source.term_of[candidates.source],
        target=target.term_of[candidates.target],
    )
    matches, score = matches.subset(best), score[best]
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


Entries = tuple["NDArray[np.int64]", "NDArray[np.float64]"]
"""Pairs of readings that the dictionary has, source * target readings + target, and its weights."""


def _entries(source: TermList, target: TermList, known: Dictionary) -> Entries:
    """Find the terms, as written, that are an entry of the dictionary as a whole."""
    little = function_words(source.language), function_words(target.language)
    places: list[dict[tuple[str, ...], list[int]]] = [{}, {}]
    for side, terms in enumerate((source, target)):
        first = np.searchsorted(terms.term_of, np.arange(len(terms))).tolist()
        for reading, content in zip(first, terms.content(), strict=True):
            places[side].setdefault(content, []).append(reading)
    weights: dict[int, float] = {}
    for one, other, weight in known.entries:
        rows = places[0].get(tuple(content_words(one, little[0])), ())
        columns = places[1].get(tuple(content_words(other, little[1])), ())
        for row in rows:
            for column in columns:
                key = row * len(target.term_of) + column
                weights[key] = max(weight, weights.get(key, 0.0))
    keys = sorted(weights)
    return np.array(keys, np.int64), np.array([weights[key] for key in keys], np.float64)


def _with_entries(readings: Candidates, target: TermList, entries: Entries) -> Candidates:
    """Add what only the dictionary knows: a phrase whose words say nothing of its translation."""
    width = len(target.term_of)
    known = readings.source.astype(np.int64) * width + readings.target
    new = np.setdiff1d(entries[0], known)
    keys = np.concatenate([known, new])
    order = np.argsort(keys, kind="stable")
    nothing = np.zeros(len(new))
    return Candidates(
        (keys[order] // width).astype(np.int32) if len(keys) else readings.source,
        (keys[order] % width).astype(np.int32) if len(keys) else readings.target,
        np.concatenate([readings.source_cover, nothing])[order],
        np.concatenate([readings.target_cover, nothing])[order],
    )


def _weights(readings: Candidates, width: int, entries: Entries) -> NDArray[np.float64]:
    """Return the weight of every pair of readings as an entry of the dictionary, 0 if none."""
    found = np.zeros(len(readings))
    if len(entries[0]):
        keys = readings.source.astype(np.int64) * width + readings.target
        place = np.minimum(np.searchsorted(entries[0], keys), len(entries[0]) - 1)
        there = entries[0][place] == keys
        found[there] = entries[1][place[there]]
    return found


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
