"""Wiktextract: the entries of a Wiktionary as JSON lines, with their translations; streamed.

An entry translates its word into very many languages, so one file holds very many pairs. The free
text ``sense`` groups the translations of one meaning: translations of one sense into two languages
translate each other, too, which `read_translations` tells on request (``siblings``).

A Wiktionary explains words of other languages in its own: a short gloss of such an entry is a
translation, and so is what stands below an example, which `read_units` gives.

Reference: Ylonen, Wiktextract: Wiktionary as machine-readable structured data, LREC 2022.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from diglot.errors import FormatError
from diglot.files.lines import stream_lines
from diglot.formats.blocks import Skips
from diglot.formats.lexicons.sources import Reading, numbered_blocks
from diglot.formats.termbases.data_categories import in_one_line
from diglot.formats.units.jsonl import reason_of
from diglot.model import Unit, Variant
from diglot.model.lexicon import Translation
from diglot.text.languages import code_if_known, is_of, is_spaceless, language_table

KEYS = ('"translations"', '"glosses"')
EXAMPLES = '"examples"'
# Words of one sense: beyond that it is no sense, and its pairs are too many.
MAX_SIBLINGS = 1000
CURE = "check that it is a file of Wiktextract, or leave such lines out with --skip-bad"
_DECODE = json.JSONDecoder().decode
_ENGLISH = "en"
# As files of other editions than the English one are called: fr-extract.jsonl.
_EDITION = re.compile(r"([a-z]{2,3})-extract\b")
_REMARK = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_BETWEEN = re.compile(r"\s*[,，、،]\s+|\s*、\s*")
_ARTICLE = re.compile(r"(?:an?|the)\s+(?=\S)", re.IGNORECASE)
MOST_WORDS, MOST_SIGNS = 3, 6
"""Words of a gloss that names a word, or signs where there are no blanks: more describe it."""
_POINTS_ELSEWHERE = ("form_of", "alt_of")


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
    edition = edition_of(reading.path)
    reader = _Reader(reading.skips, reading.told_languages, edition, siblings=siblings)
    own = re.compile(rf'"lang_code": ?"{edition}"').search
    for first, block in numbered_blocks(reading):
        for number, line in enumerate(block, first):
            if not line or line.isspace():
                reading.skips.add("blank line")
            elif KEYS[0] in line or (KEYS[1] in line and not own(line)):
                try:
                    found = reader.entry(_entry(line))
                except (ValueError, TypeError, RecursionError) as error:
                    reading.bad(f"is not an entry ({reason_of(error)})", number, line, cure=CURE)
                else:
                    yield from found
            elif line[0] == "{" and line.rstrip()[-1] == "}":
                reading.skips.add("entry without translations")
            else:
                reading.bad("is not an entry (it is not an object)", number, line, cure=CURE)


def read_units(
    path: Path, *, encoding: str | None = None, skips: Skips | None = None
) -> Iterator[Unit]:
    """Give the examples of entries that stand there with a translation, as parallel text.

    Raises:
        FormatError: a line is no entry; it is named.
    """
    edition = edition_of(path)
    for number, line in enumerate(stream_lines(path, encoding=encoding), 1):
        if EXAMPLES not in line:
            continue
        try:
            value = _entry(line)
            language = _code(value)
            if not _explains(value, edition):
                continue
            for example in (
                each for sense in _objects(value, "senses") for each in _objects(sense, "examples")
            ):
                said = _text(example, "text")
                translated = _text(example, "translation") or _text(example, "english")
                if said and translated:
                    variants = Variant(language, said), Variant(edition, translated)
                    yield Unit(variants, line=number)
                elif skips is not None:
                    skips.add("example without a translation", said)
        except (ValueError, TypeError, RecursionError) as error:
            raise FormatError(
                f"is not an entry ({reason_of(error)})", path=path, place=number, cure=CURE
            ) from error


def edition_of(path: Path) -> str:
    """Return the code of the language that a Wiktionary explains words in, by its file's name."""
    named = _EDITION.match(path.name)
    return named[1] if named else _ENGLISH


