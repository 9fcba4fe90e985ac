"""Measure pairs of terms for their gate, and pin what was measured.

    python -m tests.gates.terms                  measure and compare with the pinned floors
    python -m tests.gates.terms --update         pin new floors; refuses to lower one
    python -m tests.gates.terms --update --allow-regression

A floor is what was measured less a small margin. On parallel text it is average precision, and the
ranker is trained on the other language, as ``python -m bench.terms.parallel`` does; on comparable
text it is the share of wind energy terms of several words whose translation comes first, by
formula (``python -m bench.terms.methods wind``).
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tests.gates import pins

if TYPE_CHECKING:
    from bench.terms.parallel_data import Task

PINNED = Path(__file__).with_name("terms.json")


@cache
def _parallel_task(language: str) -> Task:
    from bench.terms.parallel_data import task

    return task(language)


def _parallel(language: str, other: str) -> float:
    from bench.terms.parallel_data import judged
    from bench.terms.train_parallel import trained
    from diglot.terms.parallel.alignment import ParallelChoices, align_parallel

    task = _parallel_task(language)
    ranker = trained([_parallel_task(other)])
    choices = ParallelChoices(ranker=ranker, termhood=task.termhood)
    pairs = align_parallel(task.source, task.target, task.links, choices)
    return judged(pairs, task.gold)[1]


def _comparable() -> float:
    from bench.terms.wind import cases, found
    from diglot.terms.comparable import Resources, Side, align_lists

    case = next(each for each in cases("fr") if each.name == "terms of several words")
    resources = Resources(
        Side("en"), Side("fr", frequencies=case.frequencies), dictionary=case.dictionary
    )
    pairs = align_lists(
        case.source, case.target, resources=resources, method="formula", limit=10**6
    )
    return found(pairs, case)[0]


SETS: Mapping[str, tuple[Callable[[], float], str]] = {
    "parallel en-fr": (lambda: _parallel("fr", "es"), "consistency/tico19/txt/en-fr.fr"),
    "parallel en-es": (lambda: _parallel("es", "fr"), "consistency/tico19/txt/en-es-419.es-419"),
    "comparable wind en-fr": (_comparable, "terms/ttc/refs/wind-energy/we-en-fr.tsv"),
}
"""What is measured, and the file whose content it depends on, by the name that is pinned."""


def measure(name: str) -> dict[str, float | str]:
    """The figure of one set and the digest of its data."""
    from bench.data import data_folder

    run, file = SETS[name]
    digest = hashlib.sha256((data_folder() / file).read_bytes()).hexdigest()
    return {"sha256": digest, "score": round(run(), 4)}


if __name__ == "__main__":
    sys.exit(pins.run(__doc__, SETS, measure, PINNED))
