"""Train what long links on both sides cost: ``python -m bench.train_longer``.

Adds one weight to ``weights-vectors.json`` and its folds, when ``bench.train_vectors`` has made the
others, which stay: what each further sentence on the shorter side of a longer link costs. Without
it one link of two sentences with eight is preferred to two of one with four. The texts hold too few
such links to tell; their twins with one side cut hold many, whether all sentences are cut or only
those that no finer links are right for. Trained on the twins together with this one, the other
weights lose where merges are few. Pairs without vectors have no such weight: there it brings .010
to .014 where all cuts are sure, with a pack, and loses .006 in twins cut anywhere on the source
side. Needs five minutes.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from itertools import product

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from typing import TYPE_CHECKING

from bench.data import plain
from bench.train_sentences import LINKS, MOST
from bench.train_vectors import COVERED, FOLDS_VECTORS, SHIPPED_VECTORS, encoded
from bench.training import Lattice, lattices, train, write_weights
from bench.twins import resplit, sample
from diglot.packs.finding import find_pack
from diglot.sentences.evidence.features import FEATURES, LONGER, weights_from_names

if TYPE_CHECKING:
    from collections.abc import Iterable

PENALTY, ITERATIONS = 1e-4, 30
SEED = 1


def variants(name: str) -> list[tuple[float, list[Lattice]]]:
    """Lattices of a set and of its cut twins, with its pack and without."""
    documents = [plain(document) for document in sample(name, MOST, LINKS)]
    pack = find_pack(*COVERED[name])
    kinds = product((True, False), (True, False))
    cut = [
        [resplit(document, SEED, source=source, sure=sure) for document in documents]
        for source, sure in kinds
    ]
    result = []
    for number, texts in enumerate([documents, *cut]):
        made = [encoded(each) for each in texts]
        lexicons = ((), pack.entries()) if pack else ((),)
        result += [(1.0, lattices(made, known, longer=number > 0)) for known in lexicons]
    return result


def fit(weights: dict[str, float], sets: Iterable[tuple[float, list[Lattice]]]) -> dict[str, float]:
    """Return the weights with a new one for longer links."""
    place = FEATURES.index(LONGER)
    values = train(
        sets,
        around=weights_from_names(weights, "before").values,
        penalty=PENALTY,
        iterations=ITERATIONS,
        fixed=[other for other in range(len(FEATURES)) if other != place],
    )
    new = {LONGER: float(f"{values[place]:.4g}")}
    return {name: (weights | new).get(name, 0.0) for name in FEATURES}


def main() -> None:
    """Add the weight to all weights."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    data = {name: variants(name) for name in COVERED}
    shipped, folds = (
        json.loads(path.read_text("utf-8")) for path in (SHIPPED_VECTORS, FOLDS_VECTORS)
    )
    for left_out in (*COVERED, None):
        made = folds[left_out] if left_out else shipped
        for kind in ("weights", "with parts"):
            others = (each for name in COVERED if name != left_out for each in data[name])
            made[kind] = fit(made[kind], others)
        print(f"trained without {left_out}", file=sys.stderr)
    write_weights(SHIPPED_VECTORS, shipped)
    write_weights(FOLDS_VECTORS, folds)


if __name__ == "__main__":
    main()
