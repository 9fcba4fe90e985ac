"""Train the weights of the sentence aligner again.

    python -m bench.train_sentences
    python -m bench.train_vectors
    python -m bench.train_longer

Writes ``src/diglot/sentences/weights.json`` (trained on all sets) and ``bench/folds.json`` (for
every set the weights that never saw it, under any variant: what development figures are reported
with). Needs about ten minutes.

Every set is used as it is, as harder twins (see ``bench.twins``), with its paragraphs and with its
machine translations where it has them; the texts alone and their twins once without a language pack
and once with the one of their languages, so that the same weights serve both.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


from bench.data import LANGUAGES, SETS, Gold, plain
from bench.training import ITERATIONS, Lattice, lattices, train, write_weights
from bench.twins import joined, resplit, roughened, sample
from diglot.packs.finding import find_pack
from diglot.sentences.evidence.features import BREAKS, FEATURES, LONGER, VECTORS

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


Change = Callable[[Gold], Gold]
WITH_PACKS: tuple[tuple[float, Change], ...] = (
    (1.0, plain),
    (0.5, lambda document: roughened(document, 1)),
    (0.25, lambda document: resplit(document, 1)),
    (0.1, lambda document: joined(document, 1)),
)
WITHOUT: tuple[tuple[float, Change], ...] = (
    (0.5, lambda document: translated(document, source=False, target=False)),
    (0.5, lambda document: translated(plain_paragraphs(document), target=False)),
    (0.5, lambda document: translated(plain_paragraphs(document), source=False)),
    (0.5, plain_paragraphs),
)
"""What a set is trained as, and what it counts; with and without packs, or without only. Twins that
count as much as the texts teach too few nulls (shipped weights on textberg .878 against .895), and
torn twins to give up too soon (mean strict F1 .917 with them, .922 without)."""
FOLD_ITERATIONS = 50
MOST, LINKS = 1_500, 750
"""Links of a set, about, and of a document at most."""


def variants(name: str) -> list[tuple[float, list[Lattice]]]:
    """Lattices of all distinct variants of a set, each with what it counts."""
    documents = sample(name, MOST, LINKS)
    pack = find_pack(*LANGUAGES[name])
    seen: list[list[Gold]] = []
    result = []
    for factor, change in (*WITH_PACKS, *WITHOUT):
        changed = [change(document) for document in documents]
        if changed in seen:
            continue
        seen.append(changed)
        result.append((factor, lattices(changed)))
        if pack and (factor, change) in WITH_PACKS:
            result.append((factor, lattices(changed, pack.entries())))
    return result


def main() -> None:
    """Train one fold a set and the shipped weights."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    with ProcessPoolExecutor(2) as pool:
        data = dict(zip(SETS, pool.map(variants, SETS), strict=True))
        print({name: len(of_set) for name, of_set in data.items()}, file=sys.stderr)
    folds = {}
    for left_out in (*SETS, None):
        weights = train(
            (each for name, of_set in data.items() if name != left_out for each in of_set),
            iterations=FOLD_ITERATIONS if left_out else ITERATIONS,
            fixed=[FEATURES.index(LONGER)],
        )
        folds[left_out] = {
            feature: float(f"{weight:.4g}")
            for feature, weight in zip(FEATURES, weights, strict=True)
        }
        folds[left_out] |= {"vectors: llr": VECTORS, **BREAKS}
        print(f"trained without {left_out}", file=sys.stderr)
    shipped = {"name": "crf-2026.12", "trained on": list(SETS), "weights": folds.pop(None)}
    for path, content in ((SHIPPED, shipped), (FOLDS, folds)):
        write_weights(path, content)


if __name__ == "__main__":
    main()
