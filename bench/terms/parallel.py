"""Term alignment on parallel text: ``python -m bench.terms.parallel [--seeds N] [--office LANG]``.

TICO-19 English-French and English-Spanish; pairs are judged on the source terms of the glossaries.
The ranker in the table is trained on the other language. With ``--office`` the help of an office
suite is judged on the strings of its interface, by the ranker that ships.
"""

from __future__ import annotations

import argparse
from time import process_time
from typing import TYPE_CHECKING

from bench.terms.parallel_data import LOCALES, OFFICE, judged, office, task
from bench.terms.train_parallel import trained
from diglot.terms.parallel.alignment import ParallelChoices, align_parallel

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
    parser.add_argument("--office", nargs="+", choices=OFFICE, help="only the help in these")
    arguments = parser.parse_args()
    if arguments.office:
        for language in arguments.office:
            _report("office help", language, office(language), None, 0)
        return
    for seed in range(arguments.seeds):
        tasks = {language: task(language, seed=seed) for language in LOCALES}
        for language, each in tasks.items():
            others = [other for code, other in tasks.items() if code != language]
            _report("TICO-19", language, each, trained(others), seed)


def _report(name: str, language: str, each: Task, ranker: Ranker | None, seed: int) -> None:
    sources = len({source for source, _ in each.gold})
    print(
        f"{name} en-{language}, seed {seed}: {len(each.gold)} gold pairs of {sources} sources "
        f"({each.attested} attested)"
    )
    print("method        measure    recall  AP     P@1    CPU s")
    for method, measure in ROWS:
        begin = process_time()
        choices = ParallelChoices(measure, ranker, termhood=each.termhood)
        pairs = align_parallel(each.source, each.target, each.links, choices, method=method)
        spent = process_time() - begin
        recall, average, first = judged(pairs, each.gold)
        print(f"{method:13} {measure:9}  {recall:.3f}   {average:.3f}  {first:.3f}  {spent:.2f}")


if __name__ == "__main__":
    main()
