"""Measure inferred dictionaries for their gate, and pin what was measured.

    python -m tests.gates.lexicons                  measure and compare with the pinned floors
    python -m tests.gates.lexicons --update         pin new floors; refuses to lower one
    python -m tests.gates.lexicons --update --allow-regression

A floor is what was measured less a small margin: precision, recall, F and coverage at .5 on
FreeDict's English-French, by the default method on the graph of Apertium, judged as
``python -m bench.lexicons.quality`` does.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tests.gates import pins

if TYPE_CHECKING:
    from diglot.lexicons.graph.graph import Graph

PINNED = Path(__file__).with_name("lexicons.json")
SETS: Mapping[str, tuple[str, str]] = {"en-fr": ("en", "fr")}
"""Languages by the name that is pinned; the scorer is learnt anew, which takes most of a minute."""


@cache
def _graph() -> Graph:
    from bench.lexicons.quality import GRAPHS, dictionaries
    from diglot.pipeline.steps.lexicons.dictionaries import load_graph

    return load_graph(dictionaries(GRAPHS[0])).graph


@cache
def _digest(name: str) -> str:
    from bench.data import data_folder
    from bench.lexicons.quality import GOLDS, GRAPHS, dictionaries

    gold = data_folder() / "lexicons" / "gold" / GOLDS[SETS[name]]
    hashed = hashlib.sha256()
    for path in (gold, *dictionaries(GRAPHS[0])):
        hashed.update(path.read_bytes())
    return hashed.hexdigest()


def measure(name: str) -> dict[str, float | str]:
    """The figures of one direction and the digest of its data."""
    from bench.lexicons.quality import judged
    from diglot.pipeline.steps.lexicons.inference import infer_on
    from diglot.pipeline.steps.lexicons.options import InferOptions

    source, target = SETS[name]
    found = infer_on(_graph(), source=source, target=target, options=InferOptions(paths=0))
    figures = {each: round(value, 4) for each, value in judged(_graph(), found).items()}
    return {"sha256": _digest(name), **figures}


if __name__ == "__main__":
    sys.exit(pins.run(__doc__, SETS, measure, PINNED))
