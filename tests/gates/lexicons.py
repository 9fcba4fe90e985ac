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
    from diglot.pipeline.steps.lexicons.inference import Inference

PINNED = Path(__file__).with_name("lexicons.json")
SETS: Mapping[str, tuple[str, str]] = {"en-fr": ("en", "fr")}
"""Languages by the name that is pinned; the scorer is learnt anew, which takes most of a minute."""


USUAL = 1 / 3
"""Occurrences in a million words from which on a word is usual."""


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


@cache
def inferred(name: str) -> Inference:
    """The dictionary of one direction."""
    from diglot.pipeline.steps.lexicons.inference import infer_on
    from diglot.pipeline.steps.lexicons.options import InferOptions

    source, target = SETS[name]
    return infer_on(_graph(), source=source, target=target, options=InferOptions(paths=0))


def measure(name: str) -> dict[str, float | str]:
    """The figures of one direction and the digest of its data."""
    from bench.lexicons.quality import judged

    figures = {each: round(value, 4) for each, value in judged(_graph(), inferred(name)).items()}
    return {"sha256": _digest(name), **figures}


def copies(name: str) -> tuple[int, list[str]]:
    """How many words in small letters are listed as their own translation, and the doubtful ones.

    A copy is doubtful where general text has the word in the source language, once in three
    million words or more, and never in the target language.
    """
    from diglot.text.frequencies import general_frequencies

    one, other = (general_frequencies(language) for language in SETS[name])
    assert one is not None
    assert other is not None
    found = inferred(name).lexicon.translations
    same = {each.source for each in found if each.source == each.target and each.source.islower()}
    usual = [word for word in same if one.per_million.get(word, 0.0) >= USUAL]
    return len(same), sorted(word for word in usual if word not in other.per_million)


if __name__ == "__main__":
    sys.exit(pins.run(__doc__, SETS, measure, PINNED))