def _entry(line: str) -> dict[str, Any]:
    value = _object(_DECODE(line))
    if "\\u" in line:
        # Half a character, which JSON can spell and no file can hold.
        json.dumps(value, ensure_ascii=False).encode()
    return value


def _explains(value: dict[str, Any], edition: str) -> bool:
    """Return whether an entry explains its word in another language, that of the edition.

    The English edition calls languages by English names: another that lost its file's name is told
    by that.
    """
    code, language = _code(value), _text(value, "lang")
    if not code or not language or is_of(code, edition):
        return False
    known = language_table().get(code_if_known(code))
    return edition != _ENGLISH or known is None or language == known.names[0]


def words_of_gloss(gloss: str, edition: str, *, head: str, is_verb: bool) -> tuple[str, ...]:
    """Return the words that a gloss names a word by; none where it describes it.

    >>> words_of_gloss("dog, hound (animal); a dogged man", "en", head="chien", is_verb=False)
    ('dog', 'hound', 'dogged man')
    >>> words_of_gloss("a large and ferocious dog", "en", head="molosse", is_verb=False)
    ()
    """
    while (shorter := _REMARK.sub(" ", gloss)) != gloss:
        gloss = shorter
    found: dict[str, None] = {}
    for clause in gloss.split(";"):
        words = [_bare(each, edition, head, is_verb) for each in _BETWEEN.split(clause)]
        # "large, round fruit of a palm" lists no translations, though "large" is short.
        if all(map(_is_short, words, itertools.repeat(is_spaceless(edition)))):
            found.update(dict.fromkeys(filter(None, words)))
    return tuple(found)


def _bare(word: str, edition: str, head: str, is_verb: bool) -> str:
    word = " ".join(word.split()).removesuffix(".").rstrip()
    if edition == _ENGLISH:
        word = word.removeprefix("to ") if is_verb else _ARTICLE.sub("", word, count=1)
    elif edition != "de" and head[:1].islower() and word[1:].islower():
        # French glosses are sentences: "Chien."
        word = word[:1].lower() + word[1:]
    return word


def _is_short(word: str, spaceless: bool) -> bool:
    is_sentence = ":" in word or ". " in word
    return not is_sentence and (
        len(word) <= MOST_SIGNS if spaceless else len(word.split()) <= MOST_WORDS
    )


class _Reader:
    """Turns entries into translations."""

    def __init__(
        self, skips: Skips, languages: Collection[str] | None, edition: str, *, siblings: bool
    ) -> None:
        self._skips = skips
        self._languages = languages
        self._edition = edition
        self._siblings = siblings
        self._wanted: dict[str, bool] = {}

    def entry(self, value: dict[str, Any]) -> list[Translation]:
        """Return the translations of an entry; raise ValueError or TypeError if it is none."""
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
        if is_wanted and self._is_wanted(self._edition) and _explains(value, self._edition):
            direct += self._meanings(value, head, language, pos)
        return direct + between

    def _meanings(
        self, value: dict[str, Any], head: str, language: str, pos: str | None
    ) -> Iterator[Translation]:
        """Give the words that short glosses name the word by; "plural of" names none."""
        for sense in _objects(value, "senses"):
            if any(map(sense.get, _POINTS_ELSEWHERE)):
                continue
            gloss = _gloss(sense)
            words = words_of_gloss(gloss, self._edition, head=head, is_verb=pos == "verb")
            if gloss and not words:
                self._skips.add("gloss that describes its word", gloss)
            for word in words:
                yield Translation(head, word, language, self._edition, pos, pos, sense=gloss)

    def _senses(self, value: dict[str, Any]) -> Iterator[dict[str, list[tuple[str, str]]]]:
        """Give words and languages by sense: of the whole entry, then those of each sense."""
        yield self._words(value, "")
        for sense in _objects(value, "senses"):
            yield self._words(sense, _gloss(sense))

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


def _gloss(sense: dict[str, Any]) -> str:
    """Return the gloss of a sense: of several, each within the one before, the last."""
    glosses = sense.get("glosses") or [""]
    last = glosses[-1] if isinstance(glosses, list) else ""
    return in_one_line(last) if isinstance(last, str) else ""


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
