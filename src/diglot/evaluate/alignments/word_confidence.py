"""How far the probabilities of word links can be trusted: against gold, against people's labels.

Reference: Xu and Yvon 2016, Novel annotation schemes for sentential and sub-sentential alignments
    of bi-texts, LREC, section 3.2 (links labelled sure, contextual, partial or wrong).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import InputError
from diglot.evaluate.alignments.cells import check_range, found_in, numbered, owners
from diglot.evaluate.alignments.confidence import Confidence, auc, confidence
from diglot.model import LabelledLink, WordLinks

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

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
    """

    label: str
    links: int
    mean: float | None
    auc: float | None


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

    mean_log: NDArray[np.float64]
    uncovered: NDArray[np.float64]


def against_gold(predicted: WordLinks, gold: WordLinks) -> dict[str, Confidence]:
    """Judge the probability of every predicted link, once as right if possible, once if sure.

    Args:
        predicted: links with probabilities.
        gold: gold links of the same pairs.

    Returns:
        ``possible`` and ``sure``.

    Raises:
        InputError: the numbers of pairs differ, or the links have no probabilities.
    """
    scores = _scores(predicted)
    found = found_in(*numbered([predicted, gold]))
    possible = found >= 0
    sure = possible.copy()
    if gold.possible is not None:
        sure[possible] = ~gold.possible[found[possible]]
    return {"possible": confidence(scores, possible), "sure": confidence(scores, sure)}


def unanimous(annotators: Sequence[Iterable[LabelledLink]]) -> tuple[LabelledLink, ...]:
    """Return the links of one word with one word whose labels are all the same known one.

    A link that some annotators left out counts by the others.

    Args:
        annotators: the labelled links of each annotator.
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
    found, known = numbered([WordLinks(offsets, source, target), predicted])
    places = found_in(found, known)
    probabilities = np.zeros(len(links))
    probabilities[places >= 0] = scores[places[places >= 0]]
    labels = np.array([LABELS.index(each.label) for each in links], dtype=np.int64)
    sure = labels == 0
    return LabelledConfidence(
        links=len(links),
        missing=int(np.count_nonzero(places < 0)),
        labels=tuple(_row(probabilities, labels, number) for number in range(len(LABELS))),
        possible=confidence(probabilities, labels < LABELS.index("wrong")),
        sure=confidence(probabilities, sure),
    )


def pair_confidence(
    predicted: WordLinks, source: NDArray[np.int64], target: NDArray[np.int64]
) -> PairConfidence:
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
        begins = np.append(0, np.cumsum(lengths))
        best = np.zeros(int(begins[-1]))
        np.maximum.at(best, begins[pair] + positions, scores)
        of = owners(begins)
        logs += np.bincount(of, np.log(np.maximum(best, FLOOR)), predicted.pairs)
        uncovered += np.bincount(of, best <= COVERED, predicted.pairs)
    words = np.maximum(source + target, 1)
    return PairConfidence(logs / words, uncovered / words)


def _row(probabilities: NDArray[np.float64], labels: NDArray[np.int64], number: int) -> LabelRow:
    here = labels == number
    both = here | (labels == 0)
    return LabelRow(
        label=LABELS[number],
        links=int(np.count_nonzero(here)),
        mean=float(probabilities[here].mean()) if here.any() else None,
        auc=auc(probabilities[both], labels[both] == 0) if number else None,
    )


def _scores(links: WordLinks) -> NDArray[np.float64]:
    if links.scores is None:
        raise InputError(
            "the links have no probabilities", cure="write links as i-j:p, or judge another output"
        )
    return links.scores.astype(np.float64)
