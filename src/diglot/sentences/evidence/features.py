"""Names, numbers and weights of the block features; how long a translation is."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from diglot.sentences.values import Breaks, Calibration

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from diglot.sentences.link_types import Types
    from diglot.sentences.values import Pair, Path

    Floats = NDArray[np.float64]

_ROOT = float(np.sqrt(2 * np.pi))
_START_VARIANCE = 10.0
_POOLED_WEIGHT = 3000.0
"""Characters of pooled text that temper the ratio of one document."""


@dataclass(frozen=True, slots=True, eq=False)
class LengthModel:
    """Normal model of target length given source length, in characters.

    A target of ``lt`` characters for a source of ``ls`` has density
    ``N(lt; ratio * ls, variance * (ratio * ls + lt) / 2 + 1)``; unlinked sentences have a
    log-normal background on each side.

    Reference: Gale and Church (1993), with estimated parameters and the mean length under the root.

    Attributes:
        ratio: target characters for one source character.
        variance: variance per character.
        source_background, target_background: (mean, standard deviation) of the log lengths; source
            lengths are multiplied by ``ratio`` first.
    """

    ratio: float
    variance: float
    source_background: tuple[float, float]
    target_background: tuple[float, float]


def first_model(source: Floats, target: Floats, pooled_ratio: float) -> LengthModel:
    """Model of one document from the lengths of its sentences, before any link is known."""
    ratio = _tempered(source.sum(), target.sum(), pooled_ratio)
    return _with_backgrounds(ratio, _START_VARIANCE, source, target)


def fitted_model(
    model: LengthModel, source: Floats, target: Floats, linked_source: Floats, linked_target: Floats
) -> LengthModel:
    """Model re-estimated from the lengths of all sentences, and of those of 1-1 links.

    The ratio of the model so far tempers the new one; its variance stays for at most 20 links.
    """
    ratio = _tempered(linked_source.sum(), linked_target.sum(), model.ratio)
    if len(linked_source) <= 20:
        return _with_backgrounds(ratio, model.variance, source, target)
    squares = (linked_target - ratio * linked_source) ** 2
    per_character = squares / ((ratio * linked_source + linked_target) / 2)
    cut = np.quantile(per_character, 0.97)
    variance = float(np.clip(np.minimum(per_character, cut).mean(), 1.0, 20.0))
    return _with_backgrounds(ratio, variance, source, target)


def background_log_density(
    lengths: Floats, background: tuple[float, float] | tuple[Floats, Floats]
) -> Floats:
    """Log-normal log density of each length, by one background or by that of each."""
    mean, deviation = background
    logs = np.log(lengths)
    standard = (logs - mean) / deviation
    density: Floats = -0.5 * standard**2 - logs - np.log(deviation * _ROOT)
    return density


def _tempered(source: float, target: float, prior: float) -> float:
    return (target + _POOLED_WEIGHT * prior) / (source + _POOLED_WEIGHT)


def _with_backgrounds(ratio: float, variance: float, source: Floats, target: Floats) -> LengthModel:
    return LengthModel(ratio, variance, _log_normal(source * ratio), _log_normal(target))


def _log_normal(lengths: Floats) -> tuple[float, float]:
    if not len(lengths):
        return (0.0, 1.0)
    logs = np.log(lengths)
    mean = np.add.reduce(logs) / len(logs)
    spread = logs - mean
    return float(mean), max(float(np.add.reduce(spread * spread) / len(logs)) ** 0.5, 0.1)


ENDS, STARTS = 8, 5
"""Classes of last marks and of first tokens, see ``Side``."""
FULL_STOPS = [1, 2, 3]
"""Classes of marks that end sentences in all texts: full stops, question and exclamation marks."""
_FEW, _FEW_PAIRS = 5.0, 20.0
"""Breaks of a class, and pairs in all, that say as much as what is assumed before any is seen."""
_MOST_ODDS = 4.0


def no_breaks() -> Breaks:
    """Breaks that say nothing."""
    side = np.zeros((ENDS, STARTS))
    return Breaks(side, side, np.zeros((ENDS, ENDS)), np.zeros((STARTS, STARTS)))


def fit_breaks(pairs: Sequence[Pair], paths: Sequence[Path], types: Types) -> Breaks:
    """Count the breaks inside the links of paths, and those behind them."""
    inside, outside = np.zeros((2, 2, ENDS, STARTS))
    ends, starts = np.zeros((ENDS, ENDS)), np.zeros((STARTS, STARTS))
    for pair, path in zip(pairs, paths, strict=True):
        sizes = types.source[path.kinds], types.target[path.kinds]
        both = (sizes[0] > 0) & (sizes[1] > 0)
        sides = pair.source, pair.target
        last = path.ends_i[both], path.ends_j[both]
        begin = last[0] - sizes[0][both], last[1] - sizes[1][both]
        np.add.at(ends, tuple(side.ends[at - 1] for side, at in zip(sides, last, strict=True)), 1)
        np.add.at(starts, tuple(side.starts[at] for side, at in zip(sides, begin, strict=True)), 1)
        for number, side in enumerate(sides):
            inner = inner_breaks(side.size, begin[number], last[number])
            outer = last[number][last[number] < side.size]
            for counts, at in ((inside, inner), (outside, outer)):
                np.add.at(counts[number], (side.ends[at - 1], side.starts[at]), 1)
    source, target = map(_odds_inside, inside, outside)
    return Breaks(source, target, _together(ends), _together(starts))


def inner_breaks(
    size: int, begins: NDArray[np.int64], ends: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the sentences of a side, of so many, before which there is a break inside a link.

    Args:
        size: sentences.
        begins: int64 (links,), the first sentence of each.
        ends: int64 (links,), one past its last.
    """
    depth = np.zeros(size + 2, np.int64)
    np.add.at(depth, begins + 1, 1)
    np.add.at(depth, ends, -1)
    return np.flatnonzero(depth.cumsum()[:size] > 0)


