"""The default methods: pairs ranked by formula, or by a ranker on the same figures."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot.errors import ConfigError
from diglot.learning import ranker
from diglot.learning.ranker import Ranker, logistic
from diglot.model import TermPair
from diglot.terms.comparable import scoring
from diglot.terms.comparable.comparison import Comparison, compare
from diglot.terms.comparable.figures import NAMES, figures
from diglot.terms.comparable.reasons import reasons

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

    from diglot.terms.comparable.resources import Resources

SLOPE, OFFSET = 2.10, 0.82
"""Log-odds that a pair is right, of the logarithm of its score by formula; bench.train_comparable
fits them."""
FREQUENT, FREQUENT_ODDS = 0.08, 0.7
"""Weight of the logarithm of a target term's frequency: in the score, in the log-odds."""
NEAREST, SHARE = 6, 0.15
"""Candidates of a source that are learnt from in any case; share of the others."""


def by_formula(
    source_terms: Sequence[str], target_terms: Sequence[str], resources: Resources
) -> list[TermPair]:
    """Rank by the score of `scoring.ranked`; needs no training.

    Uses the dictionary, which may be empty, and frequencies and sentences where given.
    """
    found = compare(source_terms, target_terms, resources)
    score, rivals = found.score, found.rivals
    if resources.target.frequencies is not None:
        score = score + FREQUENT * _frequencies(found, resources)
        rivals = scoring.competition(found.candidates, score)
    score = scoring.ranked(score, rivals)
    return _pairs(found, score, logistic(_formula_odds(score)), resources)


def by_ranker(
    source_terms: Sequence[str], target_terms: Sequence[str], resources: Resources
) -> list[TermPair]:
    """Rank by the probability of a pair, against the best ones of both its terms.

    The log-odds are the mean of a ranker's and of the formula's: the formula holds the ranker back
    where the lists are of another kind than those it learnt from. The ranker is the one of the
    resources, or the shipped one, which was trained on English and French terms of EuroVoc; its
    figures know no language.

    Raises:
        ConfigError: the ranker was trained on other figures.
    """
    used = resources.ranker or shipped()
    if used.names != NAMES:
        raise ConfigError("the ranker was trained for another method: train it for this one")
    found = compare(source_terms, target_terms, resources)
    by_rule = _formula_odds(scoring.ranked(found.score, found.rivals))
    log_odds = (used.log_odds(figures(found)) + by_rule) / 2
    if resources.target.frequencies is not None:
        log_odds = log_odds + FREQUENT_ODDS * _frequencies(found, resources)
    probability = logistic(log_odds)
    rivals = scoring.competition(found.candidates, probability)
    return _pairs(found, probability * rivals.row * rivals.column, probability, resources)


@cache
def shipped() -> Ranker:
    """Return the ranker that comes with the package."""
    text = files("diglot.terms.comparable").joinpath("ranker.json").read_text(encoding="utf-8")
    return Ranker.from_dict(json.loads(text))


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """Candidates of a run whose right pairs are known.

    Attributes:
        figures: shape (candidates, `NAMES`).
        right: shape (candidates,), bool.
        sources: shape (candidates,), source terms by number.
        weights: shape (candidates,): what was drawn counts for what was not.
        score: shape (candidates,), by formula, as ranked.
    """

    figures: NDArray[np.float64]
    right: NDArray[np.bool_]
    sources: NDArray[np.int32]
    weights: NDArray[np.float64]
    score: NDArray[np.float64]


def examples(
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
    found = compare(source_terms, target_terms, resources)
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
    drawn = np.random.default_rng(seed).random(len(one)) < SHARE
    kept = judged & (right | near | drawn)
    weights = np.where(right | near, 1.0, 1 / SHARE)
    return Examples(
        figures(found)[kept],
        right[kept],
        one[kept],
        weights[kept],
        scoring.ranked(found.score, found.rivals)[kept],
    )


def train(
    runs: Sequence[Examples], *, growth: ranker.Growth | None = None, notes: str = ""
) -> Ranker:
    """Train a ranker on examples of one or several runs.

    Args:
        runs: see `examples`.
        growth: how trees are grown.
        notes: where the examples come from, for people.

    Raises:
        ConfigError: there are too few examples.
    """
    counts = np.cumsum([0, *(int(run.sources.max(initial=-1)) + 1 for run in runs)])
    return ranker.train(
        np.concatenate([run.figures for run in runs]),
        np.concatenate([run.right for run in runs]),
        names=NAMES,
        weights=np.concatenate([run.weights for run in runs]),
        groups=np.concatenate(
            [run.sources + first for run, first in zip(runs, counts[:-1], strict=True)]
        ),
        growth=growth,
        notes=notes,
    )


def _formula_odds(score: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the log-odds that pairs of a score by formula are right."""
    odds: NDArray[np.float64] = SLOPE * np.log(np.maximum(score, 1e-9)) + OFFSET
    return odds


def _frequencies(found: Comparison, resources: Resources) -> NDArray[np.float64]:
    """Return the logarithm of the frequency of every candidate's target; 0 if unknown."""
    known = resources.target.frequencies or {}
    logarithms = np.log([max(1, known.get(term, 1)) for term in found.target.terms])
    chosen: NDArray[np.float64] = logarithms[found.candidates.target]
    return chosen


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
