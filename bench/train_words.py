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

from bench.word_data import SELF, TRIAL, word_set
from diglot.formats._atomic import atomic_open
from diglot.words import _kernel_links as kernel
from diglot.words import gibbs
from diglot.words.corpus import encode
from diglot.words.views import view

WEIGHTS = Path(__file__).parents[1] / "src" / "diglot" / "words" / "weights.json"
UNITS = 24
EPOCHS = 12
BATCH = 512
RATE = 3e-3
L2 = 1e-5
SEEDS = (0, 1)

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
        x: shape (candidates, features), float32.
        y: shape (candidates,), float32: 1 sure, .5 possible, 0 wrong.
        pair: shape (candidates,), which sentence pair.
        sure: number of sure links of the gold.
        weight: of every candidate.
    """

    name: str
    more: int
    x: NDArray[np.float32]
    y: NDArray[np.float32]
    pair: NDArray[np.int64]
    sure: int

    @property
    def weight(self) -> float:
        """Weight of a candidate."""
        return 1 / len(self.y) ** 0.5


def sample(name: str, more: int, *, plain: bool = False, seed: int = 0) -> Sample:
    """Align a set and label its candidates.

    Args:
        name: of the set.
        more: pairs of training text.
        plain: take the HMM alone, as it is for very large corpora.
        seed: of the sampler.
    """
    data = word_set(name, more)
    corpus = encode(data.pairs)
    plan = None if plain else gibbs.schedule(corpus.pairs)
    views = view(corpus, plan=plan, reported=data.gold.pairs, seed=seed)
    evidence = views.evidence
    x = kernel.features(evidence)
    pair = np.repeat(np.arange(data.gold.pairs), np.diff(evidence.offsets))
    sure: dict[tuple[int, int, int], float] = {}
    gold = data.gold
    where = np.repeat(np.arange(gold.pairs), np.diff(gold.offsets))
    possible = gold.possible if gold.possible is not None else np.zeros(len(where), bool)
    for k, i, j, p in zip(where, gold.source, gold.target, possible, strict=True):
        sure[int(k), int(i), int(j)] = 0.5 if p else 1.0
    y = np.array(
        [
            sure.get((int(k), int(i), int(j)), 0.0)
            for k, i, j in zip(pair, evidence.source, evidence.target, strict=True)
        ],
        np.float32,
    )
    return Sample(name, more, x, y, pair, int(np.count_nonzero(~possible)))


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """Weights on raw features."""

    hidden: NDArray[np.float32]
    bias: NDArray[np.float32]
    out: NDArray[np.float32]
    end: float

    def __call__(self, x: NDArray[np.float32]) -> NDArray[np.float32]:
        """Probabilities."""
        layer = np.maximum(x @ self.hidden.T + self.bias, 0)
        return (1 / (1 + np.exp(-(layer @ self.out + self.end)))).astype(np.float32)


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
    bias = (p[1] - hidden @ mean).astype(np.float32)
    return Network(hidden, bias, p[2], float(p[3][0]))


def ensemble(networks: list[Network]) -> Network:
    """Average the outputs of networks before the last step, as one wider network."""
    return Network(
        np.concatenate([one.hidden for one in networks]),
        np.concatenate([one.bias for one in networks]),
        np.concatenate([one.out for one in networks]) / len(networks),
        float(np.mean([one.end for one in networks])),
    )


def error_rate(one: Sample, chosen: NDArray[np.bool_]) -> float:
    """Alignment error rate of the chosen candidates, in percent."""
    y = one.y[chosen]
    return 100 * (1 - (np.sum(y == 1) + np.sum(y > 0)) / max(1, len(y) + one.sure))


def expected_threshold(p: NDArray[np.float32]) -> float:
    """Threshold with the greatest expected F1."""
    q = np.sort(p)[::-1].astype(np.float64)
    gain = 2 * np.cumsum(q) / (np.arange(1, len(q) + 1) + q.sum())
    return float(q[np.argmax(gain)])


def as_json(network: Network) -> dict[str, object]:
    """Return the weights as they are shipped."""
    return {
        "features": list(kernel.NAMES),
        "hidden": [[float(f"{v:.6g}") for v in row] for row in network.hidden],
        "bias": [float(f"{v:.6g}") for v in network.bias],
        "out": [float(f"{v:.6g}") for v in network.out],
        "end": float(f"{network.end:.6g}"),
    }


def main() -> None:
    """Align every set, train, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folds", action="store_true", help="judge every set by the others")
    parser.add_argument("--plain", action="store_true", help="weights for the HMM alone")
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    options = parser.parse_args()
    samples = []
    for name, more in VARIANTS:
        samples.append(sample(name, more, plain=options.plain))
        print(f"{name} + {more}: {len(samples[-1].y)} candidates", flush=True)
    if options.folds:
        for one in samples:
            others = [other for other in samples if other.name != one.name]
            p = ensemble([train(others, seed=seed) for seed in SEEDS])(one.x)
            q = one.x[:, 6] / 2 + one.x[:, 7] / 2
            t = expected_threshold(p)
            rates = " ".join(f"{error_rate(one, p >= each):5.1f}" for each in (0.4, 0.45, 0.5, t))
            plain = " ".join(f"{error_rate(one, v >= 0.4):5.1f}" for v in (one.x[:, 6], q))
            print(f"{one.name:22s} {one.more:6d}  {plain}  |  {rates}  ({t:.2f})", flush=True)
        return
    network = ensemble([train(samples, seed=seed) for seed in SEEDS])
    with atomic_open(options.out) as file:
        json.dump(as_json(network), file)
        file.write("\n")


if __name__ == "__main__":
    main()
