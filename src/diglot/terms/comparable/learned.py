"""Pairs ranked by what was learnt from validated pairs: `ijs`, its three runs, and `mixture`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diglot.errors import ConfigError
from diglot.learning import machines, trees
from diglot.learning.machines import Machine
from diglot.learning.trees import Ranker
from diglot.model import TermPair
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
from diglot.terms.comparable.mapped import common_space, nearest_pairs, term_matrix, word_matrix
from diglot.terms.comparable.sparse import row_starts
from diglot.terms.comparable.word_similarity import sound_spelling

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
TRAINED = ("mixture", "ijs", "ijs-1", "ijs-2", "ijs-3")
USUAL_LEARNERS = dict.fromkeys(("ijs-1", "ijs-2", "ijs-3"), "svm")
"""The runs of BUCC 2022 learn by the machine that they had, from targets drawn at random."""
DRAWN = 10
"""Wrong targets of a right pair that the runs learn from."""
LEAST_CHANCE = 0.5
"""Probability of a pair that the runs list."""


def feature_names(method: str, encoders: int = 0) -> tuple[str, ...]:
    """Return the features that a method learns from.

    Raises:
        ConfigError: there is no such method.
    """
    if method not in TRAINED:
        raise ConfigError(
            f"nothing to train by the name {method!r}; available: {', '.join(TRAINED)}"
        )
    if method == "mixture":
        return MIXTURE
    if method == "ijs-1":
        return families.NAMES
    return FAMILIES + (families.encoder_names(encoders) if method == "ijs-3" else ())


@dataclass(frozen=True, slots=True, eq=False)
class CandidateFeatures:
    """Candidates with their features.

    Attributes:
        source: shape (pairs,), int64, numbers of source terms.
        target: shape (pairs,), int64.
        features: shape (pairs, names), float64, in the order of `feature_names`; NaN if unknown.
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
    return _by_families(source_terms, target_terms, resources, "ijs")


def ijs_1(
    source_terms: Sequence[str], target_terms: Sequence[str], resources: Resources
) -> list[TermPair]:
    """Score pairs as `feature_families` does, by the families A to F alone: dictionary, strings."""
    return _by_families(source_terms, target_terms, resources, "ijs-1")


def ijs_2(
    source_terms: Sequence[str], target_terms: Sequence[str], resources: Resources
) -> list[TermPair]:
    """Score pairs as `ijs_1` does, with neighbours among word vectors besides (family G).

    Raises:
        ConfigError: vectors are missing, or as for `feature_families`.
    """
    return _by_families(source_terms, target_terms, resources, "ijs-2")


def ijs_3(
    source_terms: Sequence[str], target_terms: Sequence[str], resources: Resources
) -> list[TermPair]:
    """Score pairs as `ijs_2` does, with neighbours that sentence encoders see besides (family H).

    Raises:
        ConfigError: an encoder is missing, or as for `ijs_2`.
    """
    return _by_families(source_terms, target_terms, resources, "ijs-3")