def _odds_inside(inside: Floats, outside: Floats) -> Floats:
    share = (inside.sum() + 1.0) / (inside.sum() + outside.sum() + 2.0)
    odds = (inside + _FEW * share) / (outside + _FEW * (1.0 - share))
    clipped: Floats = np.clip(np.log(odds), 0.0, _MOST_ODDS)
    return clipped


def _together(counts: Floats) -> Floats:
    counts = counts + 1e-3
    total = counts.sum()
    chance = np.outer(counts.sum(1), counts.sum(0)) / total**2
    ratio = (counts + _FEW_PAIRS * chance) / (total + _FEW_PAIRS) / chance
    clipped: Floats = np.clip(np.log(ratio), -_MOST_ODDS, _MOST_ODDS)
    return clipped


# Vectors of any encoder can be given, so nothing is assumed of their scale: the similarities of
# the current 1-1 links and of their neighbours show what a high similarity is.
#
# Reference: Thompson and Koehn (2019) for block vectors as sums; the self-calibration is ours.

_NEIGHBOURS = (-3, -2, -1, 1, 2, 3)
_STEEPEST = 60.0
LEAST_PAIRS = 10


def calibrate(pairs: Sequence[Pair], paths: Sequence[Path], types: Types) -> Calibration:
    """Fit two normal distributions of one width: linked sentences, and their neighbours.

    What is linked is said by ``Pair.nearest`` where the vectors convince by themselves, else by
    the 1-1 links of the current paths.
    """
    linked: list[NDArray[np.float32]] = []
    unlinked: list[NDArray[np.float32]] = []
    for pair, path in zip(pairs, paths, strict=True):
        if pair.vectors is None:
            continue
        source, target = (side.vectors for side in pair.vectors)
        i, j = pair.nearest[:, 0], pair.nearest[:, 1]
        if not len(pair.nearest):
            single = (types.source[path.kinds] == 1) & (types.target[path.kinds] == 1)
            i, j = path.ends_i[single] - 1, path.ends_j[single] - 1
        linked.append(np.einsum("ld,ld->l", source[i], target[j]))
        for step in _NEIGHBOURS:
            inside = (j + step >= 0) & (j + step < len(target))
            unlinked.append(np.einsum("ld,ld->l", source[i[inside]], target[j[inside] + step]))
    if sum(map(len, linked)) < LEAST_PAIRS:
        return Calibration()
    yes, no = np.concatenate(linked), np.concatenate(unlinked)
    # Medians and quartiles: some of the links are wrong.
    high, low = float(np.median(yes)), float(np.median(no))
    width = max(
        float(np.subtract(*np.percentile(yes, [75, 25]))) / 1.349,
        float(np.subtract(*np.percentile(no, [75, 25]))) / 1.349,
        1e-3,
    )
    slope = max(0.0, (high - low) / width**2)
    return Calibration((high + low) / 2, min(slope, _STEEPEST))


