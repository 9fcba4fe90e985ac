"""Train the weights for pairs whose sentences have vectors: ``python -m bench.train_vectors``.

Writes ``src/diglot/sentences/weights-vectors.json`` (trained on all sets whose languages the
encoder knows) and ``bench/folds-vectors.json`` (for every set the weights that never saw it). They
start from those without vectors (``bench.train_sentences``, to be run before), which say what the
other features are worth, and stay near them. Needs two minutes.

Every set is used as it is, as a roughened twin, with its pack, and with what else it has.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from typing import TYPE_CHECKING

from bench.data import Gold, load, plain
from bench.quality import fold
from bench.train_sentences import FOLDS, SHIPPED, WITH_PACKS, WITHOUT
from bench.training import Lattice, lattices, train
from diglot.files.atomic import atomic_open
from diglot.learning.encoders import USEM3, load_encoder
from diglot.learning.encoders.vectors import encode_texts
from diglot.packs.finding import find_pack
from diglot.sentences.evidence.features import BREAKS, FEATURES, shipped_weights

if TYPE_CHECKING:
    from collections.abc import Sequence

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
FOLDS_VECTORS = FOLDS.with_name("folds-vectors.json")
SHIPPED_VECTORS = SHIPPED.with_name("weights-vectors.json")


def encoded(document: Gold) -> Gold:
    """The document with vectors of its sentences."""
    encoder = load_encoder(USEM3)
    vectors = encode_texts(document.source, encoder), encode_texts(document.target, encoder)
    return replace(document, vectors=vectors)


def variants(name: str) -> list[list[Lattice]]:
    """Lattices of all distinct variants of a set, and of the plain one with its pack."""
    documents = load(name)
    seen: list[Sequence[Gold]] = []
    for change in (plain, WITH_PACKS[1][1], *(change for _, change in WITHOUT)):
        changed = [change(document) for document in documents]
        if changed not in seen:
            seen.append(changed)
    made = [lattices([encoded(document) for document in changed]) for changed in seen]
    pack = find_pack(*COVERED[name])
    entries = pack.entries() if pack else []
    return [*made, lattices([encoded(plain(document)) for document in documents], entries)]


def main() -> None:
    """Train one fold a set and the shipped weights."""
    data = {name: variants(name) for name in COVERED}
    print({name: len(of_set) for name, of_set in data.items()}, file=sys.stderr)
    folds = {}
    for left_out in (*COVERED, None):
        before = shipped_weights() if left_out is None else fold(left_out)
        weights = train(
            ((1.0, each) for name, of_set in data.items() if name != left_out for each in of_set),
            around=before.values,
            penalty=PENALTY,
        )
        folds[left_out] = {
            feature: float(f"{weight:.4g}")
            for feature, weight in zip(FEATURES, weights, strict=True)
        } | BREAKS
        print(f"trained without {left_out}", file=sys.stderr)
    shipped = {"trained on": list(COVERED), "weights": folds.pop(None)}
    for path, content in ((SHIPPED_VECTORS, shipped), (FOLDS_VECTORS, folds)):
        with atomic_open(path) as file:
            json.dump(content, file, indent=1, ensure_ascii=False)
            file.write("\n")


if __name__ == "__main__":
    main()
