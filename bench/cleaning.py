"""How well the score of ``diglot clean`` tells bad pairs from good: ``python -m bench.cleaning``.

Bad pairs are planted into parallel text of the development data: misaligned (half of them with the
translation of the next pair), untranslated, in a third language, truncated on one side, or with the
words of one side shuffled. The table gives the area under the ROC curve of each kind against the
pairs that were left alone, with weights that saw neither the set nor another one of its kind, and
the shares of good pairs that are kept and of bad ones that are dropped at a score of one half.
``--train`` also writes the weights that ship, trained on all sets.
"""

from __future__ import annotations

import argparse
import json
import random
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bench.data import LANGUAGES, data_folder, load
from bench.tables import figure, table
from diglot import words
from diglot.cleaning.features import NAMES, find_features, learn_habits
from diglot.files.atomic import atomic_open
from diglot.files.lines import stream_lines
from diglot.learning.encoders import find_encoder
from diglot.learning.trees import Growth, train_trees
from diglot.packs.finding import find_pack
from diglot.pipeline.steps.cleaning.cleaning import compare_vectors, link_pairs
from diglot.text.tokens import words as tokens_of
from diglot.words.corpus import encode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from diglot.learning.trees import Ranker

    Features = dict[str, NDArray[np.float64]]

KINDS = ("misaligned", "untranslated", "wrong language", "truncated", "shuffled")
MOST = 1000
"""Pairs of a set."""
FOLDS = 6
NOISE = 0.3
"""Share of pairs that are spoilt."""
SHIPPED = Path(__file__).parents[1] / "src" / "diglot" / "cleaning" / "ranker.json"
GROWTH = Growth(rounds=120, rate=0.08, leaves=12, least_leaf=30)
SMALL = ("bg", "da", "es", "et", "hu", "it", "nl", "pt", "ru", "sl")
"""Languages of the sets of a hundred pairs."""


@dataclass(frozen=True, slots=True)
class Planted:
    """Pairs of texts, some of them spoilt.

    Attributes:
        languages: of source and target.
        texts: source and target.
        kinds: number of the kind of noise of every pair, -1 for those left alone.
    """

    languages: tuple[str, str]
    texts: list[tuple[str, str]]
    kinds: NDArray[np.int64]


def _lines(*parts: str) -> list[str]:
    path = data_folder().joinpath(*parts)
    return list(stream_lines(path))


def _sentences(name: str) -> list[tuple[str, str]]:
    return [
        (
            " ".join(document.source[i] for i in link.source),
            " ".join(document.target[j] for j in link.target),
        )
        for document in load(name)
        for link in document.links
        if link.source and link.target
    ]


def _two_columns(*parts: str) -> list[tuple[str, str]]:
    rows = (line.split("\t") for line in _lines(*parts))
    return [(row[0], row[1]) for row in rows if len(row) > 1 and min(map(len, row[:2])) > 15]


def _two_files(folder: tuple[str, ...], one: str, other: str) -> list[tuple[str, str]]:
    return list(zip(_lines(*folder, one), _lines(*folder, other), strict=True))


@cache
def clean_sets() -> dict[str, tuple[tuple[str, str], list[tuple[str, str]]]]:
    """Return the pairs of every set with its languages."""
    found = {name: (LANGUAGES[name], _sentences(name)) for name in LANGUAGES}
    for name, code in (("cs", "cs"), ("hu", "hu"), ("ja", "ja"), ("ru", "ru"), ("zh-cn", "zh")):
        pairs = _two_columns("terms", "office", f"help.en-{name}.tsv.gz")
        found[f"office-en-{code}"] = (("en", code), pairs)
    found["office-de-fr"] = (
        ("de", "fr"),
        _two_columns("words", "office-de-fr", "pairs.de-fr.tsv.gz"),
    )
    for name in ("hansard-toronto", "tatoeba-2017"):
        found[name] = (("en", "fr"), _two_files(("words", "train", name), "en.txt.gz", "fr.txt.gz"))
    found["php"] = (("en", "fr"), _two_files(("terms", "php-docs"), "php.en.gz", "php.fr.gz"))
    found["czenali"] = (("en", "cs"), _two_files(("words", "czenali-en-cs"), "src.txt", "tgt.txt"))
    for code in SMALL:
        pairs = _two_files(("words", f"xlwa-en-{code}-dev"), "src.txt", "tgt.txt")
        found[f"xlwa-{code}"] = (("en", code), pairs)
    kept = {}
    for name, (languages, pairs) in found.items():
        texts = list(dict.fromkeys((one.strip(), other.strip()) for one, other in pairs))
        texts = [pair for pair in texts if min(map(len, pair)) > 10 and max(map(len, pair)) < 1000]
        first = random.Random(name).randrange(max(1, len(texts) - MOST))
        kept[name] = (languages, texts[first : first + MOST])
    return kept