def _by_families(
    source_terms: Sequence[str], target_terms: Sequence[str], resources: Resources, method: str
) -> list[TermPair]:
    found, probability = _judged(source_terms, target_terms, resources, method)
    kept = probability > (LEAST_CHANCE if method in USUAL_LEARNERS else 0.0)
    probability = probability[kept]
    return TermPairScores(found.source[kept], found.target[kept], probability).pairs(
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
        method: a name of `TRAINED`.
        learner: ``trees`` (gradient boosting), ``svm`` (kernel) or ``linear-svm``.
        seed: of the random numbers.
        notes: where the pairs come from, for people.

    Raises:
        ConfigError: there is no such method or learner, or too few pairs are candidates.
    """
    columns = feature_names(method, len(resources.encoders))
    if learner not in LEARNERS:
        raise ConfigError(
            f"nothing to train by the name {learner!r}; available: {', '.join(LEARNERS)}"
        )
    pairs = None
    if method in USUAL_LEARNERS:
        pairs = _drawn_pairs(source_terms, target_terms, gold, seed)
    found = compare_candidates(source_terms, target_terms, resources, method=method, pairs=pairs)
    wanted = set(gold)
    right = np.array(
        [
            (source_terms[i], target_terms[j]) in wanted
            for i, j in zip(found.source.tolist(), found.target.tolist(), strict=True)
        ],
        np.bool_,
    )
    chosen = np.arange(len(right))
    if pairs is None:
        chosen = _examples(found.source, right, len(source_terms), seed)
    features = found.features[chosen]
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
    source_terms: Sequence[str],
    target_terms: Sequence[str],
    resources: Resources,
    *,
    method: str = "mixture",
    pairs: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None,
) -> CandidateFeatures:
    """Find candidates by words, letters and vectors, and return the features of a method.

    Never the whole product is looked at: candidates share a word by dictionary or spelling, or
    rare sequences of four letters, or are near in the vector space where there is one.

    Args:
        source_terms: distinct terms.
        target_terms: distinct terms.
        resources: what is known of them.
        method: a name of `TRAINED`.
        pairs: rows and columns to compare in place of candidates; not for ``mixture``.

    Raises:
        ConfigError: a language is unknown, the vectors cannot be brought into one space, or
            vectors or encoders are missing.
    """
    readings = encode_lists(source_terms, target_terms, resources)
    source, target = map(written_list, readings)
    words = terms = None
    if _uses_vectors(resources, method):
        both = common_space(resources, source, target, method=method)
        assert both.source is not None  # noqa: S101 - asked for both
        words = word_matrix(source, both.source), word_matrix(target, both.target)
        terms = term_matrix(source, words[0]), term_matrix(target, words[1])
    width = np.int64(max(1, len(target_terms)))
    parts = []
    if pairs is None:
        parts = [cover_scores(*readings, resources, best=BY_WORDS)]
        if method not in USUAL_LEARNERS:
            parts.append(_by_formula(source_terms, target_terms, resources))
        by_vectors = [nearest_pairs(*terms, best=BY_VECTORS)] if terms else []
        listed = [*parts, by_letters(source, target, best=BY_LETTERS), *by_vectors]
        keys = np.unique(np.concatenate([part.source * width + part.target for part in listed]))
        i, j = keys // width, keys % width
    else:
        i, j = pairs
    features = families.family_features(source, target, i, j, resources.dictionary, vectors=words)
    if method == "ijs-1":
        return CandidateFeatures(i, j, features[:, : len(families.NAMES)])
    if method == "ijs-3":
        if not resources.encoders:
            raise ConfigError(
                "the method ijs-3 needs a sentence encoder: install the extra encoder"
            )
        validated = encode_lists((), [other for _, other in resources.validated], resources)[1]
        more = families.encoder_features(source, target, i, j, resources.encoders, validated.words)
        return CandidateFeatures(i, j, np.concatenate([features, more], axis=1))
    if method != "mixture":
        return CandidateFeatures(i, j, features)
    numbers = source.numbers[i], target.numbers[j]
    unknown = (numbers[0] == UNKNOWN) | (numbers[1] == UNKNOWN)
    beside = [
        *(each for base in parts for each in _standing(base, keys, i, j, width)),
        np.where(unknown, np.nan, numbers[0] == numbers[1]),
        np.full(len(i), np.nan)
        if terms is None
        else np.einsum("pd,pd->p", terms[0][i], terms[1][j]),
    ]
    return CandidateFeatures(i, j, np.concatenate([features, np.stack(beside, axis=1)], axis=1))


def _uses_vectors(resources: Resources, method: str) -> bool:
    """Tell whether vectors of words are compared; the runs say whether they are, the others may."""
    given = resources.source.vectors is not None and resources.target.vectors is not None
    if method in ("ijs-2", "ijs-3") and not given:
        raise ConfigError(
            f"the method {method} needs vectors of both languages: give files of them, or texts "
            "to train them on"
        )
    return given and method != "ijs-1"


def _drawn_pairs(
    source_terms: Sequence[str],
    target_terms: Sequence[str],
    gold: Collection[tuple[str, str]],
    seed: int,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the right pairs, and for each some targets drawn at random."""
    numbers = [{term: k for k, term in enumerate(terms)} for terms in (source_terms, target_terms)]
    right = sorted((numbers[0][one], numbers[1][other]) for one, other in set(gold))
    rows = np.array([row for row, _ in right], np.int64)
    drawn = np.random.default_rng(seed).integers(len(target_terms), size=(len(rows), DRAWN))
    columns = np.array([column for _, column in right], np.int64)
    keys = np.concatenate([rows, np.repeat(rows, DRAWN)]) * np.int64(len(target_terms))
    keys = np.unique(keys + np.concatenate([columns, drawn.ravel()]))
    return keys // len(target_terms), keys % len(target_terms)


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
    if tuple(judge.names) != feature_names(method, len(resources.encoders)):
        raise ConfigError(f"this ranker was not trained for the method {method}: train one for it")
    found = compare_candidates(source_terms, target_terms, resources, method=method)
    return found, judge.probabilities(found.features)
