"""Train the network that judges candidate links: ``python -m bench.train_words``.

Targets are 1 for sure links, a half for possible ones, 0 for others: what a link adds to the
numerator of the alignment error rate. A set weighs as the square root of its candidates. With
``--folds`` every set is judged by a network that never saw any variant of its text.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench import pages
from bench.tables import figure, table
from bench.word_data import SELF, TRIAL, Words, word_set
from diglot.evaluate.alignments.confidence import auc, calibration_error
from diglot.files.atomic import atomic_open
from diglot.model import Signature
from diglot.words.alignment import model_of
from diglot.words.corpus import Corpus, encode
from diglot.words.decoding.confidence import Network, best_threshold, probabilities
from diglot.words.kernels import links as kernel
from diglot.words.models import gibbs
from diglot.words.models.prior_counts import PriorLookup
from diglot.words.models.views import view

WEIGHTS = Path(__file__).parents[1] / "src" / "diglot" / "words" / "weights.json"
UNITS = 24
EPOCHS = 12
BATCH = 512
RATE = 3e-3
L2 = 1e-5
SEEDS = (0, 1)

Floats = NDArray[np.float32]

RECALLED: tuple[tuple[str, int], ...] = (
    ("alibi-fr-en", 0),
    ("czenali-en-cs", 0),
    ("awesome-jaen", 0),
    (TRIAL, 3_000),
    (TRIAL, 30_000),
    ("alibi-fr-en", 30_000),
    ("graca-en-fr", 30_000),
)
"""Sets that are aligned with a model, too."""

VARIANTS: tuple[tuple[str, int], ...] = (
    *((name, 0) for name in SELF),
    (TRIAL, 3_000),
    (TRIAL, 30_000),
    (TRIAL, 100_000),
    ("alibi-fr-en", 30_000),
    ("alibi-fr-en", 100_000),
    ("graca-en-fr", 3_000),
    ("graca-en-fr", 30_000),
    ("graca-en-fr", 100_000),
)


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Candidates of a set, judged by its gold.

    Attributes:
        name: of the set.
        more: pairs of training text.
        recalled: whether a model was learnt from other text first.
        x: shape (candidates, features), float32.
        y: shape (candidates,), float32: 1 sure, .5 possible, 0 wrong.
        pair: shape (candidates,), which sentence pair.
        sure: number of sure links of the gold.
        weight: of every candidate.
    """

    name: str
    more: int
    recalled: bool
    x: NDArray[np.float32]
    y: NDArray[np.float32]
    pair: NDArray[np.int64]
    sure: int

    @property
    def weight(self) -> float:
        """Weight of a candidate."""
        return float(1 / len(self.y) ** 0.5)


def originals(pairs: list[Words], reported: int) -> tuple[Corpus, int]:
    """Number the words of pairs of which the training text is free of copies."""
    seen = set()
    kept = pairs[:reported]
    for one, other in pairs[reported:]:
        key = " ".join(one), " ".join(other)
        if key not in seen:
            seen.add(key)
            kept.append((one, other))
    return encode(kept), reported


def sample(
    name: str, more: int, *, plain: bool = False, recalled: bool = False, seed: int = 0
) -> Sample:
    """Align a set and label its candidates.

    Args:
        name: of the set.
        more: pairs of training text.
        plain: take the HMM alone, as it is for very large corpora.
        recalled: learn a model from the training text first and align with it; without training
            text, learn from the second half of the set and align the first.
        seed: of the sampler.
    """
    data = word_set(name, more)
    wanted = data.gold.pairs
    if recalled and not more:
        wanted //= 2
    memory = None
    if recalled:
        text, _ = originals(data.pairs[wanted:], 0)
        learnt = view(text, plan=None if plain else gibbs.sampling_schedule(text.pairs), seed=seed)
        memory = PriorLookup(model_of(text, learnt, None, Signature("training", "")))
        data.pairs[wanted:] = []
    corpus, reported = originals(data.pairs, wanted)
    plan = None if plain else gibbs.sampling_schedule(corpus.pairs, known=recalled)
    views = view(corpus, plan=plan, reported=reported, memory=memory, seed=seed)
    evidence = views.evidence
    x = kernel.features(evidence)
    pair = np.repeat(np.arange(wanted), np.diff(evidence.offsets))
    sure: dict[tuple[int, int, int], float] = {}
    gold = data.gold
    where = np.repeat(np.arange(gold.pairs), np.diff(gold.offsets))
    possible = gold.possible if gold.possible is not None else np.zeros(len(where), bool)
    possible = possible | (where >= wanted)  # not asked for, so not counted below
    for k, i, j, p in zip(where, gold.source, gold.target, possible, strict=True):
        sure[int(k), int(i), int(j)] = 0.5 if p else 1.0
    y = np.array(
        [
            sure.get((int(k), int(i), int(j)), 0.0)
            for k, i, j in zip(pair, evidence.source, evidence.target, strict=True)
        ],
        np.float32,
    )
    return Sample(name, more, recalled, x, y, pair, int(np.count_nonzero(~possible)))


