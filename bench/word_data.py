"""Sentence pairs with gold word links, and text to learn from (see the README of the data)."""

from __future__ import annotations

import gzip
import unicodedata
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from bench.data import data_folder
from diglot.formats import read_word_links

if TYPE_CHECKING:
    from pathlib import Path

    from diglot.model import WordLinks

SELF = (
    "alibi-fr-en",
    "czenali-en-cs",
    "graca-en-fr",
    "awesome-jaen",
    *(
        f"xlwa-en-{code}-dev"
        for code in ("bg", "da", "es", "et", "hu", "it", "nl", "pt", "ru", "sl")
    ),
)
"""Sets that are aligned with nothing but their own text."""

TRIAL = "hansards-en-fr-trial"

LANGUAGES = {
    "alibi-fr-en": ("fr", "en"),
    "czenali-en-cs": ("en", "cs"),
    "graca-en-fr": ("en", "fr"),
    "awesome-jaen": ("ja", "en"),
    **{name: ("en", name.split("-")[2]) for name in SELF if name.startswith("xlwa")},
    TRIAL: ("en", "fr"),
}
"""Languages of the sets that are aligned with a language pack."""

Words = tuple[list[str], list[str]]


@dataclass(frozen=True, slots=True, eq=False)
class WordSet:
    """Pairs with gold links, and pairs to learn from behind them.

    Attributes:
        name: of the set.
        pairs: tokens of both sides; those with gold come first.
        gold: links of the first pairs.
    """

    name: str
    pairs: list[Words]
    gold: WordLinks


def folder() -> Path:
    """Return the folder of the sets."""
    return data_folder() / "words"


def word_set(name: str, more: int = 0) -> WordSet:
    """Read a set, and the first ``more`` pairs of the Hansards to learn from, accents off."""
    home = folder() / name
    source, target = (
        [line.split() for line in (home / side).read_text(encoding="utf-8").splitlines()]
        for side in ("src.txt", "tgt.txt")
    )
    pairs = list(zip(source, target, strict=True))
    if more:
        pairs = [(plain(one), plain(other)) for one, other in pairs]
        pairs += hansards(more, french_first=name == "alibi-fr-en")
    return WordSet(name, pairs, read_word_links(home / "gold.txt"))


def hansards(
    count: int, *, french_first: bool = False, text: str = "hansard-toronto"
) -> list[Words]:
    """Read the first pairs of the Hansards or of another training text, English first."""
    home = folder() / "train" / text
    with (
        gzip.open(home / "en.txt.gz", "rt", encoding="utf-8") as english,
        gzip.open(home / "fr.txt.gz", "rt", encoding="utf-8") as french,
    ):
        lines = zip(french, english) if french_first else zip(english, french)  # noqa: B905
        return [(one.split(), other.split()) for one, other in islice(lines, count)]


def plain(words: list[str]) -> list[str]:
    """Take the accents off, as they are in the Hansards' text."""
    return [
        "".join(
            letter
            for letter in unicodedata.normalize("NFD", word)
            if not unicodedata.combining(letter)
        )
        for word in words
    ]


def first_pairs(data: WordSet, count: int) -> WordSet:
    """Return the first pairs of a set."""
    gold = data.gold
    kept = int(gold.offsets[count])
    fewer = replace(
        gold,
        offsets=gold.offsets[: count + 1],
        source=gold.source[:kept],
        target=gold.target[:kept],
        possible=None if gold.possible is None else gold.possible[:kept],
        scores=None,
    )
    return WordSet(data.name, data.pairs[:count], fewer)
