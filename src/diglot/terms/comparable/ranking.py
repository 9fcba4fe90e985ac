"""The default methods, `formula` and `ranker`: pairs ranked by a formula or by boosted trees.

Both look at the features of a pair and at how it stands against its rivals, and give reasons.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diglot.errors import ConfigError
from diglot.learning import trees
from diglot.learning.trees import Ranker, logistic
from diglot.model import TermPair
from diglot.terms.comparable import candidates as scoring
from diglot.terms.comparable.comparison import Comparison, compare_lists
from diglot.terms.comparable.interface import Resources
from diglot.terms.comparable.lists import TermList
from diglot.text.frequencies import general_frequencies

_OWN = (
    *scoring.MATCHED,
    *("letters", "identical", "length_ratio", "source_words", "target_words", "tokens", "number"),
    "entry",
)
_STANDING = (
    "least_cover", "mean_cover", "words_apart", "score", "row", "column", "row_gap", "column_gap",
    "row_place", "column_place", "row_close", "column_close", "source_known", "target_known",
    "frequency_apart",
)  # fmt: skip
NAMES = (*_OWN, *_STANDING)
WITH_VECTORS = (*NAMES, *scoring.VECTORS)
"""Features where there is an encoder."""
CLOSE = 0.9
"""Share of the best score from which a competitor is a close one."""


def candidate_features(found: Comparison) -> NDArray[np.float64]:
    """Return the features of all candidates.

    Returns:
        Shape (candidates, `NAMES`), or `WITH_VECTORS` if an encoder was used; NaN where unknown.
    """
    matches, rivals = found.matches, found.rivals
    cover = matches["source_cover"], matches["target_cover"]
    row_place, row_close = _ranks_in_order(found.candidates.source, found.score, rivals.row)
    column_place, column_close = _ranks_in_order(
        found.candidates.target, found.score, rivals.column
    )
    best = _best_words(found)
    columns = [matches[name] for name in _OWN]
    columns += [
        np.minimum(*cover),
        np.sqrt(cover[0] * cover[1]),
        np.abs(matches["source_words"] - matches["target_words"]),
        found.score,
        rivals.row,
        rivals.column,
        rivals.row_gap,
        rivals.column_gap,
        row_place,
        column_place,
        row_close,
        column_close,
        best[0][found.candidates.source] - matches["source_share"],
        best[1][found.candidates.target] - matches["target_share"],
        _frequency_apart(found),
        *([] if found.vectors is None else found.vectors.values()),
    ]
    return np.stack([np.asarray(column, np.float64) for column in columns], axis=1)


def _ranks_in_order(
    keys: NDArray[np.int32], score: NDArray[np.float64], share: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return ln(1 + place among those of the key) and ln(1 + close ones of the key)."""
    place = _places(keys, score)
    close = np.bincount(keys, share >= CLOSE)[keys] if len(keys) else place
    return np.log1p(place), np.log1p(close)


def _best_words(found: Comparison) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return how well the words of every term could be covered by any word of the other list."""
    similarity = found.similarity
    of_source = np.zeros(len(found.source.words))
    of_target = np.zeros(len(found.target.words))
    np.maximum.at(of_source, similarity.rows(), similarity.best)
    np.maximum.at(of_target, similarity.columns, similarity.best)
    return _means(found.source, of_source), _means(found.target, of_target)


def _frequency_apart(found: Comparison) -> NDArray[np.float64]:
    """Return the difference of the logarithms of the rarest words' frequency in general language.

    Words that translate each other are about as frequent as each other.
    """
    rarest = []
    for terms in (found.source, found.target):
        general = general_frequencies(terms.language)
        if general is None:
            return np.full(len(found), np.nan)
        logarithms = np.log(general.array(terms.words))
        begins = terms.offsets[terms.as_written]
        rarest.append(np.minimum.reduceat(logarithms[terms.tokens], begins))
    apart: NDArray[np.float64] = np.abs(
        rarest[0][found.candidates.source] - rarest[1][found.candidates.target]
    )
    return apart


def _means(terms: TermList, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the mean over the words of every term as written."""
    sums = np.add.reduceat(values[terms.tokens], terms.offsets[:-1])
    means: NDArray[np.float64] = (sums / np.diff(terms.offsets))[terms.as_written]
    return means


# Why a pair is believed or doubted, in words.

KNOWN = 0.5
"""Likeness from which a word is said to be in the dictionary."""
CLOSE_RIVAL = 0.1
"""A competitor whose score is less than this behind is named."""