FEATURES: Final = (
    "log prior", "1-1", "null", "1-2", "2-2", "1-3", "2-3", "1-4", "3-3", "longer",
    "longer: shorter side",
    "null: log length", "null: best lexical neighbour per token", "null: best lexical neighbour",
    "null: wordless", "null: sentences", "null: nearest vector", "length: distance", "length: rest",
    "length: split penalty", "length: log ratio", "length: absolute difference", "short",
    "lexical: llr", "lexical: root llr", "lexical: llr per token", "lexical: least explained share",
    "lexical: explained shares", "lexical: root unexplained", "lexical: least llr per token",
    "merged: least explained share", "merged: least llr per token", "merged: gain over split",
    "merged: root gain over split", "merged: least lexical gain of an end",
    "merged: least length gain of an end", "merged: wordless", "identical: root idf",
    "marks: digit tokens differ", "marks: digits on both sides", "marks: ?! differ",
    "marks: quotes differ", "marks: same end", "marks: ? on one side", "marks: same start",
    "marks: inner sentence without end", "marks: inner sentence starts in lower case",
    "marks: open ends differ", "breaks: inside", "breaks: at the ends",
    "context: llr over best neighbour", "context: best llr outside",
    "paragraph: starts on both sides", "paragraph: starts on one side", "paragraph: breaks inside",
    "vectors: llr", "vectors: cosine", "vectors: cosine of a merge", "vectors: gain of one more",
    "vectors: cosine over neighbours", "vectors: least gain of an end", "vectors: gain over split",
    "parts: ends over neighbours", "parts: outer ones over neighbours", "parts: least of a merge",
)  # fmt: skip
SIZE: Final = len(FEATURES)
"""Their order is that of ``kernels/features.pxd``."""

# Weights of the block features: the generative model's by hand, the CRF's from training.

VECTORS = 0.3
"""Weight of sentence vectors in the generative score. On the synthetic ones of the tests, which it
was chosen on, .3 beats .15, .5, .7 and 1: their log-odds are not independent of what the words
say."""
BREAKS: Final = {"breaks: inside": 2.0, "breaks: at the ends": 0.5}
"""Weights of what the marks at breaks say, which is known where merges are many, and else nothing.
Chosen on textberg with one side cut at commas and the like. Training gives a quarter of it, because
the links of the round before are wrong just there; and worse links."""

LONGER: Final = "longer: shorter side"
"""What each further sentence on the shorter side of a longer link costs, which only texts whose
merges are many tell (``bench.train_longer``)."""


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """A weight for every block feature.

    Attributes:
        values: float64 (features,), in the order of the kernel.
        name: what the weights are, for signatures.
        with_vectors: the same for pairs whose sentences have vectors; None for the same ones.
        with_parts: the same where their parts have some, too; None for the same ones.
    """

    values: NDArray[np.float64]
    name: str
    with_vectors: NDArray[np.float64] | None = None
    with_parts: NDArray[np.float64] | None = None

    def of(self, pair: Pair) -> NDArray[np.float64]:
        """Return those for a pair, with vectors or without."""
        if pair.cosines is None or self.with_vectors is None:
            return self.values
        if self.with_parts is None or not pair.cosines.has_parts:
            return self.with_vectors
        return self.with_parts


def weights_from_names(weights: dict[str, float], name: str) -> Weights:
    """Weights given by feature name; features not named weigh nothing."""
    unknown = sorted(set(weights) - set(FEATURES))
    if unknown:
        raise KeyError(f"no such block features: {', '.join(unknown)}")
    return Weights(np.array([weights.get(feature, 0.0) for feature in FEATURES]), name)


def generative_weights(lexical: float = 0.3) -> Weights:
    """The generative score: log prior, length model, split penalty and lexical ratio.

    Args:
        lexical: weight of the lexical log-likelihood ratio; .3 is best over many sets, 1 would be
            right if tokens were independent.
    """
    return weights_from_names(
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
def shipped_weights() -> Weights:
    """The weights that come with the package."""
    text = resources.files("diglot.sentences").joinpath("weights.json").read_text("utf-8")
    content = json.loads(text)
    shipped = weights_from_names(content["weights"], content["name"])
    text = resources.files("diglot.sentences").joinpath("weights-vectors.json").read_text("utf-8")
    return add_vectors(shipped, json.loads(text))


def add_vectors(weights: Weights, content: Mapping[str, Any]) -> Weights:
    """Add those for pairs with vectors, as ``bench.train_vectors`` writes them."""
    with_vectors, with_parts = (
        weights_from_names(content[name], weights.name).values for name in ("weights", "with parts")
    )
    return replace(weights, with_vectors=with_vectors, with_parts=with_parts)
