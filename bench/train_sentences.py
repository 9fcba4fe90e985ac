"""Train the weights of the sentence aligner again.

    python -m bench.train_sentences

Writes ``src/diglot/sentences/weights.json`` (trained on all sets) and ``bench/folds.json`` (for
every set the weights that never saw it, under any variant: what development figures are reported
with). Needs about ten minutes on two cores.

Every set is used as it is, as a roughened twin (see ``bench.data``), with its paragraphs and with
its machine translations where it has them.
"""

from __future__ import annotations

import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from typing import TYPE_CHECKING

from bench.data import SETS, Gold, load, plain, roughened
from bench.training import Lattice, lattices, train
from diglot.files.atomic import atomic_open
from diglot.sentences.evidence.features import VECTORS

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[1]
FOLDS = ROOT / "bench" / "folds.json"
SHIPPED = ROOT / "src" / "diglot" / "sentences" / "weights.json"


def translated(document: Gold, *, source: bool = True, target: bool = True) -> Gold:
    """The document with the translations of these sides only."""
    return replace(
        document,
        source_translation=document.source_translation if source else None,
        target_translation=document.target_translation if target else None,
    )


def plain_paragraphs(document: Gold) -> Gold:
    """The document without paragraphs."""
    return replace(document, source_paragraphs=None, target_paragraphs=None)


VARIANTS: dict[str, Callable[[Gold], Gold]] = {
    "plain": plain,
    "rough": lambda document: roughened(document, 1),
    "paragraphs": lambda document: translated(document, source=False, target=False),
    "source translated": lambda document: translated(plain_paragraphs(document), target=False),
    "target translated": lambda document: translated(plain_paragraphs(document), source=False),
    "both translated": plain_paragraphs,
}
"""What a set is trained as. Torn twins are left out: they teach to give up too soon (mean strict F1
.919 with them at a small weight, .917 at full weight, .922 without)."""


def variants(name: str) -> list[list[Lattice]]:
    """Lattices of all distinct variants of a set."""
    documents = load(name)
    seen: list[list[Gold]] = []
    for change in VARIANTS.values():
        changed = [change(document) for document in documents]
        if changed not in seen:
            seen.append(changed)
    return [lattices(changed) for changed in seen]


def main() -> None:
    """Train one fold a set and the shipped weights."""
    from diglot.sentences.evidence.features import FEATURES

    with ProcessPoolExecutor(2) as pool:
        data = dict(zip(SETS, pool.map(variants, SETS), strict=True))
        print({name: len(of_set) for name, of_set in data.items()}, file=sys.stderr)
    folds = {}
    for left_out in (*SETS, None):
        weights = train(
            lattice for name, of_set in data.items() if name != left_out for lattice in of_set
        )
        folds[left_out] = {
            feature: float(f"{weight:.4g}")
            for feature, weight in zip(FEATURES, weights, strict=True)
        }
        folds[left_out]["vectors: llr"] = VECTORS
        print(f"trained without {left_out}", file=sys.stderr)
    shipped = {"name": "crf-2026.11", "trained on": list(SETS), "weights": folds.pop(None)}
    for path, content in ((SHIPPED, shipped), (FOLDS, folds)):
        with atomic_open(path) as file:
            json.dump(content, file, indent=1, ensure_ascii=False)
            file.write("\n")


if __name__ == "__main__":
    main()
