"""WordNets in the lexical markup format of the Global WordNet Association (WN-LMF).

Lemmas of different languages translate each other when their synsets share an identifier of the
interlingual index (ILI). Such pairs are broad: they name one concept, not one usage.

Reference: Global WordNet Formats, WN-LMF 1.0 to 1.3; Bond et al., CILI: the Collaborative
Interlingual Index, GWC 2016.
"""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.files.xml import iterparse, local_name, text_of
from diglot.formats.lexicons.sources import Reading, name_of
from diglot.formats.termbases.data_categories import in_one_line
from diglot.model.lexicon import Origin, Translation
from diglot.text.languages import UNDETERMINED, is_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from lxml import etree

    from diglot.formats.blocks import Skips

ROOTS = ("LexicalResource",)
TAGS = ("{*}LexicalEntry", "{*}Synset", "{*}Lexicon")
# A satellite adjective is an adjective, as other dictionaries have it.
PARTS = {"s": "a"}
NO_INDEX = frozenset({"", "in"})  # "in" proposes a new identifier
MAX_PAIRS = 100_000  # of one identifier and two languages

Lemma = tuple[str, str | None]


def read_translations(
    reading: Reading, *, others: Sequence[str | Path] = ()
) -> Iterator[Translation]:
    """Give the pairs of lemmas that share an identifier, after all wordnets have been read.

    The sense is the definition of the synset in the first wordnet that has one. Of languages that
    the user tells, as the files write them, only those are taken, with their regions.

    Args:
        reading: of a file, which may hold several wordnets, or of a folder of files.
        others: further files; a single wordnet has no translations.

    Raises:
        InputError: a file cannot be read, is unsafe or is no WN-LMF.
    """
    reader = _Reader(reading.skips, reading.told_languages)
    for file in (*_files(reading.path), *map(Path, others)):
        for element in iterparse(file, TAGS, encoding=reading.encoding, roots=ROOTS):
            reader.take(element)
    yield from reader.translations()


def read_origin(path: str | Path) -> Origin:
    """Return what the wordnets of a file, or of a folder, say of themselves and their licences.

    Raises:
        InputError: a file cannot be read, is unsafe or is no WN-LMF.
    """
    statements: dict[str, None] = {}
    licences: dict[str, None] = {}
    for file in _files(Path(path)):
        for element in iterparse(file, TAGS, roots=ROOTS):
            about = element if local_name(element) == "Lexicon" else element.getparent()
            if about is None or local_name(about) != "Lexicon":
                continue
            told = [about.get(name, "") for name in ("label", "version", "url", "citation")]
            statements[in_one_line(" ".join(filter(None, told)))] = None
            licences[in_one_line(about.get("license", ""))] = None
    return Origin(name_of(path), "; ".join(filter(None, statements)), "; ".join(licences))


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    return sorted(each for each in path.iterdir() if ".xml" in each.suffixes)


class _Reader:
    """Collects the lemmas of every identifier, wordnet by wordnet."""

    def __init__(self, skips: Skips, languages: Collection[str] | None) -> None:
        self._skips = skips
        self._languages = languages
        self._lemmas: dict[str, dict[str, dict[Lemma, None]]] = {}
        self._definitions: dict[str, str] = {}
        # Of the wordnet that is being read: lemmas and identifier of each synset.
        self._senses: dict[str, list[Lemma]] = {}
        self._index: dict[str, str] = {}

    def take(self, element: etree._Element) -> None:
        """Take what one element says."""
        match local_name(element):
            case "LexicalEntry":
                self._entry(element)
            case "Synset":
                self._synset(element)
            case _:
                self._finish(element.get("language", "").strip() or UNDETERMINED)

    def translations(self) -> Iterator[Translation]:
        """Give the pairs of every identifier, languages in the order of their wordnets."""
        for identifier, languages in self._lemmas.items():
            sense = self._definitions.get(identifier, identifier)
            for first, second in itertools.combinations(languages, 2):
                sides = languages[first], languages[second]
                if len(sides[0]) * len(sides[1]) > MAX_PAIRS:
                    self._skips.add("identifier with too many lemmas", identifier)
                    continue
                for (one, pos), (other, part) in itertools.product(*sides):
                    yield Translation(one, other, first, second, pos, part, sense=sense)

    def _entry(self, element: etree._Element) -> None:
        lemma = next((child for child in element if local_name(child) == "Lemma"), None)
        text = "" if lemma is None else lemma.get("writtenForm", "")
        word = in_one_line(text.replace("_", " "))
        if lemma is None or not word.strip():
            self._skips.add("entry without a lemma", element.get("id", ""))
            return
        told = lemma.get("partOfSpeech", "").strip()
        pos = PARTS.get(told, told) or None
        for child in element:
            if local_name(child) == "Sense":
                self._senses.setdefault(child.get("synset", ""), []).append((word, pos))

    def _synset(self, element: etree._Element) -> None:
        identifier = element.get("ili", "").strip()
        if identifier in NO_INDEX:
            self._skips.add("synset without an identifier of the index", element.get("id", ""))
            return
        self._index[element.get("id", "")] = identifier
        for child in element:
            if local_name(child) == "Definition" and identifier not in self._definitions:
                text = in_one_line(text_of(child))
                if text.strip():
                    self._definitions[identifier] = text

    def _finish(self, language: str) -> None:
        """File the lemmas of a wordnet under their identifiers."""
        is_wanted = self._languages is None or any(
            is_of(language, each) for each in self._languages
        )
        if not is_wanted:
            self._skips.add("wordnet of another language", language)
        else:
            for synset, lemmas in self._senses.items():
                identifier = self._index.get(synset)
                if identifier is not None:
                    places = self._lemmas.setdefault(identifier, {})
                    places.setdefault(language, {}).update(dict.fromkeys(lemmas))
        self._senses, self._index = {}, {}
