"""Scores of term extraction: a ranked list of terms against a list of right ones.

Terms are compared as they are written (in lower case, as lists of terms usually are) and, where
their language is known, as groups of one lemma: a group is right if one of its forms is.

References:
    Rigouts Terryn et al. 2020, "TermEval 2020: shared task on automatic term extraction using the
    Annotated Corpora for Term Extraction Research (ACTER) dataset" (precision, recall, F1).
    McSherry and Najork 2008 (average precision over ties).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from diglot._version import __version__
from diglot.errors import RIGHT_FILE, InputError
from diglot.evaluate.rankings import average_precision as ap
from diglot.evaluate.rankings.pairs import PRECISION_RANKS, pair_metrics
from diglot.evaluate.rankings.ranked_pairs import count_words, fold_term, order_by_score
from diglot.model import Signature, Term


@dataclass(frozen=True, slots=True)
class BestCut:
    """Where the list would best end.

    Attributes:
        length: number of terms kept; whole groups of ties.
        threshold: score of the last of them; None without scores.
        precision: of the terms kept.
        recall: of the terms kept.
        f1: of the terms kept; the highest of any length.
    """

    length: int
    threshold: float | None
    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class LengthRow:
    """How terms of one length fared.

    Attributes:
        words: number of words; the last row holds all longer terms, too.
        gold: right terms.
        predicted: terms of the run.
        true: hits.
        precision: hits among the terms of the run.
        recall: hits among gold.
    """

    words: int
    gold: int
    predicted: int
    true: int
    precision: float
    recall: float


@dataclass(frozen=True, slots=True, eq=False)
class TermScore:
    """How a list of terms fared.

    Attributes:
        unit: ``form`` or ``lemma``.
        values: ``precision``, ``recall``, ``f1`` of the whole list, and average precision: ``ap``,
            ``ap_interpolated``, ``ap_expected``, ``ap_best``, ``ap_worst``.
        p_at: precision among the first 100, 500 and 1000.
        p_at_expected: the same at its mean over every order of the ties.
        best_cut: where the list would best end: an upper bound, since gold chooses it.
        lengths: figures by number of words.
        ranking: which terms are right.
        gold: number of right terms.
        predicted: number of terms in the list.
        duplicates: terms that were left out as repetitions of an earlier one.
        missed: right terms that are not in the list, in the order of gold.
        wrong: first wrong terms, best ranked first.
        signature: how it was computed.
    """

    unit: str
    values: Mapping[str, float]
    p_at: Mapping[int, float]
    p_at_expected: Mapping[int, float]
    best_cut: BestCut
    lengths: tuple[LengthRow, ...]
    ranking: ap.Ranking
    gold: int
    predicted: int
    duplicates: int
    missed: tuple[str, ...]
    wrong: tuple[str, ...]
    signature: Signature


LONGEST = 5
SHOWN = 20


def score(
    predicted: Sequence[Term],
    gold: Sequence[Term],
    *,
    key: Callable[[str], str] = fold_term,
    unit: str = "form",
    with_variants: bool = False,
    at: Sequence[int] = PRECISION_RANKS,
) -> TermScore:
    """Score a list of terms.

    Args:
        predicted: by their scores if they have any, else as they stand.
        gold: the right terms.
        key: what tells which terms are the same.
        unit: what the keys stand for: ``form`` or ``lemma``.
        with_variants: the variants of a term are terms of the list, too, tied with it.
        at: ranks to give the precision at.

    Raises:
        InputError: gold is empty, or some terms have scores and others have not.
    """
    right: dict[str, str] = {}
    for term in gold:
        right.setdefault(key(term.text), term.text)
    if not right:
        raise InputError("gold holds no term", cure=RIGHT_FILE)
    listed = _listed(predicted, with_variants)
    order, values = order_by_score([score for _, score in listed], "terms")
    seen: dict[str, int] = {}
    for index in order:
        seen.setdefault(key(listed[index][0]), index)
    hits = np.fromiter((each in right for each in seen), np.bool_, len(seen))
    places = list(seen.values())
    scores = None if values is None else values[places]
    ranking = ap.Ranking.of(hits, len(right), scores)
    shown = [listed[index][0] for index, hit in zip(places, hits.tolist(), strict=True) if not hit]
    return TermScore(
        unit=unit,
        values=pair_metrics(ranking),
        p_at={rank: int(hits[:rank].sum()) / rank for rank in at},
        p_at_expected={rank: ap.expected_hits(ranking, rank) / rank for rank in at},
        best_cut=best_cut(ranking, scores),
        lengths=_lengths(right.values(), [listed[index][0] for index in places], hits),
        ranking=ranking,
        gold=len(right),
        predicted=len(seen),
        duplicates=len(listed) - len(seen),
        missed=tuple(text for each, text in right.items() if each not in seen),
        wrong=tuple(shown[:SHOWN]),
        signature=Signature(
            "terms",
            __version__,
            (
                ("unit", unit),
                ("ties", "none" if values is None else "scores"),
                ("gold", str(len(right))),
            ),
        ),
    )


def best_cut(ranking: ap.Ranking, scores: np.ndarray | None = None) -> BestCut:
    """Return the length of the list with the highest F1; of several, the shortest.

    A list is cut between scores, since a threshold cannot cut between equal ones.
    """
    if not len(ranking.hits):
        return BestCut(0, None, 0.0, 0.0, 0.0)
    lengths = np.append(ranking.starts[1:], len(ranking.hits))
    true = np.cumsum(ranking.hits)[lengths - 1]
    f1 = 2 * true / (lengths + ranking.gold)
    place = int(np.argmax(f1))
    length, found = int(lengths[place]), int(true[place])
    return BestCut(
        length,
        None if scores is None else float(scores[length - 1]),
        found / length,
        found / ranking.gold,
        float(f1[place]),
    )


def _listed(predicted: Sequence[Term], with_variants: bool) -> list[tuple[str, float | None]]:
    listed = []
    for term in predicted:
        listed.append((term.text, term.score))
        if with_variants:
            listed += [(variant.text, term.score) for variant in term.variants]
    return listed


def _lengths(gold: Iterable[str], listed: Sequence[str], hits: np.ndarray) -> tuple[LengthRow, ...]:
    rows = []
    right = [min(count_words(term), LONGEST) for term in gold]
    found = np.array([min(count_words(term), LONGEST) for term in listed], dtype=np.int64)
    for words in range(1, LONGEST + 1):
        here = found == words
        true, predicted, asked = int(hits[here].sum()), int(here.sum()), right.count(words)
        if predicted or asked:
            rows.append(
                LengthRow(
                    words,
                    asked,
                    predicted,
                    true,
                    true / predicted if predicted else 0.0,
                    true / asked if asked else 0.0,
                )
            )
    return tuple(rows)