def plant(name: str, seed: int = 0, noise: float = NOISE) -> Planted:
    """Spoil some pairs of a set."""
    rng = random.Random(f"{name} {seed}")
    languages, texts = clean_sets()[name]
    strangers = [
        text
        for (one, other), pairs in clean_sets().values()
        for code, side in ((one, 0), (other, 1))
        if code not in languages
        for text in [pair[side] for pair in rng.sample(pairs, min(40, len(pairs)))]
    ]
    result, kinds = [], np.full(len(texts), -1)
    for number, (source, target) in enumerate(texts):
        if rng.random() >= noise:
            result.append((source, target))
            continue
        kind = rng.randrange(len(KINDS))
        side = rng.random() < 0.5
        spoilt = _spoil(kind, target if side else source, source if side else target, rng)
        if kind == 0:
            near = number + 1 if rng.random() < 0.5 else rng.randrange(len(texts))
            spoilt = texts[near % len(texts)][side]
        elif kind == 2:
            spoilt = min(rng.sample(strangers, 5), key=lambda text: abs(len(text) - len(target)))
        changed = (source, spoilt) if side else (spoilt, target)
        if changed == (source, target):
            result.append(changed)
            continue
        kinds[number] = kind
        result.append(changed)
    return Planted(languages, result, kinds)


def _spoil(kind: int, own: str, other: str, rng: random.Random) -> str:
    """Return a side as noise of a kind has it; the other side comes with it."""
    spaced = " " in own.strip()
    parts = own.split() if spaced else list(own)
    joiner = " " if spaced else ""
    if KINDS[kind] == "untranslated":
        return other
    if KINDS[kind] == "truncated":
        kept = max(1, round(len(parts) * rng.uniform(0.3, 0.7)))
        return joiner.join(parts[:kept])
    if KINDS[kind] == "shuffled":
        rng.shuffle(parts)
        return joiner.join(parts)
    return own


def features_of(planted: Planted, *, packs: bool, encoder: bool) -> NDArray[np.float64]:
    """Return the features of planted pairs, with and without what diglot knows beforehand."""
    tokens = [
        (tokens_of(one, planted.languages[0]), tokens_of(other, planted.languages[1]))
        for one, other in planted.texts
    ]
    pack = find_pack(*planted.languages) if packs else None
    corpus = encode(tokens)
    linked = link_pairs(corpus, words.align(corpus, words.Knowledge(pack=pack), learn=False))
    habits = learn_habits(planted.texts, linked)
    known = find_encoder(None, *planted.languages) if encoder else None
    similarity = compare_vectors(planted.texts, known) if known else None
    return find_features(planted.texts, linked, habits, own=True, similarity=similarity)


def auc(scores: NDArray[np.float64], good: NDArray[np.bool_]) -> float:
    """Area under the ROC curve; ties count half."""
    order = np.unique(scores, return_inverse=True)[1]
    rank = np.concatenate(([0], np.cumsum(np.bincount(order))))
    middle = (rank[order] + rank[order + 1] + 1) / 2
    count = good.sum()
    return float((middle[good].sum() - count * (count + 1) / 2) / (count * (~good).sum()))


