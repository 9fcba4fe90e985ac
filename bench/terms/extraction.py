"""Quality of term extraction on ACTER: ``python -m bench.terms.extraction``.

No ranker is judged on a field that it learnt from: it learns from the two others, in all three
languages. ``--languages`` leaves the language out as well; ``--measures`` shows the measures that
learn nothing, and is quick.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from statistics import mean
from typing import TYPE_CHECKING

import numpy as np

from bench.tables import NOTHING, figure, table
from bench.terms.extraction_data import (
    FIELDS,
    LANGUAGES,
    Text,
    against_other_fields,
    every_text,
    text,
)
from diglot.evaluate.alignments.confidence import calibration_error
from diglot.terms.extraction.extract import candidate_scores
from diglot.terms.extraction.measures import MEASURES
from diglot.terms.extraction.termhood import TermRanker, best_cut, train_term_ranker

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray


SHOWN = ("frequency", "c-value", "weirdness", "specificity", "combined", "combined-least", "tf-idf")


BAGS = 3
"""Rankers that are averaged, as in the shipped one."""

FIGURES = {
    "best": "best F1",
    "cut": "F1 at the cut",
    "average": "AP",
    "first": "P@100",
    "error": "ECE",
}


COMPARING = ("weirdness", "specificity", "combined", "combined-least")
"""Measures that need a reference."""


@dataclass(frozen=True, slots=True)
class Quality:
    """How good a ranking of one text is.

    Attributes:
        best: F1 at the best cut, which only the gold knows.
        cut: F1 at the cut that the probabilities give; NaN for plain scores.
        average: average precision.
        first: precision of the first hundred.
        error: calibration error of the probabilities; NaN for plain scores.
    """

    best: float
    cut: float
    average: float
    first: float
    error: float


def quality(score: NDArray[np.float64], of: Text, *, probabilities: bool = False) -> Quality:
    """Judge a ranking of the candidates of a text; ties are broken by their order in the text."""
    order = np.argsort(-score, kind="stable")
    hits = np.cumsum(of.right[order])
    ranks = np.arange(1, len(order) + 1)
    f1 = 2 * hits / (ranks + of.gold)
    listed = int((score >= best_cut(score)).sum()) if probabilities else 0
    return Quality(
        best=float(f1.max()),
        cut=float(f1[listed - 1]) if listed else float("nan"),
        average=float((hits / ranks * of.right[order]).sum() / of.gold),
        first=float(hits[99] / 100),
        error=calibration_error(score, of.right) if probabilities else float("nan"),
    )


def of_measures() -> str:
    """Table of the measures that learn nothing, over candidates seen twice, and over all."""
    rows = []
    texts = every_text()
    for label, counted in (
        ("general language", [each.counted for each in texts]),
        ("the other fields", [against_other_fields(each) for each in texts]),
    ):
        for name in SHOWN if label == "general language" else COMPARING:
            for least in (2, 1):
                found = {}
                for each, here in zip(texts, counted, strict=True):
                    score = MEASURES[name](here)
                    rare = here.seen.frequency < least
                    figures = np.where(rare, score.min() - 1, score)
                    found[each.language, each.field] = quality(figures, each)
                against = label if name in COMPARING else NOTHING
                rows.append([name, against, str(least), *_means(found, "best", "average")])
    return table(["measure", "against", "seen", *_header("F1", "AP")[1:]], rows)


def held_out(*, languages: bool, bags: int) -> str:
    """Table of trained rankers on fields that they did not learn from.

    Args:
        languages: leave the language of the text out, too.
        bags: rankers that are averaged.
    """
    found = {}
    for field in FIELDS:
        for left_out in LANGUAGES if languages else (None,):
            chosen = [
                text(language, other)
                for other in FIELDS
                for language in LANGUAGES
                if other != field and language != left_out
            ]
            ranker = trained(chosen, bags, calibrated=left_out is None)
            for language in LANGUAGES if left_out is None else (left_out,):
                of = text(language, field)
                probability = candidate_scores(of.counted, ranker=ranker)
                found[language, field] = quality(probability, of, probabilities=True)
                print(language, field, found[language, field], flush=True)
    figures = [each for each in FIGURES if not languages or each not in ("cut", "error")]
    rows = [
        [
            field,
            *(figure(getattr(found[code, field], each)) for each in figures for code in LANGUAGES),
        ]
        for field in FIELDS
    ]
    rows.append(["mean", *_means(found, *figures)])
    return table(_header(*(FIGURES[each] for each in figures)), rows)


def trained(
    texts: Sequence[Text], bags: int, *, calibrated: bool = True, notes: str = ""
) -> TermRanker:
    """Return a ranker that learnt from texts; the fields stay apart inside, too."""
    return train_term_ranker(
        [each.counted for each in texts],
        [each.right for each in texts],
        fields=[FIELDS.index(each.field) for each in texts],
        bags=bags,
        calibrated=calibrated,
        notes=notes,
    )


def _header(*figures: str) -> list[str]:
    return ["", *(f"{each} {code}" for each in figures for code in LANGUAGES)]


def _means(found: Mapping[tuple[str, str], Quality], *figures: str) -> list[str]:
    return [
        figure(mean(getattr(found[code, field], each) for field in FIELDS))
        for each in figures
        for code in LANGUAGES
    ]


def main() -> None:
    """Print the tables that are asked for."""
    made = argparse.ArgumentParser(prog="python -m bench.terms.extraction", description=__doc__)
    made.add_argument("--measures", action="store_true", help="only what learns nothing")
    made.add_argument("--languages", action="store_true", help="leave the language out, too")
    made.add_argument("--bags", type=int, default=BAGS, help="rankers to average")
    asked = made.parse_args()
    tasks: list[Callable[[], str]] = []
    if not asked.languages:
        tasks.append(of_measures)
    if not asked.measures:
        tasks.append(lambda: held_out(languages=asked.languages, bags=asked.bags))
    for task in tasks:
        print(task(), end="\n\n")


if __name__ == "__main__":
    main()
