"""Vocabularies that cut languages without spaces: ``python tools/packs --words``.

Words of Chinese and Japanese come with their frequencies; of the others it is counted how often
they are among the most probable words of open translations, again and again until little changes.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

import regex
from fetch import fetch
from tries import read_dictionary

from diglot.packs.finding import SHIPPED, VOCABULARY
from diglot.packs.pack import PackSource
from diglot.packs.vocabularies import write_vocabulary
from diglot.text.tokens import UNIT, WordSegmenter, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from diglot.pipeline.steps.packs import PackText

ICU = "libicu72"
ICU_LICENCE = "Unicode-DFS-2016 AND BSD-3-Clause AND NAIST-2003"
DICTIONARIES = {"ja": "cjdict", "th": "thaidict", "lo": "laodict", "km": "khmerdict"} | {
    "my": "burmesedict"
}
WITHOUT_SPACES = ["zh", *DICTIONARIES]
"""Languages that vocabularies are built of."""
ROUNDS = 4
"""Times that texts are cut by what was counted before."""
LEAST = 5
"""Times that a word has to be counted if no dictionary has it."""
COMPOUND = 4
"""Letters from which on a Chinese word is left to its parts, if it has parts of two letters."""


def build_vocabulary(language: str, texts: Iterable[PackText], cache: Path, day: str) -> None:
    """Build the vocabulary of a language.

    Args:
        language: its code.
        texts: open translations into it.
        cache: folder of the packages.
        day: for the record.
    """
    weights, sources = collect(language, texts, cache)
    costs = costs_of(without_compounds(weights) if language == "zh" else weights)
    path = SHIPPED / f"{language}{VOCABULARY}"
    write_vocabulary(path, costs, languages=[language], sources=sources, date=day)
    print(f"{path.name}: {len(costs):,} words, {path.stat().st_size:,} bytes")


def collect(
    language: str, texts: Iterable[PackText], cache: Path
) -> tuple[dict[str, float], list[PackSource]]:
    """Return the words of a language with their weights, and what they are from."""
    library = fetch(ICU, "system", cache)
    if library is None:
        raise SystemExit(f"{ICU} cannot be had")
    version = (library / "PACKAGE").read_text(encoding="utf-8")
    listed = dict(read_dictionary(library, DICTIONARIES.get(language, "cjdict")))
    icu = PackSource("icu-dictionaries", ICU_LICENCE, version, 0)
    if language not in ("ja", "zh"):
        counted, sources = count_words(language, listed, texts)
        return counted, [icu, *sources]
    # Costs of both languages in one list; words that only one of them can write are left out.
    weights = {word: math.exp(-cost * UNIT) for word, cost in listed.items()}
    if language == "ja":
        return {word: weight for word, weight in weights.items() if is_in(word, "cp932")}, [icu]
    # Of Chinese words those in traditional letters; a list with counts has the others.
    traditional = {
        word: weight
        for word, weight in weights.items()
        if regex.fullmatch(r"\p{Han}+", word) and not is_in(word, "gb2312")
    }
    folder = fetch("jieba", "python", cache)
    if folder is None:
        raise SystemExit("jieba cannot be had")
    rows = next(folder.rglob("jieba/dict.txt")).read_text(encoding="utf-8").splitlines()
    counts = {word: int(count) for word, count, _ in map(str.split, rows)}
    simplified = {word: n for word, n in counts.items() if regex.fullmatch(r"\p{Han}+", word)}
    source = PackSource("jieba", "MIT", (folder / "PACKAGE").read_text(encoding="utf-8"), 0)
    whole = sum(weights.values()), sum(simplified.values())
    both = {word: weight / whole[0] for word, weight in traditional.items()}
    for word, count in simplified.items():
        both[word] = both.get(word, 0) + count / whole[1]
    return both, [source, icu]


def is_in(word: str, charset: str) -> bool:
    """Return True if a character set has all letters of a word."""
    return word.encode(charset, "ignore").decode(charset) == word


def count_words(
    language: str, listed: Iterable[str], texts: Iterable[PackText]
) -> tuple[dict[str, float], list[PackSource]]:
    """Count the words of a list in open translations; each counts once more than it is there."""
    translations: list[str] = []
    sources = []
    for text in texts:
        found = {translation for _, translation in text.pairs}
        translations += sorted(found)
        given = text.source
        sources.append(PackSource(given.name, given.licence, given.version, len(found)))
    weights = dict.fromkeys(listed, 1.0)
    script = regex.compile(r"[\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]{2,}")
    for _ in range(ROUNDS):
        costs = costs_of(weights)
        segmenter = WordSegmenter.of(costs, name="")
        counts = Counter(
            word for text in translations for word in words(text, language, segmenter=segmenter)
        )
        fresh = (word for word, n in counts.items() if n >= LEAST and script.fullmatch(word))
        weights = {word: counts[word] + 1.0 for word in dict.fromkeys((*weights, *fresh))}
    return weights, sources


def costs_of(weights: Mapping[str, float]) -> dict[str, int]:
    """Return the cost of every word: the negative logarithm of its share, in tenths of a nat."""
    whole = math.log(sum(weights.values()))
    return {
        word: max(0, min(255, round((whole - math.log(weight)) / UNIT)))
        for word, weight in weights.items()
        if weight
    }


def without_compounds(weights: Mapping[str, float]) -> dict[str, float]:
    """Leave out long words that shorter ones make up, so that they are cut alike everywhere."""
    kept = dict(weights)
    for size in sorted({len(word) for word in weights if len(word) >= COMPOUND}, reverse=True):
        long = [word for word in kept if len(word) == size]
        costs = {word: cost for word, cost in costs_of(kept).items() if len(word) != size}
        segmenter = WordSegmenter.of(costs, name="")
        runs = [(k * size, (k + 1) * size) for k in range(len(long))]
        cut = segmenter.cut("".join(long), runs)
        whole = {begin // size for begin, end in cut if end - begin == 1}
        for k, word in enumerate(long):
            if k not in whole:
                del kept[word]
    return kept