def variants() -> Iterator[tuple[str, bool, bool]]:
    """Give the ways in which every set is looked at: label, with packs, with the encoder."""
    yield "without packs", False, False
    yield "with packs", True, False
    yield "with packs and encoder", True, True


def train(
    rows: list[NDArray[np.float64]], kinds: list[NDArray[np.int64]], *, calibrated: bool = True
) -> Ranker:
    """Train on some sets; a large one weighs more, but less than its size."""
    weights = np.concatenate([np.full(len(part), 1 / np.sqrt(len(part))) for part in kinds])
    return train_trees(
        np.concatenate(rows),
        np.concatenate(kinds) < 0,
        names=NAMES,
        weights=weights / weights.mean(),
        groups=np.concatenate([np.full(len(part), k) for k, part in enumerate(kinds)]),
        growth=GROWTH,
        calibrated=calibrated,
        notes="planted noise in the development data, python -m bench.cleaning --train",
    )


def family(name: str) -> str:
    """Return what a set has in common with others of its kind."""
    return name.partition("-")[0]


def gather(cache: Path | None) -> tuple[dict[str, Features], dict[str, NDArray[np.int64]]]:
    """Return the features of all sets in every variant, and the kinds of their pairs."""
    features, kinds = {}, {}
    for name in clean_sets():
        planted = plant(name)
        kinds[name] = planted.kinds
        kept = cache / f"{name}.npz" if cache else None
        if kept and kept.exists():
            features[name] = dict(np.load(kept))
            continue
        features[name] = {
            label: features_of(planted, packs=packs, encoder=encoder)
            for label, packs, encoder in variants()
        }
        if kept:
            np.savez(kept, **features[name])  # type: ignore[arg-type]
    return features, kinds


def main() -> None:
    """Print the tables, and train if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--train", action="store_true", help="write the weights that ship, too")
    parser.add_argument("--cache", type=Path, help="keep features in this folder")
    arguments = parser.parse_args()
    labels = [label for label, *_ in variants()]
    features, kinds = gather(arguments.cache)

    def trained(names: list[str], *, calibrated: bool) -> Ranker:
        return train(
            [features[name][label] for name in names for label in labels],
            [kinds[name] for name in names for _ in labels],
            calibrated=calibrated,
        )

    families = sorted({family(name) for name in features})
    found: dict[tuple[str, str], list[float]] = {}
    for fold in range(FOLDS):
        held_out = [name for name in features if families.index(family(name)) % FOLDS == fold]
        ranker = trained([name for name in features if name not in held_out], calibrated=False)
        for name, label in product(held_out, labels):
            scores = ranker.log_odds(features[name][label])
            good = kinds[name] < 0
            found[name, label] = [
                *(_of_kind(scores, kinds[name], k) for k in range(len(KINDS))),
                float((scores[good] >= 0).mean()),
                float((scores[~good] < 0).mean()),
            ]
    for label in labels:
        rows = np.array([found[name, label] for name in features])
        # A small set may have no pair of a kind.
        means = np.column_stack((np.nanmean(rows[:, :-2], axis=1), rows[:, -2:]))
        rows = np.column_stack((rows[:, :-2], means))
        body = [
            [name, *(figure(None if np.isnan(value) else value) for value in row)]
            for name, row in zip(
                [*features, "mean"], [*rows, np.nanmean(rows, axis=0)], strict=True
            )
        ]
        header = ["set", *KINDS, "mean", "good kept", "bad dropped"]
        print(f"\n{label}\n\n{table(header, body)}")
    if arguments.train:
        with atomic_open(SHIPPED) as file:
            json.dump(trained(list(features), calibrated=True).to_dict(), file)


def _of_kind(scores: NDArray[np.float64], kinds: NDArray[np.int64], kind: int) -> float:
    wanted = (kinds < 0) | (kinds == kind)
    if not (kinds == kind).any():
        return float("nan")
    return auc(scores[wanted], kinds[wanted] < 0)


if __name__ == "__main__":
    main()
