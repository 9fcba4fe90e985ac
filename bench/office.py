"""An office suite's help and interface: text, and a termbase that its translators had to follow.

English into Russian, Czech, Hungarian, Chinese and Japanese, which the development data has; other
languages are read from packages of Debian, which the reader of packs fetches. Where these have no
help the text is the long strings of the interface. The termbase holds the interface strings of one
to four words that stand in the text, with every translation that they have in the interface, as
they are written there: access keys, colons and dots included.
"""

from __future__ import annotations

import gzip
import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from bench.data import data_folder

if TYPE_CHECKING:
    from collections.abc import Iterable

PACKAGES = Path(__file__).parent / "results" / "packages"
"""Where packages of Debian are unpacked."""
LANGUAGES = {"ru": "ru", "cs": "cs", "hu": "hu", "zh": "zh-cn", "ja": "ja"}
LONGEST = 4
"""Words of the interface strings that are terms."""
LEAST = 3
"""Paragraphs of the help that a term stands in at least."""
SHORTEST = 4
"""Words of the paragraphs that are looked at; headings are names of the interface themselves."""
_DRESS = re.compile(r"\s*(?:[(（]&?\w[)）])?\s*(?:\.{3}|…|[:：])?\s*$")
WORD = re.compile(r"\w+")


def help_pairs(language: str, *, most: int | None = None) -> list[tuple[str, str]]:
    """Return paragraphs of the help with their translations, evenly drawn from all of it.

    Args:
        language: a key of `LANGUAGES`, or another that Debian has the help in.
        most: number of pairs; None for all.
    """
    found = [
        pair for pair in dict.fromkeys(_texts(language)) if len(WORD.findall(pair[0])) >= SHORTEST
    ]
    if most is None or most >= len(found):
        return found
    return [found[number * len(found) // most] for number in range(most)]


def interface_terms(language: str) -> dict[str, tuple[str, ...]]:
    """Return interface strings that stand in the help, each with its translations.

    A string counts if it stands in `LEAST` paragraphs, in its own case, and if one of its
    translations stands in the translation of one of them: others are no terms of the help.
    """
    return terms_in(help_pairs(language), _rows("ui", language))


def terms_in(
    pairs: Iterable[tuple[str, str]], strings: Iterable[tuple[str, str]]
) -> dict[str, tuple[str, ...]]:
    """Return the strings of an interface that are terms of a help, as `interface_terms` does."""
    translations: dict[str, dict[str, None]] = defaultdict(dict)
    for source, target in strings:
        if 1 <= len(WORD.findall(source)) <= LONGEST and source != target:
            translations[source][target] = None
    cores = defaultdict(list)
    for source in translations:
        cores[tuple(WORD.findall(undressed(source)))].append(source)
    paragraphs: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for source, target in pairs:
        words = WORD.findall(source)
        runs = {
            tuple(words[begin : begin + length])
            for length in range(1, LONGEST + 1)
            for begin in range(len(words) - length + 1)
        }
        for run in sorted(runs & cores.keys()):  # sets have another order in every run
            paragraphs[run].append(target.casefold())
    terms: dict[str, tuple[str, ...]] = {}
    for core, texts in paragraphs.items():
        if len(texts) < LEAST:
            continue
        for source in cores[core]:
            targets = translations[source]
            wanted = [undressed(target).casefold() for target in targets]
            if any(each and each in text for each in wanted for text in texts):
                terms[source] = tuple(targets)
    return terms


def undressed(text: str) -> str:
    """Return an interface string without access key, colon and dots.

    >>> undressed("函数(F)...")
    '函数'
    """
    return _DRESS.sub("", text.replace("~", ""))


def _texts(language: str) -> Iterable[tuple[str, str]]:
    try:
        found = [pair for pair in _rows("help", language) if pair[0] != pair[1]]
    except SystemExit:
        found = []
    if found:
        return _rows("help", language)
    return (
        pair
        for pair in _rows("ui", language)
        if len(WORD.findall(pair[0])) > LONGEST and pair[0] != pair[1]
        if not any("\n" in text for text in pair)  # a sample has a line for each
    )


def _rows(kind: str, language: str) -> Iterable[tuple[str, str]]:
    for source, target in (
        _stored(kind, language) if language in LANGUAGES else _read(kind, language)
    ):
        if source.strip() and target.strip():
            yield source.strip(), target.strip()


def _stored(kind: str, language: str) -> Iterable[tuple[str, str]]:
    path = data_folder() / "terms" / "office" / f"{kind}.en-{LANGUAGES[language]}.tsv.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            source, _, target = line.rstrip("\n").partition("\t")
            yield source, target


def _read(kind: str, language: str) -> Iterable[tuple[str, str]]:
    """Give the pairs of packages of Debian, fetched once: the stored ones come from these."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tools" / "packs"))
    try:
        from fetch import fetch
        from sources import SOURCES, SYSTEM
    finally:
        del sys.path[0]
    name = {"help": "libreoffice-help", "ui": "libreoffice-l10n"}[kind]
    source = next(each for each in SOURCES if each.name == name)
    folders = [
        fetch(source.packages.format(each), SYSTEM, PACKAGES)
        for each in (source.english or language, language)
    ]
    if None in folders:
        raise SystemExit(f"Debian has no package {source.packages.format(language)}")
    yield from source.read(*folders, language)
