"""How far the probabilities of links can be trusted: ranking, calibration, risk and coverage.

References:
    Hanley and McNeil 1982 (area under the curve as a rank statistic); DeLong et al. 1988 and
    Obuchowski 1997 (its variance where observations come in clusters); Brier 1950; Naeini et al.
    2015 (expected calibration error); Geifman and El-Yaniv 2017 (risk and coverage).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import NormalDist

import numpy as np

from diglot.errors import ConfigError, InputError
from diglot.evaluate.alignments.links import BLOCK, distinct_links
from diglot.evaluate.alignments.words import check_range, number_links, owners
from diglot.evaluate.statistics.aggregate import Flags, Floats, Ints
from diglot.evaluate.statistics.ranks import mean_ranks
from diglot.evaluate.statistics.significance import LEVEL, MIN_UNITS
from diglot.flat_arrays import find_sorted, offsets_of
from diglot.model import LabelledLink, Link, WordLinks

BINS = 10
SHARES = (0.05, 0.10, 0.20)
COVERAGES = (0.5, 0.8, 0.95)

# Points of the curve, enough for a plot.
_POINTS = 20


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """Links of similar probability: how sure they say they are, and how often they are right."""

    low: float
    high: float
    count: int
    confidence: float
    accuracy: float


@dataclass(frozen=True, slots=True)
class RiskCoverage:
    """Share of errors among the most certain links, as more and more of them are kept.

    Attributes:
        area: mean error rate over all numbers of links kept.
        errors: error rate by the share of links kept.
        curve: (share kept, error rate) at every twentieth.
    """

    area: float
    errors: Mapping[float, float]
    curve: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Confidence:
    """Quality of the probabilities of a set of links.

    Attributes:
        links: number of links judged.
        wrong: number of wrong ones.
        auc: probability that a wrong link has a lower probability than a right one, ties counting
            half; None unless there are links of both kinds.
        auc_interval: its 95 % interval; None where too few units hold links of a kind.
        ece: expected calibration error over ten bins of equal width.
        ece_mass: the same over ten bins of equal numbers of links.
        brier: mean squared difference between probability and outcome.
        found: share of all errors that lie in the least certain share of the links, by that share.
        reliability: the bins of equal width that hold links.
        risk: error rate of the links kept.
    """

    links: int
    wrong: int
    auc: float | None
    auc_interval: tuple[float, float] | None
    ece: float
    ece_mass: float
    brier: float
    found: Mapping[float, float]
    reliability: tuple[ReliabilityBin, ...]
    risk: RiskCoverage


def judge_links(
    predicted: Sequence[Sequence[Link]], gold: Sequence[Sequence[Link]]
) -> tuple[Floats, Flags, Ints]:
    """Return the probability of every predicted link and whether gold has exactly that link.

    Returns:
        Probabilities, answers, and the numbers of the blocks of 25 source segments that the links
        stand in, each of shape (links,).

    Raises:
        InputError: the numbers of documents differ, or a link has no probability.
    """
    if len(predicted) != len(gold):
        raise InputError(f"{len(predicted)} predicted documents but {len(gold)} gold documents")
    scores: list[float] = []
    rights: list[bool] = []
    units: list[int] = []
    unit = -1
    for found, right in zip(predicted, gold, strict=True):
        known = set(distinct_links(right, split_nulls=True))
        judged = set()
        first = unit = unit + 1
        for link in found:
            # A link without a source stands where the one before it does.
            unit = max(unit, first + (link.source[0] if link.source else 0) // BLOCK)
            if link.score is None:
                raise InputError(
                    f"the link {list(link.source)}:{list(link.target)} has no probability",
                    cure="judge the output of a method that gives one",
                )
            for pair in distinct_links([link], split_nulls=True):
                if pair not in judged:
                    judged.add(pair)
                    scores.append(link.score)
                    rights.append(pair in known)
                    units.append(unit)
    return (
        np.array(scores, dtype=np.float64),
        np.array(rights, dtype=np.bool_),
        np.array(units, dtype=np.int64),
    )


def confidence(
    probabilities: Floats,
    right: Flags,
    units: Ints | None = None,
    *,
    shares: Sequence[float] = SHARES,
) -> Confidence:
    """Measure the quality of probabilities against outcomes.

    Args:
        probabilities: shape (links,), in [0, 1].
        right: shape (links,), True where the link is right.
        units: shape (links,), equal numbers for links that are right or wrong together, such as
            those of a sentence pair; None where each stands alone.
        shares: shares of least certain links to report the errors of.

    Raises:
        InputError: the arrays differ in length or a probability is outside [0, 1].
    """
    probabilities, right = _checked(probabilities, right)
    area = auc(probabilities, right)
    known = None if area is None else auc_interval(area, auc_error(probabilities, right, units))
    return Confidence(
        links=len(right),
        wrong=int(np.count_nonzero(~right)),
        auc=area,
        auc_interval=known,
        ece=calibration_error(probabilities, right),
        ece_mass=calibration_error(probabilities, right, bins="mass"),
        brier=brier(probabilities, right),
        found={share: share_of_errors(probabilities, right, share) for share in shares},
        reliability=reliability(probabilities, right),
        risk=risk_coverage(probabilities, right),
    )


def auc(probabilities: Floats, right: Flags) -> float | None:
    """Return the probability that a wrong link is ranked below a right one."""
    probabilities, right = _checked(probabilities, right)
    good, bad = np.count_nonzero(right), np.count_nonzero(~right)
    if not good or not bad:
        return None
    # Mid-ranks give every pair of equal probabilities one half.
    ranks = mean_ranks(probabilities)
    return float((ranks[right].sum() - good * (good + 1) / 2) / (good * bad))


def auc_error(probabilities: Floats, right: Flags, units: Ints | None = None) -> float | None:
    """Return the standard error of the AUC, links of a unit drawn together.

    Args:
        probabilities: shape (links,), in [0, 1].
        right: shape (links,).
        units: shape (links,), as in `confidence`.

    Returns:
        None unless at least ``MIN_UNITS`` units hold right links, and as many hold wrong ones.

    Reference: Obuchowski 1997, "Nonparametric analysis of clustered ROC curve data", section 2.
    """
    probabilities, right = _checked(probabilities, right)
    if units is None:
        units = np.arange(len(right))
    _, unit = np.unique(units, return_inverse=True)
    kinds = right, ~right
    held = [np.bincount(unit[kind], minlength=unit.max(initial=-1) + 1) for kind in kinds]
    filled = [int(np.count_nonzero(each)) for each in held]
    if min(filled) < MIN_UNITS:
        return None
    # The share of links of the other kind that each one stands on the right side of.
    ranks = mean_ranks(probabilities)
    area = auc(probabilities, right) or 0.0
    rests = []
    for kind, other, count in zip(kinds, kinds[::-1], held, strict=True):
        beaten = (ranks[kind] - mean_ranks(probabilities[kind])) / np.count_nonzero(other)
        share = beaten if kind is right else 1 - beaten
        rests.append((np.bincount(unit[kind], share, len(count)) - count * area) / count.sum())
    own = sum(n / (n - 1) * float(each @ each) for n, each in zip(filled, rests, strict=True))
    both = len(held[0]) / (len(held[0]) - 1) * float(rests[0] @ rests[1])
    return math.sqrt(max(own + 2 * both, 0.0))


def auc_interval(area: float, error: float | None) -> tuple[float, float] | None:
    """Return the interval of an AUC, on the logit scale so that it stays within 0 and 1.

    None where the error is unknown, or nothing is known to vary as one kind beats the other whole.
    """
    if not error or not 0 < area < 1:
        return None
    centre = math.log(area / (1 - area))
    width = NormalDist().inv_cdf((1 + LEVEL) / 2) * error / (area * (1 - area))
    low, high = (1 / (1 + math.exp(-end)) for end in (centre - width, centre + width))
    return low, high


def brier(probabilities: Floats, right: Flags) -> float:
    """Return the mean squared difference between probability and outcome; 0 without links."""
    probabilities, right = _checked(probabilities, right)
    return float(np.mean((probabilities - right) ** 2)) if len(right) else 0.0


def reliability(
    probabilities: Floats, right: Flags, *, bins: str = "width", count: int = BINS
) -> tuple[ReliabilityBin, ...]:
    """Group links by probability and compare confidence with accuracy in each group.

    Args:
        probabilities: shape (links,), in [0, 1].
        right: shape (links,).
        bins: ``width`` for equal intervals of probability, ``mass`` for equal numbers of links.
        count: number of bins; empty ones are left out.

    Raises:
        ConfigError: ``bins`` is neither.
    """
    probabilities, right = _checked(probabilities, right)
    if bins == "width":
        # The interval is closed above, (0.9, 1], with 0 in the first bin.
        which = np.clip(np.ceil(probabilities * count).astype(np.int64) - 1, 0, count - 1)
    elif bins == "mass":
        # Equal probabilities share a bin, so that the order of the links does not matter.
        first = np.searchsorted(np.sort(probabilities), probabilities)
        which = first * count // max(len(probabilities), 1)
    else:
        raise ConfigError(f"unknown bins {bins!r}; available: mass, width")
    table = []
    for index in np.unique(which):
        here = which == index
        inside = probabilities[here]
        low, high = (
            (index / count, (index + 1) / count)
            if bins == "width"
            else (inside.min(), inside.max())
        )
        table.append(
            ReliabilityBin(
                low=float(low),
                high=float(high),
                count=int(np.count_nonzero(here)),
                confidence=float(inside.mean()),
                accuracy=float(right[here].mean()),
            )
        )
    return tuple(table)


def calibration_error(probabilities: Floats, right: Flags, *, bins: str = "width") -> float:
    """Return the mean gap between confidence and accuracy, weighted by the links of each bin."""
    table = reliability(probabilities, right, bins=bins)
    total = sum(row.count for row in table)
    gaps = sum(row.count * abs(row.confidence - row.accuracy) for row in table)
    return gaps / total if total else 0.0


def share_of_errors(probabilities: Floats, right: Flags, share: float) -> float:
    """Return the share of all errors among the least certain ``share`` of the links.

    The number of links looked at is rounded up. Where links of equal probability straddle the
    limit, the expected number of errors of a random choice among them counts. 0 without errors.
    """
    probabilities, right = _checked(probabilities, right)
    wrong = np.count_nonzero(~right)
    if not wrong:
        return 0.0
    looked_at = int(np.ceil(share * len(right) - 1e-9))
    if not looked_at:
        return 0.0
    limit = np.sort(probabilities)[looked_at - 1]
    below, level = probabilities < limit, probabilities == limit
    part = (looked_at - np.count_nonzero(below)) / np.count_nonzero(level)
    errors = np.count_nonzero(~right[below]) + part * np.count_nonzero(~right[level])
    return float(errors / wrong)


def risk_coverage(
    probabilities: Floats, right: Flags, *, coverages: Sequence[float] = COVERAGES
) -> RiskCoverage:
    """Return the error rate of the most certain links as a function of the share kept.

    The number of links kept is rounded up. Of links of equal probability every order is as good, so
    their mean error counts for each. 0 without links.

    Args:
        probabilities: shape (links,), in [0, 1].
        right: shape (links,).
        coverages: shares of links kept to report the error rate of.
    """
    probabilities, right = _checked(probabilities, right)
    _, level, count = np.unique(-probabilities, return_inverse=True, return_counts=True)
    wrong = np.repeat(np.bincount(level, ~right, len(count)) / count, count)
    risk = np.cumsum(wrong) / np.arange(1, len(right) + 1)

    def at(coverage: float) -> float:
        kept = int(np.ceil(coverage * len(right) - 1e-9))
        return float(risk[kept - 1]) if kept else 0.0

    shares = [step / _POINTS for step in range(1, _POINTS + 1)]
    return RiskCoverage(
        area=float(risk.mean()) if len(risk) else 0.0,
        errors={coverage: at(coverage) for coverage in coverages},
        curve=tuple((share, at(share)) for share in shares),
    )


def _checked(probabilities: Floats, right: Flags) -> tuple[Floats, Flags]:
    """Return both as arrays of one length."""
    probabilities = np.asarray(probabilities, dtype=np.float64)
    right = np.asarray(right, dtype=np.bool_)
    if probabilities.shape != right.shape or probabilities.ndim != 1:
        raise InputError(f"{probabilities.size} probabilities but {right.size} outcomes")
    if not np.all((probabilities >= 0) & (probabilities <= 1)):
        raise InputError("a probability is outside 0 to 1")
    return probabilities, right


# Word links: their probabilities against gold, and against people's labels.
#
# Reference: Xu and Yvon 2016, section 3.2 (links labelled sure, contextual, partial or wrong).

LABELS = ("sure", "contextual", "partial", "wrong")

# What a word without any link counts as: as if its best link had one chance in a thousand.
FLOOR = 0.001
COVERED = 0.5


@dataclass(frozen=True, slots=True)
class LabelRow:
    """The links of one label.

    Attributes:
        label: one of ``LABELS``.
        links: number of them.
        mean: mean probability; None without links.
        auc: probability that such a link is less probable than a sure one, ties counting half;
            None for sure links and unless there are links of both kinds.
        error: its standard error, links of a sentence pair drawn together; None also where too few
            pairs have such links.
        interval: of the AUC, 95 %; None in the same cases.
    """

    label: str
    links: int
    mean: float | None
    auc: float | None
    error: float | None
    interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class LabelledConfidence:
    """Probabilities against labels.

    Attributes:
        links: links with a label.
        missing: those that the prediction does not have; their probability is 0.
        labels: one row a label.
        possible: quality of the probabilities when all links but wrong ones are right.
        sure: the same when only sure links are right.
    """

    links: int
    missing: int
    labels: tuple[LabelRow, ...]
    possible: Confidence
    sure: Confidence


@dataclass(frozen=True, slots=True, eq=False)
class PairConfidence:
    """What the links of each sentence pair say about the pair, both sides together.

    Attributes:
        mean_log: mean logarithm of the probability of the best link of each word, shape (pairs,);
            0 at best and for pairs without words.
        uncovered: share of the words without a link above one half, shape (pairs,).
    """

    mean_log: Floats
    uncovered: Floats


def against_gold(predicted: WordLinks, gold: WordLinks) -> dict[str, Confidence]:
    """Judge the probability of every predicted link, once as right if possible, once if sure.

    Returns:
        ``possible`` and ``sure``.

    Raises:
        InputError: the numbers of pairs differ, or the links have no probabilities.
    """
    scores = _scores(predicted)
    found = find_sorted(*number_links([predicted, gold]))
    possible = found >= 0
    sure = possible.copy()
    if gold.possible is not None:
        sure[possible] = ~gold.possible[found[possible]]
    pairs = owners(predicted.offsets)
    return {
        name: confidence(scores, right, pairs)
        for name, right in (("possible", possible), ("sure", sure))
    }


def unanimous_links(annotators: Sequence[Iterable[LabelledLink]]) -> tuple[LabelledLink, ...]:
    """Return the links of one word with one word whose labels are all the same known one.

    A link that some annotators left out counts by the others.
    """
    votes: dict[tuple[int, tuple[int, ...], tuple[int, ...]], set[str]] = {}
    for each in chain.from_iterable(annotators):
        if len(each.source) == len(each.target) == 1:
            votes.setdefault((each.pair, each.source, each.target), set()).add(each.label)
    return tuple(
        LabelledLink(*link, label)
        for link, labels in votes.items()
        for label in labels
        if len(labels) == 1 and label in LABELS
    )


def against_labels(
    predicted: WordLinks, labelled: Iterable[LabelledLink], *, base: int = 1
) -> LabelledConfidence:
    """Judge probabilities against labels; a link that is not predicted has probability 0.

    Args:
        predicted: links with probabilities, thin ones included: labels stand on doubtful links.
        labelled: links of one word with one word, each with one of ``LABELS``.
        base: number that the labels give to the first sentence pair.

    Raises:
        InputError: the prediction has no probabilities, or lacks a labelled pair.
    """
    scores = _scores(predicted)
    links = sorted(labelled, key=lambda each: (each.pair, each.source, each.target))
    pairs = np.array([each.pair - base for each in links], dtype=np.int64)
    beyond = np.flatnonzero((pairs < 0) | (pairs >= predicted.pairs))
    if len(beyond):
        raise InputError(
            f"pair {links[beyond[0]].pair} has labels, but the {predicted.pairs} pairs predicted "
            f"are numbered from {base}",
            cure="predict the links of the very text that the labels were made for",
        )
    offsets = np.searchsorted(pairs, np.arange(predicted.pairs + 1)).astype(np.int64)
    source = np.array([each.source[0] for each in links], dtype=np.int32)
    target = np.array([each.target[0] for each in links], dtype=np.int32)
    found, known = number_links([WordLinks(offsets, source, target), predicted])
    places = find_sorted(found, known)
    probabilities = np.zeros(len(links))
    probabilities[places >= 0] = scores[places[places >= 0]]
    labels = np.array([LABELS.index(each.label) for each in links], dtype=np.int64)
    sure = labels == 0
    return LabelledConfidence(
        links=len(links),
        missing=int(np.count_nonzero(places < 0)),
        labels=tuple(_row(probabilities, labels, pairs, number) for number in range(len(LABELS))),
        possible=confidence(probabilities, labels < LABELS.index("wrong"), pairs),
        sure=confidence(probabilities, sure, pairs),
    )


def mean_auc(rows: Iterable[LabelRow]) -> tuple[float | None, tuple[float, float] | None]:
    """Return the mean AUC of several texts and its interval; None what is not known."""
    known = [(each.auc, each.error) for each in rows if each.auc is not None]
    if not known:
        return None, None
    mean = sum(area for area, _ in known) / len(known)
    errors = [error for _, error in known if error is not None]
    whole = math.hypot(*errors) / len(known) if len(errors) == len(known) else None
    return mean, auc_interval(mean, whole)


def pair_confidence(predicted: WordLinks, source: Ints, target: Ints) -> PairConfidence:
    """Return how well the words of each sentence pair are covered by probable links.

    Args:
        predicted: links with probabilities.
        source: number of words of each source sentence, shape (pairs,).
        target: the same of the target sentences.

    Raises:
        InputError: the links have no probabilities, or leave their pair.
    """
    scores = _scores(predicted)
    check_range(predicted, source, target, of="the prediction")
    pair = owners(predicted.offsets)
    logs, uncovered = np.zeros(predicted.pairs), np.zeros(predicted.pairs)
    for lengths, positions in ((source, predicted.source), (target, predicted.target)):
        begins = offsets_of(lengths)
        best = np.zeros(int(begins[-1]))
        np.maximum.at(best, begins[pair] + positions, scores)
        of = owners(begins)
        logs += np.bincount(of, np.log(np.maximum(best, FLOOR)), predicted.pairs)
        uncovered += np.bincount(of, best <= COVERED, predicted.pairs)
    words = np.maximum(source + target, 1)
    return PairConfidence(logs / words, uncovered / words)


def _row(probabilities: Floats, labels: Ints, pairs: Ints, number: int) -> LabelRow:
    here = labels == number
    both = here | (labels == 0)
    judged = probabilities[both], labels[both] == 0
    area = auc(*judged) if number else None
    error = None if area is None else auc_error(*judged, pairs[both])
    return LabelRow(
        label=LABELS[number],
        links=int(np.count_nonzero(here)),
        mean=float(probabilities[here].mean()) if here.any() else None,
        auc=area,
        error=error,
        interval=None if area is None else auc_interval(area, error),
    )


def _scores(links: WordLinks) -> Floats:
    if links.scores is None:
        raise InputError(
            "the links have no probabilities", cure="write links as i-j:p, or judge another output"
        )
    return links.scores.astype(np.float64)
