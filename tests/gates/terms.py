"""Measure pairs of terms for their gate, and pin what was measured.

    python -m tests.gates.terms                  measure and compare with the pinned floors
    python -m tests.gates.terms --update         pin new floors; refuses to lower one
    python -m tests.gates.terms --update --allow-regression

A floor is what was measured less a small margin. On parallel text it is average precision, and the
ranker is trained on the other language, as ``python -m bench.parallel_terms`` does; on comparable
text it is the share of wind energy terms of several words whose translation comes first, by
formula (``python -m bench.terms_methods wind``).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bench.parallel_terms_data import Task

PINNED = Path(__file__).with_name("terms.json")
MARGIN = 0.005

Pins = Mapping[str, Mapping[str, float | str]]


@cache
def _parallel_task(language: str) -> Task:
    from bench.parallel_terms_data import task

    return task(language)


def _parallel(language: str, other: str) -> float:
    from bench.parallel_terms_data import judged
    from bench.train_parallel_terms import trained
    from diglot.terms.parallel import align

    task = _parallel_task(language)
    ranker = trained([_parallel_task(other)])
    pairs = align(task.source, task.target, task.links, ranker=ranker, termhood=task.termhood)
    return judged(pairs, task.gold)[1]


def _comparable() -> float:
    from bench.wind import cases, found
    from diglot.terms.comparable import Resources, Side, align

    case = next(each for each in cases("fr") if each.name == "terms of several words")
    resources = Resources(
        Side("en"), Side("fr", frequencies=case.frequencies), dictionary=case.dictionary
    )
    pairs = align(case.source, case.target, resources=resources, method="formula", limit=10**6)
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


def pinned(path: Path = PINNED) -> Pins:
    """Floors and digests by set, as pinned."""
    content: Pins = json.loads(path.read_text("utf-8"))["sets"]
    return content


def lowered(before: Pins, after: Pins) -> list[str]:
    """Floors that would fall, one line each; sets of other content have none to keep."""
    found = []
    for name, old in before.items():
        new = after.get(name)
        if new is None:
            found.append(f"{name}: not measured")
        elif new["sha256"] == old["sha256"] and float(new["score"]) < float(old["score"]):
            found.append(f"{name}: score {old['score']} -> {new['score']}")
    return found


def update(after: Pins, path: Path = PINNED, *, allow_regression: bool = False) -> list[str]:
    """Pin floors unless one would fall; the lines of those that would."""
    falls = lowered(pinned(path), after) if path.exists() else []
    if not falls or allow_regression:
        path.write_text(json.dumps({"margin": MARGIN, "sets": after}, indent=1) + "\n", "utf-8")
    return falls


def floor(measured: Mapping[str, float | str]) -> dict[str, float | str]:
    """What to pin for a set."""
    return {"sha256": measured["sha256"], "score": round(float(measured["score"]) - MARGIN, 4)}


def main() -> int:
    """Measure all sets, print a table, and pin the floors on request."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--update", action="store_true", help="pin what is measured now")
    parser.add_argument("--allow-regression", action="store_true", help="let floors fall")
    options = parser.parse_args()
    after = {}
    for name in SETS:
        found = measure(name)
        after[name] = floor(found)
        print(f"{name:24} {found['score']:.4f}")  # noqa: T201 a command
    if options.update:
        falls = update(after, allow_regression=options.allow_regression)
    else:
        falls = lowered(pinned(), after)
    print("\n".join(falls or ["no floor falls"]))  # noqa: T201 a command
    return 1 if falls and not options.allow_regression else 0


if __name__ == "__main__":
    sys.exit(main())
