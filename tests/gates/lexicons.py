"""Measure inferred dictionaries for their gate, and pin what was measured.

    python -m tests.gates.lexicons                  measure and compare with the pinned floors
    python -m tests.gates.lexicons --update         pin new floors; refuses to lower one
    python -m tests.gates.lexicons --update --allow-regression

A floor is what was measured less a small margin: precision, recall, F and coverage at .5 on
FreeDict's English-French, by the default method on the graph of Apertium, judged as
``python -m bench.lexicons`` does.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from diglot.lexicons.graph import Graph

PINNED = Path(__file__).with_name("lexicons.json")
MARGIN = 0.005
SETS: Mapping[str, tuple[str, str]] = {"en-fr": ("en", "fr")}
"""Languages by the name that is pinned; the scorer is learnt anew, which takes most of a minute."""

Figures = Mapping[str, float | str]
Pins = Mapping[str, Figures]


@cache
def _graph() -> Graph:
    from bench.lexicons import GRAPHS, dictionaries
    from diglot.pipeline.dictionaries import load_graph

    return load_graph(dictionaries(GRAPHS[0])).graph


@cache
def _digest(name: str) -> str:
    from bench.data import data_folder
    from bench.lexicons import GOLDS, GRAPHS, dictionaries

    gold = data_folder() / "lexicons" / "gold" / GOLDS[SETS[name]]
    hashed = hashlib.sha256()
    for path in (gold, *dictionaries(GRAPHS[0])):
        hashed.update(path.read_bytes())
    return hashed.hexdigest()


def measure(name: str) -> dict[str, float | str]:
    """The figures of one direction and the digest of its data."""
    from bench.lexicons import judged
    from diglot.pipeline.inference import infer_on
    from diglot.pipeline.inference_options import InferOptions

    source, target = SETS[name]
    found = infer_on(_graph(), source=source, target=target, options=InferOptions(paths=0))
    figures = {each: round(value, 4) for each, value in judged(_graph(), found).items()}
    return {"sha256": _digest(name), **figures}


def pinned(path: Path = PINNED) -> Pins:
    """Floors and digests by direction, as pinned."""
    content: Pins = json.loads(path.read_text("utf-8"))["sets"]
    return content


def lowered(before: Pins, after: Pins) -> list[str]:
    """Floors that would fall, one line each; sets of other content have none to keep."""
    found = []
    for name, old in before.items():
        new = after.get(name)
        if new is None:
            found.append(f"{name}: not measured")
        elif new["sha256"] == old["sha256"]:
            found += [
                f"{name}: {figure} {value} -> {new[figure]}"
                for figure, value in old.items()
                if figure != "sha256" and float(new[figure]) < float(value)
            ]
    return found


def update(after: Pins, path: Path = PINNED, *, allow_regression: bool = False) -> list[str]:
    """Pin floors unless one would fall; the lines of those that would."""
    falls = lowered(pinned(path), after) if path.exists() else []
    if not falls or allow_regression:
        path.write_text(json.dumps({"margin": MARGIN, "sets": after}, indent=1) + "\n", "utf-8")
    return falls


def floor(measured: Figures) -> dict[str, float | str]:
    """What to pin for a direction."""
    return {
        name: value if name == "sha256" else round(float(value) - MARGIN, 4)
        for name, value in measured.items()
    }


def main() -> int:
    """Measure every direction, print a table, and pin the floors on request."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--update", action="store_true", help="pin what is measured now")
    parser.add_argument("--allow-regression", action="store_true", help="let floors fall")
    options = parser.parse_args()
    after = {}
    for name in SETS:
        found = measure(name)
        after[name] = floor(found)
        figures = "  ".join(f"{key} {value}" for key, value in found.items() if key != "sha256")
        print(f"{name:8} {figures}")  # noqa: T201 a command
    if options.update:
        falls = update(after, allow_regression=options.allow_regression)
    else:
        falls = lowered(pinned(), after)
    print("\n".join(falls or ["no floor falls"]))  # noqa: T201 a command
    return 1 if falls and not options.allow_regression else 0


if __name__ == "__main__":
    sys.exit(main())