def reasons(found: Comparison) -> list[tuple[str, ...]]:
    """Say for every candidate what speaks for it and against it."""
    matches = found.matches
    shares = np.minimum(matches["source_dictionary"], matches["target_dictionary"])
    cognate = np.minimum(matches["source_cognate"], matches["target_cognate"])
    weakest = matches["weakest"]
    words = matches["source_words"]
    identical = matches["identical"]
    number = matches["number"]
    source_rival = _rival(found.candidates.source, found.score)
    target_rival = _rival(found.candidates.target, found.score)
    gaps = found.rivals.row_gap, found.rivals.column_gap
    said: list[tuple[str, ...]] = []
    for at in range(len(found)):
        parts: list[str] = []
        if identical[at]:
            parts.append("written alike")
        elif shares[at] >= KNOWN:
            parts.append("in the dictionary" if words[at] == 1 else "words in the dictionary")
        elif cognate[at] >= KNOWN:
            parts.append(f"cognate {cognate[at]:.2f}")
        if weakest[at] == 0:
            parts.append("a word without counterpart")
        if number[at] < 1:
            parts.append("singular and plural")
        if gaps[0][at] < CLOSE_RIVAL and source_rival[at] >= 0:
            rival = found.candidates.target[source_rival[at]]
            parts.append(f"close competitor {found.target.terms[rival]}")
        if gaps[1][at] < CLOSE_RIVAL and target_rival[at] >= 0:
            rival = found.candidates.source[target_rival[at]]
            parts.append(f"close competitor {found.source.terms[rival]}")
        said.append(tuple(parts))
    return said


