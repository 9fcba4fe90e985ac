"""`ijs` and `mixture`: pairs ranked by what was learnt from validated pairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError
from diglot.learning import machines, trees
from diglot.learning.mapping import nearest_targets
from diglot.terms.comparable import families, sparse
from diglot.terms.comparable.comparison import compare_lists
from diglot.terms.comparable.compositional import cover_scores, encode_lists, written_list
from diglot.terms.comparable.interface import (
    Resources,
    TermPairScores,
    margin_scores,
    rank_standing,
)
from diglot.terms.comparable.lists import UNKNOWN, TermList
from diglot.terms.comparable.mapped import common_space, term_matrix, word_matrix
from diglot.terms.comparable.sparse import row_starts
from diglot.terms.comparable.spelling import sound_spelling

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

    from diglot.learning.machines import Machine
    from diglot.learning.trees import Ranker
    from diglot.model import TermPair

BY_WORDS = 60
BY_LETTERS = 20
BY_VECTORS = 50
GRAM = 4
LEARNERS = ("trees", "svm", "linear-svm")
NEGATIVES = 30
"""Wrong candidates of a source term that are learnt from at most."""

FAMILIES = (*families.NAMES, *families.NEIGHBOUR_NAMES)
_STANDING = (
    "score", "row_share", "column_share", "row_gap", "column_gap", "row_place", "column_place",
)  # fmt: skip
MIXTURE = (
    *FAMILIES,
    *(f"{base}_{name}" for base in ("cover", "formula") for name in _STANDING),
    "number",
    "cosine",
)
_SETS = {"ijs": FAMILIES, "mixture": MIXTURE}


@dataclass(frozen=True, slots=True, eq=False)
class CandidateFeatures:
    """Candidates with their features.

    Attributes:
        source: shape (pairs,), int64, numbers of source terms.
        target: shape (pairs,), int64.
        features: shape (pairs, names), float64, in the order of `MIXTURE`; NaN if unknown.
    """

    source: NDArray[np.int64]
    target: NDArray[np.int64]
    features: NDArray[np.float64]


def feature_families(
    source_terms: Sequence[str], target_terms: Sequence[str], resources: Resources
) -> list[TermPair]:
    """Score pairs by a machine, or trees, over the feature families A to G.

    The ranker is the one that `train_learner` made for this method; vectors may be missing.

    Raises:
        ConfigError: there is no ranker, or one of another method.

    Reference:
        Repar et al. (2022), Fusion of linguistic, neural and sentence-transformer features for
        improved term alignment.
    """
    found, probability = _judged(source_terms, target_terms, resources, "ijs")
    return TermPairScores(found.source, found.target, probability).pairs(
        source_terms, target_terms, probability
    )


def mixture_features(
    source_terms: Sequence[str], target_terms: Sequence[str], resources: Resources
) -> list[TermPair]:
    """Score pairs by the feature families with scores of other methods and their margins.

    The probability is taken against the best ones of both terms (see `margin`). The ranker is the
    one that `train_learner` made for this method; vectors may be missing.

    Raises:
        ConfigError: there is no ranker, or one of another method.
    """
    found, probability = _judged(source_terms, target_terms, resources, "mixture")
    score = margin_scores(TermPairScores(found.source, found.target, probability))
    return TermPairScores(found.source, found.target, score).pairs(
        source_terms, target_terms, probability
    )


def train_learner(
    source_terms: Sequence[str],
    target_terms: Sequence[str],
    gold: Collection[tuple[str, str]],
    resources: Resources,
    *,
    method: str = "mixture",
    learner: str = "trees",
    seed: int = 0,
    notes: str = "",
) -> Ranker | Machine:
    """Learn from validated pairs what makes a pair of two lists right.

    Wrong examples are other candidates of the sources that have a right one: they look right.
    The dictionary should not come from the same pairs, or the ranker will trust it too much.

    Args:
        source_terms: distinct terms, those of the gold among them.
        target_terms: distinct terms; the more wrong ones, the better.
        gold: right pairs.
        resources: as for the method.
        method: ``mixture`` or ``ijs``.
        learner: ``trees`` (gradient boosting), ``svm`` (kernel) or ``linear-svm``.
        seed: of the random numbers.
        notes: where the pairs come from, for people.

    Raises:
        ConfigError: there is no such method or learner, or too few pairs are candidates.
    """
    for name, known in ((method, tuple(_SETS)), (learner, LEARNERS)):
        if name not in known:
            raise ConfigError(
                f"nothing to train by the name {name!r}; available: {', '.join(known)}"
            )
    found = compare_candidates(source_terms, target_terms, resources)
    wanted = set(gold)
    right = np.array(
        [
            (source_terms[i], target_terms[j]) in wanted
            for i, j in zip(found.source.tolist(), found.target.tolist(), strict=True)
        ],
        np.bool_,
    )
    chosen = _examples(found.source, right, len(source_terms), seed)
    features = _of_method(found, method)[chosen]
    columns = _SETS[method]
    # Trees cannot grow beside a feature that no example has.
    features[:, np.isnan(features).all(axis=0)] = 0.0
    if learner == "trees":
        return trees.train_trees(
            features, right[chosen], names=columns, groups=found.source[chosen], notes=notes
        )
    kernel = {"svm": "rbf", "linear-svm": "linear"}[learner]
    return machines.train_machine(
        features, right[chosen], names=columns, kernel=kernel, seed=seed, notes=notes
    )


def compare_candidates(
    source_terms: Sequence[str], target_terms: Sequence[str], resources: Resources
) -> CandidateFeatures:
    """Find candidates by words, letters and vectors, and return their features.

    Never the whole product is looked at: candidates share a word by dictionary or spelling, or
    rare sequences of four letters, or are near in the vector space where there is one.

    Raises:
        ConfigError: a language is unknown, or the vectors cannot be brought into one space.
    """
    readings = encode_lists(source_terms, target_terms, resources)
    by_words = cover_scores(*readings, resources, best=BY_WORDS)
    source, target = map(written_list, readings)
    formula = _by_formula(source_terms, target_terms, resources)
    parts = [by_words, formula, by_letters(source, target, best=BY_LETTERS)]
    words = terms = None
    if _has_vectors(resources):
        both = common_space(resources, source, target, method="mixture")
        assert both.source is not None  # noqa: S101 - asked for both
        words = word_matrix(source, both.source), word_matrix(target, both.target)
        terms = term_matrix(source, words[0]), term_matrix(target, words[1])
        rows, columns = (np.flatnonzero(each.any(axis=1)) for each in terms)
        i, j, cosines = nearest_targets(terms[0][rows], terms[1][columns], best=BY_VECTORS)
        parts.append(TermPairScores(rows[i], columns[j], cosines))
    width = np.int64(max(1, len(target_terms)))
    keys = np.unique(np.concatenate([part.source * width + part.target for part in parts]))
    i, j = keys // width, keys % width
    numbers = source.numbers[i], target.numbers[j]
    unknown = (numbers[0] == UNKNOWN) | (numbers[1] == UNKNOWN)
    more = [
        *_standing(by_words, keys, i, j, width),
        *_standing(formula, keys, i, j, width),
        np.where(unknown, np.nan, numbers[0] == numbers[1]),
        np.full(len(i), np.nan)
        if terms is None
        else np.einsum("pd,pd->p", terms[0][i], terms[1][j]),
    ]
    features = families.family_features(source, target, i, j, resources.dictionary, vectors=words)
    return CandidateFeatures(i, j, np.concatenate([features, np.stack(more, axis=1)], axis=1))


def _by_formula(
    source_terms: Sequence[str], target_terms: Sequence[str], resources: Resources
) -> TermPairScores:
    """Return the candidates of the default method with their scores before the comparison."""
    found = compare_lists(source_terms, target_terms, resources)
    return TermPairScores(
        found.candidates.source.astype(np.int64),
        found.candidates.target.astype(np.int64),
        found.score,
    )


def _standing(
    base: TermPairScores,
    keys: NDArray[np.int64],
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    width: np.int64,
) -> list[NDArray[np.float64]]:
    """Return the score of a method for every pair, 0 where it has none, and how it stands."""
    score = np.zeros(len(keys))
    score[np.searchsorted(keys, base.source * width + base.target)] = base.score
    rivals = [rank_standing(each, score) for each in (rows, columns)]
    return [
        score,
        *(each.share for each in rivals),
        *(each.gap for each in rivals),
        *(np.log1p(each.place) for each in rivals),
    ]


def by_letters(source: TermList, target: TermList, *, best: int) -> TermPairScores:
    """Find the terms that share the most sequences of four letters, rare ones counting more."""
    grams = [[_grams(term) for term in side.terms] for side in (source, target)]
    numbering: dict[str, int] = {}
    for listed in grams:
        for each in listed:
            for gram in each:
                numbering.setdefault(gram, len(numbering))
    holding = np.zeros(len(numbering))
    matrices = []
    for listed in grams:
        rows = np.repeat(np.arange(len(listed)), [len(each) for each in listed])
        columns = np.array([numbering[gram] for each in listed for gram in each], np.int64)
        np.add.at(holding, columns, 1.0)
        matrices.append((row_starts(rows, len(listed)), columns))
    rarity = np.log1p(sum(map(len, grams)) / np.maximum(holding, 1.0))
    one, other = (sparse.Sparse(offsets, columns, rarity[columns]) for offsets, columns in matrices)
    return TermPairScores(*sparse.nearest_rows(one, other, len(numbering), best=best))


def _grams(term: str) -> list[str]:
    """Return the distinct sequences of four letters, the ends of the term marked."""
    text = f" {sound_spelling(term)} "
    return sorted({text[at : at + GRAM] for at in range(max(1, len(text) - GRAM + 1))})


def _has_vectors(resources: Resources) -> bool:
    return resources.source.vectors is not None and resources.target.vectors is not None


def _examples(
    rows: NDArray[np.int64], right: NDArray[np.bool_], terms: int, seed: int
) -> NDArray[np.int64]:
    """Choose all right candidates, and some of the wrong ones of the same sources."""
    served = np.zeros(terms, np.bool_)
    served[rows[right]] = True
    wrong = np.flatnonzero(~right & served[rows])
    shuffled = np.random.default_rng(seed).permutation(wrong)
    order = shuffled[np.argsort(rows[shuffled], kind="stable")]
    place = np.arange(len(order)) - np.searchsorted(rows[order], rows[order])
    return np.sort(np.concatenate([np.flatnonzero(right), order[place < NEGATIVES]]))


def _of_method(found: CandidateFeatures, method: str) -> NDArray[np.float64]:
    return found.features[:, : len(_SETS[method])]


def _judged(
    source_terms: Sequence[str], target_terms: Sequence[str], resources: Resources, method: str
) -> tuple[CandidateFeatures, NDArray[np.float64]]:
    """Return candidates with their probabilities."""
    judge = resources.ranker
    if judge is None:
        raise ConfigError(
            f"the method {method} needs a ranker: train one from validated pairs, or take another "
            "method"
        )
    if tuple(judge.names) != _SETS[method]:
        raise ConfigError(f"this ranker was not trained for the method {method}: train one for it")
    found = compare_candidates(source_terms, target_terms, resources)
    return found, judge.probabilities(_of_method(found, method))
