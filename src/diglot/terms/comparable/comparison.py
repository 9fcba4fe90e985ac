"""Two lists of terms compared: the steps from words to candidates and their features."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot.flat_arrays import find_sorted
from diglot.terms.comparable.candidates import (
    Candidates,
    Competition,
    Matches,
    compare_vectors,
    find_competition,
    join_candidates,
    match_candidates,
    match_formula,
    retrieve_candidates,
    trust_entries,
)
from diglot.terms.comparable.compositional import dictionary_words, encode_lists
from diglot.terms.comparable.dictionary import Dictionary
from diglot.terms.comparable.lists import TermList, content_words, encode_terms
from diglot.terms.comparable.sparse import join_rows, row_starts
from diglot.terms.comparable.word_similarity import (
    WordSimilarity,
    cognate_pairs,
    near_words,
    word_similarity,
)
from diglot.terms.extraction import candidates, corpus
from diglot.text.function_words import function_words, linking_words
from diglot.text.languages import normalise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diglot.learning.encoders import Encoder
    from diglot.terms.comparable.interface import Resources, Side

RATIO = 4.0
"""How many times more frequent every content word is in the texts of the other language."""


def foreign_terms(target: TermList, resources: Resources) -> NDArray[np.bool_]:
    """Say which target terms are foreign; none is without texts of both languages.

    A term of several content words is foreign if each of them has more than `RATIO` times its
    relative frequency in the source texts. A single word may be shared by the languages.

    Returns:
        Shape (target terms,).
    """
    counts = resources.source.word_counts(), resources.target.word_counts()
    if counts[0] is None or counts[1] is None:
        return np.zeros(len(target), np.bool_)
    totals = [max(1, sum(each.values())) for each in counts if each is not None]
    shares = [
        np.array([each.get(word, 0) / total for word in target.words])
        for each, total in zip(counts, totals, strict=True)
        if each is not None
    ]
    native = shares[0] <= RATIO * shares[1]
    term_of = np.repeat(target.term_of, np.diff(target.offsets))
    several = np.diff(target.offsets)[target.as_written] > 1
    result: NDArray[np.bool_] = several & (np.bincount(term_of, native[target.tokens]) == 0)
    return result


# If *wind speed* and *vitesse du vent* share a known word, the other two words may translate each
# other; if several known words say so, they do.

SURE = 0.75
"""Likeness from which two words are taken for translations."""
WITNESSES = 3
"""Different known words that must say so."""
LEAST = 8.0
"""Witnesses times their surprise."""
SHARE, SHARE_OF_BEST = 0.5, 0.2
"""Strength that a pair must have, of the strongest pair of either word; and if it is the best of
one of them: a word may have a noun and an adjective for translations."""
SECOND = 0.1
"""Weight of a pair that is the best of neither word."""
CERTAIN = 25.0
"""Strength from which more makes no difference."""
LARGEST = 4_000_000
"""Pairs of terms that one pair of known words may bring together."""


def induce_dictionary(
    source: TermList, target: TermList, similarity: WordSimilarity, *, least: float = LEAST
) -> Dictionary:
    """Find translations of words by analogy between the terms of two content words.

    Of the least strength is a pair's witnesses times its surprise, at least.

    Returns:
        Entries with weights up to .8.
    """
    (known, other), (known_target, other_target) = _halves(source), _halves(target)
    sure = similarity.best >= SURE
    rows, columns = similarity.rows()[sure], similarity.columns[sure].astype(np.int64)
    order = np.argsort(known_target, kind="stable")
    first = row_starts(known_target[order], len(target.words))
    source_first = np.bincount(known, minlength=len(source.words))
    sizes = source_first[rows] * np.diff(first)[columns]
    rows, columns = rows[sizes <= LARGEST], columns[sizes <= LARGEST]
    # term with the word - pair of known words - target terms with the other one
    term, pair = join_rows(known, row_starts(rows, len(source.words)))
    left, right = join_rows(columns[pair], first)
    u, v = other[term[left]], other_target[order[right]]
    width = np.int64(len(target.words))
    witness = np.unique(np.stack([u * width + v, known[term[left]]], axis=1), axis=0)[:, 0]
    keys, n = np.unique(witness, return_counts=True)
    if not len(keys):
        return Dictionary()
    u, v = keys // width, keys % width
    of_u = np.bincount(u, n)[u]
    of_v = np.bincount(v, n)[v]
    strength = n * np.log(n * n.sum() / (of_u * of_v))
    best = _best(u, strength), _best(v, strength)
    # Pairs that say nothing of each other have no strength to divide by; they are left out below.
    share = strength / np.maximum(np.maximum(*best), 1e-9)
    first = strength >= np.minimum(*best)
    kept = (n >= WITNESSES) & (strength >= least)
    kept &= (share >= SHARE) | (first & (share >= SHARE_OF_BEST))
    weights = (0.5 + 0.3 * np.minimum(1.0, strength / CERTAIN)) * (0.5 + 0.5 * share)
    weights = np.where(first, weights, SECOND)
    return Dictionary(
        tuple(
            ((source.words[one],), (target.words[two],), float(weight))
            for one, two, weight in zip(u[kept], v[kept], weights[kept], strict=True)
        )
    )


def _halves(terms: TermList) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return both words of all terms of two, each once as the one and once as the other."""
    begins = terms.offsets[:-1][np.diff(terms.offsets) == 2]
    one, other = terms.tokens[begins].astype(np.int64), terms.tokens[begins + 1].astype(np.int64)
    pairs = np.unique(np.stack([np.r_[one, other], np.r_[other, one]], axis=1), axis=0)
    return pairs[:, 0], pairs[:, 1]


