"""How well files without telling names are paired: ``python -m bench.pairing FOLDER``.

FOLDER holds packages of documentation of Debian, unpacked by ``dpkg-deb -x`` one beside the other:
installation-guide-amd64, debian-handbook, libreoffice-help-en-us and those of other languages.
Forty pages that exist in two languages, and ten of each that have no partner, get random names.
What is reported of a collection comes of weights that saw the other ones.
"""

from __future__ import annotations

import argparse
import os
import random
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from bench.tables import figure, table
from diglot.errors import InputError
from diglot.learning.encoders import find_encoder
from diglot.packs.finding import find_pack
from diglot.packs.vocabularies import words_by_packs
from diglot.pipeline import content_pairs
from diglot.pipeline.documents import segment_file
from diglot.pipeline.steps.sentences.options import AlignOptions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

PAIRED, ALONE = 40, 10
COLLECTIONS = {
    "guide": (
        "installation-guide-amd64/usr/share/doc/installation-guide-amd64",
        {"en": "en", "de": "de", "fr": "fr", "cs": "cs", "ja": "ja", "ru": "ru", "sv": "sv"},
    ),
    "handbook": (
        "debian-handbook/usr/share/doc/debian-handbook/html",
        {"en": "en-US", "de": "de-DE", "fr": "fr-FR", "es": "es-ES", "ja": "ja-JP"},
    ),
    "help": (
        "libreoffice-help-{}/usr/share/libreoffice/help",
        {"en": "en-US", "de": "de", "zh": "zh-CN"},
    ),
}


class Planted(NamedTuple):
    """Files of two languages, the first `PAIRED` of each being translations.

    Attributes:
        words, vectors: features, see `content_pairs.find_features`.
        right: bool (sources, targets).
    """

    words: Floats
    vectors: Floats | None
    right: NDArray[np.bool_]


def plant(folder: Path, collection: str, other: str, *, packs: bool, seed: int = 0) -> Planted:
    """Choose pages of a collection in English and another language."""
    path, names = COLLECTIONS[collection]
    roots = [folder / path.format(names[code].lower()) / names[code] for code in ("en", other)]
    found = [{page.relative_to(root): page for page in root.rglob("*.html")} for root in roots]
    common = sorted(found[0].keys() & found[1].keys())
    rng = random.Random(f"{collection} {seed}")
    rng.shuffle(common)
    sides: list[list[content_pairs.Text]] = [[], []]
    with words_by_packs(() if packs else ("none",)):
        for page in common:
            texts = []
            for root, code in zip(found, ("en", other), strict=True):
                try:
                    document, _ = segment_file(root[page], options=AlignOptions())
                except InputError:
                    break
                if document.language == code and len(document.text) > 500:
                    texts.append(content_pairs.text_of(root[page], document))
            if len(texts) < 2:
                continue
            count = len(sides[0]) + len(sides[1])
            if count < 2 * PAIRED:
                sides[0].append(texts[0])
                sides[1].append(texts[1])
            elif count < 2 * (PAIRED + ALONE):
                sides[count % 2].append(texts[count % 2])
            else:
                break
    pack = find_pack("en", other) if packs else None
    encoder = find_encoder(None, "en", other) if packs else None
    features = content_pairs.find_features(*sides, pack.entries() if pack else (), encoder)
    right = np.zeros(features.shape[:2], bool)
    right[np.arange(PAIRED), np.arange(PAIRED)] = True
    return Planted(features[..., :4], features if encoder else None, right)


def fit(rows: Floats, right: NDArray[np.bool_], penalty: float = 0.1) -> Floats:
    """Weights of a logistic regression by Newton's method."""
    weights = np.zeros(rows.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        gradient = rows.T @ (right - p) - penalty * weights
        curve = (rows * (p * (1 - p))[:, None]).T @ rows
        weights += np.linalg.solve(curve + penalty * np.eye(len(weights)), gradient)
    return weights


def examples(given: list[Planted], kind: str) -> tuple[Floats, NDArray[np.bool_]]:
    """Rows of features of all combinations of files, and which of them are right."""
    each = [(getattr(one, kind), one.right) for one in given if getattr(one, kind) is not None]
    rows = np.concatenate([features.reshape(-1, features.shape[2]) for features, _ in each])
    return rows, np.concatenate([right.ravel() for _, right in each])


def main() -> None:
    """Print the table, and the weights of all collections."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the packages were unpacked")
    parser.add_argument("--seeds", type=int, default=2, help="choices of files")
    given = parser.parse_args()
    planted = {
        (name, other, packs, seed): plant(given.folder, name, other, packs=packs, seed=seed)
        for name, (_, names) in COLLECTIONS.items()
        for other in names
        if other != "en"
        for packs in (False, True)
        for seed in range(given.seeds)
    }
    kinds = {"nothing": ("words", False), "packs": ("words", True), "encoder": ("vectors", True)}
    rows = []
    for name, (_, names) in COLLECTIONS.items():
        for other in names:
            if other == "en":
                continue
            cells = []
            for kind, packs in kinds.values():
                own = [planted[name, other, packs, seed] for seed in range(given.seeds)]
                if getattr(own[0], kind) is None:
                    cells += ["–"] * 3
                    continue
                weights = fit(
                    *examples([one for key, one in planted.items() if key[0] != name], kind)
                )
                right = wrong = 0
                for one in own:
                    odds = getattr(one, kind) @ weights
                    for i, j in content_pairs.best_pairs(odds):
                        if odds[i, j] >= 0:
                            right, wrong = right + one.right[i, j], wrong + (not one.right[i, j])
                cells += [
                    f"{right}",
                    f"{wrong}",
                    figure(2 * right / (right + wrong + PAIRED * given.seeds)),
                ]
            rows.append([name, f"en-{other}", str(PAIRED * given.seeds), *cells])
    head = [f"{kind} {what}" for kind in kinds for what in ("right", "wrong", "F1")]
    print(table(["pages", "languages", "pairs", *head], rows))
    for kind in ("words", "vectors"):
        weights = fit(*examples([*planted.values()], kind))
        print(kind, tuple(round(float(each), 2) for each in weights))


if __name__ == "__main__":
    main()
