"""Both-word precision and recall: a dictionary's edges against those of a reference graph.

An edge that the reference lacks is wrong only if the reference knows both its words; one that the
prediction lacks is missed only if the graph it was inferred from knows both. A word with another
part of speech is another word.

Reference:
    Goel, Gracia and Forcada 2022, "Bilingual dictionary generation and enrichment via graph
    exploration", Semantic Web Journal; classes of edges as in their program `Compare`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

import diglot
from diglot.evaluate.lexicons.lexicon_gold import among, place_in
from diglot.evaluate.lexicons.lexicon_judgement import distinct_rows
from diglot.evaluate.lexicons.pairs import SLACK
from diglot.evaluate.statistics.aggregate import divide, score
from diglot.model import Signature

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.evaluate.lexicons.lexicon_gold import Gold
    from diglot.evaluate.lexicons.pairs import Nodes, Rows
    from diglot.model import Score

COLUMNS = ("direction", "word", "right", "kept", "found", "reachable")
CLASSES = ("neither word", "source word", "target word", "both words")


@dataclass(frozen=True, slots=True, eq=False)
class EdgeScore:
    """How the edges of an inferred dictionary fared.

    Attributes:
        score: ``precision`` (BWP), ``recall`` (BWR) and ``f1``; counts by source word.
        right: edges that the reference has.
        extra: edges that it lacks, by which of their words it knows, for ``CLASSES``.
        missed: edges of the reference that the prediction lacks, by which of their words the
            input graph knows; all are known where no lexicons are given.
        pos: whether parts of speech are part of the words; they are where both sides have them.
    """

    score: Score
    right: int
    extra: tuple[int, int, int, int]
    missed: tuple[int, int, int, int]
    pos: bool


def score_edges(predicted: Rows, gold: Gold, threshold: float) -> EdgeScore:
    """Compare the edges of a prediction with those of a reference.

    Args:
        predicted: its rows, with words as nodes.
        gold: the reference, before it was restricted, and the words of the input graph.
        threshold: rows with a smaller score do not count.
    """
    above = predicted.subset(predicted.score >= threshold - SLACK)
    pos = gold.pos or (gold.edges.has_parts and predicted.has_parts)
    reference = gold.edges if pos else gold.whole
    edges = distinct_rows(above.with_parts() if pos else above, duplicates="max")
    entries, entry = np.unique(reference.source, return_inverse=True)
    targets, target = np.unique(reference.target, return_inverse=True)
    source_at, target_at = place_in(edges.source, entries), place_in(edges.target, targets)
    known = (source_at >= 0) + 2 * (target_at >= 0)
    judged = known == len(CLASSES) - 1
    codes = entry * len(targets) + target
    of_edges = np.where(judged, source_at * len(targets) + target_at, -1)
    ordered = np.argsort(codes)
    place = place_in(of_edges, codes[ordered])
    right = place >= 0
    found = np.zeros(len(codes), np.bool_)
    found[ordered[place[right]]] = True
    reachable = _in_lexicon(reference.source, gold.source_lexicon, pos=pos) + 2 * _in_lexicon(
        reference.target, gold.target_lexicon, pos=pos
    )
    # Words in the order of gold, not of their numbers, so that resampling is the same every time.
    order = np.argsort(np.unique(entry, return_index=True)[1])
    counts = [
        _by_entry(each, len(entries))[order]
        for each in (
            source_at[right],
            source_at[judged],
            entry[found],
            entry[found | (reachable == len(CLASSES) - 1)],
        )
    ]
    labels = np.zeros(len(entries)), np.arange(len(entries))
    options = (
        ("pos", "match" if pos else "ignore"),
        ("case", gold.rules.case),
        ("restricted", gold.restricted),
        ("reference", str(len(reference))),
    )
    return EdgeScore(
        score=score(
            "edges",
            np.column_stack([*labels, *counts]),
            COLUMNS,
            given=(),
            aggregate=figures,
            signature=Signature("lexicon-edges", diglot.__version__, options),
        ),
        right=int(np.count_nonzero(right)),
        extra=_classes(known[~right]),
        missed=_classes(reachable[~found]),
        pos=pos,
    )


def figures(counts: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
    """Compute both-word precision and recall of summed counts, shape (..., 4)."""
    right, kept, found, reachable = np.moveaxis(np.asarray(counts), -1, 0)
    precision, recall = divide(right, kept), divide(found, reachable)
    return {
        "precision": precision,
        "recall": recall,
        "f1": divide(2 * precision * recall, precision + recall),
    }


def _in_lexicon(nodes: Nodes, lexicon: Nodes | None, *, pos: bool) -> NDArray[np.bool_]:
    if lexicon is None:
        return np.ones(len(nodes), np.bool_)
    return among(nodes, lexicon, pos=pos)


def _by_entry(entries: Nodes, count: int) -> NDArray[np.int64]:
    return np.bincount(entries, minlength=count)


def _classes(values: NDArray[np.int64]) -> tuple[int, int, int, int]:
    none, source, target, both = np.bincount(values, minlength=len(CLASSES)).tolist()
    return none, source, target, both