def _best(keys: NDArray[np.int64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return for every row the largest value of its key."""
    best = np.full(int(keys.max()) + 1, -np.inf)
    np.maximum.at(best, keys, values)
    return best[keys]


# Groups of two words that texts repeat: what translations can be induced from.

FREQUENCY = 3
LONGEST = 4


def word_groups(side: Side) -> frozenset[str]:
    """Return the groups of words of a side's sentences, none without sentences.

    Two content words, with linking words between them or without, and compounds, as single words.

    Raises:
        ConfigError: the language is unknown.
    """
    if not side.sentences:
        return frozenset()
    code = normalise(side.language)
    text = corpus.encode_corpus(
        side.sentences,
        language=code,
        function_words=function_words(code),
        linking_words=linking_words(code),
    )
    found = candidates.find_candidates(text, longest=LONGEST)
    chosen = np.flatnonzero(found.frequencies >= FREQUENCY)
    return frozenset(
        found.text(group)
        for group in chosen.tolist()
        if sum(text.kinds[word] == corpus.CONTENT for word in found.words(group)) <= 2
    )


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """All that is known of the candidates of two lists.

    Attributes:
        source: the terms of the source language.
        target: the terms of the target language.
        similarity: of their words.
        candidates: pairs of terms worth looking at.
        matches: their features.
        score: shape (candidates,), by formula.
        rivals: how they stand among each other by this score.
        vectors: features by an encoder, see `VECTORS`; None without one.
    """

    source: TermList
    target: TermList
    similarity: WordSimilarity
    candidates: Candidates
    matches: Matches
    score: NDArray[np.float64]
    rivals: Competition
    vectors: dict[str, NDArray[Any]] | None = None

    def __len__(self) -> int:
        return len(self.candidates)


def compare_lists(
    source_terms: Sequence[str],
    target_terms: Sequence[str],
    resources: Resources,
    encoder: Encoder | None = None,
) -> Comparison:
    """Find the candidates of two lists and measure them.

    What is given of both sides is used: words of the texts show target terms that are written in
    the source language, which are left out; from sentences more translations are induced than from
    the lists. An encoder says which words and which terms are near each other, besides.

    Raises:
        ConfigError: a language is unknown.
    """
    known = resources.dictionary
    words = dictionary_words(known)
    source, target = encode_lists(source_terms, target_terms, resources)
    cognates = cognate_pairs(source, target, known)
    similarity = word_similarity(source, target, known, cognates=cognates)
    groups = word_groups(resources.source), word_groups(resources.target)
    if all(groups):
        more = [
            encode_terms(
                (*one.terms, *sorted(some.difference(one.terms))), one.language, known=each
            )
            for one, some, each in zip((source, target), groups, words, strict=True)
        ]
        found = induce_dictionary(more[0], more[1], word_similarity(more[0], more[1], known))
    else:
        found = induce_dictionary(source, target, similarity)
    near = vectors = None
    if encoder is not None:
        near = near_words(*(encoder.encode(list(each.words)) for each in (source, target)))
        vectors = compare_vectors(*(encoder.encode(each.terms) for each in (source, target)))
    if len(found) or near is not None:
        similarity = word_similarity(
            source, target, known.merge(found), cognates=cognates, near=near
        )
    width = len(target.term_of)
    # A phrase of the dictionary, and what is near, may have words that say nothing of each other.
    entries = _entries(source, target, known)
    readings = join_candidates(retrieve_candidates(source, target, similarity), entries[0], width)
    if vectors is not None:
        rows, columns = source.as_written[vectors.rows], target.as_written[vectors.columns]
        readings = join_candidates(readings, rows * width + columns, width)
    alien = foreign_terms(target, resources)
    readings = readings.subset(~alien[target.term_of[readings.target]])
    matches = match_candidates(source, target, similarity, readings)
    weights = _weights(readings, width, entries)
    trust_entries(matches, weights)
    score = match_formula(matches)
    best = _best_readings(source, target, readings, score)
    candidates = readings.subset(best)
    candidates = replace(
        candidates,
        source=source.term_of[candidates.source],
        target=target.term_of[candidates.target],
    )
    matches, score = matches.subset(best), score[best]
    return Comparison(
        source, target, similarity, candidates, matches, score,
        find_competition(candidates, score),
        None if vectors is None else vectors.columns_of(candidates),
    )  # fmt: skip


Entries = tuple["NDArray[np.int64]", "NDArray[np.float64]"]
"""Pairs of readings that the dictionary has, source * target readings + target, and its weights."""


def _entries(source: TermList, target: TermList, known: Dictionary) -> Entries:
    """Find the terms, as written, that are an entry of the dictionary as a whole."""
    little = function_words(source.language), function_words(target.language)
    places: list[dict[tuple[str, ...], list[int]]] = [{}, {}]
    for side, terms in enumerate((source, target)):
        for reading, content in zip(terms.as_written.tolist(), terms.content(), strict=True):
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


def _weights(readings: Candidates, width: int, entries: Entries) -> NDArray[np.float64]:
    """Return the weight of every pair of readings as an entry of the dictionary, 0 if none."""
    found = np.zeros(len(readings))
    place = find_sorted(readings.source.astype(np.int64) * width + readings.target, entries[0])
    found[place >= 0] = entries[1][place[place >= 0]]
    return found


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