def judged(network: Network, x: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probabilities by a network, shape (candidates,)."""
    layer = np.maximum(x @ network.hidden.T + network.bias, 0)
    odds: Floats = layer @ network.out + network.end
    return np.float32(1) / (np.float32(1) + np.exp(-odds))


def train(samples: list[Sample], *, seed: int = 0) -> Network:
    """Fit a network by Adam on the weighted cross-entropy."""
    rng = np.random.default_rng(seed)
    x = np.concatenate([one.x for one in samples])
    y = np.concatenate([one.y for one in samples]).astype(np.float32)
    weight = np.concatenate([np.full(len(one.y), one.weight, np.float32) for one in samples])
    weight /= weight.mean()
    mean, scale = x.mean(0), x.std(0) + 1e-3
    z = ((x - mean) / scale).astype(np.float32)
    size = z.shape[1]
    p = [
        rng.normal(0, size**-0.5, (size, UNITS)).astype(np.float32),
        np.zeros(UNITS, np.float32),
        rng.normal(0, UNITS**-0.5, UNITS).astype(np.float32),
        np.zeros(1, np.float32),
    ]
    first, second = [np.zeros_like(a) for a in p], [np.zeros_like(a) for a in p]
    steps = EPOCHS * (len(y) // BATCH)
    step = 0
    for _ in range(EPOCHS):
        order = rng.permutation(len(y))
        for begin in range(0, len(y) - BATCH + 1, BATCH):
            step += 1
            rows = order[begin : begin + BATCH]
            a = z[rows]
            h = a @ p[0] + p[1]
            r = np.maximum(h, 0)
            q = 1 / (1 + np.exp(-(r @ p[2] + p[3][0])))
            d = (q - y[rows]) * weight[rows] / BATCH
            back = np.outer(d, p[2]) * (h > 0)
            gradients = [a.T @ back, back.sum(0), r.T @ d, np.array([d.sum()], np.float32)]
            rate = RATE * 0.5 * (1 + np.cos(np.pi * step / steps))
            for k, gradient in enumerate(gradients):
                gradient = gradient + L2 * p[k]
                first[k] += 0.1 * (gradient - first[k])
                second[k] += 0.001 * (gradient**2 - second[k])
                p[k] -= (
                    rate
                    * (first[k] / (1 - 0.9**step))
                    / (np.sqrt(second[k] / (1 - 0.999**step)) + 1e-8)
                ).astype(np.float32)
    hidden = (p[0] / scale[:, None]).T.astype(np.float32)
    bias: Floats = (p[1] - hidden @ mean).astype(np.float32)
    return Network(hidden, bias, p[2], p[3][0])


def ensemble(networks: list[Network]) -> Network:
    """Average the outputs of networks before the last step, as one wider network."""
    return Network(
        np.concatenate([one.hidden for one in networks]),
        np.concatenate([one.bias for one in networks]),
        (np.concatenate([one.out for one in networks]) / len(networks)).astype(np.float32),
        np.float32(np.mean([one.end for one in networks])),
    )


def error_rate(one: Sample, chosen: NDArray[np.bool_]) -> float:
    """Alignment error rate of the chosen candidates, in percent."""
    y = one.y[chosen]
    return float(100 * (1 - (np.sum(y == 1) + np.sum(y > 0)) / max(1, len(y) + one.sure)))


def mismatched(name: str, network: Network, method: str) -> tuple[Floats, Floats]:
    """Features of whole pairs of a set, some of them torn apart, and which are whole.

    Every seventh pair gets the target side of the seventh pair after it; the models are trained on
    the torn text, as they would be.
    """
    data = word_set(name)
    pairs = data.pairs[: data.gold.pairs]
    torn = np.arange(0, len(pairs) - 7, 7)
    mixed = list(pairs)
    for k in torn:
        mixed[k] = (pairs[k][0], pairs[k + 7 if k + 7 < len(pairs) else 0][1])
    corpus = encode(mixed)
    plan = gibbs.sampling_schedule(corpus.pairs) if method == "gibbs" else None
    views = view(corpus, plan=plan)
    p = probabilities(views.evidence, network=network)
    one = views.posteriors
    x = kernel.pair_features(
        one.offsets, one.source, one.target, p, one.source_offsets, one.target_offsets
    )
    y = np.ones(len(x), np.float32)
    y[torn] = 0
    return x, y


def logistic(x: Floats, y: Floats, weight: Floats, ridge: float = 1e-3) -> tuple[Floats, float]:
    """Fit a logistic regression by Newton's method; weights and bias."""
    z = np.column_stack([x, np.ones(len(x))]).astype(np.float64)
    w = np.zeros(z.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-z @ w))
        curve = (z * (weight * p * (1 - p))[:, None]).T @ z + ridge * len(y) * np.eye(len(w)) * 1e-3
        w -= np.linalg.solve(curve, z.T @ (weight * (p - y)) + ridge * 1e-3 * len(y) * w)
    return w[:-1].astype(np.float32), float(w[-1])


