"""Train the networks that judge candidate links: ``python -m bench.train_words``.

Targets are 1 for sure links, a half for possible ones, 0 for others: what a link adds to the
numerator of the alignment error rate. A set weighs as the square root of its candidates, however
often it is aligned. The second network learns from what first networks say of sets that they did
not see. With ``--folds`` every set is judged by networks that never saw any variant of its text
(``bench/word_folds.json``).
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench import pages
from bench.tables import figure, table
from bench.word_data import LANGUAGES, SELF, TRIAL, first_pairs, word_set
from bench.word_samples import (
    CUT,
    SMALL,
    Sample,
    beside_vectors,
    gather,
    variants,
    with_vectors,
)
from diglot.evaluate.alignments.confidence import auc, calibration_error
from diglot.files.atomic import atomic_open
from diglot.packs.finding import find_pack
from diglot.words.alignment import Knowledge
from diglot.words.corpus import encode
from diglot.words.decoding.confidence import (
    VECTORS,
    Network,
    Posteriors,
    best_threshold,
    first_opinion,
    probabilities,
    read_network,
)
from diglot.words.kernels import links as kernel
from diglot.words.models import gibbs
from diglot.words.models.views import view

WEIGHTS = Path(__file__).parents[1] / "src" / "diglot" / "words" / "weights.json"
FOLDS = Path(__file__).parent / "word_folds.json"
UNITS = 24
EPOCHS = 5
BATCH = 512
RATE = 3e-3
L2 = 1e-5
DOUBTFUL = 0.01
"""Candidates that are less probable so far are learnt from in part only: most are wrong,"""
SPARED = 4
"""one of so many, which then weighs as much as all of them."""

BLURRED = {"pairs": 1.5, "told": 3.0}
"""Features that tell the sets apart, and the noise that keeps them from it."""
ALIKE = 0.3
"""Weight of the ten sets that were made alike, where others have 1."""
TORN = 100
"""Pairs of a set that whole pairs are judged by."""

LEFT_OUT = (
    ("xlwa-en-hu-dev", "xlwa-en-it-dev", "alibi-fr-en"),
    ("xlwa-en-es-dev", "xlwa-en-bg-dev", "czenali-en-cs"),
    ("xlwa-en-ru-dev", "xlwa-en-da-dev", "graca-en-fr"),
    ("xlwa-en-nl-dev", "xlwa-en-sl-dev", "awesome-jaen"),
    ("xlwa-en-pt-dev", "xlwa-en-et-dev", TRIAL),
)
"""Sets that are judged by networks that saw none of them."""

Floats = NDArray[np.float32]


def train(samples: list[Sample], opinions: list[Floats], *, seed: int = 0) -> Network:
    """Fit a network by Adam on the weighted cross-entropy.

    Args:
        samples: to learn from.
        opinions: of their candidates, so far.
        seed: of the first weights and of the order.
    """
    rng = np.random.default_rng(seed)
    rows, targets, weights = [], [], []
    times = Counter(one.name for one in samples)
    for one, opinion in zip(samples, opinions, strict=True):
        spared = (opinion < DOUBTFUL) & (one.y == 0)
        kept = ~spared | (rng.random(len(spared)) < 1 / SPARED)
        rows.append(kernel.features(one.evidence, opinion)[kept])
        targets.append(one.y[kept])
        weight = np.where(spared, SPARED, 1)[kept] / len(spared) ** 0.5
        weight *= (ALIKE if one.name.startswith("xlwa") else 1) / times[one.name]
        weights.append(weight.astype(np.float32))
    x, y, weight = (np.concatenate(each) for each in (rows, targets, weights))
    del rows
    weight /= weight.mean()
    for name, deviation in BLURRED.items():
        x[:, kernel.NAMES.index(name)] += rng.normal(0, deviation, len(x)).astype(np.float32)
    mean, scale = x.mean(0), x.std(0) + 0.02
    x -= mean
    x /= scale
    size = x.shape[1]
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
            chosen = order[begin : begin + BATCH]
            a = x[chosen]
            h = a @ p[0] + p[1]
            r = np.maximum(h, 0)
            q = 1 / (1 + np.exp(-(r @ p[2] + p[3][0])))
            d = (q - y[chosen]) * weight[chosen] / BATCH
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


def ensemble(samples: list[Sample], opinions: list[Floats], *, seed: int = 0) -> Network:
    """Fit two networks and average their outputs before the last step, as one wider network."""
    networks = [train(samples, opinions, seed=seed + k) for k in (0, 1)]
    return Network(
        np.concatenate([one.hidden for one in networks]),
        np.concatenate([one.bias for one in networks]),
        np.concatenate([one.out for one in networks]) / np.float32(2),
        np.float32(np.mean([one.end for one in networks])),
    )


def train_stages(samples: list[Sample]) -> list[Network]:
    """Fit both stages: the second to what networks that saw half the sets say of the others."""
    opinions = [first_opinion(one.evidence) for one in samples]
    names = sorted({one.name for one in samples})
    judged: list[Floats] = list(opinions)
    for half in (set(names[::2]), set(names[1::2])):
        seen = [k for k, one in enumerate(samples) if one.name in half]
        network = train([samples[k] for k in seen], [opinions[k] for k in seen])
        for k in set(range(len(samples))) - set(seen):
            judged[k] = probabilities(samples[k].evidence, networks=[network])
    return [ensemble(samples, opinions), ensemble(samples, judged, seed=2)]


def error_rate(one: Sample, chosen: NDArray[np.bool_]) -> float:
    """Alignment error rate of the chosen candidates, in percent."""
    y = one.y[chosen]
    return float(100 * (1 - (np.sum(y == 1) + np.sum(y > 0)) / max(1, len(y) + one.sure)))


def mismatched(name: str, networks: list[Network], *, pack: bool) -> tuple[Floats, Floats]:
    """Features of whole pairs of a set, some of them torn apart, and which are whole.

    Every seventh pair gets the target side of the seventh pair after it; the models are trained on
    the torn text, as they would be.
    """
    data = word_set(name)
    data = first_pairs(data, min(TORN, data.gold.pairs))
    pairs = data.pairs
    torn = np.arange(0, len(pairs) - 7, 7)
    mixed = list(pairs)
    for k in torn:
        mixed[k] = (pairs[k][0], pairs[k + 7 if k + 7 < len(pairs) else 0][1])
    corpus = encode(mixed)
    found = find_pack(*LANGUAGES[name]) if pack else None
    known = Knowledge(pack=found).find(corpus)
    views = view(corpus, known, plan=gibbs.sampling_schedule(corpus.pairs))
    p = probabilities(views.evidence, networks=networks)
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
        "hidden": [[float(f"{v:.5g}") for v in row] for row in network.hidden],
        "bias": [float(f"{v:.5g}") for v in network.bias],
        "out": [float(f"{v:.5g}") for v in network.out],
        "end": float(f"{network.end:.5g}"),
    }


@cache
def networks_without(name: str, method: str = "gibbs") -> list[Network]:
    """Return the networks that never saw a set."""
    made = json.loads(FOLDS.read_text(encoding="utf-8"))[method]
    fold = next(k for k, names in enumerate(LEFT_OUT) if name in names)
    return [read_network(values) for values in made[fold]]


HEADER = ["set", "pairs", "pack", "mean at .4", "at .4", "at .5", "own", "at", "in P", "in S"]


def judge(one: Sample, networks: list[Network]) -> list[str]:
    """Return the row of a sample, under `HEADER`, by networks that never saw its set."""
    p = probabilities(one.evidence, networks=networks)
    e, nobody = one.evidence, np.zeros(0, np.int32)
    words = (e.offsets_s, e.offsets_t, nobody, nobody)
    t = best_threshold(Posteriors(e.offsets, e.source, e.target, e.forward, e.backward, *words), p)
    chosen = (first_opinion(one.evidence) >= 0.4, p >= 0.4, p >= 0.5, p >= t)
    size = f"{len(one.evidence.offsets) - 1:,}"
    size += f" + {one.variant.more:,}" * bool(one.variant.more)
    errors = (calibration_error(p.astype(np.float64), y) for y in (one.y > 0, one.y == 1))
    return [
        one.name,
        size + " as a model" * one.variant.recalled,
        f"{one.variant.pack:.0%}" if one.variant.pack else "",
        *(f"{error_rate(one, each):.1f}" for each in chosen),
        figure(t, 2),
        *map(figure, errors),
    ]


def pool_small_jobs(rows: list[list[str]]) -> list[list[str]]:
    """Return the rows, those of small jobs with equal packs as one: the mean over their sets."""
    size = str(SMALL)
    kept = [row for row in rows if row[1] != size]
    small = [row for row in rows if row[1] == size]
    for pack in dict.fromkeys(row[2] for row in small):
        cells = [[float(cell) for cell in row[3:]] for row in small if row[2] == pack]
        *errors, threshold, one, other = np.mean(cells, axis=0).tolist()
        figures = [*(f"{each:.1f}" for each in errors), figure(threshold, 2)]
        name = f"mean of {len(cells)} sets"
        kept.append([name, size, pack, *figures, figure(one), figure(other)])
    return kept


def folds(samples: list[Sample], method: str) -> tuple[str, list[list[dict[str, object]]]]:
    """Judge every set by networks that saw no variant of its text: a table, and the networks.

    Of the networks for words with vectors, only sets with vectors are judged.
    """
    rows = {}
    made = []
    for names in LEFT_OUT:
        networks = train_stages([one for one in samples if one.name not in names])
        made.append([as_json(each) for each in networks])
        for one in samples:
            if one.name in names and one.variant.vectors == (method == VECTORS):
                rows[one.variant] = judge(one, networks)
                print(method, *rows[one.variant], flush=True)
    shown = pool_small_jobs([rows[one.variant] for one in samples if one.variant in rows])
    return table(HEADER, shown), made


def train_pairs(networks: list[Network]) -> dict[str, object]:
    """Fit the judgement of whole pairs."""
    parts = [mismatched(name, networks, pack=False) for name in SELF]
    parts += [mismatched(name, networks, pack=True) for name in SELF if name not in CUT]
    x, y = (np.concatenate(side) for side in zip(*parts, strict=True))
    weight = np.concatenate([np.full(len(y), len(y) ** -0.5) for _, y in parts])
    found, bias = logistic(x, y, (weight / weight.mean()).astype(np.float32))
    guess = 1 / (1 + np.exp(-(x @ found + bias)))
    print(
        "pairs: AUC", auc(guess, y == 1), "ECE", calibration_error(guess, y == 1),
        "torn pairs below .5:", np.mean(guess[y == 0] < 0.5),
        "whole ones:", np.mean(guess[y == 1] < 0.5),
    )  # fmt: skip
    return {"weights": [float(f"{v:.6g}") for v in found], "bias": bias}


def main() -> None:
    """Align every set, train, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folds", action="store_true", help="judge every set by the others")
    parser.add_argument("--pages", action="store_true", help="put the folds into the manual")
    parser.add_argument(
        "--methods", nargs="+", default=["gibbs", VECTORS, "hmm"], help="train for these only"
    )
    parser.add_argument("--cache", type=Path, help="folder that keeps the evidence between runs")
    options = parser.parse_args()
    path = FOLDS if options.folds else WEIGHTS
    weights = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    weights["features"] = list(kernel.NAMES)
    for method in options.methods:
        plain = method == "hmm"
        wanted = variants(plain=plain)
        if method == VECTORS:
            wanted = [*with_vectors(), *beside_vectors()]
        samples = gather(wanted, plain=plain, cache=options.cache)
        if options.folds:
            made, weights[method] = folds(samples, method)
            if options.pages:
                pages.write({f"words folds {method}": made})
            continue
        networks = train_stages(samples)
        weights[method] = [as_json(each) for each in networks]
        if method == "gibbs":
            weights["pair"] = train_pairs(networks)
    with atomic_open(path) as file:
        json.dump(weights, file)
        file.write("\n")


if __name__ == "__main__":
    main()
