"""How well ``diglot mine`` finds translations among other sentences: ``python -m bench.mining``.

As in the shared task of BUCC 2017, sentences that are translations of each other are hidden among
others that are not: one in a hundred, or a little more where there are too few others. What is
reported of a set comes of weights that saw no set of its family. In the harder kind half of the
others are of the same text on both sides, as far as there are enough of them: of a manual or of
short sentences, many of these nearly say the same, too.

Reference:
    Zweigenbaum, Sharoff and Rapp (2017), Overview of the second BUCC shared task.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import tarfile
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from bench.data import data_folder, load
from bench.office import help_pairs
from bench.tables import figure, table
from diglot.files.lines import stream_lines
from diglot.learning.encoders import USEM3, load_encoder
from diglot.sentences import mining

if TYPE_CHECKING:
    from numpy.typing import NDArray

SHARE = 100
"""Sentences of a side to each that has a translation."""
MOST = 200
"""Pairs of a set that are translations."""
POOL = 16_000
"""Sentences of other texts, of a language, that sides are filled up with."""
LETTERS = (15, 600)
"""Characters of a sentence at least and at most; a third of that in Chinese and Japanese."""


@dataclass(frozen=True, slots=True)
class Mixture:
    """Two texts with some translations of each other.

    Attributes:
        languages: of source and target.
        source, target: sentences.
        gold: places in both of those that are translations.
    """

    languages: tuple[str, str]
    source: list[str]
    target: list[str]
    gold: set[tuple[int, int]]


def _of_links(name: str) -> list[tuple[str, str]]:
    return [
        (document.source[link.source[0]], document.target[link.target[0]])
        for document in load(name)
        for link in document.links
        if len(link.source) == len(link.target) == 1
    ]


def _of_terminology() -> list[tuple[str, str]]:
    path = data_folder() / "consistency" / "wmt25-en-de" / "full_data.ende.jsonl"
    rows = map(json.loads, stream_lines(path))
    return [(row["de"], row["en"]) for row in rows]


def _of_files(*parts: str) -> list[tuple[str, str]]:
    sides = (
        sorted(data_folder().joinpath(*parts).glob(f"*{code}.*gz"))[0] for code in ("en", "fr")
    )
    return list(zip(*map(stream_lines, sides), strict=True))


PARALLEL = {
    "wmt25": (("de", "en"), _of_terminology),
    "mac": (("zh", "en"), lambda: _of_links("mac-dev-zh-en")),
    "office-zh": (("en", "zh"), lambda: help_pairs("zh")),
    "office-ru": (("en", "ru"), lambda: help_pairs("ru")),
    "transread": (("en", "fr"), lambda: _of_links("transread-en-fr")),
    "tatoeba": (("en", "fr"), lambda: _of_files("words", "train", "tatoeba-2017")),
    "textberg": (("de", "fr"), lambda: _of_links("textberg-dev-de-fr")),
    "php": (("en", "fr"), lambda: _of_files("terms", "php-docs")),
}
"""Languages and translations of every set; what stands before a hyphen is its family."""


WIND = {"de": "german", "en": "english", "fr": "french", "ru": "russian", "zh": "chinese"}


def _wind(language: str) -> list[str]:
    """Sentences of the comparable texts about wind energy."""
    from diglot.model import Document
    from diglot.text.segmentation import segment

    found: list[str] = []
    with tarfile.open(data_folder() / "terms" / "ttc" / f"we-{WIND[language]}.tar.gz") as archive:
        for member in sorted(archive.getmembers(), key=lambda member: member.name):
            if member.isfile() and member.name.endswith(".txt"):
                file = archive.extractfile(member)
                text = file.read().decode("utf-8", "replace") if file else ""
                document = segment(Document(text, name=member.name), language=language)
                found += document.segment_texts
    return found


def _strangers(language: str) -> dict[str, list[str]]:
    """Sentences of a language that translate nothing of other families, by family."""
    found: dict[str, list[str]] = {}
    for name, (languages, read) in PARALLEL.items():
        if language in languages:
            family = found.setdefault(name.partition("-")[0], [])
            family += [pair[languages.index(language)] for pair in read()]
    if language == "de":
        rows = stream_lines(data_folder() / "words" / "office-de-fr" / "pairs.de-fr.tsv.gz")
        found["office"] = [row.partition("\t")[0] for row in rows]
    if language in WIND:
        found["wind"] = _wind(language)
    return {family: list(dict.fromkeys(texts)) for family, texts in found.items()}


@cache
def strangers(language: str) -> list[tuple[str, str]]:
    """Sentences of a language, those that are long enough and not too long, with their family."""
    found = [
        (family, text)
        for family, texts in _strangers(language).items()
        for text in texts
        if _fits(text, language)
    ]
    return random.Random(language).sample(found, min(len(found), POOL))


def _fits(text: str, language: str) -> bool:
    least, most = (each // 3 if language in ("ja", "zh") else each for each in LETTERS)
    return least <= len(text) <= most


def mix(name: str, *, hard: bool = False) -> Mixture:
    """Hide translations of a set among sentences that are none."""
    rng = random.Random(f"{name} 0")
    languages, read = PARALLEL[name]
    pairs, seen = [], set[str]()
    for pair in read():
        one, other = (text.strip() for text in pair)
        if not ({one, other} & seen) and _fits(one, languages[0]) and _fits(other, languages[1]):
            pairs.append((one, other))
            seen |= {one, other}
    rng.shuffle(pairs)
    count = min(MOST, len(pairs) // 2)
    hidden, rest = pairs[:count], pairs[count : count + count * SHARE]
    half = len(rest) // 2
    own = name.partition("-")[0]
    known = [strangers(language) for language in languages]
    # Both sides of such a family would translate each other: each goes to one side only.
    families = [{family for family, _ in each} for each in known]
    shared = sorted((families[0] & families[1]) - {own, "wind"})
    sides = []
    for side in (0, 1):
        mine = [pair[side] for pair in (rest[:half], rest[half:])[side]][: count * SHARE // 2]
        mine = mine if hard else []
        others = [
            text
            for family, text in known[side]
            if family not in (own, *shared[1 - side :: 2]) and text not in seen
        ]
        wanted = min(len(others), count * (SHARE - 1) - len(mine))
        texts = [pair[side] for pair in hidden] + mine + rng.sample(others, wanted)
        order = rng.sample(range(len(texts)), len(texts))
        sides.append(([texts[k] for k in order], {k: place for place, k in enumerate(order)}))
    (source, places), (target, others_places) = sides
    gold = {(places[k], others_places[k]) for k in range(count)}
    return Mixture(languages, source, target, gold)


# Features of the candidates of every set, and what comes of them.


@dataclass(frozen=True, slots=True)
class Judged:
    """The candidates of a mixture.

    Attributes:
        candidates: the pairs, with features of vectors.
        features: float64 (n, names), all of them.
        right: bool (n,), whether they are translations.
        total: translations there are.
    """

    candidates: mining.Candidates
    features: NDArray[np.float64]
    right: NDArray[np.bool_]
    total: int


@cache
def vectors_of(language: str, folder: Path) -> dict[str, NDArray[np.float16]]:
    """Vectors of all sentences of a language in all mixtures."""
    texts = {
        text: None
        for name, (languages, _) in PARALLEL.items()
        for hard in (False, True)
        for side in (0, 1)
        if languages[side] == language
        for text in (mixed(name, hard=hard).source, mixed(name, hard=hard).target)[side]
    }
    path = folder / f"vectors-{language}.npz"
    kept: dict[int, NDArray[np.float16]] = {}
    if path.exists():
        file = np.load(path)
        kept = dict(zip(file["keys"].tolist(), file["vectors"], strict=True))
    keys = [_key(text) for text in texts]
    missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in kept}
    if missing:
        made = load_encoder(USEM3).encode(list(missing.values())).astype(np.float16)
        kept |= dict(zip(missing, made, strict=True))
        path.parent.mkdir(parents=True, exist_ok=True)
    np.savez(path, keys=np.array([*kept], np.uint64), vectors=np.stack([*kept.values()]))
    return {text: kept[key] for text, key in zip(texts, keys, strict=True)}


def _key(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest())


mixed = cache(mix)


def judged(name: str, folder: Path, *, hard: bool = False) -> Judged:
    """Find the candidates of a mixture and their features."""
    mixture = mixed(name, hard=hard)
    sides = (mixture.source, mixture.target)
    kept = folder / f"{name}-{'hard' if hard else 'other'}.npz"
    if kept.exists():
        loaded = np.load(kept)
        candidates = mining.Candidates(loaded["pairs"], loaded["features"])
    else:
        vectors = [
            np.stack([vectors_of(language, folder)[text] for text in texts])
            for language, texts in zip(mixture.languages, sides, strict=True)
        ]
        candidates = mining.find_candidates(*mining.find_nearest(*vectors))
        np.savez(kept, pairs=candidates.pairs, features=candidates.features)
    features = mining.find_features(candidates, *sides)
    right = np.array([tuple(pair) in mixture.gold for pair in candidates.pairs.tolist()])
    return Judged(candidates, features, right, len(mixture.gold))


def best_f1(each: Judged, scores: NDArray[np.float64]) -> tuple[float, float, float, float]:
    """F1 at the best threshold with precision and recall, and F1 at a score of one half."""
    chosen = mining.choose(each.candidates, scores)
    hits = np.cumsum(each.right[chosen])
    precision, recall = hits / np.arange(1, len(chosen) + 1), hits / each.total
    f1 = 2 * hits / (np.arange(1, len(chosen) + 1) + each.total)
    best = int(f1.argmax())
    half = int((scores[chosen] >= 0.5).sum())
    return float(f1[best]), float(precision[best]), float(recall[best]), float(f1[max(half - 1, 0)])


def calibration_error(probabilities: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """Expected calibration error of ten bins of the same width, of what is above one tenth."""
    kept = probabilities > 0.1
    bins = np.minimum((probabilities[kept] * 10).astype(int), 9)
    gaps = np.bincount(bins, probabilities[kept] - right[kept], minlength=10)
    return float(np.abs(gaps).sum() / max(kept.sum(), 1))


def train(examples: list[Judged], penalty: float = 1.0) -> NDArray[np.float64]:
    """Weights of a logistic regression of all candidates, with a constant first."""
    rows = np.concatenate([each.features for each in examples])
    right = np.concatenate([each.right for each in examples])
    middle, width = rows.mean(axis=0), np.maximum(rows.std(axis=0), 1e-9)
    rows = np.column_stack([np.ones(len(rows)), (rows - middle) / width])
    weights = np.zeros(rows.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        curve = (rows * (p * (1 - p))[:, None]).T @ rows + penalty * np.eye(len(weights))
        weights += np.linalg.solve(curve, rows.T @ (right - p) - penalty * weights)
    scaled = weights[1:] / width
    return np.concatenate(([weights[0] - scaled @ middle], scaled))


def probabilities(weights: NDArray[np.float64], each: Judged) -> NDArray[np.float64]:
    """Probabilities by other weights than those that ship."""
    odds = weights[0] + each.features @ weights[1:]
    return 1 / (1 + np.exp(-np.clip(odds, -30, 30)))


def main() -> None:
    """Print the table, and the weights of all sets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cache", type=Path, required=True, help="keep vectors in this folder")
    parser.add_argument("--sets", nargs="+", default=[*PARALLEL], choices=[*PARALLEL])
    parser.add_argument("--hard", action="store_true", help="half of the others of the same text")
    given = parser.parse_args()
    found = {name: judged(name, given.cache) for name in given.sets}
    rows = []
    for name, each in found.items():
        family = name.partition("-")[0]
        weights = train([one for other, one in found.items() if other.partition("-")[0] != family])
        shown = judged(name, given.cache, hard=True) if given.hard else each
        scores = probabilities(weights, shown)
        margin = best_f1(shown, shown.features[:, 0])[0]
        figures = [margin, *best_f1(shown, scores), calibration_error(scores, shown.right)]
        mixture = mixed(name, hard=given.hard)
        sizes = f"{len(mixture.source):,} and {len(mixture.target):,}"
        languages = "-".join(mixture.languages)
        rows.append([name, languages, sizes, str(each.total), *map(figure, figures)])
    header = [
        "set",
        "languages",
        "sentences",
        "hidden",
        "margin",
        "score",
        "P",
        "R",
        "at .5",
        "ECE",
    ]
    print(table(header, rows))
    print("weights:", tuple(round(float(weight), 3) for weight in train([*found.values()])))


if __name__ == "__main__":
    main()