def as_json(network: Network) -> dict[str, object]:
    """Return the weights as they are shipped."""
    return {
        "hidden": [[float(f"{v:.6g}") for v in row] for row in network.hidden],
        "bias": [float(f"{v:.6g}") for v in network.bias],
        "out": [float(f"{v:.6g}") for v in network.out],
        "end": float(f"{network.end:.6g}"),
    }


def folds(samples: list[Sample]) -> str:
    """Judge every set by networks that saw no variant of its text: a table of error rates."""
    header = ["set", "+ pairs", "sampler", "mean", "at .4", "at .5", "own", "at", "in P", "in S"]
    rows = []
    for one in samples:
        others = [other for other in samples if other.name != one.name]
        p = judged(ensemble([train(others, seed=seed) for seed in SEEDS]), one.x)
        mean = one.x[:, 6] / 2 + one.x[:, 7] / 2
        t = best_threshold(p)
        chosen = (one.x[:, 6] >= 0.4, mean >= 0.4, p >= 0.4, p >= 0.5, p >= t)
        rows.append(
            [
                one.name,
                f"{one.more:,}" * bool(one.more) + " as a model" * one.recalled,
                *(f"{error_rate(one, each):.1f}" for each in chosen),
                figure(t, 2),
                *(
                    figure(calibration_error(p.astype(np.float64), y))
                    for y in (one.y > 0, one.y == 1)
                ),
            ]
        )
        print(" ".join(rows[-1]), flush=True)
    return table(header, rows)


def main() -> None:
    """Align every set, train, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folds", action="store_true", help="judge every set by the others")
    parser.add_argument("--pages", action="store_true", help="put the folds into the manual")
    parser.add_argument(
        "--methods", nargs="+", default=["gibbs", "hmm"], help="train for these only"
    )
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    options = parser.parse_args()
    weights: dict[str, object] = {"features": list(kernel.NAMES)}
    for method in options.methods:
        samples = []
        wanted = [*((*each, False) for each in VARIANTS), *((*each, True) for each in RECALLED)]
        for name, more, recalled in wanted:
            samples.append(sample(name, more, plain=method == "hmm", recalled=recalled))
            print(f"{method}: {name} + {more}: {len(samples[-1].y)} candidates", flush=True)
        if options.folds:
            made = folds(samples)
            print(made)
            if options.pages:
                pages.write({f"words folds {method}": made})
            continue
        network = ensemble([train(samples, seed=seed) for seed in SEEDS])
        weights[method] = as_json(network)
        if method == "gibbs":
            parts = [mismatched(name, network, method) for name in SELF]
            x, y = (np.concatenate(side) for side in zip(*parts, strict=True))
            weight = np.concatenate([np.full(len(y), len(y) ** -0.5) for _, y in parts])
            found, bias = logistic(x, y, (weight / weight.mean()).astype(np.float32))
            weights["pair"] = {"weights": [float(f"{v:.6g}") for v in found], "bias": bias}
            guess = 1 / (1 + np.exp(-(x @ found + bias)))
            print(
                "pairs: AUC", auc(guess, y == 1), "ECE", calibration_error(guess, y == 1),
                "torn pairs below .5:", np.mean(guess[y == 0] < 0.5),
                "whole ones:", np.mean(guess[y == 1] < 0.5),
            )  # fmt: skip
    if not options.folds:
        with atomic_open(options.out) as file:
            json.dump(weights, file)
            file.write("\n")


if __name__ == "__main__":
    main()