def _rival(keys: NDArray[np.int32], score: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the best other candidate of the same key for every one, -1 for none."""
    order = np.lexsort((-score, keys))
    ordered = keys[order]
    first = np.searchsorted(ordered, ordered)
    place = np.arange(len(order))
    second = np.minimum(first + 1, len(order) - 1)
    other = np.where(place == first, second, first)
    found = np.full(len(order), -1)
    there = (other != place) & (ordered[other] == ordered)
    found[order[there]] = order[other[there]]
    return found


SLOPE, OFFSET = 2.10, 0.82
"""Log-odds that a pair is right, of the logarithm of its score by formula;
bench.terms.train_comparable fits them."""
FREQUENT, FREQUENT_ODDS, FREQUENT_BESIDE_VECTORS = 0.08, 0.7, 2.0
"""Weight of the logarithm of a target term's frequency: in the score, in the log-odds, and in those
with an encoder, which spread wider without the formula (chosen on German wind energy)."""
NEAREST, SHARE = 6, 0.15
"""Candidates of a source that are learnt from in any case; share of the others."""


def by_formula(
    source_terms: Sequence[str], target_terms: Sequence[str], resources: Resources
) -> list[TermPair]:
    """Rank by the score of `scoring.ranked`; needs no training.

    Uses the dictionary, which may be empty, and frequencies and sentences where given.
    """
    found = compare_lists(source_terms, target_terms, resources)
    score, rivals = found.score, found.rivals
    if resources.target.frequencies is not None:
        score = score + FREQUENT * _frequencies(found, resources)
        rivals = scoring.find_competition(found.candidates, score)
    score = scoring.ranking_scores(score, rivals)
    return _pairs(found, score, logistic(_formula_odds(score)), resources)


def by_ranker(
    source_terms: Sequence[str], target_terms: Sequence[str], resources: Resources
) -> list[TermPair]:
    """Rank by the probability of a pair, against the best ones of both its terms.

    Without an encoder the log-odds are the mean of a ranker's and of the formula's: the formula
    holds the ranker back where the lists are of another kind than those it learnt from. The ranker
    is the one of the resources, or a shipped one, which was trained on terms of EuroVoc; its
    features know no language.

    Raises:
        ConfigError: the ranker was trained on other features, or with an encoder that is missing.
    """
    encoder = resources.encoders[0] if resources.encoders else None
    used = resources.ranker or shipped_ranker(vectors=encoder is not None)
    if used.names not in (NAMES, WITH_VECTORS):
        raise ConfigError("the ranker was trained for another method: train it for this one")
    if used.names == NAMES:
        encoder = None
    elif encoder is None:
        raise ConfigError(
            "the ranker was trained with a sentence encoder: name one, or train it without"
        )
    found = compare_lists(source_terms, target_terms, resources, encoder)
    log_odds = used.log_odds(candidate_features(found))
    frequent = FREQUENT_BESIDE_VECTORS
    if encoder is None:
        frequent = FREQUENT_ODDS
        log_odds = (log_odds + _formula_odds(scoring.ranking_scores(found.score, found.rivals))) / 2
    probability, favoured = logistic(log_odds), log_odds
    if resources.target.frequencies is not None:
        favoured, log_odds = _favour_frequent(found, resources, log_odds, frequent)
        probability = logistic(log_odds)
    rivals = scoring.find_competition(found.candidates, logistic(favoured))
    return _pairs(found, probability * rivals.row * rivals.column, probability, resources)


@cache
def shipped_ranker(*, vectors: bool = False) -> Ranker:
    """Return the ranker that comes with the package, for lists without an encoder or with one."""
    name = "ranker-vectors.json" if vectors else "ranker.json"
    text = files("diglot.terms.comparable").joinpath(name).read_text(encoding="utf-8")
    return Ranker.from_dict(json.loads(text))


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """Candidates of a run whose right pairs are known.

    Attributes:
        features: shape (candidates, `NAMES` or `WITH_VECTORS`).
        right: shape (candidates,), bool.
        sources: shape (candidates,), source terms by number.
        weights: shape (candidates,): what was drawn counts for what was not.
        score: shape (candidates,), by formula, as ranked.
    """

    features: NDArray[np.float64]
    right: NDArray[np.bool_]
    sources: NDArray[np.int32]
    weights: NDArray[np.float64]
    score: NDArray[np.float64]


def ranking_examples(
    source_terms: Sequence[str],
    target_terms: Sequence[str],
    gold: Collection[tuple[str, str]],
    resources: Resources,
    *,
    seed: int = 0,
) -> Examples:
    """Compare two lists of which the right pairs are known.

    Wrong examples are the other candidates of sources with a right pair: the nearest, and some of
    the rest. The dictionary must not come from the same pairs, or the ranker will trust it too
    much.

    Args:
        source_terms: distinct terms.
        target_terms: distinct terms, as many wrong ones as there will be.
        gold: right pairs.
        resources: as for the method.
        seed: of the choice among the farther candidates.
    """
    encoder = resources.encoders[0] if resources.encoders else None
    found = compare_lists(source_terms, target_terms, resources, encoder)
    known = set(gold)
    sources = {one for one, _ in known}
    one, other = found.candidates.source, found.candidates.target
    right = np.array(
        [
            (found.source.terms[i], found.target.terms[j]) in known
            for i, j in zip(one.tolist(), other.tolist(), strict=True)
        ],
        np.bool_,
    )
    judged = np.array([term in sources for term in found.source.terms], np.bool_)[one]
    near = _places(one, found.score) < NEAREST
    if found.vectors is not None:
        near |= _places(one, found.vectors["cosine"]) < NEAREST
    drawn = np.random.default_rng(seed).random(len(one)) < SHARE
    kept = judged & (right | near | drawn)
    weights = np.where(right | near, 1.0, 1 / SHARE)
    return Examples(
        candidate_features(found)[kept],
        right[kept],
        one[kept],
        weights[kept],
        scoring.ranking_scores(found.score, found.rivals)[kept],
    )


def names_of(run: Examples) -> tuple[str, ...]:
    """Return the names of the features: they tell whether there was an encoder."""
    return NAMES if run.features.shape[1] == len(NAMES) else WITH_VECTORS


def train_ranker(
    runs: Sequence[Examples], *, growth: trees.Growth | None = None, notes: str = ""
) -> Ranker:
    """Train a ranker on examples of one or several runs.

    Raises:
        ConfigError: there are too few examples.
    """
    counts = np.cumsum([0, *(int(run.sources.max(initial=-1)) + 1 for run in runs)])
    return trees.train_trees(
        np.concatenate([run.features for run in runs]),
        np.concatenate([run.right for run in runs]),
        names=names_of(runs[0]),
        weights=np.concatenate([run.weights for run in runs]),
        groups=np.concatenate(
            [run.sources + first for run, first in zip(runs, counts[:-1], strict=True)]
        ),
        growth=growth,
        notes=notes,
    )


def _formula_odds(score: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the log-odds that pairs of a score by formula are right."""
    return SLOPE * np.log(np.maximum(score, 1e-9)) + OFFSET


def _favour_frequent(
    found: Comparison, resources: Resources, values: NDArray[np.float64], weight: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Add frequencies of targets to log-odds; and so that the best of each source keeps its own.

    A frequent target is the likelier one among the candidates of a source, and yet no reason to
    believe that one of them is right.
    """
    more = weight * _frequencies(found, resources)
    favoured = values + more
    sources = found.candidates.source
    order = np.lexsort((favoured, sources))
    best = np.zeros(len(found.source.terms), np.int64)
    best[sources[order]] = order  # of each source the last one, which is the best, stays
    return favoured, favoured - more[best[sources]]


def _frequencies(found: Comparison, resources: Resources) -> NDArray[np.float64]:
    """Return the logarithm of the frequency of every candidate's target; 0 if unknown."""
    known = resources.target.frequencies or {}
    logarithms = np.log([max(1, known.get(term, 1)) for term in found.target.terms])
    return logarithms[found.candidates.target]


def _places(keys: NDArray[Any], score: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the place of every candidate among those of its key, the best being 0."""
    order = np.lexsort((-score, keys))
    ordered = keys[order]
    places = np.empty(len(keys), np.int64)
    places[order] = np.arange(len(keys)) - np.searchsorted(ordered, ordered)
    return places


def _pairs(
    found: Comparison,
    score: NDArray[np.float64],
    probability: NDArray[np.float64],
    resources: Resources,
) -> list[TermPair]:
    """Make values of arrays."""
    frequencies = resources.source.frequencies or {}, resources.target.frequencies or {}
    said = reasons(found)
    candidates = found.candidates
    pairs = []
    for number, (i, j, points, chance) in enumerate(
        zip(
            candidates.source.tolist(),
            candidates.target.tolist(),
            score.tolist(),
            probability.tolist(),
            strict=True,
        )
    ):
        one, other = found.source.terms[i], found.target.terms[j]
        pairs.append(
            TermPair(
                one,
                other,
                score=points,
                probability=chance,
                source_frequency=frequencies[0].get(one),
                target_frequency=frequencies[1].get(other),
                reasons=said[number],
            )
        )
    return pairs
