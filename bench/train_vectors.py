"""Train the weights for pairs whose sentences have vectors: ``python -m bench.train_vectors``.

Writes ``src/diglot/sentences/weights-vectors.json`` (trained on all sets whose languages the
encoder knows) and ``bench/folds-vectors.json`` (for every set the weights that never saw it). They
start from those without vectors (``bench.train_sentences``, to be run before), which say what the
other features are worth, and stay near them. Those for sentences whose parts have no vectors give
the features of parts no weight. Needs ten minutes.

Every set is used as it is, as a roughened twin, with its pack, and with what else it has; and as
twins with one side cut, with the pack and without, in the last round and in the one for longer
links.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import replace

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from typing import TYPE_CHECKING, Any

from bench.data import Gold, plain
from bench.quality import fold
from bench.train_sentences import (
    FOLD_ITERATIONS,
    FOLDS,
    LINKS,
    MOST,
    SHIPPED,
    WITH_PACKS,
    WITHOUT,
)
from bench.training import Lattice, lattices, train, write_weights
from bench.twins import resplit, sample
from diglot.learning.encoders import USEM3, load_encoder
from diglot.learning.encoders.vectors import encode_texts
from diglot.packs.finding import find_pack
from diglot.sentences.evidence.features import (
    BREAKS,
    FEATURES,
    LONGER,
    add_vectors,
    shipped_weights,
)
from diglot.sentences.search.blocks import PARTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.sentences.evidence.features import Weights

COVERED = {
    "mac-dev-zh-en": ("zh", "en"),
    "textberg-dev-de-fr": ("de", "fr"),
    "transread-en-fr": ("en", "fr"),
    "alignar-law-ar-en": ("ar", "en"),
    "maligna-pl-en": ("pl", "en"),
}
"""Sets whose languages the encoder knows, and these."""
PENALTY = 1e-3
"""On the distance from the weights without vectors."""
CUT = 0.1
"""What the lattices of a cut twin count. With .25 strict F1 of law is .006 and that of novels .003
lower, with a pack."""
FOLDS_VECTORS = FOLDS.with_name("folds-vectors.json")
SHIPPED_VECTORS = SHIPPED.with_name("weights-vectors.json")


def add_fold(weights: Weights, name: str) -> Weights:
    """Add the weights for pairs with vectors that never saw a set."""
    return add_vectors(weights, json.loads(FOLDS_VECTORS.read_text("utf-8"))[name])


def encoded(document: Gold) -> Gold:
    """The document with vectors of its sentences."""
    encoder = load_encoder(USEM3)
    vectors = encode_texts(document.source, encoder), encode_texts(document.target, encoder)
    return replace(document, vectors=vectors)


def variants(name: str) -> list[tuple[float, list[Lattice]]]:
    """Lattices of all distinct variants of a set, each with what it counts."""
    documents = sample(name, MOST, LINKS)
    pack = find_pack(*COVERED[name])
    entries = pack.entries() if pack else []
    seen: list[Sequence[Gold]] = []
    for change in (plain, WITH_PACKS[1][1], *(change for _, change in WITHOUT)):
        changed = [change(document) for document in documents]
        if changed not in seen:
            seen.append(changed)
    made = [[encoded(document) for document in changed] for changed in seen]
    result = [(1.0, lattices(texts)) for texts in made]
    result.append((1.0, lattices(made[0], entries)))
    for source in (True, False):
        cut = [encoded(resplit(document, 1, source=source)) for document in documents]
        for longer in (True, False):
            result += [(CUT, lattices(cut, known, longer=longer)) for known in ((), entries)]
    return result


def main() -> None:
    """Train one fold a set and the shipped weights."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    data = {name: variants(name) for name in COVERED}
    print({name: len(of_set) for name, of_set in data.items()}, file=sys.stderr)
    kept = [FEATURES.index(name) for name in (*BREAKS, LONGER)]
    folds: dict[str | None, dict[str, Any]] = {}
    for left_out in (*COVERED, None):
        before = shipped_weights() if left_out is None else fold(left_out)
        folds[left_out] = {}
        for name, fixed in {"weights": [*kept, *PARTS], "with parts": kept}.items():
            weights = train(
                (each for name, of_set in data.items() if name != left_out for each in of_set),
                around=before.values,
                penalty=PENALTY,
                iterations=FOLD_ITERATIONS,
                fixed=fixed,
            )
            folds[left_out][name] = {
                feature: float(f"{weight:.4g}")
                for feature, weight in zip(FEATURES, weights, strict=True)
            }
        print(f"trained without {left_out}", file=sys.stderr)
    shipped = {"trained on": list(COVERED), **folds.pop(None)}
    for path, content in ((SHIPPED_VECTORS, shipped), (FOLDS_VECTORS, folds)):
        write_weights(path, content)


if __name__ == "__main__":
    main()
