"""Candidate links with their probabilities, calibrated, and the threshold that follows from them.

The network and its training are described in the manual (Word alignment: confidence).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot.words.corpus import parts_of_rows, run_over

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diglot.words.kernels.links import Evidence


KEPT = 0.005
"""Candidates whose geometric mean of both directions is below this are not kept."""


@dataclass(frozen=True, slots=True, eq=False)
class Posteriors:
    """Candidate links of every pair, ascending by source, then target position.

    Attributes:
        offsets: shape (pairs + 1,), int64: candidates of pair k are offsets[k]:offsets[k + 1].
        source: shape (candidates,), uint16, zero-based position in the source sentence.
        target: shape (candidates,), uint16.
        forward: shape (candidates,), float32, P(target word is linked to this source word): over
            the source words and NULL, a target word's probabilities sum to one.
        backward: shape (candidates,), float32, P(source word is linked to this target word).
        source_offsets: shape (pairs + 1,), int64, tokens of the source sentences.
        target_offsets: shape (pairs + 1,), int64.
        forward_best: shape (target tokens,), int32, most probable source position of each target
            word, -1 for NULL: the directional alignment that symmetrisations start from.
        backward_best: shape (source tokens,), int32.
    """

    offsets: NDArray[np.int64]
    source: NDArray[np.uint16]
    target: NDArray[np.uint16]
    forward: NDArray[np.float32]
    backward: NDArray[np.float32]
    source_offsets: NDArray[np.int64]
    target_offsets: NDArray[np.int64]
    forward_best: NDArray[np.int32]
    backward_best: NDArray[np.int32]

    @property
    def pairs(self) -> int:
        """Number of sentence pairs."""
        return len(self.offsets) - 1


SAMPLED, VECTORS = "gibbs", "vectors"
"""Evidence of the sampler, and the same with what the vectors of words say."""
STEPS = 1000
"""Thresholds that are compared."""
FREE = 0.25
"""Share of the words of a translation that have no counterpart."""


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """Weights of a network with one hidden layer.

    Attributes:
        hidden: shape (units, features), float32.
        bias: shape (units,), float32.
        out: shape (units,), float32.
        end: bias of the output.
    """

    hidden: NDArray[np.float32]
    bias: NDArray[np.float32]
    out: NDArray[np.float32]
    end: np.float32


@cache
def _weights() -> dict[str, Any]:
    text = files("diglot.words").joinpath("weights.json").read_text(encoding="utf-8")
    values: dict[str, Any] = json.loads(text)
    return values


@cache
def shipped_networks(method: str) -> tuple[Network, ...]:
    """Return the weights that come with diglot for the evidence of a method, by stage."""
    return tuple(read_network(values) for values in _weights()[method])


def read_network(values: dict[str, Any]) -> Network:
    """Make a network of weights as they ship: one that knows no vectors has none for them."""
    from diglot.words.kernels.links import SIZE

    hidden, bias, out = (np.array(values[key], np.float32) for key in ("hidden", "bias", "out"))
    wide = np.pad(hidden, ((0, 0), (0, SIZE - hidden.shape[1])))
    return Network(wide, bias, out, np.float32(values["end"]))


def first_opinion(evidence: Evidence) -> NDArray[np.float32]:
    """Return the mean of both models, of which each is the geometric mean of both directions."""
    sampled = np.sqrt(evidence.forward * evidence.backward)
    expected = np.sqrt(evidence.expected_forward * evidence.expected_backward)
    mean: NDArray[np.float32] = (sampled + expected) * np.float32(0.5)
    return mean


def probabilities(
    evidence: Evidence,
    *,
    method: str = SAMPLED,
    jobs: int = 1,
    networks: Sequence[Network] | None = None,
) -> NDArray[np.float32]:
    """Judge every candidate.

    A second network judges them again by what the first says of their neighbours and rivals.

    Args:
        evidence: what speaks for and against them.
        method: which made the evidence.
        jobs: threads; the result is the same for any number.
        networks: other weights than those shipped, by stage.

    Returns:
        Shape (candidates,): probability that the link is right, where a merely possible link is
        half right.
    """
    kind = VECTORS if len(evidence.near_f) and method == SAMPLED else method
    by_stage = shipped_networks(kind) if networks is None else networks
    return _judge(evidence, first_opinion(evidence), by_stage, jobs)


def _judge(
    evidence: Evidence, opinion: NDArray[np.float32], networks: Sequence[Network], jobs: int
) -> NDArray[np.float32]:
    """Probabilities by some networks; written over the opinion that they begin with."""
    from diglot.words.kernels import links as kernel

    units = max((len(network.bias) for network in networks), default=0)
    blocks = -(-units // kernel.UNITS)
    hidden = np.zeros((len(networks), blocks * kernel.UNITS, kernel.SIZE), np.float32)
    bias, out = np.zeros((2, *hidden.shape[:2]), np.float32)
    for stage, network in enumerate(networks):
        there = slice(len(network.bias))
        hidden[stage, there] = network.hidden
        bias[stage, there], out[stage, there] = network.bias, network.out
    padded = hidden.reshape(len(networks), blocks, kernel.UNITS, kernel.SIZE)
    end = np.array([network.end for network in networks], np.float32)
    given = (np.ascontiguousarray(padded.transpose(0, 1, 3, 2)), bias, out, end)

    def part(first: int, last: int) -> None:
        kernel.probabilities(first, last, evidence, given, opinion)

    run_over(part, parts_of_rows(evidence.offsets), jobs)
    return opinion


def best_threshold(posteriors: Posteriors, probabilities: NDArray[np.float32]) -> float:
    """Return the threshold that promises the greatest F1, if the probabilities are right.

    Expected hits are the sum of the probabilities, shape (candidates,), of those taken. Expected
    gold links are the sum of all, and one for every word that they leave without a link beyond the
    share that any translation has: its link is not among the candidates. Without candidates the
    threshold is one half.
    """
    if not len(probabilities):
        return 0.5
    from diglot.words.kernels.links import by_step, words_without_link

    missing = 0.0
    for over, words in (
        (posteriors.source, posteriors.source_offsets),
        (posteriors.target, posteriors.target_offsets),
    ):
        left = words_without_link(posteriors.offsets, over, probabilities, words)
        missing += 0.5 * (left - FREE * int(words[-1]))
    # In steps of a thousandth: a sorted copy of all would be larger than anything else by then.
    taken, hits = (np.cumsum(each[::-1])[::-1] for each in by_step(probabilities, STEPS))
    gain = 2 * hits / np.maximum(taken + hits[0] + max(0.0, missing), 1e-9)
    # Where little is known, half of what F1 can be is little; above one half nothing is gained.
    return float(np.clip(np.argmax(gain) / STEPS, 0.1, 0.5))


def pair_probabilities(
    posteriors: Posteriors, probabilities: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Judge whole pairs by the probabilities, shape (candidates,), of their links (logistic).

    Returns:
        Shape (pairs,), float32: probability that the sides translate each other; NaN where a side
        has no words.
    """
    from diglot.words.kernels.links import pair_features

    features = pair_features(
        posteriors.offsets,
        posteriors.source,
        posteriors.target,
        probabilities,
        posteriors.source_offsets,
        posteriors.target_offsets,
    )
    values = _weights()["pair"]
    score = features @ np.array(values["weights"], np.float32) + np.float32(values["bias"])
    result: NDArray[np.float32] = (1 / (1 + np.exp(-score))).astype(np.float32)
    result[np.diff(posteriors.source_offsets) == 0] = np.nan
    return result
