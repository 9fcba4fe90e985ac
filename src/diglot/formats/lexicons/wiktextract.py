"""Wiktextract: the entries of a Wiktionary as JSON lines, with their translations; streamed.

An entry translates its word into very many languages, so one file holds very many pairs. The free
text ``sense`` groups the translations of one meaning: translations of one sense into two languages
translate each other, too, which `read_translations` tells on request (``siblings``).

Reference: Ylonen, Wiktextract: Wiktionary as machine-readable structured data, LREC 2022.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Collection, Iterator
from typing import Any

from diglot.formats.blocks import Skips
from diglot.formats.lexicons.sources import Reading, numbered_blocks
from diglot.formats.term_lists import is_of
from diglot.formats.termbases.data_categories import in_one_line
from diglot.formats.units.jsonl import reason_of
from diglot.model.lexicon import Translation

KEY = '"translations"'
# Words of one sense: beyond that it is no sense, and its pairs are too many.
MAX_SIBLINGS = 1000
CURE = "check that it is a file of Wiktextract, or leave such lines out with --skip-bad"
_DECODE = json.JSONDecoder().decode


def is_own(line: str) -> bool:
    """Return whether a line is an entry of Wiktextract."""
    return '"word":' in line and '"lang_code":' in line


def read_translations(reading: Reading, *, siblings: bool = False) -> Iterator[Translation]:
    """Give the translations of all entries one by one; a side has the part of speech of the entry.

    Of languages that the user tells, by the codes of the file, only translations between two of
    them are given.

    Args:
        reading: of the file.
        siblings: pair the translations of one sense into different languages, too.

    Raises:
        FormatError: a line is no entry; it is named.
    """
    reader = _Reader(reading.skips, reading.told_languages, siblings=siblings)
    for first, block in numbered_blocks(reading):
        for number, line in enumerate(block, first):
            if not line or line.isspace():
                reading.skips.add("blank line")
            elif KEY in line:
                try:
                    value = _DECODE(line)
                    if "\\u" in line:
                        # Half a character, which JSON can spell and no file can hold.
                        json.dumps(value, ensure_ascii=False).encode()
                    found = reader.entry(value)
                except (ValueError, TypeError, RecursionError) as error:
                    reading.bad(f"is not an entry ({reason_of(error)})", number, line, cure=CURE)
                else:
                    yield from found
            elif line[0] == "{" and line.rstrip()[-1] == "}":
                reading.skips.add("entry without translations")
            else:
                reading.bad("is not an entry (it is not an object)", number, line, cure=CURE)


class _Reader:
    """Turns entries into translations."""

    def __init__(self, skips: Skips, languages: Collection[str] | None, *, siblings: bool) -> None:
        self._skips = skips
        self._languages = languages
        self._siblings = siblings
        self._wanted: dict[str, bool] = {}

    def entry(self, value: Any) -> list[Translation]:
        """Return the translations of an entry; raise ValueError or TypeError if it is none."""
        value = _object(value)
        head, language = _text(value, "word"), _code(value)
        pos = _text(value, "pos") or None
        if not head or not language:
            self._skips.add("entry without a word or a language", head or language)
            return []
        direct: list[Translation] = []
        between: list[Translation] = []
        is_wanted = self._is_wanted(language)
        for senses in self._senses(value):
            for sense, words in senses.items():
                if is_wanted:
                    direct += [
                        Translation(head, word, language, code, pos, pos, sense=sense or None)
                        for word, code in words
                    ]
                if self._siblings and sense:
                    between += self._pairs(sense, words, pos)
        return direct + between

    def _senses(self, value: dict[str, Any]) -> Iterator[dict[str, list[tuple[str, str]]]]:
        """Give words and languages by sense: of the whole entry, then those of each sense."""
        yield self._words(value, "")
        for sense in _objects(value, "senses"):
            glosses = sense.get("glosses") or [""]
            last = glosses[-1] if isinstance(glosses, list) else ""
            yield self._words(sense, in_one_line(last) if isinstance(last, str) else "")

    def _words(self, value: dict[str, Any], label: str) -> dict[str, list[tuple[str, str]]]:
        found: dict[str, list[tuple[str, str]]] = {}
        for each in _objects(value, "translations"):
            word, code = _text(each, "word"), _code(each)
            if not word:
                self._skips.add("translation without a word", _text(each, "note"))
            elif not code:
                self._skips.add("translation without a language", word)
            elif not self._is_wanted(code):
                self._skips.add("translation into another language", word)
            else:
                found.setdefault(_text(each, "sense") or label, []).append((word, code))
        return found

    def _pairs(
        self, sense: str, words: list[tuple[str, str]], pos: str | None
    ) -> Iterator[Translation]:
        """Give the pairs of words of one sense in different languages."""
        distinct = list(dict.fromkeys(words))
        if len(distinct) > MAX_SIBLINGS:
            self._skips.add("sense with too many words to pair them", sense)
            return
        for (one, first), (other, second) in itertools.combinations(distinct, 2):
            if first != second:
                yield Translation(one, other, first, second, pos, pos, sense=sense)

    def _is_wanted(self, code: str) -> bool:
        if self._languages is None:
            return True
        if code not in self._wanted:
            self._wanted[code] = any(is_of(code, each) for each in self._languages)
        return self._wanted[code]


def _code(value: dict[str, Any]) -> str:
    return _text(value, "lang_code") or _text(value, "code") or _text(value, "lang")


def _text(value: dict[str, Any], name: str) -> str:
    found = value.get(name)
    if found is None:
        return ""
    if not isinstance(found, str):
        raise TypeError(f"the {name} {found!r:.40} is not text")
    text = in_one_line(found)
    return text if text.strip() else ""


def _objects(value: dict[str, Any], name: str) -> list[dict[str, Any]]:
    found = value.get(name) or []
    if not isinstance(found, list):
        raise TypeError(f"the {name} are not a list")
    return [_object(each) for each in found]


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TypeError(f"{value!r:.40} is not an object")
    return value
