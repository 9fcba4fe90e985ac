"""Term alignment on parallel text: ``python -m bench.terms.parallel [--seeds N]``.

TICO-19 English-French and English-Spanish; pairs are judged on the source terms of the glossaries.
The ranker in the table is trained on the other language.
"""

from __future__ import annotations

import argparse
from time import process_time
from typing import TYPE_CHECKING

from bench.terms.parallel_data import LOCALES, judged, task
from bench.terms.train_parallel import trained
from diglot.terms.parallel.alignment import align_parallel

if TYPE_CHECKING:
    from bench.terms.parallel_data import Task
    from diglot.learning.trees import Ranker

ROWS = (
    ("cooccurrence", "dice"),
    ("cooccurrence", "llr"),
    ("linked", "count"),
    ("linked", "min-log"),
    ("spans", "formula"),
    ("spans", "ranker"),
)


def main() -> None:
    """Print recall, average precision and P@1 of every method and language."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=1, help="runs with other random numbers")
    arguments = parser.parse_args()
    for seed in range(arguments.seeds):
        tasks = {language: task(language, seed=seed) for language in LOCALES}
        for language, each in tasks.items():
            others = [other for code, other in tasks.items() if code != language]
            _report(language, each, trained(others), seed)


def _report(language: str, each: Task, ranker: Ranker, seed: int) -> None:
    sources = len({source for source, _ in each.gold})
    print(
        f"TICO-19 en-{language}, seed {seed}: {len(each.gold)} gold pairs of {sources} sources "
        f"({each.attested} attested)"
    )
    print("method        measure    recall  AP     P@1    CPU s")
    for method, measure in ROWS:
        begin = process_time()
        pairs = align_parallel(
            each.source,
            each.target,
            each.links,
            method=method,
            measure=measure,
            ranker=ranker,
            termhood=each.termhood,
        )
        spent = process_time() - begin
        recall, average, first = judged(pairs, each.gold)
        print(f"{method:13} {measure:9}  {recall:.3f}   {average:.3f}  {first:.3f}  {spent:.2f}")


if __name__ == "__main__":
    main()
